"""What the registry has already, as the sheets are held against it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Table, select


def rows_of(conn: Connection, table: Table, ibge: int) -> Iterable[dict[str, Any]]:
    """Every row of a municipality, as values by column, in the order of their ids."""
    for row in conn.execute(select(table).where(table.c.tenant == ibge).order_by(table.c.id)):
        yield dict(row._mapping)


def bare(document: str) -> str:
    """A document as it is compared: letters and digits only."""
    return "".join(char for char in document.upper() if char.isalnum())
