"""How long an inspection is good and how old a vehicle may be, as tables by age."""

from __future__ import annotations

from datetime import date
from itertools import groupby
from typing import Any

from app.flows.law import words as say
from app.flows.law.details import Details, Note, Table, Told, facts, links
from app.flows.law.entries import Entry
from app.flows.words import day
from checklists import age as how_old
from checklists import validity as how_long
from checklists.age import VehicleFacts
from checklists.choices import resolve

NO_MORE = "não pode mais rodar"


def validity(book: Details, entry: Entry) -> Told:
    rule, law = entry.row, book.law
    rows = _by_age(book, entry.service, _oldest(book, entry.service, rule))
    blocks: list[Any] = []
    if rule.unknown and not any(until for *_, until in rows):
        blocks.append(Note("A lei não diz por quanto tempo vale.", rule.unknown))
    else:
        head = ("Idade do veículo", "Vale por", "Aprovado hoje, até")
        blocks.append(Table("Por idade", head, tuple(
            (age, span, until or "–") for age, span, until in rows
        )))
    if len(rule.bands) > 1:
        printed = tuple(
            (say.sentence(say.band(band)), say.period(resolve(law, band.period)),
             say.cited(band.cites))
            for band in rule.bands
        )
        blocks.append(Table("Como está na lei", ("Idade", "Vale por", "Onde"), printed))
    blocks.append(facts(("Na lei", say.cited(entry.cites))))
    blocks += links("Até que idade pode rodar", [f"idade-{entry.service}"])
    return [], [*blocks, *book.doubts(entry.choices)]


def _oldest(book: Details, service: str, rule: Any) -> int:
    """The age after which nothing changes any more."""
    limit = how_old(book.law, service, 0, book.today).limit or 0
    bounds = [bound for band in rule.bands for bound in (band.since, band.above, band.until)]
    return max([limit, *(bound for bound in bounds if bound)]) + 1


def _by_age(book: Details, service: str, oldest: int) -> list[tuple[str, str, str]]:
    """(ages, how long, until when if approved today), neighbours with the same answer in one."""
    answers = []
    for years in range(oldest + 1):
        answer = how_long(book.law, service, years, book.today)
        told = NO_MORE if answer.allowed is False else (
            say.period(answer.period) if answer.period else "a lei não diz"
        )
        if answer.allowed is None and answer.age and answer.age.limit is not None:
            told += ", só com decisão"
        until = day(answer.valid_until) if answer.valid_until else ""
        answers.append((years, told, until))
    rows = []
    for (told, until), some in groupby(answers, key=lambda row: row[1:]):
        ages = [years for years, *_ in some]
        rows.append((_ages(ages[0], ages[-1], ages[-1] == oldest), told, until))
    return rows


def _ages(first: int, last: int, open_end: bool) -> str:
    if open_end:
        return "Qualquer idade" if first == 0 else f"{say.count(first, 'ano', 'anos')} ou mais"
    if first == last:
        return say.count(first, "ano", "anos") if first else "Menos de 1 ano"
    return f"{first} a {last} anos" if first else f"Até {say.count(last, 'ano', 'anos')}"


def age(book: Details, entry: Entry) -> Told:
    rule, law = entry.row, book.law
    limit = resolve(law, rule.years)
    beyond = rule.condition if rule.beyond == "autoridade" else NO_MORE
    blocks: list[Any] = []
    if limit is None:
        blocks.append(Note("Esta lei não dá um limite de idade.", rule.unknown))
    blocks += [
        facts(
            ("Limite", f"{say.count(limit, 'ano', 'anos')}, inclusive" if limit is not None
             else ""),
            ("Passado o limite", beyond if limit is not None else ""),
            ("O que se deve saber", rule.note),
            ("Como se contam os anos", say.AGE_COUNTS[resolve(law, law.age_count.method)]),
            ("Na lei", say.cited(entry.cites)),
        ),
        *([_years(book, entry.service, limit)] if limit is not None else []),
        *links("Por quanto tempo vale a vistoria", [f"validade-{entry.service}"]),
        *book.doubts(entry.choices),
    ]
    return [], blocks


def _years(book: Details, service: str, limit: int) -> Table:
    """The model years around the limit, as they stand today."""
    today, rows = book.today, []
    for year in range(today.year - limit - 2, today.year - limit + 3):
        facts_of = VehicleFacts(model_year=year, manufacture_year=year,
                                first_registration=date(year, 1, 1))
        answer = how_old(book.law, service, facts_of, today)
        if answer.years is None:
            continue
        may = {True: "pode rodar", False: NO_MORE, None: "só com decisão"}[answer.allowed]
        rows.append((str(year), say.count(answer.years, "ano", "anos"), may))
    return Table(f"Em {day(today)}", ("Ano-modelo", "Idade", ""), tuple(rows))
