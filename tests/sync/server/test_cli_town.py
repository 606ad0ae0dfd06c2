"""A real town starts from the command line, which speaks Portuguese throughout."""

import click
import pytest
from click.testing import CliRunner

from sync.server.cli import main

FLEET = "placa;servico;autorizatario\nABC1D23;escolar;Marta Figueiral\n"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("PRANCHETA_DATA", str(tmp_path / "dados"))
    for name in ("PRANCHETA_PORT", "PRANCHETA_PUBLIC_URL", "PRANCHETA_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    return lambda *words: CliRunner().invoke(main, words)


@pytest.fixture
def fleet(tmp_path):
    path = tmp_path / "frota.csv"
    path.write_text(FLEET)
    return path


def test_a_town_is_founded_and_told_what_comes_next(run):
    made = run("municipio", "novo", "Mangaratiba", "--ouvidoria-telefone", "(21) 2000-0000")
    assert made.exit_code == 0, made.output
    for said in ("3302601", "Lei 1.493/2023", "municipio cadastro mangaratiba", "codigo novo",
                 "agente novo"):  # fmt: skip
        assert said in made.output
    assert "Código para Mangaratiba" in run("codigo", "novo", "mangaratiba").output


def test_founded_again_only_the_ouvidoria_that_is_given_changes(run):
    run("municipio", "novo", "mangaratiba", "--ouvidoria-telefone", "(21) 2000-0000")
    again = run("municipio", "novo", "mangaratiba")
    assert (again.exit_code, again.output) == (
        0, "Mangaratiba (3302601) já está aqui. Nada mudou.\n",
    )  # fmt: skip
    mail = ("municipio", "novo", "mangaratiba", "--ouvidoria-email", "o@mangaratiba.exemplo")
    assert "já está aqui. Os contatos foram trocados." in run(*mail).output
    assert "Nada mudou" in run(*mail).output


def test_a_new_ouvidoria_reaches_the_devices_and_the_other_half_of_it_stays(sqlite_server):
    from sync.server import tenants

    assert tenants.set_contacts(sqlite_server, 3302601, email="nova@mangaratiba.exemplo")
    with sqlite_server.db.read() as conn:
        sent = tenants.municipality(tenants.get(conn, 3302601))
    assert sent["ouvidoria"] == {
        "phone": "(21) 2000-0000", "email": "nova@mangaratiba.exemplo",
    }  # fmt: skip
    assert not tenants.set_contacts(sqlite_server, 3302601)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("atlantida",), "Há: januaria"),
        (("muriae", "--ouvidoria-email", "x"), "não é um e-mail"),
        (("muriae", "--ouvidoria-telefone", "9" * 41), "até 40 letras"),
    ],
)
def test_what_no_town_can_be_made_of_is_named(run, words, said):
    result = run("municipio", "novo", *words)
    assert result.exit_code == 2
    assert result.stderr.startswith("Erro: ") and said in result.stderr


def test_a_registry_is_checked_then_loaded(run, fleet):
    run("municipio", "novo", "mangaratiba")
    checked = run("municipio", "cadastro", "mangaratiba", str(fleet), "--conferir")
    assert "novos 1, mudados 0, iguais 0" in checked.output
    assert "Nada foi carregado" in checked.output
    loaded = run("municipio", "cadastro", "mangaratiba", str(fleet))
    assert "novos 1" in loaded.output and "próxima sincronização" in loaded.output
    assert "iguais 1" in run("municipio", "cadastro", "3302601", str(fleet)).output


def test_problems_go_to_stderr_and_nothing_is_loaded(run, fleet):
    run("municipio", "novo", "mangaratiba")
    fleet.write_text(FLEET + "X;barco;\n")
    result = run("municipio", "cadastro", "mangaratiba", str(fleet))
    assert (result.exit_code, result.stdout) == (1, "")
    assert 'frota.csv, linha 3: coluna "placa": esperado uma placa' in result.stderr
    assert result.stderr.endswith("2 problemas; nada foi carregado.\n")
    fleet.write_text(FLEET + "DEF4G56;escolar;\nHIJ4G56;escolar;Davi\n")
    assert "novos 3" in run("municipio", "cadastro", "mangaratiba", str(fleet)).output


def test_warnings_are_told_and_do_not_stop_it(run, fleet):
    run("municipio", "novo", "mangaratiba")
    fleet.write_text("placa;servico;chassi\nABC1D23;escolar;X1\n")
    result = run("municipio", "cadastro", "mangaratiba", str(fleet))
    assert result.exit_code == 0
    assert "Aviso: frota.csv, linha 2" in result.stderr
    assert "avisos: 1" in result.stdout


def commands(command: click.Command, words: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    below = command.commands if isinstance(command, click.Group) else {}
    return [words] + [one for name, sub in below.items() for one in commands(sub, (*words, name))]


@pytest.mark.parametrize("words", commands(main), ids=" ".join)
def test_every_command_explains_itself_in_portuguese_and_refuses_so(words, run):
    shown = run(*words, "--help")
    assert shown.exit_code == 0 and shown.stdout.startswith("Uso: ")
    for english in ("Usage", "Options", "Commands", "COMMAND", "OPTIONS", "Show this", "default:",
                    "TEXT ", "INTEGER", "PATH", "FILE", "DIRECTORY"):  # fmt: skip
        assert english not in shown.stdout
    refused = run(*words, "--nao-ha")
    assert refused.exit_code == 2
    assert "opção que não existe" in refused.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("serve", "--port", "x"), "--port x: é um número inteiro de 1 a 65534."),
        (("serve", "--port", "70000"), "--port 70000: é um número inteiro de 1 a 65534."),
        (("agente", "novo", "muriae", "--papel", "chefe"), "--papel chefe: use inspetor ou"),
        (("municipio", "cadastro", "muriae", "nada.csv"), "ARQUIVO.csv nada.csv: não existe."),
        (("municipio", "cadastro", "muriae", "."), "ARQUIVO.csv .: não é um arquivo."),
        (("municipio", "novo"), "falta LEI"),
        (("codigo", "novo"), "falta MUNICIPIO: escreva o município"),
        (("demo", "sobra"), "sobra: sobra no comando"),
        (("codigo", "novo", "Atlântida"), "Município 'Atlântida' não encontrado"),
        (("municipi",), "Seria municipio?"),
    ],
)
def test_what_was_typed_wrong_is_one_sentence(run, words, said):
    result = run(*words)
    assert result.exit_code != 0
    assert result.stderr.startswith("Erro: ") and said in result.stderr
    assert result.stderr.count("\n") == 1
