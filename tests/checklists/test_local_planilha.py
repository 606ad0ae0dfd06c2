"""The planilha as a spreadsheet saves it: read as it comes, refused by row and column."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checklists.local.planilha import COLUMNS
from tests.support.local_files import joined, only_problem, planilha, problems, toml

HEADER = (
    "secao;id;rotulo;dica;servicos;condicao;citacao;conduta;"
    "pergunta;tipo;unidade;obrigatoria\n"
)
ROWS = (
    "Pneus;M-sulco;Sulco;Sem liso;escolar;;Portaria 1/2026, item 1;;Menor sulco;numero;mm;sim\n"
    "Tudo;M-estepe;Estepe;;;Se houver;Art. 2, III;Art. 2, I;;;;\n"
)


def items(text: str, **more):
    return joined(toml(), planilha(text, **more)).checklist("escolar")


def test_a_row_is_an_item_and_a_new_title_begins_a_section():
    found = items(HEADER + ROWS)
    sulco, estepe = found.item("M-sulco"), found.item("M-estepe")
    assert (sulco.label, sulco.hint, sulco.cite) == ("Sulco", "Sem liso", "Portaria 1/2026, item 1")
    [ask] = sulco.asks
    assert (ask.id, ask.kind, ask.label, ask.unit, ask.required) == (
        "menor-sulco", "number", "Menor sulco", "mm", True,
    )  # fmt: skip
    assert (estepe.conditional, estepe.severity) == ("Se houver", "grave")
    section = found.sections[-1]
    assert (section.id, section.title, section.place) == ("M-pneus", "Pneus", "patio")
    assert [item.id for item in found.sections[0].items] == ["2-I", "2-II", "M-estepe"]


@pytest.mark.parametrize("sign", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_separators_line_ends_and_the_mark_of_utf_8_do_not_matter(sign, encoding, end):
    row = "Pneus;M-sulco;Sulco é “ç”;;;;Art. 2, I\n".replace("Art. 2, I", '"Art. 2, I"')
    text = (HEADER + row).replace(";", sign).replace("\n", end)
    found = items(text, encoding=encoding)
    assert found.item("M-sulco").label == "Sulco é “ç”"


def test_names_of_columns_are_read_without_accents_or_capitals_and_in_any_order():
    found = items("Rótulo;ID;Citação;SEÇÃO\nSulco;M-sulco;Art. 2, I;Pneus\n")
    assert found.item("M-sulco").label == "Sulco"


def test_the_line_in_which_excel_names_its_separator_is_passed_over():
    text = "sep=;\nsecao;id;rotulo;citacao\nPneus;M-a;A;Art. 2\nPneus;b;B;Art. 2\n"
    problem = only_problem(toml(), planilha(text))
    assert (problem.line, problem.found) == (4, '"b"')


def test_blank_rows_and_empty_columns_at_the_end_are_passed_over():
    found = items("secao;id;rotulo;citacao;;\n;;;;;\nPneus;M-a;A;Art. 2;;\n\n")
    assert found.has("M-a")


def test_rows_under_one_id_add_questions_to_it():
    text = HEADER + ROWS.splitlines(keepends=True)[0] + (
        ";M-sulco;;;;;;;Menor sulco;texto;;\n;M-sulco;;;;;;;Foto;foto;;não\n"
    )
    asks = items(text).item("M-sulco").asks
    assert [(ask.id, ask.kind) for ask in asks] == [
        ("menor-sulco", "number"), ("menor-sulco-2", "text"), ("foto", "photo"),
    ]  # fmt: skip


def test_two_planilhas_may_fill_one_section():
    law = joined(
        toml(),
        planilha("secao;id;rotulo;citacao\nPneus;M-a;A;Art. 2\n"),
        planilha("secao;id;rotulo;citacao\npneus;M-b;B;Art. 2\n", name="outra.csv"),
    )
    assert [item.id for item in law.checklist("escolar").sections[-1].items] == ["M-a", "M-b"]


def test_a_section_of_the_toml_is_filled_by_the_planilha_and_lends_its_citation():
    head = '[[section]]\nid = "M-p"\ntitle = "Pneus"\ncites = ["Portaria 1/2026, item 9"]\n'
    law = joined(toml(head), planilha("secao;id;rotulo\nPNEUS;M-a;A\nM-p;M-b;B\n"))
    items = law.checklist("escolar").sections[-1].items
    assert [(item.id, item.cite) for item in items] == [
        ("M-a", "Portaria 1/2026, item 9"), ("M-b", "Portaria 1/2026, item 9"),
    ]  # fmt: skip


def test_an_ask_may_name_the_document_that_it_is():
    text = "secao;id;rotulo;citacao;pergunta;confere\nTudo;M-a;A;Art. 2;RENAVAM;renavam\n"
    assert items(text).item("M-a").asks[0].check == "renavam"


BAD = [
    ("M-sulco", "sulco", 2, "id", "comece por M-", '"sulco"'),
    ("Sulco;", "x" * 61 + ";", 2, "rotulo", "1 a 60", "x" * 50),
    ("Sulco;", ";", 2, "rotulo", "obrigatório", ""),
    ("escolar", "escolar, barco", 2, "servicos", "escolar", '"barco"'),
    ("Portaria 1/2026, item 1", "portaria", 2, "citacao", "citação", '"portaria"'),
    ("numero", "inteiro", 2, "tipo", "numero, texto ou foto", '"inteiro"'),
    (";sim", ";talvez", 2, "obrigatoria", "sim ou não", '"talvez"'),
    ("Art. 2, I;", "Art. 9;", 3, "conduta", "conduta", '"Art. 9"'),
    ("M-estepe", "M-sulco", 3, "id", "não foi usado", '"M-sulco"'),
    ("Tudo;", ";", 3, "secao", "obrigatório", ""),
    ("Art. 2, III;Art. 2, I;;;;", "Art. 2, III;Art. 2, I;;texto;;", 3, "pergunta", "tipo", ""),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "column", "expected", "found"), BAD)
def test_each_problem_is_told_by_row_and_column(old, new, line, column, expected, found):
    assert old in ROWS
    problem = only_problem(toml(), planilha(HEADER + ROWS.replace(old, new, 1)))
    assert (problem.file, problem.line) == ("planilha.csv", line)
    assert problem.table == f'coluna "{column}"'
    assert expected in problem.expected
    assert found in problem.found


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("", None, "nomes das colunas"),
        ("secao;id;rotulo;preco\n", 1, "nomes de coluna destes"),
        ("secao;id;rotulo;id\n", 1, "uma vez só"),
        ("secao;id\n", 1, 'a coluna "rotulo"'),
        (HEADER + "Pneus;M-a;A;;;;Art. 2;;;;;;;sobra\n", 2, "até 12 colunas"),
        (HEADER + '\n\nPneus;"M-a;A\n', 4, "aspas foram abertas"),
        (HEADER + 'Pneus;"M-a"x;A\n', 2, "aspas"),
        (HEADER + "Pneus;M-a;A\n" * 1001, 1002, "até 1000 linhas"),
    ],
)
def test_what_is_no_planilha_is_told(text, line, expected):
    found = problems(toml(), planilha(text))
    assert any(one.line == line and expected in one.expected for one in found), found


def test_a_row_is_known_by_the_line_on_which_it_begins():
    text = HEADER + 'Pneus;M-a;"A\nb";;;;Art. 2\nPneus;b;B;;;;Art. 2\n'
    found = problems(toml(), planilha(text))
    assert [(one.line, one.table) for one in found] == [(2, 'coluna "rotulo"'), (4, 'coluna "id"')]


def test_windows_1252_is_named_with_the_row_and_how_to_save_it():
    text = "secao;id;rotulo;citacao\nÁgua;M-a;A;Art. 2\n"
    problem = only_problem(toml(), planilha(text, encoding="cp1252"))
    assert problem.line == 2
    assert "Água" in problem.found
    assert "CSV UTF-8" in problem.expected


cells = st.one_of(
    st.sampled_from(["", "M-a", "M-b", "Pneus", "Tudo", "Art. 2", "sim", "numero", "escolar"]),
    st.text(max_size=8),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(cells, max_size=14), max_size=4), st.sampled_from([";", ","]))
def test_any_rows_are_read_or_refused_on_their_line(rows, sign):
    text = sign.join(COLUMNS) + "\n" + "\n".join(sign.join(row) for row in rows)
    found = problems(toml(), planilha(text, encoding="utf-8"))
    assert all(one.line is None or one.line >= 1 for one in found)
