"""When a deadline of the law ends.

The first day is out, the last is in; months run date to date; a deadline "before" something is
counted back from it. Business days are the office's own. A procedural deadline (defence, appeal,
payment, notice) that ends on a day without office moves to the next business day (Lei 9.784/1999,
art. 66, § 1); one counted back moves to the business day before, so that the time ahead is never
shortened. Any other deadline never moves. A deadline in hours, or one that the law leaves open, has
no date here and a reason instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from checklists.choices import applied, resolve
from checklists.dates import add_days, add_months
from checklists.legal_days import OfficeDays
from checklists.model import AppliedChoice, ByChoice
from checklists.rows import Deadline
from checklists.rulebook import Rulebook

NO_LENGTH = "não está na lei"


@dataclass(frozen=True, slots=True)
class DeadlineAnswer:
    """`nominal` is the last day as counted, `due` the one that holds after moving; both None where
    there is no date, with the `reason`. `reason` also says why a date moved. `day_kind` is
    "corridos" or "uteis"; None where no days are counted. `suspensive` None: the law does not say.
    """

    row: Deadline
    start: date
    nominal: date | None
    due: date | None
    day_kind: str | None
    suspensive: bool | None
    cites: tuple[str, ...]
    choices: tuple[AppliedChoice, ...] = ()
    reason: str = ""
    skipped: tuple[tuple[date, str], ...] = ()  # weekdays that are no business days, and why

    def as_dict(self) -> dict[str, Any]:
        return {
            "nominal": self.nominal.isoformat() if self.nominal else None,
            "due": self.due.isoformat() if self.due else None,
            "day_kind": self.day_kind,
            "suspensive": self.suspensive,
            "reason": self.reason,
            "cites": list(self.cites),
            "choices": [choice.as_dict() for choice in self.choices],
        }


@dataclass(frozen=True, slots=True)
class _Dates:
    nominal: date
    due: date


def due(rulebook: Rulebook, ato: str, start: date, office: OfficeDays) -> DeadlineAnswer:
    """The last day of a deadline that starts from `start`. `office` is read under the rulebook's
    own readings. UnknownReference for an `ato` that the rulebook does not have."""
    row = rulebook.deadline(ato)
    found = _dates(rulebook, row, start, office)
    moved = found is not None and found.due != found.nominal
    return DeadlineAnswer(
        row=row,
        start=start,
        nominal=found.nominal if found else None,
        due=found.due if found else None,
        day_kind=day_kind(rulebook, row),
        suspensive=row.suspensive,
        cites=tuple(dict.fromkeys((*row.cites, *(rulebook.office.cites if moved else ())))),
        choices=tuple(_choices(rulebook, row, start, office)),
        reason=_reason(row, found, office.under(rulebook)),
        skipped=tuple(_skipped(rulebook, row, start, found, office)),
    )


def length_words(rulebook: Rulebook, row: Deadline) -> str:
    """ "5 dias úteis", "24 meses", "48 horas", or NO_LENGTH."""
    if row.days:
        kind = {"corridos": "corridos", "uteis": "úteis"}[resolve(rulebook, row.day_kind)]
        if row.days == 1:
            kind = kind.replace("corridos", "corrido").replace("úteis", "útil")
        return f"{row.days} {'dia' if row.days == 1 else 'dias'} {kind}"
    if row.months:
        return f"{row.months} {'mês' if row.months == 1 else 'meses'}"
    return f"{row.hours} horas" if row.hours else NO_LENGTH


def day_kind(rulebook: Rulebook, row: Deadline) -> str | None:
    """Of which days it is counted: "corridos" or "uteis"; None if it is not counted in days or
    months, or not known."""
    return resolve(rulebook, row.day_kind) if row.days or row.months else None


def _dates(rulebook: Rulebook, row: Deadline, start: date, office: OfficeDays) -> _Dates | None:
    office = office.under(rulebook)
    sign = -1 if row.before else 1
    if row.months:
        month_end = resolve(rulebook, rulebook.month_end)
        nominal = add_months(start, sign * row.months, month_end)
    elif not row.days:
        return None
    elif day_kind(rulebook, row) == "uteis":
        nominal = office.after(start, sign * row.days)
    else:
        nominal = add_days(start, sign * row.days)
    if not resolve(rulebook, row.procedural) or _stays(rulebook):
        return _Dates(nominal, nominal)
    return _Dates(nominal, office.last_open(nominal) if row.before else office.next_open(nominal))


def _skipped(
    rulebook: Rulebook, row: Deadline, start: date, found: _Dates | None, office: OfficeDays
) -> Iterator[tuple[date, str]]:
    if found is None or day_kind(rulebook, row) != "uteis":
        return
    office = office.under(rulebook)
    first, last = sorted((start, found.nominal))
    for n in range(1, (last - first).days):
        day = add_days(first, n)
        if day.weekday() < 5 and not office.is_open(day):
            yield day, office.why_closed(day)


def _stays(rulebook: Rulebook) -> bool:
    return resolve(rulebook, rulebook.office.moves) == "nao_passa"


def _reason(row: Deadline, found: _Dates | None, office: OfficeDays) -> str:
    if found is None:
        return row.unknown or (
            f"São {row.hours} horas {row.starts}: contam-se de hora a hora, e não há um dia só."
        )
    if found.due == found.nominal:
        return ""
    why = f"{found.nominal:%d/%m/%Y} não tem expediente ({office.why_closed(found.nominal)})"
    if row.before:
        return f"{why}: recua para {found.due:%d/%m/%Y}, o último dia útil antes dele."
    return f"{why}: passa para {found.due:%d/%m/%Y}, o primeiro dia útil seguinte."


def _choices(
    rulebook: Rulebook, row: Deadline, start: date, office: OfficeDays
) -> Iterator[AppliedChoice]:
    """Those that the row names, and those of the counting that change the date in this case."""

    def last_day(other: Rulebook) -> str | None:
        found = _dates(other, row, start, office)
        return found.due.isoformat() if found else None

    rule = rulebook.office
    values = [row.day_kind, row.procedural, rule.half_day, rule.optional_day, rule.moves]
    if row.months:
        values.append(rulebook.month_end)
    deciding = [value.choice for value in values if isinstance(value, ByChoice)]
    for choice_id in dict.fromkeys((*deciding, *row.choices)):
        answer = applied(rulebook, choice_id, last_day if choice_id in deciding else None)
        parts = len({reading.outcome for reading in answer.readings}) > 1
        if choice_id in row.choices or parts:
            yield answer
