"""What an amount in a unit of the law is in reais on a day: by the values that the municipality
gave, rounded as the rulebook's choice says. Without a value there is no amount, and a reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from checklists.choices import resolve
from checklists.fines import in_reais
from checklists.local_rows import UnitValue
from checklists.model import Fine
from checklists.rulebook import Rulebook

REAL = "BRL"


@dataclass(frozen=True, slots=True)
class InReais:
    """`amount` in reais, with two decimals; None where it is not known, and `reason` says why.
    `value` is the unit's value that gave it (None for an amount that is in reais already)."""

    fine: Fine
    on: date
    amount: Decimal | None
    value: UnitValue | None = None
    reason: str = ""


def unit_value(rulebook: Rulebook, unit: str, on: date) -> UnitValue | None:
    """What the municipality says a unit is worth on a day. UnknownReference for a unit that the
    law does not have."""
    rulebook.unit(unit)
    values = rulebook.local.values_of(unit) if rulebook.local else ()
    return next((value for value in values if value.holds(on)), None)


def reais_exact(value: Decimal) -> str:
    """The value of a unit, with all its decimals and at least two: "R$ 4,9604", "R$ 100,00"."""
    places = max(2, -value.normalize().as_tuple().exponent)
    return "R$ " + f"{value:,.{places}f}".translate(str.maketrans(",.", ".,"))


def centavos_words(centavos: int) -> str:
    """123456 → "R$ 1.234,56"."""
    return reais_exact(Decimal(centavos) / 100)


def rounding_of(rulebook: Rulebook, unit: str) -> str:
    """One of `checklists.model.ROUNDINGS`."""
    return resolve(rulebook, rulebook.unit(unit).rounding)


def day_of_value(rulebook: Rulebook, unit: str) -> str:
    """Of which day the unit's value is: one of `checklists.model.VALUE_DAYS`."""
    return resolve(rulebook, rulebook.unit(unit).value_of)


def reais_of(rulebook: Rulebook, fine: Fine, on: date) -> InReais:
    """A fine in reais by the unit's value on the day `on`. Which day that is (of the fact, of the
    payment) is for the caller to choose, by `day_of_value`."""
    if fine.unit == REAL:
        return InReais(fine, on, fine.amount)
    value = unit_value(rulebook, fine.unit, on)
    if value is not None:
        return InReais(
            fine, on, in_reais(fine, value.amount, rounding_of(rulebook, fine.unit)), value
        )
    known = rulebook.local.values_of(fine.unit) if rulebook.local else ()
    when = f" em {on:%d/%m/%Y}" if known else ""
    reason = f"valor da {fine.unit}{when} ainda não informado pelo município"
    return InReais(fine, on, None, None, reason)
