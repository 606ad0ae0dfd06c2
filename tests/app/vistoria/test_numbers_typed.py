"""Numbers of documents that look wrong warn where they are typed, and stop nothing."""

from __future__ import annotations

from datetime import date

import pytest

from app.flows.new_vehicle import NewVehicle
from tests.support.yard import closes, open_yard, van

TODAY = date(2026, 11, 30)


def form(chassis: str) -> NewVehicle:
    made = NewVehicle(plate="ABC1D23", service="escolar", chassis_tail=chassis)
    made.check(TODAY)
    return made


def test_a_whole_chassis_with_a_forbidden_letter_warns_and_its_tail_goes_on():
    made = form("9BWZZZ377VT00425O")
    assert made.errors == {}
    assert "não usa a letra O" in made.warnings["chassis_tail"]
    assert made.as_vehicle("v")["chassis_tail"] == "00425O"


@pytest.mark.parametrize("old", ["BH-123456", "9BW377VT004251", "9BWZZZ377VT0042512"])
def test_a_chassis_of_another_length_warns_and_its_tail_goes_on(old):
    made = form(old)
    assert made.errors == {}
    assert "17 letras e números" in made.warnings["chassis_tail"]
    assert made.as_vehicle("v")["chassis_tail"] == old.replace("-", "")[-6:]


def test_a_good_whole_chassis_says_nothing():
    assert "chassis_tail" not in form("9BWZZZ377VT004251").warnings


async def test_an_item_that_asks_for_the_chassis_doubts_a_strange_one_and_keeps_it(tmp_path):
    yard = await open_yard(tmp_path)
    flow = yard.begins(yard.registers(van()))
    state = flow.item("15-I")
    [ask] = [ask for ask in state.item.asks if ask.check == "chassi"]
    assert state.doubt(ask) == ""
    assert flow.set_measured(state.id, ask.id, "9BWZZZ377VT00425I")
    assert "não usa a letra I" in state.doubt(ask)
    assert state.answer["measured"][ask.id] == "9BWZZZ377VT00425I"
    assert flow.set_measured(state.id, ask.id, "9BWZZZ377VT004251")
    assert state.doubt(ask) == ""
    closes(yard)
