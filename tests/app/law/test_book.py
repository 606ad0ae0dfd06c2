"""The book in the hand: what redraws, what is remembered, what another law changes."""

from datetime import date
from types import SimpleNamespace

import pytest

from app.flows.law.book import FOUND_AT_ONCE, RECENT, LawBook, Reader, law_of
from checklists import load_rulebook
from tests.support.rulebooks import vila

TODAY = date(2026, 11, 30)


@pytest.fixture
def book():
    return LawBook(load_rulebook("mangaratiba"), TODAY)


def counted(thing):
    heard = []
    thing.watch(lambda: heard.append(1))
    return heard


def test_typing_redraws_the_results_and_nothing_else(book):
    search, leaf, reader = map(counted, (book.search, book.leaf, book.reader))
    book.type("retro")
    assert (len(search), len(leaf), len(reader)) == (1, 0, 0)
    assert book.search.active and book.search.shown
    book.type("retro")
    assert len(search) == 1


def test_an_emptied_box_shows_the_chapters_again(book):
    book.type("retro")
    book.type("")
    assert not book.search.active and book.search.shown == ()


def test_many_results_come_a_screenful_at_a_time(book):
    book.type("ve")
    assert len(book.search.shown) == FOUND_AT_ONCE and book.search.left > 0
    left = book.search.left
    book.show_more()
    assert len(book.search.shown) == min(2 * FOUND_AT_ONCE, FOUND_AT_ONCE + left)
    book.type("vei")
    assert len(book.search.shown) <= FOUND_AT_ONCE


def test_opening_a_rule_beside_the_list_redraws_two_rows_at_most(book):
    first, second = book.mark("art-14-xix"), book.mark("art-14-xx")
    other = counted(book.mark("art-7"))
    book.open_beside("art-14-xix")
    assert first.chosen and book.reader.key == "art-14-xix"
    book.open_beside("art-14-xx")
    assert not first.chosen and second.chosen and other == []
    assert book.mark("art-14-xx") is second


def test_a_row_drawn_later_knows_that_it_is_the_open_one(book):
    book.open_beside("art-7")
    assert book.mark("art-7").chosen


def test_what_was_looked_at_lately_is_remembered_once_and_not_for_ever(book):
    keys = list(book.entries.by_key)[: RECENT + 2]
    for key in keys:
        book.remember(key)
    book.remember(keys[-2])
    assert book.recent[:2] == [keys[-2], keys[-1]]
    assert len(book.recent) == RECENT == len(set(book.recent))


def test_leaving_keeps_only_what_was_looked_at_lately(book):
    book.type("retro")
    book.leaf_through("infracoes")
    book.open_beside("art-7")
    book.leave()
    assert (book.search.text, book.leaf.chapter, book.reader.key) == ("", "", "")
    assert book.recent == ["art-7"] and not book.mark("art-7").chosen


def test_a_reader_goes_back_the_way_it_came():
    reader = Reader("a")
    heard = counted(reader)
    reader.follow("b")
    reader.follow("b")
    reader.follow("c")
    assert reader.before == "b" and reader.back() and reader.key == "b"
    assert reader.back() and not reader.back()
    assert reader.key == "a" and len(heard) == 4


def test_an_old_address_leads_to_no_rule(book):
    assert book.detail("art-999") is None and book.detail("") is None
    assert book.key_of_item("nada") == ""
    assert book.chapter("nada") is None


def test_the_same_law_on_the_same_day_is_opened_once():
    app, rulebook = SimpleNamespace(law=None), vila()
    desk = SimpleNamespace(rulebook=lambda: rulebook, today=lambda: TODAY)
    book = law_of(app, desk)
    assert law_of(app, desk) is book
    desk.today = lambda: date(2026, 12, 1)
    tomorrow = law_of(app, desk)
    assert tomorrow is not book and app.law is tomorrow
    desk.rulebook = lambda: load_rulebook("sapezal")
    assert law_of(app, desk).title == "Lei 1.533/2020"


def test_a_tiny_law_opens_too(law):
    tiny = law(vila())
    assert {chapter.id for chapter in tiny.chapters} >= {"infracoes", "vistoria", "idade"}
    assert tiny.find("freio").keys[0] == "art-2-i"
    assert all(tiny.detail(key) for key in tiny.entries.by_key)
