"""What follows from a `selo` and from a `revogacao` for the seals of the registry.

A seal is annulled with its record or its vistoria, else revoked by a `revogacao` that names its
serial and its vehicle, whichever of the two came first. Seals that should not be beside each other
(two of one vistoria, two that replace the same one) all stand and all carry the flag: who is right
is for the office to say.
"""

from __future__ import annotations

import json

from sqlalchemy import Row, insert, select, update

from sync.records.canonical import b64url_bytes
from sync.records.plate import parse_plate
from sync.server import clone_watch, feed, seal_lists
from sync.server.annulled import is_annulled
from sync.server.db import schema, schema_seals
from sync.server.db.engine import TenantWriter

SECOND, TWICE, OTHER = "selo.second", "selo.replaced_twice", "selo.replaces_other"


def selo(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> list[str]:
    body = record["body"]
    sealed = schema_seals.seals
    taken = select(sealed.c.record).where(
        sealed.c.tenant == writer.ibge, sealed.c.serial == body["serial"]
    )
    if (holder := writer.conn.execute(taken).one_or_none()) is None:
        _put_seal(writer, record, values, flags)
        if "device.revoked" in flags:
            seal_lists.mark(writer)
    elif holder.record != record["id"]:
        raise ValueError(f"selo {body['serial']} é de outro registro")
    settle_seal(writer, body["serial"])
    clone_watch.seal_arrived(writer, body["serial"], values["received_at"])
    return _beside_others(writer, record) + _of_its_vistoria(writer, body["vistoria"])


def _of_its_vistoria(writer: TenantWriter, vistoria: str) -> list[str]:
    table = schema.records
    result = writer.conn.execute(
        select(table.c.result).where(table.c.tenant == writer.ibge, table.c.id == vistoria)
    ).scalar()
    if result is None:
        return ["selo.vistoria_missing"]
    return [] if result == "aprovado" else ["selo.vistoria_not_approved"]


def _put_seal(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> None:
    body = record["body"]
    writer.conn.execute(
        insert(schema_seals.seals).values(
            tenant=writer.ibge,
            serial=body["serial"],
            vehicle=body["vehicle"]["id"],
            plate=body["vehicle"]["plate"],
            plate_key=values["plate_key"],
            chassis_tail=body["vehicle"]["chassis_tail"],
            service=body["service"],
            inspected_on=body["inspected_on"],
            valid_until=body["valid_until"],
            # A key that was revoked vouches for nothing that had not arrived by then.
            status="revogado" if "device.revoked" in flags else "valido",
            record=record["id"],
            vistoria=body["vistoria"],
            device=values["device"],
            payload=b64url_bytes(body["payload"]),
            replaces=body.get("replaces"),
            imported=False,
        )
    )


def settle_seal(writer: TenantWriter, serial: int) -> None:
    """Gives the seal the status that all records together give it, and tells the devices."""
    row = _seal(writer, serial)
    status = row.status
    if is_annulled(writer, row.record) or is_annulled(writer, row.vistoria):
        status = "anulado"
    elif revocation_of(writer, row) is not None:
        status = "revogado"
    if status != row.status:
        table = schema_seals.seals
        mine = (table.c.tenant == writer.ibge, table.c.serial == serial)
        writer.conn.execute(update(table).where(*mine).values(status=status))
        seal_lists.mark(writer)
    feed.put_seal(writer, serial)


def revocation_of(writer: TenantWriter, seal: Row) -> Row | None:
    """The first `revogacao` (record, serial, replaced_by, …) of this very seal."""
    return writer.conn.execute(feed.revocations_of(writer.ibge, seal)).first()


def revogacao(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> list[str]:
    body = record["body"]
    feed.upsert(
        writer,
        schema_seals.revocations,
        {
            "tenant": writer.ibge,
            "record": record["id"],
            "serial": body["serial"],
            "plate_key": parse_plate(body["vehicle"]["plate"]).key,
            "chassis_tail": body["vehicle"]["chassis_tail"],
            "replaced_by": body["replaced_by"],
        },
    )
    seal = _seal(writer, body["serial"])
    if seal is None:
        return ["revoke.target_missing"]
    settle_seal(writer, body["serial"])
    good = writer.conn.execute(feed.revocations_of(writer.ibge, seal)).all()
    own = any(one.record == record["id"] for one in good)
    return [] if own else ["revoke.other_vehicle"]


def _beside_others(writer: TenantWriter, record: dict) -> list[str]:
    body, table = record["body"], schema_seals.seals
    others = select(table).where(
        table.c.tenant == writer.ibge, table.c.serial != body["serial"],
        table.c.status != "anulado",
    )  # fmt: skip
    replaces = body.get("replaces")
    if replaces is None:
        code = SECOND
        others = others.where(
            table.c.vistoria == body["vistoria"], table.c.replaces.is_(None),
            table.c.imported.is_(False),
        )  # fmt: skip
    else:
        code = TWICE
        others = others.where(table.c.replaces == replaces)
    rows = writer.conn.execute(others).all()
    for row in rows:
        _flag(writer, row.record, code)
    found = [code] if rows else []
    earlier = _seal(writer, replaces) if replaces is not None else None
    if earlier is not None and not _continues(body, earlier):
        found.append(OTHER)
    return found


def _continues(body: dict, earlier: Row) -> bool:
    """Whether a replacement says what the replaced seal says."""
    names = ("vistoria", "service", "inspected_on", "valid_until")
    same = all(body[name] == getattr(earlier, name) for name in names)
    return same and (body["vehicle"]["chassis_tail"] == earlier.chassis_tail)


def _seal(writer: TenantWriter, serial: int) -> Row | None:
    table = schema_seals.seals
    query = select(table).where(table.c.tenant == writer.ibge, table.c.serial == serial)
    return writer.conn.execute(query).one_or_none()


def _flag(writer: TenantWriter, record: str, code: str) -> None:
    table = schema.records
    mine = (table.c.tenant == writer.ibge, table.c.id == record)
    flags = json.loads(writer.conn.execute(select(table.c.flags).where(*mine)).scalar_one())
    if code not in flags:
        values = {"flags": json.dumps([*flags, code])}
        writer.conn.execute(update(table).where(*mine).values(**values))
