"""Engines for both databases, and the two ways to use them: `read` and `write`.

SQLite runs in WAL with a busy timeout, foreign keys on, and takes its write lock at the start of
a writing transaction (BEGIN IMMEDIATE), so that a reader never has to be upgraded and fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, create_engine, event, select, update

from sync.server.db import schema

BUSY_TIMEOUT_MS = 15_000


def make_engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(
            url, pool_pre_ping=True, pool_size=10, max_overflow=30, hide_parameters=True
        )
    # hide_parameters: an error in the log must not carry a hash, a name or a document.
    timeout = {"timeout": BUSY_TIMEOUT_MS / 1000}
    engine = create_engine(url, connect_args=timeout, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _connected(dbapi, _record):
        dbapi.isolation_level = None  # we say BEGIN ourselves
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",  # an answer "stored" must survive a power cut
            f"busy_timeout={BUSY_TIMEOUT_MS}",
            "foreign_keys=ON",
        ):
            dbapi.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(conn):
        immediate = conn.get_execution_options().get("prancheta_write")
        conn.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


class Database:
    """A thin owner of the engine. `read()` for queries, `write()` for anything that changes."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._writer = engine.execution_options(prancheta_write=True)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        with self.engine.connect() as conn, conn.begin():
            yield conn

    @contextmanager
    def write(self) -> Iterator[Connection]:
        with self._writer.begin() as conn:
            yield conn

    @contextmanager
    def write_tenant(self, ibge: int) -> Iterator[TenantWriter]:
        """A writing transaction that holds the municipality's row until it commits.

        Writers of one municipality therefore commit one after the other, and the numbers they
        take from its counters (changes, seals) become visible in the order they were taken. This
        is what makes `seq > cursor` a complete feed: without it, a reader can pass number 8 while
        the transaction that took number 7 is still to commit.
        """
        with self._writer.begin() as conn:
            row = conn.execute(
                select(schema.tenants)
                .where(schema.tenants.c.ibge == ibge)
                # NO KEY: rows that merely refer to the municipality (sessions) need not wait.
                .with_for_update(key_share=True)
            ).one()
            writer = TenantWriter(conn, ibge, row.change_seq)
            yield writer
            writer.finish()

    def dispose(self) -> None:
        self.engine.dispose()


class TenantWriter:
    """A connection inside `write_tenant`, and the change numbers taken in it."""

    def __init__(self, conn: Connection, ibge: int, change_seq: int) -> None:
        self.conn = conn
        self.ibge = ibge
        self._seq = self._seq_at_start = change_seq

    def next_change(self) -> int:
        self._seq += 1
        return self._seq

    def finish(self) -> None:
        if self._seq != self._seq_at_start:
            self.conn.execute(
                update(schema.tenants)
                .where(schema.tenants.c.ibge == self.ibge)
                .values(change_seq=self._seq)
            )
