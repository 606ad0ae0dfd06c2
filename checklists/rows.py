"""The rows of a rulebook file that the engine reads: items before their conduct is joined, bands of
validity, age limits, what follows a failure, points, deadlines, recidivism, plain duties."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from checklists.model import Ask, ByChoice, Fine, Period

UNKNOWN_PERIOD = "desconhecida"
NO_WINDOW = "sem-janela"


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item as the file has it: before a service is chosen and its conduct joined."""

    id: str
    cite: str
    label: str
    hint: str
    conduct: str | None
    services: tuple[str, ...] | ByChoice  # empty: every service
    conditional: str | ByChoice | None
    asks: tuple[Ask, ...]
    choices: tuple[str, ...]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SectionRow:
    id: str
    title: str
    cites: tuple[str, ...]
    note: str
    place: str
    unverified_reasons: tuple[str, ...]
    items: tuple[ItemRow, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """Validity for an age: `since` and `until` are both included as printed; `above` excludes the
    age itself ("mais de dez anos")."""

    period: Period | ByChoice  # a reading may leave it UNKNOWN_PERIOD
    cites: tuple[str, ...]
    since: int | None = None
    above: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class ValidityRule:
    services: tuple[str, ...]
    cites: tuple[str, ...]
    bands: tuple[Band, ...] = ()
    boundary: str | ByChoice = "menor"
    unknown: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AgeRule:
    """`years` None: the law gives no limit here and `unknown` says why. `beyond`: what happens
    past it: "proibido", or "autoridade" (someone decides: `condition`, answered by `item`).
    `note` is said, with `choices`, above `note_above` years (else only past the limit)."""

    services: tuple[str, ...]
    cites: tuple[str, ...]
    years: int | ByChoice | None = None
    beyond: str = "proibido"
    condition: str = ""
    item: str | None = None
    unknown: str = ""
    note: str = ""
    note_above: int | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AgeCount:
    method: str | ByChoice
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """What follows a failed inspection. `days` None: no deadline in the law, `reason` says so."""

    cites: tuple[str, ...]
    days: int | None
    day_kind: str | ByChoice
    reason: str
    effects: tuple[Effect, ...]
    scope: str | ByChoice = "completa"
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PointsRule:
    role: str
    limit: int
    effect: str
    cites: tuple[str, ...]
    window: str = "ano_civil"
    choices: tuple[str, ...] = ()
    counts: str | ByChoice = "lavradas"  # or "definitivas": what no appeal can undo


@dataclass(frozen=True, slots=True)
class Deadline:
    ato: str
    label: str
    days: int | None
    day_kind: str | ByChoice
    starts: str
    cites: tuple[str, ...]
    months: int | None = None
    hours: int | None = None
    before: bool = False  # counted back from `starts`: so long ahead of it
    to: str = ""
    suspensive: bool | None = None
    procedural: bool | ByChoice = True
    unknown: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OfficeRule:
    """How the days of the municipality's office bear on deadlines; see OFFICE in parts_duties.
    `cites`: where it is said that a deadline moves."""

    half_day: str | ByChoice = "nao_conta"
    optional_day: str | ByChoice = "abre"
    moves: str | ByChoice = "passa"
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recidivism:
    id: str
    label: str
    cites: tuple[str, ...]
    conducts: tuple[str, ...] = ()  # empty: every conduct
    occurrence: int | ByChoice = 2  # from which occurrence on it bites
    window: Period | ByChoice | None = None  # None: the law gives no window
    multiplier: int = 2
    same_line: bool = False
    progressive: bool = False
    penalties: tuple[str, ...] | ByChoice = ()
    choices: tuple[str, ...] = ()
    counts: str | ByChoice = "lavradas"  # or "definitivas": what no appeal can undo
    condition: str = ""  # what only who knows the acts can tell, in a sentence


@dataclass(frozen=True, slots=True)
class Fee:
    """What is paid for an act of the municipality. `amount` None: `unknown` says why."""

    id: str
    label: str
    cites: tuple[str, ...]
    amount: Fine | None = None
    unknown: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lapsed:
    """Text that is still printed and no longer law: repealed, or replaced by another wording.
    Kept so that nobody looks for it in vain; nothing in force may rest on what is repealed."""

    cites: tuple[str, ...]
    label: str
    status: str
    by: str
    since: date | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Requirement:
    """A duty that is data only: what the auto or the selo must show, a document, a vehicle."""

    kind: str
    label: str
    cites: tuple[str, ...]
    services: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
