"""Saved means saved: what is acknowledged is on disk, what is not says so and is not lost."""

import asyncio
import io
import sqlite3

import pytest
from PIL import Image

from sync.device.ports import ImageTooLarge, StorageFull
from tests.support.yard import van


def _picture(width=1200, height=900) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), (40, 90, 60)).save(out, "JPEG")
    return out.getvalue()


def _disk_full(*_args, **_more):
    raise sqlite3.OperationalError("database or disk is full")


async def test_a_full_disk_keeps_the_answer_on_the_screen_as_not_saved(yard, monkeypatch):
    flow = yard.begins(yard.registers(van()))
    flow.answer("14-I", "conforme")
    with monkeypatch.context() as patched:
        patched.setattr(yard.store, "save_answer", _disk_full)
        assert flow.answer("14-II", "conforme") == "14-II", "one stays where it was not saved"
    state = flow.item("14-II")
    assert state.value == "conforme"
    assert not state.saved
    assert "Sem espaço no aparelho" in state.problem
    assert flow.progress.unsaved == 1
    assert set(yard.store.draft(flow.draft_id).answers) == {"14-I"}

    assert flow.retry()
    assert state.saved and state.problem == ""
    assert set(yard.store.draft(flow.draft_id).answers) == {"14-I", "14-II"}


async def test_the_next_item_is_drawn_before_the_disk_but_counted_as_saved_only_after(yard):
    flow = yard.begins(yard.registers(van()))
    seen = []

    def look() -> None:
        on_disk = "14-I" in yard.store.draft(flow.draft_id).answers
        seen.append((flow.cursor.item_id, flow.progress.answered, on_disk))

    flow.cursor.watch(look)
    flow.progress.watch(look)
    await flow.cursor.answer_drawn("conforme")
    assert seen == [("14-II", 0, False), ("14-II", 1, True)]


async def test_in_the_list_an_answer_is_marked_at_once_and_counted_once_on_disk(yard):
    flow = yard.begins(yard.registers(van()))
    seen = []
    flow.item("14-III").watch(
        lambda: seen.append((flow.item("14-III").value, flow.progress.answered))
    )
    await flow.answer_drawn("14-III", "nao_conforme")
    assert seen == [("nao_conforme", 0)]
    assert flow.progress.answered == 1
    assert yard.store.draft(flow.draft_id).answers["14-III"]["value"] == "nao_conforme"


async def test_an_item_that_could_not_be_saved_comes_back_and_says_so(yard, monkeypatch):
    flow = yard.begins(yard.registers(van()))
    with monkeypatch.context() as patched:
        patched.setattr(yard.store, "save_answer", _disk_full)
        await flow.cursor.answer_drawn("conforme")
    assert flow.cursor.item_id == "14-I"
    assert "Sem espaço no aparelho" in flow.item("14-I").problem
    assert flow.progress.unsaved == 1


async def test_taps_quicker_than_the_disk_are_saved_and_undone_one_by_one(yard):
    flow = yard.begins(yard.registers(van()))
    first = asyncio.create_task(flow.cursor.answer_drawn("conforme"))
    await asyncio.sleep(0)
    await flow.cursor.answer_drawn("nao_conforme")
    await first
    assert flow.progress.answered == 2
    kept = yard.store.draft(flow.draft_id).answers
    assert {item: kept[item]["value"] for item in kept} == {
        "14-I": "conforme", "14-II": "nao_conforme",
    }
    assert [flow.undo(), flow.undo()] == ["14-II", "14-I"]
    assert yard.store.draft(flow.draft_id).answers == {}


async def test_what_follows_a_tap_at_once_finds_it_saved(yard):
    flow = yard.begins(yard.registers(van()))
    flow.put("14-I", "conforme")
    assert flow.undo() == "14-I"
    flow.put("14-I", "conforme")
    flow.set_note("14-II", "pneu gasto")
    assert set(yard.store.draft(flow.draft_id).answers) == {"14-I", "14-II"}


async def test_nothing_is_concluded_while_an_answer_is_not_saved(yard, monkeypatch):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow)
    with monkeypatch.context() as patched:
        patched.setattr(yard.store, "save_answer", _disk_full)
        flow.answer("14-I", "nao_conforme")
    conclusion = yard.desk.conclusion(flow.draft_id)
    yard.signs(conclusion)
    assert await conclusion.conclude() is None
    assert "não foram salvas" in conclusion.problem


async def test_an_answer_that_could_not_be_saved_can_be_undone(yard, monkeypatch):
    flow = yard.begins(yard.registers(van()))
    flow.answer("14-I", "conforme")
    with monkeypatch.context() as patched:
        patched.setattr(yard.store, "save_answer", _disk_full)
        flow.answer("14-I", "nao_conforme")
    assert flow.undo() == "14-I"
    assert flow.item("14-I").value == "conforme"
    assert flow.item("14-I").saved
    assert flow.progress.unsaved == 0


async def test_a_photo_is_kept_in_the_draft_and_goes_with_the_record(yard):
    flow = yard.begins(yard.registers(van()))
    assert await flow.add_photo("14-I", _picture())
    await yard.is_killed_and_opened_again()
    flow = yard.desk.open(flow.draft_id)
    [digest] = flow.item("14-I").photos
    assert (await yard.store.photo(digest)).startswith(b"\xff\xd8")
    yard.finds_all_in_order(flow, "14-I")
    conclusion = await yard.signs_and_concludes(flow)
    blobs = yard.store.record_blobs(conclusion.record_id)
    assert {(blob.role, blob.item) for blob in blobs} == {("foto", "14-I"), ("assinatura", None)}


async def test_a_photo_taken_off_does_not_go_and_the_undo_brings_it_back(yard):
    flow = yard.begins(yard.registers(van()))
    await flow.add_photo("14-I", _picture())
    [digest] = flow.item("14-I").photos
    flow.remove_photo("14-I", digest)
    assert flow.item("14-I").photos == []
    flow.undo()
    assert flow.item("14-I").photos == [digest]
    flow.remove_photo("14-I", digest)
    yard.finds_all_in_order(flow)
    conclusion = await yard.signs_and_concludes(flow)
    assert [blob.role for blob in yard.store.record_blobs(conclusion.record_id)] == ["assinatura"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "0 bytes"),
        (b"%PDF-1.7 isto nao e foto", "não é uma foto"),
        (b"\xff\xd8" + bytes(40_000_000), "40 MB"),
    ],
    ids=["empty", "not an image", "forty megabytes"],
)
async def test_a_bad_photo_is_refused_in_words_and_loses_nothing(yard, data, words):
    flow = yard.begins(yard.registers(van()))
    flow.answer("14-I", "nao_conforme")
    assert not await flow.add_photo("14-I", data)
    state = flow.item("14-I")
    assert words in state.photo_problem
    assert state.value == "nao_conforme" and state.photos == []
    assert await flow.add_photo("14-I", _picture()), "the next one is taken"
    assert state.photo_problem == ""


@pytest.mark.parametrize(
    ("error", "words"),
    [(StorageFull(), "Sem espaço no aparelho"), (ImageTooLarge(), "grande demais")],
    ids=["full", "too many pixels"],
)
async def test_what_the_device_says_of_a_photo_is_passed_on(yard, monkeypatch, error, words):
    flow = yard.begins(yard.registers(van()))

    async def refuse(*_args):
        raise error

    monkeypatch.setattr(yard.store, "add_draft_photo", refuse)
    assert not await flow.add_photo("14-I", _picture())
    assert words in flow.item("14-I").photo_problem


async def test_an_item_takes_no_endless_photos(yard):
    flow = yard.begins(yard.registers(van()))
    for _ in range(8):
        assert await flow.add_photo("14-I", _picture(64, 48))
    assert not await flow.add_photo("14-I", _picture(64, 48))
    assert "8 fotos" in flow.item("14-I").photo_problem


async def test_a_full_disk_at_the_conclusion_keeps_the_whole_draft(yard, monkeypatch):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow)
    conclusion = yard.desk.conclusion(flow.draft_id)
    yard.signs(conclusion)

    async def full(*_args):
        raise StorageFull

    with monkeypatch.context() as patched:
        patched.setattr(yard.store, "_write_intent", full)
        assert await conclusion.conclude() is None
    assert "continua salva como rascunho" in conclusion.problem
    assert yard.store.records() == []
    assert await conclusion.conclude() == flow.draft_id, "a second try concludes it"
