"""The papers of a selo, whole: each kind as PDF, as SVG at a printer's dots, and on label stock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app.prints.fonts import Fonts, fonts_of
from app.prints.kinds import PaperKind, Stock, paper_kind
from app.prints.paper import INK, Paper
from app.prints.picture import Picture, dots_per_mm
from app.prints.selo_certificate import draw_certificate
from app.prints.selo_label import Frame, draw_label
from app.prints.selo_low import draw_low
from app.prints.view import SeloView, seal_facts, selo_view

CUT_MARK_MM = 4.0
_DRAW = {"label": draw_label, "low": draw_low, "certificate": draw_certificate}


def selo_label_pdf(
    record: dict[str, Any],
    municipality: dict[str, Any],
    public_base: str,
    *,
    rulebook: Any = None,
    cites: Sequence[str] = (),
    annulled: bool = False,
    cancelled: bool = False,
    fonts: Fonts | str | Path | None = None,
) -> bytes:
    """The town's own label of a `selo` record as PDF.

    `municipality` is the entity's dict; `public_base` what the QR points to; `cites` the law
    behind the selo, as ("Art. 52, § 1",); `fonts` a folder or the files, core fonts if None.
    """
    kind = paper_kind(municipality.get("rulebook", ""), "selo")
    view = selo_view(
        record, municipality, public_base, rulebook=rulebook, cites=cites or kind.cites,
        annulled=annulled, cancelled=cancelled,
    )
    return paper_pdf(kind, view, seal_facts(view, municipality), fonts)


def paper_pdf(
    kind: PaperKind, view: SeloView, facts: Mapping[str, str],
    fonts: Fonts | str | Path | None = None,
) -> bytes:
    """The paper alone, a page of its own size."""
    sheet = _sheet(kind.width_mm, kind.height_mm, kind, view, fonts)
    _draw(sheet, kind, view, facts, 0, 0)
    return sheet.bytes()


def paper_svg(
    kind: PaperKind, view: SeloView, facts: Mapping[str, str], dpi: int,
    fonts: Fonts | str | Path | None = None, in_mm: bool = False,
) -> tuple[str, int]:
    """(SVG, its width in dots): painted that wide, one unit is one dot of the printer. `in_mm`:
    for a file of its own, which says its size on paper."""
    title = view.sentence
    sheet = Picture(kind.width_mm, kind.height_mm, fonts, dpi, title=title)
    sheet.new_page()
    _draw(sheet, kind, view, facts, 0, 0)
    return sheet.svg(in_mm), sheet.width_dots


def stock_pdf(
    kind: PaperKind, stock: Stock, views: list[tuple[SeloView, Mapping[str, str]]],
    first: int = 1, fonts: Fonts | str | Path | None = None,
) -> bytes:
    """Labels on a sheet, from position `first` on (from 1, row by row), on to further sheets.

    ValueError for a position that the sheet does not have.
    """
    stock.corner(first, kind)
    sheet = _sheet(*stock.page_mm, kind, views[0][0], fonts)
    for index, (view, facts) in enumerate(views, first - 1):
        position = index % stock.count
        if position == 0 and index >= first:
            sheet.new_page()
        x, y = stock.corner(position + 1, kind)
        _draw(sheet, kind, view, facts, sheet.snap(x), sheet.snap(y))
        if stock.cut_marks:
            _cut_marks(sheet, x, y, kind)
    return sheet.bytes()


def _sheet(width: float, height: float, kind: PaperKind, view: SeloView,
           fonts: Fonts | str | Path | None) -> Paper:
    sheet = Paper(
        width, height, fonts_of(fonts), title=f"{kind.name}: selo {view.serial}, {view.plate}",
        author=f"Município de {view.town}",
    )
    sheet.dot_mm = 1 / dots_per_mm(kind.dpi[0])
    sheet.new_page()
    return sheet


def _draw(sheet: Paper, kind: PaperKind, view: SeloView, facts: Mapping[str, str], x: float,
          y: float) -> None:
    _DRAW[kind.draws](sheet, view, kind, facts, Frame(x, y, kind.width_mm, kind.height_mm))


def _cut_marks(sheet: Paper, x: float, y: float, kind: PaperKind) -> None:
    """Short lines outside the corners."""
    right, bottom = x + kind.width_mm, y + kind.height_mm
    for at_x, away in ((x, -1), (right, 1)):
        for at_y, off in ((y, -1), (bottom, 1)):
            sheet.rule(at_x + away, at_y, at_x + away * CUT_MARK_MM, at_y, color=INK, mm=0.15)
            sheet.rule(at_x, at_y + off, at_x, at_y + off * CUT_MARK_MM, color=INK, mm=0.15)
