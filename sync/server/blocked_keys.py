"""Blocked device keys, written down a second time: beside the root keys, outside of the database.

A database that is put back to an older copy no longer knows of the devices that were blocked since
then. This file does (`chaves/bloqueios.jsonl`, a line for each block, never rewritten), and each
start heeds it. Copies of the database and of the keys folder are best kept apart.
"""

from __future__ import annotations

import json
import logging
import os
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Row, select, update

from sync.records.canonical import b64url, b64url_bytes, canonical
from sync.records.seal import key_id
from sync.server import evidence, seal_lists, tenants
from sync.server.context import Server, moment
from sync.server.db import schema
from sync.server.db.engine import TenantWriter

FILE_NAME = "bloqueios.jsonl"
log = logging.getLogger("prancheta.bloqueios")


@dataclass(frozen=True)
class Block:
    """`revoked_at`: a moment as the database writes it."""

    municipality: int
    public_key: bytes
    revoked_at: str
    reason: str


def write_down(server: Server, device: Row, revoked_at: str, reason: str) -> None:
    """Before the block is committed: it is then in the file or it is not made. OSError."""
    line = canonical({
        "municipality": device.tenant, "device": device.id,
        "public_key": b64url(device.public_key), "revoked_at": revoked_at, "reason": reason,
    })  # fmt: skip
    path = server.config.keys / FILE_NAME
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        # A line that a power cut left in half must not swallow this one: hence the break before.
        os.write(descriptor, b"\n" + line + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def all_blocks(server: Server) -> list[Block]:
    """What the file says; lines that cannot be read are named in the log and passed over."""
    path = server.config.keys / FILE_NAME
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(_parse(line))
        except (ValueError, LookupError, TypeError, RecursionError):
            log.error("%s, linha %d: não pôde ser lida; confira os bloqueios.", path.name, number)
    return found


def _parse(line: bytes) -> Block:
    said = json.loads(line)
    key = b64url_bytes(said["public_key"])
    key_id(key)  # ValueError where it is no key
    return Block(
        int(said["municipality"]), key, moment(datetime.fromisoformat(said["revoked_at"])),
        str(said["reason"])[:300],
    )  # fmt: skip


def find(server: Server, ibge: int, public_key: bytes) -> Block | None:
    """The first block of that key, whatever the database knows."""
    for block in all_blocks(server):
        if (block.municipality, block.public_key) == (ibge, public_key):
            return block
    return None


def heed(server: Server) -> int:
    """At each start: blocks again what the database takes for active. How many those were."""
    again, blocks = 0, all_blocks(server)
    with server.db.read() as conn:
        towns = {town.ibge for town in tenants.all_tenants(conn)}
    for ibge in sorted(towns & {block.municipality for block in blocks}):
        mine = [block for block in blocks if block.municipality == ibge]
        with server.db.read() as conn:
            forgotten = any(_active(conn, block) is not None for block in mine)
        if forgotten:
            with server.db.write_tenant(ibge) as writer:
                again += sum(_block_again(server, writer, block) for block in mine)
    return again


def _active(conn: Connection, block: Block) -> Row | None:
    table = schema.devices
    query = select(table).where(
        table.c.tenant == block.municipality, table.c.public_key == block.public_key,
        table.c.status == "active",
    )  # fmt: skip
    return conn.execute(query).one_or_none()


def _block_again(server: Server, writer: TenantWriter, block: Block) -> bool:
    device = _active(writer.conn, block)
    if device is None:
        return False
    log.warning("%s: bloqueado de novo; o banco de dados voltou de uma cópia antiga.", device.name)
    heed_one(server, writer, device, block)
    return True


def heed_one(server: Server, writer: TenantWriter, device: Row, block: Block) -> None:
    """Blocks a device as the file says, and tells the office."""
    table = schema.devices
    writer.conn.execute(
        update(table)
        .where(table.c.id == device.id)
        .values(status="revoked", revoked_at=block.revoked_at, revoked_reason=block.reason)
    )
    seal_lists.mark(writer)
    data = canonical({"device": device.id, "revoked_at": block.revoked_at})
    evidence.keep(
        writer, device, "device.blocked_again", "", "", data, None, server.now_text()
    )
