"""Commands that speak Portuguese: their help, and whatever is wrong with what was typed.

    @click.group(cls=Group)
    def main(): ...

    @main.command("nome")     # a Command; main.group("nome") is a Group
"""

from __future__ import annotations

from typing import Any

import click

from checklists.cli.errors import in_portuguese

_METAVARS = {
    "TEXT": "TEXTO", "INTEGER": "NÚMERO", "INTEGER RANGE": "NÚMERO", "FILE": "ARQUIVO",
    "DIRECTORY": "PASTA", "PATH": "CAMINHO",
}  # fmt: skip


class _Spoken:
    """Help and usage errors in Portuguese."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix="Uso: ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        for one in options:
            if not one.is_flag:
                metavar = one.make_metavar(ctx)
                one.metavar = _METAVARS.get(metavar, metavar)
        rows = [row for one in options if (row := one.get_help_record(ctx))]
        if rows:
            with formatter.section("Opções"):
                formatter.write_dl(
                    [(name, said.replace("[default: ", "[padrão: ")) for name, said in rows]
                )

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "Mostra esta ajuda."
        return option

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        try:
            return super().make_context(*args, **kwargs)
        except click.ClickException as error:
            raise in_portuguese(error) from None


class Command(_Spoken, click.Command):
    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, options_metavar="[OPÇÕES]", **kwargs)


class Group(_Spoken, click.Group):
    command_class = Command
    group_class = type

    def __init__(self, *args: Any, **kwargs: Any):
        words = {"options_metavar": "", "subcommand_metavar": "COMANDO …"}
        super().__init__(*args, **(words | kwargs))

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
        except click.ClickException as error:
            raise in_portuguese(error) from None
        except click.Abort:
            raise in_portuguese(click.ClickException("Interrompido; nada foi feito.")) from None
