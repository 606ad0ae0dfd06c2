"""How the autuado came to know of an auto, on the spot: and the days that cannot be true.

A ciência dated before its auto, or after the day on which the server had it in hand, was written by
a clock that was wrong. It starts no deadline: the law counts from the day of receipt, and which day
that was only the office can find out and register.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, select

from sync.server.context import CLOCK_TOLERANCE
from sync.server.db import schema
from sync.server.db.schema_autos import acknowledgements

BEFORE_AUTO, FUTURE = "ciencia.before_auto", "ciencia.future"
CODES = (BEFORE_AUTO, FUTURE)
SIGNED_IN_FUTURE = "auto.signed_in_future"
SIGNED = "assinou"


@dataclass(frozen=True)
class Told:
    """A ciência, and why it does not count: BEFORE_AUTO, FUTURE or ""."""

    row: Row
    wrong: str


def local_day(moment: str, zone: ZoneInfo) -> date:
    return datetime.fromisoformat(moment).astimezone(zone).date()


def is_future(day: str, received_at: str, zone: ZoneInfo) -> bool:
    """Whether a record tells a day that had not come when it was received."""
    had = datetime.fromisoformat(received_at) + CLOCK_TOLERANCE
    return day > had.astimezone(zone).date().isoformat()


def of_auto(conn: Connection, row: Row, zone: ZoneInfo) -> list[Told]:
    """The ciências of an auto."""
    told, records = acknowledgements, schema.records
    query = (
        select(told, records.c.received_at)
        .join(records, (records.c.tenant == told.c.tenant) & (records.c.id == told.c.record))
        .where(told.c.tenant == row.tenant, told.c.auto == row.id)
        .order_by(told.c.at, told.c.record)
    )
    drawn = drawn_on(conn, row, zone).isoformat()
    return [
        Told(one, BEFORE_AUTO if one.day < drawn
             else FUTURE if is_future(one.day, one.received_at, zone) else "")
        for one in conn.execute(query)
    ]  # fmt: skip


def drawn_on(conn: Connection, row: Row, zone: ZoneInfo) -> date:
    """The day on which an auto was drawn up, at the latest that on which it came."""
    return _at_latest(local_day(row.drawn_at, zone), _received(conn, row), zone)


def first_day(conn: Connection, row: Row, zone: ZoneInfo) -> date:
    """The first day on which the office may have done something about an auto."""
    return _at_latest(date.fromisoformat(row.day), _received(conn, row), zone)


def _at_latest(day: date, received: str | None, zone: ZoneInfo) -> date:
    return day if received is None else min(day, local_day(received, zone))


def _received(conn: Connection, row: Row) -> str | None:
    """None of an imported one."""
    records = schema.records
    mine = (records.c.tenant == row.tenant, records.c.id == row.id)
    return conn.execute(select(records.c.received_at).where(*mine)).scalar()


def signed_on(conn: Connection, row: Row, zone: ZoneInfo) -> str | None:
    """The day on which the autuado signed the auto itself; None where he did not, or where that day
    had not come yet."""
    if row.acknowledged != SIGNED:
        return None
    day, received = local_day(row.drawn_at, zone).isoformat(), _received(conn, row)
    return None if received is not None and is_future(day, received, zone) else day
