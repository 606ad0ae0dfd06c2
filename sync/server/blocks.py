"""Blocks of official numbers, granted to a device in advance and used there in order."""

from __future__ import annotations

import uuid

from sqlalchemy import Connection, Row, func, insert, select, update

from sync.records.bodies import NUMBERED
from sync.server import statements
from sync.server.context import Server
from sync.server.db import schema
from sync.server.db.engine import TenantWriter
from sync.server.problems import Problem

BLOCK_SIZE = 100
SERIES = tuple(NUMBERED)
MAX_IDLE_BLOCKS = 2


def as_dict(block: Row) -> dict:
    return {"id": block.id, "series": block.series, "first": block.first, "last": block.last}


def of_device(conn: Connection, device: str, series: str) -> list[Row]:
    table = schema.blocks
    query = select(table).where(table.c.device == device, table.c.series == series)
    return list(conn.execute(query.order_by(table.c.first)))


def good_ones(conn: Connection, device: str) -> list[Row]:
    """The blocks of which the device may use numbers, one series after the other."""
    every = [block for series in SERIES for block in of_device(conn, device, series)]
    return [block for block in every if not block.void]


def grant(writer: TenantWriter, device: str, series: str, request_id: str, at: str) -> Row:
    """The next free numbers of the municipality; the same request gets the same block."""
    table = schema.blocks
    same = select(table).where(table.c.device == device, table.c.request_id == request_id)
    found = writer.conn.execute(same).one_or_none()
    if found is not None:
        return found
    tenants, counter = schema.tenants, statements.COUNTERS[series].name
    first = statements.first_free(writer.conn, writer.ibge, series)
    upcoming = update(tenants).where(tenants.c.ibge == writer.ibge)
    writer.conn.execute(upcoming.values({counter: first + BLOCK_SIZE}))
    writer.conn.execute(
        insert(table).values(
            id=str(uuid.uuid4()),
            tenant=writer.ibge,
            device=device,
            series=series,
            first=first,
            last=first + BLOCK_SIZE - 1,
            request_id=request_id,
            granted_at=at,
        )
    )
    return writer.conn.execute(same).one()


def request(server: Server, device: Row, series: object, request_id: object) -> dict:
    """Refuses a revoked device, and one that already holds plenty of unused numbers."""
    if series not in SERIES:
        raise Problem("blocks.series", field="series", value=series)
    try:
        request_id = str(uuid.UUID(str(request_id)))
    except ValueError:
        raise Problem("request.field", field="request_id", value=request_id) from None
    if device.status != "active":
        raise Problem("device.revoked", value=device.revoked_reason or "")
    with server.db.write_tenant(device.tenant) as writer:
        held = of_device(writer.conn, device.id, series)
        known = any(block.request_id == request_id for block in held)
        if not known and _is_taken(writer.conn, device, request_id):  # for another series
            raise Problem("request.field", field="request_id", value=request_id)
        good = [block for block in held if not block.void]
        idle = [block for block in good if used(writer.conn, block) * 2 < BLOCK_SIZE]
        if not known and len(idle) >= MAX_IDLE_BLOCKS:
            free = sum(BLOCK_SIZE - used(writer.conn, block) for block in good)
            raise Problem("blocks.enough", field="series", value=free)
        block = grant(writer, device.id, series, request_id, server.now_text())
    return {"block": as_dict(block)}


def _is_taken(conn: Connection, device: Row, request_id: str) -> bool:
    table = schema.blocks
    same = (table.c.device == device.id, table.c.request_id == request_id)
    return conn.execute(select(table.c.id).where(*same)).first() is not None


def used(conn: Connection, block: Row) -> int:
    """How many numbers of the block the received records account for: issued or spoiled."""
    number, spoiled = statements.NUMBERS[block.series], schema.spoiled_numbers
    issued = select(func.count(number.distinct())).where(
        number.table.c.tenant == block.tenant, number.between(block.first, block.last)
    )
    lost = select(func.count()).select_from(spoiled).where(
        spoiled.c.tenant == block.tenant,
        spoiled.c.series == block.series,
        spoiled.c.number.between(block.first, block.last),
    )
    return conn.execute(issued).scalar_one() + conn.execute(lost).scalar_one()


def is_holder(conn: Connection, device: str, number: int, series: str = "selo") -> bool:
    """Whether this device was granted this number (another may have been, too: see `void`)."""
    table = schema.blocks
    query = select(table.c.id).where(
        table.c.device == device,
        table.c.series == series,
        table.c.first <= number,
        table.c.last >= number,
    )
    return conn.execute(query).first() is not None
