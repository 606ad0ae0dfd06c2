"""The same facts as a selo, written in the ways that others write such codes, for the measurements.

- *COSE*: a COSE_Sign1 (RFC 9052) with Ed25519 over a CWT (RFC 8392), in Base45 (RFC 9285) and a QR
  in alphanumeric mode, as the EU's health certificates did it; compressed where that is shorter.
  `tightest` is the least that such a code can be: numbers for names, days for instants, a key id
  of four bytes instead of eight.
- *JSON*: an object with plain names, and the signature as base64url.

They carry no address, so a telephone without the app opens nothing; the selo is the longer for
its own. `with the address` has the same one, in capitals because alphanumeric mode has no others.
"""

from __future__ import annotations

import json
import random
import string
import zlib
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

import qrcode
from qrcode.util import MODE_8BIT_BYTE, MODE_ALPHA_NUM, MODE_NUMBER, QRData

from sync.records import CATEGORY_CODES, SealPayload, b64url, canonical, seal
from tests.support import records as made

BASE = "https://selo.exemplo.rj.gov.br"
BASE45 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
LEVELS = {name: getattr(qrcode.constants, f"ERROR_CORRECT_{name}") for name in "LMQH"}
ALG, KID, EDDSA = 1, 4, -8
ISS, EXP, IAT, FACTS = 1, 4, 6, -260
SIGN1_TAG = 0xD2


@dataclass(frozen=True)
class Code:
    """`text`: what a reader must say. `matrix`: without the quiet zone."""

    name: str
    text: str
    matrix: list[list[bool]]

    @property
    def version(self) -> int:
        return (len(self.matrix) - 17) // 4


def facts(seed: int) -> SealPayload:
    """Of an invented vehicle, in date on 30 November 2026: each seed gives other modules to every
    code."""
    chance = random.Random(seed)
    inspected = date(2026, 11, 29) - timedelta(days=chance.randrange(170))
    letters = "".join(chance.choice(string.ascii_uppercase) for _ in range(4))
    numbers = f"{chance.randrange(1000):03}"
    return made.payload(
        serial=chance.randrange(10_000, 100_000),
        plate=letters[:3] + numbers[0] + letters[3] + numbers[1:],
        chassis_tail=f"{chance.choice('ABCDEFGHJK')}{chance.randrange(100_000):05}",
        inspected_on=inspected, valid_until=inspected + timedelta(days=181),
        key_id=seal.key_id(made.public_bytes(made.key_from())),
    )  # fmt: skip


def every_code(payload: SealPayload) -> list[Code]:
    """The selo first."""
    return [
        selo(payload),
        *(cose(payload, level, tight) for tight in (False, True) for level in "QM"),
        cose(payload, "Q", tight=True, before=f"{BASE}/s/".upper()),
        plain_json(payload, "M"),
    ]


def selo(payload: SealPayload, level: str = "Q", base: str = BASE) -> Code:
    packed = seal.pack(payload, made.key_from().sign(seal.signing_input(payload)))
    text = seal.url(base, packed)
    head, digits = text[: -seal.SEAL_DIGITS], text[-seal.SEAL_DIGITS :]
    return Code(
        f"selo {level}", text, _matrix(level, (head, MODE_8BIT_BYTE), (digits, MODE_NUMBER))
    )


def cose(
    payload: SealPayload, level: str, tight: bool = False, before: str = "PR1:"
) -> Code:
    if tight:
        claims: dict = {
            1: payload.ibge, 2: payload.serial, 3: payload.plate, 4: payload.chassis_tail,
            5: (payload.inspected_on - seal.EPOCH).days, 6: (payload.valid_until - seal.EPOCH).days,
            7: CATEGORY_CODES[payload.category], 8: seal.STATUSES.index(payload.status),
        }  # fmt: skip
        kid = payload.key_id
    else:
        told = {
            "sn": payload.serial, "pl": payload.plate, "ch": payload.chassis_tail,
            "ca": CATEGORY_CODES[payload.category], "st": seal.STATUSES.index(payload.status),
        }  # fmt: skip
        claims = {
            ISS: str(payload.ibge), IAT: _instant(payload.inspected_on),
            EXP: _instant(payload.valid_until), FACTS: {1: told},
        }  # fmt: skip
        kid = payload.key_id * 2
    protected, body = cbor({ALG: EDDSA, KID: kid}), cbor(claims)
    signature = made.key_from().sign(cbor(["Signature1", protected, b"", body]))
    signed = bytes([SIGN1_TAG]) + cbor([protected, {}, body, signature])
    text = before + base45(min(signed, zlib.compress(signed, 9), key=len))
    name = f"{'tightest ' if tight else ''}COSE/Base45 {level}"
    name += " with the address" if "/" in before else ""
    return Code(name, text, _matrix(level, (text, MODE_ALPHA_NUM)))


def plain_json(payload: SealPayload, level: str) -> Code:
    told = payload.as_dict()
    signature = made.key_from().sign(canonical(told))
    text = json.dumps({**told, "sig": b64url(signature)}, separators=(",", ":"))
    return Code(f"JSON {level}", text, _matrix(level, (text, MODE_8BIT_BYTE)))


def base45(data: bytes) -> str:
    """RFC 9285: two bytes as three characters, a last byte as two."""
    text = ""
    for at in range(0, len(data), 2):
        part = data[at : at + 2]
        number = int.from_bytes(part, "big")
        for _ in range(len(part) + 1):
            number, rest = divmod(number, 45)
            text += BASE45[rest]
    return text


def cbor(value: object) -> bytes:
    """RFC 8949, the shortest form, of what these codes hold."""
    if isinstance(value, int):
        return _head(0, value) if value >= 0 else _head(1, -1 - value)
    if isinstance(value, bytes):
        return _head(2, len(value)) + value
    if isinstance(value, str):
        return _head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return _head(4, len(value)) + b"".join(cbor(one) for one in value)
    if isinstance(value, dict):
        pairs = b"".join(cbor(name) + cbor(one) for name, one in value.items())
        return _head(5, len(value)) + pairs
    raise TypeError(type(value))


def _head(kind: int, number: int) -> bytes:
    if number < 24:
        return bytes([kind << 5 | number])
    for more, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if number < 1 << 8 * size:
            return bytes([kind << 5 | more]) + number.to_bytes(size, "big")
    raise OverflowError(number)


def _instant(day) -> int:
    return int(datetime.combine(day, time(12), UTC).timestamp())


def _matrix(level: str, *segments: tuple[str, int]) -> list[list[bool]]:
    code = qrcode.QRCode(error_correction=LEVELS[level], border=0)
    for text, mode in segments:
        code.add_data(QRData(text.encode("ascii"), mode=mode), optimize=0)
    code.make(fit=True)
    return [[bool(module) for module in row] for row in code.get_matrix()]
