"""The tables of `cadastro.db`, a disposable cache of the server's reference data.

The full entity stands as JSON in `v`; the other columns are only what is searched by.
"""

from __future__ import annotations

import json

from sqlite_utils import Database, Migrations

from sync.device.people import put_person_keys

cadastro = Migrations("cadastro")


@cadastro(name="0001_reference_data")
def _reference_data(db: Database) -> None:
    db["meta"].create({"key": str, "value": str}, pk="key", not_null=["value"])
    db["vehicles"].create({"id": str, "v": str}, pk="id", not_null=["v"])
    # WITHOUT ROWID: the look-up by prefix reads one contiguous range and nothing else.
    db.execute(
        "CREATE TABLE plates (key TEXT NOT NULL, vehicle TEXT NOT NULL, current INTEGER NOT NULL, "
        "PRIMARY KEY (key, vehicle)) WITHOUT ROWID"
    )
    db["plates"].create_index(["vehicle"])
    db["persons"].create({"id": str, "v": str}, pk="id", not_null=["v"])
    db["selos"].create({"id": str, "vehicle": str, "day": str, "v": str}, pk="id", not_null=["v"])
    db["selos"].create_index(["vehicle", "day"])
    db["exigencias"].create(
        {"id": str, "vehicle": str, "status": str, "v": str}, pk="id", not_null=["v"]
    )
    db["exigencias"].create_index(["vehicle"])
    db["exigencias"].create_index(["status"])
    db["agents"].create({"id": str, "v": str}, pk="id", not_null=["v"])
    db["rulebooks"].create({"id": str, "v": str}, pk="id", not_null=["v"])
    db["municipality"].create({"id": str, "v": str}, pk="id", not_null=["v"])


@cadastro(name="0002_seal_lists")
def _seal_lists(db: Database) -> None:
    db["seal_lists"].create(
        {"municipality": int, "kind": str, "number": int, "issued_at": str, "bytes": bytes},
        pk=("municipality", "kind"),
        not_null=["number", "issued_at", "bytes"],
    )


@cadastro(name="0003_roadside")
def _roadside(db: Database) -> None:
    # One row for each word of a name and what follows it, and one for the register: see
    # `people.person_keys`.
    db.execute(
        "CREATE TABLE person_keys (key TEXT NOT NULL, person TEXT NOT NULL, "
        "PRIMARY KEY (key, person)) WITHOUT ROWID"
    )
    db["person_keys"].create_index(["person"])
    for person_id, text in db.execute("SELECT id, v FROM persons").fetchall():
        put_person_keys(db, person_id, json.loads(text))
    db.execute("CREATE INDEX works_for ON persons (json_extract(v, '$.works_for'))")
    db["lines"].create({"id": str, "number": str, "v": str}, pk="id", not_null=["number", "v"])
    db["lines"].create_index(["number"])
    db["autos"].create(
        {
            "id": str,
            "vehicle": str,
            "plate": str,  # its key, shared by both forms
            "autuado": str,
            "motorista": str,
            "day": str,
            "v": str,
        },
        pk="id",
        not_null=["day", "v"],
    )
    for column in ("vehicle", "plate", "autuado", "motorista"):
        db["autos"].create_index([column, "day"])
