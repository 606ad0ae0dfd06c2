"""Finds what one types in the law: a citation in any spelling, or words by their beginnings.

    index = Index([Sought("art-14-xix", cites=("Art. 14, XIX",), texts=((60, "Espelhos"),))])
    index.search("14 19").keys      # ("art-14-xix",)

Accents and capitals do not count, nor do plurals. The index is a sorted list of words, so that a
search looks only at the words that begin as what was typed.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

QUERY_CHARS = 80
TOKENS = 8
CITED, LABEL, SYNONYM, TEXT, ASIDE = 20, 60, 50, 25, 8
WHOLE_WORD = 6
OTHER_WORD = 0.6
# By how exactly a citation was named; words never come near.
EXACT, BELOW, ELSEWHERE, ELSEWHERE_BELOW, BEGUN, THROUGH = 2000, 1700, 1400, 1300, 1200, 1100

_PIECES = re.compile(r"§ ?\d+|[a-z]+|\d[\d.]*")
_ROMAN = re.compile(r"(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})|c")
_SPELLINGS = (
    (re.compile(r"(§|\bp|\bpar|\bparagrafo)\.? ?unico\b|\bpu\b"), " pu "),
    (re.compile(r"\bparagrafo (?=\d)"), "§"),
    (re.compile(r"[º°ª]"), ""),
)
_FILLERS = frozenset(
    ("art", "arts", "artigo", "artigos", "inciso", "inc", "alinea", "anexo", "item")
)
_SILENT = frozenset(
    ("a", "as", "o", "os", "um", "uma", "de", "da", "do", "das", "dos", "e", "em", "na", "nas",
     "nos", "ou", "para", "por", "pelo", "pela", "que", "se", "ao", "aos")
)
# Everyday Portuguese for one thing; laws use one of the words and people another.
_SAME = (
    "espelho retrovisor", "careca liso gasto desgastado", "motorista condutor", "carro veiculo",
    "cobrador trocador", "habilitacao cnh carteira", "celular telefone", "cigarro fumar fumo",
    "banco assento poltrona", "crianca aluno estudante escolar", "propaganda publicidade",
    "vidro janela", "farol lanterna luz", "bebida alcool embriagado", "sujo limpeza higiene",
    "preco tarifa", "briga agredir agressao", "barata inseto dedetizacao", "pressa velocidade",
    "retido retencao", "apreendido apreensao", "recorrer recurso defesa", "pagar recolher",
)
_SOFT = frozenset(("nao", "sem", "com"))  # help if they are there, and are not missed


@dataclass(frozen=True, slots=True)
class Sought:
    """What can be found. `cites`: its own citation first. `texts`: (weight, words). `aside`: it
    only speaks of what it cites, so that what stands there comes first."""

    key: str
    cites: tuple[str, ...] = ()
    texts: tuple[tuple[int, str], ...] = ()
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """`keys`, best first. `partial`: nothing has all the words, these have the most of them."""

    keys: tuple[str, ...] = ()
    partial: bool = False


def plain(text: str) -> str:
    """Small letters without accents; `§` and figures stay."""
    flat = unicodedata.normalize("NFD", text.lower())
    return "".join(sign for sign in flat if not unicodedata.combining(sign))


def stem(word: str) -> str:
    """The beginning that singular and plural share: prefixes are compared, so no more is cut."""
    for ending in ("oes", "aes", "ao", "is", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def cite_tokens(text: str) -> tuple[str, ...]:
    """`Art. 52, § 3, a` → ("52", "§3", "a"); `Anexo, C-05` → ("c", "5")."""
    text = plain(text)
    for form, put in _SPELLINGS:
        text = form.sub(put, text)
    return tuple(
        _number(piece) for piece in _PIECES.findall(text) if piece not in _FILLERS
    )


def _number(piece: str) -> str:
    piece = piece.replace(" ", "").replace(".", "")
    return piece.lstrip("0") or "0" if piece.isdigit() else piece


def roman(piece: str) -> int | None:
    """The value of a Roman numeral as laws use them, up to 100; None for any other text."""
    if not piece or not _ROMAN.fullmatch(piece):
        return None
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
    signs = [values[sign] for sign in piece]
    return sum(-n if n < max(signs[at:]) else n for at, n in enumerate(signs))


def _spellings(token: str) -> tuple[str, ...]:
    """All that one may type for a piece of a citation: `xix` or 19, `§3` or 3."""
    if token.startswith("§"):
        return (token, token[1:])
    value = roman(token)
    return (token,) if value is None else (token, str(value))


def is_citation(tokens: tuple[str, ...]) -> bool:
    """Whether what was typed reads as one: `14 xix`, `52 §3`, `c 5`; not a lone letter."""
    if not tokens or not all(
        token.isdigit() or token.startswith("§") or token == "pu" or len(token) == 1
        or roman(token) is not None
        for token in tokens
    ):
        return False
    return tokens[0].isdigit() or (len(tokens) > 1 and len(tokens[0]) == 1 and
                                   tokens[1].isdigit())


def _cited(typed: tuple[str, ...], spelled: tuple[tuple[str, ...], ...]) -> int:
    """How well a typed citation fits: 3 the same, 2 what stands below it, 1 its last piece is
    only begun, -1 with steps left out, 0 not."""
    if len(typed) <= len(spelled):
        *firm, last = typed
        if all(token in spelled[at] for at, token in enumerate(firm)):
            there = spelled[len(firm)]
            if last in there:
                return 3 if len(typed) == len(spelled) else 2
            if any(one.startswith(last) for one in there) and (firm or len(last) > 1):
                return 1
    if len(typed) > 1 and typed[0] in spelled[0]:
        rest = iter(spelled[1:])
        if all(any(token in one for one in rest) for token in typed[1:]):
            return -1
    return 0


EVERYDAY = {
    stem(word): tuple(other for other in same.split() if other != word)
    for same in _SAME for word in same.split()
}


class Index:
    """Built once for a rulebook, in the order in which equals are to be listed."""

    def __init__(self, sought: Iterable[Sought]) -> None:
        self.keys: list[str] = []
        self._aside: list[bool] = []
        self._cites: list[tuple[tuple[tuple[str, ...], ...], ...]] = []
        words: dict[str, dict[int, int]] = {}
        seen: dict[str, tuple[tuple[str, ...], ...]] = {}
        for at, one in enumerate(sought):
            self.keys.append(one.key)
            self._aside.append(one.aside)
            spelled = []
            for cite in one.cites:
                if cite not in seen:
                    seen[cite] = tuple(_spellings(token) for token in cite_tokens(cite))
                spelled.append(seen[cite])
                for pieces in seen[cite]:
                    _note(words, pieces[0], at, CITED)
            self._cites.append(tuple(cite for cite in spelled if cite))
            for weight, text in one.texts:
                for word in _PIECES.findall(plain(text)):
                    _note(words, _number(word), at, weight)
        self._words = sorted(words)
        self._where = words

    def search(self, text: str) -> Found:
        """What fits best, first. Nothing for a text without a word or a figure, or one letter."""
        text = text[:QUERY_CHARS]
        typed = cite_tokens(text)
        scores, partial = self._by_citation(typed), False
        if len(typed) == 1 or not is_citation(typed):  # a figure may stand in the words, too
            tokens = _words_of(text)
            if sum(map(len, tokens)) < 2 and not any(map(str.isdigit, tokens)):
                return Found()
            hits, partial = self._by_words(tokens)
            for at, score in hits.items():
                scores[at] = scores.get(at, 0) + score
        best = sorted(scores, key=lambda at: (-scores[at], at))
        return Found(tuple(self.keys[at] for at in best), partial)

    def _by_citation(self, typed: tuple[str, ...]) -> dict[int, float]:
        scores: dict[int, float] = {}
        if not is_citation(typed):
            return scores
        ranks = {3: (EXACT, ELSEWHERE), 2: (BELOW, ELSEWHERE_BELOW), 1: (BEGUN, 0),
                 -1: (THROUGH, 0)}
        for at, cites in enumerate(self._cites):
            for place, spelled in enumerate(cites):
                fit = _cited(typed, spelled)
                score = ranks[fit][place > 0 or self._aside[at]] if fit else 0
                if score > scores.get(at, 0):
                    scores[at] = score
        return scores

    def _by_words(self, tokens: list[str]) -> tuple[dict[int, float], bool]:
        """Scores of what has every word; or, if nothing has, of what has the most."""
        hits: dict[int, list[float]] = {}
        firm = [token for token in tokens if token not in _SOFT] or tokens
        for token in tokens:
            counts = token in firm
            for at, score in self._beginning(token).items():
                hit = hits.setdefault(at, [0, 0])
                hit[0] += counts
                hit[1] += score
        most = max((count for count, _ in hits.values()), default=0)
        if most < len(firm) and most * 2 < len(firm):
            return {}, False
        found = {at: score for at, (count, score) in hits.items() if count == most}
        return found, most < len(firm)

    def _beginning(self, token: str) -> dict[int, float]:
        """Where words begin as `token` does, or as an everyday word for the same, with the weight
        of the best of them."""
        found = self._having(token)
        for other in EVERYDAY.get(stem(token), ()):
            for place, weight in self._having(other).items():
                found.setdefault(place, weight * OTHER_WORD)
        return found

    def _having(self, token: str) -> dict[int, float]:
        start = stem(token)
        found: dict[int, float] = {}
        if len(start) == 1 or start.isdigit():  # a figure is meant whole
            words = [start] if start in self._where else []
        else:
            words, at = [], bisect_left(self._words, start)
            while at < len(self._words) and self._words[at].startswith(start):
                words.append(self._words[at])
                at += 1
        for word in words:
            extra = WHOLE_WORD if word == token or stem(word) == start else 0
            for place, weight in self._where[word].items():
                if weight + extra > found.get(place, 0):
                    found[place] = weight + extra
        return found


def _words_of(text: str) -> list[str]:
    """The words that count, each once; if only silent ones were typed, those."""
    found = [_number(word) for word in _PIECES.findall(plain(text))]
    telling = [word for word in found if word not in _SILENT and word not in _FILLERS]
    return list(dict.fromkeys(telling))[:TOKENS]


def _note(words: dict[str, dict[int, int]], word: str, at: int, weight: int) -> None:
    places = words.setdefault(word, {})
    if weight > places.get(at, 0):
        places[at] = weight
