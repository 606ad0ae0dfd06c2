"""The tables of `campo.db`, as named migrations: each is applied once, in order, and never edited.

A change of shape is a new migration at the end. JSON columns hold UTF-8 JSON; times are RFC 3339
texts in UTC; digests and hashes are lowercase hex.
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations

campo = Migrations("campo")


@campo(name="0001_drafts")
def _drafts(db: Database) -> None:
    db["meta"].create({"key": str, "value": str}, pk="key", not_null=["value"])
    db["rulebooks"].create(
        {"sha256": str, "id": str, "version": str, "bytes": bytes}, pk="sha256", not_null=["bytes"]
    )
    db["drafts"].create(
        {
            "id": str,
            "kind": str,
            "agent": str,
            "created_at": str,
            "updated_at": str,
            "status": str,  # open, concluded, discarded, elsewhere
            "rulebook": str,  # sha256, or null
            "fields": str,  # JSON object
            "position": str,  # JSON: where the person stopped
            "revision": int,  # +1 at every change: says whether a batch still fits its draft
        },
        pk="id",
        not_null=["kind", "agent", "status", "fields", "revision"],
    )
    db["answers"].create(
        {"draft": str, "item": str, "answer": str, "at": str},
        pk=("draft", "item"),
        not_null=["answer"],
    )
    db["undo"].create(
        {"id": int, "draft": str, "item": str, "before": str}, pk="id", not_null=["draft", "item"]
    )
    # No index: the newest rows are looked at, and a page less is written at every tap.


@campo(name="0002_records")
def _records(db: Database) -> None:
    db["records"].create(
        {
            "id": str,
            "device": str,
            "seq": int,
            "kind": str,
            "agent": str,
            "occurred_at": str,
            "day": str,  # ISO: local day of occurred_at; a first selo's inspection day
            "vehicle": str,  # vehicle id, or null
            "refers_to": str,  # what it annuls, or hangs on (see `chain`), or null
            "draft": str,
            "hash": str,
            "bytes": bytes,  # canonical, signature included: never updated
        },
        pk="id",
        not_null=["device", "seq", "kind", "hash", "bytes"],
    )
    db["records"].create_index(["device", "seq"], unique=True)
    db["records"].create_index(["kind", "day"])
    db["records"].create_index(["vehicle"])
    db["records"].create_index(["refers_to"])
    db["outbox"].create(
        {"record": str, "attempts": int, "sending_at": str},
        pk="record",
        not_null=["attempts"],
    )
    db["delivered"].create(
        {"record": str, "status": str, "at": str, "merged": int}, pk="record", not_null=["merged"]
    )
    db["delivered"].create_index(["merged"])
    db["refused"].create({"record": str, "status": str, "problem": str, "at": str}, pk="record")


@campo(name="0003_numbers")
def _numbers(db: Database) -> None:
    db["blocks"].create(
        {"id": str, "series": str, "first": int, "last": int, "next": int, "granted_at": str},
        pk="id",
        not_null=["series", "first", "last", "next"],
    )
    db["numbers"].create(
        {"series": str, "number": int, "status": str, "record": str, "at": str},
        pk=("series", "number"),
        not_null=["status"],
    )


@campo(name="0004_blobs")
def _blobs(db: Database) -> None:
    db["blobs"].create(
        {
            "digest": str,
            "salt": bytes,
            "bytes": int,
            "media_type": str,
            "role": str,
            "item": str,
            "draft": str,
            "record": str,
            "state": str,  # writing, draft, removed, waiting, sent, failed
            "received": int,  # bytes the server has confirmed
            "problem": str,  # JSON, or null
            "at": str,
        },
        pk="digest",
        not_null=["salt", "bytes", "role", "state", "received"],
    )
    db["blobs"].create_index(["state"])
    db["blobs"].create_index(["draft"])
    db["blobs"].create_index(["record"])


@campo(name="0005_agents")
def _agents(db: Database) -> None:
    db["agents"].create(
        {
            "matricula": str,
            "name": str,
            "role": str,
            "active": int,
            "pin": str,  # argon2id PHC string, or null until one is set
            "failures": int,
            "failed_at": str,
            "locked_until": str,
            "since": str,
        },
        pk="matricula",
        not_null=["name", "active", "failures"],
    )


@campo(name="0006_town_of_a_draft")
def _town_of_a_draft(db: Database) -> None:
    # IBGE code; null for one begun before this column was there: then the town of that time.
    db.execute("ALTER TABLE drafts ADD COLUMN town INTEGER")


@campo(name="0007_copy_secrets")
def _copy_secrets(db: Database) -> None:
    # What opens the public copy of an auto: only its hash is in the record, for reprints it is
    # here.
    db["copy_secrets"].create({"record": str, "secret": bytes}, pk="record", not_null=["secret"])
