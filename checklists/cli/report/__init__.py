"""The law of a municipality as Prancheta applies it, on A4, for the town's lawyer.

The report is drawn twice: first to learn on which page each chapter falls, then with the table of
contents filled in. The same law and date give the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from checklists.cli.report import chapters, front
from checklists.cli.report.sheet import Sheet
from checklists.rulebook import Rulebook

__all__ = ["Report", "make_report"]


@dataclass(frozen=True)
class Report:
    pdf: bytes
    pages: int


def make_report(law: Rulebook, on: date) -> Report:
    """`on` is the date on the cover."""
    draft = _drawn(law, on, None)
    draft.discard()
    sheet = _drawn(law, on, draft)
    return Report(sheet.bytes(), sheet.pages)


def _drawn(law: Rulebook, on: date, draft: Sheet | None) -> Sheet:
    """`draft` is the first drawing, which knows the pages; None while there is none."""
    sheet = Sheet(
        title=f"{law.municipality.name} ({law.municipality.uf}), {law.municipality.law}",
        foot=f"Versão {law.version} · {on:%d/%m/%Y}",
        made_on=on,
        of_pages=draft.pages if draft else 999,
    )
    front.cover(sheet, law, on)
    front.contents(sheet, draft.entries if draft else [("…", 1)] * len(chapters.ALL))
    for chapter in chapters.ALL:
        chapter(sheet, law)
    return sheet
