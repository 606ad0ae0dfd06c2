"""Where a line is not broken: inside a citation, between a number and what it counts.

For whatever wraps text: a screen, a paper, a terminal. The spaces become hard ones, at which
neither Flutter nor `textwrap` breaks a line.
"""

from __future__ import annotations

import re

HARD = "\u00a0"  # a space where a line does not break
_CITE = re.compile(
    r"\b(?:(?:Lei|Decreto) [\d.]+/\d{4}(?:, (?=art\.))?)?"
    r"(?:[Aa]rts?\. \d+(?:-[A-Z])?(?:, (?:[IVXLC]+|§ \d+|parágrafo único|[a-z])(?!\w))*)"
    r"|Anexo, [A-Z]-\d{2}"
    r"|\b(?:Lei|Decreto) [\d.]+/\d{4}"
)
_BEFORE_A_NUMBER = re.compile(r"(R\$|§|[Nn]º|\b[Aa]rts?\.|\bàs) (?=\d)")
_AFTER_A_NUMBER = re.compile(
    r"(?<=\d) (?=(?:UPFM|UFIR-RJ|URS|OTN|UFM|minutos?|horas?|dias?|mês|meses|anos?|pontos?|autos?"
    r"|m|km)\b)"
    r"|(?<=\d°) (?=[NSLO]\b)"
)


def unbroken(words: str, longest: int | None = None) -> str:
    """`words` with hard spaces. Of a citation of more than `longest` letters only each number stays
    with its "Art." or "§": in a narrow column the rest must be able to wrap."""
    if " " not in words:
        return words

    def whole(found: re.Match[str]) -> str:
        fits = longest is None or len(found[0]) <= longest
        return found[0].replace(" ", HARD) if fits else found[0]

    kept = _BEFORE_A_NUMBER.sub(rf"\1{HARD}", _CITE.sub(whole, words))
    return _AFTER_A_NUMBER.sub(HARD, kept)
