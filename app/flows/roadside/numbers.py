"""How many numbers of auto are left, in words."""

from __future__ import annotations

from app.flows import words

FEW_NUMBERS = 20  # a busy stop writes three or four


def numbers_words(left: int) -> tuple[str, str]:
    """(kind, sentence) about the auto numbers left: kind is `good`, `warn` or `bad`."""
    if left <= 0:
        return "bad", ("Sem números de auto. Pode-se guardar o rascunho, não lavrar: sincronize "
                       "com sinal para receber mais.")
    if left <= FEW_NUMBERS:
        return "warn", (f"Só {words.count(left, 'número', 'números')} de auto. "
                        "Sincronize quando puder.")
    return "good", f"{left} números de auto neste aparelho"
