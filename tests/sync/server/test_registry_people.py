"""Who drives or collects, and the lines: loaded from sheets, found again, told to the devices."""

import pytest
from click.testing import CliRunner

from checklists.local import LocalError
from sync.server import registry_import, registry_people, tenants
from sync.server.cli import main

IBGE = 3135209
FLEET = (
    "placa;servico;autorizatario;documento;registro;autorizado_ate\n"
    "ABC1D23;urbano;Viação Inventada;98765432100;R-17;31/12/2027\n"
)
PEOPLE = (
    "nome;papel;documento;registro;trabalha_para\n"
    "Davi Sapucaia;motorista;52998224725;M-1;987.654.321-00\n"
    "Edite Vargem;Cobrador;;C-9;Viação Inventada\n"
)
LINES = "numero;nome;servico;operador\n01;Centro;urbano;Viação Inventada\n02;Sul;;\n"


def town(server):
    with server.db.read() as conn:
        return tenants.get(conn, IBGE)


def load(server, what, text: str, **more):
    return what(server, town(server), "folha.csv", text.encode(), **more)


@pytest.fixture
def fleet(server):
    load(server, registry_import.load, FLEET)


async def test_drivers_lines_and_the_papers_of_a_vehicle_go_down_to_the_devices(
    server, fleet, client, another_device
):
    people = load(server, registry_people.load_people, PEOPLE)
    lines = load(server, registry_people.load_lines, LINES)
    assert (people.new, lines.new, people.warnings) == (2, 2, [])
    device = await another_device(server, client, IBGE)
    persons = {one["name"]: one for one in (await device.entities("person")).values()}
    holder = persons["Viação Inventada"]["id"]
    assert persons["Davi Sapucaia"] | {"id": ""} == {
        "id": "", "name": "Davi Sapucaia", "document_masked": "***.982.247-**",
        "role": "motorista", "register": "M-1", "works_for": holder,
    }  # fmt: skip
    assert persons["Edite Vargem"]["works_for"] == holder
    told = {one["number"]: one for one in (await device.entities("line")).values()}
    assert told["01"] | {"id": ""} == {
        "id": "", "number": "01", "name": "Centro", "service": "urbano", "holder": holder,
    }  # fmt: skip
    [van] = (await device.entities("vehicle")).values()
    assert (van["registration"], van["authorised_until"]) == ("R-17", "2027-12-31")


def test_the_same_sheets_again_change_nothing_and_a_cell_changes_one(server, fleet):
    load(server, registry_people.load_people, PEOPLE)
    load(server, registry_people.load_lines, LINES)
    again = load(server, registry_people.load_people, PEOPLE)
    assert (again.new, again.changed, again.same) == (0, 0, 2)
    renamed = PEOPLE.replace("Davi Sapucaia", "Davi S. Sapucaia").replace("Edite Vargem", "Edite V")
    changed = load(server, registry_people.load_people, renamed)
    assert (changed.new, changed.changed, changed.same) == (0, 2, 0)  # by document, by register
    lines = load(server, registry_people.load_lines, LINES.replace("Sul", "Sul e Leste"))
    assert (lines.changed, lines.same) == (1, 1)


@pytest.mark.parametrize(
    ("what", "text", "said"),
    [
        ("people", PEOPLE.replace("motorista", "piloto"), 'linha 2: coluna "papel"'),
        ("people", PEOPLE.replace("52998224725", "52998224726"), 'linha 2: coluna "documento"'),
        ("people", PEOPLE.replace("987.654.321-00", "Ninguém"), 'linha 2: coluna "trabalha_para"'),
        ("people", PEOPLE + "Davi Sapucaia;motorista;;M-1;\n", "linha 4"),
        ("people", "nome;papel\n", "pelo menos uma pessoa"),
        ("people", "nome\nX\n", 'a coluna "papel"'),
        ("lines", LINES.replace("urbano", "voador"), 'linha 2: coluna "servico"'),
        ("lines", LINES + "02;Outra;;\n", 'linha 4: coluna "numero"'),
        ("lines", "numero;nome\n;X\n", 'coluna "numero"'),
    ],
)
def test_what_is_wrong_is_told_by_line_and_column_and_nothing_is_loaded(
    sqlite_server, what, text, said
):
    load(sqlite_server, registry_import.load, FLEET)
    loader = registry_people.load_people if what == "people" else registry_people.load_lines
    with pytest.raises(LocalError) as wrong:
        load(sqlite_server, loader, text)
    assert said in "\n".join(map(str, wrong.value.problems))
    good = PEOPLE if what == "people" else LINES
    assert load(sqlite_server, loader, good, only_check=True).new == 2


def test_a_date_that_does_not_exist_is_told(sqlite_server):
    with pytest.raises(LocalError) as wrong:
        load(sqlite_server, registry_import.load, FLEET.replace("31/12/2027", "31/02/2027"))
    assert 'coluna "autorizado_ate"' in str(wrong.value.problems[0])


def test_the_three_sheets_go_in_by_one_command(tmp_path, monkeypatch):
    monkeypatch.setenv("PRANCHETA_DATA", str(tmp_path / "dados"))
    paths = {}
    for name, text in (("frota", FLEET), ("gente", PEOPLE), ("linhas", LINES)):
        paths[name] = tmp_path / f"{name}.csv"
        paths[name].write_text(text)
    run = CliRunner().invoke
    run(main, ["municipio", "novo", "januaria", "--endereco", "Rua das Mangabeiras, 120"])
    words = ["municipio", "cadastro", "januaria"]
    assert "Diga ARQUIVO.csv" in run(main, words).output
    sheets = [*words, str(paths["frota"]), "--pessoas", str(paths["gente"]),
              "--linhas", str(paths["linhas"])]  # fmt: skip
    checked = run(main, [*sheets, "--conferir"])  # who drives works for who is not there yet
    assert checked.exit_code == 0, checked.output
    assert checked.output.count("Nada foi carregado.") == 3
    done = run(main, sheets)
    assert done.exit_code == 0, done.output
    for said in ("veículos: novos 1", "pessoas: novas 2", "linhas: novas 2"):
        assert said in done.output
