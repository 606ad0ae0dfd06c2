"""Identifiers made on the device: UUIDv7 (RFC 9562, section 5.7).

    >>> a, b = uuid7(), uuid7()
    >>> a < b
    True
"""

from __future__ import annotations

import os
import re
import time

UUID_FORM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.ASCII)
UUID7_FORM = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.ASCII
)

_COUNTER_BITS = 74
_last_ms = 0
_last_tail = 0


def uuid7(now_ms: int | None = None) -> str:
    """A new UUIDv7, hyphenated and lower case, larger than every one made before in this process.

    `now_ms` is the Unix time in milliseconds (the clock's own when not given). When the clock
    stands still or goes back, the previous instant is kept and the random part counted up
    (section 6.2, method 2), so identifiers still sort in the order in which they were made.
    """
    global _last_ms, _last_tail
    instant_ms = time.time_ns() // 1_000_000 if now_ms is None else now_ms
    if not 0 <= instant_ms < 1 << 48:
        raise ValueError(f"now_ms fora de 48 bits: {instant_ms}")
    if instant_ms > _last_ms:
        # The top bit starts at zero so that counting up within one millisecond cannot run over.
        tail = int.from_bytes(os.urandom(10), "big") & ((1 << (_COUNTER_BITS - 1)) - 1)
        _last_ms = instant_ms
    else:
        tail = _last_tail + 1 + int.from_bytes(os.urandom(4), "big")
        if tail >> _COUNTER_BITS:
            _last_ms += 1
            tail &= (1 << _COUNTER_BITS) - 1
    _last_tail = tail
    return format_uuid7(_last_ms, tail)


def format_uuid7(instant_ms: int, tail: int) -> str:
    """The UUIDv7 of an instant (48 bits, milliseconds) and a tail (74 bits: rand_a, rand_b)."""
    rand_a, rand_b = tail >> 62, tail & ((1 << 62) - 1)
    number = instant_ms << 80 | 0x7 << 76 | rand_a << 64 | 0b10 << 62 | rand_b
    text = f"{number:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def is_uuid(text: object) -> bool:
    return isinstance(text, str) and UUID_FORM.fullmatch(text) is not None


def is_uuid7(text: object) -> bool:
    return isinstance(text, str) and UUID7_FORM.fullmatch(text) is not None


def uuid7_instant_ms(text: str) -> int:
    """The Unix time, in milliseconds, that a UUIDv7 carries."""
    if not is_uuid7(text):
        raise ValueError(f"não é um UUIDv7: {text!r}")
    return int(text.replace("-", "")[:12], 16)
