"""One-time codes, and the enrolment of a device by one of them.

A code is `XXXX-XXXX`. Only its HMAC is kept. It is good once: the device that used it may ask
again with the same key and gets the same answer (a lost reply is not a lost code).
"""

from __future__ import annotations

import json
import secrets
import uuid
from datetime import datetime, timedelta

from sqlalchemy import Connection, Row, insert, select, update

from sync.records import trust
from sync.records.seal import key_id
from sync.records.verify import verify_ed25519
from sync.server import blocked_keys, blocks, keys, seal_lists, tenants, throttle
from sync.server.context import Server, moment
from sync.server.db import schema
from sync.server.encoding import b64url, binary_field, text_field
from sync.server.problems import Problem

CODE_LIFETIME = timedelta(days=7)
CODE_LENGTH = 8
FIRST_BLOCKS = {"selo": "enrolment", "auto": "enrolment auto"}


def new_code(
    server: Server, ibge: int, note: str = "", lifetime: timedelta = CODE_LIFETIME
) -> str:
    """A fresh code, readable only now."""
    letters = "".join(secrets.choice(trust.CODE_ALPHABET) for _ in range(CODE_LENGTH))
    code = trust.normalise_code(letters)
    keep_code(server, ibge, code, note, lifetime)
    return code


def keep_code(
    server: Server, ibge: int, code: str, note: str = "", lifetime: timedelta = CODE_LIFETIME
) -> None:
    now = server.now()
    with server.db.write() as conn:
        conn.execute(
            insert(schema.enrolment_codes).values(
                code_hash=server.mac("enrol", code),
                tenant=ibge,
                note=note[:120],
                created_at=moment(now),
                expires_at=moment(now + lifetime),
            )
        )


def code_link(server: Server, code: str) -> str:
    """What the enrolment QR carries."""
    return f"{server.config.public_url}/app/?codigo={code}"


def enrol(server: Server, body: dict, client: str) -> dict:
    """The answer of `POST enrol`; problems `enrol.*` and `request.field`."""
    typed = text_field(body, "code", 40)
    public_key = binary_field(body, "public_key", 32)
    proof = binary_field(body, "proof", 64)
    name = text_field(body, "device_name", 120, "") or "Aparelho"
    platform = text_field(body, "platform", 60, "")
    throttle.attempt(server, f"enrol:{client}", "enrol.too_many")
    try:
        code = trust.normalise_code(typed)
    except ValueError:
        raise Problem("enrol.code_unknown", field="code", value=typed) from None
    row = _find_code(server, code)
    if row is None:
        raise Problem("enrol.code_unknown", field="code", value=code)
    if not verify_ed25519(public_key, proof, trust.enrol_signing_input(code, public_key)):
        raise Problem("enrol.proof_invalid", field="proof")
    with server.db.write_tenant(row.tenant) as writer:
        row = _code_row(writer.conn, row.code_hash)
        if row.used_at is None:
            if datetime.fromisoformat(row.expires_at) <= server.now():
                raise Problem("enrol.code_expired", field="code", value=code)
            device = _make_device(server, writer, public_key, name, platform)
            table = schema.enrolment_codes
            writer.conn.execute(
                update(table)
                .where(table.c.code_hash == row.code_hash)
                .values(used_at=server.now_text(), device=device)
            )
        else:
            device = row.device
        found = writer.conn.execute(
            select(schema.devices).where(schema.devices.c.id == device)
        ).one()
        if found.public_key != public_key:
            raise Problem("enrol.code_used", field="code", value=code)
        answer = _answer(server, writer.conn, found)
    # Not forgotten altogether: whoever owns one good code could guess others in between.
    throttle.taken_back(server, f"enrol:{client}")
    return answer


def _find_code(server: Server, code: str) -> Row | None:
    with server.db.read() as conn:
        return _code_row(conn, server.mac("enrol", code))


def _code_row(conn: Connection, code_hash: str) -> Row | None:
    table = schema.enrolment_codes
    return conn.execute(select(table).where(table.c.code_hash == code_hash)).one_or_none()


def _make_device(server: Server, writer, public_key: bytes, name: str, platform: str) -> str:
    table = schema.devices
    taken = select(table.c.id).where(table.c.public_key == public_key)
    known = writer.conn.execute(taken).first() is not None
    if known or blocked_keys.find(server, writer.ibge, public_key) is not None:
        raise Problem("enrol.key_known", field="public_key")
    device, at = str(uuid.uuid4()), server.now_text()
    certificate = keys.certify(server, writer.ibge, device, public_key, at)
    writer.conn.execute(
        insert(table).values(
            id=device,
            tenant=writer.ibge,
            name=name,
            platform=platform,
            public_key=public_key,
            key_id=key_id(public_key).hex(),
            certificate=json.dumps(certificate),
            status="active",
            enrolled_at=at,
        )
    )
    for series in blocks.SERIES:
        blocks.grant(writer, device, series, FIRST_BLOCKS[series], at)
    seal_lists.mark(writer)
    return device


def _answer(server: Server, conn: Connection, device: Row) -> dict:
    tenant = tenants.get(conn, device.tenant)
    return {
        "device": {"id": device.id, "key_id": device.key_id, "name": device.name},
        "municipality": tenants.municipality(tenant),
        "public_base": server.config.public_url,
        "root_public_key": b64url(tenant.root_public_key),
        "certificate": json.loads(device.certificate),
        "blocks": [blocks.as_dict(block) for block in blocks.good_ones(conn, device.id)],
        "server_time": server.now_text(),
    }
