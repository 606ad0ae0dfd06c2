"""How old the seal lists are, and whether the last was refused, is said where it matters."""

import pytest

from app.flows.lists_state import MISSING, OLD, REFUSED, ListsState
from app.flows.sync_status import SyncStatus
from sync.records.errors import ListError


@pytest.fixture
def lists(enrolled):
    return ListsState(enrolled.ports, enrolled.store, enrolled.cadastro)


@pytest.fixture
def strip(enrolled, lists, clock):
    return SyncStatus(enrolled.client, clock.now, enrolled.store.zone(), lists)


async def test_fresh_lists_are_told_by_day_and_age_and_trouble_nobody(lists, strip, clock):
    clock.passes(hours=3)
    await lists.refresh()
    assert lists.words.startswith("Listas de selos de 30/11/2026, há 3 horas.")
    assert lists.trouble is None
    assert strip.kind == "good" and "lista" not in strip.words


async def test_after_a_week_without_signal_the_strip_says_that_the_list_is_old(
    lists, strip, clock
):
    clock.passes(days=8)
    await lists.refresh()
    assert lists.trouble.code == OLD
    assert strip.kind == "lists" and strip.words.endswith("· lista de selos velha")


async def test_a_refused_list_is_told_with_its_reason_until_a_good_one_comes(
    enrolled, lists, strip
):
    enrolled.cadastro.refuse_list("trust", ListError("list.signature"))
    await lists.refresh()
    assert lists.trouble.code == REFUSED
    assert "não foi assinada por este município" in lists.trouble.todo
    assert strip.words.endswith("· lista de selos recusada")
    enrolled.cadastro.lists_refused.clear()
    await lists.refresh()
    assert lists.trouble is None and strip.kind == "good"


async def test_a_device_without_lists_says_that_it_can_check_nothing(enrolled, lists):
    with enrolled.cadastro.file.transaction() as db:
        db.execute("DELETE FROM seal_lists")
    await lists.refresh()
    assert lists.trouble.code == MISSING
