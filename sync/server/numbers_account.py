"""Where each official number is: issued, annulled, spoiled, in a device's hand, or missing."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, Row, func, select

from sync.server import blocks, statements
from sync.server.db import schema
from sync.server.db.schema_autos import autos

SERIES = blocks.SERIES
STATUS = {"selo": schema.seals.c.status, "auto": autos.c.status}


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
class Account:
    series: str
    next_free: int
    blocks: list[BlockAccount]
    outside: list[int]
    """issued numbers of no block that this server granted (imported history, or a lost memory)"""
    repeated: list[int]


def account(conn: Connection, ibge: int, series: str) -> Account:
    table, devices = schema.blocks, schema.devices
    query = select(table).where(table.c.tenant == ibge, table.c.series == series)
    granted = conn.execute(query.order_by(table.c.first)).all()
    known = {row.id: row for row in conn.execute(select(devices).where(devices.c.tenant == ibge))}
    return Account(
        series=series,
        next_free=statements.first_free(conn, ibge, series),
        blocks=[_of_block(conn, block, known[block.device]) for block in granted],
        outside=_outside(conn, ibge, series, granted),
        repeated=_repeated(conn, ibge, series),
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


def _outside(conn: Connection, ibge: int, series: str, granted: list[Row]) -> list[int]:
    number = statements.NUMBERS[series]
    every = select(number).distinct().where(number.table.c.tenant == ibge).order_by(number)
    spans = [(block.first, block.last) for block in granted]
    return [
        one for one in conn.execute(every).scalars()
        if not any(first <= one <= last for first, last in spans)
    ]  # fmt: skip


def _repeated(conn: Connection, ibge: int, series: str) -> list[int]:
    number = statements.NUMBERS[series]
    query = (
        select(number).where(number.table.c.tenant == ibge).group_by(number)
        .having(func.count() > 1).order_by(number)
    )  # fmt: skip
    return list(conn.execute(query).scalars())

