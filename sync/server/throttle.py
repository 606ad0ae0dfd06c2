"""A delay that grows with wrong guesses, kept in the database so that a restart forgives nothing.

Always in a transaction of its own: the failure must stay counted although the request fails.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Row, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sync.server.context import Server, moment
from sync.server.db import schema
from sync.server.problems import Problem

FREE_TRIES = 5
FIRST_DELAY_S = 30
LONGEST_DELAY_S = 900
FORGET_AFTER = timedelta(minutes=30)
ERASE_AFTER = timedelta(days=1)


def _raise_if_locked(row: Row, now: datetime, code: str) -> None:
    wait = datetime.fromisoformat(row.locked_until) - now
    if wait > timedelta(0):
        seconds = int(wait.total_seconds()) + 1
        raise Problem(code, value=seconds, retry_after_s=seconds)


def attempt(server: Server, key: str, code: str) -> None:
    """Raises the problem `code` (429) while the key is locked; else counts a failure before the
    guess is looked at: guesses sent all at once are counted one by one. `succeeded` and
    `taken_back` undo it."""
    table = schema.throttle
    now = server.now()
    with server.db.write() as conn:
        conn.execute(delete(table).where(table.c.last_at < moment(now - ERASE_AFTER)))
        dialect = postgresql if conn.dialect.name == "postgresql" else sqlite
        blank = {"failures": 0, "locked_until": moment(now), "last_at": moment(now)}
        conn.execute(dialect.insert(table).values(key=key, **blank).on_conflict_do_nothing())
        row = conn.execute(select(table).where(table.c.key == key).with_for_update()).one()
        _raise_if_locked(row, now, code)
        old = now - datetime.fromisoformat(row.last_at) > FORGET_AFTER
        failures = 1 if old else row.failures + 1
        delay_s = 0
        if failures >= FREE_TRIES:
            delay_s = min(FIRST_DELAY_S * 2 ** min(failures - FREE_TRIES, 10), LONGEST_DELAY_S)
        values = {
            "failures": failures,
            "locked_until": moment(now + timedelta(seconds=delay_s)),
            "last_at": moment(now),
        }
        conn.execute(update(table).where(table.c.key == key).values(**values))


def succeeded(server: Server, key: str) -> None:
    table = schema.throttle
    with server.db.write() as conn:
        conn.execute(delete(table).where(table.c.key == key))


def taken_back(server: Server, key: str) -> None:
    """This attempt was none; what was guessed before it stays counted."""
    table = schema.throttle
    with server.db.write() as conn:
        conn.execute(
            update(table)
            .where(table.c.key == key, table.c.failures > 0)
            .values(failures=table.c.failures - 1, locked_until=server.now_text())
        )
