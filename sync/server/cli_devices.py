"""`prancheta aparelho`: the devices of a municipality, and blocking one that is lost or stolen."""

from __future__ import annotations

import click

from checklists.cli.spoken import Group
from sync.server.cli_opening import named_town, open_here


@click.group(cls=Group)
def aparelho() -> None:
    """Aparelhos: ver e bloquear."""


@aparelho.command("listar")
@click.argument("municipio")
def show(municipio: str) -> None:
    """Mostra os aparelhos de MUNICIPIO, cada um com a sua chave."""
    server = open_here()
    tenant = named_town(server, municipio)
    rows = _devices(server, tenant.ibge)
    for row in rows:
        click.echo(device_said(row, tenant.timezone))
    if not rows:
        click.echo("Nenhum aparelho cadastrado ainda.")


def device_said(row, zone: str) -> str:
    """A device as every command names it: key, name, state. The key is what commands ask for."""
    from sync.server.pages import br_moment

    state = "ativo"
    if row.status != "active":
        state = f"bloqueado em {br_moment(row.revoked_at, zone)}: {row.revoked_reason or ''}"
    return f"{row.key_id}  {row.name}  ({state})"


@aparelho.command("bloquear")
@click.argument("municipio")
@click.argument("chave")
@click.option("--motivo", prompt="Motivo", help="Por exemplo: furtado em 30/11.")
def block(municipio: str, chave: str, motivo: str) -> None:
    """Bloqueia o aparelho de CHAVE (prancheta aparelho listar): perdido ou furtado.

    Ele ainda entrega o que tem, mas não emite mais. O que não tinha chegado deixa de valer já na
    próxima lista; os selos honestos aparecem em prancheta selo reemitir.
    """
    from sync.server import seal_lists
    from sync.server.painel import people

    server = open_here()
    tenant = named_town(server, municipio)
    wanted = chave.strip().lower()
    rows = [row for row in _devices(server, tenant.ibge) if wanted in (row.key_id, row.id)]
    if not rows:
        raise click.ClickException(
            f"Nenhum aparelho de {tenant.name} tem a chave {chave}. Veja prancheta aparelho listar."
        )
    if len(rows) > 1:
        ids = ", ".join(row.id for row in rows)
        raise click.ClickException(f"Mais de um aparelho tem a chave {chave}: use um de {ids}.")
    if len(motivo.strip()) < 3:
        raise click.ClickException("Diga o motivo do bloqueio.")
    if not people.revoke(server, tenant.ibge, rows[0].id, motivo.strip()):
        raise click.ClickException(f"O aparelho {rows[0].name} já estava bloqueado.")
    number = seal_lists.numbers(server, tenant.ibge).get("revocation")
    click.echo(
        f"{rows[0].name} bloqueado. A lista de revogação número {number} vai aos aparelhos na "
        "próxima sincronização."
    )


def _devices(server, ibge: int) -> list:
    from sqlalchemy import select

    from sync.server.db import schema

    table = schema.devices
    query = select(table).where(table.c.tenant == ibge).order_by(table.c.enrolled_at)
    with server.db.read() as conn:
        return list(conn.execute(query))
