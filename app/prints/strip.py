"""A thermal strip as blocks, one below the other, and its picture in dots.

The blocks are the same for both ways onto paper: as a picture (SVG here, black and white dots by
the device) and as text of the printer's own (`app.prints.escpos_strip`). One unit of the SVG is one
dot of a printer of 203 dpi: 384 across a roll of 58 mm, 576 across one of 80 mm. Normal text is 24
dots high (3 mm).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.prints.fonts import Fonts
from app.prints.outlines import Typeface
from app.prints.photo_marks import broken
from app.prints.qr_text import text_matrix
from sync.records.qr import QUIET_MODULES, qr_path_scaled

WIDTHS = {58: 384, 80: 576}
"""Millimetres of the roll → dots that its printer paints."""

SMALL, NORMAL, LARGE, HUGE = 22, 24, 34, 54
MARGIN = 6
QR_MODULE_MAX = 8
SIGNATURE_DOTS = 110
FEED_DOTS = 60


@dataclass(frozen=True)
class Text:
    text: str
    size: int = NORMAL
    bold: bool = False
    align: str = "L"
    mono: bool = False


@dataclass(frozen=True)
class Pair:
    """A label, small, with the article that asks for it, and under it the value."""

    label: str
    value: str
    law: str = ""


@dataclass(frozen=True)
class Rule:
    heavy: bool = False


@dataclass(frozen=True)
class Code:
    """The QR of an address, in the middle."""

    text: str


@dataclass(frozen=True)
class Drawn:
    """A place to sign: the drawn strokes, or `says` on it, and who under it."""

    label: str
    strokes: dict[str, Any] | None = None
    says: str = ""


Block = Text | Pair | Rule | Code | Drawn


def qr_module(width: int, modules: int) -> int:
    """How many dots a module of a QR of so many modules takes on a strip of this width."""
    return max(1, min(QR_MODULE_MAX, (width - 2 * MARGIN) // (modules + 2 * QUIET_MODULES)))


def strip_svg(blocks: Sequence[Block], width: int, fonts: Fonts) -> str:
    """The strip as an SVG `width` units wide: black outlines on white, nothing grey."""
    painter = _Painter(width, fonts)
    for block in blocks:
        painter.put(block)
    height = round(painter.y + FEED_DOTS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}"><rect x="0" y="0" width="{width}" height="{height}" fill="#ffffff"/>'
        f"{''.join(painter.parts)}</svg>"
    )


def drawn_svg(strokes: dict[str, Any], width: int) -> str:
    """A signature alone, for a printer that writes the rest with letters of its own."""
    high = SIGNATURE_DOTS
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high}" width="{width}" '
        f'height="{high}">{_ink(strokes, MARGIN + 10, 3, width - 2 * MARGIN - 20)}</svg>'
    )


def _ink(strokes: dict[str, Any], x: float, y: float, width: float) -> str:
    return "".join(
        f'<path d="{path}" fill="none" stroke="#000000" stroke-width="3.5" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
        for path in stroke_paths(strokes, x, y, width, SIGNATURE_DOTS - 6)
    )


class _Painter:
    def __init__(self, width: int, fonts: Fonts) -> None:
        self.width, self.y = width, float(MARGIN)
        self.room = width - 2 * MARGIN
        self.parts: list[str] = []
        self._faces = {
            (False, False): Typeface(fonts.regular), (True, False): Typeface(fonts.bold),
            (False, True): Typeface(fonts.mono),
            (True, True): Typeface(fonts.mono_bold or fonts.mono),
        }

    def put(self, block: Block) -> None:
        if isinstance(block, Text):
            self._text(block)
        elif isinstance(block, Pair):
            self._pair(block)
        elif isinstance(block, Rule):
            high = 4 if block.heavy else 2
            self._box(MARGIN, self.y + 8, self.room, high)
            self.y += 8 + high + 10
        elif isinstance(block, Code):
            self._code(block.text)
        else:
            self._drawn(block)

    def _pair(self, block: Pair) -> None:
        """Label and value in one line where both fit, else the value under the label."""
        label = f"{block.label} · {unbroken(block.law)}" if block.law else block.label
        light, bold = self._faces[False, False], self._faces[True, False]
        told = light.width(f"{label}  ", SMALL)
        if told + bold.width(block.value, NORMAL) > self.room:
            self._text(Text(label, SMALL))
            self._text(Text(block.value, NORMAL, bold=True))
        else:
            baseline = round(self.y + NORMAL * 0.92)
            self._path(light.run(label, MARGIN, baseline, SMALL))
            self._path(bold.run(block.value, MARGIN + told, baseline, NORMAL))
            self.y += round(NORMAL * 1.22)
        self.y += 4

    def _text(self, block: Text) -> None:
        face = self._faces[block.bold, block.mono]
        size = float(block.size)
        if block.size >= LARGE and " " not in block.text:  # a number or a plate stays in one piece
            size = min(size, size * self.room / max(face.width(block.text, size), 1))
        for row in broken(block.text, self.room, size, face):
            across = face.width(row, size)
            left = {"L": 0.0, "C": (self.room - across) / 2, "R": self.room - across}[block.align]
            baseline = round(self.y + size * 0.92)
            self._path(face.run(row, MARGIN + left, baseline, size))
            self.y += round(size * 1.22)

    def _code(self, text: str) -> None:
        matrix = text_matrix(text)
        module = qr_module(self.width, len(matrix))
        side = (len(matrix) + 2 * QUIET_MODULES) * module
        inset = QUIET_MODULES * module
        left = (self.width - side) // 2
        top = round(self.y)
        self._path(qr_path_scaled(matrix, module, left + inset, top + inset))
        self.y = top + side

    def _drawn(self, block: Drawn) -> None:
        top = self.y + 8
        if block.strokes:
            self.parts.append(_ink(block.strokes, MARGIN + 10, top, self.room - 20))
            self.y = top + SIGNATURE_DOTS
        else:
            self.y = top + (30 if block.says else SIGNATURE_DOTS)
            if block.says:
                self.y -= 30
                self._text(Text(block.says, NORMAL, bold=True, align="C"))
        self._box(MARGIN, self.y, self.room, 2)
        self.y += 6
        self._text(Text(block.label, SMALL))
        self.y += 6

    def _box(self, x: float, y: float, width: float, height: float) -> None:
        self._path(f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z")

    def _path(self, data: str) -> None:
        if data:
            self.parts.append(f'<path fill="#000000" d="{data}"/>')


def unbroken(text: str) -> str:
    """The text with spaces at which no line is broken."""
    return text.replace(" ", "\u00a0")


def stroke_paths(drawn: dict[str, Any], x: float, y: float, width: float, height: float
                 ) -> list[str]:
    """A drawn signature fitted into a box, kept in proportion, as SVG path data."""
    points = [point for stroke in drawn["strokes"] for point in stroke]
    if not points:
        return []
    left, top = min(p[0] for p in points), min(p[1] for p in points)
    wide = max(max(p[0] for p in points) - left, 1)
    high = max(max(p[1] for p in points) - top, 1)
    scale = min(width / wide, height / high, 1.2)
    return [
        "M" + "L".join(f"{x + (px - left) * scale:.1f} {y + (py - top) * scale:.1f}"
                       for px, py in (stroke if len(stroke) > 1 else [*stroke, *stroke]))
        for stroke in drawn["strokes"] if stroke
    ]
