"""Whatever a keyboard or a paste brings, drafts are kept and records signed."""

import asyncio
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.flows.annulment import AutoAnnulment
from app.flows.typed_text import typed
from sync.records.envelope import check_record
from sync.records.photo_notes import parse_photo_note
from tests.support.device import photo_bytes
from tests.support.roadside import open_roadside

UNSEEN = ("\x00\x07\x0b\x1b\x7f\x85\x9b\ud83d\ude00\udc80\u200b\u2028\ufeff"
          "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
TEXTS = st.text(st.one_of(st.characters(), st.sampled_from(UNSEEN + "\r\n\té")), max_size=40)
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None


@given(TEXTS, st.integers(0, 30))
def test_what_is_typed_can_always_be_written_and_nothing_that_is_seen_is_lost(text, most):
    clean = typed(text)
    clean.encode()
    assert not set(clean) & set(UNSEEN + "\r")
    assert [sign for sign in clean if sign.isalnum()] == [
        sign for sign in text if sign.isalnum() and sign not in UNSEEN]
    assert typed(clean) == clean
    assert typed(text, most) == clean[:most]


async def _a_whole_stop(folder, texts):
    """Every field that takes text takes one of these; gives what was kept and what was signed."""
    text = iter(texts)
    road = await open_roadside(folder)
    stop = road.stops(road.registers())
    auto = stop.add_auto("Art. 14, XIX")
    road.fills(auto)
    road.agrees(stop, "recusou")
    stop.write_place("Rua " + next(text))
    stop.write_note(next(text))
    stop.set_person("testemunha", name="Ivo " + next(text), document=next(text))
    stop.set_line(number=next(text), name=next(text))
    for one in auto.form():
        if one.field.kind in ("text", "person"):
            auto.set(one.id, f"Visto {next(text)}")
            auto.form()  # with what the registry suggests for it
    auto.write_note(next(text))
    auto.measure("retencao").answer(True)
    for name in ("kept_at", "description", "seal_number", "receipt"):
        auto.measure("retencao").write(name, "Pátio " + next(text))
    assert await stop.evidence.add(photo_bytes(8, 8))
    assert stop.evidence.set_text(stop.evidence.digests()[0], next(text))
    assert stop.saved, stop.problem
    await road.is_killed_and_opened_again()
    stop = road.desk.stops.open(stop.draft_id)
    lavrar = road.reviews(stop)
    done = await lavrar.lavrar()
    assert done, lavrar.problem
    kept = [one.record for one in road.store.records()]
    for record in kept:
        check_record(record)
    for blob in road.store.record_blobs(done[0]):
        data = await road.store.photo(blob.digest)
        if blob.role == "pessoas":
            assert json.loads(data)["testemunha"]["name"].startswith("Ivo")
        elif blob.role == "anotacao":
            parse_photo_note(data)
    annulling = AutoAnnulment(road.desk, done[0])
    annulling.reason = "A placa era outra. " + next(text)
    assert await annulling.act(), annulling.problem
    road.closes()


@settings(max_examples=12, deadline=None)
@given(st.lists(TEXTS, min_size=40, max_size=40))
def test_no_text_of_a_stop_kills_its_draft_or_its_signing(texts):
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        asyncio.run(_a_whole_stop(Path(folder), texts))


@pytest.mark.parametrize("text", ["\ud83d", "a\x00b", "\udfff\x1b"])
async def test_a_draft_takes_half_a_character_at_its_own_door_too(tmp_path, text):
    road = await open_roadside(tmp_path)
    draft = road.store.create_draft(agent="1001", fields={"note": text})
    road.store.save_draft_fields(draft.id, {"more": {"inside": [text]}})
    road.store.save_answer(draft.id, "14-I", {"value": "conforme", "note": text})
    again = road.store.draft(draft.id)
    again.fields["more"]["inside"][0].encode()
    assert again.answers["14-I"]["value"] == "conforme"
    road.closes()


async def test_a_reason_of_signs_that_nobody_sees_is_no_reason(tmp_path):
    road = await open_roadside(tmp_path)
    (done,) = await road.draws_up(road.registers(), "Art. 14, XIX")
    annulling = AutoAnnulment(road.desk, done)
    annulling.reason = "\x00" * 20
    assert not await annulling.act()
    assert "Escreva o motivo" in annulling.problem
    road.closes()


async def test_a_line_end_that_was_pasted_into_one_line_is_a_blank_and_stays_in_a_note(tmp_path):
    road = await open_roadside(tmp_path)
    stop = road.stops(road.registers())
    auto = stop.add_auto("Art. 14, XIX")
    stop.write_place("Rua das Acácias, 5\r\nLavrado sem defesa")
    auto.write_note("Sem espelho.\nSem luz.")
    assert stop.place["text"] == "Rua das Acácias, 5 Lavrado sem defesa"
    assert auto.data["note"] == "Sem espelho.\nSem luz."
    person = next(one for one in auto.form() if one.field.part == "name")
    auto.set(person.id, "Ivo\nSapucaia")
    assert next(one for one in auto.form() if one.id == person.id).value == "Ivo Sapucaia"
    road.closes()
