"""The laws as an inspector looks them up, on one day."""

from datetime import date

import pytest

from app.flows.law.book import LawBook
from app.flows.law.details import Doubt, Facts, Links, Table
from checklists import load_rulebook

TODAY = date(2026, 11, 30)


class Read:
    """One rule, asked for what stands in it."""

    def __init__(self, book, key):
        self.detail = book.detail(key)
        assert self.detail is not None, key
        self.blocks = self.detail.blocks

    def of(self, kind):
        return [block for block in self.blocks if isinstance(block, kind)]

    @property
    def facts(self):
        return {label: value for block in self.of(Facts) for label, value in block.rows}

    @property
    def doubts(self):
        return {doubt.key.removeprefix("escolha-"): doubt for doubt in self.of(Doubt)}

    @property
    def table(self):
        return self.of(Table)[0]

    def links(self, title):
        return next(block.keys for block in self.of(Links) if block.title == title)


@pytest.fixture(scope="session")
def law():
    """`law("januaria")`, or of a rulebook that is handed in."""
    made = {}

    def open_book(of):
        if not isinstance(of, str):
            return LawBook(of, TODAY)
        if of not in made:
            made[of] = LawBook(load_rulebook(of), TODAY)
        return made[of]

    return open_book


@pytest.fixture(scope="session")
def read(law):
    """`read("januaria", "anexo-c-05")`."""
    return lambda of, key: Read(law(of), key)
