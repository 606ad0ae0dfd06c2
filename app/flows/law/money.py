"""What it costs: groups, units, points, recidivism, measures, fees."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from app.flows.law import words as say
from app.flows.law.details import Details, Lines, Told, facts, links
from app.flows.law.entries import Entry
from app.flows.words import day
from checklists.choices import resolve
from checklists.fines import group_of
from checklists.model import Fine
from checklists.reais import day_of_value, reais_of, rounding_of, unit_value

HIGHEST = "O maior valor, em reais hoje"


def group(book: Details, entry: Entry) -> Told:
    row = entry.row
    rows = [("Valor", say.fine(row.fine) if row.fine else say.sentence(say.fine_range(row)))]
    if row.fine:
        rows += book.worth(row.fine)
    elif row.highest:
        rows += book.worth(row.highest, HIGHEST)
    rows += [("O que falta", row.unknown), ("Também em", book.other_cites(entry))]
    found = [
        one.key for one in book.entries.of_kind("conduta")
        if one.row.own_fine is None and (used := group_of(book.law, one.row)) and used.id == row.id
    ]
    return [], [facts(*rows), *book.doubts(entry.choices), *links("Infrações com esta multa",
                                                                  found)]


def severity_points(book: Details, entry: Entry) -> Told:
    row = entry.row
    group_id = row.group
    found = [one.key for one in book.entries.of_kind("conduta") if one.row.severity == row.id]
    return [], [
        facts(
            ("Pontos", say.points(row.points)),
            ("Multa", say.group(book.law, book.law.group(group_id)) if group_id else ""),
        ),
        *links("Limites de pontos", [one.key for one in book.entries.of_kind("pontos")]),
        *links("Infrações com esta gravidade", found),
    ]


def points_limit(book: Details, entry: Entry) -> Told:
    row = entry.row
    return [], [
        facts(
            ("Limite", f"{say.points(row.limit)}: basta chegar a eles"),
            ("Contam-se", "os do mesmo ano civil, de 1º de janeiro a 31 de dezembro"),
            ("O que acontece", say.sentence(row.effect)),
            ("Também em", book.other_cites(entry)),
        ),
        *links("Quantos pontos vale cada gravidade",
               [one.key for one in book.entries.of_kind("gravidade")]),
        *book.doubts(entry.choices),
    ]


def recidivism_words(book: Details, row: Any) -> str:
    law = book.law
    parts = [f"da {resolve(law, row.occurrence)}ª ocorrência em diante"]
    if row.same_line:
        parts.append("na mesma linha")
    parts.append(say.window(resolve(law, row.window)))
    if row.multiplier > 1:
        parts.append(_grown(row))
    return say.sentence("; ".join([*parts, *(resolve(law, row.penalties) or ())]))


def _grown(row: Any) -> str:
    times = "o dobro" if row.multiplier == 2 else f"{row.multiplier} vezes"
    return f"a multa é {times} da anterior" if row.progressive else (
        f"a multa é {times} do valor da lei" if row.multiplier == 2 else
        f"a multa é {times} o valor da lei")


def recidivism(book: Details, entry: Entry) -> Told:
    row, law = entry.row, book.law
    return [], [
        facts(
            ("A partir de quando", f"da {resolve(law, row.occurrence)}ª ocorrência"),
            ("Em quanto tempo", say.sentence(say.window(resolve(law, row.window)))),
            ("Onde", "na mesma linha" if row.same_line else ""),
            ("A multa", _grown(row).removeprefix("a multa é ") if row.multiplier > 1 else ""),
            ("Além disso", say.sentence(say.listed(resolve(law, row.penalties) or ()))),
            ("Vale para", "" if row.conducts else "todas as infrações desta lei sem regra própria"),
            ("Também em", book.other_cites(entry)),
        ),
        *links("Vale para", [book.entries.of_conduct(cite) for cite in row.conducts]),
        *book.doubts(entry.choices),
    ]


def measure(book: Details, entry: Entry) -> Told:
    row = entry.row
    found = [one.key for one in book.entries.of_kind("conduta") if row.id in one.row.measures]
    marks = [("bad", "Retém o veículo")] if row.retains else []
    return marks, [
        facts(("O que se deve saber", row.note), ("Também em", book.other_cites(entry))),
        *book.doubts(entry.choices),
        *links("Infrações com esta medida", found),
    ]


def fee(book: Details, entry: Entry) -> Told:
    row = entry.row
    return [], [
        facts(
            ("Valor", say.fine(row.amount) if row.amount else row.unknown),
            *(book.worth(row.amount) if row.amount else ()),
            ("Também em", book.other_cites(entry)),
        ),
        *book.doubts(entry.choices),
    ]


def _worth_now(book: Details, unit_id: str) -> str:
    value = unit_value(book.law, unit_id, book.today)
    if value is None:
        return reais_of(book.law, Fine(Decimal(1), unit_id), book.today).reason
    return f"{say.unit_worth(value.amount)} em {day(book.today)} ({value.source})"


def unit(book: Details, entry: Entry) -> Told:
    row, law = entry.row, book.law
    values = law.local.values_of(row.id) if law.local else ()
    history = tuple(
        (f"{say.unit_worth(one.amount)} desde {day(one.since)}"
         + (f" até {day(one.until)}" if one.until else ""), one.source)
        for one in reversed(values)
    )
    return [], [
        facts(
            ("O que é", row.label),
            ("Uma, em reais", _worth_now(book, row.id)),
            ("De que dia é o valor", say.VALUE_DAYS[day_of_value(law, row.id)]),
            ("Como se arredonda", say.ROUNDINGS[rounding_of(law, row.id)]),
            ("Na lei", say.cited(entry.cites)),
            ("O que se deve saber", row.note),
        ),
        *([Lines("Valores informados pelo município", history)] if history else []),
        *book.doubts(entry.choices),
    ]
