"""How many official numbers are left on this device, in words."""

from __future__ import annotations

from app.flows.words import count

FEW = {"selo": 10, "auto": 20}  # a busy stop writes three or four autos
NONE = {
    "selo": "Sincronize com sinal para receber mais.",
    "auto": "Pode-se guardar o rascunho, não lavrar: sincronize com sinal para receber mais.",
}


def numbers_words(left: int, series: str = "selo") -> tuple[str, str]:
    """(kind, sentence) about the numbers left of a series: kind is `good`, `warn` or `bad`."""
    if left <= 0:
        return "bad", f"Sem números de {series}. {NONE[series]}"
    if left <= FEW[series]:
        few = count(left, "número", "números")
        return "warn", f"Só {few} de {series}. Sincronize quando puder."
    return "good", f"{left} números de {series} neste aparelho"
