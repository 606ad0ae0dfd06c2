"""Twenty-four worked cases of the five laws, asked of the real command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.asking import answer, applied, readings

PRANCHETA = Path(sys.executable).with_name("prancheta")


def valid_until(town, service, age, on):
    found = answer("validade", town, "--servico", service, "--idade", str(age), "--data", on)
    assert found["allowed"] is True
    return found


def fine(town, *words):
    return answer("multa", town, *words)


def amounts(found, name="units"):
    return [one[name] for one in found["amounts"]]


# ---- Januária ---------------------------------------------------------------------------------


def test_an_urban_bus_of_three_years_is_good_for_six_months():
    found = valid_until("januaria", "urbano", 3, "2026-01-15")
    assert found["valid_until"] == "2026-07-15"
    assert "Art. 52, § 3" in found["cites"]
    assert found["choices"] == []


def test_a_bus_of_twelve_years_on_a_municipal_line_is_good_for_sixty_days_not_two_months():
    found = valid_until("januaria", "municipal", 12, "2026-01-10")
    assert found["valid_until"] == "2026-03-11"
    assert "Art. 52, § 3, c" in found["cites"]


def test_a_school_van_is_good_for_two_months_at_any_age():
    assert valid_until("januaria", "escolar", 2, "2026-02-10")["valid_until"] == "2026-04-10"


def test_an_urban_bus_of_exactly_five_takes_the_shorter_validity_and_shows_the_longer():
    found = valid_until("januaria", "urbano", 5, "2026-03-10")
    assert found["valid_until"] == "2026-06-10"
    assert readings(found, "idade-no-limite") == {
        "mais-curta": "2026-06-10", "mais-longa": "2026-09-10",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("on", "last", "following"),
    [("2026-08-31", "2027-02-28", "2027-03-01"), ("2027-08-31", "2028-02-29", "2028-03-01")],
)
def test_six_months_from_the_end_of_august_end_with_february(on, last, following):
    found = valid_until("januaria", "urbano", 2, on)
    assert found["valid_until"] == last
    assert readings(found, "fim-de-mes") == {"ultimo-dia": last, "dia-seguinte": following}


def test_abandoning_the_vehicle_costs_738_80_at_a_upfm_of_92_35():
    found = fine("januaria", "--cite", "Art. 94, VIII", "--valor-unidade", "92.35")
    assert (amounts(found), amounts(found, "reais")) == ([8], [738.8])
    assert {"Art. 94, VIII", "Art. 107, IV"} <= set(found["cites"])


@pytest.mark.parametrize("cite", ["Art. 93, VIII", "Anexo, B-01"])
def test_a_dirty_bus_costs_four_upfm_and_shows_ten(cite):
    found = fine("januaria", "--cite", cite)
    assert amounts(found) == [4]
    assert readings(found, "grupo-limpeza") == {"anexo": 4, "artigo": 10}


def test_three_recurrences_on_a_line_double_the_fourth_fine():
    days = ("2026-01-10", "2026-02-15", "2026-03-20", "2026-05-05")
    words = [word for day in days for word in ("--ocorrencia", f"{day}@L1")]
    found = fine("januaria", "--cite", "Art. 95, IV", *words)
    assert amounts(found) == [4, 4, 4, 8]
    assert amounts(found, "doubled") == [False, False, False, True]
    assert readings(found, "reincidencia-por-tres-vezes") == {
        "quarta": [4, 4, 4, 8], "terceira": [4, 4, 8, 8],
    }  # fmt: skip
    assert {"Art. 105", "Art. 107, II"} <= set(found["cites"])


def test_an_appeal_received_on_29_april_ends_on_7_may():
    found = answer("prazo", "januaria", "--ato", "recurso-multa", "--de", "2026-04-29")
    assert (found["nominal"], found["due"]) == ("2026-05-07", "2026-05-07")
    assert {"Art. 111, a", "Art. 111, parágrafo único"} <= set(found["cites"])


def test_naming_the_holiday_again_changes_nothing():
    words = ("--de", "2026-04-29", "--sem-expediente", "2026-05-01")
    assert answer("prazo", "januaria", "--ato", "recurso-multa", *words)["due"] == "2026-05-07"


def test_an_appeal_against_taking_the_vehicle_off_does_not_suspend():
    found = answer("prazo", "januaria", "--ato", "recurso-retirada", "--de", "2026-04-29")
    assert found["suspensive"] is False
    assert "Art. 109" in found["cites"]
    other = answer("prazo", "januaria", "--ato", "recurso-multa", "--de", "2026-04-29")
    assert other["suspensive"] is True


# ---- Mangaratiba ------------------------------------------------------------------------------


def test_group_e_3_costs_570_reais_at_an_ufir_of_4_75():
    found = fine("mangaratiba", "--grupo", "E-3", "--valor-unidade", "4,75")
    assert (amounts(found), amounts(found, "reais")) == ([120], [570])
    assert found["cites"] == ["Art. 21, III"]


def test_obstructing_the_road_has_seven_points_and_no_amount():
    found = fine("mangaratiba", "--cite", "Art. 17, II")
    assert (amounts(found), amounts(found, "reais"), found["points"]) == ([None], [None], 7)
    assert "A-1" in found["reason"]
    assert readings(found, "grupo-a-1-sem-valor") == {"sem-valor": None, "como-e-1": 400}


def test_a_missing_policy_costs_the_printed_120_with_400_shown_and_retains():
    found = fine("mangaratiba", "--cite", "Art. 12, VIII")
    assert (amounts(found), found["points"], found["measures"]) == ([120], 7, ["retencao"])
    assert readings(found, "seguro-gravissima-com-e-3") == {
        "grupo-impresso": 120, "pela-gravidade": 400,
    }  # fmt: skip


def points(role, *infractions):
    words = [word for one in infractions for word in ("--infracao", one)]
    return answer("pontos", "mangaratiba", "--papel", role, *words)


def test_an_assistant_with_exactly_fifty_points_is_blocked():
    very_grave = [f"Art. 17, II@2026-0{n}-10" for n in range(1, 6)]
    grave = [f"Art. 18, II@2026-0{n}-11" for n in range(1, 4)]
    found = points("auxiliar", *very_grave, *grave)
    assert (found["by_year"], found["blocked"]) == ({"2026": 50}, True)
    assert "pelo menos 2 anos" in found["effect"]
    assert "Art. 20, VI" in found["cites"]


def test_fifty_points_over_two_calendar_years_block_nobody():
    december = [f"Art. 17, II@2026-12-0{n}" for n in range(1, 6)]
    january = [f"Art. 18, II@2027-01-0{n}" for n in range(1, 4)]
    found = points("auxiliar", *december, *january)
    assert found["by_year"] == {"2026": 35, "2027": 15}
    assert (found["blocked"], found["effect"]) == (False, None)


def test_bad_paint_a_broken_window_and_no_mirror_sum_up_and_only_the_mirror_retains():
    cites = ("Art. 14, IX", "Art. 14, XII", "Art. 14, XIX")
    found = [fine("mangaratiba", "--cite", cite) for cite in cites]
    assert sum(amounts(one)[0] for one in found) == 730
    assert sum(one["points"] for one in found) == 15
    assert [one["measures"] for one in found] == [[], [], ["retencao"]]


# ---- Sapezal ----------------------------------------------------------------------------------


def test_smoking_in_a_parked_car_costs_200_reais_at_a_urs_of_40():
    found = fine("sapezal", "--cite", "Art. 13, VIII", "--valor-unidade", "40.00")
    assert amounts(found, "reais") == [200]
    assert {"Art. 13, VIII", "Art. 26, III", "Art. 25, I"} <= set(found["cites"])


def test_a_taxi_rank_costs_twenty_urs_and_suspends_at_once():
    found = fine("sapezal", "--cite", "Art. 26, VI")
    assert (amounts(found), found["penalties"]) == (
        [20], ["suspensão da autorização por 12 meses"],
    )  # fmt: skip


def test_rejected_on_a_friday_the_car_has_until_wednesday():
    found = answer("prazo", "sapezal", "--ato", "regularizar", "--de", "2026-08-07")
    assert found["due"] == "2026-08-12"
    assert readings(found, "cinco-dias-corridos-ou-uteis") == {
        "continuos": "2026-08-12", "uteis": "2026-08-14",
    }  # fmt: skip


# ---- Muriaé -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "years", "allowed"), [("2026-12-30", 10, True), ("2026-12-31", 11, False)]
)
def test_a_cab_of_2016_completes_its_eleventh_year_on_new_years_eve(on, years, allowed):
    found = answer(
        "idade", "muriae", "--servico", "taxi", "--ano-modelo", "2016", "--data", on
    )
    assert (found["years"], found["limit"], found["allowed"]) == (years, 10, allowed)
    assert "Art. 28, parágrafo único" in found["cites"]


@pytest.mark.parametrize(("second", "reais"), [("2026-04-10", 280), ("2026-04-11", 140)])
def test_the_same_infraction_doubles_on_the_90th_day_and_not_on_the_91st(second, reais):
    found = fine("muriae", "--grupo", "B", "--ocorrencia", "2026-01-10", "--ocorrencia", second)
    assert amounts(found, "reais") == [140, reais]
    assert "Art. 59, parágrafo único" in found["cites"]


def test_two_infractions_at_once_add_up_and_group_a_is_the_dearest():
    found = [fine("muriae", "--grupo", group) for group in "AC"]
    assert [amounts(one, "reais") for one in found] == [[210], [70]]
    assert sum(amounts(one, "reais")[0] for one in found) == 280


# ---- Santo André ------------------------------------------------------------------------------


def test_notified_on_a_monday_the_defence_ends_on_the_17th():
    found = answer("prazo", "santo-andre", "--ato", "defesa", "--de", "2026-03-02")
    assert found["due"] == "2026-03-17"
    assert "Art. 51" in found["cites"]


def test_ten_otn_become_twenty_with_no_window_and_no_value_in_reais():
    days = ("--ocorrencia", "1999-01-10", "--ocorrencia", "2026-04-10")
    found = fine("santo-andre", "--unidades", "10", *days)
    assert (amounts(found), amounts(found, "reais")) == ([10, 20], [None, None])
    assert applied(found, "reincidencia-sem-janela") == "sem-janela"
    assert found["cites"] == ["Art. 53, II"]


# ---- The installed command --------------------------------------------------------------------


def test_the_installed_command_answers_the_same():
    words = ["validade", "januaria", "--servico", "urbano", "--idade", "3"]
    words += ["--data", "2026-01-15", "--json"]
    ran = subprocess.run([PRANCHETA, "regras", *words], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout)["valid_until"] == "2026-07-15"
    assert ran.stderr == ""


def test_the_installed_command_refuses_with_code_2_and_says_nothing_on_stdout():
    words = ["prazo", "januaria", "--ato", "recurso-multa", "--de", "29/04/2026", "--json"]
    ran = subprocess.run([PRANCHETA, "regras", *words], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "--de 29/04/2026" in ran.stderr
