"""From a draft to what `checklists` decides on, and to the bodies of the records.

Bodies are the ones of `sync.records`: JSON-able, no floats, dates ISO.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from checklists import Answer, OpenExigencia, VehicleFacts, decide
from sync.records.bodies import NUMBERED
from sync.records.ids import uuid7

if TYPE_CHECKING:
    from app.flows.vistoria import VistoriaFlow

def facts_of(vehicle: dict[str, Any]) -> VehicleFacts:
    first = vehicle.get("first_registration")
    return VehicleFacts(
        model_year=vehicle.get("model_year"),
        manufacture_year=vehicle.get("manufacture_year"),
        first_registration=date.fromisoformat(first) if first else None,
    )


def required_items(rulebook: Any, fields: dict[str, Any], on: date) -> set[str]:
    """The items that this draft must answer: all, or in a re-inspection, where the law reads so,
    only those with an open exigência."""
    pending = fields.get("exigencias") or [] if fields["mode"] == "reinspecao" else []
    facts = facts_of(fields["vehicle"])
    verdict = decide(rulebook, fields["service"], facts, {}, on, law_exigencias(pending))
    return set(verdict.missing)


def law_answers(flow: VistoriaFlow) -> dict[str, Answer]:
    """The answers given so far; an item without one is left out."""
    return {
        state.id: Answer(
            value=state.value,
            reason=state.answer["reason"],
            note=state.answer["note"],
            measured=dict(state.answer["measured"]),
            photos=len(state.photos),
        )
        for state in flow.items
        if state.value
    }


def law_exigencias(rows: list[dict[str, Any]]) -> tuple[OpenExigencia, ...]:
    """The cadastro's open exigências as the law's engine takes them."""
    return tuple(
        OpenExigencia(
            id=row["id"],
            item=row["item"],
            label=row["label"],
            since=date.fromisoformat(row["since"][:10]),
            deadline=date.fromisoformat(row["deadline"][:10]) if row.get("deadline") else None,
        )
        for row in rows
    )


def decide_draft(flow: VistoriaFlow, on: date) -> Any:
    """The law's verdict on the answers so far.

    An ordinary vistoria looks at everything, whatever is open; what it finds in order closes the
    open exigência on it all the same, and what fails again carries it on.
    """
    law, service, facts = flow.rulebook, flow.fields["service"], facts_of(flow.vehicle)
    answers, pending = law_answers(flow), law_exigencias(flow.open_exigencias)
    if flow.is_reinspection or not pending:
        return decide(law, service, facts, answers, on, pending)
    whole = decide(law, service, facts, answers, on)
    again = decide(law, service, facts, answers, on, pending)
    carried = {exigencia.item: exigencia for exigencia in again.exigencias if exigencia.continues}
    return replace(
        whole,
        closes=again.closes,
        exigencias=tuple(carried.get(one.item, one) for one in whole.exigencias),
    )


def vistoria_body(flow: VistoriaFlow, verdict: Any, *, ended_at: datetime) -> dict[str, Any]:
    """The body of a `vistoria` record."""
    vehicle = flow.vehicle
    return {
        "vehicle": {
            name: vehicle.get(name)
            for name in (
                "id", "known", "plate", "chassis_tail", "make_model", "service", "model_year",
                "manufacture_year", "permit",
            )
        },
        "mode": flow.fields["mode"],
        "previous": flow.fields.get("previous"),
        "started_at": flow.fields["started_at"],
        "ended_at": ended_at.isoformat(timespec="seconds"),
        "odometer": odometer(flow),
        "answers": [
            {name: state.answer[name] for name in
             ("item", "value", "reason", "note", "measured", "photos", "at")}
            for state in flow.items
            if state.value
        ],
        "verdict": verdict_body(verdict),
    }


def verdict_body(verdict: Any) -> dict[str, Any]:
    """The body's `verdict`. An exigência that was open and still is keeps its id."""
    return {
        "result": verdict.result,
        "valid_until": verdict.valid_until.isoformat() if verdict.valid_until else None,
        "retention": verdict.retention,
        "exigencias": [
            {
                "id": exigencia.continues or uuid7(),
                "item": exigencia.item,
                "cite": exigencia.cite,
                "label": exigencia.label,
                "deadline": exigencia.deadline.isoformat() if exigencia.deadline else None,
                "measures": list(exigencia.measures),
                "deadline_reason": exigencia.deadline_reason,
                "cites": list(exigencia.cites),
            }
            for exigencia in verdict.exigencias
        ],
        "closes": list(verdict.closes),
        "choices": [{"id": choice.id, "applied": choice.applied} for choice in verdict.choices],
        "reasons": [
            {"text": reason.text, "cites": list(reason.cites)} for reason in verdict.reasons
        ],
        "conditions": list(verdict.conditions),
    }


def odometer(flow: VistoriaFlow) -> int | None:
    """The kilometres that an item asked for, when one did (an ask with the id `hodometro`)."""
    for state in flow.items:
        typed = state.answer["measured"].get("hodometro") or state.answer["measured"].get(
            "odometer"
        )
        if typed:
            digits = typed.split(".")[0]
            return int(digits) if digits.isdigit() else None
    return None


def annulment_body(record: dict[str, Any], reason: str) -> dict[str, Any]:
    """The body of an `anulacao` of a vistoria, a selo, an auto or a medida."""
    number = NUMBERED.get(record["kind"])
    return {
        "annuls": record["id"],
        "annulled_kind": record["kind"],
        "serial": record["body"][number] if number else None,
        "reason": reason,
    }
