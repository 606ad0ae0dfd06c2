"""What each command answers with `--json`: plain dicts with exactly these fields.

`choices` is a list of {id, applied, readings}, a reading {id, reading, value}. What is not known is
null, with a choice or with one more field, `reason`, which is there only then (or to say why a
date moved). Money and units are computed as decimals and written as JSON numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from checklists import (
    AgeAnswer,
    AppliedChoice,
    Conduct,
    PointsAnswer,
    Rulebook,
    ValidityAnswer,
    conduct_row,
    every_choice,
)
from checklists.choices import applied, resolve
from checklists.deadlines import DeadlineAnswer, day_kind
from checklists.fines import why_no_fine
from checklists.rows import Deadline

_DECIMAL = re.compile(r"\d+\.\d+")


def number(value: Decimal | int | None) -> int | float | None:
    """A decimal as a JSON number: whole where it is whole."""
    if value is None or isinstance(value, int):
        return value
    return int(value) if value == value.to_integral_value() else float(value)


def town(law: Rulebook) -> dict[str, Any]:
    place = law.municipality
    return {
        "id": law.id,
        "name": place.name,
        "uf": place.uf,
        "ibge": place.ibge,
        "law": place.law,
        "law_date": place.law_date.isoformat(),
        "effective_from": law.effective_from.isoformat(),
        "version": law.version,
        "sha256": law.sha256,
    }


def services(law: Rulebook) -> list[dict[str, Any]]:
    return [{"id": row.id, "label": row.label, "cites": list(row.cites)} for row in law.services]


def conducts(law: Rulebook) -> list[dict[str, Any]]:
    return [_conduct(law, row) for row in law.conducts]


def _conduct(law: Rulebook, conduct: Conduct) -> dict[str, Any]:
    row = conduct_row(law, conduct)
    fields = ("cite", "label", "severity", "group", "fine", "points", "measures", "applies_to",
              "vistoria")  # fmt: skip
    answer = {name: row[name] for name in fields}
    if row["fine"]:
        answer["fine"] = {**row["fine"], "amount": loose(row["fine"]["amount"])}
    answer["choices"] = [choice(one) for one in row["choices"]]
    return with_reason(answer, why_no_fine(law, conduct))


def validity(answer: ValidityAnswer) -> dict[str, Any]:
    return with_reason(
        {
            "allowed": answer.allowed,
            "valid_until": answer.valid_until.isoformat() if answer.valid_until else None,
            "conditions": list(answer.conditions),
            "cites": list(answer.cites),
            "choices": choices(answer.choices),
        },
        answer.reason,
    )


def age(answer: AgeAnswer) -> dict[str, Any]:
    return with_reason(
        {
            "years": answer.years,
            "limit": answer.limit,
            "allowed": answer.allowed,
            "cites": list(answer.cites),
            "choices": choices(answer.choices),
        },
        " ".join(filter(None, (answer.reason, *answer.conditions))),
    )


def points(answer: PointsAnswer, reason: str) -> dict[str, Any]:
    return with_reason(
        {
            "by_year": {str(year): total for year, total in answer.by_year.items()},
            "blocked": answer.blocked,
            "effect": answer.effect or None,
            "cites": list(answer.cites),
        },
        reason,
    )


def deadline(answer: DeadlineAnswer) -> dict[str, Any]:
    plain = answer.as_dict()
    fields = ("nominal", "due", "day_kind", "suspensive", "cites")
    return with_reason(
        {**{name: plain[name] for name in fields}, "choices": choices(answer.choices)},
        answer.reason,
    )


def deadlines(law: Rulebook) -> list[dict[str, Any]]:
    return [_deadline_row(law, row) for row in law.deadlines]


def _deadline_row(law: Rulebook, row: Deadline) -> dict[str, Any]:
    return with_reason(
        {
            "ato": row.ato,
            "label": row.label,
            "days": row.days,
            "months": row.months,
            "hours": row.hours,
            "day_kind": day_kind(law, row),
            "starts": row.starts,
            "before": row.before,
            "to": row.to or None,
            "suspensive": row.suspensive,
            "procedural": resolve(law, row.procedural),
            "cites": list(row.cites),
            "choices": choices(applied(law, one) for one in row.choices),
        },
        row.unknown,
    )


def gaps(law: Rulebook) -> list[dict[str, Any]]:
    """Every choice whole: also its question, its citations, why, and what the town picked."""
    rows = []
    for one in every_choice(law):
        plain = one.as_dict()
        row = {name: plain[name] for name in ("id", "question", "cites", "applied")}
        row |= {"readings": choice(plain)["readings"], "why": plain["why"]}
        rows.append(row | ({"town": plain["town"]} if plain["town"] else {}))
    return rows


def choices(found: Iterable[AppliedChoice]) -> list[dict[str, Any]]:
    return [choice(one.as_dict()) for one in found]


def choice(row: dict[str, Any]) -> dict[str, Any]:
    readings = [{**reading, "value": loose(reading["value"])} for reading in row["readings"]]
    return {"id": row["id"], "applied": row["applied"], "readings": readings}


def loose(value: Any) -> Any:
    """Exact decimal texts as JSON numbers, however deep they stand."""
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        return number(Decimal(value))
    if isinstance(value, list):
        return [loose(part) for part in value]
    return number(value) if isinstance(value, Decimal) else value


def with_reason(answer: dict[str, Any], reason: str) -> dict[str, Any]:
    return {**answer, "reason": reason} if reason else answer
