"""`prancheta`: the server's command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from checklists.cli import regras
from checklists.cli.spoken import Group
from sync.server import config as configuration
from sync.server.cli_devices import aparelho
from sync.server.cli_numbers import numeros
from sync.server.cli_opening import named_town, open_here
from sync.server.cli_selo import selo
from sync.server.cli_town import municipio


@click.group(cls=Group)
def main() -> None:
    """Prancheta: o servidor da vistoria e da fiscalização do transporte municipal."""
    os.umask(0o077)  # keys, database and photos are for the server's own user


main.add_command(aparelho)
main.add_command(municipio)
main.add_command(numeros)
main.add_command(regras)
main.add_command(selo)


@main.command()
@click.option("--host", default="localhost", help="Endereço desta máquina na rede (serve HTTPS).")
@click.option("--port", type=click.IntRange(1, 65534), help="Porta (padrão: PRANCHETA_PORT).")
@click.option("--demo", is_flag=True, help="Cria e mostra os dados de demonstração.")
def serve(host: str, port: int | None, demo: bool) -> None:
    """Atualiza o banco e as leis, e atende."""
    from sync.server import blocked_keys, local_law, seal_lists, serving

    server = open_here(lambda: configuration.load(host, port))
    if again := blocked_keys.heed(server):
        click.echo(f"Aparelhos bloqueados de novo depois da volta de uma cópia antiga: {again}")
    if demo:
        _show_demo(server)
    local_law.publish_all(server)
    seal_lists.check_again(server)
    serving.run(server, host)


@main.command()
def demo() -> None:
    """Cria os municípios de demonstração e mostra códigos e senhas."""
    _show_demo(open_here())


@main.group()
def codigo() -> None:
    """Códigos de cadastro de aparelhos."""


@codigo.command("novo")
@click.argument("municipio")
@click.option("--nota", default="", help="Para quem ou para qual aparelho.")
def new_code(municipio: str, nota: str) -> None:
    """Cria um código de uso único para MUNICIPIO (nome ou código IBGE)."""
    from sync.server import enrol

    server = open_here()
    tenant = named_town(server, municipio)
    code = enrol.new_code(server, tenant.ibge, nota)
    click.echo(f"Código para {tenant.name}: {code}")
    click.echo(f"Vale {enrol.CODE_LIFETIME.days} dias, uma vez: {enrol.code_link(server, code)}")


@main.group()
def agente() -> None:
    """Agentes: inspetores e administradores."""


@agente.command("novo")
@click.argument("municipio")
@click.option("--matricula", prompt="Matrícula")
@click.option("--nome", prompt="Nome")
@click.option(
    "--papel", type=click.Choice(["inspetor", "administrador"]), default="inspetor",
    show_default=True,
)  # fmt: skip
def new_agent(municipio: str, matricula: str, nome: str, papel: str) -> None:
    """Cria um agente em MUNICIPIO, com uma senha que só aparece agora."""
    from sync.server import passwords, tenants

    server = open_here()
    tenant = named_town(server, municipio)
    password = passwords.one_time_password()
    try:
        made = tenants.add_agent(
            server, tenant.ibge, matricula.strip(), nome.strip(), papel, password, must_change=True
        )
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    if not made:
        raise click.ClickException(f"A matrícula {matricula} já existe em {tenant.name}.")
    click.echo(f"{nome}, matrícula {matricula}, {papel} em {tenant.name}. Senha: {password}")


@main.command()
@click.argument("municipio", required=False)
def reprojetar(municipio: str | None) -> None:
    """Refaz o cadastro a partir dos registros guardados (de MUNICIPIO, ou de todos)."""
    from sync.server import reprojection, tenants

    server = open_here()
    with server.db.read() as conn:
        towns = tenants.all_tenants(conn)
    failing = 0
    for town in [named_town(server, municipio)] if municipio else towns:
        outcome = reprojection.reproject(server, town.ibge)
        failing += len(outcome.failing)
        click.echo(
            f"{town.name}: {outcome.records} registros conferidos, {len(outcome.mended)} "
            f"que faltavam entraram no cadastro, {len(outcome.failing)} ainda não entram."
        )
        for record in outcome.failing:
            click.echo(f"  {record}")
    if failing:
        raise click.ClickException("O motivo de cada um está acima, no registro de erros.")


@main.command()
def versao() -> None:
    """Mostra a versão."""
    from importlib.metadata import version

    click.echo(f"Prancheta {version('prancheta')}, Python {sys.version.split()[0]}")


def _show_demo(server) -> None:
    from sync.server.demo import make_demo
    from sync.server.enrol import code_link

    for town in make_demo(server):
        click.echo(f"\n{town.name} (IBGE {town.ibge})")
        for code in town.codes:
            click.echo(f"  código de cadastro  {code}   {code_link(server, code)}")
        for matricula, password, name, role in town.logins:
            click.echo(f"  {role:14} matrícula {matricula}   senha {password}   {name}")
        for plate, state in town.plates:
            click.echo(f"  veículo        placa {plate}   {state}")
    _show_addresses(server)


def _show_addresses(server) -> None:
    base = server.config.public_url
    click.echo(f"\nAplicativo  {base}/app/\nSecretaria  {base}/painel/")
    dist = Path(server.config.app_dist)
    if not (dist / "index.html").exists():
        click.echo(f"(o aplicativo ainda não está em {dist}: rode make run)")
    click.echo("")


if __name__ == "__main__":
    main()
