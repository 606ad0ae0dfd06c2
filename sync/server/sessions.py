"""Sessions of devices: a challenge that the device signs, then a bearer token for half a day.

The challenge needs no storage: it is its own time and random part under the server's HMAC, good
for five minutes, and once (the session keeps it in a unique column).
"""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime, timedelta

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from sync.records import trust
from sync.records.ids import is_uuid
from sync.records.verify import verify_ed25519
from sync.server import statements
from sync.server.context import Server, moment
from sync.server.db import schema
from sync.server.encoding import binary_field, text_field
from sync.server.problems import Problem

CHALLENGE_LIFETIME_S = 300
SESSION_LIFETIME = timedelta(hours=12)


def challenge(server: Server) -> dict:
    now = server.now()
    start = f"{int(now.timestamp())}.{secrets.token_urlsafe(18)}"
    return {"nonce": f"{start}.{server.mac('nonce', start)[:43]}", "server_time": moment(now)}


def _check_nonce(server: Server, nonce: str) -> None:
    start, _, mac = nonce.rpartition(".")
    seconds = start.partition(".")[0]
    good = hmac.compare_digest(mac.encode(), server.mac("nonce", start)[:43].encode())
    if good and seconds.isdigit():
        age_s = server.now().timestamp() - int(seconds)
        if -1 <= age_s <= CHALLENGE_LIFETIME_S:
            return
    raise Problem("session.nonce", field="nonce")


def open_session(server: Server, body: dict) -> dict:
    nonce = text_field(body, "nonce", 120)
    device_id = text_field(body, "device", 36)
    signature = binary_field(body, "signature", 64)
    _check_nonce(server, nonce)
    table = schema.devices
    with server.db.read() as conn:
        device = conn.execute(select(table).where(table.c.id == device_id)).one_or_none()
    if not is_uuid(device_id):
        raise Problem("session.device_unknown", field="device", value=device_id)
    message = trust.session_signing_input(nonce, device_id)
    if device is None and body.get("certificate") is not None:
        name = text_field(body, "device_name", 120, "")
        device = statements.readmit(
            server, device_id, body["certificate"], message, signature, name
        )
    if device is None:
        raise Problem("session.device_unknown", field="device", value=device_id)
    if not verify_ed25519(device.public_key, signature, message):
        raise Problem("session.refused", field="signature")
    token, now = secrets.token_urlsafe(32), server.now()
    try:
        with server.db.write() as conn:
            _forget_expired(conn, moment(now))
            conn.execute(
                insert(schema.sessions).values(
                    token_hash=server.mac("session", token),
                    tenant=device.tenant,
                    device=device.id,
                    nonce=nonce,
                    created_at=moment(now),
                    expires_at=moment(now + SESSION_LIFETIME),
                )
            )
            seen = update(table).where(table.c.id == device.id).values(last_seen_at=moment(now))
            conn.execute(seen)
    except IntegrityError:
        raise Problem("session.nonce", field="nonce") from None
    return {
        "token": token,
        "expires_at": moment(now + SESSION_LIFETIME),
        "device_status": device.status,
        "server_time": moment(now),
    }


def _forget_expired(conn, now: str) -> None:
    # A nonce must stay known while its challenge is good; sessions outlive challenges by far.
    conn.execute(delete(schema.sessions).where(schema.sessions.c.expires_at < now))


def device_of(server: Server, authorization: str | None) -> Row:
    """The device behind `Authorization: Bearer …`; `session.missing` or `session.expired`."""
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not token or len(token) > 100:
        raise Problem("session.missing")
    sessions, devices = schema.sessions, schema.devices
    with server.db.read() as conn:
        row = conn.execute(
            select(devices, sessions.c.expires_at.label("session_expires_at"))
            .join(sessions, sessions.c.device == devices.c.id)
            .where(sessions.c.token_hash == server.mac("session", token))
        ).one_or_none()
    if row is None or datetime.fromisoformat(row.session_expires_at) <= server.now():
        raise Problem("session.expired")
    return row
