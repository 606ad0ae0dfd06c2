"""Until when an approved inspection is good: by service and age, in months or calendar days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from checklists.age import AgeAnswer, VehicleFacts, age, age_rule, count
from checklists.choices import applied, resolve
from checklists.dates import add_days, add_months
from checklists.model import AppliedChoice, ByChoice, Period
from checklists.parts_validity import in_band
from checklists.rows import UNKNOWN_PERIOD, Band, ValidityRule
from checklists.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class ValidityAnswer:
    """`valid_until` includes its last day; None if not allowed, or not known (see `reason`).
    `allowed` is the answer on age: True, False, or None where it is left open."""

    allowed: bool | None
    valid_until: date | None
    conditions: tuple[str, ...]
    cites: tuple[str, ...]
    choices: tuple[AppliedChoice, ...] = ()
    reason: str = ""
    period: Period | None = None
    age: AgeAnswer | None = None

    def as_dict(self) -> dict[str, Any]:
        return {
            "allowed": self.allowed,
            "valid_until": self.valid_until.isoformat() if self.valid_until else None,
            "conditions": list(self.conditions),
            "reason": self.reason,
            "cites": list(self.cites),
            "choices": [choice.as_dict() for choice in self.choices],
        }


@dataclass(frozen=True, slots=True)
class _Found:
    until: date
    band: Band
    period: Period


def validity(
    rulebook: Rulebook, service: str, facts_or_age: VehicleFacts | int, on: date
) -> ValidityAnswer:
    """The validity of an inspection approved on a day. UnknownReference for an unknown service."""
    old = age(rulebook, service, facts_or_age, on)
    rule = next(rule for rule in rulebook.validities if service in rule.services)
    found = _find(rulebook, rule, facts_or_age, on)
    reason = "" if found else rule.unknown or _why_not(rulebook, rule, facts_or_age, on)
    cites = dict.fromkeys((*(found.band.cites if found else rule.cites), *old.cites))
    if old.allowed is False:
        found, reason = None, old.reason
    turns = _turns_too_old(rulebook, service, facts_or_age, old, found)
    return ValidityAnswer(
        allowed=old.allowed,
        valid_until=found.until if found else None,
        conditions=(*_conditions(old), *turns),
        cites=tuple(cites),
        choices=_choices(rulebook, service, rule, facts_or_age, on, old),
        reason=reason,
        period=found.period if found else None,
        age=old,
    )


def _conditions(old: AgeAnswer) -> tuple[str, ...]:
    """What must still be true; past a limit, or without one in the law, the reason opens it."""
    if old.allowed is None and old.reason:
        return (old.reason, *old.conditions)
    return old.conditions


def _turns_too_old(
    rulebook: Rulebook,
    service: str,
    facts: VehicleFacts | int,
    old: AgeAnswer,
    found: _Found | None,
) -> tuple[str, ...]:
    """That the vehicle passes the age limit before the inspection ends, and on which day: the
    validity is the law's own and is not cut short, but the vehicle may no longer be used. An age
    that was given in years has no such day."""
    if found is None or old.allowed is not True or isinstance(facts, int) or old.limit is None:
        return ()

    def years(day: date) -> int:
        return count(rulebook, facts, day).years or 0

    day = found.until
    if years(day) <= old.limit:
        return ()
    while years(add_days(day, -1)) > old.limit:
        day = add_days(day, -1)
    rule = age_rule(rulebook, service)
    then = rule.condition if rule.beyond == "autoridade" else "Dali em diante não pode ser usado."
    over = f"passa a {years(day)} anos, acima do limite de {old.limit}"
    return (f"Em {day:%d/%m/%Y} o veículo {over}. {then}",)


def _find(
    rulebook: Rulebook, rule: ValidityRule, facts: VehicleFacts | int, on: date
) -> _Found | None:
    """The band that applies. Where two bands claim one age, the shorter validity or the longer,
    as the rulebook reads its law."""
    years = count(rulebook, facts, on).years
    if years is None and any(_by_age(band) for band in rule.bands):
        return None
    cautious = resolve(rulebook, rule.boundary) == "menor"
    matching = [
        band
        for band in rule.bands
        if in_band(band, years or 0, loose=cautious)
        and resolve(rulebook, band.period) != UNKNOWN_PERIOD
    ]
    if not matching:
        return None
    ends = [_end(rulebook, band, on) for band in matching]
    return (min if cautious else max)(ends, key=lambda found: found.until)


def _by_age(band: Band) -> bool:
    return band.since != 0 or band.until is not None


def _end(rulebook: Rulebook, band: Band, on: date) -> _Found:
    period = as_period(resolve(rulebook, band.period))
    if period.months:
        until = add_months(on, period.months, resolve(rulebook, rulebook.month_end))
    else:
        until = add_days(on, period.days)
    return _Found(until, band, period)


def as_period(value: Any) -> Period:
    """A Period, also from the table that a reading carries."""
    return value if isinstance(value, Period) else Period(**value)


def _why_not(rulebook: Rulebook, rule: ValidityRule, facts: VehicleFacts | int, on: date) -> str:
    counted = count(rulebook, facts, on)
    needs_age = any(_by_age(band) for band in rule.bands)
    return counted.reason if counted.years is None and needs_age else ""


def _choices(
    rulebook: Rulebook,
    service: str,
    rule: ValidityRule,
    facts: VehicleFacts | int,
    on: date,
    old: AgeAnswer,
) -> tuple[AppliedChoice, ...]:
    """The choices that made a difference here, each with the dates of its readings."""

    def until(other: Rulebook) -> str | None:
        then = age(other, service, facts, on)
        # A reading that counts from a fact not known here dates nothing.
        if then.allowed is False or (then.years is None and old.years is not None):
            return None
        found = _find(other, rule, facts, on)
        return found.until.isoformat() if found else None

    counting = rulebook.age_count.method
    candidates = [rule.boundary, *(band.period for band in rule.bands), rulebook.month_end]
    deciding = [value.choice for value in (*candidates, counting) if isinstance(value, ByChoice)]
    answers = []
    for choice_id in dict.fromkeys(deciding):
        answer = applied(rulebook, choice_id, until)
        if _parts(rulebook, answer, facts, on):
            answers.append(answer)
    answers += [applied(rulebook, one) for one in rule.choices if one not in deciding]
    known = {*deciding, *rule.choices}
    return (*answers, *(choice for choice in old.choices if choice.id not in known))


def _parts(rulebook: Rulebook, answer: AppliedChoice, facts: VehicleFacts | int, on: date) -> bool:
    """Whether the readings part ways here. One that lacks a fact to count age by says nothing."""
    outcomes = set()
    for reading in answer.readings:
        other = rulebook.with_readings({answer.id: reading.id})
        if count(other, facts, on).years is not None or count(rulebook, facts, on).years is None:
            outcomes.add(reading.outcome)
    return len(outcomes) > 1
