"""A fine in reais as one reads it beside its units: on a day, or that it is not known."""

from __future__ import annotations

from datetime import date

from app.flows import words
from checklists import Fine, Rulebook
from checklists.reais import REAL, reais_of


def in_reais(rulebook: Rulebook, fine: Fine | None, today: date) -> str:
    """ "80 UFIR-RJ = R$ 400,00 em 30/11/2026 (decreto)", or "valor da UFIR-RJ ainda não informado
    pelo município"; empty where there is no fine, and for one that is in reais already."""
    if fine is None or fine.unit == REAL:
        return ""
    found = reais_of(rulebook, fine, today)
    if found.value is None:
        return found.reason
    units, reais = words.money(fine.amount, fine.unit), words.money(found.amount, REAL)
    return f"{units} = {reais} em {words.day(today)} ({found.value.source})"
