"""A sheet to draw on: fpdf2 with our typefaces, colours and a few shapes.

fpdf2 is imported on first use, because the browser loads it after the first screen. It works
without Pillow: everything here is vector.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.palette import PAPER, SUN
from app.prints.fonts import Fonts, font_path, load_papers, printable
from app.prints.jpeg import jpeg_size
from checklists.unbroken import HARD, unbroken
from sync.records.qr import QUIET_MODULES, matrix_rectangles

INK = SUN["on_surface"]
INK_SOFT = SUN["on_surface_variant"]
RULE = SUN["outline_variant"]
BRAND = SUN["primary"]
GOOD, BAD, WARN = SUN["tertiary"], SUN["error"], SUN["secondary"]
GOOD_TINT = SUN["tertiary_container"]
BAD_TINT = SUN["error_container"]
WARN_TINT = SUN["secondary_container"]
NEUTRAL_TINT = SUN["surface_container"]
WHITE, BLACK, CREAM = "#FFFFFF", "#000000", PAPER
MM_PER_POINT = 25.4 / 72
POINTS_PER_MM = 72 / 25.4
DOT_MM = 25.4 / 300
# One module of a printed QR: seven dots at 300 dpi, fourteen at 600.
MODULE_MM = 7 * DOT_MM


class Paper:
    """A PDF being drawn. Lengths in millimetres from the top left, text sizes in points."""

    def __init__(
        self, width: float, height: float, fonts: Fonts | None, *, title: str, author: str
    ) -> None:
        load_papers()
        from fpdf import FPDF

        self.width, self.height = width, height
        # In points, so that what fpdf2 writes is not scaled again by a rounded factor.
        self.pdf: Any = FPDF(unit="pt", format=_points(width, height))
        self.pdf.set_auto_page_break(False)
        self.pdf.set_margin(0)
        self.pdf.c_margin = 0
        self.pdf.set_title(title)
        self.pdf.set_author(author)
        self.pdf.set_creator("Prancheta")
        self.pdf.set_lang("pt-BR")
        self._known: dict[str, frozenset[int] | None] = {"sans": None, "mono": None}
        # Width of each letter at one point: asking fpdf2 for every line is slow in the browser.
        self._widths: dict[tuple[str, bool], dict[str, float]] = {}
        self._families = {"sans": "helvetica", "mono": "courier"}
        if fonts is None:
            self.pdf.core_fonts_encoding = "cp1252"
        else:
            self._add_fonts(fonts)

    def _add_fonts(self, fonts: Fonts) -> None:
        faces = {
            ("sans", ""): fonts.regular, ("sans", "B"): fonts.bold,
            ("mono", ""): fonts.mono, ("mono", "B"): fonts.mono_bold or fonts.mono,
        }
        with tempfile.TemporaryDirectory() as folder:
            for (family, style), font in faces.items():
                self.pdf.add_font(f"ours{family}", style, str(font_path(font, Path(folder))))
        for family in ("sans", "mono"):
            self._families[family] = f"ours{family}"
            self._known[family] = frozenset(self.pdf.fonts[f"ours{family}"].cmap)

    def new_page(self) -> None:
        self.pdf.add_page()

    def bytes(self) -> bytes:
        return bytes(self.pdf.output())

    # ---- text --------------------------------------------------------------------------------

    def use(self, size: float, *, bold: bool = False, mono: bool = False, color: str = INK) -> str:
        """Chooses typeface, size and colour; gives the family, "sans" or "mono"."""
        family = "mono" if mono else "sans"
        self.pdf.set_font(self._families[family], "B" if bold else "", size)
        self.pdf.set_text_color(color)
        return family

    def measure(self, text: str, size: float, *, bold: bool = False, mono: bool = False) -> float:
        """The width of a line of text."""
        family = "mono" if mono else "sans"
        widths = self._widths.setdefault((family, bold), {})
        total = 0.0
        for char in printable(text, self._known[family]):
            if char not in widths:
                self.use(100, bold=bold, mono=mono)
                widths[char] = self.pdf.get_string_width(char) / 100
            total += widths[char]
        return total * size * MM_PER_POINT

    def line(
        self, x: float, baseline: float, text: str, size: float, *, bold: bool = False,
        mono: bool = False, color: str = INK, width: float | None = None, align: str = "L",
        least: float = 5,
    ) -> float:
        """One line of text; gives its width.

        With `width` it is made smaller until it fits, and at the `least` size cut with an
        ellipsis. `align` "L", "C" or "R" is about `x`.
        """
        fits = size
        if width is not None:
            natural = self.measure(text, size, bold=bold, mono=mono)
            if natural > width:
                fits = max(least, size * width / natural - 0.01)
                text = self._cut(text, fits, width, bold=bold, mono=mono)
        drawn = self.measure(text, fits, bold=bold, mono=mono)
        left = x - {"L": 0, "C": drawn / 2, "R": drawn}[align]
        self._write(left, baseline, text, fits, bold=bold, mono=mono, color=color)
        return drawn

    def _write(self, left: float, baseline: float, text: str, size: float, *, bold: bool,
               mono: bool, color: str) -> None:
        family = self.use(size, bold=bold, mono=mono, color=color)
        self.pdf.text(*_points(left, baseline), printable(text, self._known[family]))

    def _cut(self, text: str, size: float, width: float, *, bold: bool, mono: bool) -> str:
        if self.measure(text, size, bold=bold, mono=mono) <= width:
            return text
        while len(text) > 1 and self.measure(text + "…", size, bold=bold, mono=mono) > width:
            text = text[:-1].rstrip()
        return text + "…"

    def page_number(self, right: float, baseline: float, before: str, size: float, *,
                    color: str = INK) -> None:
        """`before` and then the number of all pages, which is known only at the end: it ends at
        `right` while they are fewer than ten."""
        x = right - self.measure(f"{before}9", size)
        self.use(size, color=color)
        self.pdf.set_xy(*_points(x, baseline - size * MM_PER_POINT * 0.8))
        self.pdf.cell(26 * POINTS_PER_MM, size, before + self.pdf.str_alias_nb_pages)

    def wrap(self, text: str, width: float, size: float, *, bold: bool = False,
             mono: bool = False) -> list[str]:
        """`text` in lines no wider than `width`; a word too long for a line is broken, a citation
        is not."""
        lines: list[str] = []
        space = self.measure(" ", size, bold=bold, mono=mono)
        for paragraph in text.split("\n"):
            current, used = "", 0.0
            for word in filter(None, unbroken(paragraph).split(" ")):
                for piece in self._pieces(word, width, size, bold=bold, mono=mono):
                    wide = self.measure(piece, size, bold=bold, mono=mono)
                    if current and used + space + wide > width:
                        lines.append(current)
                        current, used = piece, wide
                    else:
                        used += wide + (space if current else 0)
                        current = f"{current} {piece}" if current else piece
            lines.append(current)
        return [line.replace(HARD, " ") for line in lines]

    def _pieces(self, word: str, width: float, size: float, **face: bool) -> Iterator[str]:
        piece, used = "", 0.0
        for char in word:
            wide = self.measure(char, size, **face)
            if piece and used + wide > width:
                yield piece
                piece, used = "", 0.0
            piece += char
            used += wide
        yield piece

    def fit_lines(self, text: str, width: float, size: float, most: int, *, bold: bool = False,
                  least: float = 5) -> tuple[list[str], float]:
        """(lines, size): the largest size from `size` down at which `text` takes `most` lines."""
        while True:
            lines = self.wrap(text, width, size, bold=bold)
            if len(lines) <= most or size <= least:
                return lines, size
            size = max(least, size - 0.5)

    def lines(self, x: float, top: float, lines: list[str], size: float, *, bold: bool = False,
              color: str = INK, leading: float = 1.25, align: str = "L") -> float:
        """Lines of text one below the other; gives where they end."""
        step = size * MM_PER_POINT * leading
        for index, text in enumerate(lines):
            baseline = top + index * step + size * MM_PER_POINT * 0.95
            self.line(x, baseline, text, size, bold=bold, color=color, align=align)
        return top + len(lines) * step

    # ---- shapes ------------------------------------------------------------------------------

    def box(self, x: float, y: float, width: float, height: float, *, fill: str | None = None,
            edge: str | None = None, edge_mm: float = 0.3, radius: float = 0) -> None:
        style = ("F" if fill else "") + ("D" if edge else "")
        if fill:
            self.pdf.set_fill_color(fill)
        if edge:
            self.pdf.set_draw_color(edge)
            self.pdf.set_line_width(edge_mm * POINTS_PER_MM)
        rounding = (
            {"round_corners": True, "corner_radius": radius * POINTS_PER_MM} if radius else {}
        )
        self.pdf.rect(*_points(x, y, width, height), style=style, **rounding)

    def rule(self, x1: float, y1: float, x2: float, y2: float, *, color: str = RULE,
             mm: float = 0.2) -> None:
        self.pdf.set_draw_color(color)
        self.pdf.set_line_width(mm * POINTS_PER_MM)
        self.pdf.line(*_points(x1, y1, x2, y2))

    def polyline(self, points: list[tuple[float, float]], *, color: str, mm: float) -> None:
        """A stroke with round ends; a single point becomes a dot."""
        if len(points) == 1:
            points = [points[0], (points[0][0] + 0.01, points[0][1])]
        with self.pdf.local_context(stroke_cap_style="round", stroke_join_style="round"):
            self.pdf.set_draw_color(color)
            self.pdf.set_line_width(mm * POINTS_PER_MM)
            self.pdf.polyline([_points(*point) for point in points])

    def icon(self, name: str, x: float, y: float, side: float, *, color: str) -> None:
        """A shape that says the state without colour: "aprovado" a check, "reprovado" a cross,
        "pendente" an hourglass-like pause, "atencao" a triangle with its mark."""
        strokes = {
            "aprovado": [[(0.12, 0.55), (0.40, 0.82), (0.90, 0.20)]],
            "reprovado": [[(0.18, 0.18), (0.82, 0.82)], [(0.82, 0.18), (0.18, 0.82)]],
            "pendente": [[(0.32, 0.15), (0.32, 0.85)], [(0.68, 0.15), (0.68, 0.85)]],
            "atencao": [
                [(0.5, 0.10), (0.95, 0.90), (0.05, 0.90), (0.5, 0.10)],
                [(0.5, 0.42), (0.5, 0.62)], [(0.5, 0.76), (0.5, 0.77)],
            ],
        }[name]
        thickness = side * (0.09 if name == "atencao" else 0.17)
        for stroke in strokes:
            points = [(x + px * side, y + py * side) for px, py in stroke]
            self.polyline(points, color=color, mm=thickness)

    dot_mm = DOT_MM
    """What stands on whole dots stands on these."""

    def module_mm(self, times: float = 1) -> float:
        """The side of a QR module, about so many times the usual one: a whole number of dots."""
        return round(MODULE_MM * times / self.dot_mm) * self.dot_mm

    def snap(self, mm: float) -> float:
        """The nearest whole dot."""
        return round(mm / self.dot_mm) * self.dot_mm

    def qr(self, x: float, y: float, matrix: list[list[bool]], module: float = MODULE_MM) -> float:
        """The QR on white, quiet zone included, its corner at (x, y); gives its side."""
        side = (len(matrix) + 2 * QUIET_MODULES) * module
        self.box(x, y, side, side, fill=WHITE)
        inner_x, inner_y = x + QUIET_MODULES * module, y + QUIET_MODULES * module
        # One path, filled once: readers then leave no hairline between the modules.
        with self.pdf.new_path() as path:
            path.style.fill_color = BLACK
            path.style.stroke_color = None
            for left, top, width, height in matrix_rectangles(matrix):
                path.rectangle(*_points(
                    inner_x + left * module, inner_y + top * module,
                    width * module, height * module,
                ))
        return side

    def photo(self, data: bytes, x: float, y: float, width: float, height: float) -> None:
        """A JPEG whole inside a box, its bytes as they are: fpdf2 asks Pillow only for pictures
        that it does not have already. ValueError when the bytes are none."""
        from fpdf.image_datastructures import RasterImageInfo

        size = jpeg_size(data)
        name, known = f"foto-{hashlib.sha256(data).hexdigest()[:16]}", self.pdf.image_cache.images
        if name not in known:
            known[name] = RasterImageInfo(
                data=data, w=size.width, h=size.height, bpc=8, f="DCTDecode", dp="", usages=0,
                cs="DeviceRGB" if size.components == 3 else "DeviceGray", dpn=size.components,
                i=len(known) + 1, iccp_i=None,
            )
        self.pdf.image(name, *_points(x, y, width, height), keep_aspect_ratio=True)

    def strokes(self, drawn: dict[str, Any], x: float, y: float, width: float,
                height: float) -> None:
        """A drawn signature fitted into a box, kept in proportion, bottom left."""
        points = [point for stroke in drawn["strokes"] for point in stroke]
        if not points:
            return
        left, top = min(p[0] for p in points), min(p[1] for p in points)
        wide = max(max(p[0] for p in points) - left, 1)
        high = max(max(p[1] for p in points) - top, 1)
        scale = min(width / wide, height / high, 0.2)
        below = y + height - high * scale
        for stroke in drawn["strokes"]:
            if stroke:
                self.polyline(
                    [(x + (px - left) * scale, below + (py - top) * scale) for px, py in stroke],
                    color=INK, mm=0.45,
                )

    @contextmanager
    def turned(self, degrees: float, x: float, y: float, opacity: float = 1) -> Iterator[None]:
        with self.pdf.rotation(degrees, *_points(x, y)), self.pdf.local_context(
            fill_opacity=opacity, stroke_opacity=opacity
        ):
            yield


def _points(*millimetres: float) -> tuple[float, ...]:
    return tuple(value * POINTS_PER_MM for value in millimetres)
