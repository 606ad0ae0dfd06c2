"""Whether what an auto says of itself is so: what its law gives, its hours, its copy's secret.

A device of ours writes all this from the rulebook and its clock; another program may not.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from sqlalchemy import Connection, Row, or_, select

import checklists
from checklists.notices import conduct_facts
from sync.server import auto_law
from sync.server.db.schema_autos import autos

CONDUCT, TIMES, COPY = "auto.conduct_differs", "auto.times_differ", "auto.copy_repeated"
CODES = (CONDUCT, TIMES, COPY)
COMPARED = ("severity", "points", "amount", "unit", "centavos")
AT_ONCE = timedelta(minutes=10)
LATE = timedelta(days=90)  # the app takes 60, and a draft may wait for a number


def found(conn: Connection, own: Row, occurred_at: str) -> list[str]:
    """The codes of an auto's row; `occurred_at`: the moment of its record."""
    flags = [CONDUCT] if _differs_from_law(conn, own) else []
    if _times_differ(own, occurred_at):
        flags.append(TIMES)
    if conn.execute(same_copy(own).limit(1)).first() is not None:
        flags.append(COPY)
    return flags


def same_copy(own: Row):
    """Other autos that the secret in this one's QR opens."""
    other = or_(autos.c.tenant != own.tenant, autos.c.id != own.id)
    return select(autos.c.id).where(autos.c.copy_hash == own.copy_hash, other)


def _differs_from_law(conn: Connection, own: Row) -> bool:
    law = auto_law.law_of(conn, own.tenant, own.rulebook_sha256)
    if law is None:
        return False  # said of its record already
    try:
        facts = conduct_facts(law, own.cite, date.fromisoformat(own.day))
    except checklists.UnknownReference:
        return True
    return any(facts[name] != getattr(own, name) for name in COMPARED)


def _times_differ(own: Row, occurred_at: str) -> bool:
    happened, drawn, signed = (
        datetime.fromisoformat(text) for text in (own.happened_at, own.drawn_at, occurred_at)
    )
    since = drawn - happened
    late = since > LATE and own.vistoria is None
    return since < -AT_ONCE or late or abs(signed - drawn) > AT_ONCE
