"""The laudo: what a vistoria found, on A4, to show and to hand over.

It can be made of any concluded vistoria, passed or not, and is drawn on the device. It says in
words what the colours say, names the law for every exigência, and never invents a deadline.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.prints.fonts import Fonts, fonts_of
from app.prints.laudo_answers import draw_answers
from app.prints.laudo_data import LaudoData, laudo_data
from app.prints.laudo_sheet import Sheet
from app.prints.paper import (
    BAD,
    BAD_TINT,
    GOOD,
    GOOD_TINT,
    INK,
    INK_SOFT,
    NEUTRAL_TINT,
    RULE,
    WARN,
    WARN_TINT,
    WHITE,
)

_TONES = {
    "aprovado": (GOOD, GOOD_TINT), "reprovado": (BAD, BAD_TINT), "pendente": (WARN, WARN_TINT),
}
_DEADLINE_MM = 38
_LAW_MM = 33
_NUMBER_MM = 8


def laudo_pdf(
    record: dict[str, Any],
    municipality: dict[str, Any],
    *,
    rulebook: Any = None,
    signature: dict[str, Any] | None = None,
    agent_name: str = "",
    holder_name: str = "",
    selo: dict[str, Any] | None = None,
    annulment: dict[str, Any] | None = None,
    fonts: Fonts | str | Path | None = None,
) -> bytes:
    """The laudo of a `vistoria` record as PDF.

    `rulebook` is the `checklists.Rulebook` it was made under (labels, choices; without it ids
    stand in). `signature` is the drawn one (`width`, `height`, `strokes`); `agent_name` and
    `holder_name` come from the registry or the "pessoas" attachment, empty when erased. `selo` is
    the `selo` record it led to, `annulment` the `anulacao` record that annuls it.
    """
    data = laudo_data(
        record, municipality, rulebook, agent_name=agent_name, holder_name=holder_name,
        selo=selo, annulment=annulment,
    )
    sheet = Sheet(data, fonts_of(fonts))
    sheet.open_page()
    if data.annulled_at:
        _annulled(sheet, data)
    _verdict(sheet, data)
    _vehicle(sheet, data)
    _exigencias(sheet, data)
    if data.retained:
        _retention(sheet, data)
    _come_back(sheet, data)
    _signature(sheet, data, signature)
    _reasons(sheet, data)
    _choices(sheet, data)
    draw_answers(sheet, data)
    return sheet.bytes()


def _annulled(sheet: Sheet, data: LaudoData) -> None:
    text = f"Anulado em {data.annulled_at}. Motivo: {data.annulled_reason}"
    sheet.callout("reprovado", "LAUDO ANULADO: NÃO VALE", text, BAD, BAD_TINT)


def _verdict(sheet: Sheet, data: LaudoData) -> None:
    ink, tint = _TONES[data.result] if not data.annulled_at else (INK_SOFT, NEUTRAL_TINT)
    lines = sheet.paper.wrap(data.result_says, sheet.width - 26, 11)
    height = 17 + len(lines) * 5
    sheet.need(height + 4)
    x, y, paper = sheet.left, sheet.y, sheet.paper
    paper.box(x, y, sheet.width, height, fill=tint, edge=ink, edge_mm=0.5, radius=2)
    paper.icon(data.result, x + 5, y + (height - 12) / 2, 12, color=ink)
    paper.line(x + 22, y + 11.5, data.result_word, 26, bold=True, color=ink,
               width=sheet.width - 26)
    paper.lines(x + 22, y + 14.2, lines, 11)
    sheet.y += height + 4


def _vehicle(sheet: Sheet, data: LaudoData) -> None:
    sheet.need(36)
    paper, top = sheet.paper, sheet.y
    plate_width = 58
    paper.box(sheet.left, top, plate_width, 17, fill=WHITE, edge=INK, edge_mm=0.6, radius=2)
    paper.line(sheet.left + plate_width / 2, top + 12.8, data.plate, 36, bold=True, mono=True,
               width=plate_width - 5, align="C")
    cell_x = sheet.left + plate_width + 6
    room = sheet.width - plate_width - 6
    _pairs(sheet, data.beside_plate, cell_x, top, room, 2)
    sheet.y = top + 21
    rows = _pairs(sheet, data.facts, sheet.left, sheet.y, sheet.width, 3)
    sheet.y += rows * 10 + 2


def _pairs(sheet: Sheet, pairs: tuple[tuple[str, str], ...], x: float, top: float, width: float,
           columns: int) -> int:
    """Small labels over their values, in columns; gives the number of rows."""
    step = width / columns
    for index, (label, value) in enumerate(pairs):
        at_x, at_y = x + index % columns * step, top + index // columns * 10
        sheet.paper.line(at_x, at_y + 2.8, label, 7.5, color=INK_SOFT, width=step - 3)
        sheet.paper.line(at_x, at_y + 7.3, value, 10.5, bold=True, width=step - 3)
    return -(-len(pairs) // columns)


def _exigencias(sheet: Sheet, data: LaudoData) -> None:
    if not data.exigencias:
        return
    sheet.heading(data.exigencias_title)
    paper = sheet.paper
    label_width = sheet.width - _NUMBER_MM - _LAW_MM - _DEADLINE_MM - 4
    columns = (
        sheet.left + _NUMBER_MM, sheet.left + _NUMBER_MM + label_width + 2,
        sheet.left + sheet.width - _DEADLINE_MM,
    )

    def header() -> None:
        for at, text in zip(columns, ("O que falta", "Lei", "Prazo"), strict=True):
            paper.line(at, sheet.y + 3, text, 8, color=INK_SOFT)
        sheet.y += 4.2
        paper.rule(sheet.left, sheet.y, sheet.left + sheet.width, sheet.y, color=INK, mm=0.35)
        sheet.y += 1.2

    header()
    for number, row in enumerate(data.exigencias, 1):
        label = paper.wrap(row.label, label_width, 10, bold=True)
        law = paper.wrap(row.law, _LAW_MM - 2, 9)
        deadline = paper.wrap(row.deadline, _DEADLINE_MM, 9, bold=row.has_deadline)
        measures = paper.wrap(row.measures, label_width, 8.5) if row.measures else []
        note = paper.wrap(row.note, label_width, 8.5) if row.note else []
        height = max(len(label) * 4.5 + (len(note) + len(measures)) * 3.8,
                     len(law) * 4.1, len(deadline) * 4.1)
        if sheet.need(height + 3.4):
            header()
        top = sheet.y
        paper.line(sheet.left, top + 3.4, f"{number}.", 10, bold=True)
        below = paper.lines(columns[0], top, label, 10, bold=True)
        below = paper.lines(columns[0], below, note, 8.5)
        paper.lines(columns[0], below, measures, 8.5, color=BAD)
        paper.lines(columns[1], top + 0.2, law, 9)
        paper.lines(columns[2], top + 0.2, deadline, 9, bold=row.has_deadline)
        sheet.y = top + height + 1.6
        paper.rule(sheet.left, sheet.y, sheet.left + sheet.width, sheet.y, color=RULE)
        sheet.y += 1.8
    sheet.y += 2


def _retention(sheet: Sheet, data: LaudoData) -> None:
    sheet.callout("atencao", "O VEÍCULO FICA RETIDO", data.retention_says, BAD, BAD_TINT)


def _come_back(sheet: Sheet, data: LaudoData) -> None:
    sheet.heading(data.next_title)
    for number, step in enumerate(data.next_steps, 1):
        lines = sheet.paper.wrap(step, sheet.width - 8, 10)
        sheet.need(len(lines) * 4.5 + 1)
        sheet.paper.line(sheet.left, sheet.y + 3.4, f"{number}.", 10, bold=True)
        sheet.y = sheet.paper.lines(sheet.left + 8, sheet.y, lines, 10) + 0.8
    sheet.y += 2


def _reasons(sheet: Sheet, data: LaudoData) -> None:
    if not data.reasons and not data.conditions:
        return
    sheet.heading("Por que este resultado")
    for text, cites in data.reasons:
        sheet.paragraph(f"{text} ({cites})" if cites else text, bullet=True)
    for text in data.conditions:
        sheet.paragraph(f"Condição: {text}", bullet=True)
    sheet.y += 2


def _choices(sheet: Sheet, data: LaudoData) -> None:
    if not data.choices:
        return
    sheet.heading("Como a lei foi lida", below=30)
    sheet.paragraph(
        "Onde a lei deixa dúvida, o Município aplica uma leitura e a mostra:", color=INK_SOFT
    )
    for choice in data.choices:
        sheet.need(20)
        sheet.paragraph(choice.question, bold=True)
        sheet.paragraph(f"Aplicado: {choice.applied}")
        why = " ".join(part for part in (choice.why, choice.cites and f"({choice.cites})") if part)
        if why:
            sheet.paragraph(why, size=9, color=INK_SOFT)
        sheet.y += 1
    sheet.y += 1


def _signature(sheet: Sheet, data: LaudoData, signature: dict[str, Any] | None) -> None:
    sheet.need(36)
    paper = sheet.paper
    half = sheet.width / 2 - 6
    base = sheet.y + 21
    if signature:
        paper.strokes(signature, sheet.left + 4, sheet.y, half - 8, 20)
    other = sheet.left + half + 12
    for x in (sheet.left, other):
        paper.rule(x, base, x + half, base, color=INK, mm=0.35)
    paper.line(sheet.left, base + 4.2, data.agent, 10, bold=True, width=half)
    paper.line(sheet.left, base + 8.4, data.agent_proof, 8, color=INK_SOFT, width=half)
    paper.line(other, base + 4.2, data.holder or "Quem recebeu este laudo", 10, bold=True,
               width=half)
    paper.line(other, base + 8.4, "Recebi uma via. Nome, documento e data:", 8, color=INK_SOFT,
               width=half)
    sheet.y = base + 14
