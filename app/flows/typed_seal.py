"""A selo whose QR is dead: its number, its short code or its 220 digits, typed; or a plate."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from app.flows.reading_words import TYPED
from sync.device.ports import DeviceError
from sync.records.check import SealCheck
from sync.records.check_words import SENTENCES, br_day
from sync.records.plate import PlateError, parse_plate
from sync.records.seal import SEAL_DIGITS, SEAL_PATH, SERIAL_MAX, serial_text
from sync.records.short_code import ShortCodeError, parse_short_code

SERIAL_DIGITS_MAX = len(str(SERIAL_MAX))
_SPACES = re.compile(r"\s+")
_NUMBER = re.compile(r"(?:n[ºo°]?\.?)?([0-9][0-9.]*)", re.IGNORECASE)


class NotTyped(DeviceError):
    """What was typed or photographed is nothing that can be looked for."""


@dataclass(frozen=True)
class Typed:
    """One of them is there: an address or digits, a selo's number, a plate."""

    text: str = ""
    serial: int | None = None
    plate: str = ""


def read_typed(text: str) -> Typed:
    """Raises `NotTyped`, a sentence that says what to do."""
    bare = _SPACES.sub("", text)
    if not bare:
        raise NotTyped("Digite o número do selo, o código dele ou a placa do veículo.")
    address = bare.lower()  # the field writes capitals, and ours have none
    if SEAL_PATH in address or "://" in address:
        return Typed(text=address)
    try:
        return Typed(plate=parse_plate(bare).canonical)
    except PlateError:
        pass
    number = _NUMBER.fullmatch(bare)
    if number:
        return _of_digits(number[1].replace(".", ""))
    try:
        return Typed(serial=parse_short_code(text.strip()).serial)
    except ShortCodeError as error:
        if error.code in ("character", "serial"):
            raise NotTyped(
                "Isto não é número nem código de selo, nem placa. O número é como 000.042, o "
                "código como 000.042-7K3MQ, a placa como ABC1D23."
            ) from None
        raise NotTyped(error.message) from None


def _of_digits(digits: str) -> Typed:
    if len(digits) == SEAL_DIGITS:
        return Typed(text=digits)
    if len(digits) > SERIAL_DIGITS_MAX:
        raise NotTyped(
            f"O código do QR tem {SEAL_DIGITS} números, e aqui há {len(digits)}. Confira, ou "
            "digite só o número do selo."
        )
    if not 1 <= int(digits) <= SERIAL_MAX:
        raise NotTyped("O número do selo começa em 1. Confira o que está impresso.")
    return Typed(serial=int(digits))


async def check_serial(
    cadastro: Any, now: datetime, serial: int
) -> tuple[SealCheck, dict[str, Any] | None]:
    """What can be said of a bare number, and what the registry has under it. Never good: without
    the QR there is no signature to verify."""
    lists, facts = await cadastro.seal_lists(), cadastro.selo(serial)
    issued_at = lists.issued_at if lists else None
    age = max(now - issued_at, timedelta(0)) if issued_at else None

    def said(colour: str, reason: str, sentence: str) -> tuple[SealCheck, dict[str, Any] | None]:
        return SealCheck(colour, reason, sentence, data_at=issued_at, data_age=age), facts

    revoked = lists is not None and lists.revocation.has(serial)
    if revoked or (facts and facts["status"] != "valido"):
        return said("vermelho", "revoked", SENTENCES["revoked"])
    if facts is None:
        sentence = TYPED["typed_unknown"].format(serial=serial_text(serial))
        return said("cinza", "typed_unknown", sentence)
    until = datetime.fromisoformat(facts["valid_until"]).date()
    if cadastro.store and facts["valid_until"] < cadastro.store.today():
        return said("vermelho", "expired", SENTENCES["expired"].format(until=br_day(until)))
    sentence = TYPED["typed_known"].format(serial=serial_text(serial), until=br_day(until))
    return said("cinza", "typed_known", sentence)
