"""What is drawn on a copy of a photo: arrows and circles, and the stamp with place and time.

Everything is made of the whole numbers of the photo's note (`sync.records.photo_notes`), so the
same copy comes out again wherever it is made. The stamp stands under the picture, not on it: it
hides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.prints.fonts import Fonts
from app.prints.outlines import Typeface
from checklists.unbroken import unbroken
from sync.device.ports import Shape
from sync.records.photo_marks import EDGE, HALO, INK, mark_path, mark_thickness

BAND, BAND_INK = "#12201F", "#FFFFFF"
LONGEST_CITE = 20  # letters that stay together: what the narrowest roll has room for


def mark_shapes(marks: Sequence[dict[str, Any]], width: int, height: int) -> list[Shape]:
    """The marks, each in red with a white edge."""
    thickness = mark_thickness(width, height)
    shapes = []
    for mark in marks:
        path = mark_path(mark, thickness)
        shapes.append(Shape(path, stroke=HALO, width=round(thickness * EDGE, 1)))
        shapes.append(Shape(path, stroke=INK, width=round(thickness, 1)))
    return shapes


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
            hyphen = word.rfind("-", 0, fits) + 1
            fits = hyphen if hyphen > fits / 2 else fits  # a record's number reads better so
            rows.append(word[:fits])
            word = word[fits:]
            wide = face.width(word, size)
        current, used = word, wide
    return [*rows, current] if current else rows
