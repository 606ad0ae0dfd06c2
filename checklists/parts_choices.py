"""Reads `[[choice]]` and the values that a choice decides.

A value written as `{ choice = "id" }` is decided by the applied reading. Every reading's value is
checked for the place where it stands, so that picking another reading can never break a rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from checklists.model import ByChoice, Choice, Period, Reading
from checklists.reader import Table

MAX_MONTHS = 120
MAX_DAYS = 3650


class Choices:
    """All choices of a file, and the readers of values that may point to one."""

    def __init__(self, rows: tuple[Choice, ...]):
        self.rows = rows
        self._by_id = {row.id: row for row in rows}
        self.used: set[str] = set()

    def mentioned(self, table: Table) -> tuple[str, ...]:
        """The `choices = [...]` of a row: readings that touch it."""
        ids = table.some_of("choices", tuple(self._by_id), default=())
        self.used.update(ids)
        return ids

    def one_of(self, table: Table, key: str, allowed: Collection[str]) -> Any:
        return self._value(table, key, lambda part, name: part.one_of(name, allowed))

    def integer(self, table: Table, key: str, low: int, high: int) -> Any:
        return self._value(table, key, lambda part, name: part.integer(name, low, high))

    def flag(self, table: Table, key: str) -> Any:
        return self._value(table, key, lambda part, name: part.flag(name))

    def some_of(self, table: Table, key: str, allowed: Collection[str]) -> Any:
        return self._value(table, key, lambda part, name: part.some_of(name, allowed))

    def line(self, table: Table, key: str, limit: int) -> Any:
        """A text; a reading's value may be "" (the text does not apply under that reading)."""

        def read(part: Table, name: str) -> str:
            return "" if part.raw(name, "um texto") == "" else part.text(name, limit)

        return self._value(table, key, read)

    def cites_or(self, table: Table, key: str, word: str) -> Any:
        """A list of citations or the word `word`; an empty tuple where the field is left out."""

        def read(part: Table, name: str) -> Any:
            if part.raw(name, f'uma lista de citações, ou "{word}"') == word:
                return word
            return part.cites(name, default=())

        return self._value(table, key, read) if key in table else table.cites(key, default=())

    def period(self, table: Table, key: str, or_else: str = "") -> Any:
        """A Period or, only as the value of a reading, the word `or_else`."""

        def read(part: Table, name: str) -> Any:
            if or_else and part.raw(name, "um prazo") == or_else and part.name != table.name:
                return or_else
            return self.plain_period(part, name)

        return self._value(table, key, read)

    def texts(self, table: Table, key: str) -> Any:
        return self._value(table, key, lambda part, name: part.texts(name))

    def plain_period(self, table: Table, key: str) -> Period:
        inner = table.table(key)
        months = inner.integer("months", 1, MAX_MONTHS, default=0)
        days = inner.integer("days", 1, MAX_DAYS, default=0)
        inner.done()
        if bool(months) == bool(days):
            raise table.fail(key, "ou { months = N } ou { days = N }")
        return Period(months=months, days=days)

    def _value(self, table: Table, key: str, read: Callable[[Table, str], Any]) -> Any:
        value = table.raw(key, "um valor, ou { choice = … }")
        if not (isinstance(value, dict) and "choice" in value):
            return read(table, key)
        inner = table.table(key)
        choice_id = inner.one_of("choice", tuple(self._by_id))
        inner.done()
        for reading in self._by_id[choice_id].readings:
            name = f"[[choice]] {choice_id} → [[choice.reading]] {reading.id}"
            read(Table({"value": reading.value}, table.source, name), "value")
        self.used.add(choice_id)
        return ByChoice(choice_id)


def read_choices(top: Table) -> Choices:
    rows: list[Choice] = []
    for table in top.tables("choice"):
        row = _choice(table)
        if any(other.id == row.id for other in rows):
            raise table.fail("id", "um id que ainda não foi usado", row.id)
        rows.append(row)
    return Choices(tuple(rows))


def _choice(table: Table) -> Choice:
    choice_id = table.slug("id")
    table.named(choice_id)
    readings = []
    for part in table.tables("reading", 2):
        reading = Reading(part.slug("id"), part.text("label", 160), _free_value(part))
        part.done()
        if any(other.id == reading.id for other in readings):
            raise part.fail("id", "um id que ainda não foi usado", reading.id)
        readings.append(reading)
    row = Choice(
        id=choice_id,
        cites=table.cites(),
        question=table.text("question", 200),
        readings=tuple(readings),
        applied=table.one_of("applied", tuple(reading.id for reading in readings)),
        why=table.text("why", 600),
    )
    table.done()
    return row


def _free_value(table: Table) -> Any:
    """A scalar, a list of scalars or a flat table of scalars; floats and dates are refused."""
    expected = "um texto, um número inteiro, true/false, ou uma tabela ou lista simples deles"
    value = table.raw("value", expected, None)
    parts = list(value.values()) if isinstance(value, dict) else value
    parts = parts if isinstance(parts, list) else [parts]
    for part in parts:
        if isinstance(part, bool) or part is None:
            continue
        if isinstance(part, int) and abs(part) < 2**53:
            continue
        if isinstance(part, str) and len(part) <= 400:
            continue
        raise table.fail("value", expected, part)
    return value
