"""How answers become a verdict, on a small invented law."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checklists import (
    ANSWERS,
    Answer,
    OpenExigencia,
    UnknownReference,
    VehicleFacts,
    age,
    decide,
    load_rulebook,
)
from tests.support.rulebooks import vila

FRIDAY = date(2026, 8, 7)
FACTS = VehicleFacts(model_year=2024)
READ = Answer("conforme", measured={"leitura": "120300"})
BAD = Answer("nao_conforme")
UNSEEN = Answer("nao_verificado", reason="Sem luz")


def verdict(brakes, meter, law=None, facts=FACTS, open_ones=()):
    answers = {key: value for key, value in (("2-I", brakes), ("2-II", meter)) if value}
    return decide(law or vila(), "escolar", facts, answers, FRIDAY, open_ones)


def open_one(item="2-I", deadline=None):
    return OpenExigencia("e1", item, "Freios", date(2026, 8, 1), deadline)


def test_all_in_order_is_approved_until_six_months_later():
    answer = verdict(Answer("conforme"), READ)
    assert (answer.result, answer.valid_until) == ("aprovado", date(2027, 2, 7))
    assert answer.reasons[0].text == "Aprovado: vale 6 meses, até 07/02/2027 (Art. 3)."


def test_one_failure_rejects_and_retains_by_the_items_own_measure():
    answer = verdict(BAD, READ)
    assert (answer.result, answer.valid_until, answer.retention) == ("reprovado", None, True)
    assert answer.exigencias[0].cites == ("Art. 2, I", "Art. 5")


def test_an_item_without_a_measure_retains_nothing():
    answer = verdict(Answer("conforme"), BAD)
    assert (answer.result, answer.retention) == ("reprovado", False)


def test_a_failed_meter_needs_no_reading():
    assert verdict(Answer("conforme"), BAD).missing == ()


def test_something_unverified_leaves_the_verdict_waiting():
    answer = verdict(UNSEEN, READ)
    assert (answer.result, answer.unverified) == ("pendente", ("2-I",))
    assert answer.valid_until is None
    assert answer.reasons[0].text == "Não verificado: Freios (Art. 2, I)."


def test_a_failure_decides_even_if_something_else_is_unverified():
    answer = verdict(UNSEEN, BAD)
    assert (answer.result, answer.unverified) == ("reprovado", ("2-I",))


def test_a_missing_answer_leaves_it_undecided_even_after_a_failure():
    answer = verdict(BAD, None)
    assert (answer.result, answer.missing) == ("pendente", ("2-II",))
    assert answer.reasons[0].text == "Falta 1 item por responder."
    assert [exigencia.item for exigencia in answer.exigencias] == ["2-I"]


def test_nothing_answered_names_everything_that_is_missing():
    answer = verdict(None, None)
    assert (answer.result, answer.missing) == ("pendente", ("2-I", "2-II"))
    assert answer.reasons[0].text == "Faltam 2 itens por responder."


def test_not_applicable_does_not_count_where_the_law_makes_no_condition():
    answer = verdict(Answer("nao_se_aplica"), READ)
    assert (answer.result, answer.missing) == ("pendente", ("2-I",))
    assert "vale para todos" in answer.reasons[-1].text


def test_not_applicable_counts_where_the_law_makes_a_condition():
    law = vila(('label = "Freios"', 'label = "Freios"\nconditional = "Só se houver"'))
    assert verdict(Answer("nao_se_aplica"), READ, law).result == "aprovado"


def test_not_verified_without_a_reason_does_not_count():
    answer = verdict(Answer("nao_verificado", reason="  "), READ)
    assert answer.missing == ("2-I",)
    assert "Falta dizer por que" in answer.reasons[-1].text


def test_a_required_reading_is_missed_by_name():
    answer = verdict(Answer("conforme"), Answer("conforme"))
    assert answer.missing == ("2-II",)
    assert answer.reasons[-1].text == "Falta em “Hodômetro”: leitura."


def test_a_required_photo_is_counted():
    law = vila(('kind = "number"', 'kind = "photo"'))
    assert verdict(Answer("conforme"), Answer("conforme"), law).missing == ("2-II",)
    assert verdict(Answer("conforme"), Answer("conforme", photos=1), law).missing == ()


def test_an_unknown_answer_is_refused_where_it_is_made():
    with pytest.raises(ValueError, match="talvez"):
        Answer("talvez")


def test_answers_to_items_that_are_not_on_the_list_are_ignored():
    answers = {"2-I": Answer("conforme"), "2-II": READ, "99": BAD}
    assert decide(vila(), "escolar", FACTS, answers, FRIDAY).result == "aprovado"


def test_an_unknown_service_is_refused_by_name():
    with pytest.raises(UnknownReference, match="'barco'"):
        decide(vila(), "barco", FACTS, {}, FRIDAY)


def test_five_days_without_more_words_are_calendar_days_with_business_days_shown():
    answer = verdict(BAD, READ)
    assert answer.exigencias[0].deadline == date(2026, 8, 12)
    assert answer.exigencias[0].deadline_reason == "Cinco dias para corrigir (Art. 5)."
    assert [choice.id for choice in answer.choices] == ["dias"]
    business = verdict(BAD, READ, vila().with_readings({"dias": "uteis"}))
    assert business.exigencias[0].deadline == date(2026, 8, 14)
    assert business.choices[0].applied == "uteis"


def test_a_choice_that_decided_nothing_is_not_shown():
    assert verdict(Answer("conforme"), READ).choices == ()


def test_past_the_age_limit_the_vehicle_is_rejected_with_the_reason():
    answer = verdict(Answer("conforme"), READ, facts=VehicleFacts(model_year=2020))
    assert (answer.result, answer.exigencias, answer.valid_until) == ("reprovado", (), None)
    assert answer.reasons[0].text.startswith("O veículo tem 6 anos de uso; o limite é de 5 anos.")
    assert answer.reasons[0].cites == ("Art. 4",)


def test_at_the_age_limit_it_still_passes():
    answer = verdict(Answer("conforme"), READ, facts=VehicleFacts(model_year=2021))
    assert answer.result == "aprovado"


def test_a_model_year_of_next_year_counts_as_zero_and_a_later_one_is_questioned():
    assert age(vila(), "escolar", VehicleFacts(model_year=2027), FRIDAY).years == 0
    later = age(vila(), "escolar", VehicleFacts(model_year=2028), FRIDAY)
    assert (later.years, later.allowed) == (None, None)
    assert later.reason == "Confira o ano-modelo: 2028 não pode ser."
    answer = verdict(Answer("conforme"), READ, facts=VehicleFacts(model_year=2028))
    assert answer.result == "pendente"


def test_an_open_exigencia_closes_when_its_item_is_in_order():
    answer = verdict(Answer("conforme"), READ, open_ones=[open_one()])
    assert (answer.result, answer.closes) == ("aprovado", ("e1",))
    assert "Exigência cumprida: Freios." in [reason.text for reason in answer.reasons]


def test_an_open_exigencia_that_fails_again_stays_with_its_own_deadline():
    answer = verdict(BAD, READ, open_ones=[open_one(deadline=date(2026, 8, 6))])
    assert answer.closes == ()
    (exigencia,) = answer.exigencias
    assert (exigencia.continues, exigencia.deadline) == ("e1", date(2026, 8, 6))


def test_an_open_exigencia_that_was_not_verified_stays_open():
    answer = verdict(UNSEEN, READ, open_ones=[open_one()])
    assert (answer.result, answer.closes) == ("pendente", ())


def test_an_open_exigencia_is_not_closed_by_not_applicable():
    law = vila(('label = "Freios"', 'label = "Freios"\nconditional = "Só se houver"'))
    answer = verdict(Answer("nao_se_aplica"), READ, law, open_ones=[open_one()])
    assert (answer.result, answer.closes) == ("pendente", ())
    assert "segue aberta" in answer.reasons[-1].text


def test_an_exigencia_of_an_item_no_longer_listed_is_named_and_blocks_nothing():
    answer = verdict(Answer("conforme"), READ, open_ones=[open_one(item="9-X")])
    assert (answer.result, answer.closes) == ("aprovado", ())
    assert answer.conditions == ("Exigência de 01/08/2026 fora desta lista: Freios. Confira.",)


def test_a_law_may_ask_only_the_open_exigencias_in_a_new_inspection():
    law = vila(('reason = "Cinco', 'scope = "exigencias"\nreason = "Cinco'))
    answer = verdict(Answer("conforme"), None, law, open_ones=[open_one()])
    assert (answer.result, answer.missing, answer.closes) == ("aprovado", (), ("e1",))
    assert verdict(Answer("conforme"), None, law).missing == ("2-II",)


answers = st.builds(
    Answer,
    value=st.sampled_from(ANSWERS),
    reason=st.sampled_from(["", "Sem luz"]),
    measured=st.sampled_from([{}, {"hodometro": "10"}]),
)


@settings(deadline=None)
@given(st.data())
def test_whatever_is_answered_the_verdict_holds_together(data):
    name = data.draw(st.sampled_from(["mangaratiba", "januaria"]))
    law = load_rulebook(name)
    service = data.draw(st.sampled_from([service.id for service in law.services]))
    items = [item.id for item in law.checklist(service).items]
    failing = data.draw(st.dictionaries(st.sampled_from(items), answers, max_size=4))
    given_ones = {item: Answer("conforme") for item in items} | failing
    for item in data.draw(st.lists(st.sampled_from(items), max_size=2)):
        given_ones.pop(item, None)
    year = data.draw(st.one_of(st.none(), st.integers(2000, 2028)))
    on = data.draw(st.dates(date(2025, 1, 1), date(2028, 12, 31)))
    pending = [OpenExigencia("e", data.draw(st.sampled_from(items)), "X", on - timedelta(days=9))]
    answer = decide(law, service, VehicleFacts(year), given_ones, on, pending)
    assert answer.reasons
    assert (answer.valid_until is None) or answer.result == "aprovado"
    if answer.missing:
        assert answer.result == "pendente"
    if answer.exigencias and not answer.missing:
        assert answer.result == "reprovado"
    if answer.result == "aprovado":
        assert not (answer.exigencias or answer.unverified or answer.missing or answer.retention)
        assert answer.valid_until is None or answer.valid_until > on
    assert set(answer.closes) <= {"e"}
    measures = {measure for row in answer.exigencias for measure in row.measures}
    assert answer.retention == ("retencao" in measures)
