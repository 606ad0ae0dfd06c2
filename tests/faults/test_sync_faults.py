"""A device and its server joined by a bad wire, for many seeds; each failing seed replays.

Whatever the wire does, in the end every record that was concluded is on the server once, byte for
byte and in order, every photo is whole, and nothing waits on the device.
"""

import random

import pytest

from sync.records.envelope import check_follows, record_bytes
from tests.support.device import SettableClock, annulment, photo_bytes
from tests.support.field import VAN, Field
from tests.support.town import Town

FAULTS = (
    "down",
    "lost",
    "lost",
    "timeout",
    "twice",
    "twice",
    "portal",
    "redirect",
    "gateway",
    "500",
    "500html",
    "garbage",
    "empty",
    "list",
    "object",
    "restart",
)


def bad_wire(rng, badness):
    """A fault for a part of the requests, among them answers cut at any byte."""

    def fault(number, request):
        if rng.random() >= badness:
            return None
        if rng.random() < 0.3:
            return f"cut:{rng.randrange(1_000_000)}"
        return rng.choice(FAULTS)

    return fault


@pytest.fixture
def clock():
    return SettableClock()


@pytest.fixture
def town(tmp_path, clock):
    made = Town(tmp_path / "town", clock.now)
    made.add_vehicle(VAN, "ABC1D23")
    for number in range(25):
        made.add_vehicle(f"v{number}", f"KLM{number % 10}A{number:02d}")
    yield made
    made.close()


@pytest.fixture
async def device(tmp_path, town, clock, monkeypatch):
    monkeypatch.setattr("sync.device.pull.PAGE_LINES", 7)
    monkeypatch.setattr("sync.device.attachments.CHUNK_BYTES", 200)
    monkeypatch.setattr("sync.device.push.BATCH_RECORDS_MAX", 3)
    made = await Field(tmp_path / "device", town, clock).open()
    yield made
    await made.close()


async def enrols_at_last(device, town, tries=200):
    code = town.new_code()
    for _ in range(tries):
        try:
            return await device.client.enrol(code, "Tablet")
        except Exception as error:
            assert str(error).endswith("."), error
            await device.restart()
    raise AssertionError("never enrolled")


def arrived_whole(device, town, concluded):
    """Every concluded record is on the server once, as it was signed, in an unbroken chain."""
    rows = town.records()
    assert [row.bytes for row in rows] == [record_bytes(record) for record in concluded]
    previous = None
    for record in concluded:
        check_follows(record, previous)
        previous = record
    assert all(town.attachments().values())
    assert town.evidence() == []
    assert device.store.outbox_counts() == (0, 0)
    assert device.store.refused_records() == []
    serials = [r["body"]["serial"] for r in concluded if r["kind"] == "selo"]
    assert serials == sorted(set(serials))


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_the_wire_does_everything_arrives_once(device, town, clock, seed):
    rng = random.Random(seed)
    device.breaks(bad_wire(rng, 0.45))
    await enrols_at_last(device, town)
    concluded = []
    for _ in range(10):
        for _ in range(rng.randrange(3)):
            result = rng.choice(["aprovado", "reprovado"])
            concluded += await device.inspects(result, photo_bytes(rng.randrange(8, 60), 30))
            clock.passes(minutes=3)
        if concluded and rng.random() < 0.2:
            candidates = [
                r
                for r in concluded
                if r["kind"] in ("vistoria", "selo") and not device.store.annulled(r["id"])
            ]
            if candidates:
                target = rng.choice(candidates)
                concluded += await device.store.conclude(
                    None, [annulment(target)], {**concluded[0]["agent"]}
                )
        await device.client.sync()
        assert device.client.state.phase == "idle"
        if rng.random() < 0.3:
            await device.restart()
        if rng.random() < 0.2:
            clock.passes(hours=13)
    device.breaks()
    for _ in range(3):
        state = await device.client.sync()
    assert state.problem is None
    assert device.client.snapshot_complete
    arrived_whole(device, town, concluded)
    assert device.cadastro.counts()["vehicle"] == 26
    for vehicle in device.cadastro.search("KLM", 50):
        assert vehicle["unsent"] is False


@pytest.mark.parametrize("fault", ["down", "lost", "twice", "portal", "500", "restart", "cut:7"])
async def test_a_fault_at_any_single_request_is_made_good(device, town, fault):
    await device.enrol()
    await device.client.sync()
    concluded = []
    number = 0
    while True:
        concluded += await device.inspects(photo=photo_bytes(160, 120))
        device.breaks(lambda n, request, at=number: fault if n == at else None)
        await device.client.sync()
        reached = len(device.wire.seen) > number
        device.breaks()
        await device.client.sync()
        arrived_whole(device, town, concluded)
        if not reached:
            break
        number += 1
    assert number >= 5


async def test_an_answer_cut_at_any_byte_is_asked_for_again(device, town):
    await device.enrol()
    await device.client.sync()
    concluded = []
    for byte in range(0, 400, 23):
        concluded += await device.inspects("reprovado")
        device.breaks(lambda number, request, byte=byte: f"cut:{byte}")
        await device.client.sync()
        assert device.client.state.offline_since is not None
    device.breaks()
    await device.client.sync()
    arrived_whole(device, town, concluded)


@pytest.mark.parametrize("seed", range(4))
async def test_a_device_killed_between_any_two_requests_goes_on(device, town, seed):
    rng = random.Random(seed)
    await device.enrol()
    concluded = []

    class Dies(BaseException):
        pass

    for _ in range(12):
        concluded += await device.inspects(rng.choice(["aprovado", "reprovado"]))
        at, lost = rng.randrange(12), rng.random() < 0.5

        def dies(number, request, at=at, lost=lost):
            if number == at + 1:
                raise Dies
            return "lost" if number == at and lost else None

        device.breaks(dies)
        try:
            await device.client.sync()
        except Dies:
            await device.restart()
    device.breaks()
    await device.client.sync()
    arrived_whole(device, town, concluded)
