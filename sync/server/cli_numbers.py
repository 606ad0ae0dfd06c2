"""`prancheta numeros`: where each official number of a municipality is."""

from __future__ import annotations

import click

from checklists.cli.spoken import Command
from sync.server.cli_opening import named_town, open_here

SHOWN_MAX = 20


@click.command(cls=Command)
@click.argument("municipio")
@click.option(
    "--serie", type=click.Choice(["selo", "auto"]), help="Só uma das séries (padrão: as duas)."
)
def numeros(municipio: str, serie: str | None) -> None:
    """Presta contas dos números de selo e de auto de MUNICIPIO, bloco por bloco.

    Cada número entregue está num registro, foi anulado ou inutilizado (e continua contado), ou
    ainda está na mão do aparelho.
    """
    from sync.server import numbers_account

    server = open_here()
    tenant = named_town(server, municipio)
    for series in [serie] if serie else numbers_account.SERIES:
        with server.db.read() as conn:
            found = numbers_account.account(conn, tenant.ibge, series)
        _say(found)


def _say(found) -> None:
    from sync.records.seal import serial_text

    click.echo(f"{found.series}: o próximo número livre é {serial_text(found.next_free)}")
    for one in found.blocks:
        block = one.block
        void = " ANULADO (entregue duas vezes)" if block.void else ""
        click.echo(
            f"  {serial_text(block.first)} a {serial_text(block.last)}  {one.device.name} "
            f"({one.device.key_id}){void}: usados {one.issued}, dos quais anulados "
            f"{one.annulled}; inutilizados {one.spoiled}; na mão {one.left}"
        )
    for words, numbers in (
        ("de nenhum bloco (histórico importado, ou o servidor voltou)", found.outside),
        ("repetidos", found.repeated),
    ):
        if numbers:
            runs = _runs(numbers)
            more = f" e mais {len(runs) - SHOWN_MAX} trechos" if len(runs) > SHOWN_MAX else ""
            click.echo(f"  {words}: {', '.join(runs[:SHOWN_MAX])}{more}")


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
