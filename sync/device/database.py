"""One SQLite connection to one of the device's files, with errors named.

TRUNCATE journal and synchronous FULL: the only mode that is durable at COMMIT on the browser's
file system too (its `fdatasync` does nothing by itself), where no file may be renamed and every
name is declared up front. Temporary tables and statement journals stay in memory for that reason.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlite_utils import Database, Migrations

from sync.device.ports import StorageCorrupt, StorageFull

_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_TOOBIG)
_CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def errors_named() -> Iterator[None]:
    """Turns SQLite's codes for "full" and "damaged" into `StorageFull` and `StorageCorrupt`."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is not None and code & 0xFF in _FULL:
            raise StorageFull from error
        if code is not None and code & 0xFF in _CORRUPT:
            raise StorageCorrupt from error
        raise


class File:
    """A database file opened by its only connection.

    Raises `StorageCorrupt` when the file is no SQLite database, fails SQLite's quick check, or
    was written by a newer version of ours.
    """

    connection_class = sqlite3.Connection
    """Tests put one here that fails or dies on command."""

    def __init__(self, path: str, migrations: Migrations, *, check: bool = True) -> None:
        self.path = path
        self.damaged = False
        """whether a read or a write met a damaged page since it was opened"""
        with errors_named():
            self.connection = sqlite3.connect(
                path, isolation_level=None, factory=self.connection_class
            )
            try:
                self._prepare(migrations, check)
            except BaseException:
                self.connection.close()
                raise

    def _prepare(self, migrations: Migrations, check: bool) -> None:
        for pragma in ("temp_store=MEMORY", "journal_mode=TRUNCATE", "synchronous=FULL"):
            self.connection.execute(f"PRAGMA {pragma}").fetchone()
        if check:
            found = self.connection.execute("PRAGMA quick_check(1)").fetchone()
            if not found or found[0] != "ok":
                raise StorageCorrupt
        self.db = Database(self.connection, execute_plugins=False)
        migrations.apply(self.db)

    def close(self) -> None:
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[Database]:
        """One durable transaction: on return it is on disk; on any error nothing of it is."""
        with self._errors(), self.db.atomic():
            yield self.db

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            with errors_named():
                yield
        except StorageCorrupt:
            self.damaged = True
            raise

    def rows(self, sql: str, parameters: Any = ()) -> list[tuple]:
        with self._errors():
            return self.connection.execute(sql, parameters).fetchall()

    def row(self, sql: str, parameters: Any = ()) -> tuple | None:
        with self._errors():
            return self.connection.execute(sql, parameters).fetchone()

    def value(self, sql: str, parameters: Any = ()) -> Any:
        """The first column of the first row, or None."""
        row = self.row(sql, parameters)
        return row[0] if row else None
