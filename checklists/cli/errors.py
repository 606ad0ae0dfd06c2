"""What a person typed wrong, said in Portuguese with the option and the value."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

import click
from click.exceptions import BadOptionUsage, MissingParameter, NoSuchCommand, NoSuchOption

FEW = 9  # up to so many names are simply listed


class BadInput(click.ClickException):
    """One sentence for stderr; the command ends with code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"Erro: {self.format_message()}", err=True, file=file)


def bad(option: str, value: object, what: str) -> BadInput:
    """`option` is as it is typed ("--de", "MUN"); `what` says what is wrong and what to do."""
    return BadInput(f"{option} {value}: {what}")


def in_portuguese(error: click.UsageError) -> click.ClickException:
    """A usage error of click's, with its English left out. Ours pass as they are."""
    if isinstance(error, MissingParameter):
        return BadInput(_missing(error))
    if isinstance(error, NoSuchOption):
        return BadInput(_unknown("opção", error.option_name, error.possibilities))
    if isinstance(error, NoSuchCommand):
        return BadInput(_unknown("comando", error.command_name, error.possibilities))
    if isinstance(error, BadOptionUsage):
        if "does not take" in error.message:
            return BadInput(f"{error.option_name} não leva valor.")
        return BadInput(f"{error.option_name}: falta o valor depois da opção.")
    if isinstance(error, click.BadParameter):
        return BadInput(error.message)
    extra = re.search(r"unexpected extra arguments? \((.*)\)", error.message)
    if extra:
        return BadInput(f"{extra[1]}: sobra no comando. Um texto com espaços vai entre aspas.")
    return BadInput(error.message)


def close(value: str, known: tuple[str, ...], most: int = 3) -> str:
    """What may have been meant, or all there is if that is little."""
    alike = get_close_matches(value, known, n=most, cutoff=0.6)
    if alike and len(known) > FEW:
        return f"Seria {' ou '.join(alike)}?"
    return f"Há: {', '.join(known)}." if known else ""


def _missing(error: MissingParameter) -> str:
    param = error.param
    if isinstance(param, click.Option):
        name, form = param.opts[0], param.metavar or ""
        return f"falta {name} {form}".rstrip() + f": {_lowered(param.help)}"
    name = (param.metavar or param.name or "") if param else ""
    return f"falta {name}: escreva o município (por exemplo, januaria)."


def _lowered(text: str | None) -> str:
    return f"{text[0].lower()}{text[1:]}" if text else "é preciso informar."


def _unknown(kind: str, name: str, possible: list[str] | None) -> str:
    alike = get_close_matches(name, possible or [], cutoff=0.7)
    hint = f" Seria {' ou '.join(alike)}?" if alike else ""
    return f"{name}: {kind} que não existe.{hint} Veja com --help."
