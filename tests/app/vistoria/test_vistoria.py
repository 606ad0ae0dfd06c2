"""The whole vistoria as the inspector lives it, on the real store and the real law."""

import asyncio
from datetime import UTC, date, datetime

import pytest

from app.flows.home import Home
from app.flows.registry import concluded
from tests.support.yard import van

MIRROR = "14-XX"


async def test_a_van_with_a_broken_mirror_is_rejected_and_retained(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow, MIRROR)
    verdict = yard.desk.conclusion(flow.draft_id).verdict
    assert verdict.result == "reprovado"
    assert verdict.retention
    assert [exigencia.item for exigencia in verdict.exigencias] == [MIRROR]

    conclusion = await yard.signs_and_concludes(flow)
    kept = concluded(yard.store, conclusion.record_id)
    assert kept.result == "reprovado"
    assert kept.verdict["retention"] is True
    assert kept.seal is None
    assert yard.store.numbers_left("selo") == 40, "a rejected vehicle uses no number"


async def test_a_passing_van_gets_six_months_in_mangaratiba(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow)
    conclusion = await yard.signs_and_concludes(flow)
    kept = concluded(yard.store, conclusion.record_id)
    assert kept.verdict["valid_until"] == "2027-05-30"
    assert kept.seal.body["serial"] == 1
    assert kept.seal.body["valid_until"] == "2027-05-30"
    assert kept.seal.body["vehicle"]["chassis_tail"] == "004251"
    assert [choice.applied for choice in conclusion.verdict.choices], "the choice made is shown"
    assert yard.store.drafts() == []


async def test_a_school_van_of_twelve_years_gets_two_months_in_januaria(januaria):
    vehicle = januaria.registers(van(model_year=2014, manufacture_year=2014))
    flow = januaria.begins(vehicle)
    januaria.finds_all_in_order(flow)
    conclusion = januaria.desk.conclusion(flow.draft_id)
    assert conclusion.verdict.result == "aprovado"
    assert conclusion.verdict.valid_until == date(2027, 1, 30)


async def test_what_was_not_verified_leaves_the_vistoria_waiting(yard):
    flow = yard.begins(yard.registers(van()))
    for state in flow.items:
        if state.section.place == "patio":
            flow.answer(state.id, "conforme")
    assert flow.skip_section("art-15", "Sem fosso nem elevador") == 12
    conclusion = yard.desk.conclusion(flow.draft_id)
    yard.signs(conclusion)
    assert conclusion.verdict.result == "pendente"
    assert len(conclusion.unverified()) == 12
    assert await conclusion.conclude() is None
    assert "fica guardado" in conclusion.problem
    assert [draft.id for draft in yard.store.drafts()] == [flow.draft_id]
    assert yard.store.records() == []


async def test_a_whole_section_is_put_off_from_the_item_on_screen(yard):
    flow = yard.begins(yard.registers(van()))
    flow.cursor.go("15-I")
    flow.answer("15-II", "conforme")
    assert len(flow.blank("art-15")) == 11
    flow.cursor.skip_section("art-15", "Sem fosso nem elevador")
    assert flow.progress.unverified == 11
    assert flow.cursor.item_id == "14-I", "what has no answer yet comes next"
    flow.cursor.undo()
    assert flow.progress.unverified == 0


async def test_what_waits_for_a_pit_says_so_among_the_drafts(yard):
    flow = yard.begins(yard.registers(van()))
    flow.skip_section("art-15", "Sem fosso nem elevador")
    home = Home(yard.store, yard.desk.cadastro)
    home.refresh()
    assert home.drafts[0].said.endswith("12 de 38 itens"), "first the rest is to be answered"
    for state in flow.items:
        if not state.value:
            flow.answer(state.id, "conforme")
    home.refresh()
    assert home.drafts[0].waiting == "falta verificar 12 itens"
    assert home.drafts[0].said.endswith("38 de 38 itens, falta verificar 12 itens")


async def test_items_put_off_are_taken_up_one_after_the_other(yard):
    flow = yard.begins(yard.registers(van()))
    for state in flow.items:
        if state.section.place == "patio":
            flow.answer(state.id, "conforme")
    flow.skip_section("art-15", "Sem fosso nem elevador")
    seen, at = [], "15-I"
    while at:
        seen.append(at)
        at = flow.answer(at, "conforme")
    assert len(seen) == 12
    assert flow.progress.unverified == 0
    assert flow.answer("14-II", "nao_conforme") is None


async def test_one_undo_takes_a_whole_skipped_section_back(yard):
    flow = yard.begins(yard.registers(van()))
    flow.answer("15-I", "conforme")
    flow.skip_section("art-15", "Sem fosso nem elevador")
    assert flow.progress.answered == 12
    flow.undo()
    assert flow.progress.answered == 1
    assert flow.item("15-I").value == "conforme"
    assert flow.item("15-II").value == ""
    assert set(yard.store.draft(flow.draft_id).answers) == {"15-I"}


async def test_an_answer_goes_on_to_the_next_item_and_undo_comes_back(yard):
    flow = yard.begins(yard.registers(van()))
    cursor = flow.cursor
    assert cursor.item_id == "14-I"
    cursor.answer("conforme")
    assert cursor.item_id == "14-II"
    cursor.answer("nao_se_aplica")
    cursor.answer("nao_conforme")
    assert flow.progress.text == "3/38"
    cursor.undo()
    assert cursor.item_id == "14-III"
    assert flow.item("14-III").value == ""
    assert flow.progress.text == "2/38"


async def test_a_changed_answer_undone_is_the_former_one(yard):
    flow = yard.begins(yard.registers(van()))
    flow.answer(MIRROR, "nao_conforme")
    flow.answer(MIRROR, "conforme")
    flow.undo()
    assert flow.item(MIRROR).value == "nao_conforme"
    assert yard.store.draft(flow.draft_id).answers[MIRROR]["value"] == "nao_conforme"


async def test_after_a_kill_the_vistoria_is_resumed_where_it_stopped(yard):
    flow = yard.begins(yard.registers(van()))
    for _ in range(5):
        yard.clock.passes(seconds=3)
        flow.cursor.answer("conforme")
    flow.set_note("14-II", "Ar fraco")
    await yard.is_killed_and_opened_again()
    again = yard.desk.open(flow.draft_id)
    assert again is not flow
    assert again.progress.text == "5/38"
    assert again.item("14-II").answer["note"] == "Ar fraco"
    assert again.cursor.item_id == "14-VI"


async def test_the_undo_outlives_a_kill(yard):
    flow = yard.begins(yard.registers(van()))
    flow.answer("14-I", "nao_conforme")
    await yard.is_killed_and_opened_again()
    again = yard.desk.open(flow.draft_id)
    assert again.progress.can_undo
    assert again.undo() == "14-I"
    assert again.item("14-I").value == ""


async def test_a_vehicle_with_a_draft_gets_no_second_one(yard):
    vehicle = yard.registers(van())
    flow = yard.begins(vehicle)
    assert yard.desk.start({**vehicle, "plate": "ABC1D23"}) == flow.draft_id
    assert len(yard.store.drafts()) == 1


async def test_the_old_form_of_the_plate_finds_the_same_draft(yard):
    flow = yard.begins(yard.registers(van(plate="ABC1C34")))
    assert yard.desk.draft_of("another-id", "ABC1234").id == flow.draft_id


async def test_a_second_tap_on_concluir_makes_one_record(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow)
    conclusion = yard.desk.conclusion(flow.draft_id)
    yard.signs(conclusion)
    first, second = await asyncio.gather(conclusion.conclude(), conclusion.conclude())
    assert first == flow.draft_id
    assert second in (None, flow.draft_id), "still being written, or the same record"
    assert await conclusion.conclude() == flow.draft_id
    assert [kept.kind for kept in yard.store.records()] == ["selo", "vistoria"]


async def test_a_conclusion_whose_answer_was_lost_is_found_again(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow)
    await yard.signs_and_concludes(flow)
    lost = yard.desk.conclusion(flow.draft_id)
    lost.record_id = None
    assert await lost.conclude() == flow.draft_id
    assert len(yard.store.records()) == 2


async def test_no_signature_is_refused_clearly(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow)
    conclusion = yard.desk.conclusion(flow.draft_id)
    assert await conclusion.conclude() is None
    assert "Falta a assinatura" in conclusion.problem
    assert yard.store.records() == []


async def test_an_unanswered_item_is_named_and_stops_the_conclusion(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow, besides=MIRROR)
    conclusion = yard.desk.conclusion(flow.draft_id)
    [owed] = conclusion.missing()
    assert (owed.item, owed.label, owed.detail) == (MIRROR, "Retrovisor interno", "Art. 14, XX")
    assert "1 item está incompleto" in conclusion.refusals()[0]


async def test_without_numbers_the_draft_waits_and_says_so(last_number):
    yard = last_number
    first = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(first)
    await yard.signs_and_concludes(first)
    second = yard.begins(yard.registers(van(plate="XYZ9A87", chassis="9BWZZZ377VT009999")))
    yard.finds_all_in_order(second)
    conclusion = yard.desk.conclusion(second.draft_id)
    yard.signs(conclusion)
    assert await conclusion.conclude() is None
    assert "Acabaram os números de selo" in conclusion.problem
    assert conclusion.lacks_numbers()
    assert second.progress.complete
    assert [draft.id for draft in yard.store.drafts()] == [second.draft_id]


async def test_the_chassis_tail_that_was_missing_is_put_before_concluding(yard):
    flow = yard.begins(yard.registers(van(chassis=None)))
    yard.finds_all_in_order(flow)
    conclusion = yard.desk.conclusion(flow.draft_id)
    assert conclusion.needs_chassis()
    assert any("chassi" in refusal for refusal in conclusion.refusals())
    assert "6 últimos" in conclusion.set_chassis("12")
    assert conclusion.set_chassis("00 42-51") == ""
    assert conclusion.refusals() == []
    await yard.signs_and_concludes(flow)


async def test_a_clock_gone_back_asks_before_it_dates_a_selo(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow)
    yard.clock.is_set_back(days=400)
    conclusion = yard.desk.conclusion(flow.draft_id)
    assert "confira a data do aparelho" in conclusion.clock_doubt()
    assert conclusion.refusals() == ["Confirme que a data do aparelho está certa."]
    conclusion.accept_clock(True)
    assert conclusion.refusals() == []


async def test_a_clock_that_the_server_knows_to_be_ahead_asks_too(yard):
    yard.store.note_server_time("2025-11-30T12:00:00Z")
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow)
    conclusion = yard.desk.conclusion(flow.draft_id)
    assert "seriam 30/11/2025" in conclusion.clock_doubt()
    assert conclusion.refusals() == ["Confirme que a data do aparelho está certa."]
    yard.store.note_server_time(yard.clock.now().isoformat())
    assert conclusion.clock_doubt() == ""


async def test_the_record_says_what_was_measured_noted_and_seen(yard):
    flow = yard.begins(yard.registers(van()))
    flow.set_measured("14-XXI", "hodometro", "123.456")
    flow.set_note("14-I", "Faixa desbotada")
    yard.finds_all_in_order(flow)
    conclusion = await yard.signs_and_concludes(flow)
    body = concluded(yard.store, conclusion.record_id).body
    answers = {answer["item"]: answer for answer in body["answers"]}
    assert body["odometer"] == 123456
    assert answers["14-I"]["note"] == "Faixa desbotada"
    assert len(answers) == 38
    roles = [blob.role for blob in yard.store.record_blobs(conclusion.record_id)]
    assert roles == ["assinatura"]


@pytest.mark.parametrize("typed", ["muito", "12a", "-5", "1.2.3,4,5"])
async def test_a_number_that_is_none_is_refused_and_stays_on_the_screen(yard, typed):
    flow = yard.begins(yard.registers(van()))
    assert not flow.set_measured("14-XXI", "hodometro", typed)
    assert "só números" in flow.item("14-XXI").ask_problems["hodometro"]
    assert flow.item("14-XXI").answer["measured"] == {}


async def test_an_item_without_condition_takes_no_nao_se_aplica(yard):
    flow = yard.begins(yard.registers(van()))
    with pytest.raises(ValueError, match="não depende"):
        flow.answer(MIRROR, "nao_se_aplica")
    with pytest.raises(ValueError, match="por que"):
        flow.answer(MIRROR, "nao_verificado", "  ")


async def test_the_filter_shows_only_what_is_missing(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow, besides=MIRROR)
    flow.show_only_missing(True)
    assert [[state.id for state in states] for _, states in flow.groups()] == [[MIRROR]]
    flow.show_only_missing(False)
    assert sum(len(states) for _, states in flow.groups()) == 38


async def test_a_tap_tells_only_its_own_item_and_the_progress(yard):
    flow = yard.begins(yard.registers(van()))
    told = []
    for state in flow.items:
        state.watch(lambda state=state: told.append(state.id))
    flow.progress.watch(lambda: told.append("progress"))
    flow.watch(lambda: told.append("list"))
    flow.answer("14-VII", "conforme")
    assert told == ["14-VII", "progress"]


@pytest.mark.parametrize("typed", ["12345678901", "48²", "٤٨٢٥٠", "1,2,3", "48 km"])
async def test_a_number_that_no_record_takes_is_refused_as_it_is_typed(yard, typed):
    flow = yard.begins(yard.registers(van()))
    assert not flow.set_measured("14-XXI", "hodometro", typed)
    assert flow.item("14-XXI").ask_problems["hodometro"]
    assert flow.set_measured("14-XXI", "hodometro", "0.048.250")
    yard.finds_all_in_order(flow)
    await yard.signs_and_concludes(flow)


async def test_a_verdict_of_yesterday_is_not_signed_unseen(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow)
    yard.clock.time = datetime(2026, 12, 1, 2, 59, tzinfo=UTC)  # 23:59 where the yard is
    conclusion = yard.desk.conclusion(flow.draft_id)
    assert conclusion.verdict.valid_until == date(2027, 5, 30)
    yard.signs(conclusion)
    yard.clock.passes(minutes=2)
    assert conclusion.verdict.valid_until == date(2027, 6, 1)  # as the screen, drawn again, says
    assert await conclusion.conclude() is None
    assert "Passou da meia-noite" in conclusion.problem
    assert "aprovado, válido até 01/06/2027" in conclusion.problem
    assert yard.store.records() == []
    assert await conclusion.conclude() == flow.draft_id
    selo, vistoria = yard.store.records()
    assert selo.body["inspected_on"] == "2026-12-01"
    assert (selo.body["valid_until"], vistoria.body["verdict"]["valid_until"]) == (
        "2027-06-01", "2027-06-01",
    )  # fmt: skip


async def test_midnight_while_it_is_being_signed_changes_nothing_of_what_was_seen(
    yard, monkeypatch
):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow)
    yard.clock.time = datetime(2026, 12, 1, 2, 59, 59, tzinfo=UTC)
    conclusion = yard.desk.conclusion(flow.draft_id)
    assert conclusion.verdict.valid_until == date(2027, 5, 30)
    yard.signs(conclusion)
    prepare = yard.store.prepare_selo

    async def slow(*arguments, **more):
        yard.clock.passes(seconds=2)
        return await prepare(*arguments, **more)

    monkeypatch.setattr(yard.store, "prepare_selo", slow)
    assert await conclusion.conclude() == flow.draft_id
    (selo,) = yard.store.records(kind="selo")
    assert (selo.body["inspected_on"], selo.body["valid_until"]) == ("2026-11-30", "2027-05-30")
