"""The chapter on the auto de infração: what may be drawn up, its form, what is owed afterwards."""

from __future__ import annotations

from checklists.choices import resolve
from checklists.cli.notices import KINDS, WHEN, advice, due_words, listed, only_in
from checklists.cli.report.sheet import SOFT, Cell, Run, Sheet
from checklists.notice_rows import NoticeField, NoticeKind
from checklists.notices import defence, notice_deadlines, notice_fields, notice_kind
from checklists.rulebook import Rulebook
from checklists.unbroken import HARD

SMALL = 7.8


def chapter(sheet: Sheet, law: Rulebook) -> None:
    sheet.chapter("O auto de infração", new_page=False)
    if not law.notice.kinds:
        sheet.paragraph("Este arquivo não traz o formulário do auto.")
        return
    kinds = tuple(notice_kind(law, row.id) for row in law.notice.kinds)
    sheet.heading("O que se pode lavrar")
    rows = [
        ([Run(kind.label, bold=True), Run(_when(law, kind), SMALL, color=SOFT)],
         _defence(law, kind), "; ".join(kind.cites))
        for kind in kinds
    ]  # fmt: skip
    sheet.table(("Espécie", "Defesa", "Citações"), (0, 62, 40), rows)
    where = law.local.defence_address if law.local else ""
    sheet.paragraph(f"Onde se entrega a defesa: {where or 'o município ainda não informou'}.")
    for said in advice(law, kinds):
        sheet.paragraph(said, 9.5, after=0.8)
    _fields(sheet, law, kinds)
    _dues(sheet, law)
    _once(sheet, law)


def _when(law: Rulebook, kind: NoticeKind) -> str:
    parts = [kind.note] if kind.note else []
    if kind.conducts:
        parts.append(f"Condutas: {listed(law, kind.conducts)}.")
    if kind.groups:
        parts.append(f"Grupos: {', '.join(kind.groups)}.")
    return " ".join(parts)


def _defence(law: Rulebook, kind: NoticeKind) -> Cell:
    given = defence(law, kind.id, None)
    if given is None:
        return "A lei não lhe dá defesa própria."
    if law.deadline(given["ato"]).unknown:
        return law.deadline(given["ato"]).unknown
    to = f" A quem: {given['to']}." if given["to"] else ""
    return f"{given['length']}, contados {given['starts']}.{to}"


def _fields(sheet: Sheet, law: Rulebook, kinds: tuple[NoticeKind, ...]) -> None:
    every = {row.id: row for kind in kinds for row in notice_fields(law, kind.id)}
    rows = [every[row.id] for row in law.notice.fields if row.id in every]
    for title, some in (
        ("O que a lei manda constar", [row for row in rows if row.cites]),
        ("O que a boa prática registra, sem a lei o pedir", [r for r in rows if not r.cites]),
    ):
        sheet.heading(title)
        if not some:
            sheet.paragraph("A lei não lista campos.")
            continue
        cells = [
            (_about(law, row), KINDS[row.kind], "sim" if row.required else "não",
             "; ".join(row.cites))
            for row in some
        ]  # fmt: skip
        sheet.table(("Campo", "É", "Falta impede", "Citações"), (0, 24, 26, 44), cells)


def _about(law: Rulebook, row: NoticeField) -> Cell:
    only = only_in(law, row)
    more = [f"só em: {only}"] if only else []
    more += [row.hint] if row.hint else []
    more += [", ".join(label for _, label in row.options)] if row.options else []
    return [Run(row.label), Run(f"{HARD}· ".join(more), SMALL, color=SOFT)]


def _dues(sheet: Sheet, law: Rulebook) -> None:
    sheet.heading("O que o município deve notificar depois")
    rows = [
        ([Run(row.label, bold=True), Run(WHEN[row.when], SMALL, color=SOFT)], due_words(law, row),
         "; ".join(row.cites))
        for row in notice_deadlines(law)
    ]  # fmt: skip
    sheet.table(("Notificação", "Prazo", "Citações"), (0, 72, 40), rows)


def _once(sheet: Sheet, law: Rulebook) -> None:
    """Which conducts are one act; articles and annex are told where the conducts are."""
    found = [(row, resolve(law, row.why)) for row in law.notice.overlaps]
    rows = [
        (listed(law, row.conducts), listed(law, row.against), f"{why[0].upper()}{why[1:]}")
        for row, why in found if why
    ]  # fmt: skip
    if rows:
        sheet.heading("Um fato, um auto")
        sheet.table(("Condutas", "Com", "O que fazer"), (52, 40, 0), rows)
