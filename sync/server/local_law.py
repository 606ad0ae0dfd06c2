"""The files that a municipality adds to its law: checked, kept one after the other, and joined to
the packaged law as the rulebook that goes down to the devices."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, insert, select

import checklists
from checklists.local import LocalError, LocalFile, effective
from sync.server import tenants
from sync.server.context import Server
from sync.server.db import schema
from sync.server.db.engine import TenantWriter

log = logging.getLogger("prancheta.lei")
Rulebook = checklists.Rulebook


class LocalRefused(Exception):
    """Files that are right in themselves and cannot be installed now; `str()` says why."""


@dataclass(frozen=True)
class Installed:
    """What an installation did. `new` is False where these very files were already in force."""

    rulebook: Rulebook
    new: bool


def check(tenant: Row, files: Sequence[LocalFile]) -> Rulebook:
    """The law as it would be with these files. LocalError with everything that is wrong."""
    return effective(base_of(tenant), files)


def base_of(tenant: Row) -> Rulebook:
    return checklists.load_rulebook(tenant.rulebook)


def install(server: Server, tenant: Row, files: Sequence[LocalFile], by: str) -> Installed:
    """Checks the files, keeps them and puts the law with them into the feed, at once or not at
    all. LocalError, LocalRefused."""
    rulebook = check(tenant, files)
    local = rulebook.local
    today = server.now().astimezone(ZoneInfo(tenant.timezone)).date()
    if local.effective_from > today:
        raise LocalRefused(
            f"A versão {local.version} vale a partir de {local.effective_from:%d/%m/%Y}: instale "
            "nesse dia ou depois. Um valor que muda numa data já pode entrar, com o seu since."
        )
    digest = _digest(files)
    with server.db.write_tenant(tenant.ibge) as writer:
        new = _keep(writer, server.now_text(), local.version, digest, files, by)
        _put(writer, server, rulebook)
    return Installed(rulebook, new)


def _keep(
    writer: TenantWriter, at: str, version: str, digest: str, files: Sequence[LocalFile], by: str
) -> bool:
    kept = history(writer.conn, writer.ibge)
    same = next((row for row in kept if row.version == version), None)
    if same is not None and same.sha256 != digest:
        raise LocalRefused(
            f"A versão {version} já foi instalada com outro conteúdo, por {same.installed_by}. "
            "Escreva outra version no arquivo."
        )
    if same is not None and same.number != kept[0].number:
        raise LocalRefused(
            f"A versão {version} já foi instalada e depois trocada pela {kept[0].version}. Para "
            "voltar a ela, escreva outra version no arquivo."
        )
    if same is not None:
        return False
    writer.conn.execute(
        insert(schema.local_laws).values(
            tenant=writer.ibge,
            number=kept[0].number + 1 if kept else 1,
            version=version,
            sha256=digest,
            files=json.dumps(
                [{"name": one.name, "text": one.data.decode()} for one in files],
                ensure_ascii=False,
            ),
            installed_at=at,
            installed_by=by[:120],
        )
    )
    return True


def _put(writer: TenantWriter, server: Server, rulebook: Rulebook) -> bool:
    return tenants.put_rulebook(
        writer, server.now_text(), rulebook.id, rulebook.version, rulebook.raw
    )


def history(conn: Connection, ibge: int) -> list[Row]:
    """What was installed, the newest (which applies) first."""
    table = schema.local_laws
    query = select(table).where(table.c.tenant == ibge).order_by(table.c.number.desc())
    return list(conn.execute(query))


def files_of(row: Row) -> list[LocalFile]:
    return [LocalFile(one["name"], one["text"].encode()) for one in json.loads(row.files)]


def in_force(conn: Connection, tenant: Row) -> Rulebook:
    """The law with the municipality's newest file. Where a newer packaged law no longer takes that
    file, what the devices have stays: `publish` leaves it in the feed."""
    kept = history(conn, tenant.ibge)
    if not kept:
        return base_of(tenant)
    try:
        return effective(base_of(tenant), files_of(kept[0]))
    except LocalError:
        table = schema.rulebooks
        query = select(table.c.text).where(
            table.c.tenant == tenant.ibge, table.c.id == tenant.rulebook
        )
        text = conn.execute(query.order_by(table.c.published_at.desc()).limit(1)).scalar_one()
        return checklists.load_rulebook_bytes(text.encode())


def publish(server: Server, tenant: Row) -> Rulebook:
    """Puts the packaged law, with the municipality's newest file, into the feed: to be done when
    the packaged one may have changed."""
    with server.db.write_tenant(tenant.ibge) as writer:
        rulebook = in_force(writer.conn, tenant)
        if rulebook.local is not None and not rulebook.version.startswith(
            f"{base_of(tenant).version}+"
        ):
            log.error(
                "%s: o arquivo do município não serve para a lei %s; segue a versão %s",
                tenant.name, base_of(tenant).version, rulebook.version,
            )  # fmt: skip
        _put(writer, server, rulebook)
    return rulebook


def publish_all(server: Server) -> None:
    """`publish` for every municipality: the packaged laws came with this very program."""
    with server.db.read() as conn:
        towns = tenants.all_tenants(conn)
    for tenant in towns:
        publish(server, tenant)


def _digest(files: Sequence[LocalFile]) -> str:
    parts = sorted((one.name, hashlib.sha256(one.data).hexdigest()) for one in files)
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
