"""A device that changes hands: its next enrolment starts clean, its old records stay."""

import hashlib
import io
import json
import zipfile

import pytest

from app.flows.pending import Pending
from sync.device.conclusion import PendingAttachment, PendingRecord
from sync.device.errors import DeviceUnknown, DraftClosed
from sync.device.leftovers import Leftovers
from sync.records.attachments import attachment_digest
from sync.records.envelope import record_bytes
from sync.records.ids import uuid7
from tests.support import autos
from tests.support.device import (
    AGENT,
    RULEBOOK,
    concluded,
    enrolment_reply,
    photo_bytes,
    shut,
    vistoria_body,
)
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


async def moves(device: Field, here: Town, there: Town) -> None:
    """The town lets the device go, and it is enrolled at the other one."""
    here.revoke()
    device.client.api.token = None
    await device.client.sync()
    device.town = device.wire.town = there
    await device.enrol()
    await device.client.sync()


@pytest.mark.parametrize("ibge", [3302601, 3135209])  # the same town set up anew, and another
async def test_photos_that_did_not_follow_their_record_are_counted_and_can_be_taken_out(
    tmp_path, clock, two_towns, ibge
):
    first, second = two_towns[0], Town(tmp_path / "c", clock.now, ibge)
    device = await Field(tmp_path / "device", first, clock).open()
    await device.enrol()
    await device.client.sync()

    def no_photo_gets_there(number, request):
        return "500" if request.method == "PATCH" and device.town is first else None

    device.breaks(no_photo_gets_there)
    vistoria, _ = await device.inspects()
    await device.client.sync()
    digest = vistoria["attachments"][0]["digest"]
    assert device.store.outbox_counts() == (0, 1)
    await moves(device, first, second)
    assert device.store.outbox_counts() == (0, 0)
    assert device.store.leftovers() == Leftovers(records=0, photos=1, drafts=0)
    device.breaks()
    state = await device.client.sync()
    assert (state.problem, state.pending_files) == (None, 0)
    assert not [seen for seen in device.wire.seen if "PATCH" in seen]
    with zipfile.ZipFile(io.BytesIO(await device.store.export_leftovers())) as archive:
        (described,) = json.loads(archive.read("anexos.json"))
        photo = archive.read(f"anexos/{digest}")
    salt = bytes.fromhex(described["salt"])
    assert (described["record"], attachment_digest(salt, photo)) == (vistoria["id"], digest)
    pending = Pending(device.store, device.cadastro)
    pending.refresh()
    assert pending.left == "1 foto ou assinatura"
    (line,) = pending.waiting
    assert "sem 1 de 1 anexo, de um cadastro anterior" in line.detail
    # Back where it came from it goes up after all.
    await moves(device, second, first)
    assert (await device.client.sync()).pending_files == 0
    assert first.attachments() == {digest: True}
    assert not device.store.leftovers()
    await device.close()
    second.close()


async def test_a_draft_of_the_town_before_is_concluded_for_no_other_and_is_not_lost(
    tmp_path, clock, two_towns
):
    first, second = two_towns[0], Town(tmp_path / "c", clock.now, ibge=3135209)
    device = await Field(tmp_path / "device", first, clock).open()
    await device.enrol()
    draft = device.store.create_draft(agent="1001", fields={"vehicle": {"plate": "ABC1D23"}})
    device.store.save_answer(draft.id, "14-I", {"value": "conforme"})
    digest = await device.store.add_draft_photo(draft.id, "14-I", photo_bytes())
    gone = device.store.create_draft(agent="1001")
    device.store.discard_draft(gone.id)
    await moves(device, first, second)
    assert device.store.drafts() == []
    assert device.store.leftovers() == Leftovers(records=0, photos=0, drafts=1)
    with pytest.raises(DraftClosed):
        device.store.save_answer(draft.id, "14-II", {"value": "conforme"})
    with pytest.raises(DraftClosed):
        device.store.restore_draft(draft.id)
    here = device.store.create_draft(agent="1001")
    await device.restart()
    assert [one.id for one in device.store.drafts()] == [here.id]
    with zipfile.ZipFile(io.BytesIO(await device.store.export_leftovers())) as archive:
        (kept,) = json.loads(archive.read("rascunhos.json"))
        assert archive.read(f"anexos/{digest}") == await device.store.photo(digest)
    assert (kept["town"], kept["answers"]["14-I"]["value"]) == (3302601, "conforme")
    await moves(device, second, first)
    assert [one.id for one in device.store.drafts()] == [draft.id]
    device.store.save_answer(draft.id, "14-II", {"value": "conforme"})
    assert device.store.leftovers().drafts == 1  # the other town's now
    await device.close()
    second.close()


async def test_records_that_never_arrived_are_in_the_file_as_they_were_signed(
    tmp_path, clock, two_towns
):
    first, second = two_towns
    device = await Field(tmp_path / "device", first, clock).open()
    await device.enrol()
    await device.client.sync()
    records = await device.inspects()
    device.town = device.wire.town = second
    device.client.api.token = None
    await device.client.sync()
    await device.enrol()
    assert device.store.leftovers() == Leftovers(records=2, photos=1, drafts=0)
    with zipfile.ZipFile(io.BytesIO(await device.store.export_leftovers())) as archive:
        lines = archive.read("registros.ndjson").splitlines()
        names = archive.namelist()
    assert lines == [record_bytes(record) for record in records]
    assert f"anexos/{records[0]['attachments'][0]['digest']}" in names
    await device.close()


async def test_a_photo_taken_off_an_answer_goes_once_nothing_can_bring_it_back(store):
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    kept = await store.add_draft_photo(draft.id, "14-I", photo_bytes())
    off = await store.add_draft_photo(draft.id, "14-I", photo_bytes(colour="red"))
    removed = await store.add_draft_photo(draft.id, "14-II", photo_bytes(colour="green"))
    store.remove_draft_photo(draft.id, removed)
    assert await store.drop_left_out() == 0  # the draft is open: an undo may want them
    body = vistoria_body(photos=(kept,))
    pending = PendingRecord("vistoria", body, (PendingAttachment(digest=kept),))
    await store.conclude(draft.id, [pending], AGENT)
    assert await store.drop_left_out() == 2
    for digest, there in ((kept, True), (off, False), (removed, False)):
        assert await store.ports.storage.has_blob(digest) is there
    assert [blob.digest for blob in store.record_blobs(draft.id)] == [kept]


def auto_of(device: Field, photo: str) -> PendingRecord:
    """An auto with this photo, and the next number."""
    secret = uuid7().encode()[:16]
    body = autos.auto_body(
        "mangaratiba", number=device.store.next_number("auto"), photos=[photo],
        acknowledged="ausente", copy_hash=hashlib.sha256(secret).hexdigest(), defence=None,
    )  # fmt: skip
    return PendingRecord("auto", body, (PendingAttachment(digest=photo),), uuid7(), secret)


@pytest.mark.parametrize("sent", [False, True], ids=["unsent", "sent"])
async def test_a_photo_goes_to_the_server_of_the_auto_that_waited_for_its_number(
    tmp_path, clock, two_towns, sent
):
    first, second = two_towns  # the second is what the first is after it was set up anew
    device = await Field(tmp_path / "device", first, clock).open()
    await device.enrol()
    await device.client.sync()
    draft = device.store.create_draft(agent="1001", kind="abordagem", rulebook=RULEBOOK)
    photo = await device.store.add_draft_photo(draft.id, None, photo_bytes())
    await device.store.conclude(draft.id, [auto_of(device, photo)], AGENT, stays={"note": ""})
    if sent:
        await device.client.sync()
        assert device.store.blob(photo).state == "sent"
    device.town = device.wire.town = second
    device.client.api.token = None
    await device.client.sync()
    await device.enrol()
    await device.client.sync()
    await device.store.conclude(draft.id, [auto_of(device, photo)], AGENT)
    state = await device.client.sync()
    assert (state.problem, state.pending_photos) == (None, 0)
    assert second.attachments() == {photo: True}
    if not sent:
        left = zipfile.ZipFile(io.BytesIO(await device.store.export_leftovers()))
        assert f"anexos/{photo}" in left.namelist()
    await device.close()


async def test_a_photo_of_a_refused_auto_goes_up_with_the_other_that_has_it(
    tmp_path, clock, two_towns
):
    town, _ = two_towns
    device = await Field(tmp_path / "device", town, clock).open()
    await device.enrol()
    await device.client.sync()
    draft = device.store.create_draft(agent="1001", kind="abordagem", rulebook=RULEBOOK)
    photo = await device.store.add_draft_photo(draft.id, None, photo_bytes())
    first, other = await device.store.conclude(draft.id, [auto_of(device, photo)], AGENT,
                                               stays={}) + await device.store.conclude(
        draft.id, [auto_of(device, photo)], AGENT)
    device.store.note_answers([{"id": first["id"], "status": "refused", "problem": {}},
                               {"id": other["id"], "status": "stored"}])
    assert [blob.digest for blob in device.store.unsent_blobs()] == [photo]
    assert device.store.blob(photo).record == other["id"]
    await device.close()
