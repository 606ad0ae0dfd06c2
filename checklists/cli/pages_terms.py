"""How deadlines are told."""

from __future__ import annotations

from checklists import Rulebook
from checklists.choices import resolve
from checklists.cli import words
from checklists.cli.layout import Page
from checklists.cli.pages import heading
from checklists.cli.pages_choices import say_choices
from checklists.deadlines import DeadlineAnswer, length_words
from checklists.rows import Deadline


def deadlines(page: Page, law: Rulebook) -> None:
    heading(page, law, f"{len(law.deadlines)} prazos")
    heads = ("Ato", "O quê", "Prazo", "Contado", "A quem", "Suspende", "Citações")
    rows = [
        (row.ato, row.label, length_words(law, row), counted(row), row.to,
         words.suspends(row.suspensive) if is_appeal(row) else "", "; ".join(row.cites))
        for row in law.deadlines
    ]  # fmt: skip
    page.table(heads, rows, flexible=("O quê", "Contado", "A quem", "Citações"))
    open_ones = [row for row in law.deadlines if row.unknown]
    if open_ones:
        page.gap()
        page.say("O que a lei não diz:")
        for row in open_ones:
            page.bullet(f"{row.ato}: {row.unknown}")
    page.gap()
    page.say(
        "A conta de um prazo: prancheta regras prazo "
        f"{law.id} --ato ATO --de AAAA-MM-DD. Suspende: se o recurso suspende a penalidade."
    )


def counted(row: Deadline) -> str:
    return f"antes {row.starts}" if row.before else row.starts


def is_appeal(row: Deadline) -> bool:
    return row.suspensive is not None or row.ato.startswith(("defesa", "recurso", "reconsidera"))


def deadline(page: Page, law: Rulebook, answer: DeadlineAnswer) -> None:
    row = answer.row
    heading(page, law, f"prazo {row.ato}")
    page.say(f"{row.label}.")
    where = f"contados para trás {row.starts}" if row.before else f"contados {row.starts}"
    if answer.due is None:
        page.say(f"Não há data. {answer.reason}")
    else:
        page.say(
            f"São {length_words(law, row)}, {where} ({words.day(answer.start)}, "
            "que não entra na conta)."
        )
        page.say(f"Último dia: {words.week_day(answer.due)}.")
        if answer.day_kind == "uteis":
            days = [f"{words.day(day)} ({why})" for day, why in answer.skipped]
            page.say(f"Fora da conta: {', '.join(('sábados', 'domingos', *days))}.")
        if answer.reason:
            page.say(answer.reason)
        elif not resolve(law, row.procedural):
            page.say("Não é prazo de processo: não muda se cair em dia sem expediente.")
    if row.to:
        page.say(f"A quem: {row.to}.")
    if is_appeal(row):
        page.say(f"Suspende a penalidade: {words.suspends(answer.suspensive)}.")
    page.cites(answer.cites)
    say_choices(page, law, answer.choices)
