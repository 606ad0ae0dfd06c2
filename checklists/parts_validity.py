"""Reads `[[validity]]`, `[age]` and `[failure]`: for how long, up to what age, and what if not."""

from __future__ import annotations

from checklists.dates import DAY_KINDS
from checklists.model import ByChoice
from checklists.parts_choices import Choices
from checklists.reader import Table
from checklists.rows import (
    UNKNOWN_PERIOD,
    AgeCount,
    AgeRule,
    Band,
    Effect,
    Failure,
    ValidityRule,
)

MAX_AGE = 60
BOUNDARIES = ("menor", "maior")
COUNTS = (
    "ano_menos_modelo",
    "ano_menos_fabricacao",
    "ano_menos_mais_antigo",
    "ano_modelo_completo_em_31_12",
    "primeiro_registro",
)
BEYOND = ("proibido", "autoridade")
SCOPES = ("completa", "exigencias")


def read_validity(table: Table, services: tuple[str, ...], choices: Choices) -> ValidityRule:
    bands = tuple(_band(part, choices) for part in table.tables("band"))
    unknown = table.text("unknown", 300, default="")
    may_be_open = any(isinstance(band.period, ByChoice) for band in bands)
    if not (bands or unknown) or (bands and unknown and not may_be_open):
        raise table.fail("band", "ou [[validity.band]] ou unknown = (por que a lei não diz)")
    row = ValidityRule(
        services=table.some_of("services", services),
        cites=table.cites(),
        bands=bands,
        boundary=choices.one_of(table, "boundary", BOUNDARIES) if "boundary" in table else "menor",
        unknown=unknown,
        choices=choices.mentioned(table),
    )
    table.done()
    _cover(table, bands)
    return row


def _band(table: Table, choices: Choices) -> Band:
    row = Band(
        period=choices.period(table, "period", UNKNOWN_PERIOD),
        cites=table.cites(),
        since=table.integer("since", 0, MAX_AGE, default=None),
        above=table.integer("above", 0, MAX_AGE, default=None),
        until=table.integer("until", 0, MAX_AGE, default=None),
    )
    table.done()
    if (row.since is None) == (row.above is None):
        raise table.fail("since", "ou since (inclui a idade) ou above (só acima dela)")
    if row.until is not None and row.until < (row.since if row.since is not None else row.above):
        raise table.fail("until", "uma idade maior que a do começo", row.until)
    return row


def _cover(table: Table, bands: tuple[Band, ...]) -> None:
    """No age may fall between two bands."""
    for age in range(MAX_AGE + 1 if bands else 0):
        if not any(in_band(band, age, loose=False) for band in bands):
            raise table.fail("band", f"uma faixa para cada idade (falta {age} anos)")


def in_band(band: Band, age: int, loose: bool) -> bool:
    """Whether the age lies in the band as printed; `loose` lets "mais de dez" include ten, as the
    cautious reading of a boundary does."""
    if band.until is not None and age > band.until:
        return False
    if band.since is not None:
        return age >= band.since
    return age >= band.above if loose else age > band.above


def read_age(
    table: Table, services: tuple[str, ...], choices: Choices
) -> tuple[AgeCount, tuple[AgeRule, ...]]:
    count = AgeCount(choices.one_of(table, "count", COUNTS), table.cites())
    rules = tuple(_limit(part, services, choices) for part in table.tables("limit", 1))
    table.done()
    return count, rules


def _limit(table: Table, services: tuple[str, ...], choices: Choices) -> AgeRule:
    years = choices.integer(table, "years", 0, MAX_AGE) if "years" in table else None
    beyond = table.one_of("beyond", BEYOND, default="proibido")
    row = AgeRule(
        services=table.some_of("services", services),
        cites=table.cites(),
        years=years,
        beyond=beyond,
        condition=table.text("condition", 300) if beyond == "autoridade" else "",
        item=table.item_id("item") if "item" in table else None,
        unknown="" if years is not None else table.text("unknown", 300),
        note=table.text("note", 300, default=""),
        note_above=table.integer("note_above", 0, MAX_AGE, default=None),
        choices=choices.mentioned(table),
    )
    table.done()
    return row


def read_failure(table: Table, choices: Choices) -> Failure:
    days = table.integer("days", 1, 3650, default=None)
    row = Failure(
        cites=table.cites(),
        days=days,
        day_kind=choices.one_of(table, "day_kind", DAY_KINDS) if days else "corridos",
        reason=table.text("reason", 300),
        effects=tuple(_effect(part) for part in table.tables("effect")),
        scope=choices.one_of(table, "scope", SCOPES) if "scope" in table else "completa",
        choices=choices.mentioned(table),
    )
    table.done()
    return row


def _effect(table: Table) -> Effect:
    row = Effect(table.text("text", 300), table.cites())
    table.done()
    return row
