"""The group `regras` and how its commands are made: help and errors in Portuguese, the law of MUN
with the municipality's own file, and an answer that is printed only when it is whole."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from checklists import Rulebook, load_rulebook
from checklists.cli.errors import BadInput, bad, in_portuguese
from checklists.cli.inputs import Town
from checklists.cli.layout import Page, page_width


class _Spoken:
    """Help and usage errors in Portuguese."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix="Uso: ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = (one for one in self.get_params(ctx) if isinstance(one, click.Option))
        rows = [row for one in options if (row := one.get_help_record(ctx))]
        if rows:
            with formatter.section("Opções"):
                formatter.write_dl(rows)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "Mostra esta ajuda."
        return option

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        try:
            return super().make_context(*args, **kwargs)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            raise in_portuguese(error) from None


class Command(_Spoken, click.Command):
    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, options_metavar="[OPÇÕES]", **kwargs)


class Group(_Spoken, click.Group):
    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        rows = [(name, self.commands[name].get_short_help_str(90)) for name in self.commands]
        with formatter.section("Comandos"):
            formatter.write_dl(rows)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise in_portuguese(error) from None


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
