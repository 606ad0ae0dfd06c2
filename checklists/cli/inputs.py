"""Reads what is typed: dates, amounts, years, occurrences, citations, municipalities."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import click

from checklists import Conduct, Occurrence, Rulebook, UnknownReference, available_rulebooks
from checklists.cli.errors import BadInput, bad, close
from checklists.rows import Lapsed

FIRST_DAY, LAST_DAY = date(1950, 1, 1), date(2090, 12, 31)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_AMOUNT = re.compile(r"\d{1,9}([.,]\d{1,6})?")
EXAMPLE = "por exemplo 2026-11-30"
_SAID_ANYWAY = {"art", "artigo", "inciso", "inc", "alinea", "letra", "caput", "do", "da", "codigo",
                "disciplinar"}  # fmt: skip
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Infraction:
    cite: str
    on: date


def day_of(option: str, text: str) -> date:
    if not _DAY.fullmatch(text):
        raise bad(option, text, f"a data se escreve AAAA-MM-DD, {EXAMPLE}.")
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise bad(option, text, f"esse dia não existe. A data se escreve AAAA-MM-DD, {EXAMPLE}.") \
            from None  # fmt: skip
    if not FIRST_DAY <= day <= LAST_DAY:
        limits = f"{FIRST_DAY.year} a {LAST_DAY.year}"
        raise bad(option, text, f"fora dos anos que se calculam aqui ({limits}).")
    return day


class _Typed(click.ParamType):
    """A parameter type whose errors name the option and the value in Portuguese."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        if not isinstance(value, str):
            return value
        option = param.opts[0] if isinstance(param, click.Option) else "MUN"
        return self.read(option, value.strip())

    def read(self, option: str, text: str) -> Any:
        raise NotImplementedError


class Day(_Typed):
    name = "data"

    def read(self, option: str, text: str) -> date:
        return day_of(option, text)


class Amount(_Typed):
    name = "valor"

    def read(self, option: str, text: str) -> Decimal:
        if not _AMOUNT.fullmatch(text) or not Decimal(text.replace(",", ".")):
            raise bad(option, text, "esperado um número acima de zero, por exemplo 92,35 "
                      "(sem R$ e sem ponto de milhar).")  # fmt: skip
        return Decimal(text.replace(",", "."))


class Whole(_Typed):
    name = "número"

    def __init__(self, low: int, high: int, what: str):
        self.low, self.high, self.what = low, high, what

    def read(self, option: str, text: str) -> int:
        if not re.fullmatch(r"-?\d{1,9}", text) or not self.low <= int(text) <= self.high:
            raise bad(option, text, f"esperado {self.what}, de {self.low} a {self.high}.")
        return int(text)


class OccurrenceDay(_Typed):
    """AAAA-MM-DD or AAAA-MM-DD@LINHA."""

    name = "ocorrência"

    def read(self, option: str, text: str) -> Occurrence:
        day, at, line = text.partition("@")
        if at and not line.strip():
            raise bad(option, text, "falta a linha depois do @ (por exemplo 2026-01-10@12).")
        return Occurrence(day_of(option, day.strip()), line.strip() or None)


class CiteAtDay(_Typed):
    """CITE@AAAA-MM-DD."""

    name = "infração"

    def read(self, option: str, text: str) -> Infraction:
        cite, at, day = text.rpartition("@")
        if not at or not cite.strip():
            raise bad(option, text, 'esperado a citação, @ e a data: "Art. 17, II@2026-12-01".')
        return Infraction(cite.strip(), day_of(option, day.strip()))


class Town(_Typed):
    name = "município"

    def read(self, option: str, text: str) -> str:
        known = available_rulebooks()
        if text not in known:
            raise bad(option, text, f"município que não há aqui. {close(text, known)}")
        return text


def conduct_of(law: Rulebook, option: str, cite: str) -> Conduct:
    """The conduct of a citation, also if it is typed with other spaces, capitals, signs or words
    ("artigo 14, inciso XIX")."""
    try:
        return law.conduct(cite)
    except UnknownReference:
        found = _alike(law, cite_key(cite))
    if len(found) == 1:
        return found[0]
    if found:
        below = ", ".join(row.cite for row in found[:4]) + (" …" if len(found) > 4 else "")
        raise bad(option, cite, f"há várias condutas nesse artigo: {below}.")
    name = law.municipality.name
    repealed = _repealed(law, cite_key(cite))
    if repealed is not None:
        raise bad(
            option, cite, f"foi revogado em {name} pela {repealed.by} e não se aplica. "
            f"Veja as condutas punidas: prancheta regras infracoes {law.id}."
        )  # fmt: skip
    cites = tuple(row.cite for row in law.conducts)
    hint = close(cite, cites) if len(cite) < 60 else ""
    hint = "" if hint.startswith("Há:") else f"{hint} "
    raise bad(
        option, cite, f"não é conduta punida na lei de {name}. {hint}"
        f"Veja todas: prancheta regras infracoes {law.id}."
    )  # fmt: skip


def _alike(law: Rulebook, key: Key) -> list[Conduct]:
    """The conducts that a citation may mean: the same one, the one that names it as where it is
    punished, below itself (Art. 27, I of Art. 27), or all of an article."""
    if not key:
        return []
    keys = {row.cite: cite_key(row.cite) for row in law.conducts}
    same = [row for row in law.conducts if keys[row.cite] in (key, ("anexo", *key))]
    within = [
        row
        for row in law.conducts
        if key[: len(keys[row.cite])] == keys[row.cite]
        and key in (cite_key(cite) for cite in row.cites)
    ]
    below = [row for row in law.conducts if keys[row.cite][: len(key)] == key]
    return same or within or below


def _repealed(law: Rulebook, key: Key) -> Lapsed | None:
    """The repealed text that a citation is, or is part of."""
    for row in law.lapsed:
        whole = (cite_key(cite) for cite in row.cites)
        if row.status == "revogado" and any(part and key[: len(part)] == part for part in whole):
            return row
    return None


def once(option: str, values: tuple[Any, ...]) -> Any:
    """The only value of an option that may be given once; None if it was not given."""
    if len(values) > 1:
        shown = " e ".join(str(value) for value in values[:3])
        raise BadInput(f"{option} só pode vir uma vez (vieram {shown}): faça uma pergunta de cada.")
    return values[0] if values else None


def exactly_one(**given: Any) -> str:
    """The name of the only option given of several that exclude one another."""
    names = {name: f"--{name.replace('_', '-')}" for name in given}
    chosen = [name for name, value in given.items() if value is not None]
    if not chosen:
        *first, last = names.values()
        raise BadInput(f"falta {', '.join(first)} ou {last}.")
    if len(chosen) > 1:
        raise BadInput(f"{' e '.join(names[name] for name in chosen)} não vão juntas: escolha uma.")
    return chosen[0]


def cite_key(cite: str) -> Key:
    """What a citation says, whatever words and signs it is written with.

    >>> cite_key("Artigo 14, inciso XIX") == cite_key("art. 14 xix")
    True
    >>> cite_key("Art. 4º, parágrafo 2º"), cite_key("ANEXO B – 1")
    (('4', '§', '2'), ('anexo', 'b', '1'))
    """
    text = re.sub(r"\bparagrafo\b|\bpar\.", "§", plain(cite))
    text = re.sub(r"§ ?unico\b|\bp\. ?u\b\.?", " pu ", text)
    words = re.findall(r"\d+|[a-z]+|§", text)
    return tuple(word.lstrip("0") or "0" for word in words if word not in _SAID_ANYWAY)


def plain(text: str) -> str:
    """Small letters without accents or ordinal signs, one space between words."""
    bare = unicodedata.normalize("NFKD", re.sub(r"[ºª°]", "", text).casefold())
    return " ".join("".join(sign for sign in bare if not unicodedata.combining(sign)).split())
