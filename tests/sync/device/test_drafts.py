import sqlite3

import pytest

from sync.device.errors import DraftClosed, DraftMissing, PhotoMissing
from sync.device.ports import NotAnImage
from tests.support.device import RULEBOOK, concluded, photo_bytes

CONFORME = {"value": "conforme"}
NAO = {"value": "nao_conforme", "note": "trincado"}


def test_a_draft_keeps_what_it_was_begun_with(store):
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK, fields={"plate": "ABC1D23"})
    assert draft.status == "open"
    assert draft.fields == {"plate": "ABC1D23"}
    assert draft.rulebook == {"id": "mangaratiba", "version": "2026.1", "sha256": RULEBOOK.sha256}
    assert store.draft_rulebook(draft.id) == RULEBOOK.raw
    assert store.draft(draft.id) == draft


async def test_an_answer_is_there_after_the_process_ends(store, reopen):
    draft = store.create_draft(agent="1001")
    store.save_answer(draft.id, "14-I", CONFORME)
    store.save_answer(draft.id, "14-II", NAO)
    again = (await reopen(store)).draft(draft.id)
    assert again.answers["14-I"]["value"] == "conforme"
    assert again.answers["14-II"]["note"] == "trincado"
    assert again.answers["14-II"]["at"] == "2026-11-30T12:00:00.000Z"
    assert again.position == "14-II"


def test_each_saved_answer_is_on_disk_when_the_call_returns(store, folder):
    draft = store.create_draft(agent="1001")
    for number in range(5):
        store.save_answer(draft.id, f"14-{number}", CONFORME)
        other = sqlite3.connect(f"file:{folder}/campo.db?mode=ro", uri=True)
        try:
            assert other.execute("SELECT count(*) FROM answers").fetchone() == (number + 1,)
        finally:
            other.close()


def test_undo_takes_answers_back_one_by_one_and_returns_their_item(store):
    draft = store.create_draft(agent="1001")
    store.save_answer(draft.id, "14-I", CONFORME)
    store.save_answer(draft.id, "14-I", NAO)
    store.clear_answer(draft.id, "14-I")
    assert store.draft(draft.id).answers == {}
    assert store.undo(draft.id) == "14-I"
    assert store.draft(draft.id).answers["14-I"]["value"] == "nao_conforme"
    assert store.undo(draft.id) == "14-I"
    assert store.draft(draft.id).answers["14-I"]["value"] == "conforme"
    assert store.undo(draft.id) == "14-I"
    assert store.draft(draft.id).answers == {}
    assert store.undo(draft.id) is None
    assert store.undo_steps(draft.id) == 0


async def test_undo_survives_a_restart(store, reopen):
    draft = store.create_draft(agent="1001")
    store.save_answer(draft.id, "14-I", CONFORME)
    store.save_answer(draft.id, "14-I", NAO)
    store = await reopen(store)
    assert store.undo(draft.id) == "14-I"
    assert store.draft(draft.id).answers["14-I"]["value"] == "conforme"


def test_the_undo_history_has_a_limit(store):
    draft = store.create_draft(agent="1001")
    for number in range(230):
        store.save_answer(draft.id, "14-I", {"value": "conforme", "note": str(number)})
    assert 200 <= store.undo_steps(draft.id) < 216


def test_fields_are_merged_and_none_removes_one(store):
    draft = store.create_draft(agent="1001", fields={"a": 1, "b": 2})
    store.save_draft_fields(draft.id, {"b": None, "c": {"x": "ção"}})
    assert store.draft(draft.id).fields == {"a": 1, "c": {"x": "ção"}}


def test_drafts_are_listed_by_agent_the_last_touched_first(store, clock):
    first = store.create_draft(agent="1001")
    second = store.create_draft(agent="1002")
    third = store.create_draft(agent="1001")
    clock.passes(minutes=1)
    store.save_position(first.id, {"view": "list"})
    assert [d.id for d in store.drafts()] == [first.id, third.id, second.id]
    assert [d.id for d in store.drafts(agent="1002")] == [second.id]
    assert store.draft(first.id).position == {"view": "list"}


def test_a_discarded_draft_comes_back_whole(store):
    draft = store.create_draft(agent="1001")
    store.save_answer(draft.id, "14-I", CONFORME)
    store.discard_draft(draft.id)
    assert store.drafts() == []
    assert [d.id for d in store.drafts(status="discarded")] == [draft.id]
    with pytest.raises(DraftClosed):
        store.save_answer(draft.id, "14-I", NAO)
    store.restore_draft(draft.id)
    assert store.draft(draft.id).answers["14-I"]["value"] == "conforme"


async def test_a_concluded_draft_takes_no_more_answers_and_is_not_restored(store):
    (record,) = await concluded(store, selo=False)
    for change in (
        lambda: store.save_answer(record["id"], "14-I", NAO),
        lambda: store.clear_answer(record["id"], "14-I"),
        lambda: store.discard_draft(record["id"]),
        lambda: store.restore_draft(record["id"]),
    ):
        with pytest.raises(DraftClosed, match="já foi concluído"):
            change()
    assert store.draft(record["id"]).status == "concluded"


def test_a_draft_that_does_not_exist_is_missing(store):
    with pytest.raises(DraftMissing, match="não existe mais"):
        store.draft("nothing")
    with pytest.raises(DraftMissing):
        store.save_answer("nothing", "14-I", CONFORME)


async def test_a_photo_stays_with_its_draft_and_item(store, reopen):
    draft = store.create_draft(agent="1001")
    first = await store.add_draft_photo(draft.id, "14-I", photo_bytes())
    second = await store.add_draft_photo(draft.id, "14-I", photo_bytes())
    assert first != second, "the salt makes equal pictures differ"
    store = await reopen(store)
    assert store.draft(draft.id).photos == {"14-I": (first, second)}
    assert (await store.photo(first)).startswith(b"\xff\xd8")


async def test_a_removed_photo_can_be_brought_back(store):
    draft = store.create_draft(agent="1001")
    digest = await store.add_draft_photo(draft.id, "14-I", photo_bytes())
    store.remove_draft_photo(draft.id, digest)
    assert store.draft(draft.id).photos == {}
    store.restore_draft_photo(draft.id, digest)
    assert store.draft(draft.id).photos == {"14-I": (digest,)}
    with pytest.raises(PhotoMissing):
        store.remove_draft_photo(draft.id, "ab" * 32)


async def test_an_empty_photo_is_refused_and_changes_nothing(store):
    draft = store.create_draft(agent="1001")
    with pytest.raises(NotAnImage):
        await store.add_draft_photo(draft.id, "14-I", b"")
    assert store.draft(draft.id) == draft


async def test_freeing_space_never_touches_what_is_not_sent(store):
    draft = store.create_draft(agent="1001")
    kept = await store.add_draft_photo(draft.id, "14-I", photo_bytes())
    removed = await store.add_draft_photo(draft.id, "14-I", photo_bytes())
    store.remove_draft_photo(draft.id, removed)
    assert await store.free_space() > 0
    assert await store.ports.storage.has_blob(kept)
    assert not await store.ports.storage.has_blob(removed)
    assert await store.free_space() == 0
