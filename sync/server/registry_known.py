"""What the registry has already, as the sheets are held against it, and its persons brought in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Table, select

from sync.server import feed, whose
from sync.server.autos import Settling
from sync.server.context import Server
from sync.server.db import schema_registry
from sync.server.db.engine import TenantWriter


def rows_of(conn: Connection, table: Table, ibge: int) -> Iterable[dict[str, Any]]:
    """Every row of a municipality, as values by column, in the order of their ids."""
    for row in conn.execute(select(table).where(table.c.tenant == ibge).order_by(table.c.id)):
        yield dict(row._mapping)


def bare(document: str) -> str:
    """A document as it is compared: letters and digits only."""
    return "".join(char for char in document.upper() if char.isalnum())


def keep_persons(
    server: Server, writer: TenantWriter, persons: Iterable[dict[str, Any]]
) -> None:
    """Writes these rows and tells the devices; autos of the same documents become theirs."""
    rows = whose.keyed(server, writer.ibge, persons)
    touched = whose.of_persons(writer, rows)
    feed.upsert_all(writer, schema_registry.persons, rows)
    feed.put_all(writer, "person", {one["id"]: feed.person(one) for one in rows})
    Settling(writer, server.now()).each(touched)
