"""A damaged `campo.db` gives up what can still be read of it."""

import pytest

from app.device.native import NativeStorage
from sync.device.ports import StorageFull
from sync.device.store import FieldStore
from sync.records.envelope import record_bytes
from tests.support.breaking import Killed
from tests.support.device import RULEBOOK, concluded, device_ports, photo_bytes, shut

PAGE = 4096


def spoil(folder, page):
    """Overwrites one page of the database with noise."""
    path = folder / "campo.db"
    data = bytearray(path.read_bytes())
    data[page * PAGE : (page + 1) * PAGE] = b"\xa5" * PAGE
    path.write_bytes(data)


async def day_of_work(store):
    """(records, draft with twenty answers and a photo) of a device that has worked."""
    records = []
    for _ in range(12):
        records += await concluded(store)
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK, fields={"plate": "ABC1D23"})
    for number in range(20):
        store.save_answer(draft.id, f"14-{number}", {"value": "conforme", "note": str(number)})
    await store.add_draft_photo(draft.id, "14-0", photo_bytes())
    store.note_answers([{"id": r["id"], "status": "stored"} for r in records[:6]])
    return records, store.draft(draft.id)


def page_of(store, table):
    """A leaf page of the table (its root when it has only that)."""
    return store.file.value("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)) - 1


async def test_damage_elsewhere_costs_no_answer_photo_or_record(store, folder, reopen):
    records, draft = await day_of_work(store)
    page = page_of(store, "agents")
    shut(store)
    spoil(folder, page)
    store = await reopen()
    assert store.recovered
    assert store.salvaged["answers"] == 20
    kept = store.draft(draft.id)
    assert (kept.answers, kept.photos, kept.fields) == (draft.answers, draft.photos, draft.fields)
    assert store.draft_rulebook(draft.id) == RULEBOOK.raw
    for record in records:
        assert record_bytes(store.record(record["id"]).record) == record_bytes(record)
    assert store.outbox_counts()[0] == len(records) - 6
    assert store.chain().seq == len(records)
    more = await concluded(store)
    assert more[0]["device_seq"] == len(records) + 1
    assert more[1]["body"]["serial"] == 13


@pytest.mark.parametrize("share", [0.15, 0.35, 0.55, 0.75, 0.95])
async def test_whatever_page_is_damaged_only_true_rows_come_back(store, folder, reopen, share):
    records, draft = await day_of_work(store)
    shut(store)
    pages = (folder / "campo.db").stat().st_size // PAGE
    spoil(folder, int(pages * share))
    store = await reopen()
    signed = {record["id"]: record for record in records}
    for kept in store.records():
        assert kept.record == signed[kept.id]
    for found in store.drafts():
        assert found.id == draft.id
        for item, answer in found.answers.items():
            assert answer == draft.answers[item]
    more = await concluded(store)
    assert more[0]["device_seq"] == len(records) + 1


async def test_without_a_readable_first_page_nothing_is_salvaged_and_work_goes_on(
    store, folder, reopen
):
    records, _ = await day_of_work(store)
    shut(store)
    spoil(folder, 0)
    store = await reopen()
    assert store.salvaged == {}
    more = await concluded(store)
    assert more[0]["device_seq"] == len(records) + 1


async def test_a_record_that_was_altered_on_the_disk_is_left_behind(store, folder, reopen):
    records, _ = await day_of_work(store)
    altered = records[4]["id"]
    with store.file.transaction() as db:
        data = db.execute("SELECT bytes FROM records WHERE id = ?", (altered,)).fetchone()[0]
        db.execute(
            "UPDATE records SET bytes = ? WHERE id = ?",
            (data.replace(b'"odometer":123456', b'"odometer":654321'), altered),
        )
    page = page_of(store, "agents")
    shut(store)
    spoil(folder, page)
    store = await reopen()
    assert altered not in {kept.id for kept in store.records()}
    assert len(store.records()) == len(records) - 1


async def test_records_that_come_back_move_a_second_place_that_was_behind(store, folder, reopen):
    await concluded(store)
    behind = (folder / "cabeca.json").read_bytes()
    await concluded(store)
    page = page_of(store, "agents")
    shut(store)
    spoil(folder, page)
    (folder / "cabeca.json").write_bytes(behind)
    store = await reopen()
    assert store.chain().seq == 4
    more = await concluded(store)
    assert (more[0]["device_seq"], more[1]["body"]["serial"]) == (5, 3)


class DyingFile(NativeStorage):
    """The process dies, or the disk is full, while the damaged file is read."""

    error: BaseException | None = None

    async def read_file(self, name):
        if self.error is not None:
            raise self.error
        return await super().read_file(name)


async def test_a_salvage_that_was_killed_is_done_at_the_next_start(store, folder, clock, reopen):
    records, draft = await day_of_work(store)
    page = page_of(store, "agents")
    shut(store)
    spoil(folder, page)
    dying = DyingFile(folder)
    dying.error = Killed()
    with pytest.raises(Killed):
        await FieldStore.open(device_ports(folder, clock, storage=dying))
    dying.close()
    store = await reopen()
    assert store.recovered
    assert store.draft(draft.id).answers == draft.answers
    assert store.outbox_counts()[0] == len(records) - 6
    store = await reopen(store)
    assert store.recovered is None


async def test_a_salvage_for_which_there_is_no_room_keeps_nobody_from_working(
    store, folder, reopen
):
    records, draft = await day_of_work(store)
    page = page_of(store, "agents")
    shut(store)
    spoil(folder, page)
    full = DyingFile(folder)
    full.error = StorageFull()
    store = await reopen(storage=full)
    more = await concluded(store)
    assert more[0]["device_seq"] == len(records) + 1
    full.error = None
    full.close()
    store.close()
    store = await reopen()
    assert store.draft(draft.id).answers == draft.answers
    assert store.outbox_counts()[0] == len(records) - 6 + 2
