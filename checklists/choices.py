"""Readings of the law: which one applies, and what the others would have given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from checklists.model import AppliedChoice, ByChoice
from checklists.rulebook import Rulebook


def applied_reading(rulebook: Rulebook, choice_id: str) -> str:
    """The id of the reading in force: the municipality's pick, else the rulebook's."""
    return rulebook.picks.get(choice_id) or rulebook.choice(choice_id).applied


def resolve(rulebook: Rulebook, value: Any) -> Any:
    """`value` itself, or, for a `ByChoice`, the value of the reading in force."""
    if not isinstance(value, ByChoice):
        return value
    choice = rulebook.choice(value.choice)
    return choice.reading(applied_reading(rulebook, choice.id)).value


def every_choice(rulebook: Rulebook) -> tuple[AppliedChoice, ...]:
    """All gaps and contradictions of the law, in the file's order, with the reading in force."""
    return tuple(applied(rulebook, choice.id) for choice in rulebook.choices)


def applied(
    rulebook: Rulebook, choice_id: str, outcome: Callable[[Rulebook], Any] | None = None
) -> AppliedChoice:
    """The choice as it took part in an answer. With `outcome`, each reading is tried: it gets the
    same law under that reading and returns a JSON-able result (a date, an amount, None)."""
    choice = rulebook.choice(choice_id)
    readings = choice.readings
    if outcome is not None:
        readings = tuple(
            replace(
                reading,
                outcome=outcome(rulebook.with_readings({choice_id: reading.id})),
                tried=True,
            )
            for reading in readings
        )
    return AppliedChoice(
        id=choice.id,
        question=choice.question,
        applied=applied_reading(rulebook, choice_id),
        readings=readings,
        why=choice.why,
        cites=choice.cites,
        default=choice.applied,
        town=rulebook.local.reading(choice_id) if rulebook.local else None,
    )
