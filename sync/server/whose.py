"""Against whom an auto counts: one person, known to the registry or only by a document.

A document's key is its HMAC under the server's secret, another one in each municipality: it tells
whether two documents are the same and nothing else. The document itself stays where it is, in the
registry or in the auto's attachment.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, or_, select, update

from sync.records import documents
from sync.server import attachments
from sync.server.context import Server
from sync.server.db import schema, schema_registry
from sync.server.db.engine import TenantWriter
from sync.server.db.schema_autos import autos

Values = dict[str, Any]
WHO, ROLE = "autuado", "pessoas"
PEOPLE_BYTES_MAX = 64 * 1024


def key_of(server: Server, ibge: int, document: str) -> str:
    """"" for what is no CPF or CNPJ with good check digits: such a one says who nobody is."""
    found = documents.check_person(document)
    return server.mac(f"documento {ibge}", found.value) if found.good and found.value else ""


def document_in(data: bytes) -> str:
    """The autuado's document in an attachment of persons; "" where it has none that can be read."""
    if len(data) > PEOPLE_BYTES_MAX:
        return ""
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return ""
    person = told.get(WHO) if isinstance(told, dict) else None
    document = person.get("document") if isinstance(person, dict) else None
    return document if isinstance(document, str) else ""


def of_row(conn: Connection, row: Row) -> str | None:
    """Whom an auto counts against, in a word that all of the person's autos share: the key of the
    document, else the registry's id. None: nobody can tell. Who is signed in the record goes
    before what stands in its attachment."""
    if row.autuado is None:
        return row.document_key or None
    table = schema_registry.persons
    mine = (table.c.tenant == row.tenant, table.c.id == row.autuado)
    return conn.execute(select(table.c.document_key).where(*mine)).scalar() or row.autuado


def registered(conn: Connection, row: Row) -> str | None:
    """The registry's id of the autuado, also where the auto only has the document."""
    if row.autuado is not None or not row.document_key:
        return row.autuado
    table = schema_registry.persons
    same = (table.c.tenant == row.tenant, table.c.document_key == row.document_key)
    return conn.execute(select(func.min(table.c.id)).where(*same)).scalar()


def keyed(server: Server, ibge: int, persons: Iterable[Values]) -> list[Values]:
    """The rows of persons with the keys of their documents."""
    return [{**one, "document_key": key_of(server, ibge, one["document"])} for one in persons]


def read(server: Server, writer: TenantWriter, record: str) -> bool:
    """Keeps the key of the autuado's document where the attachment has arrived; whether an auto
    has another one now."""
    uses, files = schema.record_attachments, schema.attachments
    here = select(files.c.digest).join(
        uses, (uses.c.tenant == files.c.tenant) & (uses.c.digest == files.c.digest)
    ).where(
        uses.c.tenant == writer.ibge, uses.c.record == record, uses.c.role == ROLE,
        files.c.completed_at.is_not(None),
    )  # fmt: skip
    digests = writer.conn.execute(here.order_by(uses.c.position)).scalars().all()
    if not digests:
        return False
    told = [_document_of(server, writer.ibge, digest) for digest in digests]
    keys = [key for key in (key_of(server, writer.ibge, one) for one in told) if key]
    key = keys[0] if keys else ""
    mine = (autos.c.tenant == writer.ibge, autos.c.id == record)
    other = autos.c.document_key.is_distinct_from(key)
    return bool(
        writer.conn.execute(update(autos).where(*mine, other).values(document_key=key)).rowcount
    )


def _document_of(server: Server, ibge: int, digest: str) -> str:
    path = attachments.path_of(server, ibge, digest)
    if not path.exists() or path.stat().st_size > PEOPLE_BYTES_MAX:
        return ""
    return document_in(path.read_bytes())


def of_attachment(conn: Connection, ibge: int, digest: str) -> Sequence[str]:
    """The autos that name their persons in this attachment."""
    uses = schema.record_attachments
    query = (
        select(uses.c.record)
        .join(autos, (autos.c.tenant == uses.c.tenant) & (autos.c.id == uses.c.record))
        .where(uses.c.tenant == ibge, uses.c.digest == digest, uses.c.role == ROLE)
    )
    return conn.execute(query.order_by(uses.c.record)).scalars().all()


def of_persons(writer: TenantWriter, persons: Iterable[Values]) -> list[str]:
    """The autos that these rows, about to be written, may have to do with: those that name the
    person, and those of a document that is, or was, the person's."""
    table, now = schema_registry.persons, {one["id"]: one["document_key"] for one in persons}
    query = select(table.c.id, table.c.document_key).where(table.c.tenant == writer.ibge)
    before = {id_: key for id_, key in writer.conn.execute(query) if id_ in now}
    changed = {id_ for id_, key in now.items() if before.get(id_) != key}
    keys = {of[id_] for of in (before, now) for id_ in changed if of.get(id_)}
    named = select(autos.c.id, autos.c.autuado, autos.c.document_key).where(
        autos.c.tenant == writer.ibge
    )
    return [
        id_ for id_, autuado, key in writer.conn.execute(named.order_by(autos.c.id))
        if autuado in changed or key in keys
    ]  # fmt: skip


def not_looked_at(server: Server, writer: TenantWriter) -> list[str]:
    """Gives keys to whoever came without, and returns the autos to settle for it: what was written
    before there were keys, by a server that died in the middle, or could not be settled then."""
    table = schema_registry.persons
    bare = select(table).where(table.c.tenant == writer.ibge, table.c.document_key.is_(None))
    rows = keyed(server, writer.ibge, (row._asdict() for row in writer.conn.execute(bare)))
    touched = set(of_persons(writer, rows)) if rows else set()
    for one in rows:
        mine = (table.c.tenant == writer.ibge, table.c.id == one["id"])
        key = one["document_key"]
        writer.conn.execute(update(table).where(*mine).values(document_key=key))
    uses, files = schema.record_attachments, schema.attachments
    waiting = (
        select(autos.c.id)
        .join(uses, (uses.c.tenant == autos.c.tenant) & (uses.c.record == autos.c.id))
        .join(files, (files.c.tenant == uses.c.tenant) & (files.c.digest == uses.c.digest))
        .where(
            autos.c.tenant == writer.ibge, autos.c.document_key.is_(None),
            uses.c.role == ROLE, files.c.completed_at.is_not(None),
        )
    )  # fmt: skip
    ids = writer.conn.execute(waiting.distinct()).scalars().all()
    touched |= {id_ for id_ in ids if read(server, writer, id_)}
    named = or_(autos.c.autuado.is_not(None), autos.c.document_key != "")
    unsettled = select(autos.c.id).where(
        autos.c.tenant == writer.ibge, autos.c.who.is_(None), named
    )
    return sorted(touched.union(writer.conn.execute(unsettled).scalars()))
