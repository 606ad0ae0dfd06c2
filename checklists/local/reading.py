"""Reads a municipality's file against the law that it belongs to.

Nothing here stops at the first problem: what cannot be read is noted and left out, so that one
check tells all that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from checklists.local.conducts import read_conducts, read_synonyms
from checklists.local.items import LocalSection, read_items
from checklists.local.tables import LocalTable, Notes
from checklists.local_rows import DAY_KINDS, LocalDay, PickedReading, Synonym, UnitValue
from checklists.model import Conduct
from checklists.rulebook import Rulebook

FORMAT = 1
REAL = "BRL"
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,23}")
READINGS_MAX = 300  # no law has as many choices
VERSION_CHARS = 40  # of both versions together: a record takes no more
VERSION = "um nome curto (até 24 letras, números, pontos e hífens), como 2026-11"
ADDRESS_CHARS = 300  # a record takes no more
EARLIEST = date(1900, 1, 1)


@dataclass
class Read:
    """What a file says; only good where no problem was noted."""

    version: str = ""
    effective_from: date = EARLIEST
    unit_values: tuple[UnitValue, ...] = ()
    readings: tuple[PickedReading, ...] = ()
    days: tuple[LocalDay, ...] = ()
    sections: tuple[LocalSection, ...] = ()
    conducts: tuple[Conduct, ...] = ()  # new ones, and those of the law with their group
    synonyms: tuple[Synonym, ...] = ()
    defence_address: str = ""
    placed: dict[str, tuple[Any, ...]] = field(default_factory=dict)  # law's section -> items


def read_local(
    top: LocalTable,
    base: Rulebook,
    notes: Notes,
    rows: Iterable[LocalTable] = (),
    made: Iterable[LocalTable] = (),
) -> Read:
    """`rows` are items from planilhas (CSV), already in the form of `[[item]]`; `made` the
    sections that those planilhas begin."""
    take = notes.take
    take(top.integer, "format", FORMAT, FORMAT)
    take(top.one_of, "municipality", (base.id,))
    read = Read(
        version=take(top._match, "version", _VERSION, VERSION, otherwise=""),
        effective_from=take(top.day, "effective_from", otherwise=EARLIEST),
    )
    if len(base.version) + 1 + len(read.version) > VERSION_CHARS:
        room = VERSION_CHARS - 1 - len(base.version)
        notes.note(top.fail("version", f"até {room} caracteres", read.version))
    if "defence_address" in top:
        read.defence_address = take(top.text, "defence_address", ADDRESS_CHARS, otherwise="")
    read.unit_values = _unit_values(top, base, notes)
    read.readings = _readings(top, base, notes)
    read.days = _days(top, notes)
    read.conducts, declared = read_conducts(top, base, notes)
    cites = {row.cite for row in base.conducts} | declared
    read.sections, read.placed = read_items(top, base, notes, cites, rows, made)
    read.synonyms = read_synonyms(top, base, declared, read.sections, notes)
    take(top.done)
    return read


def _unit_values(top: LocalTable, base: Rulebook, notes: Notes) -> tuple[UnitValue, ...]:
    units = tuple(unit.id for unit in base.units if unit.id != REAL)
    found: list[tuple[LocalTable, UnitValue]] = []
    for table in notes.take(top.tables, "unit_value", otherwise=[]):
        row = _unit_value(table, units, notes)
        if row is not None:
            found.append((table, row))
    found.sort(key=lambda pair: (pair[1].unit, pair[1].since))
    rows: list[UnitValue] = []
    for table, row in found:
        before = rows[-1] if rows and rows[-1].unit == row.unit else None
        if before is not None and before.since == row.since:
            notes.note(table.fail("since", f"um só valor da {row.unit} por data", row.since))
            continue
        if before is not None and before.until is not None and before.until >= row.since:
            expected = f"um dia depois de {before.until}, até quando vale o valor anterior"
            notes.note(table.fail("since", expected, row.since))
        if before is not None and before.until is None:
            rows[-1] = replace(before, until=date.fromordinal(row.since.toordinal() - 1))
        rows.append(row)
    return tuple(rows)


def _unit_value(table: LocalTable, units: tuple[str, ...], notes: Notes) -> UnitValue | None:
    take = notes.take
    unit = take(table.one_of, "unit", units)
    table.named(unit)
    amount = take(table.amount, "amount")
    if amount is not None and amount == 0:
        notes.note(table.fail("amount", "um valor maior que zero", str(amount)))
    since = take(table.day, "since")
    until = take(table.day, "until") if "until" in table else None
    if since and until and until < since:
        notes.note(table.fail("until", f"o próprio dia {since} ou depois", until))
    source = take(table.text, "source", 200)
    take(table.done)
    if None in (unit, amount, since, source) or not _sane(table, notes, since=since, until=until):
        return None
    return UnitValue(unit, amount, since, until, source)


def _readings(top: LocalTable, base: Rulebook, notes: Notes) -> tuple[PickedReading, ...]:
    take = notes.take
    rows: dict[str, PickedReading] = {}
    tables = take(top.tables, "reading", otherwise=[])
    if len(tables) > READINGS_MAX:
        notes.note(top.fail("reading", f"até {READINGS_MAX} leituras", len(tables)))
    for table in tables[:READINGS_MAX]:
        choice_id = take(_known, table, "choice", {row.id for row in base.choices})
        table.named(choice_id)
        applied = None
        if choice_id is not None:
            readings = tuple(reading.id for reading in base.choice(choice_id).readings)
            applied = take(table.one_of, "applied", readings)
        else:
            take(table.raw, "applied", "o id de uma leitura da escolha")
        why = take(table.text, "why", 600)
        decided_by, on = take(table.text, "decided_by", 160), take(table.day, "date")
        take(table.done)
        if choice_id in rows:
            notes.note(table.fail("choice", "cada escolha uma vez só", choice_id))
        elif None not in (choice_id, applied, why, decided_by, on):
            rows[choice_id] = PickedReading(choice_id, applied, why, decided_by, on)
    return tuple(rows.values())


def _known(table: LocalTable, key: str, known: set[str]) -> str:
    """An id of the rulebook; there may be a hundred, so only near ones are named."""
    value = table.text(key, 80)
    if value in known:
        return value
    import difflib

    near = difflib.get_close_matches(value, sorted(known), n=3, cutoff=0.5)
    hint = f" (parecidos: {', '.join(near)})" if near else ""
    expected = f"o id de uma escolha desta lei{hint}; todas em “prancheta regras lacunas”"
    raise table.fail(key, expected, value)


def _days(top: LocalTable, notes: Notes) -> tuple[LocalDay, ...]:
    take = notes.take
    rows: dict[date, LocalDay] = {}
    for table in take(top.tables, "day", otherwise=[]):
        on = take(table.day, "date")
        if on is not None:
            table.named(on.isoformat())
        kind = take(table.one_of, "kind", DAY_KINDS)
        label = take(table.text, "label", 80)
        take(table.done)
        if on in rows:
            notes.note(table.fail("date", "cada dia uma vez só", on))
        elif None not in (on, kind, label) and _sane(table, notes, date=on):
            rows[on] = LocalDay(on, kind, label)
    return tuple(sorted(rows.values(), key=lambda row: row.date))


def _sane(table: LocalTable, notes: Notes, **days: date | None) -> bool:
    for key, day in days.items():
        if day is not None and not 1900 <= day.year <= 2200:
            notes.note(table.fail(key, "um ano de 1900 a 2200", day))
            return False
    return True


