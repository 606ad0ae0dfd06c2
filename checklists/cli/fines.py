"""What `prancheta regras multa` answers: each occurrence's fine in the law's unit and in reais."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from checklists import (
    AppliedChoice,
    Conduct,
    Fine,
    FineOccurrence,
    FinesAnswer,
    Occurrence,
    Rulebook,
    fines,
    fines_of_amount,
    fines_of_group,
    in_reais,
)
from checklists.choices import applied
from checklists.cli import answers
from checklists.fines import points_of, why_no_fine
from checklists.model import ByChoice
from checklists.reais import REAL, day_of_value, reais_of, rounding_of
from checklists.recidivism import rule_of

NO_DAY = date(2000, 1, 1)  # stands for an occurrence whose day was not given


@dataclass(frozen=True, slots=True)
class Row:
    """One occurrence; `on` None where no day was given, `fine` and `reais` where not known."""

    on: date | None
    fine: Fine | None
    reais: Decimal | None
    doubled: bool
    penalties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FineAnswer:
    rows: tuple[Row, ...]
    points: int | None
    measures: tuple[str, ...]
    cites: tuple[str, ...]
    choices: tuple[AppliedChoice, ...]
    reason: str

    @property
    def penalties(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one for row in self.rows for one in row.penalties))

    def as_dict(self) -> dict[str, Any]:
        amounts = [
            {
                "units": answers.number(row.fine.amount) if row.fine else None,
                "unit": row.fine.unit if row.fine else None,
                "reais": answers.number(row.reais),
                "doubled": row.doubled,
            }
            for row in self.rows
        ]
        return answers.with_reason(
            {
                "amounts": amounts,
                "points": self.points,
                "measures": list(self.measures),
                "penalties": list(self.penalties),
                "cites": list(self.cites),
                "choices": answers.choices(self.choices),
            },
            self.reason,
        )


def fine_answer(
    law: Rulebook,
    subject: Conduct | str | Fine,
    occurrences: Sequence[Occurrence],
    unit_value: Decimal | None,
) -> FineAnswer:
    """`subject` is a conduct, a group's id, or an amount that was decided within a range.
    `unit_value` in reais; without it the value that the municipality's file gives on each day."""
    given = bool(occurrences)
    found = _found(law, subject, occurrences or [Occurrence(NO_DAY)])
    rows, reasons = [], [] if any(row.fine for row in found.occurrences) else [_none(law, subject)]
    for one in found.occurrences:
        money, reason = _money(law, one, unit_value, given)
        reasons.append(reason)
        rows.append(
            Row(one.on if given else None, one.fine, money, one.doubled, one.penalties)
        )
    conduct = subject if isinstance(subject, Conduct) else None
    reasons.append(_no_line(law, conduct, occurrences))
    return FineAnswer(
        rows=tuple(rows),
        points=points_of(law, conduct) if conduct else None,
        measures=conduct.measures if conduct else (),
        cites=found.cites,
        choices=(*found.choices, *_unit_choices(law, found, rows, unit_value)),
        reason=" ".join(dict.fromkeys(filter(None, reasons))),
    )


def _found(law: Rulebook, subject: Conduct | str | Fine, rows: Sequence[Occurrence]) -> FinesAnswer:
    if isinstance(subject, Conduct):
        return fines(law, subject.cite, rows)
    ask = fines_of_group if isinstance(subject, str) else fines_of_amount
    return ask(law, subject, rows)


def _none(law: Rulebook, subject: Conduct | str | Fine) -> str:
    if isinstance(subject, Conduct):
        return why_no_fine(law, subject)
    return law.group(subject).unknown if isinstance(subject, str) else ""


def _no_line(law: Rulebook, conduct: Conduct | None, rows: Sequence[Occurrence]) -> str:
    """That an occurrence without its line counts for no recidivism, where the law asks the same
    line; empty if that changes nothing."""
    rule = rule_of(law, conduct.cite if conduct else "")
    if rule is None or not rule.same_line or len(rows) < 2 or all(row.line for row in rows):
        return ""
    return "A reincidência é na mesma linha: a ocorrência sem ela não conta (escreva DATA@LINHA)."


def _money(
    law: Rulebook, row: FineOccurrence, unit_value: Decimal | None, given: bool
) -> tuple[Decimal | None, str]:
    """The amount in reais, or None and why not."""
    fine = row.fine
    if fine is None:
        return None, ""
    if fine.unit == REAL:
        return fine.amount, ""
    if unit_value is not None:
        return in_reais(fine, unit_value, rounding_of(law, fine.unit)), ""
    if law.local and law.local.values_of(fine.unit):
        if day_of_value(law, fine.unit) == "pagamento":
            return None, f"O valor da {fine.unit} é o do dia do pagamento: informe --valor-unidade."
        if not given:
            return None, f"O valor da {fine.unit} depende do dia: informe --ocorrencia."
    found = reais_of(law, fine, row.on)
    reason = f"{found.reason[0].upper()}{found.reason[1:]}." if found.reason else ""
    return found.amount, reason


def _unit_choices(
    law: Rulebook, found: FinesAnswer, rows: Sequence[Row], unit_value: Decimal | None
) -> list[AppliedChoice]:
    """What touches a unit's value, once it is in reais; the rounding with what each reading gives
    of a value that was typed."""
    known = next((row.fine for row in rows if row.fine and row.reais is not None), None)
    if known is None or known.unit == REAL:
        return []

    def rounded(other: Rulebook) -> list[Any]:
        way = rounding_of(other, known.unit)
        return [
            in_reais(row.fine, unit_value, way) if row.fine else None
            for row in found.occurrences
        ]

    unit = law.unit(known.unit)
    tries = {}
    if unit_value is not None and isinstance(unit.rounding, ByChoice):
        tries[unit.rounding.choice] = rounded
    return [applied(law, one, tries.get(one)) for one in unit.choices]
