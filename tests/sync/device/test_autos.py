"""Autos in the device's store: their numbers, the secret of their copies, and the look-ups."""

import time

import pytest

from app.device.native import NativeStorage
from sync.device.cadastro import Cadastro
from sync.device.conclusion import PendingRecord
from sync.device.errors import NoNumbers, NumberOutOfOrder
from sync.device.people import person_keys
from sync.records.ids import uuid7
from tests.support.breaking import Fate, Killed, MortalStorage, mortal_connection
from tests.support.device import AGENT, RULEBOOK, device_ports, enrolled_store, shut
from tests.support.roadside_bodies import auto_body

AT = "2026-11-30T12:00:00.000Z"
SECRET = bytes(range(16))


def pending(number, secret=SECRET, **changes):
    return PendingRecord("auto", auto_body(number, secret=secret, **changes), id=uuid7(),
                         copy_secret=secret)


async def give(store, first=1, last=10):
    await store.add_block({"id": uuid7(), "series": "auto", "first": first, "last": last})


# ---- numbers --------------------------------------------------------------------------------


async def test_autos_take_their_numbers_in_order_and_selos_keep_theirs(store):
    await give(store, 5, 6)
    await give(store, 20, 29)
    assert store.numbers_ahead("auto", 4) == [5, 6, 20, 21]
    await store.conclude(None, [pending(5), pending(6), pending(20)], AGENT, RULEBOOK)
    assert store.next_number("auto") == 21
    assert store.next_number("selo") == 1
    assert store.number_account("auto") == {
        "granted": 12, "used": 3, "spoiled": 0, "annulled": 0, "unused": 9}


async def test_a_number_out_of_turn_makes_no_record(store):
    await give(store)
    with pytest.raises(NumberOutOfOrder):
        await store.conclude(None, [pending(1), pending(3)], AGENT, RULEBOOK)
    assert store.records() == []


async def test_without_a_block_there_is_no_number(store):
    with pytest.raises(NoNumbers, match="números de auto"):
        store.numbers_ahead("auto", 1)


# ---- the secret of the copy -----------------------------------------------------------------


async def test_the_secret_is_kept_with_the_record_and_again_after_a_start(store, reopen):
    await give(store)
    (record,) = await store.conclude(None, [pending(1)], AGENT, RULEBOOK)
    store = await reopen(store)
    assert store.copy_secret(record["id"]) == SECRET
    assert store.copy_secret(uuid7()) is None


async def test_killed_between_the_second_place_and_the_commit_the_secret_comes_back(
    folder, clock, monkeypatch
):
    fate = Fate()
    ports = device_ports(folder, clock, storage=MortalStorage(folder, fate))
    monkeypatch.setattr("sync.device.database.File.connection_class", mortal_connection(fate))
    store = await enrolled_store(ports)
    await give(store)
    one = pending(1)
    fate.arm(at=1, after=True)  # the head with the whole batch is durable, nothing else
    with pytest.raises(Killed):
        await store.conclude(None, [one], AGENT, RULEBOOK)
    fate.disarm()
    shut(store)
    monkeypatch.undo()
    store = await type(store).open(device_ports(folder, clock, storage=NativeStorage(folder)))
    assert store.record(one.id).body["number"] == 1
    assert store.copy_secret(one.id) == SECRET
    shut(store)


# ---- look-ups -------------------------------------------------------------------------------


@pytest.fixture
async def cadastro(ports, store):
    made = await Cadastro.open(ports, store)
    yield made
    made.close()


def put(kind, entity_id, **v):
    return {"t": kind, "op": "put", "id": entity_id, "v": v}


@pytest.mark.parametrize("typed", ["mar", "da sil", "SILVA", "josé", "0451", "451"])
async def test_a_person_is_found_by_any_word_of_the_name_or_the_register(cadastro, typed):
    cadastro.apply([
        put("person", "p1", name="Maria José da Silva", role="motorista", register="0451"),
        put("person", "p2", name="Bento Prado", role="cobrador", register="0999"),
    ], "1", False, AT)  # fmt: skip
    assert [one["id"] for one in cadastro.persons_like(typed)] == ["p1"]
    assert cadastro.persons_like(typed, ("cobrador",)) == []


async def test_a_person_who_changes_name_or_goes_is_found_so_no_more(cadastro):
    cadastro.apply([put("person", "p1", name="Ana Prado", role="motorista")], "1", False, AT)
    cadastro.apply([put("person", "p1", name="Ana Luz", role="motorista")], "2", False, AT)
    assert cadastro.persons_like("prado") == []
    cadastro.apply([{"t": "person", "op": "del", "id": "p1"}], "3", False, AT)
    assert cadastro.persons_like("luz") == []
    assert cadastro.persons_like("a") == []


async def test_lines_by_the_beginning_of_the_number_else_by_the_name(cadastro):
    cadastro.apply([
        put("line", "l1", number="12", name="Centro", service="urbano"),
        put("line", "l2", number="120", name="Praia", service="municipal"),
    ], "1", False, AT)  # fmt: skip
    assert [one["id"] for one in cadastro.lines_like("12")] == ["l1", "l2"]
    assert [one["id"] for one in cadastro.lines_like("12", "municipal")] == ["l2", "l1"]
    assert [one["id"] for one in cadastro.lines_like("pra")] == ["l2"]


async def test_autos_of_a_vehicle_by_either_form_of_its_plate_and_of_a_person(cadastro):
    cadastro.apply([
        put("auto", "a1", number=1, day="2026-05-01", cite="Art. 1", vehicle="v1",
            plate="ABC1234", autuado="p1", motorista=None, status="lavrado"),
        put("auto", "a2", number=2, day="2026-06-01", cite="Art. 2", vehicle=None,
            plate="ABC1C34", autuado=None, motorista="p1", status="anulado"),
    ], "1", False, AT)  # fmt: skip
    assert [one["id"] for one in cadastro.autos_of(plate="ABC1234")] == ["a2", "a1"]
    assert [one["id"] for one in cadastro.autos_of(vehicle="v1")] == ["a1"]
    assert [one["id"] for one in cadastro.autos_of(person="p1")] == ["a2", "a1"]


async def test_an_auto_of_this_device_shows_until_the_servers_own_comes(store, cadastro):
    await give(store)
    (record,) = await store.conclude(None, [pending(1)], AGENT, RULEBOOK)
    (own,) = cadastro.autos_of(plate="ABC1D23")
    assert (own["id"], own["number"], own["unsent"]) == (record["id"], 1, True)
    cancel = {"annuls": record["id"], "annulled_kind": "auto", "serial": 1, "reason": "Engano."}
    await store.conclude(None, [PendingRecord("anulacao", cancel)], AGENT, RULEBOOK)
    assert cadastro.autos_of(plate="ABC1D23")[0]["status"] == "anulado"


def test_the_keys_of_a_person_are_words_and_register():
    assert person_keys({"name": "Ana D'Ávila", "register": "007"}) == {
        "ana davila", "davila", "007", "7"}


async def test_ten_thousand_people_are_searched_without_a_wait(cadastro):
    cadastro.apply([
        put("person", f"p{n}", name=f"Pessoa Inventada {n:05}", role="motorista",
            register=f"{n:06}", works_for=f"h{n % 500}")
        for n in range(10_000)
    ], "1", False, AT)  # fmt: skip
    begun = time.perf_counter()
    for n in range(20):
        assert cadastro.persons_like(f"{n * 400:06}")
        assert cadastro.persons_of(f"h{n}")
    assert (time.perf_counter() - begun) / 40 < 0.05
