"""Storage and SQLite connections that fill up, fail or die at a chosen write."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.device.native import NativeStorage
from sync.device.database import File
from sync.device.ports import StorageFull


class Killed(BaseException):
    """The process died here: nothing after it may touch the disk."""


@dataclass
class Fate:
    """Counts writes; the one numbered `at` is the last thing this process does.

    `after`: whether it dies just after that write is durable, or just before it begins.
    """

    at: int | None = None
    after: bool = False
    count: int = 0
    dead: bool = False

    def arm(self, at: int, after: bool) -> None:
        self.at, self.after, self.count, self.dead = at, after, 0, False

    def disarm(self) -> None:
        self.at, self.dead = None, False

    def alive(self) -> None:
        if self.dead:
            raise Killed

    def around(self, write: Callable[[], Any]) -> Any:
        """Does one durable write, or dies before or after it."""
        self.before()
        done = write()
        self.afterwards()
        return done

    def before(self) -> None:
        self.alive()
        self.count += 1
        if self.at == self.count and not self.after:
            self.dead = True
            raise Killed

    def afterwards(self) -> None:
        if self.at == self.count and self.after:
            self.dead = True
            raise Killed


def mortal_connection(fate: Fate) -> type[sqlite3.Connection]:
    """A connection class whose COMMITs are writes of `fate`."""

    class MortalConnection(sqlite3.Connection):
        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            fate.alive()
            if sql.strip().upper().startswith("COMMIT"):
                return fate.around(lambda: super(MortalConnection, self).execute(sql, *parameters))
            return super().execute(sql, *parameters)

    return MortalConnection


class MortalStorage(NativeStorage):
    """Files whose writes are writes of `fate`; `full` refuses them for want of space."""

    def __init__(self, root: Any, fate: Fate) -> None:
        super().__init__(root)
        self.fate = fate
        self.full = False

    async def _write(self, write: Callable[[], Any]) -> None:
        self.fate.before()
        if self.full:
            raise StorageFull
        await write()
        self.fate.afterwards()

    async def write_blob(self, digest: str, data: bytes) -> None:
        await self._write(lambda: super(MortalStorage, self).write_blob(digest, data))

    async def delete_blob(self, digest: str) -> None:
        self.fate.before()
        await super().delete_blob(digest)
        self.fate.afterwards()

    async def write_head(self, head: dict[str, Any]) -> None:
        await self._write(lambda: super(MortalStorage, self).write_head(head))

    async def quarantine(self, name: str) -> str:
        self.fate.alive()
        return await super().quarantine(name)


def full_after(pages: int, store_file: File) -> None:
    """Lets a database grow by at most so many pages: then SQLite says FULL."""
    have = store_file.value("PRAGMA page_count")
    store_file.row(f"PRAGMA max_page_count = {have + pages}")


def room_again(store_file: File) -> None:
    store_file.row("PRAGMA max_page_count = 1073741823")
