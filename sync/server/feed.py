"""Writing reference data: every change of an entity goes through here and into the feed.

An entity keeps its newest state in `changes`, numbered by the municipality's counter while its
row is held (see `Database.write_tenant`); reading the feed is then a plain range of that number.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row, Select, Table, select
from sqlalchemy.dialects import postgresql, sqlite

from sync.records.seal import PROVISIONAL_BIT, STATUS_AT
from sync.server import whose
from sync.server.db import schema, schema_autos, schema_registry, schema_seals
from sync.server.db.engine import TenantWriter

BATCH = 500  # rows in one statement


def upsert(writer: TenantWriter, table: Table, values: dict[str, Any]) -> None:
    """Insert, or update every given column where the primary key is already there."""
    dialect = postgresql if writer.conn.dialect.name == "postgresql" else sqlite
    keys = [column.name for column in table.primary_key]
    rest = {name: value for name, value in values.items() if name not in keys}
    statement = dialect.insert(table).values(**values)
    statement = (
        statement.on_conflict_do_update(index_elements=keys, set_=rest)
        if rest
        else statement.on_conflict_do_nothing(index_elements=keys)
    )
    writer.conn.execute(statement)


def put(writer: TenantWriter, type_: str, id_: str, v: dict[str, Any]) -> None:
    _note(writer, type_, id_, "put", v)


def delete(writer: TenantWriter, type_: str, id_: str) -> None:
    _note(writer, type_, id_, "del", {})


def _note(writer: TenantWriter, type_: str, id_: str, op: str, v: dict[str, Any]) -> None:
    table, text = schema.changes, _text(v)
    key = {"tenant": writer.ibge, "type": type_, "id": id_}
    now = select(table.c.op, table.c.v).where(*(table.c[name] == key[name] for name in key))
    if writer.conn.execute(now).one_or_none() == (op, text):
        return  # it says so already: the devices need not hear it again
    upsert(writer, table, {**key, "seq": writer.next_change(), "op": op, "v": text})


def _text(v: dict[str, Any]) -> str:
    return json.dumps(v, ensure_ascii=False, separators=(",", ":"))


def upsert_all(writer: TenantWriter, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """`upsert` for rows that all have the same columns."""
    if not rows:
        return
    dialect = postgresql if writer.conn.dialect.name == "postgresql" else sqlite
    keys = [column.name for column in table.primary_key]
    statement = dialect.insert(table)
    rest = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    statement = statement.on_conflict_do_update(index_elements=keys, set_=rest)
    for start in range(0, len(rows), BATCH):
        writer.conn.execute(statement, list(rows[start : start + BATCH]))


def put_all(writer: TenantWriter, type_: str, entities: dict[str, dict[str, Any]]) -> None:
    """`put` for many of one type, by id."""
    table, ids = schema.changes, list(entities)
    for start in range(0, len(ids), BATCH):
        some = ids[start : start + BATCH]
        query = select(table.c.id, table.c.op, table.c.v).where(
            table.c.tenant == writer.ibge, table.c.type == type_, table.c.id.in_(some)
        )
        now = {id_: (op, text) for id_, op, text in writer.conn.execute(query)}
        texts = {id_: _text(entities[id_]) for id_ in some}
        key = {"tenant": writer.ibge, "type": type_, "op": "put"}
        rows = [
            {**key, "id": id_, "seq": writer.next_change(), "v": text}
            for id_, text in texts.items()
            if now.get(id_) != ("put", text)
        ]
        upsert_all(writer, table, rows)


def put_vehicle(writer: TenantWriter, id_: str) -> None:
    put(writer, "vehicle", id_, vehicle(_row(writer, schema_registry.vehicles, id=id_)._mapping))


def vehicle(row: Mapping[str, Any]) -> dict[str, Any]:
    """The `vehicle` entity, of a row of the table."""
    v = {
        name: row[name]
        for name in (
            "id", "plate", "chassis", "renavam", "make_model", "model_year", "manufacture_year",
            "capacity", "service", "holder", "permit", "color", "fuel", "registration",
            "authorised_until",
        )
    }  # fmt: skip
    v["plates"] = json.loads(row["plates"])
    # Of a vehicle entered in the field only the end of the chassis is known.
    v["chassis"] = row["chassis"] or row["chassis_tail"]
    v["last_vistoria"] = json.loads(row["last_vistoria"]) if row["last_vistoria"] else None
    return v


def put_seal(writer: TenantWriter, serial: int) -> None:
    row = _row(writer, schema_seals.seals, serial=serial)
    names = (
        "serial", "vehicle", "plate", "chassis_tail", "service", "inspected_on", "valid_until",
        "status", "record", "vistoria", "device", "replaces",
    )  # fmt: skip
    v = {name: getattr(row, name) for name in names}
    v["provisional"] = bool(row.payload and row.payload[STATUS_AT] & PROVISIONAL_BIT)
    found = writer.conn.execute(revocations_of(writer.ibge, row)).first()
    v["revoked_by"] = found.record if found else None
    put(writer, "selo", str(serial), v)


def revocations_of(ibge: int, seal: Row) -> Select:
    """The `revogacao`s that name this seal, its vehicle too, the oldest first."""
    table = schema_seals.revocations
    return (
        select(table)
        .where(
            table.c.tenant == ibge, table.c.serial == seal.serial,
            table.c.plate_key == seal.plate_key, table.c.chassis_tail == seal.chassis_tail,
        )
        .order_by(table.c.record)
    )  # fmt: skip


def put_exigencia(writer: TenantWriter, id_: str) -> None:
    row = _row(writer, schema_registry.exigencias, id=id_)
    names = ("id", "vehicle", "item", "cite", "label", "since", "deadline", "status", "record")
    put(writer, "exigencia", id_, {name: getattr(row, name) for name in names})


def put_person(writer: TenantWriter, id_: str) -> None:
    put(writer, "person", id_, person(_row(writer, schema_registry.persons, id=id_)._mapping))


def person(row: Mapping[str, Any]) -> dict[str, Any]:
    """The `person` entity, of a row of the table."""
    return {
        "id": row["id"],
        "name": row["name"],
        "document_masked": mask(row["document"]),
        "role": row["role"],
        "register": row["register"],
        "works_for": row["works_for"],
    }


def line(row: Mapping[str, Any]) -> dict[str, Any]:
    """The `line` entity, of a row of the table."""
    return {name: row[name] for name in ("id", "number", "name", "service", "holder")}


def put_auto(writer: TenantWriter, id_: str) -> None:
    row = _row(writer, schema_autos.autos, id=id_)
    put(writer, "auto", id_, auto(row._mapping, whose.registered(writer.conn, row)))


def auto(row: Mapping[str, Any], autuado: str | None) -> dict[str, Any]:
    """The `auto` entity: what counts for points and recidivism, nobody's name. `autuado`: whom the
    registry knows by id or by the auto's document. `line` is its number; null, as `vehicle` and
    `plate`, where the auto names none."""
    names = (
        "id", "number", "kind", "day", "cite", "label", "severity", "points", "liable",
        "motorista", "status", "defence_last_day", "centavos", "recidivist",
    )  # fmt: skip
    v = {name: row[name] for name in names}
    v |= {name: row[name] or None for name in ("vehicle", "plate", "line")}
    return {**v, "autuado": autuado, "notified": row["known_on"] is not None}


def put_agent(writer: TenantWriter, matricula: str) -> None:
    row = _row(writer, schema.agents, matricula=matricula)
    names = ("matricula", "name", "role", "active")
    put(writer, "agent", matricula, {name: getattr(row, name) for name in names})


def mask(document: str) -> str:
    """The middle six digits of a CPF, as public bodies print it: `***.456.789-**`."""
    digits = "".join(c for c in document if c.isdigit())
    if len(digits) == 11:
        return f"***.{digits[3:6]}.{digits[6:9]}-**"
    return "*" * len(digits)


def _row(writer: TenantWriter, table: Table, **key: Any) -> Row:
    query = select(table).where(table.c.tenant == writer.ibge)
    for name, value in key.items():
        query = query.where(table.c[name] == value)
    return writer.conn.execute(query).one()
