"""What the same infraction costs when it comes back.

Laws differ in three ways that the rulebook states: from which occurrence on the fine grows, in
what window it counts (months or days back from the occurrence, first day excluded, last included;
a window never moves to a business day), and whether each fine doubles the one before it. Some add
a penalty and leave the fine as it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from checklists.choices import applied, resolve
from checklists.dates import add_days, add_months
from checklists.fines import choices_of, fine_of, group_of, punishing_cites
from checklists.model import AppliedChoice, Conduct, Fine
from checklists.rows import NO_WINDOW, Recidivism
from checklists.rulebook import Rulebook
from checklists.validity import as_period

LONGEST_MONTH = 31  # days


@dataclass(frozen=True, slots=True)
class Occurrence:
    """When it happened and, where the service has lines, on which."""

    on: date
    line: str | None = None


@dataclass(frozen=True, slots=True)
class FineOccurrence:
    """The fine of one occurrence; None where the law gives no value. `doubled`: it grew.
    `penalties`: what else the law prints for it, in words."""

    on: date
    fine: Fine | None
    doubled: bool
    penalties: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FinesAnswer:
    occurrences: tuple[FineOccurrence, ...]
    cites: tuple[str, ...]
    choices: tuple[AppliedChoice, ...]

    def as_dict(self) -> dict[str, Any]:
        return {
            "occurrences": [
                {
                    "on": row.on.isoformat(),
                    "fine": row.fine.as_dict() if row.fine else None,
                    "doubled": row.doubled,
                    "penalties": list(row.penalties),
                }
                for row in self.occurrences
            ],
            "cites": list(self.cites),
            "choices": [choice.as_dict() for choice in self.choices],
        }


def fines(rulebook: Rulebook, cite: str, occurrences: Iterable[Occurrence]) -> FinesAnswer:
    """One fine per occurrence, in order of date. UnknownReference for a cite that is no conduct."""
    return _fines(rulebook, rulebook.conduct(cite), occurrences)


def fines_of_group(
    rulebook: Rulebook, group_id: str, occurrences: Iterable[Occurrence]
) -> FinesAnswer:
    """The same for any conduct of a group, where a regulation says which: the law's general rule
    on recidivism applies. UnknownReference for a group that the rulebook does not have."""
    return _fines(rulebook, Conduct("", "", group=rulebook.group(group_id).id), occurrences)


def fines_of_amount(
    rulebook: Rulebook, fine: Fine, occurrences: Iterable[Occurrence]
) -> FinesAnswer:
    """The same for a fine that a decision fixed within the law's range."""
    return _fines(rulebook, Conduct("", "", own_fine=fine), occurrences)


def _fines(rulebook: Rulebook, conduct: Conduct, occurrences: Iterable[Occurrence]) -> FinesAnswer:
    rows = tuple(sorted(occurrences, key=lambda row: row.on))
    rule = rule_of(rulebook, conduct.cite)
    answers = count(rulebook, conduct, rule, rows)
    choices = list(choices_of(rulebook, conduct))
    if rule is not None and len(rows) > 1:
        choices += _rule_choices(rulebook, conduct, rule, rows)
    return FinesAnswer(
        occurrences=answers,
        cites=tuple(
            cite
            for cite in dict.fromkeys(
                (*punishing_cites(rulebook, conduct), *(rule.cites if rule else ()))
            )
            if cite
        ),
        choices=tuple(choices),
    )


def punishes(rulebook: Rulebook, conduct: Conduct, rule: Recidivism) -> bool:
    """Whether a rule does anything to this conduct: one that only multiplies fines does nothing to
    a conduct that the law does not fine (Muriaé, Art. 59: the double of "a anteriormente cominada",
    and Art. 9 has none)."""
    fined = conduct.own_fine is not None or group_of(rulebook, conduct) is not None
    return fined or bool(resolve(rulebook, rule.penalties))


def rule_of(rulebook: Rulebook, cite: str) -> Recidivism | None:
    """The rule that names this conduct, else the one for all."""
    named = [row for row in rulebook.recidivisms if cite in row.conducts]
    general = [row for row in rulebook.recidivisms if not row.conducts]
    return next(iter((*named, *general)), None)


def count(
    rulebook: Rulebook, conduct: Conduct, rule: Recidivism | None, rows: tuple[Occurrence, ...]
) -> tuple[FineOccurrence, ...]:
    """The fine of each of `rows`, which are in order of date, under one rule."""
    base = fine_of(rulebook, conduct)
    if rule is None:
        printed = tuple(dict.fromkeys(conduct.penalties))
        return tuple(FineOccurrence(row.on, base, False, printed) for row in rows)
    least, extra = resolve(rulebook, rule.occurrence), resolve(rulebook, rule.penalties)
    simple = base.amount if base else Decimal(0)
    before: dict[str, list[tuple[date, Decimal]]] = {}  # by line: the day and the amount of each
    answers: list[FineOccurrence] = []
    for row in rows:
        line = line_key(rule, row.line)
        alike = [] if line is None else before.setdefault(line, [])
        since = first_day(rulebook, rule, row.on)
        there = len(alike) - (0 if since is None else bisect_left(alike, since, key=_day))
        again = there + 1 >= least
        amount, penalties = simple, conduct.penalties
        if again:
            amount = (alike[-1][1] if rule.progressive and there else simple) * rule.multiplier
            penalties = (*penalties, *extra)
        alike.append((row.on, amount))
        fine = Fine(amount, base.unit) if base else None
        grew = again and rule.multiplier > 1
        answers.append(FineOccurrence(row.on, fine, grew, tuple(dict.fromkeys(penalties))))
    return tuple(answers)


def _day(row: tuple[date, Decimal]) -> date:
    return row[0]


def line_key(rule: Recidivism, line: str | None) -> str | None:
    """What two lines are compared by; "" where the law asks for none, None where it asks for one
    and there is none: then nothing counts."""
    if not rule.same_line:
        return ""
    return None if line is None else line.casefold()


def first_day(rulebook: Rulebook, rule: Recidivism, on: date) -> date | None:
    """The oldest day that the rule's window still counts with an occurrence on `on`; None: however
    long ago. A window ends months or days after the earlier one, that day included."""
    window = resolve(rulebook, rule.window)
    if window is None or window == NO_WINDOW:
        return None
    period = as_period(window)
    if not period.months:
        return add_days(on, -period.days)
    month_end = resolve(rulebook, rulebook.month_end)
    day = add_days(on, -LONGEST_MONTH * period.months)
    while add_months(day, period.months, month_end) < on:
        day = add_days(day, 1)
    return day


def last_day(rulebook: Rulebook, rule: Recidivism, on: date) -> date | None:
    """The last day with which the rule's window still counts an occurrence on `on`."""
    window = resolve(rulebook, rule.window)
    if window is None or window == NO_WINDOW:
        return None
    period = as_period(window)
    if not period.months:
        return add_days(on, period.days)
    return add_months(on, period.months, resolve(rulebook, rulebook.month_end))


def _rule_choices(
    rulebook: Rulebook, conduct: Conduct, rule: Recidivism, rows: tuple[Occurrence, ...]
) -> list[AppliedChoice]:
    def amounts(other: Rulebook) -> list[object]:
        answers = count(other, conduct, rule, rows)
        return [row.fine.as_dict()["amount"] if row.fine else None for row in answers]

    def penalties(other: Rulebook) -> list[object]:
        answers = count(other, conduct, rule, rows)
        return [list(row.penalties) for row in answers]

    outcomes = {
        getattr(rule.occurrence, "choice", ""): amounts,
        getattr(rule.window, "choice", ""): amounts if rule.multiplier > 1 else penalties,
        getattr(rule.penalties, "choice", ""): penalties,
    }
    deciding = [choice_id for choice_id in outcomes if choice_id]
    return [
        applied(rulebook, choice_id, outcomes.get(choice_id))
        for choice_id in dict.fromkeys((*deciding, *rule.choices))
    ]
