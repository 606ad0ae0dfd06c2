"""Killed, or robbed of its space, at each write of a lavratura for which numbers lack: every auto
is either lavrado, once, or waits in the draft; with numbers all come out."""

import pytest

from app.device.native import NativeStorage
from sync.device.ports import StorageFull
from sync.records.envelope import check_follows, check_record
from sync.records.ids import uuid7
from tests.support.breaking import Fate, Killed, MortalStorage, mortal_connection
from tests.support.device import photo_bytes
from tests.support.roadside import open_roadside

CITES = ("Art. 14, XIX", "Art. 14, XX", "Art. 14, XXI")
WRITES = 11  # of a lavratura: three for each of its three new attachments, second place, commit


class Robbed(Fate):
    """The write numbered `at` finds no space; the process lives on."""

    def before(self) -> None:
        self.count += 1
        if self.at == self.count:
            raise StorageFull

    def afterwards(self) -> None:
        pass


@pytest.fixture
async def begins(tmp_path, monkeypatch):
    """`road, stop = await begins(fate)`: three autos that could be lavrados, and one number."""
    opened = []

    async def begin(fate):
        monkeypatch.setattr("sync.device.database.File.connection_class", mortal_connection(fate))
        road = await open_roadside(tmp_path, autos=1, storage=MortalStorage(tmp_path, fate))
        opened.append(road)
        stop = road.stops(road.registers())
        assert await stop.evidence.add(photo_bytes())
        for cite in CITES:
            road.fills(stop.add_auto(cite))
        stop.autos[1].write_note("Visto da calçada \ud83d\x00")  # as a keyboard may let it through
        stop.set_person("motorista", name="Davi\udc80 Lucas")
        road.agrees(stop, "assinou")
        road.reviews(stop).numbered.pick(stop.autos[1].id)
        return road, stop

    yield begin
    for road in opened:
        road.closes()


def accounts(road, ids):
    """Every auto is in one place, and the chain and the numbers hold together."""
    kept = {one.id: one for one in road.store.records(kind="auto")}
    waiting = [auto["id"] for draft in road.store.drafts() for auto in draft.fields["autos"]]
    assert sorted([*kept, *waiting]) == sorted(ids)
    numbers = [one.body["number"] for one in kept.values()]
    assert len(numbers) == len(set(numbers))
    assert road.store.number_account("auto")["used"] == len(kept)
    previous = None
    for one in reversed(road.store.records()):
        check_record(one.record)
        check_follows(one.record, previous)
        previous = one.record
    assert len(road.store.records(kind="abordagem")) == bool(kept)
    return kept, waiting


async def ends(road, ids, photo):
    """Numbers come; whatever waits is lavrado. All of it is there in the end, photo and all."""
    await road.store.add_block({"id": uuid7(), "series": "auto", "first": 900, "last": 909})
    for draft in road.store.drafts():
        stop = road.desk.stops.open(draft.id)
        stop.ack.choose("ausente")
        assert await road.reviews(stop).lavrar(), road.reviews(stop).problem
    kept, waiting = accounts(road, ids)
    assert len(kept) == 3 and not waiting and road.store.drafts() == []
    for one in kept.values():
        assert one.body["photos"] == [photo]
    assert await road.store.photo(photo)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", range(1, WRITES + 1))
async def test_a_kill_at_any_write_loses_no_auto_and_doubles_none(begins, at, after):
    fate = Fate()
    road, stop = await begins(fate)
    ids, (photo,) = [auto.id for auto in stop.autos], stop.evidence.digests()
    fate.arm(at, after)
    try:
        finished = await road.reviews(stop).lavrar()
    except Killed:
        finished = None
    fate.disarm()
    await road.is_killed_and_opened_again()
    kept, _ = accounts(road, ids)
    assert len(kept) in ((1,) if finished else (0, 1))
    if kept:
        assert list(kept) == [ids[1]]
    await ends(road, ids, photo)


@pytest.mark.parametrize("at", range(1, WRITES + 1))
async def test_no_space_at_any_write_says_so_and_leaves_all_as_it_was(begins, at):
    fate = Robbed()
    road, stop = await begins(fate)
    ids, (photo,) = [auto.id for auto in stop.autos], stop.evidence.digests()
    fate.arm(at, after=False)
    lavrar = road.reviews(stop)
    done = await lavrar.lavrar()
    fate.at = None
    kept, _ = accounts(road, ids)
    if done is None:
        assert "Sem espaço no aparelho" in lavrar.problem
        assert not kept
        assert await lavrar.lavrar() == [ids[1]]
    await road.is_killed_and_opened_again()
    await ends(road, ids, photo)


async def test_the_writes_of_a_lavratura_are_all_among_those_that_were_broken(begins):
    fate = Fate()
    road, stop = await begins(fate)
    fate.arm(10_000, after=False)
    assert await road.reviews(stop).lavrar()
    assert fate.count == WRITES
    assert isinstance(road.desk.ports.storage, NativeStorage)
