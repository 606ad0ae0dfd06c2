"""On which days a municipality's office is open."""

from __future__ import annotations

import subprocess
import sys
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checklists import load_rulebook
from checklists.legal_days import OfficeDays, office_days
from checklists.local_rows import LocalDay

HOLIDAYS_2026 = [
    date(2026, 1, 1), date(2026, 4, 3), date(2026, 4, 21), date(2026, 5, 1), date(2026, 9, 7),
    date(2026, 10, 12), date(2026, 11, 2), date(2026, 11, 20), date(2026, 12, 25),
]  # fmt: skip
CARNIVAL = [date(2026, 2, 16), date(2026, 2, 17), date(2026, 2, 18)]
days = st.dates(date(1960, 1, 1), date(2080, 1, 1))


def local(day, kind, label=""):
    return LocalDay(day, kind, label)


@pytest.mark.parametrize("day", HOLIDAYS_2026)
@pytest.mark.parametrize("uf", ["MG", "RJ", "SP", "MT"])
def test_the_office_is_closed_on_national_holidays_and_says_which(uf, day):
    office = OfficeDays(uf)
    assert not office.is_open(day)
    assert office.why_closed(day).startswith("feriado: ")


def test_the_names_of_holidays_are_in_portuguese():
    assert OfficeDays("SP").why_closed(date(2026, 5, 1)) == "feriado: Dia do Trabalhador"


@pytest.mark.parametrize(
    ("uf", "day"), [("SP", date(2026, 7, 9)), ("RJ", date(2026, 4, 23)), ("RJ", date(2026, 2, 17))]
)
def test_a_state_holiday_closes_the_office_in_its_state_only(uf, day):
    assert not OfficeDays(uf).is_open(day)
    assert OfficeDays("MT").is_open(day)


def test_black_awareness_day_is_national_only_since_2024():
    assert OfficeDays("MG").is_open(date(2023, 11, 20))
    assert not OfficeDays("MG").is_open(date(2024, 11, 20))
    assert not OfficeDays("RJ").is_open(date(2023, 11, 20))


@pytest.mark.parametrize("day", [date(2026, 5, 2), date(2026, 5, 3)])
def test_saturdays_and_sundays_have_no_office_whatever_is_handed_in(day):
    assert OfficeDays("MG", [local(day, "meio_expediente")], half_day_counts=True).why_closed(
        day
    ) in ("sábado", "domingo")


@pytest.mark.parametrize("day", CARNIVAL)
def test_carnival_is_office_until_the_municipality_says_otherwise(day):
    assert OfficeDays("MG").is_open(day)
    assert OfficeDays("MG").optional(day)
    assert not OfficeDays("MG", [local(day, "ponto_facultativo", "Carnaval")]).is_open(day)
    assert not OfficeDays("MG", optional_is_off=True).is_open(day)


def test_a_carnival_tuesday_that_is_a_state_holiday_is_no_longer_in_doubt():
    assert OfficeDays("RJ").optional(date(2026, 2, 17)) == ""
    assert OfficeDays("RJ").optional(date(2026, 2, 16)) == "Carnaval"


def test_a_day_on_which_the_municipality_spoke_is_no_longer_in_doubt():
    half = OfficeDays("MG", [local(date(2026, 2, 18), "meio_expediente")])
    assert half.optional(date(2026, 2, 18)) == ""


def test_corpus_christi_moves_with_easter():
    assert OfficeDays("SP").optional(date(2026, 6, 4)) == "Corpus Christi"
    assert OfficeDays("SP").optional(date(2027, 5, 27)) == "Corpus Christi"
    assert OfficeDays("SP").optional(date(2027, 6, 4)) == ""


def test_a_half_day_is_no_business_day_unless_it_is_read_so():
    day = date(2026, 12, 24)
    assert not OfficeDays("MG", [local(day, "meio_expediente")]).is_open(day)
    assert OfficeDays("MG", [local(day, "meio_expediente")], half_day_counts=True).is_open(day)


@pytest.mark.parametrize("kinds", [("meio_expediente", "feriado"), ("feriado", "meio_expediente")])
def test_of_two_entries_for_a_day_the_one_that_closes_it_more_counts(kinds):
    day = date(2026, 8, 10)
    office = OfficeDays("MG", [local(day, kind) for kind in kinds], half_day_counts=True)
    assert office.why_closed(day) == "feriado municipal"


def test_the_name_of_a_local_day_is_told():
    office = OfficeDays("MG", [local(date(2026, 8, 10), "feriado", "Aniversário da cidade")])
    assert office.why_closed(date(2026, 8, 10)) == "feriado municipal: Aniversário da cidade"


def test_what_is_no_state_no_kind_or_no_year_is_refused():
    with pytest.raises(ValueError, match="XX"):
        OfficeDays("XX")
    with pytest.raises(ValueError, match="São Paulo Capital"):
        OfficeDays("São Paulo Capital")
    with pytest.raises(ValueError, match="folga"):
        OfficeDays("MG", [local(date(2026, 8, 10), "folga")])
    with pytest.raises(ValueError, match="2150"):
        OfficeDays("MG").is_open(date(2150, 1, 5))


@pytest.mark.parametrize(
    "name", ["januaria", "mangaratiba", "muriae", "santo-andre", "sapezal"]
)
def test_each_town_has_the_office_of_its_own_state(name):
    law = load_rulebook(name)
    office = office_days(law)
    assert office.uf == law.municipality.uf
    assert (office.half_day_counts, office.optional_is_off) == (False, False)


def test_the_readings_of_the_town_open_and_close_its_office():
    law = load_rulebook("januaria")
    other = law.with_readings({"meio-expediente": "conta", "ponto-facultativo": "sempre"})
    half = [local(date(2026, 8, 10), "meio_expediente")]
    assert office_days(other, half).is_open(date(2026, 8, 10))
    assert not office_days(other).is_open(CARNIVAL[0])
    assert office_days(other, half).under(law).is_open(CARNIVAL[0])
    assert not office_days(other, half).under(law).is_open(date(2026, 8, 10))


@given(days, st.integers(-40, 40))
def test_business_days_end_on_one_and_count_exactly(start, count):
    office = OfficeDays("MG")
    end = office.after(start, count)
    first, last = sorted((start, end))
    between = [first + timedelta(days=n) for n in range(1, (last - first).days)]
    assert count == 0 or office.is_open(end)
    assert sum(map(office.is_open, between)) == max(0, abs(count) - 1)


@given(days)
def test_the_next_and_the_last_open_day_are_open_and_nothing_between_is(day):
    office = OfficeDays("RJ", [local(date(2026, 2, 16), "ponto_facultativo")])
    after, before = office.next_open(day), office.last_open(day)
    assert before <= day <= after
    assert office.is_open(after) and office.is_open(before)
    assert (after == day) == (before == day) == office.is_open(day)
    for one in (day + timedelta(days=n) for n in range((after - day).days)):
        assert not office.is_open(one)


def test_nothing_of_the_calendar_is_loaded_before_a_day_is_asked_for():
    code = (
        "import sys, checklists.legal_days, checklists.deadlines, checklists.cli;"
        "print([m for m in sys.modules if m.startswith('holidays')])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
