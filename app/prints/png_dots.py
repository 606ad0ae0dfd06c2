"""A picture in pure black and white as PNG (ISO/IEC 15948), one bit a dot, without Pillow."""

from __future__ import annotations

import struct
import zlib

from sync.device.ports import Dots

DOTS_PER_METRE = round(203 / 0.0254)  # of nearly every thermal printer
_WHITE_IS_ONE = bytes.maketrans(bytes(range(256)), bytes(255 - value for value in range(256)))


def dots_png(dots: Dots) -> bytes:
    """The dots at 203 dpi, so that a strip prints in its own size."""
    across = -(-dots.width // 8)
    light = dots.rows.translate(_WHITE_IS_ONE)  # in a PNG of one bit, 0 is black
    lines = b"".join(
        b"\0" + light[at : at + across] for at in range(0, across * dots.height, across)
    )
    header = struct.pack(">IIBBBBB", dots.width, dots.height, 1, 0, 0, 0, 0)
    scale = struct.pack(">IIB", DOTS_PER_METRE, DOTS_PER_METRE, 1)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(name, data)
        for name, data in ((b"IHDR", header), (b"pHYs", scale),
                           (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
