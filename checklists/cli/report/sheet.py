"""A4 pages that are written from top to bottom with fpdf2.

Lengths in millimetres, letters in points. What belongs together is asked for with `need`, so that
no heading stands alone at the foot and no row of a table is torn. The typeface is the app's, where
it was built; else Helvetica in Windows-1252, which every reader has and which knows Portuguese.
"""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from checklists.unbroken import unbroken

WIDTH, HEIGHT = 210, 297
MARGIN, TOP, FOOT = 18, 24, 18
INK, SOFT, RULE, BRAND, TINT = "#12201F", "#35413F", "#B8B2A3", "#0B4B5B", "#F1ECE0"
POINT = 25.4 / 72
LEADING = 1.3
FONTS = Path(__file__).resolve().parents[3] / "build" / "fonts"
FACES = {
    ("sans", ""): "Atkinson-Regular.ttf",
    ("sans", "B"): "Atkinson-Bold.ttf",
    ("mono", ""): "AtkinsonMono-Regular.ttf",
}


@dataclass(frozen=True, slots=True)
class Run:
    """A paragraph of a cell: its words and how they look."""

    words: str
    size: float = 8.5
    bold: bool = False
    color: str = INK


Cell = str | Run | Sequence[Run]


class Sheet:
    """`y` is where the next thing goes. `entries` are the chapters with their pages."""

    def __init__(self, *, title: str, foot: str, made_on: date, of_pages: int):
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Pillow could not be imported")
            from fpdf import FPDF
        self.title, self.foot, self.of_pages = title, foot, of_pages
        self.entries: list[tuple[str, int]] = []
        self.left, self.width = MARGIN, WIDTH - 2 * MARGIN
        self.y = 0.0
        self.pdf: Any = FPDF(unit="mm", format="A4")
        self.pdf.set_auto_page_break(False)
        self.pdf.set_margin(0)
        self.pdf.c_margin = 0
        self.pdf.set_title(title)
        self.pdf.set_creator("Prancheta")
        self.pdf.set_lang("pt-BR")
        self.pdf.set_creation_date(datetime(made_on.year, made_on.month, made_on.day, tzinfo=UTC))
        self._families = {"sans": "helvetica", "mono": "courier"}
        self._glyphs: dict[str, frozenset[int]] = {}
        self._widths: dict[tuple[str, bool, str], float] = {}
        self._add_faces()

    def _add_faces(self) -> None:
        if not all((FONTS / name).is_file() for name in FACES.values()):
            self.pdf.core_fonts_encoding = "cp1252"
            return
        for (family, style), name in FACES.items():
            self.pdf.add_font(f"our{family}", style, str(FONTS / name))
            self._families[family] = f"our{family}"
            self._glyphs[family] = frozenset(self.pdf.fonts[f"our{family}"].cmap)

    @property
    def pages(self) -> int:
        return self.pdf.page

    def bytes(self) -> bytes:
        return bytes(self.pdf.output())

    def discard(self) -> None:
        """Closes the typefaces of a sheet that is not made into bytes."""
        for font in self.pdf.fonts.values():
            if hasattr(font, "close"):
                font.close()

    # ---- pages -------------------------------------------------------------------------------

    def new_page(self, plain: bool = False) -> None:
        self.pdf.add_page()
        self.y = TOP
        if plain:
            return
        self.line(self.left, 13, self.title, 8.5, color=SOFT)
        self._rule(16)
        self.line(self.left, HEIGHT - 9, self.foot, 8.5, color=SOFT)
        self.line(
            WIDTH - MARGIN, HEIGHT - 9, f"Página {self.pages} de {self.of_pages}", 8.5,
            color=SOFT, align="R",
        )  # fmt: skip

    def need(self, height: float) -> bool:
        """A new page unless `height` is left on this one; says whether it turned."""
        if self.y + height <= HEIGHT - FOOT:
            return False
        self.new_page()
        return True

    def chapter(self, words: str, new_page: bool = True, room: float = HEIGHT / 3) -> None:
        """Stands in the table of contents and in the outline. Begins on a new page, or further
        down this one where it leaves `room`."""
        if new_page:
            self.new_page()
        elif not self.need(room):
            self.y += 8
        self.entries.append((words, self.pages))
        self.pdf.start_section(printed(words, None), level=0, strict=False)
        self.paragraph(words, 17, bold=True, color=BRAND, after=4)

    def heading(self, words: str, below: float = 18) -> None:
        """Never alone at the foot: `below` is what must follow it on the same page."""
        lines = self.wrap(words, self.width, 12, bold=True)
        self.need(3 + len(lines) * step(12) + below)
        self.y += 3
        self.paragraph(words, 12, bold=True, color=BRAND, after=1.5)

    # ---- text --------------------------------------------------------------------------------

    def line(
        self, x: float, baseline: float, words: str, size: float, *, bold: bool = False,
        mono: bool = False, color: str = INK, align: str = "L",
    ) -> None:  # fmt: skip
        family = "mono" if mono else "sans"
        shown = printed(words, self._glyphs.get(family))
        if align == "R":
            x -= self.measure(words, size, bold=bold)
        self.pdf.set_font(self._families[family], "B" if bold else "", size)
        self.pdf.set_text_color(color)
        self.pdf.text(x, baseline, shown)

    def measure(self, words: str, size: float, *, bold: bool = False) -> float:
        total = 0.0
        for word in printed(words, self._glyphs.get("sans")):
            key = ("sans", bold, word)
            if key not in self._widths:
                self.pdf.set_font(self._families["sans"], "B" if bold else "", 100)
                self._widths[key] = self.pdf.get_string_width(word) / 100
            total += self._widths[key]
        return total * size

    def wrap(self, words: str, width: float, size: float, *, bold: bool = False) -> list[str]:
        """Lines no wider than `width`. Citations are kept whole unless one is wider than that."""
        lines: list[str] = []
        current = ""
        for part in unbroken(words).split(" "):
            for piece in self._pieces(part, width, size, bold):
                longer = f"{current} {piece}" if current else piece
                if current and self.measure(longer, size, bold=bold) > width:
                    lines.append(current)
                    current = piece
                else:
                    current = longer
        return [*lines, current]

    def _pieces(self, part: str, width: float, size: float, bold: bool) -> list[str]:
        if self.measure(part, size, bold=bold) <= width:
            return [part]
        if "\u00a0" in part:
            return [
                piece for half in part.split("\u00a0")
                for piece in self._pieces(half, width, size, bold)
            ]  # fmt: skip
        cut = next(
            n for n in range(len(part), 0, -1)
            if n == 1 or self.measure(part[:n], size, bold=bold) <= width
        )  # fmt: skip
        return [part[:cut], *(self._pieces(part[cut:], width, size, bold) if part[cut:] else [])]

    def paragraph(
        self, words: str, size: float = 10, *, bold: bool = False, color: str = INK,
        indent: float = 0, after: float = 1.5,
    ) -> None:  # fmt: skip
        for text in self.wrap(words, self.width - indent, size, bold=bold):
            self.need(step(size))
            self.line(self.left + indent, self.y + size * POINT, text, size, bold=bold, color=color)
            self.y += step(size)
        self.y += after

    def height_of(self, words: str, size: float, indent: float = 0, bold: bool = False) -> float:
        return len(self.wrap(words, self.width - indent, size, bold=bold)) * step(size)

    def box(self, marked: bool, size: float = 3) -> None:
        """A box before a line of text at `y`, ticked if `marked`."""
        x, y = self.left + 1, self.y + 0.5
        self.pdf.set_draw_color(INK)
        self.pdf.set_fill_color(BRAND)
        self.pdf.set_line_width(0.3)
        self.pdf.rect(x, y, size, size, style="DF" if marked else "D")
        if marked:
            self.pdf.set_draw_color("#FFFFFF")
            self.pdf.set_line_width(0.55)
            points = [(0.2, 0.55), (0.43, 0.78), (0.82, 0.25)]
            self.pdf.polyline([(x + px * size, y + py * size) for px, py in points])

    # ---- tables ------------------------------------------------------------------------------

    def table(self, heads: Sequence[str], widths: Sequence[float], rows: Sequence[Sequence[Cell]],
              after: float = 3) -> None:  # fmt: skip
        """Columns with nothing in them are left out, and the first of width 0 takes what is left.
        The heads come again on each page; no row is torn."""
        kept = [n for n in range(len(heads)) if any(_runs(row[n]) for row in rows)]
        sizes = [widths[n] for n in kept]
        sizes = [size or self.width - sum(sizes) for size in sizes]
        titles = [Run(heads[n], 8, True, SOFT) for n in kept]
        body = [[row[n] for n in kept] for row in rows]
        if body:
            self.need(self._row_height(titles, sizes) + self._row_height(body[0], sizes))
        self._table_row(titles, sizes, fill=TINT)
        for row in body:
            if self.need(self._row_height(row, sizes)):
                self._table_row(titles, sizes, fill=TINT)
            self._table_row(row, sizes)
        self.y += after

    def _row_height(self, row: Sequence[Cell], sizes: Sequence[float]) -> float:
        return 2.2 + max(
            sum(len(self.wrap(run.words, size - 2.4, run.size, bold=run.bold)) * step(run.size)
                for run in _runs(cell))
            for cell, size in zip(row, sizes, strict=True)
        )  # fmt: skip

    def _table_row(self, row: Sequence[Cell], sizes: Sequence[float], fill: str = "") -> None:
        height = self._row_height(row, sizes)
        if fill:
            self.pdf.set_fill_color(fill)
            self.pdf.rect(self.left, self.y, self.width, height, style="F")
        x = self.left
        for cell, size in zip(row, sizes, strict=True):
            y = self.y + 1
            for run in _runs(cell):
                for text in self.wrap(run.words, size - 2.4, run.size, bold=run.bold):
                    self.line(x + 1.2, y + run.size * POINT, text, run.size, bold=run.bold,
                              color=run.color)  # fmt: skip
                    y += step(run.size)
            x += size
        self.y += height
        self._rule(self.y)

    def _rule(self, y: float) -> None:
        self.pdf.set_draw_color(RULE)
        self.pdf.set_line_width(0.2)
        self.pdf.line(self.left, y, self.left + self.width, y)


def step(size: float) -> float:
    """From one line to the next."""
    return size * POINT * LEADING


def _runs(cell: Cell) -> list[Run]:
    if isinstance(cell, str):
        return [Run(cell)] if cell else []
    return [cell] if isinstance(cell, Run) else [run for run in cell if run.words]


def printed(words: str, known: frozenset[int] | None) -> str:
    """In characters that the typeface has; `known` None: those of Windows-1252."""
    text = unicodedata.normalize("NFC", words.replace("\u00a0", " "))
    return "".join(char if _has(char, known) else _stand_in(char, known) for char in text)


def _stand_in(char: str, known: frozenset[int] | None) -> str:
    """A letter with an unknown accent keeps its letter; anything else shows that it was there."""
    base = unicodedata.normalize("NFKD", char)[0]
    return base if base != char and _has(base, known) else "?"


def _has(char: str, known: frozenset[int] | None) -> bool:
    if known is not None:
        return ord(char) in known
    try:
        char.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return char.isprintable()
