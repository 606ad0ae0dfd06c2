"""What follows from autos, measures and ciências: in whatever order they come."""

import json
import uuid
from datetime import timedelta

import pytest
from sqlalchemy import select

from sync.server import auto_flags, autos, blocks, reprojection, tenants
from sync.server.auto_recidivism import Histories
from sync.server.db import schema
from sync.server.db.schema_autos import autos as table
from sync.server.db.schema_autos import measures, stops
from tests.support import fined

IBGE, JANUARIA = 3302601, 3135209
ROADSIDE = ("autos", "stops", "measures", "acknowledgements", "record_places")


def row_of(server, record: dict):
    with server.db.read() as conn:
        return conn.execute(select(table).where(table.c.id == record["id"])).one()


def outcome_of(server, record: dict) -> dict:
    return json.loads(row_of(server, record).outcome)


def recidivism_of(server, record: dict) -> dict | None:
    """In full, as the office reads it."""
    row = row_of(server, record)
    with server.db.read() as conn:
        tenant = tenants.get(conn, row.tenant)
        histories = Histories(conn, lambda one: autos.law_of_row(conn, tenant, one))
        return histories.outcome_of(row)


def flags_of(server, record: dict) -> list[str]:
    with server.db.read() as conn:
        text = conn.execute(
            select(schema.records.c.flags).where(schema.records.c.id == record["id"])
        ).scalar_one()
    return [flag for flag in json.loads(text) if flag in auto_flags.CODES]


def outcomes(server) -> dict[str, list]:
    with server.db.read() as conn:
        found = {
            name: sorted(map(repr, conn.execute(select(schema.metadata.tables[name]))))
            for name in ROADSIDE
        }
        records = select(schema.records.c.id, schema.records.c.flags)
        found["flags"] = sorted(
            (row.id, sorted(flag for flag in json.loads(row.flags) if "chain" not in flag
                            and "clock.before" not in flag and "clock.after" not in flag))
            for row in conn.execute(records)
        )  # fmt: skip
        changes = schema.changes
        feed = select(changes.c.type, changes.c.id, changes.c.op, changes.c.v)
        found["feed"] = sorted(map(repr, conn.execute(feed.where(changes.c.type == "auto"))))
    return found


async def test_an_auto_goes_to_the_devices_and_its_annulment_too(server, device):
    drawn = fined.auto(device)
    await device.push(drawn)
    told = (await device.entities("auto"))[drawn["id"]]
    assert told == {
        "id": drawn["id"], "number": 1, "kind": drawn["body"]["kind"], "day": "2026-11-30",
        **{name: drawn["body"]["conduct"][name] for name in (
            "cite", "label", "severity", "points", "centavos",
        )},
        "vehicle": drawn["body"]["vehicle"]["id"], "plate": "ABC1D23", "line": "12",
        "liable": drawn["body"]["liable"], "autuado": fined.HOLDER, "motorista": None,
        "status": "lavrado", "notified": False, "defence_last_day": None, "recidivist": False,
    }  # fmt: skip
    await device.push(fined.annulment(device, drawn))
    assert (await device.entities("auto"))[drawn["id"]]["status"] == "anulado"
    with server.db.read() as conn:
        [block] = [one for one in conn.execute(select(schema.blocks)) if one.series == "auto"]
        assert blocks.used(conn, block) == 1  # annulled, and accounted for


async def test_a_block_of_numbers_of_autos_comes_with_the_enrolment_and_more_when_asked(device):
    series = {one["series"]: one for one in device.reply["blocks"]}
    assert {name: (one["first"], one["last"]) for name, one in series.items()} == {
        "selo": (1, 100), "auto": (1, 100),
    }  # fmt: skip
    body = {"series": "auto", "request_id": "0193a1b2-0000-7000-8000-00000000f001"}
    more = await device.client.post("/api/v1/blocks", json=body, headers=device.headers)
    assert more.json()["block"]["first"] == 101
    body["series"] = "selo"  # a request is for one series
    other = await device.client.post("/api/v1/blocks", json=body, headers=device.headers)
    assert other.json()["problem"]["field"] == "request_id"


def a_day(device) -> list[dict]:
    """A stop, three autos of one autuado, a measure released, two ciências, two annulments."""
    first = fined.auto(device, 0, when=fined.at(8))
    second = fined.auto(device, 1, when=fined.at(9), acknowledged="assinou")
    third = fined.auto(device, 2, when=fined.at(10))
    stop = fined.stop(device, fined.at(10, 5), outcome="autuado", autos=[third["id"]])
    held, papers = fined.measure(device, second), fined.measure(device, third)
    return [
        first, second, third, stop, held, papers, fined.release(device, held),
        fined.told(device, first), fined.told(device, third, "recusou"),
        fined.annulment(device, second), fined.annulment(device, papers),
    ]  # fmt: skip


@pytest.mark.parametrize("order", ["as written", "backwards", "evens first"])
async def test_the_order_of_arrival_makes_no_difference(server, device, order):
    records = a_day(device)
    arranged = {
        "as written": records, "backwards": records[::-1],
        "evens first": records[::2] + records[1::2],
    }[order]  # fmt: skip
    for one in arranged:
        await device.push(one)
    with server.db.read() as conn:
        by_id = {row.record: row.status for row in conn.execute(select(measures))}
        [stop] = conn.execute(select(stops)).all()
    assert [by_id[records[n]["id"]] for n in (4, 5, 6)] == ["liberada", "anulada", "registrada"]
    assert (stop.outcome, stop.autos, stop.day) == ("autuado", 1, "2026-11-30")
    rows = [row_of(server, one) for one in records[:3]]
    assert [(row.status, row.known_on, row.known_how) for row in rows] == [
        ("lavrado", "2026-11-30", "recebeu_sem_assinar"),
        ("anulado", "2026-11-30", "assinou"),
        ("lavrado", None, None),
    ]  # fmt: skip
    before = outcomes(server)
    assert not [flag for _, flags in before["flags"] for flag in flags if "missing" in flag
                and "annul" not in flag]  # fmt: skip
    assert reprojection.reproject(server, IBGE).failing == []
    again = outcomes(server)
    again["flags"] = before["flags"] = [
        (id_, [flag for flag in flags if "missing" not in flag])
        for id_, flags in before["flags"]
    ]
    assert again == before


# What looks wrong


async def test_a_number_of_nobodys_block_is_kept_flagged_and_never_granted(
    lone_device, sqlite_server
):
    strange = fined.auto(lone_device, number=140)
    answer = await lone_device.push(strange)
    assert answer["answers"][0]["status"] == "stored"
    assert flags_of(sqlite_server, strange) == ["auto.number_not_granted"]
    body = {"series": "auto", "request_id": "0193a1b2-0000-7000-8000-00000000f001"}
    more = await lone_device.client.post("/api/v1/blocks", json=body, headers=lone_device.headers)
    assert more.json()["block"]["first"] == 141


async def test_a_number_used_twice_shows_on_both_whichever_came_first(lone_device, sqlite_server):
    one = fined.auto(lone_device, 3)
    two = fined.auto(lone_device, 3, when=fined.at(15))
    await lone_device.push(two)
    assert "auto.number_repeated" not in flags_of(sqlite_server, two)
    await lone_device.push(one)
    for record in (one, two):
        assert "auto.number_repeated" in flags_of(sqlite_server, record)


async def test_numbers_out_of_order_and_a_clock_that_went_back_show(lone_device, sqlite_server):
    later = fined.auto(lone_device, 5, when=fined.at(15))
    earlier = fined.auto(lone_device, 2, when=fined.at(14))
    await lone_device.push(earlier)
    await lone_device.push(later)
    assert flags_of(sqlite_server, later)[-1:] == ["auto.number_out_of_order"]
    assert {"auto.number_out_of_order", "auto.clock_went_back"} <= set(
        flags_of(sqlite_server, earlier)
    )


async def test_one_matricula_on_two_devices_within_minutes_shows_on_both(
    sqlite_server, lone_client, lone_device, another_device
):
    other = await another_device(sqlite_server, lone_client)
    one = fined.auto(lone_device, 0, when=fined.at(14, 0))
    two = fined.auto(other, 0, when=fined.at(14, 8))
    alone = fined.auto(other, 1, when=fined.at(15, 30))
    await other.push(two, alone)
    await lone_device.push(one)
    assert flags_of(sqlite_server, one) == flags_of(sqlite_server, two) == ["agent.two_devices"]
    assert flags_of(sqlite_server, alone) == []


async def test_an_auto_that_waited_for_its_number_is_of_where_its_stop_was(
    lone_device, sqlite_server
):
    north = fined.place(
        latitude=fined.HERE["latitude"] + 500_000, fixed_at="2026-11-30T18:00:00Z"  # 55 km
    )
    drawn = [
        fined.auto(lone_device, 0, when=fined.at(14, 0)),
        fined.auto(lone_device, 1, when=fined.at(15, 0), place=north),
        fined.auto(lone_device, 2, when=fined.at(15, 5), happened_at=fined.at(14, 0)),
    ]
    await lone_device.push(*drawn)
    assert [flags_of(sqlite_server, one) for one in drawn] == [[], [], []]


async def test_places_too_far_apart_for_the_time_and_a_mocked_one_show(lone_device, sqlite_server):
    north = fined.place(latitude=fined.HERE["latitude"] + 1_000_000)  # 111 km
    one = fined.auto(lone_device, 0, when=fined.at(14, 0))
    far = fined.auto(lone_device, 1, when=fined.at(14, 20), place=north)
    there = fined.auto(lone_device, 2, when=fined.at(14, 30), place={**north, "mocked": True})
    await lone_device.push(far, there)
    assert flags_of(sqlite_server, far) == []
    await lone_device.push(one)
    assert flags_of(sqlite_server, far) == ["place.far"]
    assert flags_of(sqlite_server, there) == ["place.mocked"]


async def test_an_auto_of_a_blocked_device_and_one_of_an_annulled_vistoria_show(
    lone_device, sqlite_server, clock
):
    from sync.server.painel import people

    vistoria = lone_device.record()
    drawn = fined.auto(lone_device, 0, when=fined.at(11), vistoria=vistoria["id"])
    await lone_device.push(vistoria, drawn)
    assert flags_of(sqlite_server, drawn) == []
    await lone_device.push(lone_device.anulacao(vistoria))
    assert flags_of(sqlite_server, drawn) == ["auto.vistoria_annulled"]
    people.revoke(sqlite_server, IBGE, lone_device.id, "Furtado")
    clock.now += timedelta(hours=3)
    after = fined.auto(lone_device, 1, when=fined.at(14, 40))
    await lone_device.push(after)
    assert flags_of(sqlite_server, after) == ["auto.after_block"]


# What the law makes of them together


def line_auto(device, n: int, day: str, **changes):
    line = {"id": None, "number": "12", "name": "Centro"}
    return fined.auto(
        device, n, town="januaria", when=fined.at(9, 0, day),
        **{"line": line, "cite": "Art. 94, III", **changes},
    )  # fmt: skip


@pytest.fixture
async def two_devices(server, client, another_device):
    return [await another_device(server, client, JANUARIA) for _ in "ab"]


async def test_recidivism_counts_the_autos_of_all_devices_that_are_final_and_says_which(
    server, two_devices
):
    here, there = two_devices
    first, third = line_auto(here, 0, "2026-08-03"), line_auto(here, 1, "2026-09-14")
    second, last = line_auto(there, 0, "2026-08-24"), line_auto(there, 1, "2026-11-30")
    copies = [
        fined.told(here, one, when=fined.at(9, 5, one["body"]["happened_at"][:10]))
        for one in (first, third)
    ]
    await there.push(last)
    await here.push(first, third, *copies)
    found = recidivism_of(server, last)
    assert (found["rule"], found["multiplier"]) == (None, 1)

    # An earlier one arrives late, and then it is told to its autuado: the last one counts double.
    await there.push(second, line_auto(there, 2, "2026-11-30", cite="Art. 94, IV"))
    assert recidivism_of(server, last)["pending"] == [second["id"]]
    await there.push(fined.told(there, second, when=fined.at(9, 5, "2026-08-24")))
    found = recidivism_of(server, last)
    assert (found["multiplier"], found["of"]) == (2, [first["id"], second["id"], third["id"]])
    assert "Art. 115" in found["sentence"] or found["cites"]
    assert row_of(server, last).recidivist
    assert (await there.entities("auto"))[last["id"]]["recidivist"] is True

    # One is annulled: what was double is simple again, and no record was touched.
    await here.push(fined.annulment(here, first))
    assert row_of(server, last).recidivist is False
    with server.db.read() as conn:
        kept = select(schema.records.c.bytes).where(schema.records.c.id == last["id"])
        assert json.loads(conn.execute(kept).scalar_one()) == last


async def test_another_line_or_another_autuado_is_no_recidivism(server, two_devices):
    here, _ = two_devices
    earlier = [line_auto(here, n, f"2026-08-{day:02d}") for n, day in enumerate((3, 10, 17))]
    other_line = line_auto(here, 3, "2026-11-29", line={"id": None, "number": "7", "name": "Sul"})
    nobody = line_auto(here, 4, "2026-11-30", persons={"autuado": None, "motorista": None})
    copies = [
        fined.told(here, one, when=fined.at(9, 5, one["body"]["happened_at"][:10]))
        for one in earlier
    ]
    await here.push(*earlier, other_line, nobody, *copies)
    assert not row_of(server, other_line).recidivist
    assert recidivism_of(server, nobody) is None


async def test_a_defence_that_ran_out_ends_nothing_where_a_decision_and_an_appeal_follow(
    lone_device, sqlite_server
):
    drawn = fined.auto(lone_device, 0, when=fined.at(9, 0, "2026-10-20"))
    await lone_device.push(drawn)
    when = "2026-10-25"
    await lone_device.push(fined.told(lone_device, drawn, "edital", fined.at(9, 0, when)))
    row = row_of(sqlite_server, drawn)
    assert (row.known_on, row.known_how, row.owes_notice) == (when, "edital", False)
    assert row.defence_last_day == "2026-11-24"  # 30 days from the notification, Art. 27
    assert row.final is None  # a penalty is still to come, and an appeal from it: Arts. 25 and 29


@pytest.mark.parametrize("how", ["correio", "eletronico"])
async def test_what_was_sent_starts_no_defence_before_it_is_received(
    lone_device, sqlite_server, how
):
    drawn = fined.auto(lone_device, 0, when=fined.at(9, 0, "2026-10-20"))
    sent = fined.told(lone_device, drawn, how, fined.at(9, 0, "2026-10-25"))
    await lone_device.push(drawn, sent)
    row = row_of(sqlite_server, drawn)
    assert (row.known_on, row.defence_last_day) == (None, None)  # Art. 27: "do recebimento"
    assert row.owes_notice is False  # Art. 24 has it sent in time, and it was


async def test_a_day_later_an_appeal_that_ran_out_makes_final_an_auto_that_itself_fines(
    server, two_devices, clock
):
    here, _ = two_devices
    drawn = line_auto(here, 0, "2026-11-23")
    await here.push(drawn, fined.told(here, drawn, when=fined.at(9, 5, "2026-11-23")))
    row = row_of(server, drawn)
    assert (row.defence_last_day, row.final) == ("2026-11-30", False)  # five business days
    with server.db.write_tenant(JANUARIA) as writer:
        autos.refresh(server, writer)
    clock.advance(days=1)
    with server.db.write_tenant(JANUARIA) as writer:
        autos.refresh(server, writer)
    assert row_of(server, drawn).final is True  # Art. 111, a: nobody appealed from the auto


@pytest.mark.parametrize(
    ("service", "owed"),
    [("urbano", ["via-pelo-correio", "entregar-via"]), ("taxi", ["entregar-via"])],
)
async def test_a_copy_goes_by_post_only_where_there_is_a_concessionaria(
    server, two_devices, service, owed
):
    here, _ = two_devices
    drawn = line_auto(here, 0, "2026-11-27", service=service)
    await here.push(drawn)
    assert [one["id"] for one in outcome_of(server, drawn)["notices"]] == owed  # Art. 102


async def test_a_clock_that_ran_ahead_gives_the_municipality_no_more_days(
    lone_device, sqlite_server
):
    ahead = fined.auto(lone_device, when=fined.at(9, 0, "2026-12-08"))
    await lone_device.push(ahead)
    assert row_of(sqlite_server, ahead).notify_by == "2026-12-30"  # 30 days from its arrival


async def test_what_the_municipality_owes_for_an_auto_is_told_with_its_last_day(
    lone_device, sqlite_server
):
    drawn = fined.auto(lone_device, 0, when=fined.at(9, 0, "2026-10-20"))
    await lone_device.push(drawn)
    row = row_of(sqlite_server, drawn)
    assert (row.owes_notice, row.notify_by) == (True, "2026-11-19")  # 30 days, Mangaratiba


async def test_the_command_line_accounts_for_every_number(lone_device, sqlite_server, monkeypatch):
    from click.testing import CliRunner

    from sync.server.cli import main

    drawn = fined.auto(lone_device, 0)
    spoiled = {"series": "auto", "number": 2, "status": "spoiled", "reason": "Papel rasgado"}
    await lone_device.push(
        drawn, fined.annulment(lone_device, drawn), lone_device.record("numero", spoiled)
    )
    monkeypatch.setenv("PRANCHETA_DATA", str(sqlite_server.config.data))
    done = CliRunner().invoke(main, ["numeros", "mangaratiba", "--serie", "auto"])
    assert done.exit_code == 0, (done.output, done.exception)
    said = done.output
    assert "o próximo número livre é 000.101" in said
    assert "usados 1, dos quais anulados 1; inutilizados 1; na mão 98" in said
    listed = CliRunner().invoke(main, ["aparelho", "listar", "mangaratiba"]).output.strip()
    assert listed.endswith("(ativo)") and f"  {listed}\n" in said  # the same words in both


async def test_a_number_of_no_block_and_one_used_twice_are_told_with_who_wrote_them(
    lone_device, lone_client, sqlite_server, another_device, monkeypatch
):
    from click.testing import CliRunner

    from sync.server.cli import main

    other = await another_device(sqlite_server, lone_client)
    mine, theirs = fined.auto(lone_device, number=7), fined.auto(other, number=7, when=fined.at(16))
    await lone_device.push(mine, fined.auto(lone_device, number=901, when=fined.at(15)))
    await other.push(theirs)
    monkeypatch.setenv("PRANCHETA_DATA", str(sqlite_server.config.data))
    said = CliRunner().invoke(main, ["numeros", "mangaratiba", "--serie", "auto"]).output
    keys = [one.reply["device"]["key_id"] for one in (lone_device, other)]
    for number, key in (("000.901", keys[0]), ("000.007", keys[0]), ("000.007", keys[1])):
        assert f"{number}, 30/11/2026, placa ABC1D23: {key}  Tablet do pátio  (ativo)" in said


def test_numbers_in_a_row_are_told_by_their_ends():
    from sync.server.cli_numbers import _runs

    assert _runs([1, 2, 3, 7, 9, 10]) == ["000.001 a 000.003", "000.007", "000.009 a 000.010"]


async def test_a_server_put_back_to_an_older_copy_hears_of_the_numbers_a_device_holds(
    lone_device, lone_client, sqlite_server, another_device
):
    def stating(device, first: int) -> bytes:
        block = {
            "id": str(uuid.uuid4()), "series": "auto", "first": first, "last": first + 99,
            "next": first + 10,
        }  # fmt: skip
        return json.dumps({"head": device.head(None), "blocks": [block]}).encode() + b"\n"

    held = await lone_device.post_batch(stating(lone_device, 101))
    assert held.json()["blocks_void"] == []
    drawn = fined.auto(lone_device, 105, when=fined.at(11))
    await lone_device.push(drawn)
    assert flags_of(sqlite_server, drawn) == []  # granted once, by the server that was lost
    other = await another_device(sqlite_server, lone_client)
    assert fined.first_number(other) == 201
    doubled = await other.post_batch(stating(other, 101))
    assert doubled.json()["blocks_void"]  # two devices hold them: nobody uses another one
