"""What a device sent and was not taken: kept to be looked at, within bounds."""

from __future__ import annotations

from sqlalchemy import Row, func, insert, select

from sync.records.canonical import sha256_hex
from sync.records.envelope import RECORD_BYTES_MAX
from sync.server.db import schema
from sync.server.db.engine import TenantWriter

UNSIGNED_ROWS_MAX = 500
"""A device may send anything; what its key did not sign proves nothing after so much of it."""
UNSIGNED_BYTES_MAX = 4096


def keep(
    writer: TenantWriter, device: Row, why: str, message: str, record_id: str, data: bytes,
    seq: int | None, at: str,
) -> None:  # fmt: skip
    """Keeps the bytes once. `seq`: the place in the chain, where the signature proves it; without
    one only the beginning is kept, and no more than so many of a device for one reason."""
    table, digest = schema.evidence, sha256_hex(data)
    kept = select(table.c.id).where(table.c.device == device.id, table.c.hash == digest)
    if writer.conn.execute(kept).first() is not None:
        return
    if seq is None:
        unsigned = select(func.count()).where(
            table.c.device == device.id, table.c.why == why, table.c.device_seq.is_(None)
        )
        if writer.conn.execute(unsigned).scalar_one() >= UNSIGNED_ROWS_MAX:
            return
    writer.conn.execute(
        insert(table).values(
            tenant=writer.ibge,
            device=device.id,
            why=why,
            message=message,
            record_id=record_id,
            device_seq=seq,
            hash=digest,
            bytes=data[: RECORD_BYTES_MAX if seq is not None else UNSIGNED_BYTES_MAX],
            received_at=at,
        )
    )
