"""Records that came before what they are about: once that has arrived, nothing is said to be
missing any more, and what could not be told then is told now."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy import select, update

from sync.records.bodies import NUMBERED
from sync.server import feed
from sync.server.db import schema, schema_seals
from sync.server.db.engine import TenantWriter

ANNULS, REVOKES, SEALS = "annul.target_missing", "revoke.target_missing", "selo.vistoria_missing"
DIFFERS = "annul.differs"


def differs(annulment: dict, target: dict) -> bool:
    """Whether an annulment (its body) names another kind or number than its target has."""
    kind = target["kind"]
    number = target["body"][NUMBERED[kind]] if kind in NUMBERED else None
    return (annulment["annulled_kind"], annulment["serial"]) != (kind, number)


def arrived(writer: TenantWriter, record: dict, values: dict) -> None:
    """`values`: the row of a record that has just been kept, and projected."""
    table, ibge = schema.annulments, writer.ibge
    query = select(table.c.record).where(table.c.tenant == ibge, table.c.target == record["id"])
    shown = {name: values[name] for name in ("vehicle", "plate", "plate_key")}
    for annulment in writer.conn.execute(query).scalars().all():
        body = json.loads(_bytes_of(writer, annulment))["body"]
        other = (DIFFERS,) if differs(body, record) else ()
        _settle(writer, annulment, ANNULS, other, shown)
    if record["kind"] == "selo":
        _revocations(writer, record["body"]["serial"])
    elif record["kind"] == "vistoria":
        _seals(writer, record)


def _bytes_of(writer: TenantWriter, record: str) -> bytes:
    table = schema.records
    mine = (table.c.tenant == writer.ibge, table.c.id == record)
    return writer.conn.execute(select(table.c.bytes).where(*mine)).scalar_one()


def _revocations(writer: TenantWriter, serial: int) -> None:
    seals, table = schema_seals.seals, schema_seals.revocations
    mine = (seals.c.tenant == writer.ibge, seals.c.serial == serial)
    seal = writer.conn.execute(select(seals).where(*mine)).one()
    good = {row.record for row in writer.conn.execute(feed.revocations_of(writer.ibge, seal))}
    named = select(table.c.record).where(
        table.c.tenant == writer.ibge, table.c.serial == serial
    )
    for revocation in writer.conn.execute(named).scalars().all():
        other = () if revocation in good else ("revoke.other_vehicle",)
        _settle(writer, revocation, REVOKES, other)


def _seals(writer: TenantWriter, vistoria: dict) -> None:
    approved = vistoria["body"]["verdict"]["result"] == "aprovado"
    table = schema_seals.seals
    query = select(table.c.record).where(
        table.c.tenant == writer.ibge, table.c.vistoria == vistoria["id"],
        table.c.imported.is_(False),
    )  # fmt: skip
    for selo in writer.conn.execute(query).scalars().all():
        _settle(writer, selo, SEALS, () if approved else ("selo.vistoria_not_approved",))


def _settle(
    writer: TenantWriter, record: str, code: str, more: Iterable[str], shown: dict | None = None
) -> None:
    """Takes `code` off a record that has it, for what is known now."""
    table = schema.records
    mine = (table.c.tenant == writer.ibge, table.c.id == record)
    flags = json.loads(writer.conn.execute(select(table.c.flags).where(*mine)).scalar() or "[]")
    if code not in flags:
        return
    kept = [one for one in flags if one != code]
    kept += [one for one in more if one not in kept]
    changed = {"flags": json.dumps(kept), **(shown or {})}
    writer.conn.execute(update(table).where(*mine).values(**changed))
