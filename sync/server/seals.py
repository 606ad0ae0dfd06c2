"""What can be said of a selo, by its 220 digits or by its short code: first the signature, then
what is on record."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, select

from sync.records.categories import CATEGORY_LABELS
from sync.records.errors import SealError
from sync.records.seal import SealPayload, packed_from_digits, serial_text, unpack
from sync.records.short_code import ShortCode
from sync.records.verify import verify_ed25519
from sync.server import blocks, feed, tenants, unrecognised
from sync.server.context import Server
from sync.server.db import schema, schema_seals

log = logging.getLogger("prancheta.selo")


@dataclass(frozen=True)
class SealView:
    """`status`: "valido", "futuro", "vencido", "cancelado" or "desconhecido"; `why` is a sentence.

    `payload` only where the signature is good: what a forged code claims is not shown. `reason`: a
    word for what was not recognised (see unrecognised.py); `device`: whose key signed it.
    """

    status: str
    why: str
    payload: SealPayload | None = None
    town: Row | None = None
    record_received: bool = False
    reason: str = ""
    device: Row | None = None

    @property
    def category(self) -> str:
        return CATEGORY_LABELS[self.payload.category] if self.payload else ""

    @property
    def serial(self) -> str:
        return serial_text(self.payload.serial) if self.payload else ""


def look_up(server: Server, digits: str) -> SealView:
    try:
        packed = packed_from_digits(digits)
    except SealError as error:
        return _unreadable(error, digits)
    return look_up_packed(server, packed, digits)


def look_up_packed(server: Server, packed: bytes, digits: str) -> SealView:
    """`packed`: the 91 bytes, wherever they came from."""
    try:
        payload, signature, signed = unpack(packed)
    except SealError as error:
        return _unreadable(error, digits)
    with server.db.read() as conn:
        town = tenants.get(conn, payload.ibge)
        if town is None:
            return _unknown("other_town", WHY_OTHER_TOWN, digits)
        device = signer(conn, payload, signature, signed)
        if device is None:
            return _unknown("bad_signature", WHY_BAD_SIGNATURE, digits, town)
        row = of_serial(conn, payload.ibge, payload.serial)
        granted = blocks.is_holder(conn, device.id, payload.serial)
        revoked = conn.execute(feed.revocations_of(payload.ibge, row)).first() if row else None
    today = server.now().astimezone(ZoneInfo(town.timezone)).date()
    if row is not None:
        if row.payload is None or row.payload != packed:
            return _unknown("other_seal", WHY_OTHER_SEAL, digits, town)
        if row.status == "revogado" and revoked is not None and revoked.replaced_by is not None:
            why = WHY_REPLACED.format(serial_text(revoked.replaced_by))
            return SealView("cancelado", why, payload, town, True, device=device)
        return _of_record(row, payload, town, today, device)
    if not granted:
        return _unknown("not_granted", WHY_NOT_GRANTED, digits, town)
    if device.status != "active":
        return SealView("cancelado", WHY_REVOKED_DEVICE, payload, town, device=device)
    return _by_day(payload, town, today, WHY_NOT_RECEIVED, device, received=False)


def look_up_short(server: Server, code: ShortCode) -> SealView:
    """The seal on record, of any town, whose 91 bytes give this code: the five letters tell two
    towns' seals of one number apart."""
    table = schema_seals.seals
    with server.db.read() as conn:
        towns = tenants.all_tenants(conn)
        query = select(table.c.tenant, table.c.payload).where(
            table.c.tenant.in_([town.ibge for town in towns]), table.c.serial == code.serial,
            table.c.payload.is_not(None),
        )  # fmt: skip
        rows = conn.execute(query).all()
    found = [row.payload for row in rows if code.matches(row.payload)]
    if len(found) == 1:
        return look_up_packed(server, found[0], "")
    named = [town for town in towns if len(rows) == 1 and town.ibge == rows[0].tenant]
    return _unknown("short_code", WHY_SHORT_CODE, "", named[0] if named else None)


def of_serial(conn: Connection, ibge: int, serial: int) -> Row | None:
    table = schema_seals.seals
    mine = (table.c.tenant == ibge, table.c.serial == serial)
    return conn.execute(select(table).where(*mine)).one_or_none()


WHY_RECEIVED = "A vistoria está registrada e a assinatura do selo confere."
WHY_NOT_RECEIVED = (
    "A assinatura do selo confere. O registro da vistoria ainda não chegou do aparelho do "
    "inspetor: isso é normal por algumas horas quando não há sinal."
)
WHY_FUTURE = (
    "O selo traz uma data de vistoria que ainda não chegou: o relógio do aparelho que o emitiu "
    "podia estar errado. Avise a ouvidoria."
)
WHY_ANNULLED = "Este selo foi anulado pela secretaria. O veículo precisa de outro selo."
WHY_REVOKED = "Este selo foi cancelado pela secretaria. O veículo precisa de outro selo."
WHY_REPLACED = (
    "Este selo foi cancelado e outro foi emitido no lugar dele: o de número {}. Peça para ver o "
    "selo novo."
)
WHY_REVOKED_DEVICE = (
    "O aparelho que emitiu este selo foi bloqueado antes de entregar a vistoria. O veículo precisa "
    "de outro selo."
)
WHY_OTHER_TOWN = (
    "Este selo é de um município que não usa este endereço. Confira se o endereço que abriu é o da "
    "prefeitura do lugar."
)
WHY_BAD_SIGNATURE = (
    "O código tem a forma de um selo, mas a assinatura não confere. Ele pode ter sido lido errado "
    "ou não ter sido feito pela prefeitura."
)
WHY_OTHER_SEAL = "O número deste selo pertence a outro selo já registrado."
WHY_SHORT_CODE = (
    "Nenhum selo registrado tem este código. Confira letra por letra; se o selo é de hoje, o "
    "registro pode ainda não ter chegado do aparelho do inspetor."
)
WHY_NOT_GRANTED = "O número deste selo não foi entregue ao aparelho que o assinou."
_WHY_UNREADABLE = {
    "malformed": "O código está incompleto ou foi alterado. Tente ler o QR de novo, bem de perto.",
    "not_ours": "Este endereço não é de um selo de vistoria.",
    "unknown_version": "O selo foi feito por uma versão mais nova, que esta página ainda não lê.",
}


def _expired(day: date) -> str:
    return f"A vistoria valia até {day:%d/%m/%Y}. O veículo precisa passar por outra."


def _of_record(
    row: Row, payload: SealPayload, town: Row, today: date, device: Row
) -> SealView:
    if row.status != "valido":
        why = WHY_ANNULLED if row.status == "anulado" else WHY_REVOKED
        return SealView("cancelado", why, payload, town, True, device=device)
    return _by_day(payload, town, today, WHY_RECEIVED, device, received=True)


def _by_day(
    payload: SealPayload, town: Row, today: date, why: str, device: Row, *, received: bool
) -> SealView:
    status = "valido"
    if payload.valid_until < today:
        status, why = "vencido", _expired(payload.valid_until)
    elif payload.inspected_on > today:
        status, why = "futuro", WHY_FUTURE
    return SealView(status, why, payload, town, received, device=device)


def signer(conn: Connection, payload: SealPayload, signature: bytes, signed: bytes) -> Row | None:
    """The device of that municipality whose key made the signature; four bytes may name several."""
    table = schema.devices
    query = select(table).where(
        table.c.tenant == payload.ibge, table.c.key_id == payload.key_id.hex()
    )
    for device in conn.execute(query):
        if verify_ed25519(device.public_key, signature, signed):
            return device
    return None


def _unreadable(error: SealError, digits: str) -> SealView:
    return _unknown(error.code, _WHY_UNREADABLE[error.code], digits)


def _unknown(reason: str, why: str, digits: str, town: Row | None = None) -> SealView:
    log.info("selo não reconhecido: %s (%s…)", why, unrecognised.start_of(digits))
    return SealView("desconhecido", why, None, town, reason=reason)
