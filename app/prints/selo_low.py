"""The low label, such as 100 × 50 mm of a thermal roll: the QR takes the whole height at the right.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.prints.kinds import PaperKind
from app.prints.paper import BLACK, WHITE, Paper
from app.prints.selo_label import Frame, look, title_of
from app.prints.view import SeloView
from sync.records.qr import QUIET_MODULES

MARGIN = 2.0


def draw_low(
    sheet: Paper, view: SeloView, kind: PaperKind, facts: Mapping[str, str], frame: Frame
) -> None:
    """Draws it whole within the frame of 100 × 50 mm."""
    module = sheet.module_mm()
    side = (len(view.matrix) + 2 * QUIET_MODULES) * module
    x = sheet.snap(frame.x + frame.width - MARGIN - side)
    y = sheet.snap(frame.y + 0.6)
    sheet.qr(x, y, view.matrix, module)
    middle, below = x + side / 2, y + side
    if view.void:
        sheet.line(middle, below + 4.4, "Este selo não vale", 10, bold=True, color=BLACK,
                   width=side, align="C")
    else:
        sheet.line(middle, below + 3.3, view.short_code, 10.5, bold=True, mono=True, color=BLACK,
                   width=side, align="C")
        sheet.line(middle, below + 6.2, f"digite em {view.host}/s", 6.5, color=BLACK, width=side,
                   align="C", least=4)
    _left(sheet, view, kind, facts, frame.x + MARGIN, frame.y, x - frame.x - 2 * MARGIN)


def _left(sheet: Paper, view: SeloView, kind: PaperKind, facts: Mapping[str, str], x: float,
          top: float, width: float) -> None:
    colours = look(view, kind)
    sheet.box(x, top + MARGIN, width, 10.6, fill=BLACK)
    sheet.line(x + 1.5, top + 5.4, f"MUNICÍPIO DE {view.town.upper()}", 6.5, bold=True,
               color=WHITE, width=width - 3, least=3.5)
    sheet.line(x + 1.5, top + 10.6, title_of(view, kind), 12, bold=True, color=WHITE,
               width=width - 3)
    wide = sheet.line(x + width, top + 16.6, f"Nº {view.serial}", 10, bold=True, mono=True,
                      color=BLACK, align="R", width=width * 0.6)
    sheet.line(x, top + 16.6, view.service, 8, color=BLACK, width=width - wide - 1.5, least=4.5)
    sheet.box(x, top + 18.2, width, 10, fill=WHITE, edge=BLACK, edge_mm=0.5, radius=1.2)
    sheet.line(x + width / 2, top + 26.1, view.plate, 27, bold=True, mono=True, color=BLACK,
               width=width - 3, align="C")
    sheet.box(x, top + 29.6, width, 11.4, fill=colours.tint, edge=BLACK, edge_mm=0.5, radius=1.2)
    if view.void:
        sheet.line(x + width / 2, top + 37.6, view.validity_label, 18, bold=True,
                   color=colours.ink, width=width - 3, align="C")
    else:
        sheet.icon(colours.icon, x + 1.6, top + 30.7, 2.8, color=colours.ink)
        sheet.line(x + 5.6, top + 33.3, view.validity_label, 8.5, bold=True, color=colours.ink,
                   width=width - 7)
        sheet.line(x + width / 2, top + 39.7, view.valid_until, 17, bold=True,
                   color=colours.ink, width=width - 3, align="C")
    known = [(row.label, facts.get(row.source, "")) for row in kind.rows]
    said = " · ".join(f"{label} {value}" for label, value in known if value)
    sheet.line(x, top + 44.6, said, 7.5, bold=True, color=BLACK, width=width, least=4.5)
    sheet.line(x, top + 48, view.law or "Confira a placa e o final do chassi.", 6, color=BLACK,
               width=width, least=4)
