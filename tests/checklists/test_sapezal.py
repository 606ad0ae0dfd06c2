"""Sapezal's law against its file: 25 duties, seven infractions, and what they must not become."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from checklists import (
    Answer,
    Occurrence,
    VehicleFacts,
    age,
    conduct_row,
    decide,
    fine_of,
    fines,
    in_reais,
    load_rulebook,
    validity,
)
from tests.support.rulebooks import all_conforme

ROMAN = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV"),
    *("XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI", "XXII", "XXIII", "XXIV", "XXV"),
)
# Citation, severity and what is printed beyond the fine.
INFRACTIONS = {
    "Art. 26, I": ("leve", (), ()),
    "Art. 26, II": ("leve", ("impedimento",), ()),
    "Art. 26, III": ("leve", (), ()),
    "Art. 26, IV": ("grave", (), ()),
    "Art. 26, V": ("grave", (), ()),
    "Art. 26, VI": ("grave", (), ("suspensão da autorização por 12 meses",)),
}
NEW_CAR = VehicleFacts(model_year=2025, manufacture_year=2024)


@pytest.fixture(scope="module")
def law():
    return load_rulebook("sapezal")


def test_the_25_duties_of_article_13_and_the_seven_infractions_stand_in_order(law):
    duties = [f"Art. 13, {item}" for item in ROMAN]
    assert [row.cite for row in law.conducts] == [*duties, *INFRACTIONS, "Art. 27"]
    assert len(law.conducts) == 32


@pytest.mark.parametrize("item", ROMAN)
def test_each_duty_is_punished_by_article_26_iii_as_light(law, item):
    conduct = law.conduct(f"Art. 13, {item}")
    assert (conduct.severity, conduct.group, conduct.measures) == ("leve", None, ())
    assert conduct.cites == ("Art. 26, III",)
    assert conduct.applies_to == ("condutor",)
    assert fine_of(law, conduct).as_dict() == {"amount": 5, "unit": "URS"}


@pytest.mark.parametrize("cite", INFRACTIONS)
def test_severity_measure_and_penalty_are_as_printed(law, cite):
    conduct = law.conduct(cite)
    assert (conduct.severity, conduct.measures, conduct.penalties) == INFRACTIONS[cite]
    assert conduct.group is None


def test_illegal_transport_is_very_grave_and_only_of_who_has_no_permit(law):
    conduct = law.conduct("Art. 27")
    assert (conduct.severity, conduct.measures) == ("gravissima", ())
    assert conduct.applies_to == ("sem-autorizacao",)
    assert fine_of(law, conduct).amount == 30


@pytest.mark.parametrize(
    ("severity", "units"), [("leve", 5), ("media", 10), ("grave", 20), ("gravissima", 30)]
)
def test_the_four_severities_cost_5_to_30_urs(law, severity, units):
    fine = law.group(law.severity(severity).group).fine
    assert (fine.amount, fine.unit) == (units, "URS")


def test_no_conduct_is_of_medium_severity_though_the_law_prices_it(law):
    assert all(row.severity != "media" for row in law.conducts)
    assert law.choice("categoria-media-sem-conduta").applied == "nenhuma"


def test_no_points_are_counted_since_the_law_gives_none(law):
    assert law.points_rules == ()
    assert all(severity.points is None for severity in law.severities)


def test_smoking_in_a_parked_car_at_a_urs_of_40_costs_200_reais(law):
    answer = fines(law, "Art. 13, VIII", [Occurrence(date(2026, 3, 1))])
    assert in_reais(answer.occurrences[0].fine, Decimal("40.0")) == Decimal("200.00")
    assert answer.cites == ("Art. 13, VIII", "Art. 26, III", "Art. 25, I")
    assert "estacionado" in law.conduct("Art. 13, VIII").label


def test_using_a_taxi_rank_costs_20_urs_and_suspends_from_the_first_time(law):
    (row,) = fines(law, "Art. 26, VI", [Occurrence(date(2026, 3, 1))]).occurrences
    assert (row.fine.amount, row.doubled) == (20, False)
    assert row.penalties == ("suspensão da autorização por 12 meses",)
    assert "Art. 25, III" in fines(law, "Art. 26, VI", []).cites


def test_a_rank_that_is_no_taxi_rank_stays_light(law):
    assert law.conduct("Art. 13, XI").severity == "leve"
    assert law.choice("ponto-leve-ou-grave").applied == "especial"


def penalties(law, cite, *days):
    return [
        row.penalties for row in fines(law, cite, [Occurrence(day) for day in days]).occurrences
    ]


def test_riding_without_the_application_again_suspends_for_30_days_and_never_doubles(law):
    days = [date(2026, 1, 10), date(2028, 5, 1)]
    answer = fines(law, "Art. 26, IV", [Occurrence(day) for day in days])
    assert [int(row.fine.amount) for row in answer.occurrences] == [20, 20]
    assert [row.doubled for row in answer.occurrences] == [False, False]
    assert [row.penalties for row in answer.occurrences] == [
        (),
        ("suspensão da autorização por 30 dias",),
    ]
    shown = {choice.id: choice for choice in answer.choices}
    assert shown["suspensao-30-dias-ou-12-meses"].applied == "trinta-dias"
    assert [r.outcome[1] for r in shown["suspensao-30-dias-ou-12-meses"].readings] == [
        ["suspensão da autorização por 30 dias"],
        ["suspensão da autorização por 12 meses"],
    ]


def test_a_town_that_reads_a_window_of_twelve_months_does_not_count_beyond_it(law):
    other = law.with_readings({"reincidencia-sem-janela": "doze-meses"})
    first = date(2026, 1, 10)
    assert penalties(other, "Art. 26, IV", first, date(2027, 1, 10))[1] != ()
    assert penalties(other, "Art. 26, IV", first, date(2027, 1, 11))[1] == ()
    assert penalties(law, "Art. 26, IV", first, date(2027, 1, 11))[1] != ()


def test_assaulting_the_agent_again_cancels_the_permit(law):
    first, again = penalties(law, "Art. 26, V", date(2026, 1, 1), date(2026, 1, 2))
    assert (first, again) == ((), ("cassação da autorização",))


def test_illegal_transport_again_seizes_the_vehicle_but_not_the_first_time(law):
    first, again = penalties(law, "Art. 27", date(2026, 1, 1), date(2026, 1, 2))
    assert not any("apreensão" in text for text in first)
    assert any("apreensão do veículo" in text for text in again)


@pytest.mark.parametrize("cite", ["Art. 13, I", "Art. 26, I", "Art. 26, II", "Art. 26, VI"])
def test_no_other_conduct_has_a_rule_for_recidivism(law, cite):
    once, again = penalties(law, cite, date(2026, 1, 1), date(2026, 1, 2))
    assert once == again


@pytest.mark.parametrize(
    ("model_year", "on", "years", "allowed"),
    [
        (2021, date(2026, 12, 31), 5, True),
        (2020, date(2026, 1, 1), 6, False),
        (2026, date(2026, 6, 1), 0, True),
        (2027, date(2026, 12, 1), 0, True),
    ],
)
def test_age_is_the_year_minus_the_model_year_allowed_up_to_five(
    law, model_year, on, years, allowed
):
    answer = age(law, "aplicativo", VehicleFacts(model_year, model_year - 1), on)
    assert (answer.years, answer.limit, answer.allowed) == (years, 5, allowed)
    assert set(answer.cites) == {"Art. 2, § 1", "Art. 2, § 2"}


def test_the_other_ways_of_counting_are_shown(law):
    answer = age(law, "aplicativo", VehicleFacts(2021, 2020), date(2026, 12, 31))
    counting = next(choice for choice in answer.choices if choice.id == "contagem-da-idade")
    assert {reading.id: reading.outcome for reading in counting.readings} == {
        "modelo": 5,
        "completa-em-31-12": 6,
        "fabricacao": 6,
    }


def test_an_approved_inspection_is_good_for_a_year_date_to_date(law):
    answer = validity(law, "aplicativo", NEW_CAR, date(2026, 8, 7))
    assert (answer.allowed, answer.valid_until) == (True, date(2027, 8, 7))
    assert "vistoria-anual-de-quando" in [choice.id for choice in answer.choices]
    assert validity(law, "aplicativo", 6, date(2026, 8, 7)).valid_until is None


def test_the_checklist_asks_what_the_articles_ask_and_only_the_law_makes_it_conditional(law):
    sections = law.checklist("aplicativo").sections
    assert [len(section.items) for section in sections] == [7, 8, 9, 5]
    always = {item.id for item in law.checklist("aplicativo").items if not item.conditional}
    assert {"2-portas", "15-V", "15-I-seguranca", "13-XV", "13-XVI", "15-VIII"} <= always
    assert not {"13-I", "15-IV", "12-IV", "14-interno", "14-PU"} & always
    assert all(section.unverified_reasons for section in sections)


def test_the_extinct_insurance_is_asked_only_while_it_is_charged(law):
    strict = law.with_readings({"seguro-obrigatorio": "sempre"})
    assert law.checklist("aplicativo").item("15-IV").conditional
    assert strict.checklist("aplicativo").item("15-IV").conditional is None


def test_rejected_on_a_friday_it_has_until_wednesday_with_friday_as_the_other_reading(law):
    answers = all_conforme(law, "aplicativo", i13_XV=Answer("nao_conforme"))
    verdict = decide(law, "aplicativo", NEW_CAR, answers, date(2026, 8, 7))
    assert (verdict.result, verdict.retention) == ("reprovado", False)
    assert verdict.exigencias[0].deadline == date(2026, 8, 12)
    assert "Art. 16, § 2" in verdict.exigencias[0].cites
    assert {"cinco-dias-corridos-ou-uteis", "rodar-reprovado"} <= {c.id for c in verdict.choices}
    strict = law.with_readings({"cinco-dias-corridos-ou-uteis": "uteis"})
    other = decide(strict, "aplicativo", NEW_CAR, answers, date(2026, 8, 7))
    assert other.exigencias[0].deadline == date(2026, 8, 14)
    assert any("26, II" in reason.text for reason in verdict.reasons)


def test_a_car_not_yet_in_service_needs_no_outer_sticker(law):
    answers = all_conforme(law, "aplicativo", i14_PU=Answer("nao_se_aplica"))
    assert decide(law, "aplicativo", NEW_CAR, answers, date(2026, 8, 7)).result == "aprovado"


def test_a_car_past_five_years_is_rejected_though_every_item_passed(law):
    answers = all_conforme(law, "aplicativo")
    assert decide(law, "aplicativo", NEW_CAR, answers, date(2026, 8, 7)).result == "aprovado"
    old = VehicleFacts(2020, 2020)
    verdict = decide(law, "aplicativo", old, answers, date(2026, 8, 7))
    assert verdict.result == "reprovado"
    assert not any("prazo" in reason.text for reason in verdict.reasons)


def test_what_an_inspector_sees_is_marked_and_conduct_on_the_road_is_not(law):
    seen = {row.cite for row in law.conducts if conduct_row(law, row)["vistoria"]}
    assert seen == {"Art. 13, I", "Art. 13, XV", "Art. 13, XVI", "Art. 13, XVII", "Art. 13, XXI"}


def test_deadlines_that_the_law_does_not_give_stay_unknown(law):
    rows = {row.ato: row for row in law.deadlines}
    unknown = {ato for ato, row in rows.items() if row.unknown}
    assert unknown == {"nova-vistoria", "defesa", "recurso", "pagamento"}
    assert all(rows[ato].choices and rows[ato].suspensive is None for ato in unknown)
    assert (rows["dados-da-viagem"].hours, rows["dados-da-viagem"].days) == (24, None)
    assert rows["notificar-penalidade"].days == 90
    assert rows["suspensao-ponto-de-taxi"].months == 12
    assert rows["suspensao-sem-aplicativo"].days == 30


def test_the_inner_sticker_and_the_outer_one_of_15_by_20_cm_are_both_asked(law):
    stickers = [row.label for row in law.requirements if row.kind == "selo"]
    assert any("painel, lado direito" in label for label in stickers)
    assert any("15 cm de altura por 20 cm de largura" in label for label in stickers)
    asks = [ask.id for ask in law.checklist("aplicativo").item("14-PU").asks]
    assert asks == ["altura", "largura"]


def test_fees_are_outside_this_law_and_stay_unknown(law):
    assert {fee.amount for fee in law.fees} == {None}
    assert all(fee.unknown for fee in law.fees)
