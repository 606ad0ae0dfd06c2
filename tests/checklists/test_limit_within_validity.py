"""A vehicle that passes its age limit before its inspection ends: the day is told, the law's
validity is not cut short."""

from __future__ import annotations

from datetime import date

import pytest

from checklists import VehicleFacts, load_rulebook, validity


def asked(town, service, model_year, on):
    return validity(load_rulebook(town), service, VehicleFacts(model_year=model_year), on)


@pytest.mark.parametrize(
    ("town", "service", "model_year", "on", "until", "passes"),
    [
        ("muriae", "taxi", 2016, date(2026, 12, 30), date(2027, 12, 30), "31/12/2026"),
        ("muriae", "taxi", 2016, date(2025, 12, 31), date(2026, 12, 31), "31/12/2026"),
        ("sapezal", "aplicativo", 2021, date(2026, 12, 31), date(2027, 12, 31), "01/01/2027"),
        ("januaria", "urbano", 2011, date(2026, 12, 10), date(2027, 2, 10), "01/01/2027"),
    ],
)
def test_the_day_on_which_the_limit_is_passed_is_told(town, service, model_year, on, until, passes):
    answer = asked(town, service, model_year, on)
    assert (answer.allowed, answer.valid_until) == (True, until)
    (condition,) = answer.conditions
    assert f"Em {passes}" in condition and "não pode ser usado" in condition


def test_where_the_council_may_decide_it_is_not_told_to_be_forbidden():
    answer = asked("januaria", "industrial", 2011, date(2026, 12, 10))
    (condition,) = answer.conditions
    assert "Em 01/01/2027" in condition and "Conselho" in condition
    assert "não pode ser usado" not in condition


@pytest.mark.parametrize(
    ("town", "service", "model_year", "on"),
    [
        ("muriae", "taxi", 2016, date(2025, 12, 30)),  # ends on the eve
        ("sapezal", "aplicativo", 2022, date(2026, 12, 31)),
        ("januaria", "urbano", 2011, date(2026, 10, 31)),
        ("januaria", "escolar", 2012, date(2026, 12, 10)),
    ],
)
def test_a_vehicle_that_stays_within_the_limit_gets_no_condition(town, service, model_year, on):
    assert asked(town, service, model_year, on).conditions == ()


def test_a_vehicle_already_too_old_is_refused_and_told_no_later_day():
    answer = asked("muriae", "taxi", 2016, date(2026, 12, 31))
    assert (answer.allowed, answer.valid_until, answer.conditions) == (False, None, ())


def test_an_age_typed_in_years_has_no_day_on_which_it_grows():
    assert validity(load_rulebook("muriae"), "taxi", 10, date(2026, 12, 30)).conditions == ()
