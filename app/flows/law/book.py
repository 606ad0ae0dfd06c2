"""A lei: what one looks for, what one leafs through, and the rule that is open.

One `LawBook` a page and rulebook. Typing redraws only what watches `search`, opening a rule beside
the list only what watches `reader` and the two rows that it concerns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from app.flows.law.chapters import chapters_of
from app.flows.law.details import Detail, Details, source_of
from app.flows.law.entries import Chapter, Entry, LawEntries
from app.flows.law.search import Found
from app.flows.observed import Observed

RECENT = 5
FOUND_AT_ONCE = 20


@dataclass(eq=False)
class Search(Observed):
    """What is typed, and what it finds: `shown` of `found`."""

    text: str = ""
    found: Found = field(default_factory=Found)
    limit: int = FOUND_AT_ONCE

    @property
    def shown(self) -> tuple[str, ...]:
        return self.found.keys[: self.limit]

    @property
    def left(self) -> int:
        return max(0, len(self.found.keys) - self.limit)

    @property
    def active(self) -> bool:
        return bool(self.text.strip())


@dataclass(eq=False)
class Leaf(Observed):
    """The chapter that is leafed through beside the detail, and how each one is ordered."""

    chapter: str = ""
    orders: dict[str, str] = field(default_factory=dict)


class Mark(Observed):
    """Whether a row of the list is the one that is open beside it."""

    chosen = False

    def put(self, chosen: bool) -> None:
        if chosen != self.chosen:
            self.chosen = chosen
            self.changed()


class Reader(Observed):
    """The rule that is being read, and those that led to it."""

    def __init__(self, key: str = "") -> None:
        self.trail: list[str] = [key] if key else []

    @property
    def key(self) -> str:
        return self.trail[-1] if self.trail else ""

    @property
    def before(self) -> str:
        """Where `back` leads; empty at the first one."""
        return self.trail[-2] if len(self.trail) > 1 else ""

    def open(self, key: str) -> None:
        if self.trail != [key]:
            self.trail = [key]
            self.changed()

    def follow(self, key: str) -> None:
        if key != self.key:
            self.trail.append(key)
            self.changed()

    def back(self) -> bool:
        """False if there is nothing to go back to."""
        if len(self.trail) < 2:
            return False
        self.trail.pop()
        self.changed()
        return True


class LawBook:
    """The law of a rulebook, to be looked up on the day `today`."""

    def __init__(self, rulebook: Any, today: date) -> None:
        self.rulebook, self.today = rulebook, today
        self.entries = LawEntries(rulebook)
        self.chapters = chapters_of(self.entries)
        self.search, self.leaf, self.reader = Search(), Leaf(), Reader()
        self.recent: list[str] = []
        self._details = Details(self.entries, today)
        self._index = None
        self._told: dict[str, Detail] = {}
        self._marks: dict[str, Mark] = {}

    @property
    def title(self) -> str:
        return self.rulebook.municipality.law

    @property
    def source(self) -> str:
        return source_of(self.rulebook)

    # ---- looking for something ---------------------------------------------------------------

    def prepare(self) -> None:
        """Makes the index, so that the first letter need not wait for it."""
        if self._index is None:
            self._index = self.entries.index()

    def find(self, text: str) -> Found:
        self.prepare()
        return self._index.search(text)

    def type(self, text: str) -> None:
        search = self.search
        if text == search.text:
            return
        search.text, search.limit = text, FOUND_AT_ONCE
        search.found = self.find(text) if search.active else Found()
        search.changed()

    def show_more(self) -> None:
        self.search.limit += FOUND_AT_ONCE
        self.search.changed()

    # ---- leafing through ---------------------------------------------------------------------

    def chapter(self, chapter_id: str) -> Chapter | None:
        return next((one for one in self.chapters if one.id == chapter_id), None)

    def leaf_through(self, chapter_id: str) -> None:
        self.leaf.chapter = chapter_id
        self.leaf.changed()

    def order_by(self, chapter_id: str, order: str) -> None:
        self.leaf.orders[chapter_id] = order
        self.leaf.changed()

    # ---- reading ------------------------------------------------------------------------------

    def entry(self, key: str) -> Entry | None:
        return self.entries.by_key.get(key)

    def detail(self, key: str) -> Detail | None:
        """None for what this law does not have: an old address, another version's."""
        if key not in self.entries.by_key:
            return None
        if key not in self._told:
            self._told[key] = self._details.of(key)
        return self._told[key]

    def key_of_item(self, item_id: str) -> str:
        """The rule behind an item of a vistoria; empty if this version has no such item."""
        return self.entries.of_item.get(item_id, "")

    def remember(self, key: str) -> None:
        """Puts it on top of what was looked at lately."""
        self.recent = [key, *(one for one in self.recent if one != key)][:RECENT]

    def open_beside(self, key: str) -> None:
        """Shows a rule at the side of the list, and marks its row."""
        for one, mark in self._marks.items():
            mark.put(one == key)
        self.remember(key)
        self.reader.open(key)

    def mark(self, key: str) -> Mark:
        if key not in self._marks:
            mark = self._marks[key] = Mark()
            mark.chosen = key == self.reader.key
        return self._marks[key]

    def leave(self) -> None:
        """As one finds it when one comes in, but for what was looked at lately."""
        self.search.text, self.search.found, self.leaf.chapter = "", Found(), ""
        self.reader.trail.clear()
        for mark in self._marks.values():
            mark.chosen = False


def law_of(app: Any, desk: Any) -> LawBook:
    """The page's book of the law in force here, made anew when another law or another day came."""
    rulebook, today = desk.rulebook(), desk.today()
    book = app.law
    if book is None or (book.rulebook.sha256, book.today) != (rulebook.sha256, today):
        app.law = book = LawBook(rulebook, today)
    return book
