"""What can be said of a selo from its 220 digits: first the signature, then what is on record."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, select

from sync.records.categories import CATEGORY_LABELS
from sync.records.errors import SealError
from sync.records.seal import SealPayload, pack, packed_from_digits, serial_text, unpack
from sync.records.verify import verify_ed25519
from sync.server import blocks, tenants
from sync.server.context import Server
from sync.server.db import schema

log = logging.getLogger("prancheta.selo")


@dataclass(frozen=True)
class SealView:
    """`status`: "valido", "futuro", "vencido", "cancelado" or "desconhecido"; `why` is a sentence.

    `payload` and `town` only where the signature is good: what a forged code claims is not shown.
    """

    status: str
    why: str
    payload: SealPayload | None = None
    town: Row | None = None
    record_received: bool = False

    @property
    def category(self) -> str:
        return CATEGORY_LABELS[self.payload.category] if self.payload else ""

    @property
    def serial(self) -> str:
        return serial_text(self.payload.serial) if self.payload else ""


def look_up(server: Server, digits: str) -> SealView:
    try:
        payload, signature, signed = unpack(packed_from_digits(digits))
    except SealError as error:
        return _unknown(_WHY_UNREADABLE[error.code], digits)
    with server.db.read() as conn:
        town = tenants.get(conn, payload.ibge)
        if town is None:
            return _unknown(WHY_OTHER_TOWN, digits)
        device = _signer(conn, payload, signature, signed)
        if device is None:
            return _unknown(WHY_BAD_SIGNATURE, digits, town)
        table = schema.seals
        row = conn.execute(
            select(table).where(
                table.c.tenant == payload.ibge, table.c.serial == payload.serial
            )
        ).one_or_none()
        granted = blocks.is_holder(conn, device, payload.serial)
    today = server.now().astimezone(ZoneInfo(town.timezone)).date()
    if row is not None:
        if row.payload is None or row.payload != pack(payload, signature):
            return _unknown(WHY_OTHER_SEAL, digits, town)
        return _of_record(row, payload, town, today)
    if not granted:
        return _unknown(WHY_NOT_GRANTED, digits, town)
    if device.status != "active":
        return SealView("cancelado", WHY_REVOKED_DEVICE, payload, town)
    return _by_day(payload, town, today, WHY_NOT_RECEIVED, received=False)


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
WHY_NOT_GRANTED = "O número deste selo não foi entregue ao aparelho que o assinou."
_WHY_UNREADABLE = {
    "malformed": "O código está incompleto ou foi alterado. Tente ler o QR de novo, bem de perto.",
    "not_ours": "Este endereço não é de um selo de vistoria.",
    "unknown_version": "O selo foi feito por uma versão mais nova, que esta página ainda não lê.",
}


def _expired(day: date) -> str:
    return f"A vistoria valia até {day:%d/%m/%Y}. O veículo precisa passar por outra."


def _of_record(row: Row, payload: SealPayload, town: Row, today: date) -> SealView:
    if row.status != "valido":
        why = WHY_ANNULLED if row.status == "anulado" else WHY_REVOKED
        return SealView("cancelado", why, payload, town, True)
    return _by_day(payload, town, today, WHY_RECEIVED, received=True)


def _by_day(
    payload: SealPayload, town: Row, today: date, why: str, *, received: bool
) -> SealView:
    if payload.valid_until < today:
        return SealView("vencido", _expired(payload.valid_until), payload, town, received)
    if payload.inspected_on > today:
        return SealView("futuro", WHY_FUTURE, payload, town, received)
    return SealView("valido", why, payload, town, received)


def _signer(conn: Connection, payload: SealPayload, signature: bytes, signed: bytes) -> Row | None:
    """The device of that municipality whose key made the signature; four bytes may name several."""
    table = schema.devices
    query = select(table).where(
        table.c.tenant == payload.ibge, table.c.key_id == payload.key_id.hex()
    )
    for device in conn.execute(query):
        if verify_ed25519(device.public_key, signature, signed):
            return device
    return None


def _unknown(why: str, digits: str, town: Row | None = None) -> SealView:
    log.info("selo não reconhecido: %s (%s…)", why, digits[:24].encode("ascii", "replace").decode())
    return SealView("desconhecido", why, None, town)
