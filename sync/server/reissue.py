"""Seals to be issued again: their device was blocked before their record had come."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection, Row, select

from sync.server.db import schema_seals


def to_reissue(conn: Connection, ibge: int, today: date, device: str | None = None) -> list[Row]:
    """Rows (serial, plate, inspected_on, valid_until, vistoria, device) of seals that are not past
    their day, whose vehicle has got no other since, and that no agent cancelled. They turned
    vermelho when the device was blocked; whether they are honest is for the office to say, by the
    vistoria."""
    seal, newer, gone = schema_seals.seals, schema_seals.seals.alias(), schema_seals.revocations
    has_newer = (
        select(newer.c.serial)
        .where(
            newer.c.tenant == ibge, newer.c.vehicle == seal.c.vehicle,
            newer.c.status == "valido", newer.c.inspected_on >= seal.c.inspected_on,
            newer.c.serial != seal.c.serial,
        )
        .exists()
    )  # fmt: skip
    cancelled = select(gone.c.record).where(gone.c.tenant == ibge, gone.c.serial == seal.c.serial)
    query = select(
        seal.c.serial, seal.c.plate, seal.c.inspected_on, seal.c.valid_until, seal.c.vistoria,
        seal.c.device,
    ).where(
        seal.c.tenant == ibge, schema_seals.NOT_VALID, seal.c.status == "revogado",
        seal.c.valid_until >= today.isoformat(), ~has_newer, ~cancelled.exists(),
    )  # fmt: skip
    if device is not None:
        query = query.where(seal.c.device == device)
    return list(conn.execute(query.order_by(seal.c.serial)))
