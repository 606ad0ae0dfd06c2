"""The municipality's planilha: sections and items that its checklist has beyond the law's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from checklists.checking import is_repealed
from checklists.local.tables import LocalTable, Notes
from checklists.model import PLACES
from checklists.parts_checklist import HINT, LABEL, read_ask
from checklists.rows import ItemRow, SectionRow
from checklists.rulebook import Rulebook

PREFIX = "M-"
_ID = re.compile(r"M-[A-Za-z0-9][A-Za-z0-9-]{0,57}")
ID = "um id que comece por M- (letras, números e hífens): M-pneus"
REASONS = ("Pouca luz no local", "Chuva ou sujeira impede ver", "Sem acesso ao ponto",
           "Falta instrumento", "Documento não apresentado hoje")  # fmt: skip
ITEMS_MAX = 300  # an inspection's record takes 400 answers

UNREAD = ("",)  # stands for citations that were refused already: their items are not blamed too
LocalSection = SectionRow
Placed = dict[str, tuple[ItemRow, ...]]


@dataclass
class _Open:
    """A section while its items come in, with its table for the messages."""

    table: LocalTable
    row: SectionRow
    services: tuple[str, ...]


def read_items(
    top: LocalTable,
    base: Rulebook,
    notes: Notes,
    conducts: set[str],
    rows: Iterable[LocalTable] = (),
    made: Iterable[LocalTable] = (),
) -> tuple[tuple[SectionRow, ...], Placed]:
    """The municipality's own sections, and what goes to the end of the law's (by section id)."""
    reader = _Reader(base, notes, conducts)
    for table in (*notes.take(top.tables, "section", otherwise=[]), *made):
        reader.section(table)
    for table in (*notes.take(top.tables, "item", otherwise=[]), *rows):
        reader.loose_item(table)
    for section_id, opened in reader.sections.items():
        if not opened.row.items and section_id not in reader.spoiled:
            notes.note(opened.table.fail("item", "pelo menos um item nesta seção"))
    if len(reader.seen) > ITEMS_MAX:
        notes.note(top.fail("item", f"até {ITEMS_MAX} itens", len(reader.seen)))
    return tuple(opened.row for opened in reader.sections.values()), reader.placed


class _Reader:
    def __init__(self, base: Rulebook, notes: Notes, conducts: set[str]):
        self.base, self.notes, self.conducts = base, notes, conducts
        self.services = tuple(service.id for service in base.services)
        self.sections: dict[str, _Open] = {}
        self.placed: Placed = {}
        self.seen: set[str] = {item.id for row in base.sections for item in row.items}
        self.spoiled: set[str] = set()  # sections of which an item could not be read

    def section(self, table: LocalTable) -> None:
        take = self.notes.take
        section_id = take(self._id, table)
        table.named(section_id)
        title = take(table.text, "title", LABEL)
        cites = take(table.norms, "cites", otherwise=())
        self._in_force(table, "cites", cites)
        services = take(table.some_of, "services", self.services, default=(), otherwise=())
        row = SectionRow(
            id=section_id or "",
            title=title or "",
            cites=cites,
            note=take(table.text, "note", 300, default="", otherwise=""),
            place=take(table.one_of, "place", PLACES, default="patio"),
            unverified_reasons=take(
                table.texts, "unverified_reasons", 80, default=REASONS, otherwise=REASONS
            ),
            items=(),
        )
        parts = take(table.tables, "item", otherwise=[])
        take(table.done)
        if section_id in self.sections:
            self.notes.note(table.fail("id", "um id que ainda não foi usado", section_id))
            return
        opened = _Open(table, row, services)
        self.sections[section_id or table.name] = opened
        for part in parts:
            self._add(opened, self._item(part, cites or UNREAD, services))

    def loose_item(self, table: LocalTable) -> None:
        """An `[[item]]`, or a row of a planilha: says itself in which section it stands."""
        known = (*self.sections, *(row.id for row in self.base.sections))
        section_id = self.notes.take(table.one_of, "section", known)
        opened = self.sections.get(section_id)
        if opened is not None:
            cites = opened.row.cites or UNREAD
            self._add(opened, self._item(table, cites, opened.services))
            return
        law = next((row for row in self.base.sections if row.id == section_id), None)
        item = self._item(table, () if law else UNREAD, ())
        if law is not None and item is not None:
            self.placed[law.id] = (*self.placed.get(law.id, ()), item)

    def _add(self, opened: _Open, item: ItemRow | None) -> None:
        if item is None:
            self.spoiled.add(opened.row.id)
        else:
            opened.row = replace(opened.row, items=(*opened.row.items, item))

    def _id(self, table: LocalTable) -> str:
        return table._match("id", _ID, ID)

    def _item(
        self, table: LocalTable, cites: tuple[str, ...], services: tuple[str, ...]
    ) -> ItemRow | None:
        take, before = self.notes.take, len(self.notes.problems)
        item_id = take(self._id, table)
        if item_id:
            table.named(item_id)
        if item_id in self.seen:
            self.notes.note(table.fail("id", "um id que ainda não foi usado", item_id))
        self.seen.add(item_id or table.name)
        cite = take(table.norm, "cite") if "cite" in table or not cites else cites[0]
        more = take(table.norms, "cites", default=(), otherwise=())
        self._in_force(table, "cite", (cite,) if cite else ())
        self._in_force(table, "cites", more)
        asks = tuple(take(read_ask, part) for part in take(table.tables, "ask", otherwise=[]))
        row = ItemRow(
            id=item_id or "",
            cite=cite or "",
            label=take(table.text, "label", LABEL),
            hint=take(table.text, "hint", HINT, default="", otherwise=""),
            conduct=take(self._conduct, table) if "conduct" in table else None,
            services=take(table.some_of, "services", self.services, default=services),
            conditional=take(table.text, "conditional", HINT, default=None),
            asks=tuple(ask for ask in asks if ask is not None),
            choices=(),
            cites=more,
        )
        if len({ask.id for ask in row.asks}) != len(row.asks):
            self.notes.note(table.fail("ask", "ids de pergunta sem repetição"))
        take(table.done)
        return row if len(self.notes.problems) == before else None

    def _conduct(self, table: LocalTable) -> str:
        value = table.text("conduct", 120)
        if value not in self.conducts:
            expected = "a citação de uma conduta da lei ou de um [[conduct]] deste arquivo"
            raise table.fail("conduct", expected, value)
        return value

    def _in_force(self, table: LocalTable, key: str, cites: tuple[Any, ...]) -> None:
        for cite in cites:
            if is_repealed(self.base, cite):
                expected = "uma citação em vigor (esta foi revogada)"
                self.notes.note(table.fail(key, expected, cite))
