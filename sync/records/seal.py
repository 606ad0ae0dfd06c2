"""The selo: 91 bytes that say which vehicle passed, until when, and who vouches for it.

Layout, big-endian, no padding between fields:

    offset bytes field
    0      1     version (high four bits: 1) and algorithm (low four bits: 1 = Ed25519)
    1      3     IBGE code of the municipality, seven decimal digits
    4      5     serial number of the municipality, from 1
    9      5     plate, seven characters read as a base-36 number (0-9 then A-Z)
    14     4     last six characters of the chassis number, base-36
    18     2     day of the inspection, days since 2020-01-01
    20     2     last day of validity, days since 2020-01-01
    22     1     category and status: bit 7 provisional, bits 6-5 zero, bits 4-0 category
    23     4     key id: first four bytes of the SHA-256 of the device's raw public key
    27     64    Ed25519 signature (RFC 8032) over b"prancheta/selo/v1" NUL and bytes 0-26

In the address the 91 bytes are one big-endian number written with exactly 220 decimal digits,
zero-padded: `<public base>/s/<220 digits>`. Digits make the cheapest QR segment, and 220 hold
every value of 91 bytes (2^728 - 1 has 220 digits). Each value has one spelling only: a number of
2^728 or more, a reserved bit, a base-36 value too large or a plate that is none is refused.

SELO.md has the same for whoever writes a verifier elsewhere, with the lists it needs.

A seal whose version, algorithm, category or reserved bits are unknown comes from a newer
Prancheta: "unknown_version", never good and never called forged.
"""

from __future__ import annotations

import hashlib
import re
import struct
from dataclasses import dataclass
from datetime import date, timedelta

from sync.records.categories import CATEGORIES_BY_CODE, CATEGORY_CODES
from sync.records.errors import SealError
from sync.records.plate import is_canonical
from sync.records.public_base import check_public_base, split_address

SEAL_PREFIX = b"prancheta/selo/v1\0"
VERSION_AND_ALGORITHM = 0x11
BODY_BYTES = 27
SIGNATURE_BYTES = 64
SEAL_BYTES = BODY_BYTES + SIGNATURE_BYTES
SEAL_DIGITS = 220
EPOCH = date(2020, 1, 1)
_EPOCH_ORDINAL = EPOCH.toordinal()
LAST_DAY = EPOCH + timedelta(days=0xFFFF)
SERIAL_MAX = 2**40 - 1
IBGE_MIN, IBGE_MAX = 1_100_000, 5_399_999
STATUSES = ("aprovado", "provisorio")
STATUS_AT = 22  # the byte of category and status
PROVISIONAL_BIT = 0x80
RESERVED_BITS = 0x60
CATEGORY_BITS = 0x1F

_BODY = struct.Struct(">B3s5s5s4sHHB4s")
_BASE36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BASE36_PAIRS = tuple(high + low for high in _BASE36 for low in _BASE36)
_CHASSIS_TAIL = re.compile(r"[0-9A-Z]{6}", re.ASCII)
_DIGITS = re.compile(r"[0-9]{220}", re.ASCII)
SEAL_PATH = "/s/"


@dataclass(frozen=True, slots=True)
class SealPayload:
    """What a seal says. `plate` without separators; `chassis_tail` six characters 0-9 A-Z;
    `category` a key of CATEGORY_CODES; `status` "aprovado" or "provisorio"; `key_id` four bytes."""

    ibge: int
    serial: int
    plate: str
    chassis_tail: str
    inspected_on: date
    valid_until: date
    category: str
    status: str = "aprovado"
    key_id: bytes = b"\0\0\0\0"

    def as_dict(self) -> dict[str, object]:
        """The payload with JSON values: dates ISO, key id in hexadecimal."""
        return {
            "ibge": self.ibge, "serial": self.serial, "plate": self.plate,
            "chassis_tail": self.chassis_tail, "inspected_on": self.inspected_on.isoformat(),
            "valid_until": self.valid_until.isoformat(), "category": self.category,
            "status": self.status, "key_id": self.key_id.hex(),
        }


def key_id(public_key: bytes) -> bytes:
    """Four bytes that name a raw 32-byte Ed25519 public key."""
    if len(public_key) != 32:
        raise ValueError(f"a chave pública tem 32 bytes; vieram {len(public_key)}")
    return hashlib.sha256(public_key).digest()[:4]


def chassis_tail(chassis: str) -> str:
    """The last six characters of a chassis number, as a seal carries them; ValueError if fewer."""
    cleaned = re.sub(r"[\s.\-]", "", chassis).upper()
    if not _CHASSIS_TAIL.fullmatch(cleaned[-6:]):
        raise ValueError(f"O chassi “{chassis[:32]}” não termina em seis letras ou números.")
    return cleaned[-6:]


def encode(payload: SealPayload) -> bytes:
    """The 27 bytes that say what the seal says; SealError "malformed" names the field at fault."""
    _check_payload(payload)
    status = CATEGORY_CODES[payload.category]
    if payload.status == "provisorio":
        status |= PROVISIONAL_BIT
    return _BODY.pack(
        VERSION_AND_ALGORITHM,
        payload.ibge.to_bytes(3, "big"),
        payload.serial.to_bytes(5, "big"),
        _base36_number(payload.plate).to_bytes(5, "big"),
        _base36_number(payload.chassis_tail).to_bytes(4, "big"),
        payload.inspected_on.toordinal() - _EPOCH_ORDINAL,
        payload.valid_until.toordinal() - _EPOCH_ORDINAL,
        status,
        payload.key_id,
    )


def signing_input(payload: SealPayload) -> bytes:
    """The bytes that the device's key signs."""
    return SEAL_PREFIX + encode(payload)


def pack(payload: SealPayload, signature: bytes) -> bytes:
    """The whole seal, 91 bytes."""
    if len(signature) != SIGNATURE_BYTES:
        raise SealError("malformed", f"a assinatura tem 64 bytes e vieram {len(signature)}")
    return encode(payload) + signature


def digits(packed: bytes) -> str:
    """The 91 bytes as exactly 220 decimal digits."""
    if len(packed) != SEAL_BYTES:
        raise SealError("malformed", f"o selo tem 91 bytes e vieram {len(packed)}")
    return str(int.from_bytes(packed, "big")).zfill(SEAL_DIGITS)


def url(public_base: str, packed: bytes) -> str:
    """The address that the QR carries."""
    return check_public_base(public_base) + SEAL_PATH + digits(packed)


def unpack(packed: bytes) -> tuple[SealPayload, bytes, bytes]:
    """(payload, signature, signed bytes) of 91 bytes; the signature is not verified here."""
    if len(packed) != SEAL_BYTES:
        raise SealError("malformed", f"o selo tem 91 bytes e vieram {len(packed)}")
    kind, ibge, serial, plate, tail, inspected, until, status, key = _BODY.unpack_from(packed)
    if kind != VERSION_AND_ALGORITHM:
        raise SealError("unknown_version", f"versão {kind >> 4}, algoritmo {kind & 15}")
    category = CATEGORIES_BY_CODE.get(status & CATEGORY_BITS)
    if status & RESERVED_BITS or category is None:
        raise SealError("unknown_version", f"categoria {status & ~PROVISIONAL_BIT}")
    payload = SealPayload(
        ibge=int.from_bytes(ibge, "big"),
        serial=int.from_bytes(serial, "big"),
        plate=_base36_text(plate, 7, "placa"),
        chassis_tail=_base36_text(tail, 6, "final do chassi"),
        inspected_on=date.fromordinal(_EPOCH_ORDINAL + inspected),
        valid_until=date.fromordinal(_EPOCH_ORDINAL + until),
        category=category,
        status="provisorio" if status & PROVISIONAL_BIT else "aprovado",
        key_id=key,
    )
    _check_payload(payload)
    return payload, packed[BODY_BYTES:], SEAL_PREFIX + packed[:BODY_BYTES]


def packed_from_digits(text: str) -> bytes:
    """The 91 bytes that 220 digits stand for; SealError "malformed" for anything else."""
    if not isinstance(text, str) or not _DIGITS.fullmatch(text):
        raise SealError("malformed", "o código precisa ter exatamente 220 números")
    number = int(text)
    if number >> (SEAL_BYTES * 8):
        raise SealError("malformed", "o número é maior do que um selo pode ter")
    return number.to_bytes(SEAL_BYTES, "big")


def parse_digits(text: str) -> tuple[SealPayload, bytes, bytes]:
    """(payload, signature, signed bytes) of the 220 digits of an address."""
    return unpack(packed_from_digits(text))


def parse_url(address: str, public_base: str | None = None) -> tuple[SealPayload, bytes, bytes]:
    """(payload, signature, signed bytes) of a scanned address.

    With `public_base`, an address of any other host is "not_ours". Without it, any host will do:
    what makes a seal good is its signature, not where it points to.
    """
    base, path = split_address(address)
    if base is None or not path.startswith(SEAL_PATH):
        raise SealError("not_ours")
    if public_base is not None and base != check_public_base(public_base):
        raise SealError("not_ours", f"o endereço é de {base}")
    return parse_digits(path[len(SEAL_PATH):])


def seal_tag(packed: bytes) -> bytes:
    """Eight bytes that tell one seal from any other: the first of the SHA-256 of its 91."""
    return hashlib.sha256(packed).digest()[:8]


def verify_seal(packed: bytes, public_key: bytes) -> bool:
    """Whether the 91 bytes carry a good signature by `public_key` and name that key."""
    from sync.records.verify import verify_ed25519

    payload, signature, signed = unpack(packed)
    if payload.key_id != key_id(public_key):
        return False
    return verify_ed25519(public_key, signature, signed)


def serial_text(serial: int) -> str:
    """The serial as people read it aloud: in groups of three, at least six digits ("000.042")."""
    text = str(serial).zfill(6)
    head = len(text) % 3
    groups = ([text[:head]] if head else []) + [
        text[at : at + 3] for at in range(head, len(text), 3)
    ]
    return ".".join(groups)


def _check_payload(payload: SealPayload) -> None:
    if not _is_int(payload.ibge) or not IBGE_MIN <= payload.ibge <= IBGE_MAX:
        raise SealError("malformed", f"código do município {payload.ibge!r} não existe")
    if not _is_int(payload.serial) or not 1 <= payload.serial <= SERIAL_MAX:
        raise SealError("malformed", f"número do selo {payload.serial!r} fora do limite")
    if not is_canonical(payload.plate):
        plate = str(payload.plate)[:16]
        raise SealError("malformed", f"placa {plate!r} não existe ou não tem a forma ABC1D23")
    if not _CHASSIS_TAIL.fullmatch(payload.chassis_tail):
        raise SealError("malformed", f"final do chassi {payload.chassis_tail!r} não tem 6 letras")
    for name, day in (("vistoria", payload.inspected_on), ("validade", payload.valid_until)):
        if not EPOCH <= day <= LAST_DAY:
            raise SealError("malformed", f"data de {name} {day} fora de {EPOCH} a {LAST_DAY}")
    if payload.valid_until < payload.inspected_on:
        raise SealError(
            "malformed", f"validade {payload.valid_until} antes da vistoria {payload.inspected_on}"
        )
    if payload.category not in CATEGORY_CODES:
        raise SealError("malformed", f"categoria {payload.category!r} não existe")
    if payload.status not in STATUSES:
        raise SealError("malformed", f"situação {payload.status!r} não existe")
    if not isinstance(payload.key_id, bytes) or len(payload.key_id) != 4:
        raise SealError("malformed", f"identificação da chave {payload.key_id!r} não tem 4 bytes")


def _is_int(value: object) -> bool:
    return type(value) is int  # True is an int too, and no number


def _base36_number(text: str) -> int:
    return int(text, 36)


def _base36_text(data: bytes, chars: int, name: str) -> str:
    number = int.from_bytes(data, "big")
    if number >= 36**chars:
        raise SealError("malformed", f"{name} não cabe em {chars} caracteres")
    text = ""
    for _ in range(0, chars, 2):
        number, rest = divmod(number, 36 * 36)
        text = _BASE36_PAIRS[rest] + text
    return text[-chars:]
