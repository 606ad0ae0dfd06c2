"""Fines and points of a conduct, each from its own printed fact; nothing is filled in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Any

from checklists.choices import applied, resolve
from checklists.model import NO_SEVERITY, AppliedChoice, Conduct, Fine, FineGroup
from checklists.rulebook import Rulebook

CENT = Decimal("0.01")
_ROUNDINGS = {"meio_acima": ROUND_HALF_UP, "corta": ROUND_DOWN}


@dataclass(frozen=True, slots=True)
class PointsAnswer:
    """Points of one person by calendar year. `blocked`: the limit was reached in some year;
    None where the law gives this role no rule."""

    by_year: dict[int, int]
    blocked: bool | None
    effect: str
    cites: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        return {
            "by_year": {str(year): points for year, points in self.by_year.items()},
            "blocked": self.blocked,
            "effect": self.effect,
            "cites": list(self.cites),
        }


def group_of(rulebook: Rulebook, conduct: Conduct) -> FineGroup | None:
    """The group that decides the fine: by a choice, else as printed, else by severity."""
    group_id = resolve(rulebook, conduct.applied_group) or conduct.group
    if group_id is None and conduct.severity is not None:
        group_id = rulebook.severity(conduct.severity).group
    return rulebook.group(group_id) if group_id else None


def fine_of(rulebook: Rulebook, conduct: Conduct) -> Fine | None:
    """The fine in the law's own unit, or None where the law gives no value."""
    if conduct.own_fine is not None:
        return conduct.own_fine
    group = group_of(rulebook, conduct)
    return group.fine if group else None


def points_of(rulebook: Rulebook, conduct: Conduct) -> int | None:
    """Points by the severity printed, or by the one that a choice applies; None if neither."""
    severity = resolve(rulebook, conduct.applied_severity) or conduct.severity
    if severity is None or severity == NO_SEVERITY:
        return None
    return rulebook.severity(severity).points


def choices_of(rulebook: Rulebook, conduct: Conduct) -> tuple[AppliedChoice, ...]:
    """Every choice that touches the conduct; those that decide the fine show each fine."""

    def amount(other: Rulebook) -> Any:
        fine = fine_of(other, conduct)
        return fine.as_dict()["amount"] if fine else None

    def score(other: Rulebook) -> Any:
        return points_of(other, conduct)

    outcomes = {
        getattr(conduct.applied_group, "choice", ""): amount,
        getattr(conduct.applied_severity, "choice", ""): score,
    }
    return tuple(
        applied(rulebook, choice_id, outcomes.get(choice_id))
        for choice_id in choice_ids(rulebook, conduct)
    )


def choice_ids(rulebook: Rulebook, conduct: Conduct) -> tuple[str, ...]:
    group = group_of(rulebook, conduct)
    return tuple(dict.fromkeys((*conduct.choices, *(group.choices if group else ()))))


def in_reais(fine: Fine, unit_value: Decimal, rounding: str = "meio_acima") -> Decimal:
    """A fine in reais for the unit's value in reais, rounded once to the centavo: half up, or
    ("corta") cut. `checklists.reais` knows the value and the rounding of a municipality."""
    return (fine.amount * unit_value).quantize(CENT, rounding=_ROUNDINGS[rounding])


def why_no_fine(rulebook: Rulebook, conduct: Conduct) -> str:
    """Why a conduct has no amount; empty if it has one."""
    if conduct.status != "vigente":
        return conduct.status_note
    if conduct.own_fine is not None:
        return ""
    group = group_of(rulebook, conduct)
    if group is not None:
        return group.unknown
    penalties = ", ".join(conduct.penalties)
    return f"A lei não dá multa a esta conduta: dá {penalties}." if penalties else ""


def points(rulebook: Rulebook, role: str, occurrences: Iterable[tuple[str, date]]) -> PointsAnswer:
    """Adds up the points of (citation, date) pairs by calendar year and holds each year against
    the limit of the role. A conduct without severity adds nothing: the law gives it no points."""
    by_year: dict[int, int] = defaultdict(int)
    cites: list[str] = []
    for cite, on in occurrences:
        conduct = rulebook.conduct(cite)
        by_year[on.year] += points_of(rulebook, conduct) or 0
        if conduct.severity:
            cites += rulebook.severity(conduct.severity).cites
    rule = next((rule for rule in rulebook.points_rules if rule.role == role), None)
    if rule is None:
        rulebook.role(role)
        return PointsAnswer(dict(sorted(by_year.items())), None, "", tuple(dict.fromkeys(cites)))
    blocked = any(total >= rule.limit for total in by_year.values())
    return PointsAnswer(
        by_year=dict(sorted(by_year.items())),
        blocked=blocked,
        effect=rule.effect if blocked else "",
        cites=tuple(dict.fromkeys((*cites, *rule.cites))),
    )


def conduct_row(rulebook: Rulebook, conduct: Conduct) -> dict[str, Any]:
    """One conduct as an answer: JSON-able, `None` where the law says nothing."""
    fine = fine_of(rulebook, conduct)
    return {
        "cite": conduct.cite,
        "label": conduct.label,
        "severity": conduct.severity,
        "group": conduct.group,
        "fine": fine.as_dict() if fine else None,
        "points": points_of(rulebook, conduct),
        "measures": list(conduct.measures),
        "penalties": list(conduct.penalties),
        "fine_range": _range(group_of(rulebook, conduct)),
        "applies_to": list(conduct.applies_to),
        "vistoria": conduct.cite in inspected_cites(rulebook),
        "cites": list(punishing_cites(rulebook, conduct)),
        "choices": [choice.as_dict() for choice in choices_of(rulebook, conduct)],
    }


def punishing_cites(rulebook: Rulebook, conduct: Conduct) -> tuple[str, ...]:
    """The conduct, where the law punishes it, and where it says what the fine is."""
    group = None if conduct.own_fine else group_of(rulebook, conduct)
    found = (conduct.cite, *conduct.cites, *(group.cites if group else ()))
    return tuple(dict.fromkeys(found))


def _range(group: FineGroup | None) -> dict[str, Any] | None:
    if group is None or (group.lowest is None and group.highest is None):
        return None
    return {
        "lowest": group.lowest.as_dict() if group.lowest else None,
        "highest": group.highest.as_dict() if group.highest else None,
    }


def inspected_cites(rulebook: Rulebook) -> frozenset[str]:
    """Citations of the conducts that some item of a vistoria looks at."""
    looked_at = {
        item.conduct for section in rulebook.sections for item in section.items if item.conduct
    }
    twins = {row.cite for row in rulebook.conducts if looked_at.intersection(row.same_as)}
    return frozenset(looked_at | twins)
