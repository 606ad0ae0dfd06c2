"""The same sheet as `Paper`, drawn as an SVG whose unit is one printer dot.

What draws on a `Paper` draws on this too: lengths in millimetres, text sizes in points. Boxes and
QR modules stand on whole dots, so that a picture painted at the SVG's own width prints each module
with the same number of dots. It uses little of SVG, as `selo_card` says.
"""

from __future__ import annotations

from pathlib import Path

from app.prints.fonts import Fonts, PapersUnavailable, fonts_of
from app.prints.kinds import DOTS_PER_MM_203, MM_PER_INCH
from app.prints.outlines import Typeface
from app.prints.paper import BLACK, MM_PER_POINT, MODULE_MM, RULE, WHITE, Paper
from app.prints.svg_text import escape, guessed_width, plain_text
from sync.records.qr import QUIET_MODULES, qr_path_scaled


def dots_per_mm(dpi: int) -> float:
    """What is sold as 203 dpi is eight dots a millimetre."""
    return DOTS_PER_MM_203 if dpi == 203 else dpi / MM_PER_INCH


class Picture(Paper):
    """An SVG being drawn, `dpi` dots an inch."""

    def __init__(self, width: float, height: float, fonts: Fonts | str | Path | None, dpi: int,
                 *, title: str) -> None:
        self.scale = dots_per_mm(dpi)
        self.dot_mm = 1 / self.scale
        self.width_dots, self.height_dots = self._dots(width), self._dots(height)
        self.width, self.height = width, height
        self.title = title
        self.parts: list[str] = []
        self._faces: dict[tuple[bool, bool], Typeface] = {}
        try:
            self.fonts = fonts_of(fonts)
        except PapersUnavailable:
            self.fonts = None

    def new_page(self) -> None:
        self.box(0, 0, self.width, self.height, fill=WHITE)

    def svg(self, in_mm: bool = False) -> str:
        """`in_mm`: it says its size on paper; else its size in dots, to be painted so without any
        rounding on the way."""
        wide, high = self.width_dots, self.height_dots
        size = (f"{wide / self.scale:g}mm", f"{high / self.scale:g}mm") if in_mm else (wide, high)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
            f'width="{size[0]}" height="{size[1]}" role="img">'
            f"<title>{escape(self.title)}</title>{''.join(self.parts)}</svg>"
        )

    # ---- text --------------------------------------------------------------------------------

    def measure(self, text: str, size: float, *, bold: bool = False, mono: bool = False) -> float:
        if self.fonts is None:
            return guessed_width(text, size, mono) * MM_PER_POINT
        return self._face(bold, mono).width(text, size) * MM_PER_POINT

    def _write(self, left: float, baseline: float, text: str, size: float, *, bold: bool,
               mono: bool, color: str) -> None:
        x, y, units = left * self.scale, baseline * self.scale, size * MM_PER_POINT * self.scale
        if self.fonts is None:
            self.parts.append(plain_text(x, y, text, units, color, bold, mono, "L"))
            return
        path = self._face(bold, mono).path(text, x, y, units)
        self.parts.append(f'<path fill="{color}" d="{path}"/>')

    def _face(self, bold: bool, mono: bool) -> Typeface:
        if (bold, mono) not in self._faces:
            fonts = self.fonts
            chosen = (fonts.mono_bold or fonts.mono if bold else fonts.mono) if mono else (
                fonts.bold if bold else fonts.regular)
            self._faces[bold, mono] = Typeface(chosen)
        return self._faces[bold, mono]

    # ---- shapes ------------------------------------------------------------------------------

    def box(self, x: float, y: float, width: float, height: float, *, fill: str | None = None,
            edge: str | None = None, edge_mm: float = 0.3, radius: float = 0) -> None:
        left, top = self._dots(x), self._dots(y)
        wide, high = self._dots(x + width) - left, self._dots(y + height) - top
        rounding = f' rx="{radius * self.scale:.1f}"' if radius else ""
        thick = max(1, self._dots(edge_mm))
        stroke = f' stroke="{edge}" stroke-width="{thick}"' if edge else ""
        self.parts.append(
            f'<rect x="{left}" y="{top}" width="{wide}" height="{high}"{rounding} '
            f'fill="{fill or "none"}"{stroke}/>'
        )

    def rule(self, x1: float, y1: float, x2: float, y2: float, *, color: str = RULE,
             mm: float = 0.2) -> None:
        self.polyline([(x1, y1), (x2, y2)], color=color, mm=mm)

    def polyline(self, points: list[tuple[float, float]], *, color: str, mm: float) -> None:
        if len(points) == 1:
            points = [points[0], (points[0][0] + 0.01, points[0][1])]
        steps = "L".join(f"{x * self.scale:.2f} {y * self.scale:.2f}" for x, y in points)
        self.parts.append(
            f'<path d="M{steps}" fill="none" stroke="{color}" '
            f'stroke-width="{max(1, mm * self.scale):.2f}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def qr(self, x: float, y: float, matrix: list[list[bool]], module: float = MODULE_MM) -> float:
        dots = max(1, round(module * self.scale))
        left, top = self._dots(x), self._dots(y)
        side, inset = (len(matrix) + 2 * QUIET_MODULES) * dots, QUIET_MODULES * dots
        self.parts.append(
            f'<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="{WHITE}"/>'
            f'<path fill="{BLACK}" d="{qr_path_scaled(matrix, dots, left + inset, top + inset)}"/>'
        )
        return side / self.scale

    def _dots(self, mm: float) -> int:
        return round(mm * self.scale)

