"""The group `regras` and how its commands are made: the law of MUN with the municipality's own
file, and an answer that is printed only when it is whole."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from checklists import Rulebook, load_rulebook
from checklists.cli.errors import BadInput, bad
from checklists.cli.inputs import Town
from checklists.cli.layout import Page, page_width
from checklists.cli.spoken import Command, Group


@click.group(cls=Group, options_metavar="", subcommand_metavar="COMANDO [MUN] [OPÇÕES]")
def regras() -> None:
    """As leis respondem, com as citações.

    \b
    MUN: januaria, mangaratiba, muriae, santo-andre ou sapezal.
    Datas: AAAA-MM-DD. Com --json a resposta sai como dados.
    """


Answer = tuple[Any, Callable[[Page], None]]


def command(name: str) -> Callable[[Callable[..., Answer]], click.Command]:
    """A command of MUN with --local and --json. It gives what JSON says and what writes the page;
    both are made before anything is printed."""

    def decorate(ask: Callable[..., Answer]) -> click.Command:
        @functools.wraps(ask)
        def run(mun: str, local: tuple[Path, ...], as_json: bool, **options: Any) -> None:
            show(*ask(_law(mun, local), **options), as_json)

        for option in (JSON, _LOCAL, click.argument("mun", type=Town(), metavar="MUN")):
            run = option(run)
        return regras.command(name, cls=Command)(run)

    return decorate


JSON = click.option("--json", "as_json", is_flag=True, help="Responde em JSON.")
_LOCAL = click.option(
    "--local", multiple=True, metavar="ARQUIVO",
    type=click.Path(path_type=Path),
    help="Arquivo do próprio município (TOML, e planilhas CSV): valores, leituras, calendário.",
)  # fmt: skip


def _law(mun: str, local: tuple[Path, ...]) -> Rulebook:
    law = load_rulebook(mun)
    if not local:
        return law
    from checklists.local import LocalError, load_local

    try:
        return load_local(law, *local)
    except LocalError as error:
        raise BadInput("\n".join(["--local:", *map(str, error.problems)])) from None
    except OSError as error:
        name = error.filename or local[0]
        raise bad("--local", name, "não dá para ler esse arquivo: confira o nome.") from None


def show(data: Any, write: Callable[[Page], None], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    page = Page(page_width())
    write(page)
    click.echo(page.text(), nl=False)
