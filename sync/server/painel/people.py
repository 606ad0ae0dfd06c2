"""Devices, codes and agents: what the administration looks after."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, Row, func, select, update

from sync.records.seal import serial_text
from sync.server import blocked_keys, blocks, push, reissue, seal_lists
from sync.server.context import Server
from sync.server.db import schema
from sync.server.flags import describe

MISSING_SHOWN = 20


@dataclass(frozen=True)
class DeviceRow:
    device: Row
    received: int
    missing: list[int]
    missing_photos: int
    numbers_left: dict[str, int]
    """by series"""
    doubled: list[str]
    """ranges of numbers that another device was given too"""
    evidence: list[tuple[Row, str]]
    reissue: list[Row]
    """seals that the block turned vermelho, and that an honest vehicle needs again"""


def devices(conn: Connection, ibge: int, today: date) -> list[DeviceRow]:
    table = schema.devices
    query = select(table).where(table.c.tenant == ibge).order_by(table.c.enrolled_at.desc())
    return [_device(conn, row, today) for row in conn.execute(query)]


def _device(conn: Connection, device: Row, today: date) -> DeviceRow:
    records, evidence = schema.records, schema.evidence
    received = conn.execute(
        select(func.count(records.c.device_seq.distinct())).where(records.c.device == device.id)
    ).scalar_one()
    kept = conn.execute(
        select(evidence)
        .where(evidence.c.device == device.id)
        .order_by(evidence.c.id.desc())
        .limit(MISSING_SHOWN)
    ).all()
    held = {series: blocks.of_device(conn, device.id, series) for series in blocks.SERIES}
    left = {
        series: sum(
            block.last - block.first + 1 - blocks.used(conn, block)
            for block in some
            if not block.void
        )
        for series, some in held.items()
    }
    missing = []
    if received < device.head_seq:
        missing = push.missing_seqs(conn, device.id, device.head_seq, MISSING_SHOWN)
    return DeviceRow(
        device=device,
        received=received,
        missing=missing,
        missing_photos=_missing_photos(conn, device),
        numbers_left=left,
        doubled=[
            f"{series} {serial_text(block.first)} a {serial_text(block.last)}"
            for series, some in held.items()
            for block in some
            if block.void
        ],
        evidence=[(row, row.message or describe(row.why)) for row in kept],
        reissue=reissue.to_reissue(conn, device.tenant, today, device.id),
    )


def _missing_photos(conn: Connection, device: Row) -> int:
    uses, files, records = schema.record_attachments, schema.attachments, schema.records
    query = (
        select(func.count(files.c.digest.distinct()))
        .select_from(files)
        .join(uses, (uses.c.tenant == files.c.tenant) & (uses.c.digest == files.c.digest))
        .join(records, (records.c.tenant == uses.c.tenant) & (records.c.id == uses.c.record))
        .where(records.c.device == device.id, files.c.completed_at.is_(None))
    )
    return conn.execute(query).scalar_one()


def revoke(server: Server, ibge: int, device: str, reason: str) -> bool:
    """Blocks a device: it may still hand over what it has, flagged, and gets no more numbers."""
    table, at, reason = schema.devices, server.now_text(), reason[:300]
    mine = (table.c.tenant == ibge, table.c.id == device, table.c.status == "active")
    with server.db.write_tenant(ibge) as writer:
        row = writer.conn.execute(select(table).where(*mine)).one_or_none()
        if row is None:
            return False
        writer.conn.execute(
            update(table)
            .where(*mine)
            .values(status="revoked", revoked_at=at, revoked_reason=reason)
        )
        seal_lists.mark(writer)
        blocked_keys.write_down(server, row, at, reason)
    return True


def agents(conn: Connection, ibge: int) -> list[Row]:
    table = schema.agents
    query = select(table).where(table.c.tenant == ibge).order_by(table.c.matricula)
    return list(conn.execute(query))


def agent(conn: Connection, ibge: int, matricula: str) -> Row | None:
    table = schema.agents
    mine = (table.c.tenant == ibge, table.c.matricula == matricula)
    return conn.execute(select(table).where(*mine)).one_or_none()


def open_codes(conn: Connection, ibge: int, now: str) -> int:
    table = schema.enrolment_codes
    query = select(func.count()).where(
        table.c.tenant == ibge, table.c.used_at.is_(None), table.c.expires_at > now
    )
    return conn.execute(query.select_from(table)).scalar_one()
