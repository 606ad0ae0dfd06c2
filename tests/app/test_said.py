"""What was just done is said in a line that goes by itself, and can be taken back meanwhile."""

import pytest

from app.flows import said as module
from app.flows.said import Said


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(module, "STAYS_S", 0)
    monkeypatch.setattr(module, "STAYS_WITH_UNDO_S", 0)


async def gone(said):
    await said._going


async def test_it_goes_by_itself(soon):
    said, turns = Said(), []
    said.watch(lambda: turns.append(said.words))
    said.say("Abordagem registrada")
    assert said.words == "Abordagem registrada"
    await gone(said)
    assert turns == ["Abordagem registrada", ""]


async def test_what_was_done_is_taken_back_once():
    said, backs = Said(), []
    said.say("Foto apagada", undo=lambda: backs.append("foto"))
    said.take_back()
    said.take_back()
    assert (backs, said.words) == (["foto"], "")


async def test_what_is_said_later_takes_its_place_and_its_undo(soon):
    said, backs = Said(), []
    said.say("Foto apagada", undo=lambda: backs.append("foto"))
    said.say("Ciência registrada")
    said.take_back()
    assert backs == []
    said.say("Liberado")
    assert said.words == "Liberado"
    await gone(said)
    assert said.words == ""
