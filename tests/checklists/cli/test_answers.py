"""What each command answers as data: exactly its fields, every row of the law, nothing guessed."""

from __future__ import annotations

from collections import Counter

import pytest

from checklists import load_rulebook
from tests.support.asking import answer, applied, asked, readings

TOWNS = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")
SEVERITIES = {"leve", "media", "grave", "gravissima", None}
CONDUCT = {"cite", "label", "severity", "group", "fine", "points", "measures", "applies_to",
           "vistoria", "choices"}  # fmt: skip
VALIDITY = {"allowed", "valid_until", "conditions", "cites", "choices"}
AGE = {"years", "limit", "allowed", "cites", "choices"}
FINE = {"amounts", "points", "measures", "penalties", "cites", "choices"}
POINTS = {"by_year", "blocked", "effect", "cites"}
DEADLINE = {"nominal", "due", "day_kind", "suspensive", "cites", "choices"}
towns = pytest.mark.parametrize("town", TOWNS)


def fields(found, but=("reason",)):
    return set(found) - set(but)


def check_choices(rows):
    for row in rows:
        assert set(row) == {"id", "applied", "readings"}
        assert all(set(reading) == {"id", "reading", "value"} for reading in row["readings"])
        assert row["applied"] in {reading["id"] for reading in row["readings"]}
        assert len(row["readings"]) >= 2


# ---- What there is ---------------------------------------------------------------------------


def test_the_five_laws_are_listed_with_their_versions():
    rows = answer("listar")
    assert [row["id"] for row in rows] == list(TOWNS)
    assert [row["ibge"] for row in rows] == [3135209, 3302601, 3143906, 3547809, 5107875]
    assert all(row["sha256"] == load_rulebook(row["id"]).sha256 for row in rows)


@towns
def test_a_town_tells_its_services_with_citations(town):
    rows = answer("servicos", town)
    assert [row["id"] for row in rows] == [row.id for row in load_rulebook(town).services]
    assert all(row["label"] and row["cites"] for row in rows)


# ---- Conducts --------------------------------------------------------------------------------


@towns
def test_every_conduct_is_listed_with_exactly_its_fields(town):
    rows = answer("infracoes", town)
    assert [row["cite"] for row in rows] == [row.cite for row in load_rulebook(town).conducts]
    for row in rows:
        assert fields(row) == CONDUCT
        assert row["severity"] in SEVERITIES
        assert isinstance(row["vistoria"], bool)
        assert row["applies_to"]
        check_choices(row["choices"])
        if row["fine"] is None:
            assert row["choices"] or row["reason"], row["cite"]
        else:
            assert set(row["fine"]) == {"amount", "unit"}
            assert type(row["fine"]["amount"]) in (int, float)


def test_januarias_counts_by_article_and_by_letter_of_its_annex():
    cites = [row["cite"] for row in answer("infracoes", "januaria")]
    counts = Counter(cite.split(",")[0] if cite[0] != "A" or cite[1] == "r" else cite[:8]
                     for cite in cites)  # fmt: skip
    assert counts == {
        "Art. 93": 12, "Art. 94": 21, "Art. 95": 15, "Art. 96": 6,
        "Anexo, A": 8, "Anexo, B": 14, "Anexo, C": 8, "Anexo, D": 14, "Anexo, E": 9,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("town", "count"),
    [("januaria", 107), ("mangaratiba", 79), ("muriae", 17), ("santo-andre", 5), ("sapezal", 32)],
)
def test_each_law_has_as_many_conducts_as_it_punishes(town, count):
    assert len(answer("infracoes", town)) == count


def test_mangaratibas_measure_never_follows_from_the_severity():
    rows = answer("infracoes", "mangaratiba")
    grave = [row for row in rows if row["severity"] == "gravissima"]
    assert {tuple(row["measures"]) for row in grave} == {(), ("retencao",)}
    assert all(row["cite"] != "Art. 14, XXIV" for row in rows)


def test_no_repealed_article_of_santo_andre_is_a_conduct():
    repealed = {f"Art. {n}" for n in (*range(10, 28), 58)} | {"Art. 30, parágrafo único"}
    assert not repealed & {row["cite"] for row in answer("infracoes", "santo-andre")}


def test_no_conduct_of_sapezal_is_of_medium_severity_and_none_has_points():
    rows = answer("infracoes", "sapezal")
    assert {row["severity"] for row in rows} == {"leve", "grave", "gravissima"}
    assert all(row["points"] is None for row in rows)


def test_what_an_inspector_looks_at_is_marked():
    marked = {row["cite"] for row in answer("infracoes", "mangaratiba") if row["vistoria"]}
    assert "Art. 14, XIX" in marked
    assert "Art. 18, II" not in marked


def test_a_conduct_that_only_costs_the_permit_has_no_fine_and_says_so():
    rows = {row["cite"]: row for row in answer("infracoes", "muriae")}
    assert rows["Art. 9, IV"]["fine"] is None
    assert "revogação da permissão" in rows["Art. 9, IV"]["reason"]
    assert rows["Art. 4, § 2"]["fine"] == {"amount": 1, "unit": "UFM"}
    assert "reason" not in rows["Art. 4, § 2"]


# ---- Validity and age ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("town", "service", "age"),
    [("januaria", "urbano", 3), ("mangaratiba", "escolar", 9), ("muriae", "taxi", 10),
     ("santo-andre", "carga", 30), ("sapezal", "aplicativo", 6)],
)  # fmt: skip
def test_validity_answers_exactly_its_fields_and_nothing_unknown_goes_unexplained(
    town, service, age
):
    found = answer("validade", town, "--servico", service, "--idade", str(age),
                   "--data", "2026-03-02")  # fmt: skip
    assert fields(found) == VALIDITY
    check_choices(found["choices"])
    if found["valid_until"] is None or found["allowed"] is None:
        assert found["choices"] or found["reason"]


@pytest.mark.parametrize(
    ("service", "age", "until"),
    [
        ("urbano", 10, "2026-05-02"), ("urbano", 11, "2026-05-02"), ("urbano", 15, "2026-05-02"),
        ("municipal", 4, "2026-09-02"), ("municipal", 6, "2026-06-02"),
        ("industrial", 10, "2026-05-01"), ("especial", 14, "2026-05-01"),
        ("rodoviario", 16, "2026-04-01"), ("rodoviario", 20, "2026-04-01"),
        ("escolar", 0, "2026-05-02"), ("escolar", 15, "2026-05-02"),
    ],
)  # fmt: skip
def test_januarias_validities(service, age, until):
    found = answer("validade", "januaria", "--servico", service, "--idade", str(age),
                   "--data", "2026-03-02")  # fmt: skip
    assert (found["allowed"], found["valid_until"]) == (True, until)


@pytest.mark.parametrize(
    ("service", "age", "allowed"),
    [("urbano", 16, False), ("rodoviario", 21, False), ("escolar", 16, None),
     ("municipal", 16, None)],
)  # fmt: skip
def test_past_fifteen_januaria_forbids_or_asks_the_council(service, age, allowed):
    found = answer("validade", "januaria", "--servico", service, "--idade", str(age),
                   "--data", "2026-03-02")  # fmt: skip
    assert found["allowed"] is allowed
    assert (found["valid_until"] is None) == (allowed is False)
    assert ("Conselho" in " ".join(found["conditions"])) == (allowed is None)


@pytest.mark.parametrize("service", ["taxi", "aluguel"])
def test_januaria_gives_taxis_no_validity_and_none_is_guessed(service):
    found = answer("validade", "januaria", "--servico", service, "--idade", "2",
                   "--data", "2026-03-02")  # fmt: skip
    assert (found["allowed"], found["valid_until"]) == (None, None)
    assert "Art. 51" in found["reason"]
    assert applied(found, "taxi-e-aluguel-sem-prazo") == "desconhecida"


def test_validity_by_model_year_counts_age_as_the_law_does():
    words = ("--servico", "aplicativo", "--data", "2026-03-02")
    assert answer("validade", "sapezal", *words, "--ano-modelo", "2021")["allowed"] is True
    found = answer("validade", "sapezal", *words, "--ano-modelo", "2020")
    assert (found["allowed"], found["valid_until"]) == (False, None)


@pytest.mark.parametrize(
    ("town", "service", "year", "on", "years", "limit", "allowed"),
    [
        ("sapezal", "aplicativo", 2021, "2026-12-31", 5, 5, True),
        ("sapezal", "aplicativo", 2020, "2026-01-01", 6, 5, False),
        ("sapezal", "aplicativo", 2027, "2026-11-30", 0, 5, True),
        ("muriae", "taxi", 2016, "2026-12-30", 10, 10, True),
        ("muriae", "taxi", 2026, "2026-12-31", 1, 10, True),
        ("januaria", "urbano", 2011, "2026-06-01", 15, 15, True),
        ("januaria", "urbano", 2010, "2026-06-01", 16, 15, False),
        ("mangaratiba", "escolar", 2010, "2026-06-01", 16, None, None),
        ("santo-andre", "taxi", 1990, "2026-06-01", 36, None, None),
    ],
)
def test_age_by_each_law(town, service, year, on, years, limit, allowed):
    found = answer("idade", town, "--servico", service, "--ano-modelo", str(year), "--data", on)
    assert fields(found) == AGE
    assert (found["years"], found["limit"], found["allowed"]) == (years, limit, allowed)
    assert (allowed is None) == bool(found.get("reason")) or allowed is False
    check_choices(found["choices"])


# ---- Fines -----------------------------------------------------------------------------------


@towns
def test_every_conduct_can_be_priced(town):
    for conduct in load_rulebook(town).conducts[::7]:
        found = answer("multa", town, "--cite", conduct.cite)
        assert fields(found) == FINE
        (one,) = found["amounts"]
        assert set(one) == {"units", "unit", "reais", "doubled"}
        assert one["doubled"] is False
        assert one["units"] is not None or found["choices"] or found["reason"]
        assert one["reais"] is not None or found["choices"] or found["reason"]
        check_choices(found["choices"])


def priced(town, *words):
    found = answer("multa", town, *words)
    return [(one["units"], one["reais"], one["doubled"]) for one in found["amounts"]]


def days(*occurrences):
    return [word for one in occurrences for word in ("--ocorrencia", one)]


@pytest.mark.parametrize(
    ("value", "reais"),
    [("92,35", 738.8), ("92.35", 738.8), ("1", 8), ("0.0006", 0), ("0.000625", 0.01),
     ("100", 800), ("33.333333", 266.67)],
)  # fmt: skip
def test_money_is_exact_and_rounded_once_half_up(value, reais):
    found = answer("multa", "januaria", "--cite", "Art. 94, VIII", "--valor-unidade", value)
    assert found["amounts"][0]["reais"] == reais


def test_the_rounding_and_the_day_of_the_unit_are_shown_once_it_is_in_reais():
    words = ("--cite", "Art. 94, VIII", "--valor-unidade", "33.333333")
    found = answer("multa", "januaria", *words)
    assert readings(found, "arredondamento") == {"meio-centavo-acima": [266.67], "corta": [266.66]}
    assert applied(found, "upfm-de-qual-data") == "infracao"
    plain = answer("multa", "januaria", "--cite", "Art. 94, VIII")
    assert "arredondamento" not in {one["id"] for one in plain["choices"]}
    assert plain["reason"] == "Valor da UPFM ainda não informado pelo município."


def test_without_a_line_or_on_two_lines_januaria_doubles_nothing():
    four = ("2026-01-10", "2026-02-15", "2026-03-20", "2026-05-05")
    cite = ("--cite", "Art. 95, IV")
    assert {row[2] for row in priced("januaria", *cite, *days(*four))} == {False}
    lines = [f"{day}@{n % 2}" for n, day in enumerate(four)]
    assert {row[2] for row in priced("januaria", *cite, *days(*lines))} == {False}


@pytest.mark.parametrize(("last", "doubled"), [("2026-07-10", True), ("2026-07-11", False)])
def test_januarias_six_months_include_their_last_day(last, doubled):
    four = [f"{day}@L1" for day in ("2026-01-10", "2026-02-15", "2026-03-20", last)]
    rows = priced("januaria", "--cite", "Art. 95, IV", *days(*four))
    assert rows[-1][2] is doubled


def test_amounts_come_in_order_of_date_however_they_are_typed():
    typed = days("2026-04-10", "2026-01-10")
    assert priced("muriae", "--grupo", "B", *typed) == [(140, 140, False), (280, 280, True)]


def test_muriaes_fine_doubles_the_last_one_each_time():
    four = days("2026-01-10", "2026-02-10", "2026-03-10", "2026-08-10")
    assert [row[0] for row in priced("muriae", "--grupo", "C", *four)] == [70, 140, 280, 70]


def test_mangaratiba_and_sapezal_double_nothing():
    two = days("2026-01-10", "2026-01-11")
    assert [row[2] for row in priced("mangaratiba", "--cite", "Art. 14, XIX", *two)] == [False] * 2
    assert [row[2] for row in priced("sapezal", "--cite", "Art. 26, IV", *two)] == [False] * 2


def test_a_second_ride_without_the_application_suspends_for_thirty_days():
    cite = ("--cite", "Art. 26, IV")
    assert answer("multa", "sapezal", *cite)["penalties"] == []
    found = answer("multa", "sapezal", *cite, *days("2026-01-10", "2027-01-11"))
    assert found["penalties"] == ["suspensão da autorização por 30 dias"]
    assert readings(found, "suspensao-30-dias-ou-12-meses")["doze-meses"] == [
        [], ["suspensão da autorização por 12 meses"],
    ]  # fmt: skip


@pytest.mark.parametrize("cite", ["Art. 47", "Art. 49, a"])
def test_santo_andres_range_is_no_amount(cite):
    found = answer("multa", "santo-andre", "--cite", cite)
    assert found["amounts"] == [{"units": None, "unit": None, "reais": None, "doubled": False}]
    assert "1,1 a 55 OTN" in found["reason"]


def test_the_ceiling_of_55_otn_becomes_110_when_doubled():
    rows = priced("santo-andre", "--unidades", "55", *days("2026-01-10", "2026-02-10"))
    assert [row[0] for row in rows] == [55, 110]


def test_the_lowest_otn_fine_is_a_number_too():
    found = answer("multa", "santo-andre", "--unidades", "1,1", *days("2026-01-10", "2026-02-10"))
    assert [one["units"] for one in found["amounts"]] == [1.1, 2.2]
    assert readings(found, "reincidencia-sem-janela")["sem-janela"] == [1.1, 2.2]


def test_a_group_without_a_value_stays_without_one_however_often():
    found = answer("multa", "mangaratiba", "--grupo", "A-1", *days("2026-01-10", "2026-01-11"))
    assert [one["units"] for one in found["amounts"]] == [None, None]
    assert "A-1" in found["reason"]


def test_severities_are_the_groups_of_sapezal():
    units = {
        name: priced("sapezal", "--grupo", name)[0][0]
        for name in ("leve", "media", "grave", "gravissima")
    }
    assert units == {"leve": 5, "media": 10, "grave": 20, "gravissima": 30}


@pytest.mark.parametrize("typed", ["art. 14, xix", "Art.14,XIX", "ART 14 XIX", " Art. 14,  XIX "])
def test_a_citation_may_be_typed_in_other_ways(typed):
    assert answer("multa", "mangaratiba", "--cite", typed)["cites"][0] == "Art. 14, XIX"


def test_an_article_with_one_conduct_may_be_cited_by_its_number():
    assert answer("multa", "muriae", "--cite", "Art. 11")["penalties"]


# ---- Points ----------------------------------------------------------------------------------


def counted(role, *infractions):
    words = [word for one in infractions for word in ("--infracao", one)]
    return answer("pontos", "mangaratiba", "--papel", role, *words)


@pytest.mark.parametrize(
    ("role", "very_grave", "blocked"),
    [("auxiliar", 7, False), ("auxiliar", 8, True), ("autorizatario", 8, False),
     ("autorizatario", 9, True)],
)  # fmt: skip
def test_the_limit_is_fifty_for_an_assistant_and_sixty_for_the_holder(role, very_grave, blocked):
    found = counted(role, *(f"Art. 17, II@2026-03-{n:02}" for n in range(1, very_grave + 1)))
    assert set(found) == POINTS
    assert found["by_year"] == {"2026": 7 * very_grave}
    assert found["blocked"] is blocked
    assert bool(found["effect"]) is blocked


def test_the_year_turns_at_midnight_of_31_december():
    found = counted("auxiliar", "Art. 17, II@2026-12-31", "Art. 17, II@2027-01-01")
    assert found["by_year"] == {"2026": 7, "2027": 7}


def test_a_conduct_without_severity_adds_nothing_and_says_so():
    found = counted("autorizatario", "Art. 8@2026-03-01")
    assert found["by_year"] == {"2026": 0}
    assert "Art. 8" in found["reason"]


def test_somebody_elses_conduct_is_counted_as_asked_and_pointed_out():
    found = counted("auxiliar", "Art. 14, XIX@2026-03-01")
    assert found["by_year"] == {"2026": 7}
    assert "autorizatário" in found["reason"]


def test_a_law_without_points_blocks_nobody_and_says_why():
    found = answer("pontos", "sapezal", "--papel", "condutor", "--infracao",
                   "Art. 26, VI@2026-03-01")  # fmt: skip
    assert (found["blocked"], found["effect"]) == (None, None)
    assert "não conta pontos" in found["reason"]


# ---- Deadlines and gaps ----------------------------------------------------------------------


@towns
def test_every_deadline_is_listed_and_every_one_of_them_can_be_asked(town):
    rows = answer("prazos", town)
    assert [row["ato"] for row in rows] == [row.ato for row in load_rulebook(town).deadlines]
    for row in rows:
        assert row["cites"] and row["label"] and row["starts"]
        lengths = [row["days"], row["months"], row["hours"]]
        assert sum(length is not None for length in lengths) == (0 if "reason" in row else 1)
        check_choices(row["choices"])
        found = answer("prazo", town, "--ato", row["ato"], "--de", "2026-03-02")
        assert fields(found) == DEADLINE
        assert found["suspensive"] is row["suspensive"]
        assert found["day_kind"] == row["day_kind"]
        assert found["due"] or found["reason"]
        check_choices(found["choices"])


def test_days_that_are_handed_in_move_the_end():
    words = ("prazo", "januaria", "--ato", "recurso-multa", "--de", "2026-04-29")
    closed = ("--sem-expediente", "2026-05-04", "--sem-expediente", "2026-05-05")
    assert answer(*words, *closed)["due"] == "2026-05-11"
    assert answer(*words, "--meio-expediente", "2026-05-06")["due"] == "2026-05-08"


def test_a_moved_end_says_why_and_cites_the_federal_rule():
    found = answer("prazo", "santo-andre", "--ato", "defesa", "--de", "2026-02-27")
    assert (found["nominal"], found["due"]) == ("2026-03-14", "2026-03-16")
    assert "sábado" in found["reason"]
    assert "Lei 9.784/1999, art. 66, § 1" in found["cites"]


@towns
def test_every_gap_is_told_whole(town):
    law = load_rulebook(town)
    rows = answer("lacunas", town)
    assert [row["id"] for row in rows] == [row.id for row in law.choices]
    for row in rows:
        assert set(row) == {"id", "question", "cites", "applied", "readings", "why"}
        assert row["cites"] and row["question"] and row["why"]
        assert row["applied"] in {reading["id"] for reading in row["readings"]}


@towns
@pytest.mark.parametrize(
    "choice", ["meio-expediente", "ponto-facultativo", "vencimento-sem-expediente"]
)
def test_each_law_says_how_it_reads_the_days_of_office(town, choice):
    (row,) = [one for one in answer("lacunas", town) if one["id"] == choice]
    assert any(cite.startswith(("Art.", "Lei 9.")) for cite in row["cites"])


def test_the_same_question_gives_the_same_bytes():
    words = ("infracoes", "mangaratiba", "--json")
    assert asked(*words).stdout == asked(*words, columns=140).stdout


def test_a_reading_that_lacks_a_fact_gives_no_date():
    found = answer("validade", "muriae", "--servico", "taxi", "--ano-modelo", "2016",
                   "--data", "2026-12-31")  # fmt: skip
    assert readings(found, "contagem-da-idade") == {
        "completa-em-31-12": None, "modelo": "2027-12-31", "fabricacao": None,
    }  # fmt: skip
