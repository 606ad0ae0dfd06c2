"""Text as outlines, so that an SVG looks the same wherever it is painted.

An SVG that becomes an image may use no font but the system's; drawn as paths it needs none.
fontTools comes with fpdf2 and is imported on first use.
"""

from __future__ import annotations

import io
from typing import Any

from app.prints.fonts import FontFile, font_bytes, printable


class Typeface:
    """One TrueType file, to measure text and to turn it into an SVG path."""

    def __init__(self, font: FontFile) -> None:
        from fontTools.ttLib import TTFont

        self._font: Any = TTFont(io.BytesIO(font_bytes(font)), lazy=True)
        self._cmap: dict[int, str] = self._font.getBestCmap()
        self._known = frozenset(self._cmap)
        self._glyphs: Any = self._font.getGlyphSet()
        self._units_per_em: int = self._font["head"].unitsPerEm

    def width(self, text: str, size: float) -> float:
        """The width of a line of text of this size, in the units of `size`."""
        advances = sum(self._glyphs[name].width for name in self._names(text))
        return advances * size / self._units_per_em

    def path(self, text: str, x: float, baseline: float, size: float) -> str:
        """The outlines of a line of text from `x` on, as SVG path data (M, L, Q, C, Z only)."""
        from fontTools.misc.transform import Transform
        from fontTools.pens.svgPathPen import SVGPathPen
        from fontTools.pens.transformPen import TransformPen

        scale = size / self._units_per_em
        pen = SVGPathPen(self._glyphs, ntos=_number)
        at = x
        for name in self._names(text):
            glyph = self._glyphs[name]
            glyph.draw(TransformPen(pen, Transform(scale, 0, 0, -scale, at, baseline)))
            at += glyph.width * scale
        return pen.getCommands()

    def _names(self, text: str) -> list[str]:
        return [self._cmap[ord(char)] for char in printable(text, self._known)]


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
