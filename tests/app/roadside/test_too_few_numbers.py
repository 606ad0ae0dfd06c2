"""A stop with more autos than the device has numbers: some come out, the others wait, none is lost
or doubled."""

import json

import pytest

from app.flows.auto_record import lavrado, waiting_in_stop
from app.flows.home import Home
from sync.device.errors import DraftClosed
from sync.records.envelope import check_follows, check_record
from sync.records.ids import uuid7
from tests.support.device import photo_bytes
from tests.support.roadside import Roadside

FIRST, SECOND, THIRD = "Art. 14, XIX", "Art. 14, XX", "Art. 14, XXI"
PLACE = "Rua Coronel Moreira, 12"


async def with_one_number(at, *cites: str, how: str = "ausente") -> tuple[Roadside, object]:
    road = await at("mangaratiba", autos=1)
    stop = road.stops(road.registers())
    for cite in cites or (FIRST, SECOND, THIRD):
        road.fills(stop.add_auto(cite))
    road.agrees(stop, how)
    return road, stop


async def grant(road: Roadside, first: int, last: int) -> None:
    await road.store.add_block({"id": uuid7(), "series": "auto", "first": first, "last": last})


def what_waits(road: Roadside):
    (draft,) = road.store.drafts()
    return road.desk.stops.open(draft.id)


async def test_the_first_that_were_chosen_come_out_and_the_others_stay_without_a_number(at):
    road, stop = await with_one_number(at)
    lavrar = road.reviews(stop)
    assert lavrar.numbered.words()[0] == "Só há 1 número de auto para 3 autos."
    done = await lavrar.lavrar()
    assert [road.store.record(one).body["conduct"]["cite"] for one in done] == [FIRST]
    waits = what_waits(road)
    assert waits.draft_id == stop.draft_id
    assert [auto.cite for auto in waits.autos] == [SECOND, THIRD]
    assert road.store.numbers_left("auto") == 0
    (recorded,) = road.store.records(kind="abordagem")
    assert recorded.body["autos"] == done


async def test_the_agent_says_which_and_a_dead_battery_forgets_it_not(at):
    road, stop = await with_one_number(at)
    road.reviews(stop).numbered.pick(stop.autos[2].id)
    await road.is_killed_and_opened_again()
    lavrar = road.desk.stops.lavrar(stop.draft_id)
    assert [auto.cite for auto in lavrar.numbered.later()] == [FIRST, SECOND]
    (done,) = await lavrar.lavrar()
    assert road.store.record(done).body["conduct"]["cite"] == THIRD


async def test_as_many_are_picked_as_there_are_numbers_and_one_at_least(at):
    road, stop = await with_one_number(at)
    await grant(road, 500, 500)
    numbered = road.reviews(stop).numbered
    first, second, third = (auto.id for auto in stop.autos)

    def now():
        return [auto.id for auto in numbered.now()]

    assert now() == [first, second]
    numbered.pick(third)
    assert now() == [first, third]
    numbered.pick(first)
    numbered.pick(third)
    assert now() == [third]
    stop.remove_auto(third)
    assert now() == [first, second]


async def test_an_answer_that_lacks_in_one_that_waits_holds_nothing_up(at):
    road, stop = await with_one_number(at, FIRST)
    stop.add_auto(SECOND).choose_kind("auto")
    lavrar = road.reviews(stop)
    assert stop.autos[1].owed()
    assert lavrar.owed() == []
    assert await lavrar.lavrar()


async def test_with_numbers_the_others_follow_with_the_stops_place_hour_and_vehicle(at):
    road, stop = await with_one_number(at, how="assinou")
    happened = stop.fields["happened_at"]
    assert await stop.evidence.add(photo_bytes())
    (first,) = await road.reviews(stop).lavrar()
    road.clock.passes(hours=26)
    await grant(road, 700, 709)
    waits = what_waits(road)
    lavrar = road.reviews(waits)
    assert await lavrar.lavrar() is None
    assert "assina, recusou-se a assinar ou está ausente" in lavrar.problem
    waits.ack.choose("ausente")
    done = await lavrar.lavrar()
    bodies = [road.store.record(one).body for one in (first, *done)]
    assert [body["number"] for body in bodies] == [301, 700, 701]
    for body in bodies:
        assert (body["stop"], body["happened_at"]) == (stop.draft_id, happened)
        assert body["place"]["text"] == PLACE
        assert body["vehicle"]["plate"] == "ABC1D23"
        assert body["photos"] == bodies[0]["photos"] and len(body["photos"]) == 1
    assert [body["acknowledged"] for body in bodies] == ["assinou", "ausente", "ausente"]
    assert bodies[0]["drawn_at"][:10] == "2026-11-30"
    assert bodies[1]["drawn_at"][:10] == "2026-12-01"
    assert road.store.drafts() == []
    assert len(road.store.records(kind="abordagem")) == 1
    previous = None
    for kept in reversed(road.store.records()):
        check_record(kept.record)
        check_follows(kept.record, previous)
        previous = kept.record


async def test_a_witness_of_the_stop_is_none_of_what_is_lavrado_later(at):
    road, stop = await with_one_number(at, FIRST, SECOND, how="recusou")
    stop.set_person("testemunha", name="Ivo Serpa")
    (first,) = await road.reviews(stop).lavrar()
    assert road.store.record(first).body["witness"]
    waits = what_waits(road)
    assert "testemunha" not in waits.people
    assert waits.people


async def test_what_the_record_of_the_stop_says_changes_no_more(at):
    road, stop = await with_one_number(at, FIRST, SECOND)
    await road.reviews(stop).lavrar()
    waits = what_waits(road)
    before = json.dumps(road.store.draft(waits.draft_id).fields, sort_keys=True)
    waits.write_place("Outra rua")
    waits.without_vehicle()
    waits.use_unknown_plate("XYZ1A23")
    await waits.find_place()
    assert waits.set_time("29/11/2026 10:00") == "A abordagem já foi registrada com esta hora."
    assert waits.add_auto(THIRD) is None
    assert json.dumps(road.store.draft(waits.draft_id).fields, sort_keys=True) == before
    waits.set_person("motorista", name="Davi Lucas Moreira")
    assert road.store.draft(waits.draft_id).fields["people"]["motorista"]["name"]


async def test_two_taps_on_the_first_lavrar_make_one_auto_and_keep_the_others(at):
    road, stop = await with_one_number(at)
    lavrar = road.reviews(stop)
    done = await lavrar.lavrar()
    assert await lavrar.lavrar() == done
    assert len(road.store.records(kind="auto")) == 1
    assert len(what_waits(road).autos) == 2
    assert road.reviews(stop) is not lavrar


async def test_a_tap_from_before_puts_nothing_into_what_waits(at):
    road, stop = await with_one_number(at)
    late = stop.autos[0]
    await road.reviews(stop).lavrar()
    late.write_note("Tarde demais")
    assert not stop.saved
    waits = what_waits(road)
    assert [auto.cite for auto in waits.autos] == [SECOND, THIRD]


async def test_a_record_that_is_there_is_never_made_again(at):
    road, stop = await with_one_number(at)
    await road.reviews(stop).lavrar()
    await grant(road, 700, 709)
    stale = road.reviews(stop)
    stale.stop.autos = stop.autos  # as a page that never heard of the first lavratura
    stale.stop.ack.choose("ausente")
    await stale.lavrar()
    assert "já foi concluído" in stale.problem or str(DraftClosed()) == stale.problem
    assert len(road.store.records(kind="auto")) == 1
    assert road.store.next_number("auto") == 700


async def test_a_second_charge_for_one_act_is_seen_across_the_two_lavraturas(at):
    road = await at("januaria", autos=1)
    row = next(row for row in road.law.conducts if row.same_as and row.status == "vigente")
    stop = road.stops(road.registers())
    for cite in (row.cite, row.same_as[0]):
        auto = stop.add_auto(cite)
        road.fills(auto)
        auto.choose_role(auto.roles[0].id)
    road.agrees(stop, "ausente")
    roles = {auto.role for auto in stop.autos}
    assert await road.reviews(stop).lavrar(), road.reviews(stop).problem
    waits = what_waits(road)
    assert len(roles) == 1
    assert any("mesma conduta" in one for one in road.reviews(waits).twice())


async def test_a_photo_of_the_stop_stays_on_the_device_while_an_auto_waits_for_it(at):
    road, stop = await with_one_number(at, FIRST, SECOND)
    await stop.evidence.add(photo_bytes())
    (digest,) = stop.evidence.digests()
    (first,) = await road.reviews(stop).lavrar()
    road.store.note_blob_progress(digest, 10_000, complete=True)  # the server has it
    await road.store.free_space()
    waits = what_waits(road)
    assert await waits.evidence.original(digest)
    assert not waits.evidence.remove(digest)
    assert "já está em um auto lavrado" in waits.evidence.problem
    await grant(road, 700, 700)
    waits.ack.choose("ausente")
    (second,) = await road.reviews(waits).lavrar()
    assert road.store.record(second).body["photos"] == [digest]
    assert road.store.blob(digest).state == "sent"
    assert road.store.blob(digest).record == first
    assert await road.store.free_space() > 0


async def test_a_photo_taken_later_goes_only_where_it_can(at):
    road, stop = await with_one_number(at, FIRST, SECOND)
    (first,) = await road.reviews(stop).lavrar()
    waits = what_waits(road)
    assert await waits.evidence.add(photo_bytes())
    await grant(road, 700, 700)
    waits.ack.choose("ausente")
    (second,) = await road.reviews(waits).lavrar()
    assert road.store.record(first).body["photos"] == []
    assert len(road.store.record(second).body["photos"]) == 1


async def test_home_and_the_auto_say_what_waits(at):
    road, stop = await with_one_number(at)
    home = Home(road.store, road.desk.cadastro)
    home.refresh()
    assert home.drafts[0].stage == "3 autos por lavrar"
    (done,) = await road.reviews(stop).lavrar()
    home.refresh()
    assert home.drafts[0].stage == "2 autos sem número"
    assert home.drafts[0].path == f"/abordagem/{stop.draft_id}"
    assert waiting_in_stop(road.desk, lavrado(road.store, done)) == (stop.draft_id, 2)
    await grant(road, 700, 709)
    home.refresh()
    assert home.drafts[0].stage == "2 autos por lavrar"


async def test_the_last_that_waits_can_be_dropped_and_the_draft_goes_with_it(at):
    road, stop = await with_one_number(at, FIRST, SECOND)
    await road.reviews(stop).lavrar()
    waits = what_waits(road)
    assert not waits.is_blank
    waits.remove_auto(waits.autos[0].id)
    assert waits.is_blank
    assert await road.reviews(waits).end("orientado")
    assert road.store.drafts() == []
    assert len(road.store.records(kind="abordagem")) == 1


@pytest.mark.parametrize("given", [1, 2])
async def test_numbers_that_come_by_ones_and_twos_end_all_of_them(at, given):
    road, stop = await with_one_number(at)
    numbers, first = [], 301
    while road.store.drafts():
        waits = what_waits(road)
        waits.ack.choose("ausente")
        for one in await road.reviews(waits).lavrar() or []:
            numbers.append(road.store.record(one).body["number"])
        first += 50
        await grant(road, first, first + given - 1)
    assert len(numbers) == len(set(numbers)) == 3
    assert {kept.id for kept in road.store.records(kind="auto")} == {auto.id for auto in stop.autos}


@pytest.mark.parametrize("committed", [True, False], ids=["whole", "before the commit"])
async def test_a_damaged_database_gives_back_the_autos_that_wait(at, committed):
    road, stop = await with_one_number(at)
    campo = road.folder / "campo.db"
    before = campo.read_bytes()
    (first,) = await road.reviews(stop).lavrar()
    page = road.store.file.value("SELECT rootpage FROM sqlite_master WHERE name = 'agents'") - 1
    road.closes()
    data = bytearray(campo.read_bytes() if committed else before)
    data[page * 4096 : (page + 1) * 4096] = b"\xa5" * 4096
    campo.write_bytes(data)
    await road.is_killed_and_opened_again()
    assert road.store.recovered and road.store.find_record(first)
    waits = what_waits(road)
    assert [auto.cite for auto in waits.autos] == [SECOND, THIRD]
    await grant(road, 700, 709)
    waits.ack.choose("ausente")
    assert len(await road.reviews(waits).lavrar()) == 2
