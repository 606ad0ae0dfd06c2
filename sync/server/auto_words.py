"""An auto in words: money, deadlines, states; for the public copy and the back office."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Row

import checklists
from checklists.cli.words import WEEKDAYS
from checklists.deadlines import NO_LENGTH
from checklists.reais import centavos_words

Rulebook = checklists.Rulebook
HOW = {
    "assinou": "assinou na hora", "recebeu_sem_assinar": "recebeu a cópia sem assinar",
    "recusou": "recusou a cópia", "ausente": "ausente", "correio": "pelo correio",
    "eletronico": "por meio eletrônico", "edital": "por edital", "balcao": "no balcão",
    "defesa": "defesa apresentada", "definitivo": "decisão definitiva: mantido",
    "cancelado": "cancelado por decisão",
}  # fmt: skip
AT_ONCE = {"assinou": "assinou", "recusou": "recusou-se a assinar", "ausente": "ausente"}
ACTS = {"aplicada": "Aplicada", "liberada": "Liberada"}
HELD = {
    "veiculo": "Veículo", "certificado": "Certificado de vistoria", "documento": "Documento",
    "equipamento": "Equipamento", "outro": "Outro bem",
}  # fmt: skip
OUTCOMES = {
    "sem_irregularidade": "Sem irregularidade", "orientado": "Orientado", "autuado": "Autuado",
    "nao_parou": "Não parou",
}  # fmt: skip
MEASURE_STATES = {
    "em_vigor": "Em vigor", "liberada": "Liberada", "anulada": "Anulada",
    "registrada": "Liberação",
}  # fmt: skip


def fine(facts: Mapping[str, Any]) -> str:
    """The fine of a conduct in words, from its `amount`, `unit` and `centavos`."""
    amount, unit, centavos = facts["amount"], facts["unit"], facts["centavos"]
    if amount is None:
        return "A lei não dá valor" if centavos is None else centavos_words(centavos)
    if unit == "BRL":
        return centavos_words(int(Decimal(amount) * 100))
    units = f"{amount.replace('.', ',')} {unit}"
    return units if centavos is None else f"{centavos_words(centavos)} ({units})"


def weekday(day: date | str) -> str:
    found = day if isinstance(day, date) else date.fromisoformat(day)
    return WEEKDAYS[found.weekday()]


def deadline_length(defence: Mapping[str, Any] | None) -> str:
    """ "30 dias corridos, do recebimento da notificação"; "" where the law gives none."""
    if defence is None or defence["length"] in ("", NO_LENGTH):
        return ""
    return ", ".join(filter(None, (defence["length"], defence["starts"])))


def label_of(rows, id_: str | None) -> str:
    """The law's own word for a role, a severity or a measure; the id in words where it has none."""
    found = next((row.label for row in rows if row.id == id_), None)
    return found or (id_ or "").replace("_", " ").replace("-", " ")


def liable(law: Rulebook | None, row: Row) -> str:
    return label_of(law.roles if law else (), row.liable)


def severity(law: Rulebook | None, row: Row) -> str:
    return label_of(law.severities if law else (), row.severity)
