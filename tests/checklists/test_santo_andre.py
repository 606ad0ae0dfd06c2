"""Santo André's law against its file: what is in force, and what is printed and no longer law."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from checklists import (
    Answer,
    Fine,
    Occurrence,
    RulebookError,
    UnknownReference,
    VehicleFacts,
    age,
    conduct_row,
    decide,
    fine_of,
    fines_of_amount,
    load_rulebook,
    load_rulebook_bytes,
    validity,
)
from tests.support.rulebooks import all_conforme

SERVICES = ("taxi", "auto-lotacao", "carga", "coletivo")
CONDUCTS = ["Art. 47", "Art. 49, a", "Art. 49, b", "Art. 49, c", "Art. 49, d"]
REPEALED = {*(f"Art. {n}" for n in range(10, 28)), "Art. 30, parágrafo único", "Art. 58"}
CAR = VehicleFacts(model_year=2015, manufacture_year=2015)


@pytest.fixture(scope="module")
def law():
    return load_rulebook("santo-andre")


def test_the_law_punishes_article_47_and_the_four_letters_of_article_49(law):
    assert [row.cite for row in law.conducts] == CONDUCTS


@pytest.mark.parametrize("cite", CONDUCTS)
def test_no_conduct_has_severity_group_or_measure_and_the_fine_is_a_range(law, cite):
    conduct = law.conduct(cite)
    assert (conduct.severity, conduct.group, conduct.measures) == (None, None, ())
    assert fine_of(law, conduct) is None
    row = conduct_row(law, conduct)
    assert row["fine"] is None
    assert row["fine_range"] == {
        "lowest": {"amount": "1.1", "unit": "OTN"},
        "highest": {"amount": 55, "unit": "OTN"},
    }
    assert {"multa-quem-gradua", "otn-extinta", "qual-penalidade"} <= {
        choice["id"] for choice in row["choices"]
    }
    assert "Art. 53, II" in row["cites"]


@pytest.mark.parametrize("cite", CONDUCTS[1:])
def test_article_49_is_for_collective_transport_only(law, cite):
    conduct = law.conduct(cite)
    assert conduct.reaches("coletivo")
    assert not any(conduct.reaches(service) for service in ("taxi", "auto-lotacao", "carga"))
    assert "art-49-sem-o-titulo-ii" in conduct.choices


def test_repealed_articles_are_kept_with_the_law_that_repealed_them(law):
    gone = {cite: row for row in law.lapsed if row.status == "revogado" for cite in row.cites}
    assert set(gone) == REPEALED
    assert gone["Art. 10"].by == "Lei 6.527/1989"
    assert gone["Art. 30, parágrafo único"].by == "Lei 7.116/1994"
    assert gone["Art. 58"].since == date(1989, 7, 18)


def test_superseded_wordings_are_kept_as_such(law):
    old = [(row.cites, row.by) for row in law.lapsed if row.status == "superado"]
    assert (("Art. 53, II",), "Lei 6.330/1987") in old
    assert (("Art. 7",), "Lei 5.775/1980") in old
    assert (("Art. 41", "Art. 43"), "Lei 2.102/1963") in old
    assert len(old) == 10


def applied_cites(law):
    yield from ((row.cite, *row.cites) for row in law.conducts)
    for section in law.sections:
        yield section.cites
        yield from ((item.cite, *item.cites) for item in section.items)
    for rows in (law.services, law.groups, law.measures, law.roles, law.requirements, law.fees):
        yield from (row.cites for row in rows)
    for rows in (law.deadlines, law.recidivisms, law.validities, law.ages):
        yield from (row.cites for row in rows)
    yield law.failure.cites


def test_nothing_that_is_applied_rests_on_a_repealed_article(law):
    cites = {cite for row in applied_cites(law) for cite in row}
    assert len(cites) > 30
    assert not cites & REPEALED
    assert not any(cite.startswith(tuple(f"{gone}, " for gone in REPEALED)) for cite in cites)
    with pytest.raises(UnknownReference):
        law.conduct("Art. 26")


def test_no_cruzeiro_is_left_in_anything_that_is_applied(law):
    assert [unit.id for unit in law.units] == ["OTN"]
    texts = [row.label for row in (*law.requirements, *law.conducts, *law.fees)]
    assert not any("Cr$" in text for text in texts)


def test_a_row_that_rests_on_a_repealed_article_is_refused_by_name(law):
    row = '\n[[requirement]]\nkind = "operacao"\nlabel = "Cortesia"\ncites = ["Art. 26"]\n'
    with pytest.raises(RulebookError, match="citação em vigor") as caught:
        load_rulebook_bytes(law.raw + row.encode())
    assert "Cortesia" in caught.value.table
    below = row.replace('"Art. 26"', '"Art. 20, § 1"')
    with pytest.raises(RulebookError, match=r"Art\. 20, § 1"):
        load_rulebook_bytes(law.raw + below.encode())


def test_ten_otn_become_twenty_at_recidivism_with_no_window_in_the_law(law):
    rows = [Occurrence(date(year, 3, 2)) for year in (2016, 2021, 2026)]
    answer = fines_of_amount(law, Fine(Decimal(10), "OTN"), rows)
    assert [int(row.fine.amount) for row in answer.occurrences] == [10, 20, 20]
    assert "Art. 53, II" in answer.cites
    window = next(choice for choice in answer.choices if choice.id == "reincidencia-sem-janela")
    assert window.applied == "sem-janela"
    assert {reading.id: reading.outcome for reading in window.readings} == {
        "sem-janela": [10, 20, 20],
        "doze-meses": [10, 10, 10],
    }


def test_the_range_goes_from_1_1_to_55_otn_and_its_value_in_reais_is_unknown(law):
    group = law.group("multa")
    assert (group.lowest.amount, group.highest.amount) == (Decimal("1.1"), 55)
    assert law.choice("otn-extinta").applied == "desconhecido"
    assert law.choice("teto-na-reincidencia").applied == "cento-e-dez"


@pytest.mark.parametrize("service", SERVICES)
def test_the_law_fixes_no_period_so_the_validity_is_unknown_with_the_yearly_reading_shown(
    law, service
):
    answer = validity(law, service, CAR, date(2026, 3, 2))
    assert answer.valid_until is None
    assert "não diz de quanto em quanto tempo" in answer.reason
    choice = next(one for one in answer.choices if one.id == "vistoria-sem-periodo")
    assert [reading.outcome for reading in choice.readings] == [None, "2027-03-02"]
    yearly = law.with_readings({"vistoria-sem-periodo": "anual"})
    assert validity(yearly, service, CAR, date(2026, 3, 2)).valid_until == date(2027, 3, 2)
    assert validity(yearly, service, CAR, date(2026, 3, 2)).reason == ""


def test_no_age_is_refused_and_none_is_approved_in_silence(law):
    answer = age(law, "taxi", VehicleFacts(1998, 1998), date(2026, 3, 2))
    assert (answer.limit, answer.allowed) == (None, None)
    assert "não limita a idade" in answer.reason
    assert "idade-sem-limite" in [choice.id for choice in answer.choices]


def test_only_a_taxi_is_asked_for_a_meter_and_only_passengers_for_comfort(law):
    items = {service: {i.id for i in law.checklist(service).items} for service in SERVICES}
    assert [len(items[service]) for service in SERVICES] == [10, 8, 6, 6]
    assert [s for s in SERVICES if "39-taximetro" in items[s]] == ["taxi"]
    assert [s for s in SERVICES if "40-conforto" in items[s]] == [
        "taxi",
        "auto-lotacao",
        "coletivo",
    ]
    assert [s for s in SERVICES if "28-PU" in items[s]] == ["carga"]
    assert [s for s in SERVICES if "30" in items[s]] == ["taxi", "auto-lotacao"]
    assert all("40-seguranca" in items[s] for s in SERVICES)


def test_an_item_whose_fine_is_a_range_says_so_and_does_not_read_as_no_fine(law):
    item = law.checklist("taxi").item("40-seguranca")
    assert (item.fine, item.fine_group) == (None, None)
    assert "1,1 a 55 OTN" in item.fine_note


def test_the_old_vehicle_tax_is_asked_only_while_some_town_tax_is_in_force(law):
    assert law.checklist("taxi").item("38").conditional
    strict = law.with_readings({"imposto-de-licenca": "sim"})
    assert strict.checklist("taxi").item("38").conditional is None


def test_an_unsafe_taxi_is_rejected_and_barred_without_a_deadline_or_a_seizure(law):
    answers = all_conforme(law, "taxi", i40_seguranca=Answer("nao_conforme"))
    verdict = decide(law, "taxi", CAR, answers, date(2026, 3, 2))
    assert (verdict.result, verdict.retention) == ("reprovado", False)
    assert verdict.exigencias[0].deadline is None
    assert any("proibido de transitar" in reason.text for reason in verdict.reasons)


def test_an_approved_taxi_has_no_date_until_the_town_picks_a_reading(law):
    answers = all_conforme(law, "taxi")
    verdict = decide(law, "taxi", CAR, answers, date(2026, 3, 2))
    assert (verdict.result, verdict.valid_until) == ("aprovado", None)
    yearly = law.with_readings({"vistoria-sem-periodo": "anual"})
    assert decide(yearly, "taxi", CAR, answers, date(2026, 3, 2)).valid_until == date(2027, 3, 2)


def test_defence_takes_15_days_from_notice_and_only_the_appeal_suspends(law):
    rows = {row.ato: row for row in law.deadlines}
    defence, appeal = rows["defesa"], rows["recurso"]
    assert (defence.days, defence.day_kind, defence.procedural) == (15, "corridos", True)
    assert defence.suspensive is None
    assert (appeal.days, appeal.suspensive, appeal.to) == (15, True, "Prefeito Municipal")
    assert rows["comunicar-mudanca"].days == 30
    assert {ato for ato, row in rows.items() if row.unknown} == {
        "notificar",
        "pagamento",
        "renovar-permissao",
    }


def test_fees_of_1963_in_minimum_wages_are_not_turned_into_reais(law):
    assert {fee.id for fee in law.fees} == {"registro", "vistoria"}
    assert all(fee.amount is None and fee.unknown for fee in law.fees)
