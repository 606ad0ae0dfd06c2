"""A server put back to an older copy has forgotten numbers, records and devices: they tell it."""

from __future__ import annotations

import shutil
from datetime import date

import pytest
from sqlalchemy import select

from sync.server.db import schema
from sync.server.painel import people
from tests.support.device import SettableClock
from tests.support.field import VAN, Field
from tests.support.town import IBGE, Town


class Copied(Town):
    """A town whose folder can be copied, and put back to that copy."""

    def save_copy(self) -> None:
        self.close()
        shutil.copytree(self.folder, self.folder.with_suffix(".copia"))
        self._start()

    def put_back(self) -> None:
        self.close()
        shutil.rmtree(self.folder)
        shutil.copytree(self.folder.with_suffix(".copia"), self.folder)
        self._start()

    def blocks(self, series: str = "selo") -> list[tuple[int, int, bool]]:
        table = schema.blocks
        with self.server.db.read() as conn:
            query = (
                select(table.c.first, table.c.last, table.c.void)
                .where(table.c.series == series)
                .order_by(table.c.first)
            )
            return [tuple(row) for row in conn.execute(query)]

    def evidence_of(self) -> list[str]:
        with self.server.db.read() as conn:
            return sorted(conn.execute(select(schema.evidence.c.why)).scalars())

    def devices(self) -> list[people.DeviceRow]:
        with self.server.db.read() as conn:
            return people.devices(conn, IBGE, date(2026, 11, 30))


@pytest.fixture
def town(tmp_path):
    made = Copied(tmp_path / "servidor", SettableClock().now)
    made.add_vehicle(VAN, "ABC1D23")
    yield made
    made.close()


@pytest.fixture
async def field(tmp_path, town):
    """Makes devices of the town: `await field("a")` is open and enrolled."""
    made: list[Field] = []

    async def make(name: str) -> Field:
        device = await Field(tmp_path / name, town, SettableClock()).open()
        made.append(device)
        await device.enrol()
        await device.client.sync()
        return device

    yield make
    for device in made:
        await device.close()


async def grow(device: Field) -> None:
    """Uses more than half of the block, so that the next sync brings another."""
    for _ in range(51):
        await device.inspects()
    assert (await device.client.sync()).problem is None


async def test_numbers_that_a_device_holds_are_not_granted_again(town, field):
    first = await field("a")
    town.save_copy()
    await grow(first)
    assert town.blocks() == [(1, 100, False), (101, 200, False)]
    town.put_back()
    assert town.blocks() == [(1, 100, False)]

    await first.client.sync()
    second = await field("b")
    assert town.blocks() == [(1, 100, False), (101, 200, False), (201, 300, False)]
    assert second.store.next_number("selo") == 201
    assert town.evidence_of() == ["blocks.stated"]
    assert len(town.records()) == 102  # all of them again
    told = [row for row in town.devices() if row.evidence]
    assert "números de selo 000.101 a 000.200 (próximo: 000.101)" in told[0].evidence[0][1]
    while first.store.next_number("selo") < 102:  # the block that was stated is used as any other
        await first.inspects()
    state = await first.client.sync()
    assert (state.problem, state.pending_records) == (None, 0)
    assert not first.store.refused_records()
    assert town.evidence_of() == ["blocks.stated"]


async def test_a_device_without_a_single_record_states_its_numbers_too(town, field):
    town.save_copy()
    first = await field("a")
    town.put_back()
    await first.client.sync()
    assert town.blocks() == [(1, 100, False)]
    second = await field("b")
    assert second.store.next_number("selo") == 101


async def test_numbers_granted_to_two_devices_are_used_by_neither_from_then_on(town, field):
    town.save_copy()
    first = await field("a")
    await first.inspects()
    town.put_back()
    second = await field("b")  # before the first had told of its numbers
    assert second.store.next_number("selo") == 1
    await second.inspects()
    await second.client.sync()

    state = await first.client.sync()
    assert state.problem is None
    assert first.store.next_number("selo") == 101
    await second.client.sync()
    assert second.store.next_number("selo") == 201
    assert town.blocks() == [
        (1, 100, True), (1, 100, True), (101, 200, False), (201, 300, False),
    ]  # fmt: skip
    assert "blocks.doubled" in town.evidence_of()
    both = ["selo 000.001 a 000.100", "auto 000.001 a 000.100"]
    assert [row.doubled for row in town.devices()] == [both] * 2
    assert town.blocks("auto")[:2] == [(1, 100, True)] * 2
    # The same number twice: the one that came first stands, the other is shown and kept.
    (refused,) = first.store.refused_records()
    assert refused.problem["code"] == "selo.serial_used"
    await first.inspects()
    await second.inspects()
    assert (await first.client.sync()).pending_records == 0
    assert (await second.client.sync()).pending_records == 0


async def test_numbers_beyond_all_reason_are_not_believed(town, field):
    device = await field("a")
    with device.store.file.transaction() as db:
        db.execute("INSERT INTO blocks VALUES (?, 'selo', ?, ?, ?, 'x')",
                   (VAN, 2**40 - 100, 2**40 - 1, 2**40 - 100))  # fmt: skip
    await device.client.sync()
    assert town.evidence_of() == ["blocks.too_far"]
    assert town.blocks() == [(1, 100, False)]
    assert (await field("b")).store.next_number("selo") == 101


async def test_a_device_enrolled_after_the_copy_comes_back_by_its_certificate(town, field):
    town.save_copy()
    device = await field("a")
    await device.inspects()
    await device.client.sync()
    await device.inspects()
    town.put_back()
    assert town.devices() == []
    device.client.api.token = None
    state = await device.client.sync()
    assert (state.problem, state.pending_records, state.pending_photos) == (None, 0, 0)
    assert await device.store.enrolment_problem() is None
    assert len(town.records()) == 4
    (row,) = town.devices()
    assert row.device.name == "Tablet 1"
    assert town.evidence_of() == ["blocks.stated", "blocks.stated", "device.readmitted"]
    assert any("bloqueie-o de novo" in message for _, message in row.evidence)
    await device.inspects()
    assert (await device.client.sync()).pending_records == 0


async def test_a_certificate_of_another_municipality_opens_no_door(town, field, tmp_path):
    device = await field("a")
    elsewhere = Copied(tmp_path / "outra", SettableClock().now)
    device.town = device.wire.town = elsewhere
    device.client.api.token = None
    state = await device.client.sync()
    assert state.problem["code"] == "session.device_unknown"
    assert elsewhere.devices() == []
    elsewhere.close()


async def test_a_certificate_without_its_key_opens_no_door(town, field, tmp_path):
    town.save_copy()
    device = await field("a")
    town.put_back()
    await device.ports.keys.create()  # somebody who has the certificate and another key
    device.client.api.token = None
    state = await device.client.sync()
    assert state.problem["code"] == "session.device_unknown"
    assert town.devices() == []
