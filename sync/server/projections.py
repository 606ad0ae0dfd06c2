"""What follows from a record for the registry: vehicle, exigências, seals.

Every outcome is computed from all the records that are kept, not from the order in which they
came: a re-inspection may arrive before the vistoria it answers, an annulment before its target.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from sync.records.plate import parse_plate
from sync.server import (
    clone_watch,
    feed,
    late_targets,
    projections_roadside,
    projections_seals,
)
from sync.server.annulled import is_annulled
from sync.server.db import schema, schema_registry, schema_seals
from sync.server.db.engine import TenantWriter
from sync.server.projections_seals import settle_seal

log = logging.getLogger("prancheta.cadastro")
FAILURES = (
    SQLAlchemyError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError,
)  # fmt: skip
"""What a record may do to what is derived from it; a day past the end of the calendar too."""


def project(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> list[str]:
    """Brings the registry up to date, and says what was noticed (flags).

    `values`: the record's row; `flags`: those that it has already. May be done again: the outcome
    is the same. Where it cannot be done the record stands without, under `unprojected`: it is the
    evidence and is safe; what is derived from it can be made again (see `reprojection`).
    """
    failed = schema.unprojected
    key = {"tenant": writer.ibge, "record": record["id"]}
    try:
        with writer.conn.begin_nested():
            found = _APPLY[record["kind"]](writer, record, values, flags)
            projections_roadside.after_arrival(writer, record, values)
            late_targets.arrived(writer, record, values)
    except FAILURES:
        log.exception("registro %s guardado sem atualizar o cadastro", record["id"])
        feed.upsert(writer, failed, {**key, "at": values["received_at"]})
        return ["projection.failed"]
    mended = (failed.c.tenant == writer.ibge, failed.c.record == record["id"])
    writer.conn.execute(delete(failed).where(*mended))
    return found


def _vistoria(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> list[str]:
    body = record["body"]
    flags = _vehicle(writer, body["vehicle"])
    verdict = body["verdict"]
    for one in verdict["exigencias"]:
        _open_exigencia(writer, record, values["day"], one)
    for closed in verdict["closes"]:
        key = {"tenant": writer.ibge, "exigencia": closed, "record": record["id"]}
        feed.upsert(writer, schema_registry.exigencia_closings, key)
    touched = [one["id"] for one in verdict["exigencias"]] + verdict["closes"]
    for exigencia in dict.fromkeys(touched):
        settle_exigencia(writer, exigencia)
    settle_vehicle(writer, body["vehicle"]["id"])
    return flags


def _open_exigencia(writer: TenantWriter, record: dict, day: str, one: dict) -> None:
    table = schema_registry.exigencias
    taken = select(table.c.id).where(table.c.tenant == writer.ibge, table.c.id == one["id"])
    if writer.conn.execute(taken).first() is not None:
        return  # the first record that opened it keeps it
    writer.conn.execute(
        insert(table).values(
            tenant=writer.ibge,
            id=one["id"],
            vehicle=record["body"]["vehicle"]["id"],
            item=one["item"],
            cite=one["cite"],
            label=one["label"],
            since=day,
            deadline=one["deadline"],
            status="aberta",
            record=record["id"],
        )
    )


def _vehicle(writer: TenantWriter, vehicle: dict) -> list[str]:
    table = schema_registry.vehicles
    key = parse_plate(vehicle["plate"]).key
    known = writer.conn.execute(
        select(table).where(table.c.tenant == writer.ibge, table.c.id == vehicle["id"])
    ).one_or_none()
    if known is not None:
        return [] if known.plate_key == key else ["vehicle.plate_differs"]
    twin = select(table.c.id).where(table.c.tenant == writer.ibge, table.c.plate_key == key)
    flags = ["vehicle.new"]
    if writer.conn.execute(twin).first() is not None:
        flags.append("vehicle.duplicate_plate")
    writer.conn.execute(
        insert(table).values(
            tenant=writer.ibge,
            id=vehicle["id"],
            plate=vehicle["plate"],
            plate_key=key,
            plates="[]",
            # Only the end of the chassis is known from the field: said so, never guessed.
            chassis="",
            chassis_tail=vehicle["chassis_tail"] or "",
            renavam="",
            make_model=vehicle["make_model"] or "",
            model_year=vehicle["model_year"],
            manufacture_year=vehicle["manufacture_year"],
            service=vehicle["service"],
            permit=vehicle["permit"] or "",
            color="",
            fuel="",
            origin="campo",
        )
    )
    return flags


def settle_vehicle(writer: TenantWriter, vehicle: str) -> None:
    """The newest vistoria that is not annulled, from records and imported history."""
    table = schema_registry.vehicles
    mine = (table.c.tenant == writer.ibge, table.c.id == vehicle)
    if writer.conn.execute(select(table.c.id).where(*mine)).first() is None:
        return
    last = _last_from_records(writer, vehicle)
    imported = _last_imported(writer, vehicle)
    if last is None or (imported is not None and imported["date"] > last["date"]):
        last = imported
    text = json.dumps(last) if last else None
    writer.conn.execute(update(table).where(*mine).values(last_vistoria=text))
    feed.put_vehicle(writer, vehicle)


def _last_from_records(writer: TenantWriter, vehicle: str) -> dict | None:
    table, annulments = schema.records, schema.annulments
    annulled = select(annulments.c.target).where(annulments.c.tenant == writer.ibge)
    row = writer.conn.execute(
        select(table.c.id, table.c.day, table.c.bytes)
        .where(
            table.c.tenant == writer.ibge,
            table.c.vehicle == vehicle,
            table.c.kind == "vistoria",
            table.c.id.not_in(annulled),
        )
        .order_by(table.c.occurred_at.desc(), table.c.id.desc())
        .limit(1)
    ).first()
    if row is None:
        return None
    verdict = json.loads(row.bytes)["body"]["verdict"]
    return {
        "id": row.id,
        "date": row.day,
        "result": verdict["result"],
        "valid_until": verdict["valid_until"],
    }


def _last_imported(writer: TenantWriter, vehicle: str) -> dict | None:
    table = schema_registry.vistorias_imported
    row = writer.conn.execute(
        select(table)
        .where(table.c.tenant == writer.ibge, table.c.vehicle == vehicle)
        .order_by(table.c.day.desc())
        .limit(1)
    ).first()
    if row is None:
        return None
    return {"id": row.id, "date": row.day, "result": row.result, "valid_until": row.valid_until}


def settle_exigencia(writer: TenantWriter, exigencia: str) -> None:
    table = schema_registry.exigencias
    mine = (table.c.tenant == writer.ibge, table.c.id == exigencia)
    row = writer.conn.execute(select(table).where(*mine)).one_or_none()
    if row is None:
        return  # closed before the vistoria that opens it has arrived: settled again then
    closings, records = schema_registry.exigencia_closings, schema.records
    closing = (
        select(closings.c.record)
        .join(
            records,
            (records.c.tenant == closings.c.tenant) & (records.c.id == closings.c.record),
        )
        .where(
            closings.c.tenant == writer.ibge,
            closings.c.exigencia == exigencia,
            records.c.vehicle == row.vehicle,  # a vistoria of another vehicle mends nothing here
        )
        .order_by(closings.c.record)
    )
    closed_by = next(
        (one for one in writer.conn.execute(closing).scalars() if not is_annulled(writer, one)),
        None,
    )
    values: dict = {"status": "cumprida" if closed_by else "aberta", "closed_by": closed_by}
    if row.record is not None and is_annulled(writer, row.record):
        values |= _found_again(writer, row) or {"status": "anulada"}
    writer.conn.execute(update(table).where(*mine).values(**values))
    feed.put_exigencia(writer, exigencia)


def _found_again(writer: TenantWriter, exigencia: Row) -> dict | None:
    """What the oldest vistoria that stands says of an exigência whose opening was annulled: a
    re-inspection that finds it again carries it on under its id."""
    table = schema.records
    query = select(table.c.id, table.c.day, table.c.bytes).where(
        table.c.tenant == writer.ibge,
        table.c.vehicle == exigencia.vehicle,
        table.c.kind == "vistoria",
    )
    for record in writer.conn.execute(query.order_by(table.c.occurred_at, table.c.id)).all():
        for one in json.loads(record.bytes)["body"]["verdict"]["exigencias"]:
            if one["id"] == exigencia.id and not is_annulled(writer, record.id):
                told = {name: one[name] for name in ("item", "cite", "label", "deadline")}
                return {**told, "since": record.day, "record": record.id}
    return None


def _anulacao(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> list[str]:
    target = record["body"]["annuls"]
    key = {"tenant": writer.ibge, "target": target, "record": record["id"]}
    feed.upsert(writer, schema.annulments, key)
    records, seals = schema.records, schema_seals.seals
    row = writer.conn.execute(
        select(records).where(
            records.c.tenant == writer.ibge, records.c.id == target
        )
    ).one_or_none()
    own, of_vistoria = (
        select(seals.c.serial).where(seals.c.tenant == writer.ibge, column == target)
        for column in (seals.c.record, seals.c.vistoria)
    )  # apart, for each has an index
    for serial in writer.conn.execute(own.union(of_vistoria)).scalars().all():
        settle_seal(writer, serial)
    if row is None:
        return ["annul.target_missing"]
    writer.conn.execute(
        update(records)
        .where(records.c.tenant == writer.ibge, records.c.id == record["id"])
        .values(vehicle=row.vehicle, plate=row.plate, plate_key=row.plate_key)
    )
    if row.kind == "vistoria":
        _settle_after_vistoria(writer, target, row.vehicle)
    projections_roadside.after_annulment(writer, target, row.kind, values)
    differs = late_targets.differs(record["body"], json.loads(row.bytes))
    return [late_targets.DIFFERS] if differs else []


def _settle_after_vistoria(writer: TenantWriter, vistoria: str, vehicle: str) -> None:
    exigencias, closings = schema_registry.exigencias, schema_registry.exigencia_closings
    opened = select(exigencias.c.id).where(
        exigencias.c.tenant == writer.ibge, exigencias.c.record == vistoria
    )
    closed = select(closings.c.exigencia).where(
        closings.c.tenant == writer.ibge, closings.c.record == vistoria
    )
    for exigencia in writer.conn.execute(opened.union(closed)).scalars().all():
        settle_exigencia(writer, exigencia)
    settle_vehicle(writer, vehicle)


def _numero(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> list[str]:
    body = record["body"]
    feed.upsert(
        writer,
        schema.spoiled_numbers,
        {
            "tenant": writer.ibge,
            "series": body["series"],
            "number": body["number"],
            "record": record["id"],
        },
    )
    return []


_APPLY: dict[str, Callable[[TenantWriter, dict, dict, list[str]], list[str]]] = {
    "vistoria": _vistoria,
    "selo": projections_seals.selo,
    "revogacao": projections_seals.revogacao,
    "anulacao": _anulacao,
    "numero": _numero,
    "leitura": clone_watch.leitura,
    **projections_roadside.APPLY,
}
