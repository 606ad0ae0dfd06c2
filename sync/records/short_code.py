"""The short code of a seal: what is printed beside the QR, to be typed when the QR cannot be read.

    000.042-7K3MQ

The serial in groups of three, a dash, and five characters of Crockford's base 32 (no I, L, O, U):
the first 25 bits of the SHA-256 of "prancheta/codigo/v1", a zero byte, and the seal's 91 bytes.
They need the signature, so whoever counts serials upwards cannot know them (one guess in 33
million), and they say which town's seal is meant, though many towns begin at 1. The prefix keeps
them apart from the tag (`seal.seal_tag`) that a revocation list publishes.

The code proves nothing by itself: it finds a seal that the server has, which is then checked.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from dataclasses import dataclass

from sync.records.errors import shown
from sync.records.seal import SEAL_BYTES, SERIAL_MAX, serial_text

SHORT_CODE_PREFIX = b"prancheta/codigo/v1\0"
CHECK_CHARS = 5
TYPED_MAX_CHARS = 64

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans("OIL", "011")
_SEPARATORS = re.compile(r"[\s.,\-‐‑‒–—·/_]+")
_NUMBER_SIGN = re.compile(r"^\s*N[O°]\.?(?=[\s\d])")

SHORT_CODE_CODES = {
    "empty": "Digite o código que está impresso no selo, como 000.042-7K3MQ.",
    "too_long": "O código é mais curto: um número e cinco letras ou números, como 000.042-7K3MQ.",
    "too_short": "Faltam letras ou números: o código é o número do selo e mais cinco, "
                 "como 000.042-7K3MQ.",
    "character": "O código não tem {value}: confira o que está impresso no selo.",
    "serial": "O número antes dos cinco últimos só tem algarismos: confira o que está impresso.",
}  # fmt: skip


class ShortCodeError(ValueError):
    """Typed text that is no short code: `.code` (in SHORT_CODE_CODES), `.value`, `.message`."""

    def __init__(self, code: str, value: str = "") -> None:
        self.code, self.value = code, shown(value)
        self.message = SHORT_CODE_CODES[code].format(value=f"“{value}”")
        super().__init__(self.message)


@dataclass(frozen=True)
class ShortCode:
    """`serial` from 1; `check` five characters of Crockford's base 32."""

    serial: int
    check: str

    @property
    def text(self) -> str:
        return f"{serial_text(self.serial)}-{self.check}"

    def matches(self, packed: bytes) -> bool:
        """Whether this is the code of that seal, its serial included."""
        own = ShortCode(serial_of(packed), check_of(packed))
        return hmac.compare_digest(own.text, self.text)


def short_code(packed: bytes) -> str:
    """The code of a seal's 91 bytes, as it is printed."""
    return ShortCode(serial_of(packed), check_of(packed)).text


def parse_short_code(text: str) -> ShortCode:
    """What was typed: capitals or not, with or without separators, O for 0, I or L for 1.

    ShortCodeError says what is wrong. The town needs no asking: try the seals of this serial of
    every town with `matches`.
    """
    if len(text) > TYPED_MAX_CHARS:
        raise ShortCodeError("too_long", text)
    folded = unicodedata.normalize("NFKC", text).upper()
    typed = _SEPARATORS.sub("", _NUMBER_SIGN.sub("", folded)).translate(_MISREAD)
    if not typed:
        raise ShortCodeError("empty")
    for char in typed:
        if char not in _CROCKFORD:
            raise ShortCodeError("character", char)
    serial, check = typed[:-CHECK_CHARS], typed[-CHECK_CHARS:]
    if not serial:
        raise ShortCodeError("too_short", text)
    if not serial.isdigit() or not 1 <= int(serial) <= SERIAL_MAX:
        raise ShortCodeError("serial", text)
    return ShortCode(int(serial), check)


def check_of(packed: bytes) -> str:
    """The five characters that the 91 bytes give."""
    if len(packed) != SEAL_BYTES:
        raise ValueError(f"o selo tem {SEAL_BYTES} bytes e vieram {len(packed)}")
    digest = hashlib.sha256(SHORT_CODE_PREFIX + packed).digest()
    bits = int.from_bytes(digest[:4], "big") >> (32 - 5 * CHECK_CHARS)
    return "".join(_CROCKFORD[bits >> 5 * at & 31] for at in reversed(range(CHECK_CHARS)))


def serial_of(packed: bytes) -> int:
    """The serial that the 91 bytes carry, nothing else of them read."""
    return int.from_bytes(packed[4:9], "big")
