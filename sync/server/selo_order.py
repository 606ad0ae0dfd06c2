"""Whether the days of a device's seals go up as its chain does."""

from __future__ import annotations

from sqlalchemy import Connection, case, or_, select

from sync.server.db import schema, schema_seals


def issue_day(body: dict, day: str) -> str:
    """The day (ISO) that a selo was issued on: that of its inspection, unless it replaces an
    earlier one; `day` is that of its record."""
    return day if body.get("replaces") is not None else body["inspected_on"]


def is_inverted(conn: Connection, device: str, device_seq: int, day: str) -> bool:
    """Whether a selo of this place in the chain and day of issue (ISO) comes after one with a
    later day, or before one with an earlier day. Annulled ones do not count: what was issued by a
    clock that was ahead is annulled and issued again."""
    seal, record = schema_seals.seals, schema.records
    issued = case((seal.c.replaces.is_not(None), record.c.day), else_=seal.c.inspected_on)
    query = (
        select(seal.c.serial)
        .join(record, (record.c.tenant == seal.c.tenant) & (record.c.id == seal.c.record))
        .where(
            seal.c.device == device,
            seal.c.status != "anulado",
            or_(
                (record.c.device_seq < device_seq) & (issued > day),
                (record.c.device_seq > device_seq) & (issued < day),
            ),
        )
    )
    return conn.execute(query.limit(1)).first() is not None
