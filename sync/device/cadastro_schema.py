"""The tables of `cadastro.db`, a disposable cache of the server's reference data.

The full entity stands as JSON in `v`; the other columns are only what is searched by.
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations

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
