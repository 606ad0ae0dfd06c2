"""The certificate of an inspection, A4: it goes with the vehicle's papers."""

from __future__ import annotations

from collections.abc import Mapping

from app.prints.kinds import PaperKind
from app.prints.paper import BAD, INK, INK_SOFT, RULE, WHITE, Paper
from app.prints.selo_label import Frame, look
from app.prints.view import SeloView
from sync.records.qr import QUIET_MODULES

MARGIN = 22.0
COLUMNS = 2
ROW_HEIGHT = 14.5


def draw_certificate(
    sheet: Paper, view: SeloView, kind: PaperKind, facts: Mapping[str, str], frame: Frame
) -> None:
    """Draws it whole within the frame of an A4 sheet."""
    left, width = frame.x + MARGIN, frame.width - 2 * MARGIN
    y = _head(sheet, view, kind, frame)
    y = _state(sheet, view, kind, left, y, width)
    y = _sentence(sheet, view, left, y, width)
    y = _vehicle(sheet, view, kind, facts, left, y, width)
    _code_and_signature(sheet, view, left, max(y + 6, frame.y + 198), width)
    _foot(sheet, view, kind, frame)


def _head(sheet: Paper, view: SeloView, kind: PaperKind, frame: Frame) -> float:
    colours = look(view, kind)
    sheet.box(frame.x, frame.y, frame.width, 41, fill=colours.band)
    left, width = frame.x + MARGIN, frame.width - 2 * MARGIN
    sheet.line(left, frame.y + 16, f"MUNICÍPIO DE {view.town.upper()}", 12, bold=True,
               color=WHITE, width=width)
    title = f"{kind.title} PROVISÓRIO" if view.provisional else kind.title
    sheet.line(left, frame.y + 30, title, 27, bold=True, color=WHITE, width=width)
    return frame.y + 50


def _state(sheet: Paper, view: SeloView, kind: PaperKind, x: float, y: float,
           width: float) -> float:
    colours, high = look(view, kind), 26
    sheet.box(x, y, width, high, fill=colours.tint, edge=colours.ink, edge_mm=0.6, radius=2.4)
    sheet.icon(colours.icon, x + 7, y + 6.5, 13, color=colours.ink)
    if view.void:
        sheet.line(x + 30, y + 16.6, f"{view.validity_label}: NÃO VALE", 28, bold=True,
                   color=colours.ink, width=width - 36)
        return y + high + 9
    sheet.line(x + 30, y + 10, view.validity_label, 14, bold=True, color=colours.ink,
               width=width - 36)
    sheet.line(x + 30, y + 21.5, view.valid_until, 31, bold=True, color=INK, width=width - 36)
    return y + high + 9


def _sentence(sheet: Paper, view: SeloView, x: float, y: float, width: float) -> float:
    if view.void:
        text = f"O selo deste certificado foi {view.validity_label.lower()}: ele não vale mais."
        return sheet.lines(x, y, sheet.wrap(text, width, 12), 12, leading=1.35) + 5
    result = "aprovado com exigência" if view.provisional else "aprovado"
    law = f", conforme a {view.law}" if view.law else ""
    text = (
        f"Certificamos que o veículo abaixo foi vistoriado e {result} em {view.inspected_on}{law}."
    )
    return sheet.lines(x, y, sheet.wrap(text, width, 12), 12, leading=1.35) + 5


def _vehicle(sheet: Paper, view: SeloView, kind: PaperKind, facts: Mapping[str, str], x: float,
             y: float, width: float) -> float:
    sheet.box(x, y, 74, 21, fill=WHITE, edge=INK, edge_mm=0.7, radius=2.4)
    sheet.line(x + 37, y + 16, view.plate, 46, bold=True, mono=True, width=68, align="C")
    rows = [row for row in kind.rows if row.blank or facts.get(row.source)]
    beside, below = rows[:2], rows[2:]
    for index, row in enumerate(beside):
        _pair(sheet, x + 80, y + index * 11.4, width - 80, row.label, facts.get(row.source, ""))
    y += 28
    step = width / COLUMNS
    for index, row in enumerate(below):
        line, column = divmod(index, COLUMNS)
        _pair(sheet, x + column * step, y + line * ROW_HEIGHT, step - 5, row.label,
              facts.get(row.source, ""))
    return y + -(-len(below) // COLUMNS) * ROW_HEIGHT


def _pair(sheet: Paper, x: float, y: float, width: float, label: str, value: str) -> None:
    sheet.line(x, y + 3.2, label, 8.5, color=INK_SOFT, width=width)
    if value:
        sheet.line(x, y + 9, value, 12.5, bold=True, width=width, least=7)
    else:
        sheet.rule(x, y + 9.6, x + width, y + 9.6, color=INK, mm=0.25)


def _code_and_signature(sheet: Paper, view: SeloView, x: float, y: float, width: float) -> None:
    module = sheet.module_mm(1.15)
    side = (len(view.matrix) + 2 * QUIET_MODULES) * module
    at_x, at_y = sheet.snap(x), sheet.snap(y)
    sheet.qr(at_x, at_y, view.matrix, module)
    right, room = x + side + 8, width - side - 8
    if view.void:
        sheet.line(right, y + 12, f"Este selo foi {view.validity_label.lower()}.", 14, bold=True,
                   color=BAD, width=room)
    else:
        says = (
            "Para conferir, aponte a câmera do celular ao código ao lado. Se ele não puder ser "
            f"lido, digite em {view.host}/s o código:"
        )
        end = sheet.lines(right, y + 1, sheet.wrap(says, room, 10), 10)
        sheet.line(right, end + 7.5, view.short_code, 20, bold=True, mono=True, width=room)
    base = y + side - 8
    sheet.rule(right, base, right + room, base, color=INK, mm=0.3)
    sheet.line(right, base + 4.6, "Assinatura e carimbo do órgão, onde se exigir", 9,
               color=INK_SOFT, width=room)


def _foot(sheet: Paper, view: SeloView, kind: PaperKind, frame: Frame) -> None:
    left, width = frame.x + MARGIN, frame.width - 2 * MARGIN
    top = frame.y + frame.height - 27
    sheet.rule(left, top, left + width, top, color=RULE)
    says = (
        f"{kind.says} " if kind.says else ""
    ) + "Confira a placa e o final do chassi: um código copiado leva à mesma resposta."
    sheet.lines(left, top + 2, sheet.wrap(says, width, 9.5), 9.5, color=INK_SOFT)
