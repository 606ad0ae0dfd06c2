"""Two things at once on one device: a sync beside a conclusion, a photo beside a tap."""

import asyncio

import pytest

from app.device.native import NativeStorage
from sync.device.conclusion import PendingRecord
from sync.device.errors import AlreadyAnnulled, DraftChanged, DraftClosed
from sync.records.ids import uuid7
from tests.support.device import (
    AGENT,
    RULEBOOK,
    annulment,
    concluded,
    device_ports,
    enrolled_store,
    photo_bytes,
    shut,
    vistoria_body,
)


class SlowStorage(NativeStorage):
    """Writes of the kind named `held` wait, already durable, until `go` is set."""

    def __init__(self, root):
        super().__init__(root)
        self.held = ""
        self.reached, self.go = asyncio.Event(), asyncio.Event()

    async def _hold(self, what):
        if what == self.held:
            self.held = ""
            self.reached.set()
            await self.go.wait()

    async def write_head(self, head):
        await super().write_head(head)
        await self._hold("intent" if head["intent"] else "head")

    async def write_blob(self, digest, data):
        await super().write_blob(digest, data)
        await self._hold("blob")

    async def delete_blob(self, digest):
        await self._hold("delete")
        await super().delete_blob(digest)


@pytest.fixture
async def slow(folder, clock):
    storage = SlowStorage(folder)
    store = await enrolled_store(device_ports(folder, clock, storage=storage))
    yield store
    shut(store)


async def begin(work):
    """Starts it and lets it run to where it waits."""
    task = asyncio.create_task(work)
    for _ in range(20):
        await asyncio.sleep(0)
    return task


async def test_numbers_that_arrive_during_a_conclusion_leave_the_second_place_in_front(slow):
    storage = slow.ports.storage
    storage.held = "intent"
    conclusion = asyncio.create_task(concluded(slow))
    await storage.reached.wait()
    block = {"id": uuid7(), "series": "selo", "first": 101, "last": 200}
    arrival = await begin(slow.add_block(block))
    storage.go.set()
    await conclusion
    await arrival
    head = await storage.read_head()
    assert (head["seq"], head["hash"]) == (slow.chain().seq, slow.chain().hash)
    assert {one["first"]: one["next"] for one in head["blocks"]} == {1: 2, 101: 101}


async def test_a_photo_that_is_still_being_written_is_not_left_out_of_the_record(slow):
    storage = slow.ports.storage
    draft = slow.create_draft(agent="1001", rulebook=RULEBOOK)
    storage.held = "blob"
    photo = asyncio.create_task(slow.add_draft_photo(draft.id, "14-I", photo_bytes()))
    await storage.reached.wait()
    await slow.conclude(
        draft.id, [PendingRecord("vistoria", vistoria_body("reprovado"))], AGENT
    )
    storage.go.set()
    with pytest.raises(DraftClosed):
        await photo
    assert slow.draft_blobs(draft.id) == []


async def test_an_answer_saved_after_the_body_was_drawn_up_stops_the_conclusion(store):
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    drawn_up_at = store.draft(draft.id).revision
    pending = [PendingRecord("vistoria", vistoria_body("reprovado"))]
    store.save_answer(draft.id, "14-II", {"value": "nao_conforme"})
    with pytest.raises(DraftChanged):
        await store.conclude(draft.id, pending, AGENT, revision=drawn_up_at)
    assert store.records() == []
    await store.conclude(draft.id, pending, AGENT, revision=drawn_up_at + 1)


async def test_two_annulments_of_one_selo_at_once_make_one_record(store):
    _, selo = await concluded(store)
    both = await asyncio.gather(
        store.conclude(None, [annulment(selo)], AGENT),
        store.conclude(None, [annulment(selo)], AGENT),
        return_exceptions=True,
    )
    assert isinstance(both[1], AlreadyAnnulled)
    assert len(store.records(kind="anulacao")) == 1


async def test_a_photo_put_back_while_space_is_freed_stays(slow):
    storage = slow.ports.storage
    draft = slow.create_draft(agent="1001", rulebook=RULEBOOK)
    digests = [await slow.add_draft_photo(draft.id, "14-I", photo_bytes()) for _ in range(2)]
    for digest in digests:
        slow.remove_draft_photo(draft.id, digest)
    storage.held = "delete"
    freeing = asyncio.create_task(slow.free_space())
    await storage.reached.wait()
    slow.restore_draft_photo(draft.id, digests[1])
    storage.go.set()
    await freeing
    assert [blob.digest for blob in slow.draft_blobs(draft.id)] == [digests[1]]
    assert await storage.has_blob(digests[1])
    assert not await storage.has_blob(digests[0])
