"""Mangaratiba's law against its file: what is there, and what must not be."""

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
    in_reais,
    load_rulebook,
    points,
    validity,
)
from checklists.fines import points_of
from tests.support.rulebooks import all_conforme

# Article and item, severity, fine group and measure, row by row as the law prints them.
PRINTED = """
4, I      gravissima E-1 -
4, II     gravissima E-1 -
5, I      media      E-3 -
5, II     leve       E-4 -
5, III    grave      E-2 -
5, IV     gravissima E-1 -
5, V      gravissima E-1 -
6         grave      E-2 -
7         grave      E-2 -
8         -          E-2 -
9, I      leve       E-3 -
9, II     media      E-3 -
10        grave      E-2 -
11        leve       E-4 -
12, I     gravissima E-1 -
12, II    gravissima E-1 retencao
12, III   gravissima E-1 retencao
12, IV    gravissima E-1 retencao
12, V     gravissima E-1 retencao
12, VI    grave      E-2 retencao
12, VII   media      E-3 retencao
12, VIII  gravissima E-3 retencao
12, IX    gravissima E-1 retencao
13, I     gravissima E-1 -
13, II    gravissima E-1 -
14, I     leve       E-4 -
14, II    media      E-3 -
14, III   leve       E-4 -
14, IV    leve       E-4 -
14, V     leve       E-4 -
14, VI    media      E-3 -
14, VII   leve       E-4 -
14, VIII  grave      E-2 retencao
14, IX    leve       E-4 -
14, X     media      E-3 -
14, XI    media      E-3 -
14, XII   grave      E-2 -
14, XIII  grave      E-2 -
14, XIV   gravissima E-1 -
14, XV    grave      E-2 -
14, XVI   media      E-3 -
14, XVII  grave      E-2 retencao
14, XVIII media      E-3 retencao
14, XIX   gravissima E-1 retencao
14, XX    media      E-3 retencao
14, XXI   media      E-3 -
14, XXII  grave      E-2 retencao
14, XXIII grave      E-2 -
14, XXV   gravissima E-1 retencao
14, XXVI  gravissima E-1 retencao
14, XXVII grave      E-2 retencao
15, I     gravissima E-1 retencao
15, II    gravissima E-1 retencao
15, III   gravissima E-1 retencao
15, IV    gravissima E-1 retencao
15, V     gravissima E-1 retencao
15, VI    gravissima E-1 retencao
15, VII   gravissima E-1 retencao
15, VIII  gravissima E-1 -
15, IX    gravissima E-1 retencao
15, X     gravissima E-1 -
15, XI    gravissima E-1 -
15, XII   gravissima E-1 retencao
16        leve       A-4 -
17, I     media      E-3 -
17, II    gravissima A-1 -
17, III   gravissima A-1 -
17, IV    leve       A-4 -
17, V     media      A-3 -
18, I     gravissima A-1 -
18, II    grave      A-2 -
18, III   gravissima A-1 -
18, IV    gravissima A-1 -
18, V     gravissima A-1 -
18, VI    gravissima A-1 -
18, VII   gravissima A-1 -
19, I     grave      A-2 -
19, II    grave      A-2 -
19, III   grave      A-2 -
"""


@pytest.fixture(scope="module")
def law():
    return load_rulebook("mangaratiba")


def printed() -> list[list[str]]:
    rows = []
    for line in PRINTED.strip().splitlines():
        *cite, severity, group, measure = line.split()
        rows.append([f"Art. {' '.join(cite)}", severity, group, measure])
    return rows


def test_all_79_penalisable_conducts_stand_in_the_order_of_the_law(law):
    assert [row.cite for row in law.conducts] == [row[0] for row in printed()]
    assert len(law.conducts) == 79


@pytest.mark.parametrize("row", printed(), ids=lambda row: row[0])
def test_severity_group_and_measure_are_three_facts_as_printed(law, row):
    cite, severity, group, measure = row
    conduct = law.conduct(cite)
    assert (conduct.severity or "-") == severity
    assert (conduct.group or "-") == group
    assert (" ".join(conduct.measures) or "-") == measure


def test_articles_14_and_15_give_26_and_12_items_each_in_its_own_place(law):
    yard, pit = law.checklist("escolar").sections
    assert [len(yard.items), len(pit.items)] == [26, 12]
    assert [yard.place, pit.place] == ["patio", "local_adequado"]
    assert "Sem fosso nem elevador" in pit.unverified_reasons


def test_the_law_has_no_item_14_xxiv_and_neither_has_the_checklist(law):
    ids = [item.id for item in law.checklist("escolar").items]
    assert "14-XXIII" in ids
    assert "14-XXIV" not in ids
    assert law.choice("inciso-xxiv-ausente").applied == "nao-existe"
    with pytest.raises(UnknownReference):
        law.conduct("Art. 14, XXIV")


def test_only_the_items_that_the_law_makes_conditional_may_not_apply(law):
    conditional = {item.id for item in law.checklist("escolar").items if item.conditional}
    assert conditional == {"14-II", "14-XXII", "14-XXIII"}


def test_the_disc_is_asked_of_every_van_under_the_other_reading(law):
    strict = law.with_readings({"disco-sem-tacografo": "sempre"})
    assert strict.checklist("escolar").item("14-XXIII").conditional is None
    assert law.checklist("escolar").item("14-XXIII").conditional is not None


def test_an_external_mirror_shows_severity_fine_points_and_measure(law):
    item = law.checklist("escolar").item("14-XIX")
    assert item.cite == "Art. 14, XIX"
    assert (item.severity, item.fine_group, item.points) == ("gravissima", "E-1", 7)
    assert (item.fine.amount, item.fine.unit) == (Decimal(400), "UFIR-RJ")
    assert item.measures == ("retencao",)


def test_labels_fit_a_phone_card_and_every_item_cites(law):
    for item in law.checklist("escolar").items:
        assert 3 <= len(item.label) <= 60
        assert item.cite.startswith(("Art. 14, ", "Art. 15, "))
        assert item.cites[0] == item.cite


def test_what_may_be_measured_is_asked_where_the_item_is_looked_at(law):
    asks = {item.id: [ask.id for ask in item.asks] for item in law.checklist("escolar").items}
    assert {key: value for key, value in asks.items() if value} == {
        "14-XIV": ["validade"],
        "14-XXI": ["hodometro"],
        "15-I": ["chassi"],
    }


@pytest.mark.parametrize(
    ("group", "units"), [("E-1", 400), ("E-2", 250), ("E-3", 120), ("E-4", 80)]
)
def test_the_four_e_groups_have_the_values_of_article_21(law, group, units):
    assert law.group(group).fine.amount == units
    assert law.group(group).fine.unit == "UFIR-RJ"


@pytest.mark.parametrize("group", ["A-1", "A-2", "A-3", "A-4"])
def test_the_a_groups_have_no_value_and_none_is_invented(law, group):
    assert law.group(group).fine is None
    assert "só dá valor aos grupos E-1 a E-4" in law.group(group).unknown


def test_no_a_group_conduct_is_fined_unless_the_town_reads_it_by_analogy(law):
    rows = [row for row in law.conducts if row.group.startswith("A-")]
    assert len(rows) == 15
    assert all(fine_of(law, row) is None for row in rows)
    by_analogy = law.with_readings({"grupo-a-1-sem-valor": "como-e-1"})
    assert fine_of(by_analogy, law.conduct("Art. 17, II")).amount == 400
    assert fine_of(by_analogy, law.conduct("Art. 16")) is None


def test_an_e_3_fine_in_reais_takes_the_unit_value_of_the_town(law):
    fine = law.group("E-3").fine
    assert in_reais(fine, Decimal("4.75")) == Decimal("570.00")
    assert in_reais(fine, Decimal("4.3329")) == Decimal("519.95")


def test_obstructing_the_road_has_points_but_no_fine(law):
    row = conduct_row(law, law.conduct("Art. 17, II"))
    assert (row["fine"], row["points"], row["group"]) == (None, 7, "A-1")
    assert row["vistoria"] is False


def test_missing_insurance_keeps_the_printed_group_and_shows_the_other_reading(law):
    conduct = law.conduct("Art. 12, VIII")
    row = conduct_row(law, conduct)
    assert (row["fine"]["amount"], row["points"], row["measures"]) == (120, 7, ["retencao"])
    (choice,) = row["choices"]
    assert choice["applied"] == "grupo-impresso"
    assert {reading["id"]: reading["value"] for reading in choice["readings"]} == {
        "grupo-impresso": 120,
        "pela-gravidade": 400,
    }


def test_a_missing_certificate_is_light_so_the_milder_fine_applies(law):
    conduct = law.conduct("Art. 9, I")
    assert (conduct.severity, conduct.group) == ("leve", "E-3")
    assert fine_of(law, conduct).amount == 80
    strict = law.with_readings({"certificado-leve-com-e-3": "grupo-impresso"})
    assert fine_of(strict, conduct).amount == 120


def test_braking_hard_keeps_its_printed_e_3_among_the_a_groups(law):
    assert fine_of(law, law.conduct("Art. 17, I")).amount == 120


def test_a_conduct_without_severity_gives_no_points_but_its_group_still_fines(law):
    conduct = law.conduct("Art. 8")
    assert points_of(law, conduct) is None
    assert fine_of(law, conduct).amount == 250
    strict = law.with_readings({"canal-sem-gravidade": "grave"})
    assert points_of(strict, conduct) == 5
    readings = choices_of(law, conduct)[0].readings
    assert [reading.outcome for reading in readings] == [None, 5]


def test_a_van_with_bad_paint_a_broken_window_and_no_mirror_sums_up(law):
    rows = [law.conduct(f"Art. 14, {item}") for item in ("IX", "XII", "XIX")]
    assert sum(fine_of(law, row).amount for row in rows) == 730
    assert sum(points_of(law, row) for row in rows) == 15
    assert [row.cite for row in rows if row.measures] == ["Art. 14, XIX"]


def occurrences(gravissima: date | None, grave: date | None) -> list[tuple[str, date]]:
    rows = [("Art. 18, V", gravissima)] * 5 if gravissima else []
    return rows + ([("Art. 18, II", grave)] * 3 if grave else [])


def test_an_assistant_who_reaches_exactly_50_points_in_a_year_is_blocked(law):
    answer = points(law, "auxiliar", occurrences(date(2026, 3, 1), date(2026, 9, 1)))
    assert answer.by_year == {2026: 50}
    assert answer.blocked is True
    assert answer.effect == "sem renovação da autorização por pelo menos 2 anos"
    assert {"Art. 20, VI", "Art. 20, VIII", "Art. 20, III, a"} <= set(answer.cites)


def test_points_of_two_calendar_years_do_not_add_up(law):
    answer = points(law, "auxiliar", occurrences(date(2026, 12, 31), date(2027, 1, 1)))
    assert answer.by_year == {2026: 35, 2027: 15}
    assert answer.blocked is False
    assert answer.effect == ""


def test_fifty_points_do_not_block_the_permit_holder_whose_limit_is_60(law):
    answer = points(law, "autorizatario", occurrences(date(2026, 3, 1), date(2026, 9, 1)))
    assert answer.blocked is False
    assert answer.as_dict()["by_year"] == {"2026": 50}


def test_points_of_an_unknown_role_are_refused_by_name(law):
    with pytest.raises(UnknownReference, match="papel"):
        points(law, "passageiro", [])


def test_the_lost_suspension_of_article_20_is_a_choice_and_never_applied(law):
    choice = law.choice("art-20-iv-ausente")
    assert choice.applied == "nao-aplicar"
    assert {rule.role for rule in law.points_rules} == {"auxiliar", "autorizatario"}
    assert all("suspens" not in rule.effect for rule in law.points_rules)


def test_the_inspection_is_good_for_six_months_and_the_year_is_shown_as_a_choice(law):
    answer = validity(law, "escolar", VehicleFacts(model_year=2022), date(2026, 11, 30))
    assert answer.valid_until == date(2027, 5, 30)
    choice = next(one for one in answer.choices if one.id == "validade-semestral-ou-anual")
    assert choice.applied == "semestral"
    assert {reading.id: reading.outcome for reading in choice.readings} == {
        "semestral": "2027-05-30",
        "anual": "2027-11-30",
    }


def test_a_town_that_reads_annual_gets_twelve_months(law):
    annual = law.with_readings({"validade-semestral-ou-anual": "anual"})
    assert validity(annual, "escolar", 3, date(2026, 11, 30)).valid_until == date(2027, 11, 30)


def test_the_age_limit_is_elsewhere_so_no_age_is_refused_and_none_is_approved_in_silence(law):
    answer = age(law, "escolar", VehicleFacts(model_year=1998), date(2026, 11, 30))
    assert (answer.years, answer.limit, answer.allowed) == (28, None, None)
    verdict = decide(
        law,
        "escolar",
        VehicleFacts(model_year=1998),
        all_conforme(law, "escolar"),
        date(2026, 11, 30),
    )
    assert verdict.result == "aprovado"
    assert any("norma fora desta lei" in text for text in verdict.conditions)


def test_a_school_van_that_passes_is_good_until_30_may(law):
    verdict = decide(
        law,
        "escolar",
        VehicleFacts(model_year=2021, manufacture_year=2020),
        all_conforme(law, "escolar", i14_II=Answer("nao_se_aplica")),
        date(2026, 11, 30),
    )
    assert verdict.result == "aprovado"
    assert verdict.valid_until == date(2027, 5, 30)
    assert verdict.exigencias == ()
    assert verdict.reasons[0].text == "Aprovado: vale 6 meses, até 30/05/2027 (Art. 9, I)."


def test_a_van_with_a_broken_mirror_is_rejected_and_retained(law):
    verdict = decide(
        law,
        "escolar",
        VehicleFacts(model_year=2021),
        all_conforme(law, "escolar", i14_XIX=Answer("nao_conforme", note="Quebrado")),
        date(2026, 11, 30),
    )
    assert verdict.result == "reprovado"
    assert verdict.retention is True
    assert verdict.valid_until is None
    (exigencia,) = verdict.exigencias
    assert (exigencia.item, exigencia.cite, exigencia.deadline) == ("14-XIX", "Art. 14, XIX", None)
    assert "A lei não dá prazo" in exigencia.deadline_reason
    assert exigencia.measures == ("retencao",)
    assert "O veículo fica retido: Art. 14, XIX." in [reason.text for reason in verdict.reasons]


def test_a_dirty_van_is_rejected_but_not_retained(law):
    verdict = decide(
        law,
        "escolar",
        VehicleFacts(model_year=2021),
        all_conforme(law, "escolar", i14_VII=Answer("nao_conforme")),
        date(2026, 11, 30),
    )
    assert (verdict.result, verdict.retention) == ("reprovado", False)


def test_the_gravest_severity_alone_retains_nothing(law):
    for item in ("14-XIV", "15-VIII", "15-X", "15-XI"):
        row = law.checklist("escolar").item(item)
        assert (row.severity, row.measures) == ("gravissima", ())


def test_without_a_pit_the_verdict_waits(law):
    pit = [item.id for item in law.checklist("escolar").sections[1].items]
    answers = all_conforme(law, "escolar")
    answers |= {item: Answer("nao_verificado", reason="Sem fosso nem elevador") for item in pit}
    verdict = decide(law, "escolar", VehicleFacts(2021), answers, date(2026, 11, 30))
    assert verdict.result == "pendente"
    assert verdict.unverified == tuple(pit)
    assert verdict.valid_until is None


def test_no_appeal_is_suspensive_but_the_one_against_extinction(law):
    suspensive = {row.ato: row.suspensive for row in law.deadlines if row.suspensive is not None}
    assert suspensive == {
        "recurso": False,
        "recurso-ultima-instancia": False,
        "recurso-extincao": True,
    }


def test_the_auto_must_carry_the_five_fields_of_article_23(law):
    cites = [row.cites[0] for row in law.requirements if row.kind == "auto"]
    assert cites == [f"Art. 23, {n}" for n in ("I", "II", "III", "IV", "V")]


def test_every_deadline_says_its_days_and_only_one_is_printed_as_calendar_days(law):
    days = {row.ato: row.days for row in law.deadlines}
    assert days == {
        "baixa-ou-alteracao": 30,
        "comunicar-auxiliar": 30,
        "identificar-infrator": 10,
        "notificar-autuacao": 30,
        "defesa": 30,
        "pagamento": 30,
        "recurso": 30,
        "recurso-ultima-instancia": 30,
        "julgar-recurso": 30,
        "defesa-extincao": 10,
        "recurso-extincao": 5,
        "bloqueio-do-auxiliar": None,
    }
    plain = [row.ato for row in law.deadlines if row.day_kind == "corridos"]
    assert plain == ["comunicar-auxiliar", "bloqueio-do-auxiliar"]
    assert law.choice("dias-sem-qualificativo").applied == "corridos"
    assert law.deadlines[-1].months == 24


def test_notices_go_to_the_holder_and_say_when_the_defence_ends(law):
    notices = [row.cites for row in law.requirements if row.kind == "notificacao"]
    assert notices == [
        ("Art. 24",),
        ("Art. 25",),
        ("Art. 26",),
        ("Art. 26, parágrafo único",),
        ("Art. 27", "Art. 28"),
    ]


def test_the_promised_increase_at_recidivism_is_nowhere_written_so_nothing_grows(law):
    days = [Occurrence(date(2026, 1, n)) for n in (1, 2, 3)]
    found = fines(law, "Art. 14, XIX", days).occurrences
    assert [int(row.fine.amount) for row in found] == [400, 400, 400]
    assert law.recidivisms == ()
    assert law.choice("reincidencia-sem-regra").applied == "nao"


def test_the_value_of_the_unit_in_reais_carries_the_choices_of_day_and_rounding(law):
    assert law.unit("UFIR-RJ").choices == ("ufir-de-qual-data", "arredondamento")


def test_a_defect_found_in_the_yard_shows_whether_the_fine_applies_too(law):
    answers = all_conforme(law, "escolar", i14_VII=Answer("nao_conforme"))
    verdict = decide(law, "escolar", VehicleFacts(2023, 2023), answers, date(2026, 11, 30))
    assert "defeito-visto-na-vistoria" in [choice.id for choice in verdict.choices]
    good = decide(
        law, "escolar", VehicleFacts(2023, 2023), all_conforme(law, "escolar"), date(2026, 11, 30)
    )
    assert "defeito-visto-na-vistoria" not in [choice.id for choice in good.choices]


def test_a_card_kept_in_a_pocket_is_no_infraction_by_its_label_either(law):
    assert law.choice("cartao-ausente-ou-escondido").applied == "so-ausencia"
    assert law.conduct("Art. 16").label == "Não portar o cartão de identificação"


def test_a_hint_says_what_is_in_order_and_never_what_is_missing(law):
    items = law.checklist("escolar")
    assert items.item("14-X").hint == "Porta no lugar, com todas as partes"
    assert items.item("15-IX").hint.startswith("Nenhum: ")


def test_a_late_judgment_suspends_only_by_the_secretarys_decision(law):
    (late,) = [row for row in law.deadlines if row.ato == "julgar-recurso"]
    assert late.choices == ("suspensivo-por-atraso", "remissao-secao-iv")
    assert law.choice("suspensivo-por-atraso").applied == "so-se-concedido"
    assert law.choice("remissao-secao-iv").applied == "arts-29-e-30"
