"""What each loss leaves: of `campo.db`, of the second place, of both, of space."""

import contextlib
import json

import pytest

from sync.device.conclusion import PendingAttachment, PendingRecord
from sync.device.errors import ChainLost, SealDateBack
from sync.device.ports import StorageFull
from sync.device.store import FieldStore
from sync.records.envelope import check_follows
from tests.support.breaking import (
    Fate,
    Killed,
    MortalStorage,
    full_after,
    mortal_connection,
    room_again,
)
from tests.support.device import (
    AGENT,
    RULEBOOK,
    annulment,
    concluded,
    enrolled_store,
    enrolment_reply,
    photo_bytes,
    shut,
    vistoria_body,
)


def damage(folder, name="campo.db"):
    """Overwrites the middle of a database with noise."""
    path = folder / name
    data = bytearray(path.read_bytes())
    data[100 : len(data) // 2] = b"\xa5" * (len(data) // 2 - 100)
    path.write_bytes(data)


@pytest.mark.parametrize("how", ["damaged", "cut", "not a database", "gone"])
async def test_without_campo_db_the_chain_and_the_numbers_go_on(store, folder, reopen, how):
    await store.set_pin("1001", "2580", "Marta")
    await concluded(store)
    last = await concluded(store)
    shut(store)
    if how == "damaged":
        damage(folder)
    elif how == "cut":
        path = folder / "campo.db"
        path.write_bytes(path.read_bytes()[:5000])
    elif how == "not a database":
        (folder / "campo.db").write_bytes(b"<html>not a database</html>" * 400)
    else:
        (folder / "campo.db").unlink()
    store = await reopen()
    if how != "gone":
        assert store.recovered in await store.ports.storage.list_quarantine()
        assert len(await store.ports.storage.read_file(store.recovered)) > 1000
    assert store.chain().seq == 4
    assert store.next_number("selo") == 3
    assert store.device_identity()["municipality"]["name"] == "Mangaratiba"
    await store.check_pin("1001", "2580")
    assert [k.id for k in store.records()][:2] == [last[1]["id"], last[0]["id"]]
    vistoria, selo = await concluded(store)
    check_follows(vistoria, last[1])
    assert selo["body"]["serial"] == 3


async def test_a_recovered_device_still_refuses_a_selo_dated_before_the_last_one(
    store, folder, reopen, clock
):
    _, selo = await concluded(store)
    await concluded(store, selo=False)
    shut(store)
    (folder / "campo.db").unlink()
    clock.is_set_back(days=3)
    store = await reopen()
    with pytest.raises(SealDateBack):
        await concluded(store)
    await store.conclude(None, [annulment(selo)], AGENT)
    await concluded(store)


async def test_without_the_second_place_it_is_written_again(store, folder, reopen):
    await concluded(store)
    shut(store)
    (folder / "cabeca.json").unlink()
    store = await reopen()
    head = await store.ports.storage.read_head()
    assert head["seq"] == 2
    vistoria, _ = await concluded(store)
    assert vistoria["device_seq"] == 3


async def test_without_both_there_are_drafts_and_no_conclusion_until_enrolled_anew(
    store, folder, reopen
):
    await concluded(store)
    shut(store)
    damage(folder)
    (folder / "cabeca.json").unlink()
    store = await reopen()
    assert store.chain_lost
    assert store.device_identity() is None
    with pytest.raises(ChainLost, match="novo código de inscrição"):
        await concluded(store)
    assert len(store.drafts()) == 1
    await store.ports.keys.create()
    await store.save_enrolment(
        enrolment_reply("0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f99", first=501, last=540)
    )
    assert not store.chain_lost
    vistoria, selo = await concluded(store)
    assert (vistoria["device_seq"], selo["body"]["serial"]) == (1, 501)


async def test_an_older_copy_of_campo_db_does_not_bring_numbers_back(store, folder, reopen):
    await concluded(store)
    shut(store)
    copy = (folder / "campo.db").read_bytes()
    store = await reopen()
    await concluded(store)
    await concluded(store)
    shut(store)
    (folder / "campo.db").write_bytes(copy)
    store = await reopen()
    assert store.chain().seq == 6
    assert store.next_number("selo") == 4


async def concludes(store, fate, at, after):
    """Concludes a vistoria with a photo and a selo, dying at the write numbered `at`."""
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    digest = await store.add_draft_photo(draft.id, "14-I", photo_bytes())
    body = vistoria_body(photos=(digest,))
    selo = await store.prepare_selo(draft.id, body)
    attachments = (
        PendingAttachment(digest=digest),
        PendingAttachment("assinatura", data=b"{}", media_type="application/json"),
    )
    fate.arm(at, after)
    await store.conclude(draft.id, [PendingRecord("vistoria", body, attachments), selo], AGENT)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", range(1, 8))
async def test_a_kill_at_any_write_of_a_conclusion_leaves_all_of_it_or_nothing(
    ports, folder, reopen, monkeypatch, at, after
):
    fate = Fate()
    monkeypatch.setattr("sync.device.database.File.connection_class", mortal_connection(fate))
    object.__setattr__(ports, "storage", MortalStorage(folder, fate))
    store = await enrolled_store(ports)
    try:
        await concludes(store, fate, at, after)
        finished = True
    except Killed:
        finished = False
    fate.disarm()
    store = await reopen(store)
    kept = store.records()
    assert len(kept) in (0, 2)
    if finished:
        assert len(kept) == 2
    assert store.chain().seq == len(kept)
    assert store.next_number("selo") == 1 + len(kept) // 2
    assert len(store.drafts()) == (0 if kept else 1)
    if kept:
        assert kept[-1].attachments_total == 2
        for attachment in kept[-1].record["attachments"]:
            assert await store.photo(attachment["digest"])
    else:
        draft = store.drafts()[0]
        assert len(draft.photos["14-I"]) == 1
    head = await store.ports.storage.read_head()
    assert (head["seq"], head["hash"]) == (store.chain().seq, store.chain().hash)
    more = await concluded(store)
    assert more[0]["device_seq"] == len(kept) + 1
    assert more[1]["body"]["serial"] == 1 + len(kept) // 2


async def test_an_intent_whose_draft_was_worked_on_since_is_dropped(store, reopen):
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    body = vistoria_body()
    pending = [PendingRecord("vistoria", body), await store.prepare_selo(draft.id, body)]
    await store.conclude(draft.id, pending, AGENT)
    head = await store.ports.storage.read_head()
    with store.file.transaction() as db:  # as if the commit and the taking back had both failed
        for table in ("records", "outbox", "numbers"):
            db.execute(f"DELETE FROM {table}")
        db.execute("UPDATE blocks SET next = 1")
        db.execute("UPDATE drafts SET status = 'open', revision = revision + 1")
        intent = head["intent"]
        chain = {**json.loads(json.dumps(vars(store.chain()))), "seq": 0, "hash": "0" * 64}
        store._set_meta(db, "chain", {**chain, "hash": intent["base_hash"]})
    store = await reopen(store)
    assert store.records() == []
    assert len(store.drafts()) == 1
    assert (await store.ports.storage.read_head())["seq"] == 0


async def test_no_space_in_the_second_place_records_nothing_and_takes_no_number(
    ports, folder, reopen
):
    storage = MortalStorage(folder, Fate())
    object.__setattr__(ports, "storage", storage)
    store = await enrolled_store(ports)
    storage.full = True
    with pytest.raises(StorageFull, match="já estava salvo continua salvo"):
        await concluded(store)
    assert store.records() == []
    assert store.next_number("selo") == 1
    storage.full = False
    (draft,) = store.drafts()
    body = vistoria_body()
    pending = [PendingRecord("vistoria", body), await store.prepare_selo(draft.id, body)]
    assert len(await store.conclude(draft.id, pending, AGENT)) == 2
    store = await reopen(store)
    assert store.chain().seq == 2


async def test_no_space_for_campo_db_is_said_clearly_and_loses_nothing(store, reopen):
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    store.save_answer(draft.id, "14-I", {"value": "conforme"})
    full_after(0, store.file)
    with pytest.raises(StorageFull, match="Libere"):
        for number in range(200):
            store.save_answer(draft.id, f"14-{number}", {"value": "conforme", "note": "x" * 500})
    saved = {f"14-{n}" for n in range(number)} | {"14-I"}
    assert set(store.draft(draft.id).answers) == saved
    with pytest.raises(StorageFull):
        for _ in range(40):
            await concluded(store)
    room_again(store.file)
    store = await reopen(store)
    assert set(store.draft(draft.id).answers) == saved
    seq = store.chain().seq
    assert seq == len(store.records())
    assert (await store.ports.storage.read_head())["seq"] == seq
    await concluded(store)
    assert store.chain().seq == seq + 2


async def test_a_photo_without_space_leaves_the_draft_as_it_was(ports, folder, reopen):
    storage = MortalStorage(folder, Fate())
    object.__setattr__(ports, "storage", storage)
    store = await enrolled_store(ports)
    draft = store.create_draft(agent="1001")
    storage.full = True
    with pytest.raises(StorageFull):
        await store.add_draft_photo(draft.id, "14-I", photo_bytes())
    assert store.draft(draft.id).photos == {}
    store = await reopen(store)
    assert store.draft(draft.id).photos == {}


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", [1, 2, 3])
async def test_a_kill_while_a_photo_is_kept_leaves_no_half_photo(
    ports, folder, reopen, monkeypatch, at, after
):
    fate = Fate()
    monkeypatch.setattr("sync.device.database.File.connection_class", mortal_connection(fate))
    object.__setattr__(ports, "storage", MortalStorage(folder, fate))
    store = await enrolled_store(ports)
    draft = store.create_draft(agent="1001")
    fate.arm(at, after)
    with contextlib.suppress(Killed):
        await store.add_draft_photo(draft.id, "14-I", photo_bytes())
    fate.disarm()
    store = await reopen(store)
    photos = store.draft(draft.id).photos.get("14-I", ())
    for digest in photos:
        assert (await store.photo(digest)).startswith(b"\xff\xd8")
    files = {path.name for path in (folder / "fotos").iterdir()}
    assert files == set(photos)


@pytest.mark.parametrize("at", range(1, 4))
async def test_a_kill_while_enrolling_can_be_enrolled_again(ports, folder, reopen, monkeypatch, at):
    fate = Fate()
    monkeypatch.setattr("sync.device.database.File.connection_class", mortal_connection(fate))
    object.__setattr__(ports, "storage", MortalStorage(folder, fate))
    store = await FieldStore.open(ports)
    await ports.keys.create()
    fate.arm(at, after=False)
    with contextlib.suppress(Killed):
        await store.save_enrolment(enrolment_reply())
    fate.disarm()
    store = await reopen(store)
    await store.save_enrolment(enrolment_reply())
    await concluded(store)
    assert (await store.ports.storage.read_head())["seq"] == 2
