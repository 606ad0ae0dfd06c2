"""Photos as evidence: the original untouched, marks and stamp on copies, nothing lost in a kill."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from app.flows.evidence import FIELD, Evidence, EvidenceContext, evidence_of
from app.flows.evidence_view import Picture, stamp_lines
from app.prints.fonts import Fonts
from app.prints.outlines import Typeface
from app.prints.photo_marks import broken
from sync.device.conclusion import PendingRecord
from sync.device.ports import StorageFull
from sync.records import attachment_digest
from sync.records.photo_marks import mark_path
from sync.records.photo_notes import parse_photo_note
from sync.records.places import place_said
from tests.support.device import AGENT, photo_bytes, vistoria_body
from tests.support.papers import invented_typefaces
from tests.support.yard import closes, open_yard, van

PLACE = {
    "text": "Rua do Porto, em frente ao 120", "latitude": -22959721, "longitude": -44040831,
    "accuracy_m": 8, "fixed_at": "2026-11-30T12:00:00Z", "mocked": False,
}
ARROW = {"kind": "seta", "points": [[10, 20], [300, 220]]}
CIRCLE = {"kind": "circulo", "points": [[100, 100], [220, 180]]}


@pytest.fixture
async def yard(tmp_path):
    made = await open_yard(tmp_path)
    yield made
    closes(made)


@pytest.fixture
def begun(yard):
    """The evidence of a draft, as often as the app is opened."""
    draft = yard.store.create_draft(agent="1001", rulebook=yard.desk.rulebook(),
                                    fields={"plate": "ABC1D23"})
    context = EvidenceContext(plate="ABC1D23", matricula="1001", place=lambda: PLACE)
    return lambda: Evidence(yard.desk, draft.id, context)


async def with_photo(begun, **size):
    evidence = begun()
    assert await evidence.add(photo_bytes(**{"width": 800, "height": 600, **size}))
    return evidence


async def test_a_photo_is_kept_with_its_moment_and_its_place(yard, begun):
    evidence = await with_photo(begun)
    (picture,) = evidence.pictures
    assert (picture.width, picture.height) == (800, 600)
    assert picture.place == PLACE
    assert picture.at == yard.clock.now().isoformat(timespec="milliseconds")
    assert evidence.digests() == [picture.digest]


async def test_marks_and_text_outlive_a_kill(yard, begun):
    evidence = await with_photo(begun)
    digest = evidence.digests()[0]
    assert evidence.add_mark(digest, ARROW) and evidence.add_mark(digest, CIRCLE)
    assert evidence.set_text(digest, "  Espelho   quebrado ")
    await yard.is_killed_and_opened_again()
    evidence = Evidence(yard.desk, evidence.draft_id, evidence.context)
    (picture,) = evidence.pictures
    assert picture.marks == (ARROW, CIRCLE)
    assert picture.text == "Espelho quebrado"
    assert evidence.undo_mark(digest)
    assert evidence.picture(digest).marks == (ARROW,)


async def test_the_original_stays_untouched_under_marks_and_stamp(yard, begun):
    evidence = await with_photo(begun)
    digest = evidence.digests()[0]
    before = await evidence.original(digest)
    evidence.add_mark(digest, ARROW)
    marked = Image.open(io.BytesIO(await evidence.marked(digest)))
    assert await evidence.original(digest) == before
    assert marked.size == (800, 600)
    red, green, blue = marked.getpixel((155, 120))
    assert red > 180 and green < 110 and blue < 110, "the arrow is there"
    assert before != await evidence.marked(digest)
    blob = yard.store.blob(digest)
    assert attachment_digest(blob.salt, before) == digest


async def test_the_stamp_stands_under_the_picture_and_hides_nothing(yard, begun, monkeypatch,
                                                                    tmp_path):
    typefaces = invented_typefaces(tmp_path)
    monkeypatch.setattr("app.prints.fonts.bundled_fonts", lambda: Fonts.in_folder(typefaces))
    evidence = await with_photo(begun)
    stamped = Image.open(io.BytesIO(await evidence.stamped(evidence.digests()[0])))
    assert stamped.width == 800 and stamped.height > 640
    blue = stamped.getpixel((400, 597))
    assert blue[2] > 100 and blue[0] < 40, "the photo's own last rows"
    band = stamped.crop((0, 602, 800, stamped.height)).convert("L")
    assert band.getpixel((2, 2)) < 60 and band.getextrema()[1] > 230, "white words on a dark band"


def test_the_stamp_says_plate_moment_place_and_who():
    picture = Picture("ab", at="2026-11-30T17:02:00Z", place=PLACE, text="Espelho")
    assert stamp_lines(picture, "America/Sao_Paulo", plate="ABC1D23", matricula="1001", number=1,
                       total=2, auto="000.042") == [
        "ABC1D23 · 30/11/2026 às 14:02",
        "Rua do Porto, em frente ao 120 · 22,959721° S, 44,040831° O, precisão de 8 m",
        "Matrícula 1001 · Foto 1 de 2 · Auto nº 000.042",
        "Espelho",
    ]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (None, "Local não anotado"),
        ({**PLACE, "latitude": None, "longitude": None},
         "Rua do Porto, em frente ao 120 · sem posição do GPS"),
        ({**PLACE, "text": "", "latitude": 1, "longitude": 2_000_003, "accuracy_m": None,
          "mocked": True},
         "0,000001° N, 2,000003° L · posição dada como simulada pelo aparelho"),
    ],
)
def test_a_place_is_said_as_it_is_known(place, said):
    assert place_said(place) == said


async def test_a_photo_that_was_taken_out_comes_back_with_its_marks(begun):
    evidence = await with_photo(begun)
    digest = evidence.digests()[0]
    evidence.add_mark(digest, ARROW)
    assert evidence.remove(digest) and evidence.digests() == []
    assert begun().digests() == []
    assert evidence.put_back() and not evidence.put_back()
    assert evidence.picture(digest).marks == (ARROW,)


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "vazia"), (b"uma carta" * 50, "não é uma foto"), (bytes(30_000_001), "grande demais")],
)
async def test_what_is_no_photo_is_refused_in_words(begun, data, said):
    evidence = begun()
    assert not await evidence.add(data)
    assert said in evidence.problem
    assert evidence.pictures == [] and not evidence.busy


async def test_a_full_device_says_so_and_keeps_what_was_there(yard, begun, monkeypatch):
    evidence = await with_photo(begun)

    async def full(*_):
        raise StorageFull

    monkeypatch.setattr(yard.desk.ports.storage, "write_blob", full)
    assert not await evidence.add(photo_bytes(120, 90))
    assert "Sem espaço" in evidence.problem and "está salvo" in evidence.problem
    assert len(evidence.pictures) == len(begun().pictures) == 1


async def test_a_mark_that_could_not_be_kept_is_not_shown(yard, begun, monkeypatch):
    evidence = await with_photo(begun)
    digest = evidence.digests()[0]

    def full(*_):
        raise StorageFull

    monkeypatch.setattr(yard.store, "save_draft_fields", full)
    assert not evidence.add_mark(digest, ARROW)
    assert "Sem espaço" in evidence.problem
    assert evidence.picture(digest).marks == ()


async def test_no_more_photos_than_a_record_takes(yard, begun):
    evidence = await with_photo(begun)
    evidence.context = EvidenceContext(most=1)
    assert not evidence.has_room
    assert not await evidence.add(photo_bytes())
    assert "Já há 1 foto." in evidence.problem


async def test_the_finger_draws_from_where_it_was_put_to_where_it_left(begun):
    evidence = await with_photo(begun)
    digest = evidence.digests()[0]
    evidence.pen.takes("circulo")
    evidence.pen.begins(100, 100)
    evidence.pen.moves(220, 180)
    assert evidence.pen.mark == CIRCLE
    assert evidence.lift_pen(digest)
    assert evidence.picture(digest).marks == (CIRCLE,)
    evidence.pen.begins(50, 50)
    evidence.pen.moves(55, 54)
    assert not evidence.lift_pen(digest), "a tremble marks nothing"
    assert len(evidence.picture(digest).marks) == 1


async def test_a_mark_ends_at_the_edge_of_the_photo(begun):
    evidence = await with_photo(begun)
    digest = evidence.digests()[0]
    evidence.add_mark(digest, {"kind": "seta", "points": [[-40, 5], [900, 700]]})
    assert evidence.picture(digest).marks[0]["points"] == [[0, 5], [800, 600]]


async def test_the_record_carries_each_photo_and_its_note(yard, begun):
    evidence = await with_photo(begun)
    digest = evidence.digests()[0]
    evidence.add_mark(digest, ARROW)
    body = vistoria_body(photos=(digest,))
    pending = PendingRecord("vistoria", body, evidence.attachments())
    (record,) = await yard.store.conclude(evidence.draft_id, [pending], AGENT)
    photo, note = record["attachments"]
    assert (photo["role"], photo["digest"]) == ("foto", digest)
    assert note["role"] == "anotacao"
    kept = parse_photo_note(await yard.store.photo(note["digest"]))
    assert kept["photo"] == digest and kept["marks"] == [ARROW] and kept["place"] == PLACE
    assert Picture.of_note(await yard.store.photo(note["digest"])).marks == (ARROW,)


async def test_a_photo_taken_before_the_place_was_known_gets_that_of_the_stop(yard, begun):
    evidence = begun()
    there = {**PLACE, "text": "", "latitude": None, "longitude": None}
    evidence.context = replace(evidence.context, place=lambda: there)
    assert await evidence.add(photo_bytes(800, 600))
    there = PLACE
    note = parse_photo_note(evidence.attachments()[1].data)
    assert note["place"] == PLACE
    assert begun().pictures[0].place["latitude"] is None, "what was known then stays on disk"


async def test_other_fields_of_the_draft_are_left_alone(yard, begun):
    evidence = await with_photo(begun)
    yard.store.save_draft_fields(evidence.draft_id, {"note": "parado na faixa"})
    evidence.set_text(evidence.digests()[0], "Faixa")
    fields = yard.store.draft(evidence.draft_id).fields
    assert fields["note"] == "parado na faixa" and fields["plate"] == "ABC1D23"
    assert len(fields[FIELD]) == 1


def test_an_arrow_points_where_the_finger_ended():
    assert mark_path({"kind": "seta", "points": [[0, 0], [100, 0]]}, 4).startswith("M0 0L100 0M")
    assert mark_path(CIRCLE, 4).startswith("M100 140C")


def test_a_long_line_of_the_stamp_is_broken_and_never_cut_off(tmp_path):
    face = Typeface(Fonts.in_folder(invented_typefaces(tmp_path)).regular)
    text = "Avenida Nossa Senhora da Conceição em frente ao " + "x" * 40
    rows = broken(text, 200, 20, face)
    assert "".join(rows).replace(" ", "") == text.replace(" ", "")
    assert all(face.width(row, 20) <= 200 for row in rows)


async def test_a_photo_of_a_vistoria_is_marked_too_and_its_record_carries_the_note(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow, "14-XX")
    for colour in ("navy", "maroon"):
        assert await flow.add_photo("14-XX", photo_bytes(640, 480, colour))
    marked, plain = flow.item("14-XX").photos
    evidence = evidence_of(yard.desk, flow.draft_id)
    await evidence.original(marked)
    assert evidence.add_mark(marked, ARROW)
    assert evidence.context.plate == "ABC1D23"
    conclusion = await yard.signs_and_concludes(flow)
    record = yard.store.record(conclusion.record_id).record
    (note,) = [one for one in record["attachments"] if one["role"] == "anotacao"]
    told = parse_photo_note(await yard.store.photo(note["digest"]))
    assert (told["photo"], told["marks"]) == (marked, [ARROW])
    assert (told["width"], told["height"], note["item"]) == (640, 480, "14-XX")
    assert plain != told["photo"]
