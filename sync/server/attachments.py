"""Photos and other attachments: named by the salted hash in their record, sent in parts.

What has arrived is the size of the file: nothing else has to be kept in step, and a cut at any
byte is resumed from there. A part is on disk (fsync) before it is acknowledged.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
from pathlib import Path

from sqlalchemy import Row, select, update

from sync.server.context import Server
from sync.server.db import schema
from sync.server.problems import Problem

MAX_CHUNK_BYTES = 256 * 1024
SALT_BYTES = 16
_DIGEST = re.compile(r"[0-9a-f]{64}")
# One writer per attachment within this process; a few share a lock, which only makes them wait.
_locks = [threading.Lock() for _ in range(64)]


def path_of(server: Server, ibge: int, digest: str) -> Path:
    return server.config.attachments / str(ibge) / digest[:2] / digest


def _part_of(server: Server, ibge: int, digest: str) -> Path:
    return path_of(server, ibge, digest).with_suffix(".parte")


def find(server: Server, ibge: int, digest: str) -> Row:
    table = schema.attachments
    row = None
    if _DIGEST.fullmatch(digest):
        with server.db.read() as conn:
            row = conn.execute(
                select(table).where(table.c.tenant == ibge, table.c.digest == digest)
            ).one_or_none()
    if row is None:
        raise Problem("attachment.unknown", field="digest", value=digest)
    return row


def status(server: Server, ibge: int, digest: str) -> dict:
    return _status(server, find(server, ibge, digest))


def _status(server: Server, row: Row, complete: bool | None = None) -> dict:
    complete = row.completed_at is not None if complete is None else complete
    part = _part_of(server, row.tenant, row.digest)
    received = row.bytes if complete else (part.stat().st_size if part.exists() else 0)
    return {
        "digest": row.digest,
        "bytes": row.bytes,
        "received": received,
        "complete": complete,
    }


def receive(server: Server, ibge: int, digest: str, offset: int, salt: bytes, data: bytes) -> dict:
    """Appends a part at `offset`, which must be what has been received so far."""
    if len(salt) != SALT_BYTES:
        raise Problem("attachment.salt", field="Prancheta-Salt")
    if len(data) > MAX_CHUNK_BYTES:
        raise Problem("attachment.chunk", field="body", value=MAX_CHUNK_BYTES)
    with _one_at_a_time(f"{ibge}/{digest}"):
        row = find(server, ibge, digest)
        before = _status(server, row)
        if before["complete"]:
            return before
        if offset != before["received"]:
            extra = {"received": before["received"]}
            raise Problem(
                "attachment.offset", field="offset", value=before["received"], extra=extra
            )
        if offset + len(data) > row.bytes:
            raise Problem("attachment.too_large", field="body", value=row.bytes)
        part = _part_of(server, ibge, digest)
        _append(part, data)
        if offset + len(data) < row.bytes:
            return _status(server, row, complete=False)
        return _finish(server, row, part, salt)


def _append(part: Path, data: bytes) -> None:
    part.parent.mkdir(parents=True, exist_ok=True)
    with open(part, "ab") as handle:
        handle.write(data)
        handle.flush()
        os.fsync(handle.fileno())


def _finish(server: Server, row: Row, part: Path, salt: bytes) -> dict:
    digest = hashlib.sha256(salt)
    with open(part, "rb") as handle:
        while block := handle.read(1 << 20):
            digest.update(block)
    if digest.hexdigest() != row.digest:
        part.unlink()
        raise Problem(
            "attachment.digest", field="digest", value=row.digest, extra={"received": 0}
        )
    final = path_of(server, row.tenant, row.digest)
    os.replace(part, final)
    _sync_folder(final.parent)
    table = schema.attachments
    with server.db.write() as conn:
        conn.execute(
            update(table)
            .where(table.c.tenant == row.tenant, table.c.digest == row.digest)
            .values(salt=salt, completed_at=server.now_text())
        )
    return _status(server, row, complete=True)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _one_at_a_time(key: str) -> threading.Lock:
    return _locks[hash(key) % len(_locks)]
