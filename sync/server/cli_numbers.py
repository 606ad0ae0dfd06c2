"""`prancheta numeros`: where each official number of a municipality is."""

from __future__ import annotations

import click

from checklists.cli.spoken import Command
from sync.server.cli_devices import device_said
from sync.server.cli_opening import named_town, open_here

SHOWN_MAX = 20
NAMES = {"selo": "Selos", "auto": "Autos de infração"}


@click.command(cls=Command)
@click.argument("municipio")
@click.option(
    "--serie", type=click.Choice(["selo", "auto"]), help="Só uma das séries (padrão: as duas)."
)
def numeros(municipio: str, serie: str | None) -> None:
    """Presta contas dos números de selo e de auto de MUNICIPIO, aparelho por aparelho.

    Cada número entregue está num registro, foi anulado ou inutilizado (e continua contado), ou
    ainda está na mão do aparelho.
    """
    from sync.server import numbers_account

    server = open_here()
    tenant = named_town(server, municipio)
    for series in [serie] if serie else numbers_account.SERIES:
        with server.db.read() as conn:
            found = numbers_account.account(conn, tenant.ibge, series)
        _say(found, tenant.timezone)


def _say(found, zone: str) -> None:
    from sync.records.seal import serial_text

    click.echo(f"{NAMES[found.series]}: o próximo número livre é {serial_text(found.next_free)}")
    for device, blocks in _by_device(found.blocks):
        click.echo(f"  {device_said(device, zone)}")
        for one in blocks:
            void = " ANULADO (entregue duas vezes)" if one.block.void else ""
            click.echo(
                f"    {serial_text(one.block.first)} a {serial_text(one.block.last)}{void}: "
                f"usados {one.issued}, dos quais anulados {one.annulled}; inutilizados "
                f"{one.spoiled}; na mão {one.left}"
            )
    if not found.blocks:
        click.echo("  Nenhum bloco entregue a um aparelho ainda.")
    if found.imported:
        click.echo(f"  do histórico importado: {_shown(_runs(found.imported), 'trechos')}")
    for words, issued in (
        ("de nenhum bloco que este servidor lembre de ter entregado", found.outside),
        ("repetidos: o mesmo número em mais de um lugar", found.repeated),
    ):
        if issued:
            click.echo(f"  {words}:")
        for one in issued[:SHOWN_MAX]:
            click.echo(f"    {_issued(one, zone)}")
        if len(issued) > SHOWN_MAX:
            click.echo(f"    e mais {len(issued) - SHOWN_MAX}")


def _by_device(blocks) -> list[tuple]:
    """(device, its blocks), devices in the order of their first numbers."""
    found: dict[str, tuple] = {}
    for one in blocks:
        found.setdefault(one.device.id, (one.device, []))[1].append(one)
    return list(found.values())


def _issued(one, zone: str) -> str:
    from sync.records.seal import serial_text
    from sync.server.pages import br_date

    who = device_said(one.device, zone) if one.device else "histórico importado"
    plate = f"placa {one.plate}" if one.plate else "sem placa"
    return f"{serial_text(one.number)}, {br_date(one.day)}, {plate}: {who}"


def _shown(parts: list[str], what: str) -> str:
    more = f" e mais {len(parts) - SHOWN_MAX} {what}" if len(parts) > SHOWN_MAX else ""
    return f"{', '.join(parts[:SHOWN_MAX])}{more}"


def _runs(numbers: list[int]) -> list[str]:
    """Ascending numbers, those in a row told by the first and the last."""
    from sync.records.seal import serial_text

    runs: list[list[int]] = []
    for one in numbers:
        if runs and one == runs[-1][-1] + 1:
            runs[-1][1:] = [one]
        else:
            runs.append([one])
    return [" a ".join(serial_text(end) for end in run) for run in runs]
