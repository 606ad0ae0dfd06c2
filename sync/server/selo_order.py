"""Whether the days of a device's seals go up as its chain does."""

from __future__ import annotations

from sqlalchemy import Connection, or_, select

from sync.server.db import schema


def is_inverted(conn: Connection, device: str, device_seq: int, day: str) -> bool:
    """Whether a selo of this place in the chain and day of inspection (ISO) comes after one with a
    later day, or before one with an earlier day. Annulled ones do not count: what was issued by a
    clock that was ahead is annulled and issued again."""
    seal, record = schema.seals, schema.records
    query = (
        select(seal.c.serial)
        .join(record, (record.c.tenant == seal.c.tenant) & (record.c.id == seal.c.record))
        .where(
            seal.c.device == device,
            seal.c.status != "anulado",
            or_(
                (record.c.device_seq < device_seq) & (seal.c.inspected_on > day),
                (record.c.device_seq > device_seq) & (seal.c.inspected_on < day),
            ),
        )
    )
    return conn.execute(query.limit(1)).first() is not None
