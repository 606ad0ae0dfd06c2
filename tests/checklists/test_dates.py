"""Months run date to date, else to the month's last day; days are calendar days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checklists.dates import (
    add_business_days,
    add_days,
    add_months,
    completed_years,
    has_same_day,
)

days = st.dates(min_value=date(1950, 1, 1), max_value=date(2150, 12, 31))
months = st.integers(min_value=1, max_value=120)


def test_six_months_after_the_last_day_of_august_end_with_february():
    assert add_months(date(2026, 8, 31), 6) == date(2027, 2, 28)
    assert add_months(date(2027, 8, 31), 6) == date(2028, 2, 29)


def test_the_other_reading_goes_on_to_the_next_day():
    assert add_months(date(2026, 8, 31), 6, "dia_seguinte") == date(2027, 3, 1)
    assert add_months(date(2027, 8, 31), 6, "dia_seguinte") == date(2028, 3, 1)


def test_the_two_readings_agree_where_the_day_exists():
    assert add_months(date(2026, 2, 28), 6) == date(2026, 8, 28)
    assert add_months(date(2026, 2, 28), 6, "dia_seguinte") == date(2026, 8, 28)


def test_sixty_days_are_not_two_months():
    assert add_days(date(2026, 1, 10), 60) == date(2026, 3, 11)
    assert add_months(date(2026, 1, 10), 2) == date(2026, 3, 10)


def test_an_unknown_month_end_is_refused():
    with pytest.raises(ValueError, match="month_end"):
        add_months(date(2026, 1, 10), 2, "meio")


@given(days, months)
def test_months_land_in_the_month_they_say_and_never_skip_it(start, count):
    end = add_months(start, count)
    assert (end.year * 12 + end.month) - (start.year * 12 + start.month) == count
    assert end.day == start.day or not has_same_day(start, count)
    assert end.day <= start.day


@given(days, months)
def test_the_next_day_reading_is_the_same_or_one_day_later(start, count):
    gap = add_months(start, count, "dia_seguinte") - add_months(start, count)
    assert gap == timedelta(days=0 if has_same_day(start, count) else 1)


@given(days, days, months)
def test_a_later_inspection_never_expires_earlier(one, other, count):
    first, second = sorted((one, other))
    assert add_months(first, count) <= add_months(second, count)


@given(days, st.integers(min_value=1, max_value=400))
def test_days_count_the_last_and_not_the_first(start, count):
    assert (add_days(start, count) - start).days == count


@given(days, st.integers(min_value=1, max_value=60))
def test_business_days_end_on_one_and_count_exactly(start, count):
    def is_weekday(day: date) -> bool:
        return day.weekday() < 5

    end = add_business_days(start, count, is_weekday)
    between = [start + timedelta(days=n) for n in range(1, (end - start).days + 1)]
    assert is_weekday(end)
    assert sum(is_weekday(day) for day in between) == count


@given(days, days)
def test_a_year_is_completed_on_its_day_and_not_before(since, on):
    years = completed_years(since, on)
    assert (years >= 0) == (since <= on)
    assert completed_years(since, on + timedelta(days=1)) in (years, years + 1)


def test_born_on_29_february_completes_on_1_march():
    assert completed_years(date(2024, 2, 29), date(2025, 2, 28)) == 0
    assert completed_years(date(2024, 2, 29), date(2025, 3, 1)) == 1
