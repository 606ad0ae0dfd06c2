"""The answers of a laudo: how many of each, then item by item in two columns."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from app.prints import words
from app.prints.laudo_data import AnswerRow, LaudoData
from app.prints.laudo_sheet import Sheet
from app.prints.paper import BAD, GOOD, INK, INK_SOFT, MM_PER_POINT, RULE, WARN

_GAP_MM = 6
_MARK_MM = 4.6
_LABEL_STEP_MM = 8.5 * MM_PER_POINT * 1.25
_INKS = {
    "conforme": GOOD, "nao_conforme": BAD, "nao_se_aplica": INK_SOFT, "nao_verificado": WARN,
}
_ICONS = {
    "conforme": "aprovado", "nao_conforme": "reprovado", "nao_verificado": "pendente",
}


@dataclass(frozen=True)
class _Cell:
    answer: AnswerRow
    label: list[str]
    detail: list[str]
    beside: bool  # the answer's word stands beside the label, not below it

    @property
    def height(self) -> float:
        word = 0 if self.beside else 3.5
        return len(self.label) * _LABEL_STEP_MM + word + len(self.detail) * 3.35 + 2


def draw_answers(sheet: Sheet, data: LaudoData) -> None:
    if not data.answers:
        return
    sheet.heading("O que foi verificado")
    counts = Counter(answer.value for answer in data.answers)
    summary = [
        words.count(counts[value], *names)
        for value, names in words.ANSWER_COUNTS.items() if counts[value]
    ]
    total = words.count(len(data.answers), "item", "itens")
    sheet.paragraph(f"{total}: {', '.join(summary)}.", bold=True)
    column = (sheet.width - _GAP_MM) / 2
    cells = [_cell(sheet, answer, column - _MARK_MM) for answer in data.answers]
    for left, right in zip(cells[::2], [*cells[1::2], None], strict=False):
        height = max(left.height, right.height if right else 0)
        sheet.need(height)
        for cell, x in ((left, sheet.left), (right, sheet.left + column + _GAP_MM)):
            if cell:
                _draw(sheet, cell, x, column)
                base = sheet.y + height - 1
                sheet.paper.rule(x, base, x + column, base, color=RULE, mm=0.12)
        sheet.y += height
    sheet.y += 2


def _cell(sheet: Sheet, answer: AnswerRow, width: float) -> _Cell:
    label = f"{answer.label} ({answer.cite})" if answer.cite else answer.label
    lines = sheet.paper.wrap(label, width, 8.5)
    room = width - sheet.paper.measure(lines[-1], 8.5) - 3
    word = sheet.paper.measure(words.ANSWERS[answer.value], 8, bold=True)
    detail = sheet.paper.wrap(answer.detail, width, 7.5) if answer.detail else []
    return _Cell(answer, lines, detail, beside=word <= room)


def _draw(sheet: Sheet, cell: _Cell, x: float, width: float) -> None:
    paper, y = sheet.paper, sheet.y
    ink = _INKS[cell.answer.value]
    icon = _ICONS.get(cell.answer.value)
    if icon:
        paper.icon(icon, x, y + 0.5, 2.7, color=ink)
    else:
        paper.rule(x + 0.2, y + 1.9, x + 2.5, y + 1.9, color=ink, mm=0.45)
    at = paper.lines(x + _MARK_MM, y, cell.label, 8.5)
    word = words.ANSWERS[cell.answer.value]
    if cell.beside:
        paper.line(x + width, at - 0.9, word, 8, bold=True, color=ink, align="R")
    else:
        paper.line(x + _MARK_MM, at + 2.8, word, 8, bold=True, color=ink)
        at += 3.5
    paper.lines(x + _MARK_MM, at, cell.detail, 7.5, color=INK)
