"""The pages of a laudo: head, foot, page breaks, and the annulment stamp on every page."""

from __future__ import annotations

from app.prints.fonts import Fonts
from app.prints.laudo_data import LaudoData
from app.prints.paper import BAD, BRAND, INK, INK_SOFT, RULE, WHITE, Paper

A4_WIDTH_MM, A4_HEIGHT_MM = 210, 297
MARGIN_MM = 16
FOOT_MM = 17


class Sheet:
    """A cursor, `y`, going down A4 pages; `need` opens a new page when a thing does not fit."""

    def __init__(self, data: LaudoData, fonts: Fonts | None) -> None:
        self.data = data
        self.paper = Paper(
            A4_WIDTH_MM, A4_HEIGHT_MM, fonts,
            title=self.title(data),
            author=f"Município de {data.town}",
        )
        self.left = MARGIN_MM
        self.width = A4_WIDTH_MM - 2 * MARGIN_MM
        self.y = 0.0
        self._pages = 0

    def title(self, data: LaudoData) -> str:
        """What the file is called by whoever opens it."""
        return f"Laudo de vistoria, placa {data.plate}: {data.result_word}"

    def bytes(self) -> bytes:
        return self.paper.bytes()

    def open_page(self) -> None:
        self.paper.new_page()
        self._pages += 1
        self._head(22 if self._pages == 1 else 13)
        self._foot()
        if self.data.annulled_at:
            self._stamp()

    def need(self, height: float) -> bool:
        """Opens a new page unless `height` is left on this one; says whether it did."""
        if self.y + height <= A4_HEIGHT_MM - FOOT_MM:
            return False
        self.open_page()
        return True

    def heading(self, text: str, below: float = 15) -> None:
        """A heading, never left alone: `below` is how much must follow it on the same page."""
        self.need(7 + below)
        self.paper.line(self.left, self.y + 4.6, text, 12.5, bold=True, color=BRAND)
        self.y += 7.4

    def paragraph(self, text: str, *, size: float = 10, bold: bool = False, color: str = INK,
                  bullet: bool = False) -> None:
        indent = 4.5 if bullet else 0
        lines = self.paper.wrap(text, self.width - indent, size, bold=bold)
        step = size * 25.4 / 72 * 1.25
        for index, line in enumerate(lines):
            self.need(step)
            if bullet and index == 0:
                self.paper.box(self.left + 0.6, self.y + step * 0.42, 1.3, 1.3, fill=color)
            self.paper.lines(self.left + indent, self.y, [line], size, bold=bold, color=color)
            self.y += step
        self.y += 0.8

    def callout(self, icon: str, title: str, text: str, ink: str, tint: str) -> None:
        """A framed notice with its shape, its words and its colour."""
        lines = self.paper.wrap(text, self.width - 22, 10)
        height = 11 + len(lines) * 4.5
        self.need(height + 4)
        x, y, paper = self.left, self.y, self.paper
        paper.box(x, y, self.width, height, fill=tint, edge=ink, edge_mm=0.5, radius=2)
        paper.icon(icon, x + 4.5, y + (height - 9) / 2, 9, color=ink)
        paper.line(x + 18, y + 6.8, title, 12.5, bold=True, color=ink, width=self.width - 22)
        paper.lines(x + 18, y + 8.6, lines, 10)
        self.y += height + 4

    def _head(self, height: float) -> None:
        data, paper = self.data, self.paper
        first = self._pages == 1
        paper.box(0, 0, A4_WIDTH_MM, height, fill=BRAND)
        if first:
            paper.line(self.left, 8.6, f"MUNICÍPIO DE {data.town.upper()}", 10, bold=True,
                       color=WHITE, width=self.width)
            law_width = paper.measure(data.law, 10) if data.law else 0
            paper.line(self.left, 17.4, data.title, 19, bold=True, color=WHITE,
                       width=self.width - law_width - 6)
            paper.line(self.left + self.width, 17.2, data.law, 10, color=WHITE, align="R")
        else:
            text = f"{data.title} · PLACA {data.plate} · {data.town.upper()}"
            paper.line(self.left, 8.4, text, 10, bold=True, color=WHITE, width=self.width)
        self.y = height + 6

    def _foot(self) -> None:
        data, paper = self.data, self.paper
        top = A4_HEIGHT_MM - FOOT_MM + 4
        paper.rule(self.left, top, self.left + self.width, top, color=RULE)
        proof = f"Registro {data.record_id}"
        if data.hash_tail:
            proof += f" · conferência {data.hash_tail}"
        paper.line(self.left, top + 4.2, proof, 7.5, mono=True, color=INK_SOFT,
                   width=self.width - 34)
        paper.page_number(self.left + self.width, top + 4.2, f"Página {self._pages} de ", 8,
                          color=INK_SOFT)

    def _stamp(self) -> None:
        x, y = A4_WIDTH_MM / 2, A4_HEIGHT_MM / 2 + 10
        with self.paper.turned(35, x, y, 0.22):
            self.paper.box(x - 82, y - 22, 164, 44, edge=BAD, edge_mm=2.4, radius=4)
            self.paper.line(x, y + 12, "ANULADO", 98, bold=True, color=BAD, align="C", width=152)
