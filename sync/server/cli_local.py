"""`prancheta municipio local`: a municipality's own file, checked, installed and shown."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

import click

import checklists
from checklists.cli.spoken import Command
from checklists.local import LocalError, LocalFile, effective
from sync.server.cli_opening import named_town, open_here


@click.command("local", cls=Command)
@click.argument("municipio")
@click.argument(
    "arquivos", nargs=-1, metavar="[ARQUIVO…]",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)  # fmt: skip
@click.option("--ver", is_flag=True, help="Mostra o que está em vigor e o que já esteve.")
@click.option("--conferir", is_flag=True, help="Só confere os arquivos: nada é instalado.")
def local(municipio: str, arquivos: tuple[Path, ...], ver: bool, conferir: bool) -> None:
    """Confere e instala o arquivo de MUNICIPIO: um .toml e, se houver, planilhas .csv.

    MUNICIPIO é o nome, o código IBGE ou o nome da lei (prancheta regras listar). A versão nova vai
    aos aparelhos na próxima sincronização; a vistoria já começada termina na versão em que começou.
    """
    if ver and (arquivos or conferir):
        raise click.UsageError("--ver vai sozinho, sem arquivos nem --conferir.")
    if not ver and not arquivos:
        raise click.UsageError("Diga os arquivos (um .toml e as planilhas .csv), ou --ver.")
    files = [LocalFile(path.name, path.read_bytes()) for path in arquivos]
    if conferir and municipio in checklists.available_rulebooks():
        _say_checked(_checked(checklists.load_rulebook(municipio), files))
        return
    from sync.server import local_law

    server = open_here()
    tenant = named_town(server, municipio)
    if ver:
        _show(server, tenant)
    elif conferir:
        _say_checked(_checked(local_law.base_of(tenant), files))
    else:
        _install(server, tenant, files)


def _checked(base: checklists.Rulebook, files: list[LocalFile]) -> checklists.Rulebook:
    try:
        return effective(base, files)
    except LocalError as error:
        _refuse(error)


def _refuse(error: LocalError) -> None:
    for problem in error.problems:
        click.echo(str(problem), err=True)
    click.echo(f"{error.summary}; nada foi instalado.", err=True)
    sys.exit(1)


def _say_checked(rulebook: checklists.Rulebook) -> None:
    click.echo(f"Tudo certo com a versão {rulebook.local.version}. Nada foi instalado.")
    _contents(rulebook)


def _install(server, tenant, files: list[LocalFile]) -> None:
    from sync.server import local_law

    try:
        done = local_law.install(server, tenant, files, "linha de comando")
    except LocalError as error:
        _refuse(error)
    except local_law.LocalRefused as refused:
        raise click.ClickException(str(refused)) from None
    version = done.rulebook.local.version
    if done.new:
        click.echo(f"Versão {version} instalada em {tenant.name}. Vai aos aparelhos na próxima "
                   "sincronização.")  # fmt: skip
    else:
        click.echo(f"A versão {version} já estava instalada em {tenant.name}, igual.")
    _contents(done.rulebook)


def _show(server, tenant) -> None:
    from sync.server import local_law
    from sync.server.pages import br_moment

    with server.db.read() as conn:
        kept = local_law.history(conn, tenant.ibge)
        rulebook = local_law.in_force(conn, tenant)
    law = rulebook.municipality
    click.echo(f"{law.name} ({law.uf}), {law.law}: versão {rulebook.version}")
    if rulebook.local is None:
        click.echo("O município ainda não acrescentou nada à lei.")
        return
    _contents(rulebook)
    click.echo("\nJá instaladas:")
    for row in kept:
        at = br_moment(row.installed_at, tenant.timezone)
        names = ", ".join(one.name for one in local_law.files_of(row))
        click.echo(f"  {row.version}  em {at}, por {row.installed_by}  ({names})")


def _contents(rulebook: checklists.Rulebook) -> None:
    """What a municipality's file says, in lines that fit 80 columns where the texts do."""
    law = rulebook.local
    if law.defence_address:
        click.echo(f"  Defesas: {law.defence_address}")
    for value in law.unit_values:
        until = f" até {_day(value.until)}" if value.until else ""
        amount = f"{value.amount:f}".replace(".", ",")
        click.echo(f"  {value.unit} = R$ {amount} desde {_day(value.since)}{until}")
        click.echo(f"    {value.source}")
    for pick in law.readings:
        choice = rulebook.choice(pick.choice)
        click.echo(f"  {choice.question}")
        click.echo(f"    {choice.reading(pick.applied).label} ({pick.decided_by}, "
                   f"{_day(pick.date)})")  # fmt: skip
        if pick.applied != choice.applied:
            click.echo(f"    Padrão da Prancheta: {choice.reading(choice.applied).label}")
    for count, one, many in (
        (len(law.days), "dia no calendário", "dias no calendário"),
        (len(law.items), "item na planilha", "itens na planilha"),
        (len(law.conducts), "conduta do regulamento", "condutas do regulamento"),
        (len(law.grouped), "conduta da lei com grupo dado", "condutas da lei com grupo dado"),
        (len(law.synonyms), "grupo de sinônimos", "grupos de sinônimos"),
    ):
        if count:
            click.echo(f"  {count} {one if count == 1 else many}")


def _day(value: date) -> str:
    return f"{value:%d/%m/%Y}"
