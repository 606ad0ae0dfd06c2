"""What the law says of one entry, as blocks that a screen only has to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.flows.law import words as say
from app.flows.law.entries import Entry, LawEntries
from app.flows.words import day
from checklists.choices import applied, resolve
from checklists.model import AppliedChoice
from checklists.reais import REAL, reais_of

LINKS_SHOWN = 24
Told = tuple[list[tuple[str, str]], list[Any]]  # marks and blocks


@dataclass(frozen=True, slots=True)
class Facts:
    """Label and value; a value is never empty."""

    rows: tuple[tuple[str, str], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """Sentences under a title, each with its citations."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Links:
    """Other entries under a title; `more` were left out."""

    title: str
    keys: tuple[str, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """A warning before the rest."""

    what: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class DoubtReading:
    text: str
    applied: bool
    mark: str = ""  # whose reading it is, where the municipality took another


@dataclass(frozen=True, slots=True)
class Doubt:
    """A place where the law can be read in several ways."""

    key: str
    question: str
    readings: tuple[DoubtReading, ...]
    why: str
    cites: str
    town: str = ""  # who decided in the municipality, and why


@dataclass(frozen=True, slots=True)
class Detail:
    """`marks` are (tone, word) with tone `bad`, `info` or `plain`."""

    entry: Entry
    kind: str
    marks: tuple[tuple[str, str], ...]
    blocks: tuple[Any, ...]
    source: str


def facts(*rows: tuple[str, str], title: str = "") -> Facts:
    return Facts(tuple((label, say.sentence(value)) for label, value in rows if value), title)


def links(title: str, keys: Iterable[str | None]) -> list[Links]:
    """Empty where there is nothing to link to."""
    found = tuple(dict.fromkeys(key for key in keys if key))
    more = max(0, len(found) - LINKS_SHOWN)
    return [Links(title, found[:LINKS_SHOWN], more)] if found else []


def doubt(choice: AppliedChoice, told: Callable[[str], str] | None = None) -> Doubt:
    """`told(reading id)` says what a reading gives in the case at hand."""
    town = choice.town
    readings = []
    for reading in choice.readings:
        outcome = told(reading.id) if told else ""
        mark = ""
        if town and reading.id in (choice.applied, choice.default):
            mark = "do município" if reading.id == choice.applied else "leitura padrão"
        readings.append(
            DoubtReading(
                f"{say.sentence(reading.label)}{f': {outcome}' if outcome else ''}",
                reading.id == choice.applied,
                mark,
            )
        )
    return Doubt(
        f"escolha-{choice.id}",
        choice.question,
        tuple(readings),
        choice.why,
        say.cited(choice.cites),
        f"O município decidiu em {day(town.date)}, {town.decided_by}: {town.why}" if town else "",
    )


def source_of(rulebook: Any) -> str:
    """The law that all of this is, and of which version."""
    town = rulebook.municipality
    return (
        f"{town.law}, de {day(town.law_date)}, {town.name} ({town.uf}). "
        f"Texto em vigor desde {day(rulebook.effective_from)}, versão {rulebook.version}."
    )


class Details:
    """Makes the detail of any entry. `today` decides what a unit is worth."""

    def __init__(self, entries: LawEntries, today: date) -> None:
        self.entries, self.law, self.today = entries, entries.rulebook, today

    def of(self, key: str) -> Detail:
        """KeyError for a key that this law does not have."""
        from app.flows.law.rules import TELLERS

        entry = self.entries.by_key[key]
        marks, blocks = TELLERS[entry.kind](self, entry)
        return Detail(
            entry, say.KINDS[entry.kind], tuple(marks),
            tuple(block for block in blocks if block != Facts(())), source_of(self.law),
        )

    def doubts(self, choices: Iterable[str]) -> list[Doubt]:
        return [doubt(applied(self.law, choice)) for choice in choices]

    def services(self, of: Any) -> str:
        """The labels of some services; empty for all of them."""
        found = resolve(self.law, of) or ()
        return say.listed([self.law.service(service).label for service in found])

    def worth(self, fine: Any, label: str = "Em reais hoje") -> list[tuple[str, str]]:
        """Facts of a fine in reais today and of the unit's value, or why that is not known; empty
        for one that is in reais."""
        if fine.unit == REAL:
            return []
        told = reais_of(self.law, fine, self.today)
        if told.amount is None:
            return [(label, told.reason)]
        one = say.unit_worth(told.value.amount)
        return [
            (label, say.money(told.amount, REAL)),
            (f"Valor da {fine.unit} em {day(self.today)}", f"{one} ({told.value.source})"),
        ]

    def other_cites(self, entry: Entry, *known: str) -> str:
        return say.cited([cite for cite in entry.cites[1:] if cite not in known])
