"""The A4 pages of an auto: head with the number, foot, and the stamp when it was annulled."""

from __future__ import annotations

from app.prints.auto_form import Row
from app.prints.auto_view import AutoView
from app.prints.fonts import Fonts
from app.prints.laudo_sheet import A4_WIDTH_MM, Sheet
from app.prints.paper import BRAND, INK_SOFT, WHITE

_GAP_MM = 6
_LABEL_PT, _VALUE_PT = 7.5, 10
_LABEL_MM, _LINE_MM, _AFTER_MM = 3.4, 4.4, 1.8


class AutoSheet(Sheet):
    """A laudo's sheet with another head. `via`: whose copy this page belongs to."""

    def __init__(self, view: AutoView, fonts: Fonts | None) -> None:
        super().__init__(view, fonts)
        self.via = ""

    def title(self, view: AutoView) -> str:
        return f"{view.kind} nº {view.number}"

    def begin(self, via: str) -> None:
        """A copy of its own begins on a page of its own."""
        self.via, self._copy_began = via, True
        self.open_page()

    def _head(self, height: float) -> None:
        first, self._copy_began = self._copy_began, False
        view, paper = self.data, self.paper
        height = 24 if first else 13
        paper.box(0, 0, A4_WIDTH_MM, height, fill=BRAND)
        right = self.left + self.width
        if first:
            via = paper.line(right, 8.2, self.via, 9, bold=True, color=WHITE, align="R")
            paper.line(self.left, 8.2, f"MUNICÍPIO DE {view.town.upper()}", 10, bold=True,
                       color=WHITE, width=self.width - via - 6)
            number = paper.line(right, 18.8, f"Nº {view.number}", 24, bold=True, mono=True,
                                color=WHITE, align="R")
            title = paper.line(self.left, 16.4, view.title, 17, bold=True, color=WHITE,
                               width=self.width - number - 6)
            del title
            paper.line(self.left, 21.2, view.law, 8.5, color=WHITE,
                       width=self.width - number - 6)
        else:
            text = f"{view.title} Nº {view.number} · {view.town.upper()} · {self.via}"
            paper.line(self.left, 8.4, text, 10, bold=True, color=WHITE, width=self.width)
        self.y = height + 5

    def grid(self, rows: tuple[Row, ...], columns: int = 2) -> None:
        """Label, law and value of each row, in reading order, as many side by side as told."""
        wide = (self.width - (columns - 1) * _GAP_MM) / columns
        for at in range(0, len(rows), columns):
            cells = [(row, self.paper.wrap(row.value, wide, _VALUE_PT, bold=True))
                     for row in rows[at : at + columns]]
            high = _LABEL_MM + max(len(lines) for _, lines in cells) * _LINE_MM + _AFTER_MM
            self.need(high)
            for column, (row, lines) in enumerate(cells):
                self._cell(self.left + column * (wide + _GAP_MM), wide, row, lines)
            self.y += high

    def _cell(self, x: float, wide: float, row: Row, lines: list[str]) -> None:
        label = f"{row.label} · {row.law}" if row.law else row.label
        self.paper.line(x, self.y + 2.6, label, _LABEL_PT, color=INK_SOFT, width=wide)
        self.paper.lines(x, self.y + _LABEL_MM, lines, _VALUE_PT, bold=True)
