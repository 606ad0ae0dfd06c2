"""What every part of the store stands on: the file, the ports, `meta`, and the clock.

The parts (`drafts`, `agents`, `numbers`, `blobs`, `conclusion`, ...) are classes that
`store.FieldStore` joins, so that the app sees one object with verbs.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlite_utils import Database

from sync.device.database import File
from sync.device.ports import DevicePorts

CLOCK_BACK_TOLERANCE_MS = 2_000
"""A clock corrected by less than this has not "gone back"."""

CLOCK_NOTED_EVERY_S = 10
"""How old the noted highest time may be: noting it at every tap would cost a page each."""

_HALVES = re.compile(r"[\ud800-\udfff]")

BRASILIA = timezone(timedelta(hours=-3))


GOES_UP = (
    "(r.device = ? OR (r.id IN (SELECT record FROM delivered) "
    "AND json_extract(CAST(r.bytes AS TEXT), '$.municipality') = ? "
    "AND coalesce(json_extract(b.problem, '$.code'), '') != 'attachment.unknown'))"
)
"""SQL, of an attachment `b` and its record `r`, given (device, town): whether the server of now may
take it. Of an earlier enrolment, only what it has the record of."""


def dumps(value: Any) -> str:
    """JSON that SQLite takes: half a character that a keyboard let through is left out."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() else _HALVES.sub("", text)


def instant(moment: datetime) -> str:
    """RFC 3339 in UTC with milliseconds: sorts as text."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment_of(text: str) -> datetime:
    return datetime.fromisoformat(text)


def zone(name: str | None) -> tzinfo:
    """The municipality's time zone; Brasília's when it is not known."""
    try:
        return ZoneInfo(name) if name else BRASILIA
    except (ZoneInfoNotFoundError, ValueError):
        return BRASILIA


class Meta:
    """Small JSON values under a name, in the table `meta` of a file."""

    file: File

    def _meta(self, key: str, default: Any = None) -> Any:
        text = self.file.value("SELECT value FROM meta WHERE key = ?", (key,))
        return default if text is None else json.loads(text)

    def _set_meta(self, db: Database, key: str, value: Any) -> None:
        db.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, dumps(value)))


class Base(Meta):
    """The open file and the helpers that the parts share. Not for use by the app."""

    ports: DevicePorts
    file: File
    _concluding: asyncio.Lock
    """held by whoever moves the chain or writes the second place"""

    def _start_clock(self) -> None:
        self._opened_ms = self.ports.clock.monotonic_ms()
        self._contact_ms: int | None = None
        self._clock_noted: datetime | None = None

    def meta(self, key: str, default: Any = None) -> Any:
        """A small JSON value kept under a name."""
        return self._meta(key, default)

    def set_meta(self, key: str, value: Any) -> None:
        with self.file.transaction() as db:
            self._set_meta(db, key, value)

    @contextmanager
    def _writing(self) -> Iterator[tuple[Database, str]]:
        """(database, now) inside one durable transaction that also notes the highest time seen,
        to within `CLOCK_NOTED_EVERY_S`."""
        now = self.ports.clock.now()
        text = instant(now)
        noted = self._clock_noted
        due = noted is None or now - noted >= timedelta(seconds=CLOCK_NOTED_EVERY_S)
        with self.file.transaction() as db:
            if due:
                db.execute(
                    "INSERT INTO meta (key, value) VALUES ('clock_high', ?) ON CONFLICT (key) "
                    "DO UPDATE SET value = max(value, excluded.value)",
                    (dumps(text),),
                )
            yield db, text
        if due:
            self._clock_noted = now

    # given by another part: see `drafts` and `chain`

    def _touch(self, db: Database, draft_id: str, now: str, **position: Any) -> None:
        raise NotImplementedError

    async def _refresh_head(self) -> None:
        raise NotImplementedError

    # the clock

    def zone(self) -> tzinfo:
        identity = self._meta("identity") or {}
        return zone((identity.get("municipality") or {}).get("timezone"))

    def town(self) -> int | None:
        """The IBGE code of the municipality that this device is enrolled at."""
        identity = self._meta("identity") or {}
        ibge = (identity.get("municipality") or {}).get("ibge")
        return int(ibge) if ibge is not None else None

    def _here(self) -> tuple[str, int | None]:
        """(device, town) of now."""
        return (self._meta("chain") or {}).get("device", ""), self.town()

    def today(self) -> str:
        """Today's date, ISO, where the municipality is, by this device's clock."""
        return self.ports.clock.now().astimezone(self.zone()).date().isoformat()

    def clock_went_back(self) -> bool:
        """Whether the device's clock is now before a time that it showed earlier."""
        high = self._meta("clock_high")
        if high is None:
            return False
        behind = moment_of(high) - self.ports.clock.now()
        return behind > timedelta(milliseconds=CLOCK_BACK_TOLERANCE_MS)

    def stamp(self) -> tuple[str, dict[str, Any]]:
        """(`occurred_at`, `clock`) of a record made now.

        `server_offset_ms`: server's time minus this clock's at the last contact, or None;
        `monotonic_ms`: milliseconds, by a clock that cannot be set, since that contact if it was
        in this run, else since the store was opened; `went_back`: see `clock_went_back`.
        """
        since = self._opened_ms if self._contact_ms is None else self._contact_ms
        now = self.ports.clock.now().astimezone(self.zone())
        clock = {
            "server_offset_ms": self._meta("server_offset_ms"),
            "monotonic_ms": self.ports.clock.monotonic_ms() - since,
            "went_back": self.clock_went_back(),
        }
        return now.isoformat(timespec="milliseconds"), clock

    def note_server_time(self, server_time: str) -> None:
        """Keeps how far this clock is from the server's, and forgets an older, later time."""
        now = self.ports.clock.now()
        offset_ms = round((moment_of(server_time) - now).total_seconds() * 1000)
        with self.file.transaction() as db:
            self._set_meta(db, "server_offset_ms", offset_ms)
            self._set_meta(db, "clock_high", instant(now))
            self._set_meta(db, "last_contact", instant(now))
        self._contact_ms = self.ports.clock.monotonic_ms()
        self._clock_noted = now
