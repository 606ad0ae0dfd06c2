"""The chapter of readings, and that of what is unknown."""

from __future__ import annotations

from checklists import AppliedChoice, every_choice
from checklists.cli.report.sheet import SOFT, Run, Sheet
from checklists.cli.report.unknowns import unknowns
from checklists.cli.words import day
from checklists.rulebook import Rulebook
from checklists.unbroken import HARD

MOST = 200  # what is kept together is at most this high


def chapter(sheet: Sheet, law: Rulebook) -> None:
    found = every_choice(law)
    sheet.chapter("As leituras aplicadas")
    sheet.paragraph(
        f"São {len(found)} pontos em que a lei deixa dúvida. A leitura aplicada está marcada."
    )
    for number, choice in enumerate(found, 1):
        _choice(sheet, number, choice)


def _choice(sheet: Sheet, number: int, choice: AppliedChoice) -> None:
    sheet.need(min(MOST, 4 + _height(sheet, number, choice)))
    sheet.y += 4
    sheet.pdf.start_section(f"{number}. {choice.question}"[:120], level=1, strict=False)
    sheet.paragraph(f"{number}. {choice.question}", 10.5, bold=True, after=1)
    for reading in choice.readings:
        marked = reading.id == choice.applied
        sheet.need(5)
        sheet.box(marked)
        sheet.paragraph(reading.label, 10, bold=marked, indent=6.5, after=0.8)
    if choice.town is not None:
        sheet.paragraph(_town(choice), 9.5, indent=6.5, after=0.8)
    sheet.paragraph(f"Por quê: {choice.why}", 9.5, indent=6.5, after=0.8)
    sheet.paragraph(_cites(choice), 9, indent=6.5, color=SOFT, after=0.5)


def _height(sheet: Sheet, number: int, choice: AppliedChoice) -> float:
    total = sheet.height_of(f"{number}. {choice.question}", 10.5, bold=True) + 4
    for reading in choice.readings:
        marked = reading.id == choice.applied
        total += sheet.height_of(reading.label, 10, 6.5, bold=marked) + 0.8
    if choice.town is not None:
        total += sheet.height_of(_town(choice), 9.5, 6.5) + 0.8
    total += sheet.height_of(f"Por quê: {choice.why}", 9.5, 6.5)
    return total + sheet.height_of(_cites(choice), 9, 6.5)


def _town(choice: AppliedChoice) -> str:
    town = choice.town
    usual = next(one.label for one in choice.readings if one.id == choice.default)
    confirmed = town.applied == choice.default
    said = "Confirmada pelo município" if confirmed else "Escolha do município"
    without = "" if confirmed else f" (Sem ela: {usual}.)"
    return f"{said}, por {town.decided_by}, em {day(town.date)}: {town.why}{without}"


def _cites(choice: AppliedChoice) -> str:
    return f"{'; '.join(choice.cites)}{HARD}· {choice.id}"


def unknown_chapter(sheet: Sheet, law: Rulebook) -> None:
    sheet.chapter("O que não se sabe, e quem deve informar")
    found = unknowns(law)
    if not found:
        sheet.paragraph("Nada: a lei e o município disseram tudo.")
        return
    sheet.paragraph("Enquanto não forem informados, ficam desconhecidos no aparelho e nos papéis.")
    rows = [
        ([Run(row.what, bold=True), Run("; ".join(row.cites), 8, color=SOFT)], row.why, row.who)
        for row in found
    ]
    sheet.table(("O quê", "Por quê", "Quem informa"), (58, 0, 46), rows)
