"""Counting days and months as the law counts them.

Days are calendar days; the first day is excluded and the last included. Months run date to
date; where the last month has no such day, the count ends on its last day (Lei 9.784/1999,
art. 66, § 3) or, in the other reading, on the first day of the next month (Código Civil,
art. 132, § 3). Which of the two applies is a choice of the rulebook, not of this module.

>>> add_months(date(2026, 8, 31), 6)
datetime.date(2027, 2, 28)
>>> add_months(date(2026, 8, 31), 6, month_end="dia_seguinte")
datetime.date(2027, 3, 1)
>>> add_days(date(2026, 1, 10), 60)
datetime.date(2026, 3, 11)
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta

MONTH_ENDS = ("ultimo_dia", "dia_seguinte")
DAY_KINDS = ("corridos", "uteis")


def has_same_day(start: date, months: int) -> bool:
    """Whether the month reached after `months` has a day with `start`'s number."""
    year, month = _shift(start, months)
    return start.day <= monthrange(year, month)[1]


def add_months(start: date, months: int, month_end: str = "ultimo_dia") -> date:
    """`start` plus whole months. `month_end` is one of MONTH_ENDS; ValueError otherwise."""
    if month_end not in MONTH_ENDS:
        raise ValueError(f"month_end: {month_end!r}; one of {', '.join(MONTH_ENDS)}")
    year, month = _shift(start, months)
    last = monthrange(year, month)[1]
    if start.day <= last:
        return date(year, month, start.day)
    end = date(year, month, last)
    return end if month_end == "ultimo_dia" else end + timedelta(days=1)


def add_days(start: date, days: int) -> date:
    """`start` plus calendar days: the first day is out, the last is in."""
    return start + timedelta(days=days)


def add_business_days(start: date, days: int, is_business: Callable[[date], bool]) -> date:
    """The `days`-th day after `start` for which `is_business` is true, before it if `days` is
    negative; `start` is not counted."""
    step = timedelta(days=1 if days >= 0 else -1)
    current, left = start, abs(days)
    while left:
        current += step
        if is_business(current):
            left -= 1
    return current


def completed_years(since: date, on: date) -> int:
    """Whole years from `since` to `on`, date to date; someone born on 29 February completes on 1
    March. Negative when `on` comes first."""
    return on.year - since.year - ((on.month, on.day) < (since.month, since.day))


def _shift(start: date, months: int) -> tuple[int, int]:
    index = start.year * 12 + (start.month - 1) + months
    return index // 12, index % 12 + 1
