"""Januária's law against its file: ages, validities, articles against annex."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import pytest

from checklists import (
    Answer,
    Occurrence,
    OpenExigencia,
    VehicleFacts,
    age,
    checklist_for,
    choices_of,
    conduct_row,
    decide,
    every_choice,
    fine_of,
    fines,
    in_reais,
    load_rulebook,
    validity,
)
from tests.support.rulebooks import all_conforme

COLLECTIVE = ("urbano", "municipal", "rodoviario", "industrial", "especial", "escolar")

# The groups in the order of the items of each article, and how many each letter of the annex has.
ARTICLES = {
    93: "EECDDCCECCCD",
    94: "DDCBAEDDCAABBADDBBBDD",
    95: "CCBBABABACBABCD",
    96: "DDEDDD",
}
ANNEX = {"A": 8, "B": 14, "C": 8, "D": 14, "E": 9}
ROMAN = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"),
    *("XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI"),
)

# The six conducts whose article and annex disagree: (article, annex, group that applies).
DIVERGENT = [
    ("Art. 93, VII", "Anexo, E-06", "C"),
    ("Art. 93, VIII", "Anexo, B-01", "B"),
    ("Art. 93, IX", "Anexo, E-07", "C"),
    ("Art. 94, VII", "Anexo, E-04", "D"),
    ("Art. 95, I", "Anexo, E-08", "C"),
    ("Art. 95, II", "Anexo, E-09", "C"),
]


@pytest.fixture(scope="module")
def law():
    return load_rulebook("januaria")


def outcomes(answer, choice_id):
    choice = next(one for one in answer.choices if one.id == choice_id)
    return choice.applied, {reading.id: reading.outcome for reading in choice.readings}


def test_articles_93_to_96_give_12_21_15_and_6_conducts_with_their_groups(law):
    found = {row.cite: row.group for row in law.conducts if row.cite.startswith("Art.")}
    expected = {
        f"Art. {article}, {ROMAN[n]}": group
        for article, groups in ARTICLES.items()
        for n, group in enumerate(groups)
    }
    assert found == expected
    assert [len(groups) for groups in ARTICLES.values()] == [12, 21, 15, 6]


def test_the_annex_gives_8_14_8_14_and_9_conducts_by_its_letters(law):
    found = [row for row in law.conducts if row.cite.startswith("Anexo")]
    assert [row.cite for row in found] == [
        f"Anexo, {letter}-{n:02}" for letter, count in ANNEX.items() for n in range(1, count + 1)
    ]
    assert all(row.group == row.cite[7] for row in found)


def test_no_conduct_has_a_severity_points_or_printed_measure_since_the_law_gives_none(law):
    assert law.severities == ()
    assert all(row.severity is None and row.measures == () for row in law.conducts)
    assert law.points_rules == ()


@pytest.mark.parametrize(("group", "units"), [("A", 2), ("B", 4), ("C", 6), ("D", 8), ("E", 10)])
def test_the_five_groups_cost_2_to_10_upfm(law, group, units):
    fine = law.group(group).fine
    assert (fine.amount, fine.unit) == (units, "UPFM")


@pytest.mark.parametrize(("article", "annex", "group"), DIVERGENT)
def test_where_article_and_annex_disagree_both_keep_their_group_and_the_lower_applies(
    law, article, annex, group
):
    first, second = law.conduct(article), law.conduct(annex)
    assert first.group != second.group
    assert fine_of(law, first) == fine_of(law, second) == law.group(group).fine
    amounts = [reading.outcome for reading in choices_of(law, first)[0].readings]
    assert sorted(amounts) == sorted(
        int(law.group(row.group).fine.amount) for row in (first, second)
    )


def test_only_those_six_disagree(law):
    pairs = {
        tuple(sorted((row.cite, twin)))
        for row in law.conducts
        for twin in row.same_as
        if law.conduct(twin).group != row.group
    }
    assert pairs == {tuple(sorted((one, other))) for one, other, _ in DIVERGENT}


def test_every_twin_names_its_twin(law):
    for row in law.conducts:
        for twin in row.same_as:
            assert row.cite in law.conduct(twin).same_as


def test_the_annex_fines_no_cab_for_what_article_93_asks_of_collective_transport(law):
    assert law.choice("taxi-e-aluguel-nas-multas").applied == "so-coletivo"
    for row in law.conducts:
        for twin in row.same_as:
            assert law.conduct(twin).services == row.services, row.cite
    assert law.conduct("Anexo, E-01").reaches("escolar")
    assert not law.conduct("Anexo, E-01").reaches("taxi")
    assert law.conduct("Anexo, E-03").reaches("taxi")


def test_propaganda_outside_is_forbidden_but_only_the_inside_is_fined(law):
    assert law.choice("propaganda-por-fora").applied == "so-exigencia"
    assert "propaganda-por-fora" in law.checklist("urbano").item("60").choices
    assert "propaganda-por-fora" in law.conduct("Art. 93, VII").choices


def test_lettering_is_required_of_lines_and_the_registry_number_of_all_collective(law):
    services = {row.cites: row.services for row in law.requirements if row.kind == "veiculo"}
    assert services[("Art. 55", "Art. 56", "Art. 58")] == ("urbano", "municipal", "rodoviario")
    assert services[("Art. 57",)] == COLLECTIVE


def test_what_stands_in_only_one_place_is_still_punished_and_shown_as_a_choice(law):
    alone = {row.cite for row in law.conducts if not row.same_as}
    assert alone == {"Art. 93, XII", "Art. 94, VIII", "Art. 96, I", "Anexo, B-08", "Anexo, D-09"}
    for cite in alone:
        assert fine_of(law, law.conduct(cite)) is not None
        assert any(choice.startswith("conduta-so-no-") for choice in law.conduct(cite).choices)


def test_a_dirty_bus_costs_4_upfm_with_10_shown(law):
    row = conduct_row(law, law.conduct("Art. 93, VIII"))
    assert (row["group"], row["fine"]) == ("E", {"amount": 4, "unit": "UPFM"})
    assert row["vistoria"] is True
    readings = {reading["id"]: reading["value"] for reading in row["choices"][0]["readings"]}
    assert readings == {"anexo": 4, "artigo": 10}


def test_a_town_that_reads_the_article_fines_the_dirty_bus_10_upfm(law):
    strict = law.with_readings({"grupo-limpeza": "artigo"})
    assert fine_of(strict, law.conduct("Art. 93, VIII")).amount == 10


def test_abandoning_the_vehicle_at_a_upfm_of_92_35(law):
    fine = fine_of(law, law.conduct("Art. 94, VIII"))
    assert in_reais(fine, Decimal("92.35")) == Decimal("738.80")


def test_three_recurrences_on_one_line_double_the_fourth_fine(law):
    rows = [Occurrence(date(2026, *day), "L1") for day in ((1, 10), (2, 15), (3, 20), (5, 5))]
    answer = fines(law, "Art. 95, IV", rows)
    assert [row.fine.amount for row in answer.occurrences] == [4, 4, 4, 8]
    assert [row.doubled for row in answer.occurrences] == [False, False, False, True]
    assert outcomes(answer, "reincidencia-por-tres-vezes") == (
        "quarta",
        {"quarta": [4, 4, 4, 8], "terceira": [4, 4, 8, 8]},
    )


def test_on_different_lines_or_beyond_six_months_nothing_doubles(law):
    dates = [date(2026, *day) for day in ((1, 10), (2, 15), (3, 20), (5, 5))]
    lines = [Occurrence(day, line) for day, line in zip(dates, "ABAB", strict=True)]
    assert not any(row.doubled for row in fines(law, "Art. 95, IV", lines).occurrences)
    late = [*(Occurrence(day, "L1") for day in dates[:3]), Occurrence(date(2026, 7, 11), "L1")]
    assert not any(row.doubled for row in fines(law, "Art. 95, IV", late).occurrences)
    on_the_day = [*late[:3], Occurrence(date(2026, 7, 10), "L1")]
    assert fines(law, "Art. 95, IV", on_the_day).occurrences[-1].doubled


def test_the_answer_on_fines_is_plain_json(law):
    rows = [Occurrence(date(2026, 1, 10), "L1")]
    answer = fines(law, "Art. 94, VIII", rows).as_dict()
    assert json.loads(json.dumps(answer)) == answer
    assert answer["occurrences"] == [
        {
            "on": "2026-01-10",
            "fine": {"amount": 8, "unit": "UPFM"},
            "doubled": False,
            "penalties": [],
        }
    ]
    assert answer["cites"] == ["Art. 94, VIII", "Art. 107, IV", "Art. 105"]


def test_all_gaps_can_be_listed_as_plain_json(law):
    rows = [choice.as_dict() for choice in every_choice(law)]
    assert len(rows) == len(law.choices) > 20
    assert json.loads(json.dumps(rows)) == rows


def test_without_a_line_nothing_doubles(law):
    rows = [Occurrence(date(2026, 1, day)) for day in (1, 2, 3, 4, 5)]
    assert not any(row.doubled for row in fines(law, "Art. 94, VIII", rows).occurrences)


@pytest.mark.parametrize(
    ("service", "years", "on", "until"),
    [
        ("urbano", 3, date(2026, 1, 15), date(2026, 7, 15)),
        ("urbano", 7, date(2026, 1, 15), date(2026, 4, 15)),
        ("urbano", 12, date(2026, 1, 15), date(2026, 3, 15)),
        ("municipal", 3, date(2026, 1, 15), date(2026, 7, 15)),
        ("municipal", 7, date(2026, 1, 15), date(2026, 4, 15)),
        ("municipal", 12, date(2026, 1, 10), date(2026, 3, 11)),
        ("industrial", 12, date(2026, 1, 10), date(2026, 3, 11)),
        ("especial", 12, date(2026, 1, 10), date(2026, 3, 11)),
        ("rodoviario", 12, date(2026, 1, 10), date(2026, 3, 11)),
        ("rodoviario", 18, date(2026, 1, 10), date(2026, 2, 9)),
        ("escolar", 0, date(2026, 2, 10), date(2026, 4, 10)),
        ("escolar", 2, date(2026, 2, 10), date(2026, 4, 10)),
        ("escolar", 14, date(2026, 2, 10), date(2026, 4, 10)),
        ("escolar", 3, date(2026, 12, 31), date(2027, 2, 28)),
    ],
)
def test_validity_by_service_and_age(law, service, years, on, until):
    answer = validity(law, service, years, on)
    assert (answer.allowed, answer.valid_until) == (True, until)


@pytest.mark.parametrize(
    ("service", "years", "shorter", "longer"),
    [
        ("urbano", 5, date(2026, 6, 10), date(2026, 9, 10)),
        ("urbano", 10, date(2026, 5, 10), date(2026, 6, 10)),
        ("municipal", 5, date(2026, 6, 10), date(2026, 9, 10)),
        ("municipal", 10, date(2026, 5, 9), date(2026, 6, 10)),
        ("municipal", 15, date(2026, 4, 9), date(2026, 5, 9)),
    ],
)
def test_an_age_on_the_boundary_takes_the_shorter_validity_and_shows_the_longer(
    law, service, years, shorter, longer
):
    answer = validity(law, service, years, date(2026, 3, 10))
    assert answer.valid_until == shorter
    assert outcomes(answer, "idade-no-limite") == (
        "mais-curta",
        {"mais-curta": shorter.isoformat(), "mais-longa": longer.isoformat()},
    )


def test_off_the_boundary_no_choice_is_shown(law):
    for years in (0, 4, 6, 9, 11, 14):
        assert validity(law, "urbano", years, date(2026, 3, 10)).choices == ()


def test_the_end_of_a_month_is_a_choice_only_where_it_matters(law):
    answer = validity(law, "urbano", 2, date(2026, 8, 31))
    assert answer.valid_until == date(2027, 2, 28)
    assert outcomes(answer, "fim-de-mes") == (
        "ultimo-dia",
        {"ultimo-dia": "2027-02-28", "dia-seguinte": "2027-03-01"},
    )
    assert validity(law, "urbano", 2, date(2027, 8, 31)).valid_until == date(2028, 2, 29)
    assert validity(law, "urbano", 2, date(2026, 8, 30)).valid_until == date(2027, 2, 28)
    assert validity(law, "urbano", 2, date(2026, 8, 28)).choices == ()


def test_sixty_days_have_no_month_end(law):
    assert validity(law, "municipal", 12, date(2026, 12, 31)).choices == ()


def test_an_urban_bus_past_fifteen_years_may_not_be_used(law):
    answer = validity(law, "urbano", 16, date(2026, 3, 10))
    assert (answer.allowed, answer.valid_until) == (False, None)
    assert answer.reason == "O veículo tem 16 anos de uso; o limite é de 15 anos."
    assert "Art. 54" in answer.cites


def test_at_exactly_fifteen_it_may_with_the_other_reading_shown(law):
    answer = age(law, "urbano", 15, date(2026, 3, 10))
    assert answer.allowed is True
    assert outcomes(answer, "quinze-anos-exatos") == ("pode", {"pode": True, "nao-pode": False})
    strict = law.with_readings({"quinze-anos-exatos": "nao-pode"})
    assert age(strict, "urbano", 15, date(2026, 3, 10)).allowed is False


@pytest.mark.parametrize(
    ("service", "until"),
    [
        ("municipal", date(2026, 4, 9)),
        ("industrial", date(2026, 4, 9)),
        ("especial", date(2026, 4, 9)),
        ("escolar", date(2026, 5, 10)),
    ],
)
def test_past_fifteen_the_council_decides_where_the_sole_paragraph_says_so(law, service, until):
    answer = validity(law, service, 16, date(2026, 3, 10))
    assert answer.allowed is None
    assert answer.valid_until == until
    assert any("Conselho Municipal de Transportes" in text for text in answer.conditions)


def test_road_lines_go_to_twenty_years_and_no_further(law):
    assert age(law, "rodoviario", 15, date(2026, 3, 10)).conditions == ()
    twenty = age(law, "rodoviario", 20, date(2026, 3, 10))
    assert (twenty.allowed, twenty.limit) == (True, 20)
    assert "em operação" in twenty.conditions[0]
    assert age(law, "rodoviario", 21, date(2026, 3, 10)).allowed is False


@pytest.mark.parametrize("service", ["taxi", "aluguel"])
def test_taxis_and_hire_have_no_validity_and_no_age_limit_in_this_law(law, service):
    answer = validity(law, service, 30, date(2026, 3, 10))
    assert (answer.allowed, answer.valid_until) == (None, None)
    assert "não lhes dá prazo" in answer.reason
    assert "nada diz" in answer.conditions[0]


def test_years_of_use_count_from_the_oldest_year_on_the_document(law):
    facts = VehicleFacts(
        model_year=2022, manufacture_year=2021, first_registration=date(2022, 1, 5)
    )
    answer = age(law, "urbano", facts, date(2026, 3, 10))
    assert answer.years == 5
    assert outcomes(answer, "anos-de-uso") == (
        "mais-antigo",
        {"mais-antigo": 5, "fabricacao": 5, "modelo": 4, "registro": 4},
    )
    until = validity(law, "urbano", facts, date(2026, 3, 10))
    assert until.valid_until == date(2026, 6, 10)
    assert outcomes(until, "anos-de-uso")[1]["modelo"] == "2026-09-10"


def test_how_age_is_counted_is_no_choice_where_it_changes_nothing(law):
    facts = VehicleFacts(model_year=2024, manufacture_year=2023)
    assert validity(law, "urbano", facts, date(2026, 3, 10)).choices == ()


def test_only_what_belongs_to_the_service_is_on_its_checklist(law):
    ids = {service.id: {i.id for i in law.checklist(service.id).items} for service in law.services}
    assert {"49-a-roleta", "49-a-portas", "56-letreiro"} <= ids["urbano"]
    assert "49-a-roleta" not in ids["municipal"] | ids["escolar"] | ids["taxi"]
    assert {"49-b-saida", "49-b-estepe", "49-b-ferramentas"} <= ids["rodoviario"]
    assert "49-d" in ids["escolar"]
    assert "56-letreiro" not in ids["escolar"] | ids["industrial"] | ids["especial"]
    assert "49-f" in ids["taxi"]
    assert "49-e" in ids["aluguel"]
    assert not any(item.startswith("93-") for item in ids["taxi"] | ids["aluguel"])


def test_checklists_have_a_stable_number_of_items(law):
    counts = {service.id: len(law.checklist(service.id).items) for service in law.services}
    assert counts == {
        "urbano": 24,
        "municipal": 27,
        "rodoviario": 26,
        "industrial": 17,
        "especial": 16,
        "escolar": 17,
        "taxi": 11,
        "aluguel": 11,
    }


def test_lettering_is_asked_of_all_collective_transport_under_the_other_reading(law):
    wide = law.with_readings({"inscricoes-fora-de-linha": "todo-coletivo"})
    assert wide.checklist("escolar").has("55")
    assert not wide.checklist("taxi").has("55")


def test_a_dirty_taxi_is_not_fined_by_a_rule_for_buses(law):
    assert law.checklist("urbano").item("77-a-asseio").fine.amount == 4
    taxi = law.checklist("taxi").item("77-a-asseio")
    assert (taxi.fine, taxi.fine_group, taxi.conduct) == (None, None, None)
    assert taxi.cites == ("Art. 77, a", "Art. 51", "Art. 52")


def test_a_rejected_bus_waits_for_a_new_inspection_without_a_deadline(law):
    verdict = decide(
        law,
        "urbano",
        VehicleFacts(model_year=2023),
        all_conforme(law, "urbano", i77_a_asseio=Answer("nao_conforme")),
        date(2026, 3, 10),
    )
    assert (verdict.result, verdict.retention) == ("reprovado", False)
    (exigencia,) = verdict.exigencias
    assert exigencia.deadline is None
    assert "Art. 53" in exigencia.deadline_reason
    cites = {cite for reason in verdict.reasons for cite in reason.cites}
    assert {"Art. 53", "Art. 51", "Art. 77", "Art. 97", "Art. 98"} <= cites


def test_a_bus_past_its_age_is_rejected_though_every_item_passed(law):
    verdict = decide(
        law,
        "urbano",
        VehicleFacts(model_year=2009),
        all_conforme(law, "urbano"),
        date(2026, 3, 10),
    )
    assert (verdict.result, verdict.exigencias) == ("reprovado", ())
    reason = verdict.reasons[0]
    assert reason.text == (
        "O veículo tem 17 anos de uso; o limite é de 15 anos. Não pode ser usado no serviço."
    )
    assert "Art. 54" in reason.cites
    assert len(verdict.reasons) == 1, "nothing that it could put right lets it back"


def test_a_new_inspection_of_the_open_items_alone_still_asks_for_the_council_decision(law):
    partial = law.with_readings({"alcance-da-reinspecao": "exigencias"})
    pending = [OpenExigencia("e1", "93-X", "Equipamentos obrigatórios", date(2026, 2, 1))]
    answers = {"93-X": Answer("conforme")}

    def verdict(year):
        return decide(partial, "municipal", VehicleFacts(year), answers, date(2026, 3, 10), pending)

    assert verdict(2020).result == "aprovado"
    assert (verdict(2008).result, verdict(2008).missing) == ("pendente", ("54-PU",))


def test_the_council_decision_is_an_item_only_for_vehicles_past_fifteen(law):
    on = date(2026, 3, 10)
    assert not checklist_for(law, "escolar", VehicleFacts(2020), on).has("54-PU")
    assert checklist_for(law, "escolar", VehicleFacts(2008), on).has("54-PU")
    assert checklist_for(law, "escolar", VehicleFacts(), on).has("54-PU")
    young = {item.id: Answer("conforme") for item in law.checklist("escolar").items}
    del young["54-PU"]
    verdict = decide(law, "escolar", VehicleFacts(2020), young, on)
    assert (verdict.result, verdict.missing) == ("aprovado", ())


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (Answer("conforme"), "aprovado"),
        (Answer("nao_conforme"), "reprovado"),
        (Answer("nao_se_aplica"), "reprovado"),
        (Answer("nao_verificado", reason="Documento não apresentado hoje"), "pendente"),
    ],
)
def test_an_old_school_bus_passes_only_with_the_council_decision(law, answer, result):
    answers = all_conforme(law, "escolar", i54_PU=answer)
    verdict = decide(law, "escolar", VehicleFacts(2008), answers, date(2026, 3, 10))
    assert verdict.result == result
    assert (verdict.valid_until == date(2026, 5, 10)) is (result == "aprovado")


def test_an_old_school_bus_without_an_answer_on_the_council_cannot_be_decided(law):
    answers = all_conforme(law, "escolar")
    del answers["54-PU"]
    verdict = decide(law, "escolar", VehicleFacts(2008), answers, date(2026, 3, 10))
    assert (verdict.result, verdict.missing) == ("pendente", ("54-PU",))


def test_without_an_age_an_urban_bus_stays_pending_and_says_what_is_missing(law):
    verdict = decide(law, "urbano", VehicleFacts(), all_conforme(law, "urbano"), date(2026, 3, 10))
    assert (verdict.result, verdict.valid_until) == ("pendente", None)
    assert any("Falta o ano do veículo" in reason.text for reason in verdict.reasons)


def test_an_approved_taxi_has_no_date_and_the_reason_says_why(law):
    verdict = decide(law, "taxi", VehicleFacts(2010), all_conforme(law, "taxi"), date(2026, 3, 10))
    assert (verdict.result, verdict.valid_until) == ("aprovado", None)
    assert "não lhes dá prazo" in verdict.reasons[0].text


def test_appeals_are_counted_in_business_days_and_only_those_on_fines_suspend(law):
    rows = {row.ato: row for row in law.deadlines}
    fine, removal = rows["recurso-multa"], rows["recurso-retirada"]
    assert (fine.days, fine.day_kind, fine.suspensive) == (5, "uteis", True)
    assert (removal.days, removal.day_kind, removal.suspensive) == (5, "uteis", False)
    assert (rows["pagamento"].days, rows["pagamento"].day_kind.choice) == (
        30,
        "dias-sem-qualificativo",
    )
    assert law.choice("dias-sem-qualificativo").applied == "corridos"
    assert "meio-expediente" in fine.choices


def test_the_auto_must_carry_the_eight_fields_of_article_104(law):
    cites = [row.cites[0] for row in law.requirements if row.kind == "auto"]
    assert cites == [f"Art. 104, {letter}" for letter in "abcdefgh"]


def test_every_collective_service_is_inspected_for_the_conducts_of_article_93(law):
    for service in COLLECTIVE:
        cites = {item.conduct for item in law.checklist(service).items}
        for n in ("I", "III", "V", "VI", "VII", "VIII", "IX", "X", "XI"):
            assert f"Art. 93, {n}" in cites, (service, n)


def test_terms_that_run_backwards_in_months_or_as_the_notice_says_are_told_apart(law):
    rows = {row.ato: row for row in law.deadlines}
    assert (rows["convocar-vistoria"].days, rows["convocar-vistoria"].before) == (10, True)
    assert (rows["prorrogar-concessao"].days, rows["prorrogar-concessao"].before) == (90, True)
    assert (rows["concessao"].months, rows["concessao"].procedural) == (60, False)
    assert (rows["relatorio-da-empresa"].months, rows["relatorio-da-empresa"].days) == (2, None)
    assert "Art. 104, f" in rows["cumprir-notificacao"].unknown
    assert [row.ato for row in law.deadlines if row.suspensive] == ["recurso-multa"]


def test_only_the_three_steps_after_the_council_leave_their_effect_unsaid(law):
    steps = [row for row in law.deadlines if "efeito-nas-etapas" in row.choices]
    assert [row.cites for row in steps] == [("Art. 124, I",), ("Art. 124, II",), ("Art. 124, III",)]
    assert all(row.suspensive is None and row.day_kind == "uteis" for row in steps)


def test_a_half_day_of_office_is_no_business_day(law):
    assert law.choice("meio-expediente").applied == "nao-conta"


def test_fees_are_set_by_the_mayor_and_stay_unknown(law):
    assert {fee.id for fee in law.fees} == {"vistoria", "expediente"}
    assert all(fee.amount is None for fee in law.fees)


def test_a_missing_seal_shows_that_one_of_the_two_papers_is_enough(law):
    shown = {choice.id: choice.applied for choice in choices_of(law, law.conduct("Art. 93, III"))}
    assert shown["selo-e-certificado"] == "basta-um"
    item = law.checklist("urbano").item("51-selo")
    assert item.label == "Selo ou certificado da última vistoria"


def test_every_term_of_the_bidding_is_there_too(law):
    rows = {row.ato: row for row in law.deadlines}
    assert (rows["publicar-edital"].days, rows["publicar-edital"].before) == (30, True)
    assert (rows["parecer-da-habilitacao"].hours, rows["classificar-propostas"].days) == (48, 15)
    assert (rows["oficiar-detran"].days, rows["oficiar-detran"].to) == (10, "DETRAN/MG")
    assert (rows["relatorio-tarifario"].days, rows["relatorio-tarifario"].before) == (5, True)
