"""`prancheta municipio`: a town founded, its registry loaded, and what it adds to its law."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

import checklists
from checklists.cli.errors import bad
from checklists.cli.spoken import Group
from checklists.local import LocalError
from checklists.local.sheets import plain
from sync.server.cli_local import local
from sync.server.cli_opening import named_town, open_here

PHONE_CHARS, EMAIL_CHARS, ADDRESS_CHARS = 40, 120, 200
SHOWN_MAX = 200  # warnings
SHEET = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(cls=Group)
def municipio() -> None:
    """Municípios: criar, carregar o cadastro, e o que cada um acrescenta à sua lei."""


@municipio.command("novo")
@click.argument("lei")
@click.option("--ouvidoria-telefone", "phone", help="O telefone que a página do selo mostra.")
@click.option("--ouvidoria-email", "email", help="O e-mail que a página do selo mostra.")
@click.option("--endereco", "address", help="Onde se entrega a defesa de um auto.")
def new(lei: str, phone: str | None, email: str | None, address: str | None) -> None:
    """Cria o município de LEI (prancheta regras listar), pronto para aparelhos e cadastro.

    De novo, só troca a ouvidoria e o endereço que forem dados.
    """
    from sync.server import local_law, tenants

    law = _law(lei)
    phone = _short("--ouvidoria-telefone", phone, PHONE_CHARS)
    email = _short("--ouvidoria-email", email, EMAIL_CHARS)
    address = _short("--endereco", address, ADDRESS_CHARS)
    if email and "@" not in email:
        raise bad("--ouvidoria-email", email, "não é um e-mail.")
    town, server = law.municipality, open_here()
    made = tenants.create(
        server,
        tenants.NewTenant(
            town.ibge, town.name, town.uf, town.timezone, law.id, phone or "", email or "",
            address or "",
        ),
    )
    if not made:
        changed = tenants.set_contacts(server, town.ibge, phone, email, address)
        said = "Os contatos foram trocados." if changed else "Nada mudou."
        click.echo(f"{town.name} ({town.ibge}) já está aqui. {said}")
    with server.db.read() as conn:
        tenant = tenants.get(conn, town.ibge)
    rulebook = local_law.publish(server, tenant)
    if made:
        click.echo(f"{town.name} ({town.uf}), IBGE {town.ibge}: criado, com a {town.law}, versão "
                   f"{rulebook.version}.")  # fmt: skip
        _say_next(law.id, bool(phone or email))


def _law(text: str) -> checklists.Rulebook:
    laws = [checklists.load_rulebook(name) for name in checklists.available_rulebooks()]
    for law in laws:
        town = law.municipality
        if plain(text) in (plain(law.id), plain(town.name), str(town.ibge)):
            return law
    known = ", ".join(law.id for law in laws)
    raise bad("LEI", text, f"não há essa lei aqui. Há: {known}.")


def _short(option: str, value: str | None, most: int) -> str | None:
    value = " ".join(value.split()) if value is not None else None
    if value and (len(value) > most or not value.isprintable()):
        raise bad(option, value[:most], f"tem até {most} letras.")
    return value


def _say_next(name: str, reachable: bool) -> None:
    click.echo("Agora:")
    for command, why in (
        (f"municipio cadastro {name} ARQUIVO.csv", "os veículos do município"),
        (f"agente novo {name} --papel administrador", "quem entra na secretaria (/painel/)"),
        (f"agente novo {name}", "cada inspetor"),
        (f"codigo novo {name}", "cada aparelho"),
    ):
        click.echo(f"  prancheta {command}\n      {why}")
    if not reachable:
        click.echo(f"  prancheta municipio novo {name} --ouvidoria-telefone T\n"
                   "      a ouvidoria, que a página do selo mostra")  # fmt: skip


@municipio.command("cadastro")
@click.argument("municipio", metavar="MUN")
@click.argument("arquivo", metavar="ARQUIVO.csv", required=False, type=SHEET)
@click.option("--pessoas", "people", type=SHEET, help="Planilha de quem dirige ou cobra.")
@click.option("--linhas", "lines", type=SHEET, help="Planilha das linhas.")
@click.option("--conferir", is_flag=True, help="Só confere os arquivos: nada é carregado.")
def registry(
    municipio: str, arquivo: Path | None, people: Path | None, lines: Path | None, conferir: bool
) -> None:
    """Carrega o cadastro de MUN de planilhas salvas como CSV UTF-8: os veículos e de quem são,
    quem dirige ou cobra, e as linhas. Os veículos primeiro: as outras falam dos autorizatários.

    \b
    Colunas, em qualquer ordem (as duas primeiras são obrigatórias).
    Veículos: placa, servico, chassi, renavam, marca_modelo, ano_modelo,
    ano_fabricacao, lotacao, autorizacao, autorizado_ate, registro, cor,
    combustivel, autorizatario, documento, placa_anterior
    Pessoas: nome, papel (motorista, cobrador, auxiliar ou condutor), documento,
    registro, trabalha_para (documento ou nome do autorizatário)
    Linhas: numero, nome, servico, operador (documento ou nome do autorizatário)

    Cada veículo é achado pela placa (antiga ou Mercosul), ou pela placa_anterior, e mantém as
    suas vistorias. Quem não está no arquivo fica como está; uma célula vazia não apaga nada.
    Havendo um erro, nada é carregado.
    """
    from sync.server import registry_import, registry_people

    if not (arquivo or people or lines):
        raise click.UsageError("Diga ARQUIVO.csv, --pessoas ou --linhas.")
    server = open_here()
    tenant = named_town(server, municipio)
    more: dict[str, Any] = {"only_check": conferir}
    for path, load, say in (
        (arquivo, registry_import.load, _say_done),
        (people, registry_people.load_people, _say_people),
        (lines, registry_people.load_lines, _say_lines),
    ):
        if path is None:
            continue
        try:
            done = load(server, tenant, path.name, path.read_bytes(), **more)
        except LocalError as error:
            for problem in error.problems:
                click.echo(str(problem), err=True)
            first = path == (arquivo or people or lines)
            what = "nada" if first else f"nada de {path.name}"
            click.echo(f"{error.summary}; {what} foi carregado.", err=True)
            sys.exit(1)
        for warning in done.warnings[:SHOWN_MAX]:
            click.echo(f"Aviso: {warning}", err=True)
        if len(done.warnings) > SHOWN_MAX:
            click.echo(f"… e mais {len(done.warnings) - SHOWN_MAX} avisos.", err=True)
        say(tenant.name, done, conferir)
        if conferir and path == arquivo:  # the holders that it would have brought before the rest
            more["coming"] = done.holders


def _say_people(town: str, done, only_check: bool) -> None:
    _say_sheet(f"{town}, pessoas", done, only_check)


def _say_lines(town: str, done, only_check: bool) -> None:
    _say_sheet(f"{town}, linhas", done, only_check)


def _say_sheet(begin: str, done, only_check: bool) -> None:
    click.echo(f"{begin}: novas {done.new}, mudadas {done.changed}, iguais {done.same}; "
               f"avisos: {len(done.warnings)}.")  # fmt: skip
    if only_check:
        click.echo("Tudo certo. Nada foi carregado.")
    elif done.new or done.changed:
        click.echo("Vai aos aparelhos na próxima sincronização.")


def _say_done(town: str, done, only_check: bool) -> None:
    click.echo(
        f"{town}, veículos: novos {done.new}, mudados {done.changed}, iguais {done.same}; "
        f"autorizatários novos: {done.new_persons}; avisos: {len(done.warnings)}."
    )
    if done.absent:
        click.echo(f"Não estão no arquivo, e ficam como estão: {done.absent}.")
    if only_check:
        click.echo("Tudo certo. Nada foi carregado.")
    elif done.new or done.changed:
        click.echo("Vai aos aparelhos na próxima sincronização.")


municipio.add_command(local)
