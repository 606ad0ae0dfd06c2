"""What goes into a verdict and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from checklists.model import ANSWERS, AppliedChoice


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer. `value` is one of ANSWERS; `nao_verificado` needs a `reason`; `measured` maps
    the ids of the item's asks to what was seen; `photos` counts them."""

    value: str
    reason: str = ""
    note: str = ""
    measured: Mapping[str, str] = field(default_factory=dict)
    photos: int = 0

    def __post_init__(self) -> None:
        if self.value not in ANSWERS:
            raise ValueError(f"resposta {self.value!r}: esperado um de {', '.join(ANSWERS)}")


@dataclass(frozen=True, slots=True)
class OpenExigencia:
    id: str
    item: str
    label: str
    since: date
    deadline: date | None = None


@dataclass(frozen=True, slots=True)
class Exigencia:
    """What must be put right. `deadline` None: the law gives none, `deadline_reason` says so.
    `continues`: the id of the open exigência that this one carries on."""

    item: str
    cite: str
    label: str
    deadline: date | None
    deadline_reason: str
    measures: tuple[str, ...]
    cites: tuple[str, ...]
    continues: str | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    text: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    result: str
    valid_until: date | None
    exigencias: tuple[Exigencia, ...]
    retention: bool
    reasons: tuple[Reason, ...]
    conditions: tuple[str, ...]
    choices: tuple[AppliedChoice, ...]
    missing: tuple[str, ...]
    unverified: tuple[str, ...]
    closes: tuple[str, ...]
