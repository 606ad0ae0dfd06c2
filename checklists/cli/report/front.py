"""The cover and the table of contents."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from checklists.cli.report.sheet import (
    BRAND,
    HEIGHT,
    INK,
    MARGIN,
    POINT,
    SOFT,
    WIDTH,
    Sheet,
    step,
)
from checklists.cli.words import day
from checklists.rulebook import Rulebook

READING = (
    "Onde a lei cala, se contradiz ou está danificada, este relatório mostra as leituras possíveis "
    "e a que a Prancheta aplica. O que decide segurança toma a leitura mais cautelosa; o que pune, "
    "a mais branda; o que a lei não diz fica desconhecido, e nenhum número se inventa. O município "
    "pode escolher outra leitura, dizendo quem decidiu e por quê."
)
NOT_TEXT = (
    "Os rótulos são palavras nossas. A citação leva ao texto da lei, que é o que vale."
)


def cover(sheet: Sheet, law: Rulebook, on: date) -> None:
    sheet.new_page(plain=True)
    place = law.municipality
    sheet.pdf.set_fill_color(BRAND)
    sheet.pdf.rect(0, 0, WIDTH, 78, style="F")
    _white(sheet, 28, f"MUNICÍPIO DE {place.name.upper()} ({place.uf})", 11)
    _white(sheet, 45, place.law, 30)
    _white(sheet, 58, "A lei como a Prancheta a aplica", 15)
    _white(sheet, 66, "Para o advogado do município", 11)
    sheet.y = 92
    own = "nenhum: só a lei"
    if law.local:
        own = f"versão {law.local.version}, desde {day(law.local.effective_from)}"
    facts = [
        ("Data deste relatório", day(on)),
        ("Lei de", day(place.law_date)),
        ("Texto em vigor desde", day(law.effective_from)),
        ("Versão dos dados", law.version),
        ("Arquivo do município", own),
        ("Código IBGE", str(place.ibge)),
        ("Serviços", ", ".join(row.label for row in law.services)),
        ("Contém", f"{len(law.choices)} leituras, {len(law.conducts)} condutas, "
                   f"{len(law.deadlines)} prazos"),
    ]  # fmt: skip
    for name, value in facts:
        _fact(sheet, name, value)
    sheet.line(sheet.left, sheet.y + 10 * POINT, "SHA-256 dos dados", 10, color=SOFT)
    for n in range(0, 64, 32):
        half = " ".join(law.sha256[n : n + 32][m : m + 8] for m in range(0, 32, 8))
        sheet.line(sheet.left + 50, sheet.y + 10 * POINT, half, 10, mono=True)
        sheet.y += step(10)
    sheet.y += 6
    sheet.paragraph(READING, 10, after=3)
    sheet.paragraph(NOT_TEXT, 10)
    _signature(sheet)


def contents(sheet: Sheet, entries: Sequence[tuple[str, int]]) -> None:
    """`entries` are chapters with their pages."""
    sheet.new_page()
    sheet.paragraph("Sumário", 17, bold=True, color=BRAND, after=4)
    for words, page in entries:
        baseline = sheet.y + 11 * POINT
        number = str(page)
        right = WIDTH - MARGIN
        begin = sheet.left + sheet.measure(words, 11) + 2
        end = right - sheet.measure(number, 11) - 2
        dots = ". " * int((end - begin) / sheet.measure(". ", 11))
        sheet.line(sheet.left, baseline, words, 11)
        sheet.line(end, baseline, dots.rstrip(), 11, color=SOFT, align="R")
        sheet.line(right, baseline, number, 11, align="R")
        link = sheet.pdf.add_link(page=page)
        sheet.pdf.link(sheet.left, sheet.y, sheet.width, step(11), link)
        sheet.y += step(11) + 2.5


def _fact(sheet: Sheet, name: str, value: str) -> None:
    lines = sheet.wrap(value, sheet.width - 50, 10, bold=True)
    sheet.line(sheet.left, sheet.y + 10 * POINT, name, 10, color=SOFT)
    for text in lines:
        sheet.line(sheet.left + 50, sheet.y + 10 * POINT, text, 10, bold=True)
        sheet.y += step(10)
    sheet.y += 1.8


def _white(sheet: Sheet, baseline: float, words: str, size: float) -> None:
    sheet.line(sheet.left, baseline, words, size, bold=True, color="#FFFFFF")


def _signature(sheet: Sheet) -> None:
    y = HEIGHT - 34
    sheet.line(sheet.left, y - 12, "Conferido por", 10, color=SOFT)
    sheet.pdf.set_draw_color(INK)
    sheet.pdf.set_line_width(0.3)
    for x, width, words in ((0, 90, "Nome e inscrição na OAB"), (104, 70, "Data e assinatura")):
        sheet.pdf.line(sheet.left + x, y, sheet.left + x + width, y)
        sheet.line(sheet.left + x, y + 4.5, words, 8.5, color=SOFT)
