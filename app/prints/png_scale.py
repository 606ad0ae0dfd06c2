"""How large a PNG is to be printed: its `pHYs` chunk (ISO/IEC 15948, 11.3.4.3), put in or anew."""

from __future__ import annotations

import struct
import zlib

_SIGNATURE_BYTES, _IHDR_BYTES = 8, 25


def with_resolution(png: bytes, dots_per_mm: float) -> bytes:
    """The same picture, to be printed at so many dots a millimetre."""
    per_metre = round(dots_per_mm * 1000)
    data = struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", len(data)) + b"pHYs" + data
    chunk += struct.pack(">I", zlib.crc32(b"pHYs" + data))
    head = _SIGNATURE_BYTES + _IHDR_BYTES
    return png[:head] + chunk + b"".join(
        whole for name, whole in _chunks(png[head:]) if name != b"pHYs"
    )


def _chunks(data: bytes):
    at = 0
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        yield data[at + 4 : at + 8], data[at : at + 12 + length]
        at += 12 + length
