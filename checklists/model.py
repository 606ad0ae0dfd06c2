"""The shapes of a rulebook: what the law says, as data that nothing can change.

Everything is frozen. A value that depends on a reading of the law is a `ByChoice`; it is
resolved by `checklists.choices.resolve`. `None` means that the law does not say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any

from checklists.errors import UnknownReference

ANSWERS = ("conforme", "nao_conforme", "nao_se_aplica", "nao_verificado")
PLACES = ("patio", "local_adequado")
ASK_KINDS = ("number", "text", "photo")
NO_SEVERITY = "nenhuma"


@dataclass(frozen=True, slots=True)
class ByChoice:
    """Stands where a value is decided by the applied reading of a choice."""

    choice: str


@dataclass(frozen=True, slots=True)
class Period:
    """A length of time: either whole months or calendar days, never both."""

    months: int = 0
    days: int = 0

    def words(self) -> str:
        if self.months:
            return "1 mês" if self.months == 1 else f"{self.months} meses"
        return "1 dia" if self.days == 1 else f"{self.days} dias corridos"


@dataclass(frozen=True, slots=True)
class Municipality:
    ibge: int
    name: str
    uf: str
    timezone: str
    law: str
    law_date: date


@dataclass(frozen=True, slots=True)
class Service:
    id: str
    label: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A measure, a role or a unit: an id, the words for it and where the law names it."""

    id: str
    label: str
    cites: tuple[str, ...] = ()
    note: str = ""
    retains: bool = False  # measures only: the vehicle is withheld


@dataclass(frozen=True, slots=True)
class Severity:
    id: str
    label: str
    cites: tuple[str, ...]
    points: int | None = None
    group: str | None = None  # where the law fines by severity and names no groups


@dataclass(frozen=True, slots=True)
class Fine:
    """An amount of a unit ("UFIR-RJ", "UPFM", "BRL"). Never converted here."""

    amount: Decimal
    unit: str

    def as_dict(self) -> dict[str, Any]:
        return {"amount": plain_number(self.amount), "unit": self.unit}


@dataclass(frozen=True, slots=True)
class FineGroup:
    """`fine` is None where the law gives the group no single value; then `unknown` says why, and
    `lowest`/`highest` hold a range if the law gives one."""

    id: str
    cites: tuple[str, ...]
    fine: Fine | None = None
    lowest: Fine | None = None
    highest: Fine | None = None
    unknown: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the law. `value` is JSON-able; None where it leads to no known value.
    `outcome` is filled in answers: what this reading would have given in the case at hand."""

    id: str
    label: str
    value: Any = None
    outcome: Any = None

    def as_dict(self) -> dict[str, Any]:
        value = self.value if self.outcome is None else self.outcome
        return {"id": self.id, "reading": self.label, "value": value}


@dataclass(frozen=True, slots=True)
class Choice:
    id: str
    cites: tuple[str, ...]
    question: str
    readings: tuple[Reading, ...]
    applied: str
    why: str

    def reading(self, reading_id: str) -> Reading:
        return _find(self.readings, reading_id, self.id, "leitura")


@dataclass(frozen=True, slots=True)
class AppliedChoice:
    """A choice that took part in an answer, with what each reading would have given."""

    id: str
    question: str
    applied: str
    readings: tuple[Reading, ...]
    why: str
    cites: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "question": self.question,
            "applied": self.applied,
            "readings": [reading.as_dict() for reading in self.readings],
            "why": self.why,
            "cites": list(self.cites),
        }


@dataclass(frozen=True, slots=True)
class Conduct:
    """A conduct that the law punishes. Severity, group and measures exactly as printed: three
    separate facts. `applied_group` and `applied_severity` decide fine and points where a choice
    says so; NO_SEVERITY there means no points."""

    cite: str
    label: str
    severity: str | None = None
    group: str | None = None
    applied_group: str | ByChoice | None = None
    applied_severity: str | ByChoice | None = None
    measures: tuple[str, ...] = ()
    penalties: tuple[str, ...] = ()
    applies_to: tuple[str, ...] = ()
    services: tuple[str, ...] = ()  # empty: every service
    same_as: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    per: str = ""  # what one fine is counted by, where the law says: see parts.PER
    status: str = "vigente"
    status_note: str = ""

    def reaches(self, service: str) -> bool:
        return self.status == "vigente" and (not self.services or service in self.services)


@dataclass(frozen=True, slots=True)
class Ask:
    id: str
    kind: str
    label: str
    unit: str | None = None
    required: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to look at, with what failing it means under the law."""

    id: str
    cite: str
    label: str
    hint: str = ""
    severity: str | None = None
    fine_group: str | None = None
    fine: Fine | None = None
    points: int | None = None
    measures: tuple[str, ...] = ()
    conditional: str | None = None
    asks: tuple[Ask, ...] = ()
    choices: tuple[str, ...] = ()
    conduct: str | None = None
    cites: tuple[str, ...] = ()
    conditional_choice: str | None = None


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: str
    cites: tuple[str, ...]
    note: str
    place: str
    unverified_reasons: tuple[str, ...]
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Checklist:
    service: str
    sections: tuple[Section, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        return tuple(item for section in self.sections for item in section.items)

    def item(self, item_id: str) -> Item:
        return _find(self.items, item_id, self.service, "item")

    def has(self, item_id: str) -> bool:
        return any(item.id == item_id for item in self.items)


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item as the file has it: before a service is chosen and its conduct joined."""

    id: str
    cite: str
    label: str
    hint: str
    conduct: str | None
    services: tuple[str, ...]
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

    period: Period | ByChoice
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
    past it: "proibido", or "autoridade" (someone decides: `condition`, answered by `item`)."""

    services: tuple[str, ...]
    cites: tuple[str, ...]
    years: int | None = None
    beyond: str = "proibido"
    condition: str = ""
    item: str | None = None
    unknown: str = ""
    note: str = ""
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


@dataclass(frozen=True, slots=True)
class PointsRule:
    role: str
    limit: int
    effect: str
    cites: tuple[str, ...]
    window: str = "ano_civil"
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deadline:
    ato: str
    label: str
    days: int | None
    day_kind: str
    starts: str
    cites: tuple[str, ...]
    to: str = ""
    suspensive: bool | None = None
    procedural: bool = True
    unknown: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recidivism:
    id: str
    label: str
    cites: tuple[str, ...]
    conducts: tuple[str, ...] = ()  # empty: every conduct
    occurrence: int | ByChoice = 2  # from which occurrence on it bites
    window: Period | None = None  # None: the law gives no window
    multiplier: int = 2
    same_line: bool = False
    progressive: bool = False
    penalties: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Requirement:
    """A duty that is data only: what the auto or the selo must show, a document, a fee."""

    kind: str
    label: str
    cites: tuple[str, ...]
    services: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """One municipality's law, as loaded. `raw` is the file, `sha256` its hex digest."""

    id: str
    version: str
    effective_from: date
    sha256: str
    raw: bytes = field(repr=False)
    municipality: Municipality
    services: tuple[Service, ...]
    severities: tuple[Severity, ...]
    units: tuple[Named, ...]
    groups: tuple[FineGroup, ...]
    measures: tuple[Named, ...]
    roles: tuple[Named, ...]
    conducts: tuple[Conduct, ...]
    sections: tuple[SectionRow, ...]
    validities: tuple[ValidityRule, ...]
    age_count: AgeCount
    ages: tuple[AgeRule, ...]
    month_end: str | ByChoice
    failure: Failure
    points_rules: tuple[PointsRule, ...]
    deadlines: tuple[Deadline, ...]
    recidivisms: tuple[Recidivism, ...]
    requirements: tuple[Requirement, ...]
    choices: tuple[Choice, ...]
    picks: Mapping[str, str] = field(default_factory=dict)
    _cache: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def service(self, service_id: str) -> Service:
        return _find(self.services, service_id, self.id, "serviço")

    def severity(self, severity_id: str) -> Severity:
        return _find(self.severities, severity_id, self.id, "gravidade")

    def group(self, group_id: str) -> FineGroup:
        return _find(self.groups, group_id, self.id, "grupo de multa")

    def measure(self, measure_id: str) -> Named:
        return _find(self.measures, measure_id, self.id, "medida")

    def role(self, role_id: str) -> Named:
        return _find(self.roles, role_id, self.id, "papel")

    def choice(self, choice_id: str) -> Choice:
        return _find(self.choices, choice_id, self.id, "escolha")

    def conduct(self, cite: str) -> Conduct:
        index = self._cache.setdefault("conducts", {row.cite: row for row in self.conducts})
        if cite not in index:
            raise UnknownReference(self.id, "conduta", cite)
        return index[cite]

    def checklist(self, service_id: str) -> Checklist:
        """What is looked at for this service, joined with what failing each item means."""
        from checklists.listing import build_checklist

        key = f"checklist/{service_id}"
        if key not in self._cache:
            self._cache[key] = build_checklist(self, self.service(service_id).id)
        return self._cache[key]

    def with_readings(self, picks: Mapping[str, str]) -> Rulebook:
        """The same law under other readings: {choice id: reading id}. Unknown ids are refused."""
        for choice_id, reading_id in picks.items():
            self.choice(choice_id).reading(reading_id)
        return replace(self, picks={**self.picks, **picks})


def plain_number(value: Decimal) -> int | str:
    """A Decimal as JSON: an int where it is whole, else its exact decimal text."""
    return int(value) if value == value.to_integral_value() else format(value.normalize(), "f")


def _find(rows: tuple[Any, ...], row_id: str, owner: str, kind: str) -> Any:
    for row in rows:
        if row.id == row_id:
            return row
    raise UnknownReference(owner, kind, row_id, tuple(row.id for row in rows[:40]))
