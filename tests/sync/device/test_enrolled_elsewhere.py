"""A device that changes hands: its next enrolment starts clean, its old records stay."""

import pytest

from sync.device.errors import DeviceUnknown
from sync.records.ids import uuid7
from tests.support.device import concluded, enrolment_reply, shut
from tests.support.field import VAN, Field
from tests.support.town import Town

ELSEWHERE = "0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1b"


async def test_the_same_numbers_from_another_town_can_be_used(store):
    await concluded(store)
    await store.set_device_status("revoked")
    await store.ports.keys.create()
    await store.save_enrolment(enrolment_reply(device=ELSEWHERE))
    assert store.number_account("selo") == {
        "granted": 40, "used": 0, "spoiled": 0, "annulled": 0, "unused": 40,
    }
    again = await concluded(store)
    assert again[1]["body"]["serial"] == 1
    assert len(store.records(kind="selo")) == 2


async def test_selos_of_an_earlier_enrolment_do_not_use_up_the_numbers_of_this_one(
    store, folder, reopen
):
    for _ in range(3):
        await concluded(store)
    await store.set_device_status("revoked")
    await store.ports.keys.create()
    await store.save_enrolment(enrolment_reply(device=ELSEWHERE))
    page = store.file.value("SELECT rootpage FROM sqlite_master WHERE name = 'agents'") - 1
    shut(store)
    data = bytearray((folder / "campo.db").read_bytes())
    data[page * 4096 : (page + 1) * 4096] = b"\xa5" * 4096
    (folder / "campo.db").write_bytes(data)
    store = await reopen()
    assert store.salvaged["records"] == 6
    assert store.next_number("selo") == 1


@pytest.fixture
def two_towns(tmp_path, clock):
    towns = Town(tmp_path / "a", clock.now), Town(tmp_path / "b", clock.now)
    towns[0].add_vehicle(VAN, "ABC1D23")
    for _ in range(5):  # so that its feed is ahead of the other's
        towns[0].add_vehicle(uuid7(), "AAA0A00")
    towns[1].add_vehicle(uuid7(), "XYZ9Z87")
    yield towns
    for town in towns:
        town.close()


async def test_the_registry_of_the_town_before_is_gone_and_the_new_one_comes_whole(
    tmp_path, clock, two_towns
):
    first, second = two_towns
    device = await Field(tmp_path / "device", first, clock).open()
    await device.enrol()
    await device.client.sync()
    assert device.cadastro.by_plate("ABC1D23")
    first.revoke()
    device.client.api.token = None
    await device.client.sync()
    device.town = device.wire.town = second
    await device.enrol()
    assert device.cadastro.by_plate("ABC1D23") is None
    assert not device.client.snapshot_complete
    await device.client.sync()
    assert device.cadastro.by_plate("XYZ9Z87")
    assert device.cadastro.by_plate("ABC1D23") is None
    assert device.cadastro.agent("1001")
    await device.close()


async def test_a_registry_left_from_before_a_kill_is_not_mixed_with_the_new_one(
    tmp_path, clock, two_towns
):
    first, second = two_towns
    device = await Field(tmp_path / "device", first, clock).open()
    await device.enrol()
    await device.client.sync()
    first.revoke()
    device.client.api.token = None
    await device.client.sync()
    left = (tmp_path / "device" / "cadastro.db").read_bytes()
    device.town = device.wire.town = second
    await device.enrol()
    await device.close()
    (tmp_path / "device" / "cadastro.db").write_bytes(left)  # killed before it was emptied
    await device.open()
    await device.client.sync()
    assert device.cadastro.by_plate("XYZ9Z87")
    assert device.cadastro.by_plate("ABC1D23") is None
    await device.close()




async def test_a_device_that_the_server_does_not_know_can_be_enrolled_and_keeps_its_records(
    tmp_path, clock, two_towns
):
    first, second = two_towns  # the second is what the first is after it was set up anew
    device = await Field(tmp_path / "device", first, clock).open()
    await device.enrol()
    await device.client.sync()
    await device.inspects()
    assert await device.store.enrolment_problem() is None
    device.town = device.wire.town = second
    device.client.api.token = None
    state = await device.client.sync()
    assert state.problem["code"] == "session.device_unknown"
    assert isinstance(await device.store.enrolment_problem(), DeviceUnknown)
    assert await device.store.conclusion_problem() is None  # it may be back tomorrow
    await device.enrol()
    assert await device.store.enrolment_problem() is None
    state = await device.client.sync()
    assert state.problem is None
    assert [kept.state for kept in device.store.records()] == ["stranded", "stranded"]
    await device.inspects()
    assert (await device.client.sync()).pending_records == 0
    assert len(second.records()) == 2
    await device.close()
