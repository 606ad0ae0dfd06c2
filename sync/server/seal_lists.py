"""The signed lists of a municipality: made anew whenever what they say has changed, and daily.

What changes them only marks them (`mark`); whoever asks for them next (`newest`) gets new ones, so
that nobody is ever handed a list that says less than the server knew. Numbers are at least the
seconds since 2020: a server that was put back to an older copy goes on above its old numbers.
"""

from __future__ import annotations

import json
import logging
from array import array
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, Row, select, update

from sync.records import lists
from sync.server import feed, keys, tenants
from sync.server.context import Server, moment
from sync.server.db import schema, schema_seals
from sync.server.db.engine import TenantWriter

LIFETIME = timedelta(days=7)
RENEWED_AFTER = timedelta(days=1)
NUMBERS_SINCE = datetime(2020, 1, 1, tzinfo=UTC)

log = logging.getLogger("prancheta.listas")


@dataclass(frozen=True)
class Dates:
    """What a list says of itself, and not of the seals."""

    number: int
    issued_at: datetime
    next_update: datetime


def mark(writer: TenantWriter) -> None:
    """Keys or revoked seals have changed in this transaction."""
    table = schema_seals.seal_lists
    writer.conn.execute(update(table).where(table.c.tenant == writer.ibge).values(stale=True))


def newest(server: Server, ibge: int) -> dict[str, Row]:
    """kind → row, published anew first where that is due."""
    with server.db.read() as conn:
        rows = _kept(conn, ibge)
    if not _due(rows, server.now()):
        return rows
    with server.db.write_tenant(ibge) as writer:
        rows = _kept(writer.conn, ibge)
        if _due(rows, server.now()):
            _publish(server, writer, rows)
        return _kept(writer.conn, ibge)


def check_again(server: Server) -> None:
    """At a start the settings may be others: every list is compared with what it would say now."""
    with server.db.write() as conn:
        conn.execute(update(schema_seals.seal_lists).values(stale=True))
        towns = tenants.all_tenants(conn)
    for tenant in towns:
        newest(server, tenant.ibge)


def numbers(server: Server, ibge: int) -> dict[str, int]:
    return {kind: row.number for kind, row in newest(server, ibge).items()}


def one(server: Server, ibge: int, kind: str) -> Row | None:
    with server.db.read() as conn:
        known = tenants.get(conn, ibge) is not None
    return newest(server, ibge).get(kind) if known else None


def verified(server: Server, ibge: int) -> lists.SealLists | None:
    """Both lists as a verifier has them; None where they cannot be published (see the log)."""
    rows = newest(server, ibge)
    with server.db.read() as conn:
        root = tenants.get(conn, ibge).root_public_key
    if set(rows) != set(lists.KINDS):
        return None
    return lists.verify_lists(rows["trust"].bytes, rows["revocation"].bytes, root)


def _kept(conn: Connection, ibge: int) -> dict[str, Row]:
    table = schema_seals.seal_lists
    found = conn.execute(select(table).where(table.c.tenant == ibge))
    return {row.kind: row for row in found}


def _due(rows: dict[str, Row], now: datetime) -> bool:
    return set(rows) != set(lists.KINDS) or any(
        row.stale or _is_old(row, now) for row in rows.values()
    )


def _is_old(row: Row, now: datetime) -> bool:
    """A day old, or from a day that has not come: the clock was wrong then."""
    issued_at = datetime.fromisoformat(row.issued_at)
    return not issued_at - RENEWED_AFTER < now < issued_at + RENEWED_AFTER


def _publish(server: Server, writer: TenantWriter, rows: dict[str, Row]) -> None:
    tenant = tenants.get(writer.conn, writer.ibge)
    root = keys.root_key(server, writer.ibge)
    if keys.public_bytes(root) != tenant.root_public_key:
        log.error(
            "%s: a chave em chaves/%s.pem não é a deste município; as listas de selos ficam como "
            "estão. Ponha de volta a chave certa.", tenant.name, tenant.ibge,
        )  # fmt: skip
        return
    now = server.now().replace(microsecond=0)
    for kind in lists.KINDS:
        old = rows.get(kind)
        if old is not None and not _is_old(old, now):
            same = Dates(
                old.number, datetime.fromisoformat(old.issued_at),
                datetime.fromisoformat(old.next_update),
            )  # fmt: skip
            if _made(server, writer.conn, tenant, kind, same, root) == old.bytes:
                _keep(writer, kind, same, old.bytes)
                continue
        least = int((now - NUMBERS_SINCE).total_seconds())
        dates = Dates(max(old.number + 1 if old else 1, least), now, now + LIFETIME)
        _keep(writer, kind, dates, _made(server, writer.conn, tenant, kind, dates, root))


def _keep(writer: TenantWriter, kind: str, dates: Dates, data: bytes) -> None:
    feed.upsert(
        writer,
        schema_seals.seal_lists,
        {
            "tenant": writer.ibge,
            "kind": kind,
            "number": dates.number,
            "issued_at": moment(dates.issued_at),
            "next_update": moment(dates.next_update),
            "bytes": data,
            "stale": False,
        },
    )


def _made(
    server: Server, conn: Connection, tenant: Row, kind: str, dates: Dates,
    root: Ed25519PrivateKey,
) -> bytes:  # fmt: skip
    if kind == "trust":
        trust = lists.TrustList(
            tenant.ibge, dates.number, dates.issued_at, dates.next_update, tenant.timezone,
            server.config.public_url, _trusted_keys(conn, tenant.ibge),
        )  # fmt: skip
        return lists.trust_bytes(trust, root.sign(lists.trust_signing_input(trust)))
    today = dates.issued_at.astimezone(ZoneInfo(tenant.timezone)).date().isoformat()
    revocation = lists.RevocationList(
        tenant.ibge, dates.number, dates.issued_at, dates.next_update,
        _revoked_serials(conn, tenant.ibge), _revoked_keys(conn, tenant.ibge, today),
    )  # fmt: skip
    signature = root.sign(lists.revocation_signing_input(revocation))
    return lists.revocation_bytes(revocation, signature)


def _devices(conn: Connection, ibge: int) -> list[Row]:
    table = schema.devices
    return list(conn.execute(select(table).where(table.c.tenant == ibge)))


def _revoked_at(device: Row) -> datetime | None:
    if device.status == "active":
        return None
    return datetime.fromisoformat(device.revoked_at or device.enrolled_at)


def _trusted_keys(conn: Connection, ibge: int) -> tuple[lists.TrustedKey, ...]:
    return tuple(
        lists.TrustedKey(
            device.public_key, device.id,
            datetime.fromisoformat(json.loads(device.certificate)["issued_at"]),
            _revoked_at(device),
        )
        for device in _devices(conn, ibge)
    )  # fmt: skip


def _revoked_serials(conn: Connection, ibge: int) -> array[int]:
    table = schema_seals.seals
    query = select(table.c.serial).where(table.c.tenant == ibge, schema_seals.NOT_VALID)
    return array("Q", conn.execute(query.order_by(table.c.serial)).scalars())


def _revoked_keys(conn: Connection, ibge: int, today: str) -> tuple[lists.RevokedKey, ...]:
    """With the seals that had been received by then: those that came later were marked as revoked
    when they came."""
    table, found = schema_seals.seals, []
    for device in _devices(conn, ibge):
        revoked_at = _revoked_at(device)
        if revoked_at is None:
            continue
        kept = conn.execute(
            select(table.c.serial, table.c.payload).where(
                table.c.tenant == ibge, table.c.device == device.id, table.c.status == "valido",
                table.c.payload.is_not(None), table.c.valid_until >= today,
            )
        )  # fmt: skip
        seals = lists.tags_of((row.serial, row.payload) for row in kept)
        found.append(lists.RevokedKey(device.public_key, revoked_at, seals))
    return tuple(found)
