"""The size of a JPEG, read from its header: what can be told of a photo without Pillow."""

from __future__ import annotations

from dataclasses import dataclass

# Start of frame, all but DHT (C4), JPG (C8) and DAC (CC): ITU-T T.81, table B.1.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})


@dataclass(frozen=True)
class JpegSize:
    width: int
    height: int
    components: int  # 1 grey, 3 colour


def jpeg_size(data: bytes) -> JpegSize:
    """The size of a JPEG file; ValueError when it is none."""
    if data[:2] != b"\xff\xd8":
        raise ValueError("not a JPEG")
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            break
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _ALONE:
            at += 2
        elif marker in _FRAMES:
            frame = data[at + 5 : at + 10]  # height, width, number of components
            if len(frame) < 5:
                break
            return JpegSize(int.from_bytes(frame[2:4]), int.from_bytes(frame[:2]), frame[4])
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4])
    raise ValueError("a JPEG without a frame")
