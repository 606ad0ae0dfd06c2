"""What a person typed wrong, said in Portuguese with the option and the value."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

import click
from click.exceptions import (
    BadOptionUsage,
    MissingParameter,
    NoArgsIsHelpError,
    NoSuchCommand,
    NoSuchOption,
)

FEW = 9  # up to so many names are simply listed


class BadInput(click.ClickException):
    """One sentence for stderr; the command ends with code 2, where nothing else is said."""

    def __init__(self, message: str, exit_code: int = 2):
        super().__init__(message)
        self.exit_code = exit_code

    def show(self, file: Any = None) -> None:
        click.echo(f"Erro: {self.format_message()}", err=True, file=file)


def bad(option: str, value: object, what: str) -> BadInput:
    """`option` is as it is typed ("--de", "MUN"); `what` says what is wrong and what to do."""
    return BadInput(f"{option} {value}: {what}")


def in_portuguese(error: click.ClickException) -> click.ClickException:
    """An error of click's, with its English left out. Ours pass as they are."""
    if isinstance(error, BadInput | NoArgsIsHelpError):
        return error
    if not isinstance(error, click.UsageError):
        return BadInput(error.message, error.exit_code)
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
        return BadInput(_unfit(error))
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
    name = _name(param)
    if name in ("MUN", "MUNICIPIO"):
        return f"falta {name}: escreva o município (por exemplo, januaria)."
    return f"falta {name}: veja com --help."


def _name(param: click.Parameter | None) -> str:
    if isinstance(param, click.Option):
        return param.opts[0]
    return (param.metavar or (param.name or "").upper()) if param else ""


def _unfit(error: click.BadParameter) -> str:
    """What click's own types refuse; those of others say it in Portuguese already."""
    kind, name = getattr(error.param, "type", None), _name(error.param)
    value = re.search(r"'([^']*)'|(-?\d+) is not in the range", error.message)
    said = f"{name} {value[1] or value[2]}" if value else name
    if isinstance(kind, click.Choice):
        return f"{said}: use {' ou '.join(map(str, kind.choices))}."
    if isinstance(kind, click.IntRange):
        return f"{said}: é um número inteiro de {kind.min} a {kind.max}."
    if isinstance(kind, click.Path):
        what = "arquivo" if kind.file_okay else "pasta"
        if "does not exist" in error.message:
            return f"{said}: não existe. Confira o nome."
        if "is not readable" in error.message:
            return f"{said}: não dá para ler. Confira as permissões."
        return f"{said}: não é {'uma' if what == 'pasta' else 'um'} {what}."
    return error.message


def _lowered(text: str | None) -> str:
    return f"{text[0].lower()}{text[1:]}" if text else "é preciso informar."


def _unknown(kind: str, name: str, possible: list[str] | None) -> str:
    alike = get_close_matches(name, possible or [], cutoff=0.7)
    hint = f" Seria {' ou '.join(alike)}?" if alike else ""
    return f"{name}: {kind} que não existe.{hint} Veja com --help."
