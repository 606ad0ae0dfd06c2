"""The file of an invented municipality (see `tests.support.rulebooks`), and ways to bend it."""

from __future__ import annotations

from checklists import Rulebook
from checklists.local import LocalError, LocalFile, Problem, effective
from tests.support.rulebooks import vila

HEAD = """\
format = 1
municipality = "vila"
version = "7"
effective_from = 2026-01-01
"""


def toml(text: str = "", head: str = HEAD, name: str = "vila-local.toml") -> LocalFile:
    return LocalFile(name, (head + text).encode())


def planilha(text: str, name: str = "planilha.csv", encoding: str = "utf-8") -> LocalFile:
    return LocalFile(name, text.encode(encoding))


def joined(*files: LocalFile | str, base: Rulebook | None = None) -> Rulebook:
    """The law of Vila with these files; a text is what follows the head of the TOML."""
    return effective(base or vila(), [toml(f) if isinstance(f, str) else f for f in files])


def problems(*files: LocalFile | str, base: Rulebook | None = None) -> list[Problem]:
    """What is wrong with them; none where they are right."""
    try:
        joined(*files, base=base)
    except LocalError as error:
        assert error.problems
        return list(error.problems)
    return []


def only_problem(*files: LocalFile | str, base: Rulebook | None = None) -> Problem:
    [problem] = problems(*files, base=base)
    return problem
