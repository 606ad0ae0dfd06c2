"""From the rows of the file to the checklist of one service."""

from __future__ import annotations

from checklists.choices import resolve
from checklists.fines import choice_ids, fine_of, group_of, points_of
from checklists.model import ByChoice, Checklist, Conduct, Item, Section
from checklists.rows import ItemRow
from checklists.rulebook import Rulebook


def build_checklist(rulebook: Rulebook, service: str) -> Checklist:
    """Sections in the file's order; a section without an item for the service is left out."""
    sections = []
    for row in rulebook.sections:
        items = tuple(
            _item(rulebook, item, service) for item in row.items if serves(rulebook, item, service)
        )
        if items:
            sections.append(
                Section(
                    id=row.id,
                    title=row.title,
                    cites=row.cites,
                    note=row.note,
                    place=row.place,
                    unverified_reasons=row.unverified_reasons,
                    items=items,
                )
            )
    return Checklist(service=service, sections=tuple(sections))


def serves(rulebook: Rulebook, row: ItemRow, service: str) -> bool:
    services = resolve(rulebook, row.services)
    return not services or service in services


def _item(rulebook: Rulebook, row: ItemRow, service: str) -> Item:
    """Severity, fine and measures come from the conduct, and only where the law punishes it in
    this service: a taxi is not fined by a rule for buses."""
    conduct = rulebook.conduct(row.conduct) if row.conduct else None
    if conduct is not None and not conduct.reaches(service):
        conduct = None
    by_choice = row.conditional.choice if isinstance(row.conditional, ByChoice) else None
    choices = [*row.choices, *([by_choice] if by_choice else [])]
    if isinstance(row.services, ByChoice):
        choices.append(row.services.choice)
    if conduct is not None:
        choices += choice_ids(rulebook, conduct)
    return Item(
        id=row.id,
        cite=row.cite,
        label=row.label,
        hint=row.hint,
        severity=conduct.severity if conduct else None,
        fine_group=conduct.group if conduct else None,
        fine=fine_of(rulebook, conduct) if conduct else None,
        points=points_of(rulebook, conduct) if conduct else None,
        measures=conduct.measures if conduct else (),
        conditional=resolve(rulebook, row.conditional) or None,
        asks=row.asks,
        choices=tuple(dict.fromkeys(choices)),
        conduct=conduct.cite if conduct else None,
        cites=tuple(dict.fromkeys((row.cite, *row.cites, *([conduct.cite] if conduct else [])))),
        conditional_choice=by_choice,
        fine_note=_why_no_fine(rulebook, conduct) if conduct else "",
        penalties=conduct.penalties if conduct else (),
    )


def _why_no_fine(rulebook: Rulebook, conduct: Conduct) -> str:
    if conduct.own_fine is not None:
        return ""
    group = group_of(rulebook, conduct)
    return group.unknown if group is not None and group.fine is None else ""
