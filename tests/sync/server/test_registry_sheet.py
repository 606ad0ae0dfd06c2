"""The registry's file as a spreadsheet saves it: read as it comes, every problem told at once."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checklists.local import LocalError
from sync.server.registry_sheet import COLUMNS, read_sheet

SERVICES = {"escolar": "Transporte escolar", "taxi": "Táxi"}
HEADER = "placa;servico;chassi;renavam;ano_modelo;lotacao;autorizatario;documento;placa_anterior\n"
GOOD = "ABC1D23;escolar;9BWZZZ377VT004251;12345678900;2019;15;Marta Figueiral;98765432100;XYZ1234\n"


def read(text: str, encoding: str = "utf-8"):
    return read_sheet("frota.csv", text.encode(encoding), SERVICES, 2027)


def wrong(text: str, encoding: str = "utf-8"):
    with pytest.raises(LocalError) as caught:
        read(text, encoding)
    return caught.value.problems


def test_a_row_is_a_vehicle_with_its_holder():
    [row] = read(HEADER + GOOD).rows
    assert (row.line, row.plate, row.key, row.former) == (2, "ABC1D23", "ABC1D23", "XYZ1234")
    assert row.holder == ("Marta Figueiral", "98765432100")
    assert row.values == {
        "service": "escolar", "chassis": "9BWZZZ377VT004251", "chassis_tail": "004251",
        "renavam": "12345678900", "model_year": 2019, "capacity": 15,
    }  # fmt: skip


@pytest.mark.parametrize("sign", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_separators_names_and_the_mark_of_utf_8_do_not_matter(sign, encoding):
    text = "Serviço;PLACA;Marca/Modelo\r\nTÁXI;abc-1234;Kombi  Furgão\r\n".replace(";", sign)
    [row] = read(text, encoding).rows
    assert (row.plate, row.key) == ("ABC1234", "ABC1C34")
    assert row.values == {"service": "taxi", "make_model": "Kombi Furgão"}


def test_the_example_in_the_readme_can_be_read():
    text = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
    sheet = read(text.partition("```csv\n")[2].partition("```")[0])
    assert [row.plate for row in sheet.rows] == ["ABC1D23", "DEF4567"]
    assert sheet.warnings == []


def test_what_a_cell_does_not_say_is_not_among_the_values():
    [row] = read("placa;servico;cor;autorizatario\nABC1D23;taxi;;\n").rows
    assert (row.values, row.holder) == ({"service": "taxi"}, None)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("012.345.678-90", "01234567890"), ("1234567890", "01234567890"),
        ("11.222.333/0001-81", "11222333000181"), ("12.ABC.345/01DE-35", "12ABC34501DE35"),
    ],
)  # fmt: skip
def test_documents_are_kept_bare_and_zeros_that_the_spreadsheet_dropped_come_back(typed, kept):
    [row] = read(f"placa;servico;autorizatario;documento\nABC1D23;taxi;Davi;{typed}\n").rows
    assert row.holder == ("Davi", kept)


def test_a_chassis_of_another_form_only_warns():
    sheet = read(HEADER + GOOD.replace("9BWZZZ377VT004251", "BR-042"))
    assert sheet.rows[0].values["chassis"] == "BR042"
    assert sheet.rows[0].values["chassis_tail"] == ""
    [warning] = sheet.warnings
    assert 'frota.csv, linha 2: coluna "chassi"' in warning and "BR-042" in warning


BAD = [
    ("ABC1D23", "A8C1D23", "placa", "uma placa", "A8C1D23"),
    ("ABC1D23", "A8C1D23", "placa", "seria ABC1D23?", "A8C1D23"),
    ("escolar", "barco", "servico", "escolar, taxi", "barco"),
    ("escolar", "", "servico", "obrigatório", ""),
    ("12345678900", "12345678901", "renavam", "um RENAVAM que confere (o último", "12345678901"),
    ("98765432100", "98765432101", "documento", "um CPF que confere", "98765432101"),
    ("98765432100", "11222333000182", "documento", "um CNPJ que confere", "11222333000182"),
    ("98765432100", "1,23E+10", "documento", "um CPF que confere", "1,23E+10"),
    ("Marta Figueiral", "", "autorizatario", "o nome de quem tem esse documento", ""),
    ("Marta Figueiral", "M" * 121, "autorizatario", "até 120 letras", "MMM"),
    ("2019", "1899", "ano_modelo", "um ano de 1900 a 2027", "1899"),
    ("2019", "2028", "ano_modelo", "um ano de 1900 a 2027", "2028"),
    ("2019", "19", "ano_modelo", "um ano de 1900 a 2027", "19"),
    (";15;", ";quinze;", "lotacao", "um número de 1 a 300", "quinze"),
    ("9BWZZZ377VT004251", "9" * 31, "chassi", "até 30 letras", "999"),
]


@pytest.mark.parametrize(("old", "new", "column", "expected", "found"), BAD)
def test_each_problem_is_told_by_line_and_column(old, new, column, expected, found):
    assert old in GOOD
    [problem] = wrong(HEADER + GOOD.replace(old, new, 1))
    assert (problem.file, problem.line, problem.table) == ("frota.csv", 2, f'coluna "{column}"')
    assert expected in problem.expected
    assert found in problem.found


def test_all_problems_are_told_at_once():
    bad = "x;barco;;1;18;0;;;\n"
    found = wrong(HEADER + GOOD + bad + bad)
    assert {one.line for one in found} == {3, 4}
    assert len(found) == 10


def test_a_plate_stands_once_in_either_form():
    rows = "ABC1234;taxi\nDEF1G23;taxi\nABC1C34;taxi\n"
    [problem] = wrong("placa;servico\n" + rows)
    assert (problem.line, problem.expected) == (4, "cada placa uma vez só (já está na linha 2)")


def test_a_plate_given_up_is_no_other_rows_plate():
    head = "placa;servico;placa_anterior\n"
    [problem] = wrong(head + "ABC1D23;taxi;XYZ1234\nXYZ1C34;taxi;\n")
    assert problem.line == 2 and "está na 3" in problem.expected
    [problem] = wrong(head + "ABC1D23;taxi;XYZ1234\nDEF1G23;taxi;XYZ1C34\n")
    assert problem.line == 3 and "já está na linha 2" in problem.expected
    [row] = read(head + "ABC1C34;taxi;ABC1234\n").rows  # the same plate, converted
    assert row.former == ""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("placa;servico;cor\nABC1D23;taxi;âmbar\n".encode("cp1252"), "Windows-1252"),
        ("placa;servico\nABC1D23;taxi\n".encode("utf-16"), "UTF-16"),
        (b"PK\x03\x04resto", "planilha do Excel"),
    ],
)
def test_other_kinds_of_file_are_named_with_what_to_do(data, said):
    with pytest.raises(LocalError) as caught:
        read_sheet("frota.csv", data, SERVICES, 2027)
    [problem] = caught.value.problems
    assert said in problem.found
    assert "CSV UTF-8" in problem.expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "nomes das colunas"), ("placa;servico\n", "pelo menos um veículo"),
        ("placa\nABC1D23\n", 'a coluna "servico"'), ("placa;servico;preco\n", "nomes de coluna"),
    ],
)  # fmt: skip
def test_a_file_without_vehicles_or_columns_is_refused(text, expected):
    assert any(expected in one.expected for one in wrong(text))


CELLS = st.sampled_from(
    ["ABC1D23", "ABC1234", "escolar", "Táxi", "2019", "98765432100", "1e9", '"', "٣", "\u200b"]
) | st.text(max_size=20)


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.sampled_from(COLUMNS) | st.text(max_size=8), max_size=8),
    st.lists(st.lists(CELLS, max_size=9), max_size=6),
    st.sampled_from([";", ",", "\t"]),
)
def test_whatever_is_in_the_cells_it_is_read_or_refused_with_its_problems(names, rows, sign):
    text = "\n".join(sign.join(cells) for cells in [["placa", "servico", *names], *rows])
    read_or_refuse(text.encode("utf-8", "surrogatepass"))


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=200))
def test_whatever_bytes_come_they_are_read_or_refused(data):
    read_or_refuse(data)
    read_or_refuse(b"placa;servico\n" + data)


def read_or_refuse(data: bytes) -> None:
    try:
        sheet = read_sheet("frota.csv", data, SERVICES, 2027)
    except LocalError as error:
        assert error.problems and all(one.expected for one in error.problems)
    else:
        assert all(row.key and row.values["service"] in SERVICES for row in sheet.rows)
