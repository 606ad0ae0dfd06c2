"""The note of a photo: whole numbers, nothing more, and refused when out of form."""

import pytest

from sync.records import RecordError, describe_attachment
from sync.records.photo_notes import MARKS_MAX, parse_photo_note, photo_note_bytes

ARROW = {"kind": "seta", "points": [[10, 20], [300, 220]]}


def note(**changes):
    return {
        "photo": "ab" * 32, "taken_at": "2026-11-30T09:12:00-03:00", "place": None,
        "text": "Espelho quebrado", "width": 1600, "height": 1200, "marks": [ARROW], **changes,
    }


def test_a_note_comes_back_as_it_was_written():
    assert parse_photo_note(photo_note_bytes(note())) == note()


def test_a_note_may_be_attached_beside_its_photo():
    described = describe_attachment(bytes(16), photo_note_bytes(note()), "application/json",
                                    "anotacao", "14-XIX")
    assert described["role"] == "anotacao"


@pytest.mark.parametrize(
    "wrong",
    [
        {"photo": "foto.jpg"}, {"taken_at": "30/11/2026"}, {"width": 0}, {"text": "x" * 2001},
        {"marks": [{"kind": "texto", "points": [[1, 2], [3, 4]]}]},
        {"marks": [{"kind": "seta", "points": [[1, 2]]}]},
        {"marks": [{"kind": "seta", "points": [[1, 2], [3, 4, 5]]}]},
        {"marks": [{"kind": "seta", "points": [[1.5, 2], [3, 4]]}]},
        {"marks": [ARROW] * (MARKS_MAX + 1)}, {"autor": "x"},
    ],
)
def test_a_note_out_of_form_is_refused(wrong):
    with pytest.raises(RecordError):
        photo_note_bytes(note(**wrong))


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b"[" * 10_000])
def test_bytes_that_are_no_note_are_refused(content):
    with pytest.raises(RecordError):
        parse_photo_note(content)
