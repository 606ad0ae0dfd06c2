"""A rejected van comes back: what was open is looked at first, and closes when it is in order."""

from app.flows.registry import concluded
from app.flows.vehicle import look_up
from tests.support.yard import van

MIRROR, WIPER = "14-XX", "14-XV"


async def _rejected(yard):
    vehicle = yard.registers(van())
    flow = yard.begins(vehicle)
    yard.finds_all_in_order(flow, MIRROR, WIPER)
    await yard.signs_and_concludes(flow)
    yard.clock.passes(days=3)
    return vehicle


async def test_the_vehicle_shows_what_is_open_and_proposes_the_reinspection(yard):
    await _rejected(yard)
    facts = look_up(yard.desk, "abc1d23")
    assert facts.default_mode == "reinspecao"
    assert {one.cite for one in facts.exigencias} == {"Art. 14, XV", "Art. 14, XX"}
    assert facts.last_vistoria == "Reprovado em 30/11/2026"


async def test_a_reinspection_begins_with_the_open_exigencias(yard):
    flow = yard.begins(await _rejected(yard), "reinspecao")
    assert [state.id for state in flow.order[:2]] == [WIPER, MIRROR]
    assert flow.cursor.item_id == WIPER
    section, first = flow.groups()[0]
    assert section is None
    assert [state.id for state in first] == [WIPER, MIRROR]
    assert first[0].last.value == "nao_conforme"


async def test_a_reinspection_closes_what_is_in_order_and_gives_the_selo(yard):
    vehicle = await _rejected(yard)
    flow = yard.begins(vehicle, "reinspecao")
    opened = {row["id"] for row in flow.open_exigencias}
    flow.keep_last_answers()
    yard.finds_all_in_order(flow)
    conclusion = await yard.signs_and_concludes(flow)
    kept = concluded(yard.store, conclusion.record_id)
    assert set(kept.verdict["closes"]) == opened
    assert kept.body["mode"] == "reinspecao"
    assert kept.body["previous"] is not None
    assert kept.seal.body["serial"] == 1
    assert yard.desk.open_exigencias(vehicle["id"]) == []


async def test_the_other_answers_of_last_time_are_kept_in_one_tap_and_say_so(yard):
    flow = yard.begins(await _rejected(yard), "reinspecao")
    assert flow.can_keep_last_answers()
    assert flow.keep_last_answers() == 36
    assert flow.progress.text == "36/38"
    assert flow.item("14-I").answer["note"] == "Mantido da vistoria de 30/11/2026"
    assert flow.item(MIRROR).value == "", "what was open is looked at, never kept"
    flow.undo()
    assert flow.progress.text == "0/38"


async def test_what_fails_again_stays_the_same_exigencia(yard):
    vehicle = await _rejected(yard)
    flow = yard.begins(vehicle, "reinspecao")
    before = {row["item"]: row["id"] for row in flow.open_exigencias}
    flow.keep_last_answers()
    yard.finds_all_in_order(flow, MIRROR)
    conclusion = await yard.signs_and_concludes(flow)
    verdict = concluded(yard.store, conclusion.record_id).verdict
    assert [one["id"] for one in verdict["exigencias"]] == [before[MIRROR]]
    assert verdict["closes"] == [before[WIPER]]


async def test_an_ordinary_vistoria_looks_at_everything_and_closes_what_it_finds_in_order(yard):
    vehicle = await _rejected(yard)
    flow = yard.begins(vehicle)
    assert flow.cursor.item_id == "14-I"
    assert flow.progress.total == 38
    yard.finds_all_in_order(flow)
    await yard.signs_and_concludes(flow)
    assert yard.desk.open_exigencias(vehicle["id"]) == []


async def test_an_exigencia_from_the_server_is_shown_with_its_deadline(yard):
    vehicle = van()
    yard.registers(
        vehicle,
        {
            "id": "0192f0c1-0000-7000-8000-0000000000e9", "vehicle": vehicle["id"],
            "item": MIRROR, "cite": "Art. 14, XX", "label": "Retrovisor interno",
            "since": "2026-11-20", "deadline": "2026-11-28", "status": "aberta",
            "record": "0192f0c1-0000-7000-8000-0000000000f9",
        },
    )
    [exigency] = look_up(yard.desk, vehicle["plate"]).exigencias
    assert exigency.deadline == "venceu há 2 dias"
    assert exigency.late
