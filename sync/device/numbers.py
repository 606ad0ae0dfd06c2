"""Official numbers: blocks granted in advance, used in order, each once, all accounted for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from sync.device.base import Base
from sync.device.errors import NoNumbers, NumberOutOfOrder
from sync.records.bodies import NUMBERED

STATED_BLOCKS_MAX = 400
USED, SPOILED, ANNULLED = "used", "spoiled", "annulled"


@dataclass(frozen=True)
class NumberUse:
    """What a record does to a number: uses, spoils or annuls it."""

    series: str
    number: int
    status: str
    record: str


def number_uses(record_id: str, kind: str, body: dict[str, Any]) -> list[NumberUse]:
    """The numbers that a record of this kind and body touches."""
    if kind in NUMBERED:
        return [NumberUse(kind, body[NUMBERED[kind]], USED, record_id)]
    if kind == "numero":
        return [NumberUse(body["series"], body["number"], SPOILED, record_id)]
    if kind == "anulacao" and body.get("serial") is not None:
        return [NumberUse(body["annulled_kind"], body["serial"], ANNULLED, record_id)]
    return []


class Numbers(Base):
    """The part of the store that hands numbers out."""

    def numbers_left(self, series: str) -> int:
        """How many numbers of this series the device may still use offline."""
        return (
            self.file.value(
                "SELECT sum(last - next + 1) FROM blocks WHERE series = ? AND next <= last",
                (series,),
            )
            or 0
        )

    def numbers_ahead(self, series: str, count: int) -> list[int]:
        """The next numbers, in the order in which a conclusion of so many records takes them.

        Raises `NoNumbers`.
        """
        return [self._number_after(series, skip) for skip in range(count)]

    def next_number(self, series: str) -> int:
        """The number that the next conclusion must carry; it is not taken yet.

        Raises `NoNumbers`.
        """
        found = self.file.value(
            "SELECT next FROM blocks WHERE series = ? AND next <= last ORDER BY first LIMIT 1",
            (series,),
        )
        if found is None:
            raise NoNumbers(series)
        return found

    def more_numbers_wanted(self, series: str) -> bool:
        """Whether less than half of the newest block's size is left: time to ask for another."""
        size = self.file.value(
            "SELECT last - first + 1 FROM blocks WHERE series = ? ORDER BY first DESC LIMIT 1",
            (series,),
        )
        return size is None or self.numbers_left(series) * 2 < size

    def number_account(self, series: str) -> dict[str, int]:
        """{"granted", "used", "spoiled", "annulled", "unused"} of this device."""
        granted = self.file.value(
            "SELECT sum(last - first + 1) FROM blocks WHERE series = ?", (series,)
        )
        by_status = dict(
            self.file.rows(
                "SELECT status, count(*) FROM numbers WHERE series = ? GROUP BY status", (series,)
            )
        )
        account = {status: by_status.get(status, 0) for status in (USED, SPOILED, ANNULLED)}
        return {"granted": granted or 0, **account, "unused": self.numbers_left(series)}

    async def add_block(self, block: dict[str, Any]) -> None:
        """Keeps a granted block, here and in the second place; one known already changes nothing.

        `block`: {"id", "series", "first", "last"}.
        """
        with self._writing() as (db, now):
            self._insert_block(db, block, now)
        await self._refresh_head()

    def stated_blocks(self) -> list[dict[str, Any]]:
        """{"id", "series", "first", "last", "next"} of the newest blocks: a server that was put
        back to an older copy must not grant them again."""
        rows = self.file.rows(
            "SELECT id, series, first, last, next FROM blocks ORDER BY first DESC LIMIT ?",
            (STATED_BLOCKS_MAX,),
        )
        names = ("id", "series", "first", "last", "next")
        return [dict(zip(names, row, strict=True)) for row in rows]

    async def void_blocks(self, ids: list[str]) -> None:
        """Uses no more numbers of these blocks: another device was given the same ones."""
        with self._writing() as (db, _):
            changed = [
                db.execute(
                    "UPDATE blocks SET next = last + 1 WHERE id = ? AND next <= last", (block_id,)
                ).rowcount
                for block_id in ids
            ]
        if any(changed):
            await self._refresh_head()

    def _insert_block(self, db: Database, block: dict[str, Any], now: str) -> None:
        db.execute(
            "INSERT OR IGNORE INTO blocks (id, series, first, last, next, granted_at) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (
                block["id"],
                block["series"],
                block["first"],
                block["last"],
                block.get("next", block["first"]),
                now,
            ),
        )
        if "next" in block:
            db.execute(
                "UPDATE blocks SET next = max(next, ?) WHERE id = ?", (block["next"], block["id"])
            )

    def _check_number_order(self, uses: list[NumberUse]) -> None:
        """Raises `NoNumbers`, `NumberOutOfOrder` unless the uses take the next numbers in order."""
        taken: dict[str, int] = {}
        for use in uses:
            if use.status == ANNULLED:
                continue
            skip = taken.get(use.series, 0)
            expected = self._number_after(use.series, skip)
            if use.number != expected:
                raise NumberOutOfOrder(use.series, use.number, expected)
            taken[use.series] = skip + 1

    def _number_after(self, series: str, skip: int) -> int:
        for first_free, last in self.file.rows(
            "SELECT next, last FROM blocks WHERE series = ? AND next <= last ORDER BY first",
            (series,),
        ):
            free = last - first_free + 1
            if skip < free:
                return first_free + skip
            skip -= free
        raise NoNumbers(series)

    def _take_number(self, db: Database, use: NumberUse, now: str) -> None:
        if use.status == ANNULLED:
            db.execute(
                "UPDATE numbers SET status = ?, record = ?, at = ? WHERE series = ? AND number = ? "
                "AND record IN (SELECT refers_to FROM records WHERE id = ?)",
                (ANNULLED, use.record, now, use.series, use.number, use.record),
            )
            return
        db.execute(
            "INSERT INTO numbers (series, number, status, record, at) VALUES (?, ?, ?, ?, ?)",
            (use.series, use.number, use.status, use.record, now),
        )
        db.execute(
            "UPDATE blocks SET next = max(next, ?) WHERE series = ? AND ? BETWEEN first AND last",
            (use.number + 1, use.series, use.number),
        )
