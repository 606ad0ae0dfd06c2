"""What an auto, a ciência or an annulment says of itself and cannot be so: kept, and flagged."""

import json

import pytest
from sqlalchemy import select

from sync.server import local_law, reprojection, tenants
from sync.server.db import schema
from sync.server.db.schema_autos import autos as table
from sync.server.db.schema_autos import measures
from tests.support import fined
from tests.support.office import csrf_of, enter

IBGE = 3302601


def flags_of(server, record: dict) -> list[str]:
    with server.db.read() as conn:
        query = select(schema.records.c.flags).where(schema.records.c.id == record["id"])
        flags = json.loads(conn.execute(query).scalar_one())
    return [flag for flag in flags if flag.startswith(("auto.", "ciencia.", "annul.", "medida."))]


def row_of(server, record: dict):
    with server.db.read() as conn:
        return conn.execute(select(table).where(table.c.id == record["id"])).one()


@pytest.fixture
def law(sqlite_server) -> dict:
    """What a device names the municipality's law by."""
    with sqlite_server.db.read() as conn:
        town = tenants.get(conn, IBGE)
    found = local_law.publish(sqlite_server, town)
    return {"id": found.id, "version": found.version, "sha256": found.sha256}


@pytest.mark.parametrize(
    ("changes", "flags"),
    [({}, []),
     ({"amount": "0.01", "unit": "BRL", "centavos": 1}, ["auto.conduct_differs"]),
     ({"points": 0}, ["auto.conduct_differs"]),
     ({"cite": "Art. 999"}, ["auto.conduct_differs"])],
)  # fmt: skip
async def test_a_fine_that_the_law_does_not_give_shows(
    lone_device, sqlite_server, law, changes, flags
):
    usual = fined.auto(lone_device)["body"]["conduct"]
    lone_device.last = None
    drawn = fined.auto(lone_device, conduct=usual | changes, envelope={"rulebook": law})
    await lone_device.push(drawn)
    assert flags_of(sqlite_server, drawn) == flags
    assert reprojection.reproject(sqlite_server, IBGE).failing == []
    assert flags_of(sqlite_server, drawn) == flags


@pytest.mark.parametrize(
    ("changes", "flags"),
    [({"happened_at": fined.at(13, 50)}, []),
     ({"happened_at": fined.at(14, 30)}, ["auto.times_differ"]),
     ({"happened_at": fined.at(14, 0, "2020-02-29")}, ["auto.times_differ"]),
     ({"drawn_at": fined.at(15)}, ["auto.times_differ"])],
)  # fmt: skip
async def test_hours_that_do_not_go_together_show(lone_device, sqlite_server, changes, flags):
    drawn = fined.auto(lone_device, **changes)
    await lone_device.push(drawn)
    assert flags_of(sqlite_server, drawn) == flags


async def test_a_copy_that_opens_two_autos_shows_on_both(lone_device, sqlite_server):
    one = fined.auto(lone_device, 0)
    two = fined.auto(lone_device, 1, copy_hash=one["body"]["copy_hash"])
    await lone_device.push(one)
    assert flags_of(sqlite_server, one) == []
    await lone_device.push(two)
    for record in (one, two):
        assert flags_of(sqlite_server, record) == ["auto.copy_repeated"]


@pytest.mark.parametrize("order", ["as written", "backwards"])
async def test_nobody_knew_of_an_auto_before_it_was_drawn_up(lone_device, sqlite_server, order):
    drawn = fined.auto(lone_device)
    early = fined.told(lone_device, drawn, "edital", fined.at(9, 0, "2026-01-05"))
    for record in (drawn, early) if order == "as written" else (early, drawn):
        await lone_device.push(record)
    row = row_of(sqlite_server, drawn)
    assert (row.known_on, row.defence_last_day, row.owes_notice) == (None, None, True)
    assert flags_of(sqlite_server, early) == ["ciencia.before_auto"]


async def test_an_auto_that_cannot_be_settled_holds_nobody_up(
    lone_device, sqlite_server, clock, monkeypatch
):
    drawn = fined.auto(lone_device, when=fined.at(9, 0, "2026-10-20"))
    told = fined.told(lone_device, drawn, "edital", fined.at(9, 0, "2026-10-31"))
    await lone_device.push(drawn, told)
    assert row_of(sqlite_server, drawn).defence_last_day == "2026-11-30"

    def broken(*_args):
        raise ArithmeticError("fora do calendário")

    clock.advance(hours=11)
    await lone_device.open_session()
    with monkeypatch.context() as patch:
        patch.setattr("sync.server.auto_law.defence_of", broken)
        await lone_device.push()
    assert row_of(sqlite_server, drawn).status == "lavrado"


@pytest.mark.parametrize("order", ["as written", "backwards"])
async def test_the_release_of_another_vehicles_measure_releases_nothing(
    lone_device, sqlite_server, order
):
    drawn = fined.auto(lone_device)
    held = fined.measure(lone_device, drawn)
    other = {**drawn["body"]["vehicle"], "plate": "XYZ9W87"}
    wrong = fined.measure(
        lone_device, drawn, act="liberada", releases=held["id"], at=fined.at(17), vehicle=other
    )
    batch = [drawn, held, wrong]
    for one in batch if order == "as written" else batch[::-1]:
        await lone_device.push(one)
    with sqlite_server.db.read() as conn:
        query = select(measures.c.status).where(measures.c.record == held["id"])
        assert conn.execute(query).scalar_one() == "em_vigor"
    assert flags_of(sqlite_server, wrong) == ["medida.other_vehicle"]
    await lone_device.push(fined.release(lone_device, held))
    with sqlite_server.db.read() as conn:
        assert conn.execute(query).scalar_one() == "liberada"


@pytest.mark.parametrize("order", ["as written", "backwards"])
async def test_an_annulment_that_names_another_number_or_kind_shows(
    lone_device, sqlite_server, order
):
    drawn = [fined.auto(lone_device, n) for n in range(3)]
    right, number, kind = (
        lone_device.record("anulacao", {
            "annuls": target["id"], "annulled_kind": said, "serial": serial, "reason": "Engano",
        })
        for target, said, serial in zip(
            drawn, ("auto", "auto", "vistoria"), (1, 99, None), strict=True
        )
    )  # fmt: skip
    batches = [drawn, (right, number, kind)]
    for batch in batches if order == "as written" else batches[::-1]:
        await lone_device.push(*batch)
    assert [flags_of(sqlite_server, one) for one in (right, number, kind)] == [
        [], ["annul.differs"], ["annul.differs"]]  # fmt: skip


# Days that had not come


@pytest.mark.parametrize("order", ["as written", "backwards"])
async def test_a_ciencia_of_a_day_to_come_is_flagged_and_starts_no_deadline(
    lone_device, sqlite_server, lone_client, order
):
    drawn = fined.auto(lone_device)
    ahead = fined.told(lone_device, drawn, "edital", fined.at(9, 0, "2026-12-08"))
    batch = [drawn, ahead]
    for one in batch if order == "as written" else batch[::-1]:
        await lone_device.push(one)
    assert "ciencia.future" in flags_of(sqlite_server, ahead)
    row = row_of(sqlite_server, drawn)
    assert (row.known_on, row.defence_last_day, row.owes_notice) == (None, None, True)
    await enter(lone_client)
    page = f"/painel/autos/{drawn['id']}"
    text = (await lone_client.get(page)).text
    assert "A ciência traz um dia que ainda não tinha chegado" in text
    assert "ainda não há" in text and "08/01/2027" not in text
    # The office finds out which day it was: the law counts from that one.
    csrf = await csrf_of(lone_client)
    form = {"csrf": csrf, "como": "balcao", "enviado": "2026-11-30"}
    await lone_client.post(f"{page}/registrar", data=form)
    row = row_of(sqlite_server, drawn)
    assert (row.known_on, row.defence_last_day) == ("2026-11-30", "2026-12-30")  # 30 days


async def test_a_ciencia_of_tomorrow_counts_once_it_is_received_tomorrow(
    lone_device, sqlite_server, clock
):
    drawn = fined.auto(lone_device)
    told = fined.told(lone_device, drawn, when=fined.at(9, 0, "2026-12-01"))
    clock.advance(days=1)
    await lone_device.open_session()
    await lone_device.push(drawn, told)
    assert flags_of(sqlite_server, told) == []
    assert row_of(sqlite_server, drawn).known_on == "2026-12-01"


async def test_an_auto_signed_on_a_day_to_come_counts_no_signature_and_can_be_put_right(
    lone_device, sqlite_server, lone_client
):
    ahead = fined.auto(lone_device, acknowledged="assinou", when=fined.at(9, 0, "2026-12-08"))
    await lone_device.push(ahead)
    assert "auto.signed_in_future" in flags_of(sqlite_server, ahead)
    assert (row_of(sqlite_server, ahead).known_on, row_of(sqlite_server, ahead).final) == (
        None, None,
    )  # fmt: skip
    await enter(lone_client)
    form = {"csrf": await csrf_of(lone_client), "como": "balcao", "enviado": "2026-11-30"}
    done = await lone_client.post(f"/painel/autos/{ahead['id']}/registrar", data=form)
    assert done.status_code == 303
    assert row_of(sqlite_server, ahead).defence_last_day == "2026-12-30"
    assert reprojection.reproject(sqlite_server, 3302601).failing == []
    assert "auto.signed_in_future" in flags_of(sqlite_server, ahead)
    assert row_of(sqlite_server, ahead).defence_last_day == "2026-12-30"


@pytest.mark.parametrize("order", ["as written", "backwards"])
async def test_a_true_ciencia_of_an_auto_that_ran_ahead_counts(lone_device, sqlite_server, order):
    ahead = fined.auto(lone_device, when=fined.at(9, 0, "2026-12-08"))
    told = fined.told(lone_device, ahead, "edital", fined.at(9, 30, "2026-11-30"))
    batch = [ahead, told]
    for one in batch if order == "as written" else batch[::-1]:
        await lone_device.push(one)
    assert flags_of(sqlite_server, told) == []
    row = row_of(sqlite_server, ahead)
    assert (row.known_on, row.defence_last_day) == ("2026-11-30", "2026-12-30")
