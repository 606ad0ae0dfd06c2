"""What the law says of an auto once the office knows more than the device did: whether it comes
again, until when one may defend oneself, and what must still be notified.

Each auto is read under the rulebook that it was drawn up under. Nothing here touches a record.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, select

import checklists
from checklists.deadlines import due
from checklists.legal_days import office_days
from checklists.notices import appeal_words, notice_kind
from checklists.notices_dates import NO_ADDRESS, defence, due_of, final_undefended, notices_owed
from checklists.notices_history import PastAuto, recidivism_outcome
from sync.server.db import schema

Rulebook = checklists.Rulebook
NOT_READABLE = (checklists.RulebookError, checklists.UnknownReference)


@dataclass(frozen=True)
class Known:
    """How the autuado came to know of an auto. `handed_on`: a copy was handed over on the spot;
    `told_on`: a copy or a notification reached the autuado later; `sent_on`: it was sent."""

    handed_on: date | None = None
    told_on: date | None = None
    sent_on: date | None = None
    how: str = ""

    @property
    def first(self) -> date | None:
        days = [day for day in (self.handed_on, self.told_on) if day is not None]
        return min(days, default=None)


@dataclass(frozen=True)
class Facts:
    """What stands in an auto's row, as the law asks for it."""

    kind: str
    cite: str
    liable: str
    happened_on: date
    drawn_on: date
    own_defence: dict[str, Any] | None
    address: str
    service: str | None = None


def law_of(conn: Connection, ibge: int, sha256: str | None) -> Rulebook | None:
    """The rulebook of these very bytes; None where the municipality was never given them."""
    table = schema.rulebooks
    text = conn.execute(
        select(table.c.text).where(table.c.tenant == ibge, table.c.sha256 == sha256)
    ).scalar()
    return _loaded(text) if text is not None else None


@lru_cache(maxsize=64)
def _loaded(text: str) -> Rulebook | None:
    try:
        return checklists.load_rulebook_bytes(text.encode())
    except checklists.RulebookError:  # of a version that this program does not read any more
        return None


def recidivism(
    law: Rulebook, cite: str, on: date, line: str | None, history: Sequence[PastAuto],
    kind: str = "",
) -> dict[str, Any] | None:
    """`recidivism_outcome` of LAW's; None where the rulebook does not know the conduct."""
    try:
        return recidivism_outcome(law, cite, on, line, known_of(law, history), kind=kind)
    except NOT_READABLE:
        return None


def known_of(law: Rulebook, history: Sequence[PastAuto]) -> list[PastAuto]:
    """Those whose conduct this law has; an auto of an older one may name another."""
    return [one for one in history if _has(law, one.cite)]


def same_acts(law: Rulebook, cite: str) -> set[str]:
    """The citations under which the same conduct stands in this law."""
    return {cite, *law.conduct(cite).same_as} if _has(law, cite) else {cite}


def _has(law: Rulebook, cite: str) -> bool:
    try:
        law.conduct(cite)
    except checklists.UnknownReference:
        return False
    return True


def defence_of(law: Rulebook, facts: Facts, known: Known) -> dict[str, Any] | None:
    """The DEADLINE of the record with what has become known since; None where there is none."""
    try:
        found = defence(
            law, facts.kind, known.handed_on, notified_on=known.told_on, role=facts.liable,
            on_the_spot=known.handed_on is not None,
        )  # fmt: skip
    except checklists.UnknownReference:  # a kind that this rulebook does not have
        found = _as_recorded(law, facts, known)
    if found is not None and not found["address"] and facts.address:
        found["address"] = facts.address
        found["why"] = found["why"].replace(NO_ADDRESS, "").strip()
    return found


def _as_recorded(law: Rulebook, facts: Facts, known: Known) -> dict[str, Any] | None:
    own = facts.own_defence
    if own is None or own["last_day"] is not None or known.first is None:
        return dict(own) if own else None
    try:
        answer = due(law, own["ato"], known.first, office_days(law))
    except checklists.UnknownReference:
        return dict(own)
    last = answer.due.isoformat() if answer.due else None
    start = known.first.isoformat() if last else None
    return own | {"last_day": last, "counted_from": start, "why": answer.reason}


def ends_undefended(law: Rulebook, kind: str) -> bool:
    """Whether an auto of this kind is final once nobody has defended himself in time."""
    try:
        return final_undefended(law, kind)
    except checklists.UnknownReference:
        return False


def notices(law: Rulebook, facts: Facts, known: Known) -> list[dict[str, Any]]:
    """What the municipality owes for this auto, each with `due` (ISO day or null) and `met`."""
    owed = notices_owed(law, role=facts.liable, handed_over=known.handed_on is not None,
                        service=facts.service)  # fmt: skip
    answers = []
    for row in owed:
        met = known.sent_on or known.told_on if row.met_by == "expedicao" else known.told_on
        answer = due_of(law, row, happened_on=facts.happened_on, drawn_on=facts.drawn_on)
        answers.append({**answer, "met": met.isoformat() if met else None})
    return answers


def advice(law: Rulebook, kind: str, measures: Collection[str] = ()) -> tuple[str, ...]:
    """How one defends oneself and what comes after, in sentences. `measures`: those taken."""
    try:
        return appeal_words(law, kind, measures)
    except checklists.UnknownReference:
        return ()


def kind_label(law: Rulebook | None, kind: str) -> str:
    """The law's word for a kind of notice; the id itself where it has none."""
    try:
        return notice_kind(law, kind).label if law else kind
    except checklists.UnknownReference:
        return "auto de infração" if kind == "auto" else kind
