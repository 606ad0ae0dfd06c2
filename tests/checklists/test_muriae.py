"""Muriaé's law against its file: 17 conducts, groups without any, years that end in December."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from checklists import (
    Answer,
    Occurrence,
    UnknownReference,
    VehicleFacts,
    age,
    choices_of,
    conduct_row,
    decide,
    fine_of,
    fines,
    fines_of_group,
    load_rulebook,
    load_rulebook_bytes,
    validity,
)
from tests.support.rulebooks import all_conforme

LOSS = ("revogação da permissão",)
# Citation, own fine and penalties: everything that the law itself prints for each conduct.
CONDUCTS = {
    "Art. 1, § 5": (None, ("cancelamento da autorização do auxiliar",)),
    "Art. 4, § 2": ((1, "UFM"), ()),
    "Art. 4, § 3": (None, ("extinção da permissão",)),
    **{f"Art. 9, {item}": (None, LOSS) for item in ("II", "III", "IV", "V", "VI", "VII", "VIII")},
    "Art. 9, IX": (None, LOSS),
    "Art. 11, parágrafo único, I": (None, LOSS),
    "Art. 26, § 1": (None, ("permuta sem efeito",)),
    "Art. 27, § 2": (None, ("revogação da permissão, por desistência tácita, após notificações",)),
    "Art. 34, parágrafo único": (None, LOSS),
    "Art. 37": (None, ()),
    "Art. 50": (None, LOSS),
}
NEW_CAB = VehicleFacts(model_year=2024, manufacture_year=2023)

# A conduct such as the regulation may add, for each group.
REGULATION = "".join(
    f'\n[[conduct]]\ncite = "Art. 64, {letter.lower()}"\nlabel = "Do regulamento"\n'
    f'group = "{letter}"\napplies_to = ["permissionario"]\n'
    for letter in "ABC"
)


@pytest.fixture(scope="module")
def law():
    return load_rulebook("muriae")


@pytest.fixture(scope="module")
def regulated(law):
    return load_rulebook_bytes(law.raw + REGULATION.encode())


def test_the_law_itself_punishes_17_conducts(law):
    assert [row.cite for row in law.conducts] == list(CONDUCTS)
    assert len(law.conducts) == 17


@pytest.mark.parametrize("cite", CONDUCTS)
def test_each_has_the_fine_and_the_loss_that_the_law_prints_and_nothing_more(law, cite):
    conduct = law.conduct(cite)
    fine, penalties = CONDUCTS[cite]
    found = fine_of(law, conduct)
    assert ((found.amount, found.unit) if found else None) == fine
    assert conduct.penalties == penalties
    assert (conduct.severity, conduct.group, conduct.measures) == (None, None, ())


def test_a_conduct_is_found_by_its_article_where_it_is_the_only_one_there(law):
    assert law.conduct("Art. 11").cite == "Art. 11, parágrafo único, I"
    assert law.conduct("Art. 34").cite == "Art. 34, parágrafo único"
    with pytest.raises(UnknownReference):
        law.conduct("Art. 9")
    with pytest.raises(UnknownReference):
        law.conduct("Art. 9, I")


@pytest.mark.parametrize(("group", "reais"), [("A", 210), ("B", 140), ("C", 70)])
def test_group_a_is_the_dearest_and_all_are_in_reais(law, group, reais):
    fine = law.group(group).fine
    assert (fine.amount, fine.unit) == (reais, "BRL")
    assert "grupo-a-o-mais-caro" in law.group(group).choices


def test_no_conduct_of_the_law_is_in_a_group_until_the_regulation_says_so(law):
    groups = {law.group(g).fine.amount for g in "ABC"}
    assert all(fine_of(law, row) is None or fine_of(law, row).unit == "UFM" for row in law.conducts)
    assert groups == {210, 140, 70}
    assert law.choice("grupos-sem-conduta").applied == "nenhuma-sem-regulamento"


@pytest.mark.parametrize("cite", ["Art. 26, § 1", "Art. 37"])
def test_a_fine_without_value_stays_unknown_unless_the_town_takes_the_lowest_group(law, cite):
    conduct = law.conduct(cite)
    assert fine_of(law, conduct) is None
    shown = {choice.id: choice for choice in choices_of(law, conduct)}["multa-sem-valor"]
    assert [reading.outcome for reading in shown.readings] == [None, 70]
    lowest = law.with_readings({"multa-sem-valor": "grupo-c"})
    assert fine_of(lowest, conduct).amount == 70


def amounts(law, cite, *days):
    answer = fines(law, cite, [Occurrence(day) for day in days])
    return [int(row.fine.amount) if row.fine else None for row in answer.occurrences]


def test_the_same_infraction_on_the_90th_day_doubles_and_on_the_91st_does_not(regulated):
    first = date(2026, 1, 10)
    assert amounts(regulated, "Art. 64, b", first, date(2026, 4, 10)) == [140, 280]
    assert amounts(regulated, "Art. 64, b", first, date(2026, 4, 11)) == [140, 140]


def test_group_b_on_the_90th_day_doubles_whatever_the_regulation_puts_in_it(law):
    def of_group(group, *days):
        answer = fines_of_group(law, group, [Occurrence(day) for day in days])
        return [int(row.fine.amount) for row in answer.occurrences]

    first = date(2026, 1, 10)
    assert of_group("B", first, date(2026, 4, 10)) == [140, 280]
    assert of_group("B", first, date(2026, 4, 11)) == [140, 140]
    assert of_group("A", first) == [210]
    with pytest.raises(UnknownReference):
        fines_of_group(law, "D", [])
    cites = fines_of_group(law, "B", [Occurrence(first)]).cites
    assert cites == ("Art. 55, II", "Art. 59", "Art. 59, parágrafo único")


def test_each_recurrence_doubles_the_last_fine_counting_from_the_last_infraction(regulated):
    days = (date(2026, 1, 10), date(2026, 4, 1), date(2026, 6, 20), date(2026, 12, 1))
    assert amounts(regulated, "Art. 64, c", *days) == [70, 140, 280, 70]


def test_different_infractions_do_not_make_recidivism_and_their_fines_add_up(regulated):
    day = date(2026, 3, 1)
    total = sum(amounts(regulated, cite, day)[0] for cite in ("Art. 64, a", "Art. 64, c"))
    assert total == 280


def test_not_renewing_the_licence_in_time_again_doubles_the_ufm(law):
    assert amounts(law, "Art. 4, § 2", date(2026, 1, 10), date(2026, 2, 10)) == [1, 2]
    assert fines(law, "Art. 4, § 2", []).occurrences == ()


def test_a_second_swap_of_ranks_may_cost_the_permit(law):
    rows = [Occurrence(date(2026, 1, 10)), Occurrence(date(2026, 2, 10))]
    first, again = fines(law, "Art. 26, § 1", rows).occurrences
    assert first.fine is None
    assert first.penalties == ("permuta sem efeito",)
    assert again.penalties == ("permuta sem efeito", "a permissão pode ser revogada")


@pytest.mark.parametrize(
    ("on", "years", "allowed"),
    [
        (date(2016, 12, 30), 0, True),
        (date(2016, 12, 31), 1, True),
        (date(2026, 12, 30), 10, True),
        (date(2026, 12, 31), 11, False),
    ],
)
def test_a_2016_cab_completes_a_year_each_31_december_from_its_model_year(law, on, years, allowed):
    answer = age(law, "taxi", VehicleFacts(2016, 2015), on)
    assert (answer.years, answer.limit, answer.allowed) == (years, 10, allowed)
    assert set(answer.cites) == {"Art. 28", "Art. 28, parágrafo único"}


def test_the_other_ways_of_counting_are_shown_with_what_they_give(law):
    answer = age(law, "taxi", VehicleFacts(2016, 2015), date(2026, 12, 31))
    counting = next(choice for choice in answer.choices if choice.id == "contagem-da-idade")
    assert {reading.id: reading.outcome for reading in counting.readings} == {
        "completa-em-31-12": 11,
        "modelo": 10,
        "fabricacao": 11,
    }


def test_an_approved_inspection_is_good_for_a_year(law):
    answer = validity(law, "taxi", NEW_CAB, date(2026, 3, 2))
    assert answer.valid_until == date(2027, 3, 2)
    assert validity(law, "taxi", NEW_CAB, date(2028, 2, 29)).valid_until == date(2029, 2, 28)
    assert validity(law, "taxi", VehicleFacts(2014, 2014), date(2026, 3, 2)).valid_until is None


def test_the_checklist_comes_from_the_articles_on_vehicle_documents_and_meter(law):
    sections = law.checklist("taxi").sections
    assert [len(section.items) for section in sections] == [5, 6, 3, 4]
    ids = {item.id for item in law.checklist("taxi").items}
    assert {"35-titular", "29", "32-cvi", "32-cmt", "46", "47-1", "37"} <= ids
    conditional = {item.id for item in law.checklist("taxi").items if item.conditional}
    assert conditional == {"40-PU", "39", "37", "30"}


def test_no_cab_is_barred_from_the_road_for_what_its_driver_wears(law):
    assert not law.checklist("taxi").has("53")
    assert any(row.cites == ("Art. 53",) for row in law.requirements)


def test_an_absent_holder_has_the_inspection_set_anew_and_the_cab_is_not_rejected(law):
    reason = law.checklist("taxi").sections[0].unverified_reasons[0]
    assert reason == "Titular ausente: remarcar"
    answers = all_conforme(law, "taxi", i35_titular=Answer("nao_verificado", reason=reason))
    assert decide(law, "taxi", NEW_CAB, answers, date(2026, 3, 2)).result == "pendente"


def test_the_fuel_item_follows_the_reading_applied(law):
    assert law.choice("combustivel-proibido").applied == "norma-federal"
    assert "norma federal" in law.checklist("taxi").item("9-IX").hint


def test_no_meter_item_may_be_skipped_though_a_word_of_article_46_is_wrong(law):
    assert law.choice("taximetro-nao-obrigados").applied == "obrigatorio"
    assert law.checklist("taxi").item("46").conditional is None


def test_a_rejected_cab_may_not_circulate_and_has_no_deadline(law):
    answers = all_conforme(law, "taxi", i47_lacre=Answer("nao_conforme"))
    verdict = decide(law, "taxi", NEW_CAB, answers, date(2026, 3, 2))
    assert (verdict.result, verdict.retention, verdict.valid_until) == ("reprovado", False, None)
    assert verdict.exigencias[0].deadline is None
    assert any("não pode trafegar" in reason.text for reason in verdict.reasons)
    assert {"trafegar-ou-servir", "reprovado-sem-prazo"} <= {c.id for c in verdict.choices}


def test_a_cab_past_its_age_is_rejected_though_every_item_passed(law):
    answers = all_conforme(law, "taxi")
    facts = VehicleFacts(2016, 2016)
    assert decide(law, "taxi", facts, answers, date(2026, 12, 30)).result == "aprovado"
    assert decide(law, "taxi", facts, answers, date(2026, 12, 31)).result == "reprovado"


def test_the_inspection_costs_0_30_upfm_and_a_transfer_10(law):
    fees = {fee.id: fee for fee in law.fees}
    assert (fees["vistoria"].amount.amount, fees["vistoria"].amount.unit) == (
        Decimal("0.30"),
        "UPFM",
    )
    assert fees["transferencia-taxi"].amount.amount == 10
    assert fees["transferencia-onibus"].amount.amount == 50
    assert fees["transferencia-micro-onibus"].amount.amount == 20
    assert fees["fiscalizacao-na-transferencia"].amount is None


def test_defence_is_in_business_days_only_where_the_law_says_so(law):
    rows = {row.ato: row for row in law.deadlines}
    assert (rows["defesa-revogacao"].days, rows["defesa-revogacao"].day_kind) == (5, "uteis")
    assert rows["defesa"].days == 5
    assert rows["defesa"].day_kind.choice == "dias-sem-qualificativo"
    assert law.choice("dias-sem-qualificativo").reading("corridos").value == "corridos"
    assert [rows[ato].days for ato in ("recurso", "recurso-prefeito", "ciencia-do-julgamento")] == [
        10,
        10,
        10,
    ]
    assert rows["recurso"].suspensive is None


def test_the_appeal_asks_no_deposit_though_the_law_prints_one(law):
    assert law.choice("deposito-previo").applied == "nao-se-exige"
    assert "Art. 63, § 5" in law.choice("deposito-previo").cites


def test_what_the_regulation_should_fix_stays_unknown(law):
    unknown = {row.ato for row in law.deadlines if row.unknown}
    assert unknown == {"pagamento", "renovar-alvara", "matricular-auxiliar"}
    assert all(row.choices for row in law.deadlines if row.unknown)


def test_an_item_shows_the_loss_of_the_permit_or_why_the_fine_has_no_value(law):
    fuel, seal = (law.checklist("taxi").item(item) for item in ("9-IX", "37"))
    assert (fuel.penalties, fuel.fine_note) == (LOSS, "")
    assert "não dá o valor" in seal.fine_note


def test_an_inspector_looks_at_the_fuel_and_the_seal_only(law):
    seen = {row.cite for row in law.conducts if conduct_row(law, row)["vistoria"]}
    assert seen == {"Art. 9, IX", "Art. 37"}
