"""The lists of vistorias and selos, filtered by plate, day and result or status."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from sqlalchemy import (
    Connection,
    Row,
    false,
    func,
    literal,
    select,
    true,
    union_all,
)

from sync.records.plate import plate_prefix_key
from sync.server.db import schema, schema_registry, schema_seals

PAGE_ROWS = 50


@dataclass(frozen=True)
class Filter:
    """What the query string asks for; what cannot be read is left out and said."""

    plate: str = ""
    since: str = ""
    until: str = ""
    state: str = ""
    number: int = 1
    complaints: tuple[str, ...] = ()

    @classmethod
    def read(cls, query: Mapping[str, str], states: tuple[str, ...]) -> Filter:
        complaints = []
        since, until = (_day(query.get(name, ""), complaints) for name in ("de", "ate"))
        state = query.get("situacao", "")
        number = query.get("pagina", "1")
        return cls(
            plate=query.get("placa", "").replace("\0", "").strip()[:16],
            since=since,
            until=until,
            state=state if state in states else "",
            number=max(1, int(number[:9])) if number.isascii() and number.isdigit() else 1,
            complaints=tuple(complaints),
        )

    def query(self, number: int) -> dict[str, str | int]:
        values = {
            "placa": self.plate, "de": self.since, "ate": self.until, "situacao": self.state,
            "pagina": number,
        }  # fmt: skip
        return {name: value for name, value in values.items() if value}

    def pager(self, path: str) -> Callable[[int], str]:
        """The address of a page of this list, by its number."""
        return lambda number: f"{path}?{urlencode(self.query(number))}"


def _day(text: str, complaints: list[str]) -> str:
    text = text.strip()
    if not text:
        return ""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        complaints.append(f"A data “{text[:20]}” não existe; use o calendário.")
        return ""


@dataclass(frozen=True)
class Found:
    rows: list[Row]
    total: int
    number: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // PAGE_ROWS))


def vistorias(conn: Connection, ibge: int, wanted: Filter) -> Found:
    """Records of devices and imported history together, newest first."""
    records, annulments = schema.records, schema.annulments
    imported, vehicles = schema_registry.vistorias_imported, schema_registry.vehicles
    annulled = (
        select(annulments.c.record)
        .where(annulments.c.tenant == ibge, annulments.c.target == records.c.id)
        .exists()
    )
    signed = select(
        records.c.id, records.c.day, records.c.occurred_at.label("at"), records.c.plate,
        records.c.plate_key, records.c.result, records.c.agent, records.c.flags,
        annulled.label("annulled"), false().label("imported"),
    ).where(records.c.tenant == ibge, records.c.kind == "vistoria")  # fmt: skip
    older = (
        select(
            imported.c.id, imported.c.day, imported.c.day.label("at"), vehicles.c.plate,
            vehicles.c.plate_key, imported.c.result, literal("").label("agent"),
            literal("[]").label("flags"), false().label("annulled"), true().label("imported"),
        )
        .join(
            vehicles,
            (vehicles.c.tenant == imported.c.tenant) & (vehicles.c.id == imported.c.vehicle),
        )
        .where(imported.c.tenant == ibge)
    )  # fmt: skip
    every = union_all(signed, older).subquery()
    return page_of(conn, every, every.c.day, every.c.result, wanted, (every.c.at, every.c.id))


def seals(conn: Connection, ibge: int, wanted: Filter, today: date) -> Found:
    table = schema_seals.seals
    expired = (table.c.status == "valido") & (table.c.valid_until < today.isoformat())
    future = (table.c.status == "valido") & (table.c.inspected_on > today.isoformat())
    every = select(
        table.c.serial, table.c.plate, table.c.plate_key, table.c.inspected_on,
        table.c.valid_until, table.c.vistoria, table.c.imported, table.c.status,
        expired.label("expired"), future.label("future"),
    ).where(table.c.tenant == ibge)  # fmt: skip
    if wanted.state == "vencido":
        every = every.where(expired)
    elif wanted.state == "valido":
        every = every.where(table.c.status == "valido", ~expired)
    elif wanted.state:
        every = every.where(table.c.status == wanted.state)
    every = every.subquery()
    return page_of(conn, every, every.c.inspected_on, None, wanted, (every.c.serial,))


def page_of(conn: Connection, every, day, state, wanted: Filter, order, key=None) -> Found:
    """The page asked for of the rows of `every`; `day`, `state` and `key` (of the plate): the
    columns that the filter is about."""
    query = select(every)
    if wanted.plate:
        plate = plate_prefix_key(wanted.plate)
        column = every.c.plate_key if key is None else key
        query = query.where(column.startswith(plate, autoescape=True))
    if wanted.since:
        query = query.where(day >= wanted.since)
    if wanted.until:
        query = query.where(day <= wanted.until)
    if wanted.state and state is not None:
        query = query.where(state == wanted.state)
    total = conn.execute(select(func.count()).select_from(query.subquery())).scalar_one()
    last = max(1, -(-total // PAGE_ROWS))
    number = min(wanted.number, last)
    ordered = query.order_by(*(column.desc() for column in order))
    rows = conn.execute(ordered.limit(PAGE_ROWS).offset((number - 1) * PAGE_ROWS)).all()
    return Found(list(rows), total, number)
