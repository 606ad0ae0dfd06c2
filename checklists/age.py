"""How old a vehicle is under a law, and whether that law still lets it work.

Laws count age in different ways; the rulebook names the way and this module knows them all:
calendar years from the model year, from the year of manufacture, from the older of the two, a
year completed each 31 December beginning with the model year's own, or date to date from the first
registration. A model year ahead of the calendar counts as zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from checklists.choices import applied, resolve
from checklists.dates import completed_years
from checklists.model import AppliedChoice, ByChoice
from checklists.rows import AgeRule
from checklists.rulebook import Rulebook

OLDEST = 1900


@dataclass(frozen=True, slots=True)
class VehicleFacts:
    """What the document says: years as int, the first registration as a date; None if unknown."""

    model_year: int | None = None
    manufacture_year: int | None = None
    first_registration: date | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """Whole years, or None with the reason in pt-BR."""

    years: int | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AgeAnswer:
    """`allowed`: True, False, or None where the law leaves it open (see `conditions`) or the age
    is not known (see `reason`). `limit` in whole years; None where this law gives none."""

    years: int | None
    limit: int | None
    allowed: bool | None
    cites: tuple[str, ...]
    choices: tuple[AppliedChoice, ...] = ()
    conditions: tuple[str, ...] = ()
    reason: str = ""
    depends_on: str | None = field(default=None)  # the item whose "conforme" allows it after all

    def as_dict(self) -> dict[str, Any]:
        return {
            "years": self.years,
            "limit": self.limit,
            "allowed": self.allowed,
            "conditions": list(self.conditions),
            "reason": self.reason,
            "cites": list(self.cites),
            "choices": [choice.as_dict() for choice in self.choices],
        }


def age(rulebook: Rulebook, service: str, facts: VehicleFacts | int, on: date) -> AgeAnswer:
    """The vehicle's age on a day and whether the service admits it. `facts` may be an age in whole
    years already known. UnknownReference for a service that the rulebook does not have."""
    rulebook.service(service)
    rule = age_rule(rulebook, service)
    counted = count(rulebook, facts, on)
    limit = resolve(rulebook, rule.years)
    allowed, conditions, reason = _allowed(rule, limit, counted)
    counting = rulebook.age_count.cites if isinstance(facts, VehicleFacts) else ()
    return AgeAnswer(
        years=counted.years,
        limit=limit,
        allowed=allowed,
        cites=tuple(dict.fromkeys((*rule.cites, *counting))),
        choices=tuple(_choices(rulebook, rule, facts, on)),
        conditions=conditions,
        reason=reason,
        depends_on=rule.item if allowed is None and counted.years is not None else None,
    )


def age_rule(rulebook: Rulebook, service: str) -> AgeRule:
    return next(rule for rule in rulebook.ages if service in rule.services)


def count(rulebook: Rulebook, facts: VehicleFacts | int, on: date) -> Counted:
    """Whole years on the day, by the way of counting in force."""
    if isinstance(facts, int):
        return Counted(facts) if facts >= 0 else Counted(None, "A idade não pode ser negativa.")
    wrong = _nonsense(facts, on)
    if wrong:
        return Counted(None, wrong)
    return _METHODS[resolve(rulebook, rulebook.age_count.method)](facts, on)


def _allowed(
    rule: AgeRule, limit: int | None, counted: Counted
) -> tuple[bool | None, tuple[str, ...], str]:
    """Allowed, conditions and the reason, in that order."""
    if limit is None:
        return None, (), rule.unknown
    if counted.years is None:
        return None, (), counted.reason
    notes = (rule.note,) if rule.note and counted.years > _noted_from(rule, limit) else ()
    if counted.years <= limit:
        return True, notes, ""
    over = f"O veículo tem {counted.years} anos de uso; o limite é de {limit} anos."
    if rule.beyond == "autoridade":
        return None, (rule.condition, *notes), over
    return False, notes, over


def _noted_from(rule: AgeRule, limit: int) -> int:
    return limit if rule.note_above is None else rule.note_above


def _choices(
    rulebook: Rulebook, rule: AgeRule, facts: VehicleFacts | int, on: date
) -> Iterator[AppliedChoice]:
    """How age is counted; the limit's own choice where it decides; the rest past the limit."""
    counted = count(rulebook, facts, on)
    if isinstance(rulebook.age_count.method, ByChoice) and isinstance(facts, VehicleFacts):
        yield applied(
            rulebook,
            rulebook.age_count.method.choice,
            lambda other: count(other, facts, on).years,
        )
    if isinstance(rule.years, ByChoice) and counted.years is not None:
        answer = applied(
            rulebook,
            rule.years.choice,
            lambda other: counted.years <= resolve(other, rule.years),
        )
        if len({reading.outcome for reading in answer.readings}) > 1:
            yield answer
    limit = resolve(rulebook, rule.years)
    beyond = limit is None or (counted.years or 0) > _noted_from(rule, limit)
    if beyond:
        yield from (applied(rulebook, choice_id) for choice_id in rule.choices)


def _nonsense(facts: VehicleFacts, on: date) -> str:
    years = (("ano-modelo", facts.model_year), ("ano de fabricação", facts.manufacture_year))
    for name, year in years:
        if year is not None and not OLDEST <= year <= on.year + 1:
            return f"Confira o {name}: {year} não pode ser."
    first = facts.first_registration
    if first is not None and first > on:
        return f"Confira o primeiro registro: {first:%d/%m/%Y} é depois da vistoria."
    return ""


def _by_model(facts: VehicleFacts, on: date) -> Counted:
    if facts.model_year is None:
        return Counted(None, "Falta o ano-modelo do veículo.")
    return Counted(max(0, on.year - facts.model_year))


def _by_manufacture(facts: VehicleFacts, on: date) -> Counted:
    if facts.manufacture_year is None:
        return Counted(None, "Falta o ano de fabricação do veículo.")
    return Counted(max(0, on.year - facts.manufacture_year))


def _by_oldest(facts: VehicleFacts, on: date) -> Counted:
    years = [year for year in (facts.model_year, facts.manufacture_year) if year is not None]
    if facts.first_registration is not None:
        years.append(facts.first_registration.year)
    if not years:
        return Counted(None, "Falta o ano do veículo (fabricação ou modelo).")
    return Counted(max(0, on.year - min(years)))


def _by_model_each_december(facts: VehicleFacts, on: date) -> Counted:
    if facts.model_year is None:
        return Counted(None, "Falta o ano-modelo do veículo.")
    completed = (on.month, on.day) == (12, 31)
    return Counted(max(0, on.year - facts.model_year + completed))


def _by_registration(facts: VehicleFacts, on: date) -> Counted:
    if facts.first_registration is None:
        return Counted(None, "Falta a data do primeiro registro do veículo.")
    return Counted(completed_years(facts.first_registration, on))


_METHODS: Mapping[str, Callable[[VehicleFacts, date], Counted]] = {
    "ano_menos_modelo": _by_model,
    "ano_menos_fabricacao": _by_manufacture,
    "ano_menos_mais_antigo": _by_oldest,
    "ano_modelo_completo_em_31_12": _by_model_each_december,
    "primeiro_registro": _by_registration,
}
