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
        self._advances: dict[str, int] = {}
        self._steps: dict[tuple[str, float], str] = {}

    def width(self, text: str, size: float) -> float:
        """The width of a line of text of this size, in the units of `size`."""
        return sum(map(self._advance, self._names(text))) * size / self._units_per_em

    def _advance(self, name: str) -> int:
        if name not in self._advances:
            self._advances[name] = self._glyphs[name].width
        return self._advances[name]

    def run(self, text: str, x: float, baseline: float, size: float) -> str:
        """The outlines of `path` to a tenth of a unit, in relative steps (m, l, q, c, z): each
        letter is traced once a size, so much text takes little time."""
        scale, at, parts = size / self._units_per_em, x, []
        for name in self._names(text):
            if steps := self._traced(name, size):
                parts.append(f"M{_tenths(round(at * 10))} {_tenths(round(baseline * 10))}{steps}")
            at += self._advance(name) * scale
        return "".join(parts)

    def _traced(self, name: str, size: float) -> str:
        """One letter from its origin on the baseline."""
        if (name, size) not in self._steps:
            from fontTools.pens.recordingPen import DecomposingRecordingPen

            pen = DecomposingRecordingPen(self._glyphs)
            self._glyphs[name].draw(pen)
            self._steps[name, size] = _relative(pen.value, size / self._units_per_em * 10)
        return self._steps[name, size]

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


def _relative(drawn: list[tuple[str, tuple]], scale: float) -> str:
    """What a recording pen drew as relative path data. `scale` leads to tenths of a unit, in which
    points are rounded before they are told from each other, so that no error adds up."""
    parts: list[str] = []
    here = start = (0, 0)

    def step(command: str, *points: tuple[float, float]) -> None:
        nonlocal here
        rounded = [(round(x * scale), round(-y * scale)) for x, y in points]
        parts.append(command + " ".join(
            f"{_tenths(x - here[0])} {_tenths(y - here[1])}" for x, y in rounded))
        here = rounded[-1]

    for verb, points in drawn:
        if verb == "moveTo":
            step("m", *points)
            start = here
        elif verb == "lineTo":
            step("l", *points)
        elif verb == "curveTo":
            step("c", *points)
        elif verb == "qCurveTo":
            for pair in _quadratics(points):
                step("q", *pair)
        elif verb == "closePath":
            parts.append("z")
            here = start
    return "".join(parts)


def _quadratics(points: tuple) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """TrueType's run of off-curve points as single quadratic curves: between two of them lies an
    implied point. A contour without any point on the curve ends in None and does not occur in
    fonts that were drawn as outlines of letters."""
    *controls, end = points
    found = []
    for at, control in enumerate(controls):
        if at + 1 < len(controls):
            after = controls[at + 1]
            found.append((control, ((control[0] + after[0]) / 2, (control[1] + after[1]) / 2)))
        else:
            found.append((control, end))
    return found


def _tenths(value: int) -> str:
    """ -12 → "-1.2"."""
    whole, rest = divmod(abs(value), 10)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"
