"""What is drawn on a copy of a photo: arrows and circles, and the stamp with place and time.

Everything is made of the whole numbers of the photo's note (`sync.records.photo_notes`), so the
same copy comes out again wherever it is made. The stamp stands under the picture, not on it: it
hides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin
from typing import Any

from app.prints.fonts import Fonts
from app.prints.outlines import Typeface
from checklists.unbroken import unbroken
from sync.device.ports import Shape
from sync.records.photo_notes import ARROW

INK, HALO = "#FF2D00", "#FFFFFF"  # seen on tyre black and on white paint alike
BAND, BAND_INK = "#12201F", "#FFFFFF"
# A quarter of an ellipse by a cubic Bézier curve.
_BOW = 0.5523
_HEAD_ANGLE = pi / 7
LONGEST_CITE = 20  # letters that stay together: what the narrowest roll has room for


def mark_path(mark: dict[str, Any], thickness: float) -> str:
    """The strokes of one mark as SVG path data, in the photo's pixels."""
    (x0, y0), (x1, y1) = mark["points"]
    return _arrow(x0, y0, x1, y1, thickness) if mark["kind"] == ARROW else _ellipse(x0, y0, x1, y1)


def mark_thickness(width: int, height: int) -> float:
    return max(3.0, max(width, height) / 160)


def mark_shapes(marks: Sequence[dict[str, Any]], width: int, height: int) -> list[Shape]:
    """The marks, each in red with a white edge."""
    thickness = mark_thickness(width, height)
    shapes = []
    for mark in marks:
        path = mark_path(mark, thickness)
        shapes.append(Shape(path, stroke=HALO, width=round(thickness * 1.9, 1)))
        shapes.append(Shape(path, stroke=INK, width=round(thickness, 1)))
    return shapes


def _arrow(x0: float, y0: float, x1: float, y1: float, thickness: float) -> str:
    long = hypot(x1 - x0, y1 - y0)
    head = min(max(thickness * 6, long * 0.22), max(long, 1))
    back = atan2(y0 - y1, x0 - x1)
    wings = [(x1 + head * cos(back + turn), y1 + head * sin(back + turn))
             for turn in (-_HEAD_ANGLE, _HEAD_ANGLE)]
    (ax, ay), (bx, by) = wings
    return (
        f"M{_n(x0)} {_n(y0)}L{_n(x1)} {_n(y1)}"
        f"M{_n(ax)} {_n(ay)}L{_n(x1)} {_n(y1)}L{_n(bx)} {_n(by)}"
    )


def _ellipse(x0: float, y0: float, x1: float, y1: float) -> str:
    cx, cy, rx, ry = (x0 + x1) / 2, (y0 + y1) / 2, abs(x1 - x0) / 2, abs(y1 - y0) / 2
    kx, ky = rx * _BOW, ry * _BOW

    def bow(*points: tuple[float, float]) -> str:
        return "C" + " ".join(f"{_n(x)} {_n(y)}" for x, y in points)

    return "".join([
        f"M{_n(cx - rx)} {_n(cy)}",
        bow((cx - rx, cy - ky), (cx - kx, cy - ry), (cx, cy - ry)),
        bow((cx + kx, cy - ry), (cx + rx, cy - ky), (cx + rx, cy)),
        bow((cx + rx, cy + ky), (cx + kx, cy + ry), (cx, cy + ry)),
        bow((cx - kx, cy + ry), (cx - rx, cy + ky), (cx - rx, cy)),
        "Z",
    ])


@dataclass(frozen=True)
class Stamp:
    """The band under a photo: its shapes, and how many pixels high it is."""

    height: int
    shapes: tuple[Shape, ...]


def stamp(lines: Sequence[str], width: int, height: int, fonts: Fonts) -> Stamp:
    """The lines in white on a dark band under a picture of this size; long ones are broken."""
    face, bold = Typeface(fonts.regular), Typeface(fonts.bold)
    size = max(12.0, min(width / 24, max(width, height) / 32))
    margin = size * 0.7
    room = width - 2 * margin
    rows = [
        (bold if number == 0 else face, row)
        for number, line in enumerate(lines)
        for row in broken(line, room, size, bold if number == 0 else face)
    ]
    step = size * 1.3
    high = round(len(rows) * step + 2 * margin - (step - size))
    shapes = [Shape(f"M0 {height}h{width}v{high}h-{width}Z", fill=BAND)]
    for number, (typeface, row) in enumerate(rows):
        baseline = height + margin + number * step + size * 0.82
        if path := typeface.run(row, margin, baseline, size):
            shapes.append(Shape(path, fill=BAND_INK))
    return Stamp(high, tuple(shapes))


def broken(text: str, room: float, size: float, face: Typeface) -> list[str]:
    """The text in lines no wider than `room`; a word that is too long for one is cut in two, a
    citation is not."""
    rows: list[str] = []
    current, used, space = "", 0.0, face.width(" ", size)
    for word in filter(None, unbroken(text, LONGEST_CITE).split(" ")):
        wide = face.width(word, size)
        if current and used + space + wide <= room:
            current, used = f"{current} {word}", used + space + wide
            continue
        if current:
            rows.append(current)
        while len(word) > 1 and wide > room:
            fits = next(n for n in range(len(word) - 1, 0, -1)
                        if n == 1 or face.width(word[:n], size) <= room)
            rows.append(word[:fits])
            word = word[fits:]
            wide = face.width(word, size)
        current, used = word, wide
    return [*rows, current] if current else rows


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
