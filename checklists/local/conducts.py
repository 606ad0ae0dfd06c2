"""What only a municipality's regulation can say: conducts that its law leaves to it, the fine group
of those that the law punishes without a value, and the words that people use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from checklists.checking import is_repealed
from checklists.fines import group_of
from checklists.local.tables import CITE_CHARS, LocalTable, Notes
from checklists.local_rows import Synonym
from checklists.model import PER, Conduct
from checklists.rows import SectionRow
from checklists.rulebook import Rulebook


def read_conducts(
    top: LocalTable, base: Rulebook, notes: Notes
) -> tuple[tuple[Conduct, ...], set[str]]:
    """The rows, and every citation that the file gives one to, also where it could not be read."""
    rows: dict[str, Conduct] = {}
    declared: set[str] = set()
    law = {row.cite: row for row in base.conducts}
    for table in notes.take(top.tables, "conduct", otherwise=[]):
        cite = notes.take(table.norm, "cite")
        table.named(cite)
        row = _grouped(table, base, law[cite], notes) if cite in law else _new(table, base, notes)
        declared.add(cite)
        if cite in rows:
            notes.note(table.fail("cite", "cada conduta uma vez só", cite))
        elif cite is not None and row is not None:
            rows[cite] = replace(row, cite=cite)
    return tuple(rows.values()), declared


def _grouped(table: LocalTable, base: Rulebook, law: Conduct, notes: Notes) -> Conduct | None:
    """A conduct of the law itself: only its group may be said, and only where the law fines it
    and names no group with a value."""
    take = notes.take
    group = take(table.one_of, "group", _valued_groups(base))
    cites = take(table.norms, "cites")
    take(table.done)
    foreseen = group_of(base, law)
    if law.group or law.own_fine or foreseen is None or foreseen.fine or foreseen.lowest:
        expected = (
            "uma conduta que a lei manda multar sem dizer quanto; as outras não mudam aqui "
            "(para outra leitura da lei use [[reading]])"
        )
        notes.note(table.fail("cite", expected, law.cite))
        return None
    if group is None or cites is None:
        return None
    return replace(law, applied_group=group, cites=tuple(dict.fromkeys((*law.cites, *cites))))


def _new(table: LocalTable, base: Rulebook, notes: Notes) -> Conduct | None:
    take, before = notes.take, len(notes.problems)
    if not base.regulation:
        expected = "uma conduta desta lei: ela não deixa ao regulamento definir infrações"
        notes.note(table.fail("cite", expected))
    services = tuple(row.id for row in base.services)
    row = Conduct(
        cite="",
        label=take(table.text, "label", 120, otherwise=""),
        severity=take(
            table.one_of, "severity", tuple(row.id for row in base.severities), default=None
        ),
        group=take(table.one_of, "group", _valued_groups(base), default=None),
        measures=take(
            table.some_of, "measures", tuple(row.id for row in base.measures), default=()
        ),
        penalties=take(table.texts, "penalties", default=()),
        applies_to=take(
            table.some_of, "applies_to", tuple(row.id for row in base.roles), default=()
        ),
        services=take(table.some_of, "services", services, default=()),
        cites=take(table.norms, "cites", default=base.regulation),
        per=take(table.one_of, "per", (*PER, ""), default=""),
    )
    for cite in row.cites or ():
        if is_repealed(base, cite):
            notes.note(table.fail("cites", "uma citação em vigor (esta foi revogada)", cite))
    take(table.done)
    return row if len(notes.problems) == before else None


def _valued_groups(base: Rulebook) -> tuple[str, ...]:
    return tuple(group.id for group in base.groups if group.fine is not None)


def read_synonyms(
    top: LocalTable,
    base: Rulebook,
    conducts: set[str],
    sections: Iterable[SectionRow],
    notes: Notes,
) -> tuple[Synonym, ...]:
    known = known_cites(base) | conducts
    known |= {item.cite for section in sections for item in section.items}
    rows = []
    for table in notes.take(top.tables, "synonym", otherwise=[]):
        words = notes.take(table.texts, "words", 60)
        if words is not None and not words:
            notes.note(table.fail("words", "pelo menos uma palavra", []))
        cites = notes.take(table.texts, "cites", CITE_CHARS)
        if cites is not None and not cites:
            notes.note(table.fail("cites", "pelo menos uma citação", []))
        for cite in cites or ():
            if cite not in known:
                expected = "citações de condutas, itens ou regras desta lei"
                notes.note(table.fail("cites", expected, cite))
        notes.take(table.done)
        if words and cites:
            rows.append(Synonym(words, cites))
    return tuple(rows)


def known_cites(base: Rulebook) -> set[str]:
    """Every citation under which this rulebook says something."""
    rows = [
        *base.services, *base.severities, *base.groups, *base.measures, *base.roles, *base.units,
        *base.conducts, *base.sections, *base.validities, *base.ages, *base.points_rules,
        *base.deadlines, *base.recidivisms, *base.requirements, *base.fees, *base.choices,
        *base.failure.effects, base.failure, base.age_count,
    ]  # fmt: skip
    found = {cite for row in rows for cite in row.cites}
    found |= {row.cite for row in base.conducts}
    items = [item for section in base.sections for item in section.items]
    return found | {cite for item in items for cite in (item.cite, *item.cites)}
