"""Whether a record was annulled by another one."""

from __future__ import annotations

from sqlalchemy import select

from sync.server.db import schema
from sync.server.db.engine import TenantWriter


def is_annulled(writer: TenantWriter, record: str | None) -> bool:
    table = schema.annulments
    query = select(table.c.record).where(
        table.c.tenant == writer.ibge, table.c.target == record
    )
    return writer.conn.execute(query).first() is not None
