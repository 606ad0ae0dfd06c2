"""Working out again what follows from the records that are kept: vehicles, exigências, seals.

Every outcome is computed from all the records (see `projections`), so this may be run at any time,
again and again, while devices are sending; it takes the municipality's row a few records at a
time. Devices only hear of what came out differently.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import Connection, Row, func, select, update

from sync.server import auto_flags, auto_told, projections, whose
from sync.server.autos import Settling
from sync.server.context import Server
from sync.server.db import schema
from sync.server.db.engine import TenantWriter

AT_ONCE = 200
OF_NOW = (
    "projection.failed", "selo.vistoria_missing", "selo.vistoria_not_approved",
    "selo.second", "selo.replaced_twice", "selo.replaces_other",
    "annul.target_missing", "annul.differs", "revoke.target_missing", "revoke.other_vehicle",
    "ciencia.auto_missing", *auto_told.CODES, "medida.target_missing", "medida.other_vehicle",
    *auto_flags.CODES,
)  # fmt: skip


@dataclass
class Outcome:
    """How many records there were, and the ids of those that came right or still do not."""

    records: int = 0
    mended: list[str] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)


def reproject(
    server: Server, ibge: int, told: Callable[[int], None] = lambda done: None
) -> Outcome:
    """Goes through all records of a municipality, oldest id first."""
    outcome, after = Outcome(), ""
    table = schema.records
    while True:
        query = (
            select(table)
            .where(table.c.tenant == ibge, table.c.id > after)
            .order_by(table.c.id)
            .limit(AT_ONCE)
        )
        with server.db.write_tenant(ibge) as writer:
            rows = writer.conn.execute(query).all()
            for row in rows:
                _again(server, writer, row, outcome)
        if not rows:
            return outcome
        after = rows[-1].id
        outcome.records += len(rows)
        told(outcome.records)


def _again(server: Server, writer: TenantWriter, row: Row, outcome: Outcome) -> None:
    before = json.loads(row.flags)
    kept = [flag for flag in before if flag not in OF_NOW]
    values = row._asdict() | {"now": server.now_text()}
    found = projections.project(writer, json.loads(row.bytes), values, kept)
    if row.kind == "auto":
        Settling(writer, server.now()).each([row.id] if whose.read(server, writer, row.id) else [])
    had_failed = "projection.failed" in before
    if "projection.failed" in found:
        outcome.failing.append(row.id)
    elif had_failed:
        outcome.mended.append(row.id)
    # What was noticed when it came (a vehicle new then) stays; nothing is noticed of it later.
    flags = kept + [one for one in found if one not in kept and (had_failed or one in OF_NOW)]
    if flags != before:
        table = schema.records
        mine = (table.c.tenant == writer.ibge, table.c.id == row.id)
        writer.conn.execute(update(table).where(*mine).values(flags=json.dumps(flags)))


def count_failed(conn: Connection, ibge: int) -> int:
    table = schema.unprojected
    query = select(func.count()).select_from(table).where(table.c.tenant == ibge)
    return conn.execute(query).scalar_one()


def failed(conn: Connection, ibge: int, limit: int = 20) -> list[Row]:
    """The records (id, kind, plate, agent, occurred_at) whose projection failed, newest first."""
    table, records = schema.unprojected, schema.records
    query = (
        select(
            records.c.id, records.c.kind, records.c.plate, records.c.agent, records.c.occurred_at
        )
        .join(table, (table.c.tenant == records.c.tenant) & (table.c.record == records.c.id))
        .where(table.c.tenant == ibge)
        .order_by(table.c.at.desc(), table.c.record.desc())
        .limit(limit)
    )
    return list(conn.execute(query))
