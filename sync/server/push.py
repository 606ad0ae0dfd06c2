"""`POST records`: stores what a device has written, before it answers.

One transaction per batch, one savepoint per record: a record that cannot be kept is refused with
its reason (and its bytes kept as evidence) and the next one goes on. What a device has rightly
signed is never refused for coming out of order: it is stored, and gaps and forks show in the back
office. The chain's signed head says how much there should be.
"""

from __future__ import annotations

import json
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, func, insert, select, union, update

from sync.records.canonical import canonical
from sync.records.plate import parse_plate
from sync.server import (
    alerts,
    autos,
    blocks,
    evidence,
    projections,
    push_flags,
    push_parse,
    statements,
    whose,
)
from sync.server.context import Server, moment
from sync.server.db import schema, schema_seals
from sync.server.db.engine import TenantWriter
from sync.server.problems import Problem
from sync.server.push_parse import Parsed

WANTED_MAX = 1000


def push(server: Server, device: Row, plain: bytes) -> dict:
    """`plain` is the NDJSON, already decompressed."""
    head, stated, lines = push_parse.split(plain)
    push_parse.check_head(head, device)
    parsed = [push_parse.parse_line(line, n, device) for n, line in enumerate(lines, 2)]
    with server.db.write_tenant(device.tenant) as writer:
        device = writer.conn.execute(
            select(schema.devices).where(schema.devices.c.id == device.id)
        ).one()
        _keep_head(server, writer, device, head)
        autos.refresh(server, writer)
        void = statements.heed(server, writer, device, stated)
        answers = [_take(server, writer, device, one) for one in parsed]
        answer = {
            "answers": answers,
            "expected_seq": expected_seq(writer.conn, device.id),
            "attachments_wanted": _wanted(writer.conn, device),
            "blocks_void": void,
        }
    return answer


def _keep_head(server: Server, writer: TenantWriter, device: Row, head: dict) -> None:
    now = server.now_text()
    values = {"last_seen_at": now}
    same_place = head["seq"] == device.head_seq and head["hash"] != device.head_hash
    if head["seq"] < device.head_seq or (same_place and device.head_hash is not None):
        evidence.keep(writer, device, "head.went_back", "", "", canonical(head), None, now)
    else:
        values |= {
            "head_seq": head["seq"],
            "head_hash": head["hash"],
            "head_at": head["at"],
            "head_signature": head["signature"],
        }
    table = schema.devices
    writer.conn.execute(update(table).where(table.c.id == device.id).values(**values))


def _take(server: Server, writer: TenantWriter, device: Row, one: Parsed) -> dict:
    if one.problem is not None:
        return _refuse(server, writer, device, one, one.problem)
    record, table = one.record, schema.records
    same = select(table.c.hash).where(table.c.tenant == writer.ibge, table.c.id == one.id)
    known = writer.conn.execute(same).scalar()
    if known == one.hash:
        return {"id": one.id, "status": "known", "problem": None}
    if known is not None:
        problem = Problem("record.conflict", field="id", value=one.id)
        evidence.keep(
            writer, device, problem.code, problem.message, one.id, one.data,
            record["device_seq"], server.now_text(),
        )  # fmt: skip
        return {"id": one.id, "status": "conflict", "problem": problem.as_dict()}
    problem = _number_refusal(writer, device, record) if record["kind"] == "selo" else None
    if record["kind"] == "auto":  # handed over already: kept whatever its number, and flagged
        statements.pass_over(writer, record["body"]["number"], "auto")
    if problem is not None:
        return _refuse(server, writer, device, one, problem.as_dict())
    _store(server, writer, device, one)
    return {"id": one.id, "status": "stored", "problem": None}


def _refuse(
    server: Server, writer: TenantWriter, device: Row, one: Parsed, problem: dict
) -> dict:
    seq = one.record["device_seq"] if one.signed else None
    evidence.keep(
        writer, device, problem["code"], problem["message"], one.id or "", one.data, seq,
        server.now_text(),
    )  # fmt: skip
    return {"id": one.id, "status": "refused", "problem": problem}


def _number_refusal(writer: TenantWriter, device: Row, record: dict) -> Problem | None:
    serial = record["body"]["serial"]
    statements.pass_over(writer, serial)  # taken or not: it may be on somebody's windscreen
    if not blocks.is_holder(writer.conn, device.id, serial):
        return Problem("selo.serial_outside_block", field="body.serial", value=serial)
    seals = schema_seals.seals
    used = select(seals.c.serial).where(
        seals.c.tenant == writer.ibge, seals.c.serial == serial
    )
    if writer.conn.execute(used).first() is not None:
        return Problem("selo.serial_used", field="body.serial", value=serial)
    return None


def _store(server: Server, writer: TenantWriter, device: Row, one: Parsed) -> None:
    record, body = one.record, one.record["body"]
    zone = ZoneInfo(_timezone(writer))
    occurred = datetime.fromisoformat(record["occurred_at"])
    vehicle = body.get("vehicle") or {}
    plate = vehicle.get("plate", "")
    values = {
        "tenant": writer.ibge,
        "id": one.id,
        "kind": record["kind"],
        "device": device.id,
        "device_seq": record["device_seq"],
        "prev": record["prev"],
        "hash": one.hash,
        "agent": record["agent"]["matricula"],
        "occurred_at": moment(occurred),
        "day": occurred.astimezone(zone).date().isoformat(),
        "received_at": server.now_text(),
        "bytes": one.data,
        "flags": "[]",
        "plate": plate,
        "plate_key": parse_plate(plate).key if plate else "",
        "vehicle": vehicle.get("id") or "",
        "result": body["verdict"]["result"] if record["kind"] == "vistoria" else "",
    }
    flags = push_flags.found(writer, device, values, record, server.now())
    writer.conn.execute(insert(schema.records).values(**values))
    _declare_attachments(writer, record)
    flags += projections.project(writer, record, values, flags)
    if record["kind"] == "auto" and whose.read(server, writer, one.id):
        autos.Settling(writer, server.now()).each([one.id])  # named in what had come before
    alerts.note_clock(writer, values, flags)
    if flags:
        table = schema.records
        writer.conn.execute(
            update(table)
            .where(table.c.tenant == writer.ibge, table.c.id == one.id)
            .values(flags=json.dumps(flags))
        )


def _timezone(writer: TenantWriter) -> str:
    table = schema.tenants
    query = select(table.c.timezone).where(table.c.ibge == writer.ibge)
    return writer.conn.execute(query).scalar_one()


def _declare_attachments(writer: TenantWriter, record: dict) -> None:
    table = schema.attachments
    for position, one in enumerate(record["attachments"]):
        declared = select(table.c.digest).where(
            table.c.tenant == writer.ibge, table.c.digest == one["digest"]
        )
        if writer.conn.execute(declared).first() is None:
            writer.conn.execute(
                insert(table).values(
                    tenant=writer.ibge,
                    digest=one["digest"],
                    bytes=one["bytes"],
                    media_type=one["media_type"],
                )
            )
        writer.conn.execute(
            insert(schema.record_attachments).values(
                tenant=writer.ibge,
                record=record["id"],
                position=position,
                digest=one["digest"],
                role=one["role"],
                item=one["item"],
            )
        )


def expected_seq(conn: Connection, device: str) -> int:
    """The first number of the device's chain of which nothing is kept here, not even a refusal."""
    records, refused = schema.records, schema.evidence
    kept = union(
        select(records.c.device_seq.label("seq")).where(records.c.device == device),
        select(refused.c.device_seq.label("seq")).where(
            refused.c.device == device, refused.c.device_seq.is_not(None)
        ),
    ).subquery()
    count, newest = conn.execute(select(func.count(), func.max(kept.c.seq))).one()
    if not count:
        return 1
    if count == newest:
        return newest + 1
    seqs = conn.execute(select(kept.c.seq).order_by(kept.c.seq)).scalars()
    expected = 1
    for seq in seqs:
        if seq != expected:
            break
        expected += 1
    return expected


def missing_seqs(conn: Connection, device: str, up_to: int, limit: int = 50) -> list[int]:
    """Numbers up to the device's own head of which no record is kept."""
    table = schema.records
    query = select(table.c.device_seq).where(table.c.device == device).distinct()
    kept = set(conn.execute(query).scalars())
    missing = []
    for seq in range(1, up_to + 1):
        if seq not in kept:
            missing.append(seq)
            if len(missing) == limit:
                break
    return missing


def _wanted(conn: Connection, device: Row) -> list[str]:
    attachments, uses, records = schema.attachments, schema.record_attachments, schema.records
    query = (
        select(attachments.c.digest)
        .join(
            uses,
            (uses.c.tenant == attachments.c.tenant) & (uses.c.digest == attachments.c.digest),
        )
        .join(records, (records.c.tenant == uses.c.tenant) & (records.c.id == uses.c.record))
        .where(
            attachments.c.tenant == device.tenant,
            attachments.c.completed_at.is_(None),
            records.c.device == device.id,
        )
        .order_by(records.c.device_seq, uses.c.position)
        .limit(WANTED_MAX)
    )
    return list(dict.fromkeys(conn.execute(query).scalars()))
