"""Where each official number is: issued, annulled, spoiled, in a device's hand, or missing."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from sqlalchemy import Connection, Row, Select, func, select

from sync.server import blocks, statements
from sync.server.db import schema, schema_seals
from sync.server.db.schema_autos import autos

SERIES = blocks.SERIES
STATUS = {"selo": schema_seals.seals.c.status, "auto": autos.c.status}
DAY = {"selo": schema_seals.seals.c.inspected_on, "auto": autos.c.day}


@dataclass(frozen=True)
class BlockAccount:
    """`issued` counts the annulled ones too; `left` are those that no record speaks of: in the
    device's hand, or on its way."""

    block: Row
    device: Row
    issued: int
    annulled: int
    spoiled: int

    @property
    def left(self) -> int:
        return self.block.last - self.block.first + 1 - self.issued - self.spoiled


@dataclass(frozen=True)
class Issued:
    """What bears a number. `device`: who wrote it; none for imported history."""

    number: int
    day: str
    plate: str
    device: Row | None


@dataclass(frozen=True)
class Account:
    series: str
    next_free: int
    blocks: list[BlockAccount]
    imported: list[int]
    """numbers of the imported history, which no device was granted"""
    outside: list[Issued]
    """written by a device with a number of no block that this server granted or remembers"""
    repeated: list[Issued]
    """whatever bears a number that something else bears too"""


def account(conn: Connection, ibge: int, series: str) -> Account:
    table, devices = schema.blocks, schema.devices
    query = select(table).where(table.c.tenant == ibge, table.c.series == series)
    granted = conn.execute(query.order_by(table.c.first)).all()
    known = {row.id: row for row in conn.execute(select(devices).where(devices.c.tenant == ibge))}
    return Account(
        series=series,
        next_free=statements.first_free(conn, ibge, series),
        blocks=[_of_block(conn, block, known[block.device]) for block in granted],
        imported=_imported(conn, ibge, series, _spans(granted)),
        outside=_outside(conn, ibge, series, _spans(granted), known),
        repeated=_repeated(conn, ibge, series, known),
    )


def _of_block(conn: Connection, block: Row, device: Row) -> BlockAccount:
    number, status = statements.NUMBERS[block.series], STATUS[block.series]
    spoiled = schema.spoiled_numbers
    mine = (number.table.c.tenant == block.tenant, number.between(block.first, block.last))
    issued = select(func.count(number.distinct())).where(*mine)
    annulled = issued.where(status == "anulado")
    lost = select(func.count()).select_from(spoiled).where(
        spoiled.c.tenant == block.tenant, spoiled.c.series == block.series,
        spoiled.c.number.between(block.first, block.last),
    )  # fmt: skip
    counts = [conn.execute(query).scalar_one() for query in (issued, annulled, lost)]
    return BlockAccount(block, device, *counts)


def _imported(
    conn: Connection, ibge: int, series: str, spans: list[tuple[int, int]]
) -> list[int]:
    number = statements.NUMBERS[series]
    query = select(number).distinct().where(
        number.table.c.tenant == ibge, number.table.c.imported.is_(True)
    )
    found = conn.execute(query.order_by(number)).scalars()
    return [one for one in found if not _granted(one, spans)]


def _spans(granted: list[Row]) -> list[tuple[int, int]]:
    """First and last of what blocks have, in order; those of a lost memory may overlap."""
    spans: list[tuple[int, int]] = []
    for block in granted:
        if spans and block.first <= spans[-1][1] + 1:
            spans[-1] = spans[-1][0], max(spans[-1][1], block.last)
        else:
            spans.append((block.first, block.last))
    return spans


def _granted(number: int, spans: list[tuple[int, int]]) -> bool:
    place = bisect_right(spans, number, key=lambda span: span[0])
    return place > 0 and number <= spans[place - 1][1]


def _outside(
    conn: Connection, ibge: int, series: str, spans: list[tuple[int, int]], known: dict[str, Row]
) -> list[Issued]:
    number = statements.NUMBERS[series]
    query = _bearers(ibge, series).where(number.table.c.imported.is_(False))
    return [
        _issued(row, known) for row in conn.execute(query) if not _granted(row.number, spans)
    ]


def _repeated(conn: Connection, ibge: int, series: str, known: dict[str, Row]) -> list[Issued]:
    number = statements.NUMBERS[series]
    twice = (
        select(number).where(number.table.c.tenant == ibge).group_by(number)
        .having(func.count() > 1)
    )  # fmt: skip
    query = _bearers(ibge, series).where(number.in_(twice))
    return [_issued(row, known) for row in conn.execute(query)]


def _bearers(ibge: int, series: str) -> Select:
    number, table = statements.NUMBERS[series], statements.NUMBERS[series].table
    return (
        select(number.label("number"), DAY[series].label("day"), table.c.plate, table.c.device)
        .where(table.c.tenant == ibge)
        .order_by(number, DAY[series], table.c.record if series == "selo" else table.c.id)
    )


def _issued(row: Row, known: dict[str, Row]) -> Issued:
    return Issued(row.number, row.day, row.plate, known.get(row.device or ""))
