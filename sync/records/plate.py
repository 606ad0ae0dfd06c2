"""Brazilian number plates: the old form (ABC1234) and the Mercosul form (ABC1D23).

Resolução Contran 969/2022, Anexo I: three letters, a digit, a letter, two digits. A vehicle whose
plate is converted keeps its characters except the second digit, which becomes a letter
(0 → A, 1 → B … 9 → J). So ABC1234 and ABC1C34 are one plate and share one key.

    >>> parse_plate("abc-1234").canonical, parse_plate("ABC1C34").key
    ('ABC1234', 'ABC1C34')
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_OLD = re.compile(r"[A-Z]{3}[0-9]{4}", re.ASCII)
_MERCOSUL = re.compile(r"[A-Z]{3}[0-9][A-Z][0-9]{2}", re.ASCII)
_EITHER = re.compile(r"[A-Z]{3}[0-9][0-9A-Z][0-9]{2}", re.ASCII)
_SEPARATORS = re.compile(r"[\s.\-·–—]+")
_DIGIT_TO_LETTER = dict(zip("0123456789", "ABCDEFGHIJ", strict=True))
_LETTER_TO_DIGIT = {letter: digit for digit, letter in _DIGIT_TO_LETTER.items()}
# What a hurried hand or eye swaps, by what the position needs.
_AS_LETTER = {"0": "O", "1": "I", "8": "B", "5": "S", "2": "Z"}
_AS_DIGIT = {"O": "0", "Q": "0", "D": "0", "I": "1", "L": "1", "B": "8", "S": "5", "Z": "2"}
TYPED_MAX_CHARS = 16


class PlateError(ValueError):
    """Not a plate: `.value` as typed, `.message` in Portuguese, `.suggestion` if one is likely."""

    def __init__(self, value: str, suggestion: str | None = None) -> None:
        self.value = value[:TYPED_MAX_CHARS]
        self.suggestion = suggestion
        if not value.strip():
            self.message = "Digite a placa, com sete letras e números, como ABC1D23 ou ABC1234."
        else:
            hint = f" Você quis dizer {suggestion}?" if suggestion else ""
            self.message = (
                f"“{self.value}” não é uma placa. Ela tem a forma ABC1D23 ou ABC1234.{hint}"
            )
        super().__init__(self.message)


@dataclass(frozen=True)
class Plate:
    canonical: str  # as it stands on the vehicle, without separators: "ABC1234" or "ABC1D23"
    key: str  # the Mercosul form, shared by both forms of one plate
    format: str  # "antiga" | "mercosul"

    @property
    def other_form(self) -> str | None:
        """The same plate in its other form; None for a Mercosul plate that never had an old one."""
        if self.format == "antiga":
            return self.key
        digit = _LETTER_TO_DIGIT.get(self.canonical[4])
        return None if digit is None else self.canonical[:4] + digit + self.canonical[5:]

    def __str__(self) -> str:
        return self.canonical


def parse_plate(text: str) -> Plate:
    """The plate in `text` (case, spaces, dots and hyphens do not matter); PlateError otherwise."""
    if not isinstance(text, str):
        raise PlateError(str(text))
    cleaned = _clean(text)
    if _OLD.fullmatch(cleaned):
        return Plate(cleaned, _to_key(cleaned), "antiga")
    if _MERCOSUL.fullmatch(cleaned):
        return Plate(cleaned, cleaned, "mercosul")
    raise PlateError(text, _suggest(cleaned))


def is_canonical(text: str) -> bool:
    """Whether `text` is a plate in the form of `Plate.canonical`."""
    return isinstance(text, str) and _EITHER.fullmatch(text) is not None


def plate_prefix_key(text: str) -> str:
    """What has been typed so far, in the form of `Plate.key`, to look plates up by prefix.

    Never raises: what cannot begin a plate simply finds none.
    """
    return _to_key(_clean(text))


def _clean(text: str) -> str:
    return _SEPARATORS.sub("", text[: TYPED_MAX_CHARS * 2]).upper()


def _to_key(cleaned: str) -> str:
    if len(cleaned) < 5:
        return cleaned
    return cleaned[:4] + _DIGIT_TO_LETTER.get(cleaned[4], cleaned[4]) + cleaned[5:]


def _suggest(cleaned: str) -> str | None:
    if len(cleaned) != 7:
        return None
    letters = "".join(_AS_LETTER.get(char, char) for char in cleaned[:3])
    tail = "".join(_AS_DIGIT.get(char, char) for char in cleaned[5:])
    guess = letters + _AS_DIGIT.get(cleaned[3], cleaned[3]) + cleaned[4] + tail
    return guess if _OLD.fullmatch(guess) or _MERCOSUL.fullmatch(guess) else None
