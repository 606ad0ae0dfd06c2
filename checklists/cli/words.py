"""Dates, amounts and names as a person reads them in pt-BR."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from checklists import Conduct, Fine, Rulebook, fine_of
from checklists.fines import group_of
from checklists.model import PER
from checklists.reais import REAL

WEEKDAYS = (
    "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado",
    "domingo",
)  # fmt: skip
NO_FINE, NO_VALUE = "não há", "sem valor na lei"
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")


def day(value: date) -> str:
    return f"{value:%d/%m/%Y}"


def week_day(value: date) -> str:
    return f"{WEEKDAYS[value.weekday()]}, {day(value)}"


def number(value: Decimal | int) -> str:
    """1234.5 as "1.234,5"."""
    text = f"{Decimal(value):,f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.translate(str.maketrans(",.", ".,"))


def reais(value: Decimal) -> str:
    return "R$ " + f"{value:,.2f}".translate(str.maketrans(",.", ".,"))


def amount(fine: Fine) -> str:
    return reais(fine.amount) if fine.unit == REAL else f"{number(fine.amount)} {fine.unit}"


def fine_words(law: Rulebook, conduct: Conduct) -> str:
    """The fine of a conduct, its range, or that there is none or none known."""
    fine = fine_of(law, conduct)
    if fine is not None:
        return " ".join(filter(None, (amount(fine), PER.get(conduct.per, ""))))
    group = group_of(law, conduct)
    if group is None:
        return NO_FINE
    if group.lowest and group.highest:
        unit = group.highest.unit
        return f"de {number(group.lowest.amount)} a {number(group.highest.amount)} {unit}"
    return NO_VALUE


def names(rows: Iterable[str], find: Any) -> str:
    return ", ".join(find(row).label.lower() for row in rows)


def measures(law: Rulebook, ids: Iterable[str]) -> str:
    return names(ids, law.measure)


def roles(law: Rulebook, ids: Iterable[str]) -> str:
    return names(ids, law.role)


def severity(law: Rulebook, severity_id: str | None) -> str:
    return law.severity(severity_id).label.lower() if severity_id else ""


def suspends(value: bool | None) -> str:
    return {True: "sim", False: "não", None: "a lei não diz"}[value]


def outcome(value: Any) -> str:
    """What a reading gives, in words: a date, an amount (a Decimal: in reais), a list of them."""
    if value is None or value == []:
        return "nada"
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, Decimal):
        return reais(value)
    if isinstance(value, list):
        return "; ".join(map(outcome, value))
    if isinstance(value, str) and _ISO.fullmatch(value):
        return day(date.fromisoformat(value))
    if isinstance(value, str) and re.fullmatch(r"\d+\.\d+", value):
        return number(Decimal(value))
    return str(value)
