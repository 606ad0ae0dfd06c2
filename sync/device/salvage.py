"""What can still be read of a damaged `campo.db` goes on in the fresh one.

The damaged file itself stays aside, untouched and exportable. It is read in memory, row by row,
past what SQLite cannot read; every row proves itself (a record by its hash, a rulebook by its
SHA-256, JSON by being JSON) or is left behind. Identity, numbers and the chain's head are never
taken from here: they come from the second place only.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

from sqlite_utils import Database

from sync.device.database import File
from sync.device.ports import DevicePorts
from sync.records.canonical import sha256_hex
from sync.records.envelope import record_bytes

STAYED = "json_extract(fields, '$.lavrados[0]') IS NOT NULL"
"""Of a draft: it stayed open when records were made of a part of it."""
READS_MAX = 20_000
"""So many queries at most: a badly damaged file must not keep the inspector waiting."""

Row = dict[str, Any]


async def salvage(ports: DevicePorts, file: File, quarantined: str) -> dict[str, int]:
    """Copies what proves itself into the fresh database; table -> rows, {} when nothing."""
    data = await ports.storage.read_file(quarantined)
    try:
        damaged = sqlite3.connect(":memory:")
        damaged.deserialize(data)
        damaged.row_factory = sqlite3.Row
    except (sqlite3.Error, AttributeError, OverflowError):
        return {}
    try:
        found = {table: list(_rows(damaged, table, good)) for table, good in _GOOD.items()}
    finally:
        damaged.close()
    with file.transaction() as db:
        return {table: count for table in _GOOD if (count := _keep(db, table, found))}


def _rows(damaged: sqlite3.Connection, table: str, good: Callable[[Row], bool]) -> Iterator[Row]:
    try:
        damaged.execute(f"EXPLAIN SELECT * FROM {table} NOT INDEXED")
    except sqlite3.Error:
        return  # the schema itself is not to be read: no query can succeed
    try:
        last = damaged.execute(f"SELECT max(rowid) FROM {table}").fetchone()[0] or 0
    except sqlite3.Error:
        last = 1 << 16
    reads = 0
    spans = [(1, last)]
    while spans and reads < READS_MAX:
        low, high = spans.pop()
        reads += 1
        try:
            # The index would be a second thing that may be damaged.
            rows = damaged.execute(
                f"SELECT * FROM {table} NOT INDEXED WHERE rowid BETWEEN ? AND ?", (low, high)
            ).fetchall()
        except sqlite3.Error:
            if low < high:
                middle = (low + high) // 2
                spans += [(middle + 1, high), (low, middle)]
            continue
        for row in rows:
            found = dict(row)
            if _proves_itself(found, good):
                yield found


def _proves_itself(row: Row, good: Callable[[Row], bool]) -> bool:
    try:
        return bool(good(row))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False


def _record_is_good(row: Row) -> bool:
    record = json.loads(row["bytes"])
    return (
        sha256_hex(row["bytes"]) == row["hash"]
        and record_bytes(record) == row["bytes"]
        and (record["id"], record["device"], record["device_seq"], record["kind"])
        == (row["id"], row["device"], row["seq"], row["kind"])
    )


def _is_object(text: str) -> bool:
    return isinstance(json.loads(text), dict)


_GOOD: dict[str, Callable[[Row], bool]] = {
    "rulebooks": lambda row: hashlib.sha256(row["bytes"]).hexdigest() == row["sha256"],
    "drafts": lambda row: (
        _is_object(row["fields"])
        and row["status"] in ("open", "concluded", "discarded", "elsewhere")
        and len(row["id"]) == 36
        and isinstance(row["revision"], int)
    ),
    "answers": lambda row: _is_object(row["answer"]) and len(row["draft"]) == 36,
    "records": _record_is_good,
    "delivered": lambda row: len(row["record"]) == 36 and row["status"] in ("stored", "known"),
    "refused": lambda row: len(row["record"]) == 36 and row["status"] in ("refused", "conflict"),
    "copy_secrets": lambda row: len(row["record"]) == 36 and len(row["secret"]) == 16,
    "blobs": lambda row: (
        len(row["digest"]) == 64
        and len(row["salt"]) == 16
        and isinstance(row["bytes"], int)
        and row["state"] in ("draft", "removed", "waiting", "sent", "failed")
    ),
}


def _keep(db: Database, table: str, found: dict[str, list[Row]]) -> int:
    kept = 0
    for row in found[table]:
        of_record = table in ("delivered", "refused", "copy_secrets")
        if of_record and not _known(db, "records", "id", row["record"]):
            continue
        if table == "answers" and not _known(db, "drafts", "id", row["draft"]):
            continue
        columns = ", ".join(row)
        marks = ", ".join("?" * len(row))
        done = db.execute(
            f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})", tuple(row.values())
        )
        kept += max(done.rowcount, 0)
    if table == "records":
        db.execute(
            "UPDATE drafts SET status = 'concluded' WHERE id IN (SELECT draft FROM records) "
            f"AND NOT (status = 'open' AND {STAYED})"
        )
    if table == "refused":
        # Sent or not is not known for certain: sent again, it is answered "known".
        db.execute(
            "INSERT OR IGNORE INTO outbox (record, attempts) SELECT id, 0 FROM records "
            "WHERE id NOT IN (SELECT record FROM delivered) "
            "AND id NOT IN (SELECT record FROM refused)"
        )
    return kept


def _known(db: Database, table: str, column: str, value: str) -> bool:
    return bool(db.execute(f"SELECT 1 FROM {table} WHERE {column} = ?", (value,)).fetchone())
