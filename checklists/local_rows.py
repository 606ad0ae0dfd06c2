"""What a municipality adds to its law in a file of its own: values, picked readings, days, words.

Items and conducts of that file become rows of the rulebook like any other; what is here is the
rest. Everything is frozen, and says where it comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

DAY_KINDS = ("feriado", "ponto_facultativo", "meio_expediente")


@dataclass(frozen=True, slots=True)
class UnitValue:
    """What a unit of the law is worth in reais. `since` and `until` are both included; `until`
    None: until the next value of the unit begins. `source`: the decree that says so."""

    unit: str
    amount: Decimal
    since: date
    until: date | None
    source: str

    def holds(self, on: date) -> bool:
        return self.since <= on and (self.until is None or on <= self.until)


@dataclass(frozen=True, slots=True)
class PickedReading:
    """The reading of a choice that the municipality applies, who decided it, when and why."""

    choice: str
    applied: str
    why: str
    decided_by: str
    date: date

    def as_dict(self) -> dict[str, Any]:
        return {
            "applied": self.applied,
            "why": self.why,
            "decided_by": self.decided_by,
            "date": self.date.isoformat(),
        }


@dataclass(frozen=True, slots=True)
class LocalDay:
    """A day of the municipality's own calendar. `kind` is one of DAY_KINDS."""

    date: date
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class Synonym:
    """Words that people use for what these citations speak of."""

    words: tuple[str, ...]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LocalLaw:
    """The municipality's own file, as applied. `items` and `conducts` name the rows that it added
    (item ids, citations); `grouped` the conducts of the law that it gave a fine group."""

    version: str
    effective_from: date
    unit_values: tuple[UnitValue, ...] = ()
    readings: tuple[PickedReading, ...] = ()
    days: tuple[LocalDay, ...] = ()
    synonyms: tuple[Synonym, ...] = ()
    items: tuple[str, ...] = ()
    conducts: tuple[str, ...] = ()
    grouped: tuple[str, ...] = ()
    defence_address: str = ""  # where a defence is handed in; "": not told

    def reading(self, choice_id: str) -> PickedReading | None:
        return next((row for row in self.readings if row.choice == choice_id), None)

    def values_of(self, unit: str) -> tuple[UnitValue, ...]:
        """The values of a unit, the oldest first."""
        rows = (row for row in self.unit_values if row.unit == unit)
        return tuple(sorted(rows, key=lambda row: row.since))
