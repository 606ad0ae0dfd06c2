"""The windscreen label: a PDF of 99 × 70 mm, drawn on the device, all vector.

Every length is a whole number of dots at 300 dpi, so that a printer paints each module of the QR
with the same number of dots. The QR is 36 mm (version 9) or 38.5 mm (version 10) wide, quiet zone
included.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.prints.fonts import Fonts, fonts_of
from app.prints.paper import (
    BAD,
    BAD_TINT,
    BRAND,
    GOOD,
    GOOD_TINT,
    INK,
    INK_SOFT,
    MODULE_MM,
    RULE,
    WARN,
    WARN_TINT,
    WHITE,
    Paper,
)
from app.prints.view import SeloView, selo_view
from sync.records.qr import QUIET_MODULES

DOT_MM = 25.4 / 300
WIDTH_MM, HEIGHT_MM = 1170 * DOT_MM, 825 * DOT_MM
MARGIN_MM = 48 * DOT_MM
BAND_MM = 156 * DOT_MM


def selo_label_pdf(
    record: dict[str, Any],
    municipality: dict[str, Any],
    public_base: str,
    *,
    rulebook: Any = None,
    cites: Sequence[str] = (),
    annulled: bool = False,
    fonts: Fonts | str | Path | None = None,
) -> bytes:
    """The label of a `selo` record as PDF.

    `municipality` is the entity's dict; `public_base` what the QR points to; `cites` the law
    behind the selo, as ("Art. 52, § 1",); `fonts` a folder or the files, core fonts if None.
    """
    view = selo_view(
        record, municipality, public_base, rulebook=rulebook, cites=cites, annulled=annulled
    )
    paper = Paper(
        WIDTH_MM, HEIGHT_MM, fonts_of(fonts), title=f"Selo {view.serial}, placa {view.plate}",
        author=f"Município de {view.town}",
    )
    paper.new_page()
    _band(paper, view)
    qr_side = _qr(paper, view)
    _facts(paper, view, WIDTH_MM - 2 * MARGIN_MM - qr_side - 2.5)
    _foot(paper, view)
    if view.annulled:
        _stamp(paper, qr_side)
    return paper.bytes()


def tone(view: SeloView) -> tuple[str, str, str]:
    """(ink, tint, icon) of the selo's state. The words say the same."""
    if view.annulled:
        return BAD, BAD_TINT, "reprovado"
    return (WARN, WARN_TINT, "atencao") if view.provisional else (GOOD, GOOD_TINT, "aprovado")


def _band(paper: Paper, view: SeloView) -> None:
    paper.box(0, 0, WIDTH_MM, BAND_MM, fill=WARN if view.provisional else BRAND)
    number = f"Nº {view.serial}"
    room = WIDTH_MM - 2 * MARGIN_MM
    paper.line(MARGIN_MM, 4.7, f"MUNICÍPIO DE {view.town.upper()}", 7.5, bold=True, color=WHITE,
               width=room, least=3.5)
    number_width = paper.line(WIDTH_MM - MARGIN_MM, 10.6, number, 13, bold=True, mono=True,
                              color=WHITE, align="R", width=room / 2)
    paper.line(MARGIN_MM, 10.6, view.title, 15, bold=True, color=WHITE,
               width=room - number_width - 3)


def _qr(paper: Paper, view: SeloView) -> float:
    side = (len(view.matrix) + 2 * QUIET_MODULES) * MODULE_MM
    x = WIDTH_MM - MARGIN_MM - side
    y = BAND_MM + 24 * DOT_MM
    paper.qr(x, y, view.matrix)
    below = y + side
    says = "Este selo não vale" if view.annulled else "Aponte a câmera do celular"
    paper.line(x + side / 2, below + 2.2, says, 7.5, bold=True,
               width=side, align="C")
    paper.line(x + side / 2, below + 5.2, view.host, 6.5, color=INK_SOFT, width=side, align="C",
               least=4)
    return side


def _facts(paper: Paper, view: SeloView, width: float) -> None:
    x, y = MARGIN_MM, BAND_MM + 2.2
    lines, size = paper.fit_lines(view.service, width, 9.5, 2, bold=True, least=6)
    y = paper.lines(x, y, lines, size, bold=True) + 1.3
    plate_height = 12
    paper.box(x, y, width, plate_height, fill=WHITE, edge=INK, edge_mm=0.6, radius=1.6)
    paper.line(x + width / 2, y + 9.3, view.plate, 33, bold=True, mono=True, width=width - 4,
               align="C")
    y += plate_height + 1.8
    ink, tint, icon = tone(view)
    box_height = 17.5
    paper.box(x, y, width, box_height, fill=tint, edge=ink, edge_mm=0.4, radius=1.6)
    if view.annulled:
        paper.icon(icon, x + 4, y + 5.6, 6.4, color=ink)
        paper.line(x + width / 2 + 5, y + 11.8, view.validity_label, 24, bold=True, color=ink,
                   width=width - 20, align="C")
    else:
        paper.icon(icon, x + 2.2, y + 1.9, 3.6, color=ink)
        paper.line(x + 7.4, y + 5.1, view.validity_label, 10.5, bold=True, color=ink,
                   width=width - 9.4)
        paper.line(x + width / 2, y + 14.4, view.valid_until, 25, bold=True, color=INK,
                   width=width - 5, align="C")
    y += box_height + 4.6
    paper.line(x, y, f"Vistoria em {view.inspected_on}", 9, width=width)
    paper.line(x, y + 4.2, f"Chassi: final {view.chassis_tail}", 9, width=width)


def _foot(paper: Paper, view: SeloView) -> None:
    top = HEIGHT_MM - 5.6
    paper.rule(MARGIN_MM, top, WIDTH_MM - MARGIN_MM, top, color=RULE)
    says = "Confira a placa e o final do chassi."
    says_width = paper.line(WIDTH_MM - MARGIN_MM, top + 3.4, says, 6.5, color=INK, align="R")
    if view.law:
        room = WIDTH_MM - 2 * MARGIN_MM - says_width - 3
        paper.line(MARGIN_MM, top + 3.4, view.law, 6.5, color=INK_SOFT, width=room, least=4)


def _stamp(paper: Paper, qr_side: float) -> None:
    """Across the QR: whoever points a camera at it reads the word first."""
    x, y = WIDTH_MM - MARGIN_MM - qr_side / 2, BAND_MM + 2 + qr_side / 2
    with paper.turned(24, x, y):
        paper.box(x - 20, y - 6.2, 40, 12.4, fill=WHITE, edge=BAD, edge_mm=1.2, radius=1.6)
        paper.line(x, y + 3.2, "ANULADO", 26, bold=True, color=BAD, align="C", width=36)
