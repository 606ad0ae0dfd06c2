"""What a person reads: in Portuguese, with whole citations, on any width."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checklists import load_rulebook
from checklists.cli import regras
from checklists.cli.layout import Page, wrapped
from checklists.cli.words import number, outcome, reais
from checklists.reais import reais_exact
from checklists.unbroken import HARD
from tests.support.asking import asked, told

TOWNS = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")
PAGES = ("servicos", "infracoes", "prazos", "lacunas")
towns = pytest.mark.parametrize("town", TOWNS)


def lines(*words, columns):
    result = asked(*words, columns=columns)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


@towns
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("columns", [40, 80, 120, 160])
def test_no_line_is_wider_than_the_terminal(town, page, columns):
    for line in lines(page, town, columns=columns):
        assert len(line) <= columns or " " not in line.strip(), line


@towns
@pytest.mark.parametrize("columns", [60, 80, 120, 160])
def test_no_citation_is_cut_or_broken(town, columns):
    law = load_rulebook(town)
    conducts = "\n".join(lines("infracoes", town, columns=columns))
    deadlines = "\n".join(lines("prazos", town, columns=columns))
    for row in law.conducts:
        assert re.search(re.escape(row.cite) + r"(?!\w)", conducts), row.cite
    for row in law.deadlines:
        for cite in row.cites:
            assert cite in deadlines, cite
    assert "…" not in conducts + deadlines


@towns
def test_every_choice_is_told_with_all_its_readings_and_one_mark(town):
    text = told("lacunas", town)
    law = load_rulebook(town)
    for choice in law.choices:
        assert f"({choice.id})" in text
        assert choice.why in text
        for reading in choice.readings:
            mark = "[x]" if reading.id == choice.applied else "[ ]"
            assert f"{mark} {reading.label}" in text
    assert text.count("[x] ") == len(law.choices) + 1  # and the line that explains the mark


@towns
def test_what_the_law_leaves_open_is_said_beside_the_deadlines(town):
    text = told("prazos", town)
    for row in load_rulebook(town).deadlines:
        assert row.unknown in text


def test_a_validity_is_a_sentence():
    text = told("validade", "januaria", "--servico", "urbano", "--idade", "3",
                "--data", "2026-01-15")  # fmt: skip
    assert "Aprovado em 15/01/2026, vale até quarta-feira, 15/07/2026, inclusive (6 meses)." in text
    assert "Citações: Art. 52, § 3; Art. 54." in text
    assert "Onde a lei deixa dúvida" not in text


def test_a_boundary_shows_both_dates_and_marks_the_applied_one():
    text = told("validade", "januaria", "--servico", "urbano", "--idade", "5",
                "--data", "2026-03-10")  # fmt: skip
    assert "[x] A faixa de cima: prazo mais curto → 10/06/2026" in text
    assert "[ ] A faixa de baixo: prazo mais longo → 10/09/2026" in text


def test_past_the_age_there_is_no_validity_and_the_sentence_says_why():
    text = told("validade", "januaria", "--servico", "urbano", "--idade", "16",
                "--data", "2026-03-10")  # fmt: skip
    assert "Não há validade: o veículo não é admitido." in text
    assert "16 anos" in text and "vale até" not in text


def test_where_someone_else_decides_the_date_is_only_conditional():
    text = told("validade", "januaria", "--servico", "escolar", "--idade", "16",
                "--data", "2026-03-10")  # fmt: skip
    assert "valeria até domingo, 10/05/2026" in text
    assert "vale até" not in text
    assert "se o Conselho Municipal de Transportes decidir" in text


def test_a_conduct_without_a_fine_says_so_and_names_its_penalty():
    text = told("multa", "muriae", "--cite", "Art. 9, IV")
    assert "sem multa na lei; revogação da permissão" in text
    assert "multa: não há · pena: revogação da permissão" in told("infracoes", "muriae")


def test_an_unknown_validity_is_not_worded_as_a_date():
    text = told("validade", "santo-andre", "--servico", "taxi", "--idade", "3",
                "--data", "2026-03-10")  # fmt: skip
    assert "Não se sabe até quando vale." in text
    assert "None" not in text


def test_a_fine_says_units_reais_and_doubling():
    text = told("multa", "muriae", "--grupo", "B", "--ocorrencia", "2026-01-10",
                "--ocorrencia", "2026-04-10")  # fmt: skip
    assert "10/01/2026: R$ 140,00" in text
    assert "10/04/2026: R$ 280,00, em dobro pela reincidência" in text
    assert "Somam R$ 420,00." in text


def test_a_fine_in_units_is_worth_its_reais():
    text = told("multa", "januaria", "--cite", "Art. 94, VIII", "--valor-unidade", "92.35")
    assert "8 UPFM = R$ 738,80" in text
    assert "→ R$ 738,80" in text


def test_a_measure_and_what_the_fine_is_counted_by_are_said():
    text = told("multa", "mangaratiba", "--cite", "Art. 12, VIII")
    assert "120 UFIR-RJ por veículo" in text
    assert "Medida: retenção do veículo." in text
    assert "Pontos: 7 por ocorrência." in text


def test_a_deadline_is_told_with_its_weekday_and_what_did_not_count():
    text = told("prazo", "januaria", "--ato", "recurso-multa", "--de", "2026-04-29")
    assert "Último dia: quinta-feira, 07/05/2026." in text
    assert "Fora da conta: sábados, domingos, 01/05/2026 (feriado: Dia do Trabalhador)." in text
    assert "A quem: Conselho Municipal de Transporte." in text
    assert "Suspende a penalidade: sim." in text


def test_a_moved_deadline_says_from_where_to_where():
    text = told("prazo", "santo-andre", "--ato", "defesa", "--de", "2026-02-27")
    assert "14/03/2026 não tem expediente (sábado): passa para 16/03/2026" in text


def test_a_deadline_counted_back_is_worded_so():
    text = told("prazo", "januaria", "--ato", "convocar-vistoria", "--de", "2026-04-29")
    assert "contados para trás da data da vistoria" in text
    assert "não muda se cair em dia sem expediente" in text


def test_a_deadline_without_a_date_says_why():
    text = told("prazo", "sapezal", "--ato", "defesa", "--de", "2026-04-29")
    assert "Não há data. A lei garante a defesa prévia (Art. 22)" in text
    assert "Último dia" not in text


def test_points_are_told_by_year_against_the_limit():
    text = told("pontos", "mangaratiba", "--papel", "auxiliar", "--infracao",
                "Art. 17, II@2026-12-01")  # fmt: skip
    assert "2026: 7 pontos. O limite é 50 no ano civil." in text
    assert "Não atingiu o limite em nenhum ano." in text


def test_a_page_speaks_no_code():
    for town in TOWNS:
        for page in PAGES:
            text = re.sub(r"[a-z]+(-[a-z\d]+)+", "", told(page, town, columns=160))  # less the ids
            assert not re.search(r"\b(None|True|False|Decimal|gravissima|uteis)\b", text)


def test_the_readme_shows_what_the_command_says_and_names_every_command():
    readme = (Path(__file__).parents[3] / "README.md").read_text()
    shown = re.search(r"```console\n\$ prancheta regras (.*?)\n(.*?)\n…\n```", readme, re.DOTALL)
    said = asked(*shown[1].split(), columns=80).stdout
    assert said.startswith(shown[2])
    for name in regras.commands:
        assert f"`prancheta regras {name}" in readme


# ---- Words and layout ------------------------------------------------------------------------


@given(st.lists(st.text("abcç,. §12", min_size=1, max_size=30), max_size=12),
       st.integers(40, 160))  # fmt: skip
def test_wrapping_loses_no_word(parts, width):
    words = " ".join(parts)
    joined = " ".join(wrapped(words, width))
    assert joined.replace(HARD, " ").split() == words.split()


def test_a_table_becomes_cards_where_it_does_not_fit():
    rows = [("Art. 1", "Uma conduta bem comprida de se ler", "400 UV", "retenção")]
    heads = ("Citação", "Conduta", "Multa", "Medida")
    wide, narrow = Page(100), Page(40)
    wide.table(heads, rows, ("Conduta",))
    narrow.table(heads, rows, ("Conduta",))
    assert wide.lines[0].split() == list(heads)
    assert narrow.text().split("\n")[0].startswith("Art. 1  Uma conduta")
    assert "multa: 400 UV" in narrow.text()


def test_a_column_with_nothing_in_it_is_left_out():
    page = Page(80)
    page.table(("A", "B"), [("1", ""), ("2", "")], ("B", "A"))
    assert "B" not in page.text()


@pytest.mark.parametrize(
    ("value", "words"),
    [(None, "nada"), (True, "sim"), ("2026-05-07", "07/05/2026"), ("1.1", "1,1"), (4, "4"),
     ([4, 8], "4; 8"), ([], "nada"), ([[], ["x"]], "nada; x"), ("menor", "menor")],
)  # fmt: skip
def test_what_a_reading_gives_is_put_in_words(value, words):
    assert outcome(value) == words


def test_numbers_and_money_are_brazilian():
    from decimal import Decimal

    assert number(Decimal("1234.50")) == "1.234,5"
    assert reais(Decimal("1234.5")) == "R$ 1.234,50"
    assert reais_exact(Decimal("4.9604")) == "R$ 4,9604"
    assert reais_exact(Decimal("100.00")) == "R$ 100,00"
    assert reais_exact(Decimal("300")) == "R$ 300,00"
