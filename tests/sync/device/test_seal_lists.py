"""The device checks a selo with no signal, by lists that never grow younger behind its back."""

from datetime import timedelta

import pytest

from sync.device.errors import SealBeforeList
from sync.records.seal import digits
from sync.server import seal_lists
from sync.server.db import schema_seals
from sync.server.painel import people
from tests.support import records as made
from tests.support.device import annulment, concluded
from tests.support.field import Field
from tests.support.town import IBGE

OURS = "http://localhost:8000"


@pytest.fixture
async def field(tmp_path, town, clock):
    opened = []

    async def make(name: str) -> Field:
        device = await Field(tmp_path / name, town, clock).open()
        opened.append(device)
        await device.enrol()
        await device.client.sync()
        device.breaks()
        return device

    yield make
    for device in opened:
        await device.close()


async def told(device: Field, selo: dict | str, **vehicle: str) -> tuple[str, str]:
    text = selo if isinstance(selo, str) else device.store.selo_url(selo)
    said = await device.cadastro.check_seal(text, vehicle or None)
    return said.colour, said.reason


async def test_a_colleagues_selo_is_verde_with_no_signal_even_before_its_record_came(field):
    one, other = await field("a"), await field("b")
    await one.client.sync()  # hears of the other's key
    _, selo = await other.inspects()
    one.breaks(lambda number, request: "down")
    assert await told(one, selo) == ("verde", "good")
    assert await told(one, selo, plate="XYZ9W87") == ("vermelho", "other_vehicle")
    said = await one.cadastro.check_seal(one.store.selo_url(selo))
    assert said.data_age == timedelta(0)
    assert "ABC1D23" in said.compare
    assert one.wire.seen == []


async def test_what_is_not_ours_is_named_and_never_opened(field):
    device = await field("a")
    _, selo = await device.inspects()
    elsewhere = device.store.selo_url(selo).replace(OURS, "https://golpe.exemplo")
    device.breaks()
    assert await told(device, elsewhere) == ("cinza", "other_host")
    assert await told(device, "https://golpe.exemplo/pix") == ("cinza", "not_ours")
    assert device.wire.seen == []


async def test_a_week_with_no_signal_turns_verde_into_ambar_and_a_sync_back_again(field, clock):
    device = await field("a")
    _, selo = await device.inspects()
    clock.passes(days=7, seconds=1)
    assert await told(device, selo) == ("ambar", "list_old")
    await device.client.sync()
    assert await told(device, selo) == ("verde", "good")


async def test_a_new_devices_selo_is_cinza_until_the_next_sync(field):
    one = await field("a")
    other = await field("b")
    _, selo = await other.inspects()
    assert await told(one, selo) == ("cinza", "unknown_key")
    await one.client.sync()
    assert await told(one, selo) == ("verde", "good")


async def test_a_stolen_devices_unsent_selo_is_vermelho_after_the_next_sync(field, town):
    one, thief = await field("a"), await field("b")
    await one.client.sync()
    _, sent = await thief.inspects()
    await thief.client.sync()
    _, unsent = await thief.inspects()
    people.revoke(town.server, IBGE, thief.store.device_identity()["device"]["id"], "Furtado.")
    assert await told(one, unsent) == ("verde", "good")
    await one.client.sync()
    assert await told(one, unsent) == ("vermelho", "key_revoked")
    assert await told(one, sent) == ("verde", "good")


async def test_ones_own_annulment_counts_before_it_was_sent(field):
    device = await field("a")
    _, selo = await device.inspects()
    await device.client.sync()
    assert await told(device, selo) == ("verde", "good")
    await device.store.conclude(
        None, [annulment(selo)],
        {"matricula": "1001", "proof": "pin", "at": "2026-11-30T09:00:00-03:00"},
    )  # fmt: skip
    assert await told(device, selo) == ("vermelho", "revoked")


async def test_the_lists_are_fetched_only_when_they_have_changed(field, clock):
    device = await field("a")
    await device.client.sync()
    assert not [one for one in device.wire.seen if "/lists/" in one]
    clock.passes(days=1)
    await device.client.sync()
    assert [one.split("/")[-1] for one in device.wire.seen if "/lists/" in one] == [
        "trust", "revocation",
    ]  # fmt: skip


async def test_before_the_first_sync_nothing_is_called_good(store):
    from sync.device.cadastro import Cadastro

    cadastro = await Cadastro.open(store.ports, store)
    said = await cadastro.check_seal(digits(made.packed_seal()))
    assert (said.colour, said.reason) == ("cinza", "no_lists")
    cadastro.close()


# Older, other and damaged lists


def put_lists(town, rows) -> None:
    with town.server.db.write() as conn:
        conn.execute(schema_seals.seal_lists.delete())
        for row in rows:
            conn.execute(schema_seals.seal_lists.insert().values(**row))


def kept_lists(town) -> list[dict]:
    with town.server.db.read() as conn:
        return [dict(row._mapping) for row in conn.execute(schema_seals.seal_lists.select())]


@pytest.mark.parametrize("registry_lost", [False, True])
async def test_an_older_list_is_refused_even_where_the_registry_was_lost(
    field, town, clock, registry_lost
):
    device = await field("a")
    old = kept_lists(town)
    _, selo = await device.inspects()
    await device.client.sync()
    clock.passes(hours=2)
    await device.store.conclude(
        None, [annulment(selo)],
        {"matricula": "1001", "proof": "pin", "at": "2026-11-30T09:00:00-03:00"},
    )  # fmt: skip
    await device.client.sync()
    newer = device.store.list_number("revocation")
    assert (await told(device, selo))[0] == "vermelho"
    put_lists(town, old)
    if registry_lost:
        await device.close()
        (device.folder / "cadastro.db").unlink()
        await device.open()
    state = await device.client.sync()
    assert state.problem is None
    assert device.cadastro.lists_refused["revocation"]["code"] == "list.rollback"
    assert device.cadastro.list_number("revocation") == (0 if registry_lost else newer)
    assert (await told(device, selo))[0] != "verde"
    clock.passes(days=1)  # the server's next ones are above all that was seen
    await device.client.sync()
    assert device.cadastro.lists_refused == {}
    assert device.cadastro.list_number("revocation") > newer


@pytest.mark.parametrize("kind", ["trust", "revocation"])
async def test_a_changed_list_is_refused_and_the_sync_goes_on(field, town, clock, kind):
    device = await field("a")
    _, selo = await device.inspects()
    before = device.cadastro.list_number(kind)
    clock.passes(days=1)
    seal_lists.numbers(town.server, IBGE)
    spoiled = kept_lists(town)
    for row in spoiled:
        if row["kind"] == kind:
            row["bytes"] = row["bytes"][:-70] + b"!" + row["bytes"][-69:]
    put_lists(town, spoiled)
    state = await device.client.sync()
    assert state.problem is None
    assert device.cadastro.lists_refused[kind]["code"] in ("list.malformed", "list.signature")
    assert device.cadastro.list_number(kind) == before
    assert await told(device, selo) == ("verde", "good")  # by the lists of yesterday


async def test_lists_that_were_changed_on_the_device_prove_nothing(field):
    device = await field("a")
    _, selo = await device.inspects()
    with device.cadastro.file.transaction() as db:
        db.execute("UPDATE seal_lists SET bytes = substr(bytes, 1, 9) || substr(bytes, 11)")
    assert await told(device, selo) == ("cinza", "no_lists")


# The clock


async def test_no_selo_is_dated_before_the_newest_list(field, clock, town):
    device = await field("a")
    clock.is_set_back(days=2)
    draft = device.store.create_draft(agent="1001")
    with pytest.raises(SealBeforeList, match=r"28/11/2026.*30/11/2026.*Acerte a data"):
        await device.inspects()
    assert device.store.records() == []
    assert device.store.next_number("selo") == 1
    assert device.store.draft(draft.id).status == "open"
    (vistoria, *_) = await device.inspects("reprovado")
    assert vistoria["clock"]["went_back"]
    clock.passes(days=2)
    await device.inspects()


async def test_the_lists_day_is_known_though_both_databases_were_lost(field, clock):
    device = await field("a")
    await device.close()
    for name in ("cadastro.db", "campo.db"):
        (device.folder / name).unlink()
    await device.open()
    clock.is_set_back(days=1)
    with pytest.raises(SealBeforeList):
        await concluded(device.store)


async def test_a_list_of_another_town_holds_nobody_back(field, clock, tmp_path):
    device = await field("a")
    floor = device.store.meta("list_floor")
    device.store.set_meta("list_floor", floor | {"municipality": 3135209})
    clock.is_set_back(days=2)
    assert device.store.newest_list_day() is None
    await device.inspects()


async def test_a_servers_clock_that_was_ahead_holds_nobody_back_once_it_is_right(
    field, clock, town
):
    device = await field("a")
    right = town.clock
    object.__setattr__(town.server, "clock", lambda: right() + timedelta(days=90))
    await device.client.sync()
    with pytest.raises(SealBeforeList):
        await device.inspects()
    object.__setattr__(town.server, "clock", right)
    await device.client.sync()
    await device.inspects()
