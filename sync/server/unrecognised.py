"""Codes that the public pages did not recognise: which, when, how many times, never by whom.

A code is kept by its first 24 digits only (version, municipality, serial and a part of the plate
that it claims), and only where it has the form of a code: whatever else somebody wrote into the
address may be about a person, and is counted without its text. Rows are bounded by day and town;
what is beyond is counted in one row.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from sync.records.seal import SEAL_DIGITS
from sync.server import tenants
from sync.server.context import Server, moment
from sync.server.db.schema_watch import unrecognised as table

log = logging.getLogger("prancheta.selo")
START_CHARS = 24
DAILY_ROWS_MAX = 200
KEPT = timedelta(days=180)
WRITE_EVERY_S = 1.0
NO_TOWN, NO_TOWN_ZONE = 0, "America/Sao_Paulo"

REASONS = {
    "malformed": "Código incompleto ou alterado",
    "not_ours": "Não é um selo",
    "unknown_version": "Feito por uma versão mais nova",
    "other_town": "Selo de um município que não está aqui",
    "bad_signature": "Assinatura não confere: pode ser falso",
    "other_seal": "Número de outro selo: pode ser falso",
    "not_granted": "Número que o aparelho não recebeu: pode ser falso",
    "short_code": "Código curto que nenhum selo tem",
}

Asked = tuple[int, str, str]
"""town, start of the code, reason"""


def start_of(code: str) -> str:
    """What is kept of a code; nothing of a text that is none."""
    is_code = len(code) == SEAL_DIGITS and code.isascii() and code.isdigit()
    return code[:START_CHARS] if is_code else ""


class Unrecognised:
    """Counts in memory and writes once a second at most: whoever floods the page with codes does
    not hold up the devices. What was counted and not yet written is lost with the process."""

    def __init__(self, server: Server, clock: Callable[[], float] = time.monotonic) -> None:
        self._server, self._clock = server, clock
        self._lock = threading.Lock()
        self._waiting: dict[Asked, int] = {}
        self._written_at = float("-inf")

    def note(self, town: int | None, start: str, reason: str) -> None:
        with self._lock:
            asked = (town or NO_TOWN, start, reason)
            if asked not in self._waiting and len(self._waiting) >= DAILY_ROWS_MAX:
                asked = (NO_TOWN, "", reason)
            self._waiting[asked] = self._waiting.get(asked, 0) + 1
            due = self._clock() - self._written_at >= WRITE_EVERY_S
        if due:
            self.write()

    def write(self) -> None:
        """What waits, into the database."""
        with self._lock:
            waiting, self._waiting = self._waiting, {}
            self._written_at = self._clock()
        if not waiting:
            return
        try:
            with self._server.db.write() as conn:
                for asked, times in waiting.items():
                    _count(self._server, conn, asked, times)
        except SQLAlchemyError:  # whoever asked gets the answer all the same
            log.exception("códigos não reconhecidos ficaram sem contar")


def _count(server: Server, conn: Connection, asked: Asked, times: int) -> None:
    town, start, reason = asked
    now, row = server.now(), tenants.get(conn, town)
    zone = ZoneInfo(row.timezone if row is not None else NO_TOWN_ZONE)
    key = {
        "town": town, "day": now.astimezone(zone).date().isoformat(), "start": start,
        "reason": reason,
    }  # fmt: skip
    here = (table.c.town == town, table.c.day == key["day"])
    mine = [table.c[name] == value for name, value in key.items()]
    known = conn.execute(select(table.c.times).where(*mine)).first()
    if known is None:
        conn.execute(delete(table).where(table.c.last_at < moment(now - KEPT)))
        rows = conn.execute(select(func.count()).select_from(table).where(*here)).scalar_one()
        if rows >= DAILY_ROWS_MAX:
            key["start"] = ""
    dialect = postgresql if conn.dialect.name == "postgresql" else sqlite
    blank = {"times": 0, "first_at": moment(now), "last_at": moment(now)}
    conn.execute(dialect.insert(table).values(**key, **blank).on_conflict_do_nothing())
    conn.execute(
        update(table)
        .where(*(table.c[name] == value for name, value in key.items()))
        .values(times=table.c.times + times, last_at=moment(now))
    )


def newest(conn: Connection, ibge: int, limit: int = 30) -> list[Row]:
    """The codes asked for in this town or naming none, the latest first."""
    query = select(table).where(table.c.town.in_((ibge, NO_TOWN)))
    return list(conn.execute(query.order_by(table.c.last_at.desc()).limit(limit)))


def total(conn: Connection, ibge: int, since: str) -> int:
    """How many times since that day."""
    query = select(func.coalesce(func.sum(table.c.times), 0)).where(
        table.c.town.in_((ibge, NO_TOWN)), table.c.day >= since
    )
    return int(conn.execute(query).scalar_one())
