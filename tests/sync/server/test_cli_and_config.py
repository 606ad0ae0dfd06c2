"""The command line, and settings that cannot work."""

import re

import pytest
from click import ClickException
from click.testing import CliRunner

from sync.server import config, serving
from sync.server.cli import main


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("PRANCHETA_DATA", str(tmp_path / "dados"))
    for name in ("PRANCHETA_PORT", "PRANCHETA_PUBLIC_URL", "PRANCHETA_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str, **options):
        return CliRunner().invoke(main, arguments, **options)

    return call


def test_the_demonstration_prints_addresses_codes_and_logins(run):
    result = run("demo")
    assert result.exit_code == 0, result.output
    assert "Mangaratiba" in result.output
    assert re.search(r"código de cadastro +[A-Z2-9]{4}-[A-Z2-9]{4} ", result.output)
    assert "senha vistoria-1001" in result.output
    assert "http://localhost:8000/painel/" in result.output
    assert re.search(r"placa [A-Z]{3}[0-9A-Z]{4}   sem exigência em aberto", result.output)


def test_a_code_and_an_agent_are_made_for_a_town_by_name_or_number(run):
    run("demo")
    result = run("codigo", "novo", "mangaratiba")
    assert re.search(r"Código para Mangaratiba: [A-Z2-9]{4}-[A-Z2-9]{4}", result.output)
    result = run("agente", "novo", "3302601", "--matricula", "77", "--nome", "Sônia Vargem")
    assert "Senha: " in result.output
    spaced = run("agente", "novo", "3302601", "--matricula", "10 01", "--nome", "Sônia Vargem")
    assert spaced.exit_code == 1
    assert "só pode ter letras" in spaced.output
    again = run("agente", "novo", "3302601", "--matricula", "77", "--nome", "Sônia Vargem")
    assert again.exit_code == 1
    assert "já existe" in again.output


def test_an_unknown_town_is_told_which_there_are(run):
    assert "prancheta demo" in run("codigo", "novo", "Atlântida").output
    run("demo")
    result = run("codigo", "novo", "Atlântida")
    assert result.exit_code == 1
    assert "Mangaratiba (3302601)" in result.output


def test_the_version_is_told(run):
    assert run("versao").output.startswith("Prancheta 0.")


@pytest.mark.parametrize("port", ["x", "0", "70000", "-1"])
def test_a_port_that_is_none_is_named(run, port):
    result = run("demo", env={"PRANCHETA_PORT": port})
    assert result.exit_code == 1
    assert "PRANCHETA_PORT" in result.output
    assert port in result.output


@pytest.mark.parametrize("speed", ["rápido", "79", "1001", "²", "-200"])
def test_a_speed_that_says_nothing_of_copied_selos_is_named(run, speed):
    result = run("demo", env={"PRANCHETA_IMPOSSIBLE_KMH": speed})
    assert result.exit_code == 1
    assert "PRANCHETA_IMPOSSIBLE_KMH" in result.output
    assert "de 80 a 1000" in result.output


@pytest.mark.parametrize(
    "address", ["ftp://x", "HTTPS://X.GOV.BR", "http://prefeitura.gov.br", "https://a/b?c", "x"]
)
def test_a_public_address_that_no_selo_can_carry_is_named(run, address):
    result = run("demo", env={"PRANCHETA_PUBLIC_URL": address})
    assert result.exit_code == 1
    assert "PRANCHETA_PUBLIC_URL" in result.output


@pytest.mark.parametrize(
    ("host", "address"),
    [("localhost", "http://localhost:8100"), ("192.168.0.10", "https://192.168.0.10:8100")],
)
def test_the_public_address_follows_host_and_port(monkeypatch, host, address):
    monkeypatch.delenv("PRANCHETA_PUBLIC_URL", raising=False)
    assert config.load(host, 8100).public_url == address


def test_a_postgres_address_is_taken_as_its_owner_writes_it(tmp_path):
    made = config.Config(data=tmp_path, database_url="postgres://u@h/b")
    assert made.sqlalchemy_url == "postgresql+psycopg://u@h/b"


def test_a_code_leads_to_where_the_server_of_this_folder_was_started(run):
    run("demo")
    beside = config.load("192.168.0.10", 8100)
    with serving.only_server(beside):
        assert "https://192.168.0.10:8100/app/?" in run("codigo", "novo", "muriae").output
        with pytest.raises(ClickException, match="Já há um servidor"), serving.only_server(beside):
            pass
    assert "https://192.168.0.10:8100/app/?" in run("codigo", "novo", "muriae").output
    said = run("codigo", "novo", "muriae", env={"PRANCHETA_PORT": "8200"})
    assert "http://localhost:8200/app/?" in said.output


def test_a_folder_without_towns_is_named(run, tmp_path):
    assert str(tmp_path / "dados") in run("codigo", "novo", "muriae").output
