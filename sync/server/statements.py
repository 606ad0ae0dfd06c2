"""What a device says of its own numbers, and how it comes back, after the server lost the memory.

A server that was put back to an older copy may have granted blocks, and certified devices, that it
no longer knows. The devices know: each push states every block that it was given and how far it
has used them, and a device whose certificate carries the municipality's signature is taken in
again as the one it was. So no number that somebody holds is granted a second time; where that has
already happened, both blocks are void, and the numbers used twice show in the back office.
"""

from __future__ import annotations

import json

from sqlalchemy import Connection, Row, func, insert, select, update

from sync.records import trust
from sync.records.bodies import NUMBERED, SERIAL
from sync.records.canonical import canonical
from sync.records.errors import RecordError
from sync.records.seal import key_id, serial_text
from sync.records.shapes import UUID, Field, ListOf, ObjectOf, check
from sync.records.verify import verify_ed25519
from sync.server import blocked_keys, evidence, seal_lists, tenants
from sync.server.context import Server
from sync.server.db import schema, schema_autos, schema_seals
from sync.server.db.engine import TenantWriter
from sync.server.problems import Problem

AHEAD_MAX = 100_000
"""So many numbers beyond its own a server believes: else one device could use all of them up."""

COUNTERS = {"selo": schema.tenants.c.next_selo, "auto": schema.tenants.c.next_auto}
"""series → the municipality's next number of it that nobody was granted"""
NUMBERS = {"selo": schema_seals.seals.c.serial, "auto": schema_autos.autos.c.number}
"""series → where the numbers stand that were issued"""

STATED_MAX = 400
STATED = ListOf(
    ObjectOf({
        "id": UUID,
        "series": Field("str", one_of=tuple(NUMBERED)),
        "first": SERIAL,
        "last": SERIAL,
        "next": Field("int", least=1, most=2**40),
    }),
    max_items=STATED_MAX,
)  # fmt: skip


def check_stated(stated: object) -> list[dict]:
    """The blocks of a push's first line; `push.head_invalid` names the field at fault."""
    try:
        check(stated, STATED, "blocks")
    except RecordError as error:
        raise Problem("push.head_invalid", field=error.field, value=error.value) from None
    for block in stated:
        if not block["first"] <= block["next"] <= block["last"] + 1:
            raise Problem("push.head_invalid", field="blocks.next", value=block["next"])
    return stated


def heed(server: Server, writer: TenantWriter, device: Row, stated: list[dict]) -> list[str]:
    """Takes the device's blocks for granted; ids of those of which it may use no more numbers."""
    for block in stated:
        _heed_one(server, writer, device, block)
    table = schema.blocks
    void = select(table.c.id).where(table.c.device == device.id, table.c.void)
    return sorted(writer.conn.execute(void).scalars())


def _heed_one(server: Server, writer: TenantWriter, device: Row, block: dict) -> None:
    table = schema.blocks
    known = writer.conn.execute(select(table).where(table.c.id == block["id"])).one_or_none()
    if known is not None:
        if (known.device, known.first, known.last) != (device.id, block["first"], block["last"]):
            _note(server, writer, device, "blocks.differ", block)
        return
    if not pass_over(writer, block["last"], block["series"]):
        _note(server, writer, device, "blocks.too_far", block)
        return
    twins = (
        table.c.tenant == writer.ibge,
        table.c.series == block["series"],
        table.c.first <= block["last"],
        table.c.last >= block["first"],
    )
    doubled = writer.conn.execute(update(table).where(*twins).values(void=True)).rowcount > 0
    writer.conn.execute(
        insert(table).values(
            id=block["id"],
            tenant=writer.ibge,
            device=device.id,
            series=block["series"],
            first=block["first"],
            last=block["last"],
            request_id=f"declarado {block['id']}",
            granted_at=server.now_text(),
            void=doubled,
        )
    )
    _note(server, writer, device, "blocks.doubled" if doubled else "blocks.stated", block)


def _note(server: Server, writer: TenantWriter, device: Row, why: str, block: dict) -> None:
    numbers = f"de {block['series']} {serial_text(block['first'])} a {serial_text(block['last'])}"
    message = WHAT_IT_MEANS[why].format(numbers=numbers, next=serial_text(block["next"]))
    data = canonical({name: block[name] for name in ("id", "series", "first", "last")})
    evidence.keep(writer, device, why, message, "", data, None, server.now_text())


WHAT_IT_MEANS = {
    "blocks.stated": (
        "O aparelho já tinha os números {numbers} (próximo: {next}), que este servidor não "
        "lembrava. Ficam com ele; o servidor parece ter voltado de uma cópia antiga."
    ),
    "blocks.doubled": (
        "Os números {numbers} (próximo deste aparelho: {next}) estão também com outro aparelho. "
        "Nenhum dos dois usa mais nenhum deles; confira o que já saiu com estes números."
    ),
    "blocks.differ": "O aparelho declara números {numbers} que não são os que o servidor entregou.",
    "blocks.too_far": (
        "O aparelho declara os números {numbers}, longe demais dos que este município já entregou. "
        "Não foram aceitos."
    ),
}


def pass_over(writer: TenantWriter, number: int, series: str = "selo") -> bool:
    """No number up to `number` is granted from now on; False where that is not to be believed."""
    table, counter = schema.tenants, COUNTERS[series]
    mine = table.c.ibge == writer.ibge
    upcoming = writer.conn.execute(select(counter).where(mine)).scalar_one()
    if number >= upcoming + AHEAD_MAX:
        return False
    if number >= upcoming:
        writer.conn.execute(update(table).where(mine).values({counter.name: number + 1}))
    return True


def first_free(conn: Connection, ibge: int, series: str) -> int:
    """The number after every one that was granted or issued.

    A number that is not to be believed (see `pass_over`) does not count: one auto with such a
    number would else use up all that are left.
    """
    granted, number = schema.blocks, NUMBERS[series]
    last = select(func.max(granted.c.last)).where(
        granted.c.tenant == ibge, granted.c.series == series
    )
    mine = schema.tenants.c.ibge == ibge
    upcoming = conn.execute(select(COUNTERS[series]).where(mine)).scalar_one()
    issued = select(func.max(number)).where(
        number.table.c.tenant == ibge, number < upcoming + AHEAD_MAX
    )
    return max(
        upcoming,
        (conn.execute(last).scalar() or 0) + 1,
        (conn.execute(issued).scalar() or 0) + 1,
    )


# A device that is not known here any more


def readmit(
    server: Server, device_id: str, certificate: object, message: bytes, signature: bytes, name: str
) -> Row | None:
    """The device of a certificate that this server's municipality signed, taken in again as it
    was; None where the certificate proves nothing here.

    Devices are never deleted: one that has a certificate and is unknown was enrolled after the
    copy was made. It may have been blocked since then, too: the back office says to look.
    """
    try:
        trust.check_certificate(certificate)
        public_key = trust.certificate_public_key(certificate)
        with server.db.read() as conn:
            tenant = tenants.get(conn, certificate["municipality"])
        good = (
            tenant is not None
            and certificate["device"] == device_id
            and trust.verify_certificate(certificate, tenant.root_public_key)
        )
    except RecordError:
        return None
    if not good or not verify_ed25519(public_key, signature, message):
        return None
    table = schema.devices
    mine = select(table).where((table.c.id == device_id) | (table.c.public_key == public_key))
    with server.db.write_tenant(tenant.ibge) as writer:
        found = writer.conn.execute(mine).one_or_none()
        if found is not None:  # a second request at the same moment; or the key of another device
            return found if found.id == device_id else None
        writer.conn.execute(
            insert(table).values(
                id=device_id,
                tenant=tenant.ibge,
                name=name or "Aparelho",
                platform="",
                public_key=public_key,
                key_id=key_id(public_key).hex(),
                certificate=json.dumps(certificate),
                status="active",
                enrolled_at=server.now_text(),
            )
        )
        device = writer.conn.execute(mine).one()
        seal_lists.mark(writer)
        evidence.keep(
            writer, device, "device.readmitted", "", "", canonical(certificate), None,
            server.now_text(),
        )  # fmt: skip
        blocked = blocked_keys.find(server, tenant.ibge, public_key)
        if blocked is not None:
            blocked_keys.heed_one(server, writer, device, blocked)
            device = writer.conn.execute(mine).one()
    return device
