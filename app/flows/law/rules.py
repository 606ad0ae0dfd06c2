"""Deadlines, what follows a failure, plain rules, readings, what lapsed; and who tells which."""

from __future__ import annotations

from typing import Any

from app.flows.law import infractions, money
from app.flows.law import words as say
from app.flows.law.ages import age, validity
from app.flows.law.details import Details, Lines, Note, Told, facts, links
from app.flows.law.entries import Entry
from app.flows.words import day
from checklists.choices import resolve


def failure(book: Details, entry: Entry) -> Told:
    rule, law = entry.row, book.law
    kind = resolve(law, rule.day_kind)
    return [], [
        facts(
            ("Prazo para corrigir", say.days(rule.days, kind) if rule.days else rule.reason),
            ("De onde vem o prazo", rule.reason if rule.days else ""),
            ("Na nova vistoria se olha", say.SCOPES[resolve(law, rule.scope)]),
        ),
        Lines(
            "O que mais acontece",
            tuple((one.text, say.cited([cite for cite in one.cites if cite not in one.text]))
                  for one in rule.effects),
        ),
        *book.doubts(entry.choices),
    ]


def deadline(book: Details, entry: Entry) -> Told:
    row, law = entry.row, book.law
    told = say.length(law, row)
    effect = {True: "Sim: enquanto não se decide, a pena não se cumpre",
              False: "Não: a pena se cumpre enquanto se decide", None: "A lei não diz"}
    moves = resolve(law, row.procedural)
    counted = row.days is not None or row.months is not None
    return [], [
        facts(
            ("Prazo", f"{told} antes" if row.before and told else told or row.unknown),
            ("Conta-se", f"para trás, {row.starts}" if row.before else row.starts),
            ("A quem", row.to),
            ("Suspende a pena", effect[row.suspensive] if _may_suspend(row) else ""),
            ("Se acabar em dia sem expediente", "" if not counted else
             "vai para o próximo dia útil" if moves and not row.before else
             "vem para o dia útil anterior" if moves else "não muda"),
            ("O que falta", row.unknown if told else ""),
            ("Também em", book.other_cites(entry)),
        ),
        *book.doubts(entry.choices),
    ]


def _may_suspend(row: Any) -> bool:
    """Only of a defence or an appeal does one ask whether it stays what was decided."""
    asked = ("recurso", "defesa", "reconsidera", "impugna")
    return row.suspensive is not None or any(word in row.label.lower() for word in asked)


def requirement(book: Details, entry: Entry) -> Told:
    row = entry.row
    return [], [
        facts(
            ("De que trata", say.REQUIREMENTS.get(row.kind, row.kind)),
            ("Em que serviço", book.services(row.services)),
            ("Também em", book.other_cites(entry)),
        ),
        *book.doubts(entry.choices),
    ]


def choice(book: Details, entry: Entry) -> Told:
    touched = [one.key for one in book.entries.touched_by(entry.row.id)]
    return [], [*book.doubts([entry.row.id]), *links("Onde isto conta", touched)]


def lapsed(book: Details, entry: Entry) -> Told:
    row = entry.row
    what = "Foi revogado" if row.status == "revogado" else "Outra redação tomou o seu lugar"
    since = f", em {day(row.since)}" if row.since else ""
    return [], [
        Note(f"{what}: não se aplica.", say.sentence(f"{say.by(row.by)}{since}.")),
        facts(("O que se deve saber", say.sentence(row.note)),
              ("Também em", book.other_cites(entry))),
    ]


TELLERS = {
    "conduta": infractions.conduct, "conduta_caduca": infractions.conduct,
    "item": infractions.item, "validade": validity, "idade": age, "reprovacao": failure,
    "prazo": deadline, "grupo": money.group, "gravidade": money.severity_points,
    "pontos": money.points_limit, "reincidencia": money.recidivism, "medida": money.measure,
    "taxa": money.fee, "unidade": money.unit, "regra": requirement, "escolha": choice,
    "caduca": lapsed,
}
