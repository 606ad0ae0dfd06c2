"""Municipalities and their agents: creating them, and keeping their rulebooks in the feed."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass

from sqlalchemy import Connection, Row, insert, select, update

from checklists.local.sheets import plain
from sync.server import feed, keys, passwords
from sync.server.context import Server
from sync.server.db import schema
from sync.server.db.engine import TenantWriter

ROLES = ("inspetor", "administrador")
NAME_MAX_CHARS = 120
MATRICULA_FORM = re.compile(r"[A-Za-z0-9][A-Za-z0-9./-]{0,31}", re.ASCII)


@dataclass(frozen=True)
class NewTenant:
    ibge: int
    name: str
    uf: str
    timezone: str
    rulebook: str
    ouvidoria_phone: str = ""
    ouvidoria_email: str = ""
    address: str = ""


def get(conn: Connection, ibge: int) -> Row | None:
    return conn.execute(
        select(schema.tenants).where(schema.tenants.c.ibge == ibge)
    ).one_or_none()


def all_tenants(conn: Connection) -> list[Row]:
    return list(conn.execute(select(schema.tenants).order_by(schema.tenants.c.name)))


def find(conn: Connection, text: str) -> Row | None:
    """By IBGE code, by name or by its rulebook's, accents and case aside."""
    if text.isdigit():
        return get(conn, int(text))
    wanted = plain(text)
    rows = all_tenants(conn)
    named = [row for row in rows if wanted in (plain(row.name), plain(row.rulebook))]
    return named[0] if named else None


def create(server: Server, new: NewTenant) -> bool:
    """False where it is already there (nothing is changed then)."""
    root = keys.public_bytes(keys.root_key(server, new.ibge))
    with server.db.write() as conn:
        if get(conn, new.ibge) is not None:
            return False
        conn.execute(
            insert(schema.tenants).values(
                ibge=new.ibge,
                name=new.name,
                uf=new.uf,
                timezone=new.timezone,
                rulebook=new.rulebook,
                ouvidoria_phone=new.ouvidoria_phone,
                ouvidoria_email=new.ouvidoria_email,
                address=new.address,
                root_public_key=root,
                created_at=server.now_text(),
            )
        )
    with server.db.write_tenant(new.ibge) as writer:
        tenant = get(writer.conn, new.ibge)
        feed.put(writer, "municipality", str(new.ibge), municipality(tenant))
    return True


def set_contacts(
    server: Server, ibge: int, phone: str | None = None, email: str | None = None,
    address: str | None = None,
) -> bool:  # fmt: skip
    """The ouvidoria that the public pages name, and where a defence is handed in; None leaves
    what is there. False where nothing changes."""
    given = {"ouvidoria_phone": phone, "ouvidoria_email": email, "address": address}
    values = {name: value for name, value in given.items() if value is not None}
    table = schema.tenants
    with server.db.write_tenant(ibge) as writer:
        before = get(writer.conn, ibge)
        if all(getattr(before, name) == value for name, value in values.items()):
            return False
        writer.conn.execute(update(table).where(table.c.ibge == ibge).values(**values))
        feed.put(writer, "municipality", str(ibge), municipality(get(writer.conn, ibge)))
    return True


def municipality(tenant: Row) -> dict:
    """The `municipality` entity of the feed and of the enrolment answer."""
    return {
        "ibge": tenant.ibge,
        "name": tenant.name,
        "uf": tenant.uf,
        "timezone": tenant.timezone,
        "ouvidoria": {"phone": tenant.ouvidoria_phone, "email": tenant.ouvidoria_email},
        "rulebook": tenant.rulebook,
        "address": tenant.address,
    }


def publish_rulebook(server: Server, ibge: int, id_: str, version: str, text: bytes) -> bool:
    """Puts the rulebook into the feed; False where these very bytes are already there."""
    with server.db.write_tenant(ibge) as writer:
        return put_rulebook(writer, server.now_text(), id_, version, text)


def put_rulebook(writer: TenantWriter, at: str, id_: str, version: str, text: bytes) -> bool:
    """The same within a transaction that is under way."""
    digest = hashlib.sha256(text).hexdigest()
    feed_row = select(schema.changes.c.v).where(
        schema.changes.c.tenant == writer.ibge,
        schema.changes.c.type == "rulebook",
        schema.changes.c.id == id_,
    )
    current = writer.conn.execute(feed_row).scalar()
    if current is not None and json.loads(current)["sha256"] == digest:
        return False
    v = {"id": id_, "version": version, "sha256": digest, "text": text.decode()}
    row = {"tenant": writer.ibge, "published_at": at, **v}
    feed.upsert(writer, schema.rulebooks, row)
    feed.put(writer, "rulebook", id_, v)
    return True


def add_agent(server: Server, ibge: int, matricula: str, name: str, role: str, password: str,
              must_change: bool = False) -> bool:  # fmt: skip
    """False where the matrícula already exists (its password is then left alone)."""
    if role not in ROLES:
        raise ValueError(f"papel {role!r}: use {' ou '.join(ROLES)}")
    if not MATRICULA_FORM.fullmatch(matricula):  # else no record could ever name the agent
        raise ValueError(f"A matrícula {matricula!r} só pode ter letras, números, ponto e traço.")
    if not 1 <= len(name) <= NAME_MAX_CHARS:
        raise ValueError(f"O nome do agente tem de 1 a {NAME_MAX_CHARS} letras.")
    encoded = passwords.hash_password(password)
    with server.db.write_tenant(ibge) as writer:
        table = schema.agents
        found = writer.conn.execute(
            select(table.c.matricula).where(table.c.tenant == ibge, table.c.matricula == matricula)
        ).first()
        if found is not None:
            return False
        writer.conn.execute(
            insert(table).values(
                tenant=ibge,
                matricula=matricula,
                name=name,
                role=role,
                password_hash=encoded,
                must_change=must_change,
                active=True,
                created_at=server.now_text(),
            )
        )
        feed.put_agent(writer, matricula)
    return True


def set_active(server: Server, ibge: int, matricula: str, active: bool) -> bool:
    """Whether the agent may enter, here and, as soon as they hear of it, on the devices. False
    where there is no such agent or nothing changes."""
    table = schema.agents
    mine = (table.c.tenant == ibge, table.c.matricula == matricula, table.c.active != active)
    with server.db.write_tenant(ibge) as writer:
        done = writer.conn.execute(update(table).where(*mine).values(active=active))
        if done.rowcount == 1:
            feed.put_agent(writer, matricula)
    return done.rowcount == 1


def set_password(server: Server, ibge: int, matricula: str, password: str,
                 must_change: bool) -> None:  # fmt: skip
    encoded = passwords.hash_password(password)
    table = schema.agents
    with server.db.write() as conn:
        conn.execute(
            update(table)
            .where(table.c.tenant == ibge, table.c.matricula == matricula)
            .values(password_hash=encoded, must_change=must_change)
        )
