"""Killed at each write while one types what a keyboard lets through: what was saved is there."""

import pytest

from tests.support.breaking import Fate, Killed, MortalStorage, mortal_connection
from tests.support.roadside import open_roadside

HALF = "Praça \ud83d\x00 velha"
KEPT = "Praça  velha"
VERBS = (
    lambda stop: stop.write_place(HALF),
    lambda stop: stop.write_note(HALF),
    lambda stop: stop.autos[0].write_note(HALF),
    lambda stop: stop.set_person("motorista", name=HALF),
)


def texts(stop):
    return (stop.place["text"], stop.note, stop.autos[0].data["note"],
            stop.people.get("motorista", {}).get("name", ""))


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", range(1, len(VERBS) + 1))
async def test_what_was_typed_and_saved_outlives_a_kill(tmp_path, monkeypatch, at, after):
    fate = Fate()
    monkeypatch.setattr("sync.device.database.File.connection_class", mortal_connection(fate))
    road = await open_roadside(tmp_path, storage=MortalStorage(tmp_path, fate))
    stop = road.stops(road.registers())
    stop.add_auto("Art. 14, XIX")
    fate.arm(at, after)
    acknowledged = 0
    with pytest.raises(Killed):
        for verb in VERBS:
            verb(stop)
            assert stop.saved
            acknowledged += 1
    fate.disarm()
    await road.is_killed_and_opened_again()
    again = texts(road.desk.stops.open(stop.draft_id))
    whole = acknowledged + after
    assert again[:whole] == (KEPT,) * whole
    assert not any(again[whole:])
    road.closes()
