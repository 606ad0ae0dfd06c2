"""A municipality's own file on the command line: values, readings, calendar, conducts."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from tests.support.asking import answer, asked, readings, refused, told

EXAMPLES = files("checklists") / "examples"


def example(name):
    return ("--local", str(EXAMPLES / name))


def test_the_towns_unit_value_turns_the_fine_into_reais_on_its_day():
    words = ("multa", "januaria", "--cite", "Art. 94, VIII", *example("januaria-valores.toml"))
    days = ("--ocorrencia", "2025-12-31", "--ocorrencia", "2026-01-01", "--ocorrencia",
            "2027-01-01")  # fmt: skip
    found = answer(*words, *days)
    assert [one["reais"] for one in found["amounts"]] == [800, 836.2, None]
    assert "01/01/2027" in found["reason"]


def test_without_a_day_the_value_of_the_unit_is_asked_for():
    words = ("multa", "januaria", "--cite", "Art. 94, VIII", *example("januaria-valores.toml"))
    found = answer(*words)
    assert found["amounts"][0]["reais"] is None
    assert "--ocorrencia" in found["reason"]
    typed = answer(*words, "--valor-unidade", "92.35")
    assert typed["amounts"][0]["reais"] == 738.8


def test_a_reading_that_the_town_picked_applies_and_is_shown_as_its_own():
    local = example("mangaratiba-leituras.toml")
    words = ("multa", "mangaratiba", "--grupo", "E-3", "--valor-unidade", "4.7599")
    assert answer(*words, *local)["amounts"][0]["reais"] == 571.18
    assert answer(*words)["amounts"][0]["reais"] == 571.19
    assert readings(answer(*words, *local), "arredondamento") == {
        "meio-centavo-acima": [571.19], "corta": [571.18],
    }  # fmt: skip
    (row,) = [one for one in answer("lacunas", "mangaratiba", *local)
              if one["id"] == "arredondamento"]  # fmt: skip
    assert row["applied"] == "corta"
    assert row["town"]["decided_by"].startswith("Procuradoria")
    assert "Escolha do município (Procuradoria" in told("lacunas", "mangaratiba", *local)


def test_the_towns_calendar_counts_for_its_deadlines():
    local = example("santo-andre-calendario.toml")
    words = ("prazo", "santo-andre", "--ato", "defesa", "--de", "2026-03-24")
    assert answer(*words)["due"] == "2026-04-08"
    found = answer(*words, *local)
    assert found["due"] == "2026-04-09"
    assert "Aniversário da cidade" in found["reason"]
    assert answer(*words, *local, "--sem-expediente", "2026-04-09")["due"] == "2026-04-10"


def test_a_half_day_of_the_town_moves_the_end_of_a_deadline():
    local = example("santo-andre-calendario.toml")
    words = ("prazo", "santo-andre", "--ato", "defesa", "--de", "2026-12-09")
    assert answer(*words)["due"] == "2026-12-24"
    assert answer(*words, *local)["due"] == "2026-12-28"


def test_conducts_of_the_regulation_are_listed_and_priced():
    local = example("muriae-regulamento.toml")
    rows = answer("infracoes", "muriae", *local)
    assert len(rows) > 17
    own = next(row for row in rows if row["cite"].startswith("Decreto 9.904/2026"))
    assert own["fine"]["amount"] == 210
    found = answer("multa", "muriae", "--cite", own["cite"], *local)
    assert found["amounts"][0]["reais"] == 210
    assert answer("multa", "muriae", "--cite", "Art. 26, § 1", *local)["amounts"][0]["units"] == 140


def test_a_sheet_of_items_may_come_beside_it():
    local = (*example("muriae-planilha.toml"), *example("muriae-planilha.csv"))
    assert answer("prazos", "muriae", *local)


def test_every_problem_of_the_file_is_told_with_its_line(tmp_path):
    bad = tmp_path / "ruim.toml"
    bad.write_text('format = 1\nmunicipality = "sapezal"\nversion = "1"\n'
                   "effective_from = 2026-01-01\n\n[[day]]\ndate = 2026-01-02\n"
                   'kind = "folga"\nlabel = "X"\n')  # fmt: skip
    result = asked("prazos", "sapezal", "--local", str(bad), "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--local" in result.stderr
    assert "ruim.toml" in result.stderr and "folga" in result.stderr and "8" in result.stderr


def test_a_file_of_another_town_is_refused():
    result = asked("prazos", "sapezal", *example("januaria-valores.toml"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "januaria" in result.stderr


def test_a_folder_is_no_file(tmp_path):
    assert "--local" in refused("prazos", "sapezal", "--local", str(tmp_path))


@pytest.mark.parametrize(
    "words",
    [
        ("servicos", "januaria"), ("infracoes", "januaria"), ("prazos", "januaria"),
        ("lacunas", "januaria"), ("multa", "januaria", "--grupo", "A"),
        ("prazo", "januaria", "--ato", "recurso-multa", "--de", "2026-04-29"),
        ("validade", "januaria", "--servico", "urbano", "--idade", "3", "--data", "2026-01-15"),
        ("idade", "januaria", "--servico", "urbano", "--ano-modelo", "2020", "--data",
         "2026-01-15"),
        ("pontos", "januaria", "--papel", "motorista", "--infracao", "Art. 94, V@2026-01-15"),
    ],
)  # fmt: skip
def test_every_command_takes_the_towns_file(words):
    local = example("januaria-valores.toml")
    assert json.dumps(answer(*words, *local))
