"""The shapes of a rulebook: what the law says, as data that nothing can change.

Everything is frozen. A value that depends on a reading of the law is a `ByChoice`; it is
resolved by `checklists.choices.resolve`. `None` means that the law does not say.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from checklists.errors import UnknownReference
from checklists.local_rows import PickedReading

ANSWERS = ("conforme", "nao_conforme", "nao_se_aplica", "nao_verificado")
PLACES = ("patio", "local_adequado")
ASK_KINDS = ("number", "text", "photo")
ASK_CHECKS = ("chassi", "renavam", "cnh", "cpf", "cnpj", "placa")
ROUNDINGS = ("meio_acima", "corta")
VALUE_DAYS = ("fato", "pagamento")
PER = {
    "veiculo": "por veículo", "transgressao": "por transgressão",
    "veiculo_e_transgressao": "por veículo e por transgressão",
}  # fmt: skip
"""What one fine is counted by → the same in words."""
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
    choices: tuple[str, ...] = ()  # of a unit: readings that touch its value in reais
    rounding: str | ByChoice = "meio_acima"  # of a unit: how its value in reais is rounded
    value_of: str | ByChoice = "fato"  # of a unit: of which day its value is
    services: tuple[str, ...] = ()  # of a role: where there is one; empty: everywhere


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
    `outcome` is filled in answers, where `tried`: what this reading gives in the case at hand."""

    id: str
    label: str
    value: Any = None
    outcome: Any = None
    tried: bool = False

    def as_dict(self) -> dict[str, Any]:
        value = self.outcome if self.tried else self.value
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
        return find(self.readings, reading_id, self.id, "leitura")


@dataclass(frozen=True, slots=True)
class AppliedChoice:
    """A choice that took part in an answer, with what each reading would have given."""

    id: str
    question: str
    applied: str
    readings: tuple[Reading, ...]
    why: str
    cites: tuple[str, ...] = ()
    default: str = ""  # the rulebook's own reading
    town: PickedReading | None = None  # what the municipality decided, if it did

    def as_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "question": self.question,
            "applied": self.applied,
            "default": self.default,
            "town": self.town.as_dict() if self.town else None,
            "readings": [reading.as_dict() for reading in self.readings],
            "why": self.why,
            "cites": list(self.cites),
        }


@dataclass(frozen=True, slots=True)
class Conduct:
    """A conduct that the law punishes. Severity, group and measures exactly as printed: three
    separate facts. `applied_group` and `applied_severity` decide fine and points where a choice
    says so; NO_SEVERITY there means no points. `own_fine` where the law gives the conduct its own
    amount instead of a group."""

    cite: str
    label: str
    severity: str | None = None
    group: str | None = None
    applied_group: str | ByChoice | None = None
    applied_severity: str | ByChoice | None = None
    own_fine: Fine | None = None
    measures: tuple[str, ...] = ()
    penalties: tuple[str, ...] = ()
    applies_to: tuple[str, ...] = ()
    services: tuple[str, ...] = ()  # empty: every service
    same_as: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()  # where the law says how it is punished, if not there
    choices: tuple[str, ...] = ()
    per: str = ""  # what one fine is counted by, where the law says: see PER
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
    check: str | None = None  # one of ASK_CHECKS: what is typed is looked over, never refused


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
    fine_note: str = ""  # why a fine that the law foresees has no single value
    penalties: tuple[str, ...] = ()  # what the law adds to the fine, or gives instead


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
        return find(self.items, item_id, self.service, "item")

    def has(self, item_id: str) -> bool:
        return any(item.id == item_id for item in self.items)


def plain_number(value: Decimal) -> int | str:
    """A Decimal as JSON: an int where it is whole, else its exact decimal text."""
    return int(value) if value == value.to_integral_value() else format(value.normalize(), "f")


def plain_amount(value: Decimal) -> str:
    """A Decimal as its exact text, for records, which know no floats."""
    return format(value.normalize(), "f") if value else "0"


def find(rows: tuple[Any, ...], row_id: str, owner: str, kind: str, key: str = "id") -> Any:
    for row in rows:
        if getattr(row, key) == row_id:
            return row
    raise UnknownReference(owner, kind, row_id, tuple(getattr(row, key) for row in rows[:40]))
