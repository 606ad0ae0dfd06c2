"""The law together with the municipality's file: one rulebook, as if it had always been one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from checklists.checking import check_references
from checklists.errors import RulebookError
from checklists.local.reading import Read, read_local
from checklists.local.tables import LocalTable, Notes
from checklists.local_rows import LocalLaw
from checklists.rulebook import Rulebook


def with_local_table(base: Rulebook, data: Any, source: str) -> Rulebook:
    """`base` (which carries the whole file's bytes) with what stands under its `[local]`.

    RulebookError for the first thing that is wrong: such a file was checked before it was made.
    """
    notes = Notes()
    top = LocalTable(data, source, "[local]")
    read = read_local(top, base, notes)
    if notes.problems:
        first = notes.problems[0]
        raise RulebookError(source, first.table, first.field, first.expected, first.found)
    return merged(base, read, source)


def merged(base: Rulebook, read: Read, source: str) -> Rulebook:
    """RulebookError if the two do not agree with one another."""
    rows = {row.cite: row for row in read.conducts}
    law = {row.cite for row in base.conducts}
    added = tuple(row for row in read.conducts if row.cite not in law)
    sections = (
        *(replace(row, items=(*row.items, *read.placed.get(row.id, ()))) for row in base.sections),
        *read.sections,
    )
    items = [item for section in read.sections for item in section.items]
    items += [item for placed in read.placed.values() for item in placed]
    rulebook = replace(
        base,
        version=f"{base.version}+{read.version}",
        conducts=(*(rows.get(row.cite, row) for row in base.conducts), *added),
        sections=sections,
        picks={row.choice: row.applied for row in read.readings},
        local=LocalLaw(
            version=read.version,
            effective_from=read.effective_from,
            unit_values=read.unit_values,
            readings=read.readings,
            days=read.days,
            synonyms=read.synonyms,
            items=tuple(item.id for item in items),
            conducts=tuple(row.cite for row in added),
            defence_address=read.defence_address,
            grouped=tuple(cite for cite in rows if cite in law),
        ),
    )
    check_references(source, rulebook)
    return rulebook
