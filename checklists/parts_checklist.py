"""Reads `[[section]]` and its items: what is looked at, in short words of our own."""

from __future__ import annotations

from checklists.model import ASK_CHECKS, ASK_KINDS, PLACES, Ask, ByChoice
from checklists.parts_choices import Choices
from checklists.reader import Table
from checklists.rows import ItemRow, SectionRow

LABEL = 60
HINT = 160


def read_section(table: Table, services: tuple[str, ...], choices: Choices) -> SectionRow:
    section_id = table.slug("id")
    table.named(section_id)
    row = SectionRow(
        id=section_id,
        title=table.text("title", LABEL),
        cites=table.cites(),
        note=table.text("note", 300, default=""),
        place=table.one_of("place", PLACES),
        unverified_reasons=table.texts("unverified_reasons", 80),
        items=tuple(_item(part, services, choices) for part in table.tables("item", 1)),
    )
    table.done()
    return row


def _item(table: Table, services: tuple[str, ...], choices: Choices) -> ItemRow:
    item_id = table.item_id("id")
    table.named(item_id)
    conditional = None
    if "conditional" in table:
        conditional = choices.line(table, "conditional", HINT)
    served: tuple[str, ...] | ByChoice = ()
    if "services" in table:
        served = choices.some_of(table, "services", services)
    row = ItemRow(
        id=item_id,
        cite=table.cite(),
        label=table.text("label", LABEL),
        hint=table.text("hint", HINT, default=""),
        conduct=table.cite("conduct") if "conduct" in table else None,
        services=served,
        conditional=conditional,
        asks=tuple(read_ask(part) for part in table.tables("ask")),
        choices=choices.mentioned(table),
        cites=table.cites("cites", default=()),
    )
    table.done()
    if len({ask.id for ask in row.asks}) != len(row.asks):
        raise table.fail("ask", "ids de pergunta sem repetição")
    return row


def read_ask(table: Table) -> Ask:
    row = Ask(
        id=table.slug("id"),
        kind=table.one_of("kind", ASK_KINDS),
        label=table.text("label", LABEL),
        unit=table.text("unit", 20, default=None),
        required=table.flag("required", default=False),
        check=table.one_of("check", ASK_CHECKS, default=None),
    )
    table.done()
    if row.check and row.kind != "text":
        raise table.fail("check", 'só numa pergunta de kind = "text"', row.kind)
    return row
