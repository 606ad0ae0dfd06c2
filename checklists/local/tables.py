"""Tables of a municipality's file: they know their lines, and every problem is kept, not only the
first."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from checklists.errors import RulebookError
from checklists.local.lines import Lines, Path
from checklists.reader import OWN_CITE, Table

PROBLEMS_MAX = 200
CITE_CHARS = 120  # a record takes no more
_NORM = re.compile(
    r"(Lei|Lei Complementar|Lei Orgânica|Decreto|Decreto-Lei|Portaria|Resolução|Deliberação|"
    r"Instrução|Instrução Normativa|Regulamento|Ordem de Serviço|Edital|Ato|Código|CTB) "
    r"[^\n]{2,110}"
)
CITE = 'uma citação ("Decreto 12/2026, art. 3", "Portaria 4/2026, item 2" ou "Art. 36" desta lei)'


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a municipality's file. `line` counts from 1; None where it is
    of the file as a whole. `str()` of it is a sentence in pt-BR."""

    file: str
    line: int | None
    table: str
    field: str
    expected: str
    found: str = ""

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}, linha {self.line}"
        parts = [self.table] if self.table not in ("", "arquivo") else []
        if self.field:
            parts.append(f'campo "{self.field}"')
        place = f"{where}: {', '.join(parts)}" if parts else where
        came = f"; veio {self.found}" if self.found else ""
        return f"{place}: esperado {self.expected}{came}."


class LocalError(ValueError):
    """A municipality's file that cannot be used: everything that is wrong with it."""

    def __init__(self, problems: list[Problem]):
        files = list(dict.fromkeys(one.file for one in problems))
        files.sort(key=lambda name: not name.lower().endswith(".toml"))  # what heads the rest first
        self.problems = tuple(
            sorted(problems, key=lambda one: (files.index(one.file), one.line or 0))
        )
        super().__init__("\n".join(str(problem) for problem in self.problems))

    @property
    def summary(self) -> str:
        """ "1 problema", "6 problemas"; past what is kept, that there may be more."""
        count = len(self.problems)
        more = " ou mais" if count == PROBLEMS_MAX else ""
        return "1 problema" if count == 1 else f"{count} problemas{more}"


class Notes:
    """Collects what is wrong while the reading goes on."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, problem: Problem) -> None:
        if len(self.problems) < PROBLEMS_MAX and problem not in self.problems:
            self.problems.append(problem)

    def note(self, error: RulebookError) -> None:
        line = getattr(error, "line", None)
        self.add(
            Problem(error.source, line, error.table, error.field, error.expected, error.found)
        )

    def take(self, read: Callable[..., Any], *args: Any, otherwise: Any = None, **more: Any) -> Any:
        """What `read` gives, or `otherwise` with its complaint kept."""
        try:
            return read(*args, **more)
        except RulebookError as error:
            self.note(error)
            return otherwise


class LocalTable(Table):
    """A table that knows where its values stand. `words` gives the names that the reader of the
    file knows the fields by (a planilha's columns)."""

    def __init__(
        self,
        data: Any,
        source: str,
        name: str,
        lines: Lines | None = None,
        path: Path = (),
        words: dict[str, str] | None = None,
    ):
        self.lines = lines or Lines()
        self.path = path
        self.words = words or {}
        try:
            super().__init__(data, source, name)
        except RulebookError as error:
            raise self._placed(error, "") from None

    def fail(self, key: str, expected: str, *found: Any) -> RulebookError:
        error = super().fail(key, expected, *found)
        if key in self.words:
            said = f'coluna "{self.words[key]}"'
            error = RulebookError(self.source, said, "", expected, error.found)
        return self._placed(error, key)

    def named(self, extra: str | None) -> None:
        if self.name and extra:  # a planilha's row is known by its line
            super().named(extra)

    def _placed(self, error: RulebookError, key: str) -> RulebookError:
        error.line = self.lines.line((*self.path, key) if key else self.path)
        return error

    def _child(self, data: Any, name: str, *steps: str | int) -> LocalTable:
        return LocalTable(data, self.source, name, self.lines, (*self.path, *steps), self.words)

    def norm(self, key: str = "cite") -> str:
        """A citation of the law or of a norm of the municipality."""
        return self._norm(key, self.text(key, CITE_CHARS))

    def norms(self, key: str = "cites", default: Any = None) -> tuple[str, ...]:
        """One or more of them; `default` where the field is left out."""
        if default is not None and key not in self:
            self.raw(key, CITE, default)
            return default
        if key not in self:
            self.raw(key, CITE, ())
            raise self.fail(key, f"{CITE} (é obrigatório)")
        values = self.texts(key, CITE_CHARS)
        if not values:
            raise self.fail(key, f"pelo menos {CITE}", [])
        return tuple(self._norm(key, value) for value in values)

    def _norm(self, key: str, value: str) -> str:
        if not (OWN_CITE.fullmatch(value) or _NORM.fullmatch(value)):
            raise self.fail(key, CITE, value)
        return value
