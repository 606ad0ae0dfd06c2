"""A shared tablet left on a bench asks for the PIN again, and nothing is lost by it."""

import pytest

from app.flows.idle import IdleLock
from tests.support.town import MATRICULA, PASSWORD


@pytest.fixture
async def inside(at_the_door):
    session = at_the_door()
    session.somebody_else()
    assert await session.introduce(MATRICULA, PASSWORD)
    assert await session.create_pin("4829", "4829")
    return session


async def test_a_quarter_of_an_hour_without_a_touch_locks_the_device(inside, clock):
    lock = IdleLock(clock, inside)
    clock.passes(minutes=14, seconds=59)
    assert not lock.check() and inside.agent
    clock.passes(seconds=1)
    assert lock.check()
    assert inside.agent is None
    assert (inside.step, inside.locked) == ("pin", True)


async def test_every_touch_begins_the_quarter_of_an_hour_anew(inside, clock):
    lock = IdleLock(clock, inside)
    for _ in range(5):
        clock.passes(minutes=10)
        lock.touched()
        assert not lock.check()


async def test_a_clock_set_back_does_not_keep_the_device_open(inside, clock):
    lock = IdleLock(clock, inside)
    clock.passes(minutes=20)
    clock.is_set_back(hours=3)
    assert lock.check()


async def test_the_same_pin_opens_it_again_and_the_drafts_are_there(inside, enrolled, clock):
    draft = enrolled.store.create_draft(agent=MATRICULA)
    lock = IdleLock(clock, inside)
    clock.passes(minutes=16)
    lock.check()
    assert await inside.enter("4829")
    assert inside.agent["matricula"] == MATRICULA
    assert not inside.locked
    assert enrolled.store.draft(draft.id)


async def test_nobody_in_is_nobody_to_lock_out(at_the_door, clock):
    session = at_the_door()
    lock = IdleLock(clock, session)
    clock.passes(hours=5)
    assert not lock.check()
    assert session.step == "senha" and not session.locked


async def test_at_the_lock_another_inspector_may_take_the_device(inside, clock):
    lock = IdleLock(clock, inside)
    clock.passes(hours=1)
    lock.check()
    inside.to_start()
    assert (inside.step, inside.locked) == ("lista", False)
