"""What belongs to a photo and is no part of it: when and where it was taken, arrows and circles, a
short text.

A photo is never drawn on. Its bytes are kept as the device made them when it was taken (upright,
of a keepable size, without metadata) and the record names their hash; this note, an attachment of
role "anotacao", says the rest in whole numbers, so that the marked and the stamped view can be
made again, the same, by whoever has photo and note.
"""

from __future__ import annotations

import json

from sync.records.bodies_roadside import PLACE
from sync.records.canonical import canonical
from sync.records.errors import RecordError
from sync.records.shapes import (
    HASH64,
    INSTANT,
    NOTE,
    Field,
    ListOf,
    ObjectOf,
    check_object,
    nullable,
    without_controls,
)

ROLE = "anotacao"
MEDIA_TYPE = "application/json"
ARROW, CIRCLE = "seta", "circulo"
MARKS_MAX = 50
SIDE_MAX = 20_000

_SIDE = Field("int", least=1, most=SIDE_MAX)
_COORDINATE = Field("int", least=0, most=SIDE_MAX)
_NOTE = {
    "photo": HASH64,
    "taken_at": INSTANT,
    "place": nullable(PLACE),
    "text": NOTE,
    "width": _SIDE,
    "height": _SIDE,
    "marks": ListOf(
        ObjectOf({
            "kind": Field("str", one_of=(ARROW, CIRCLE)),
            "points": ListOf(ListOf(_COORDINATE, max_items=2), max_items=2),
        }),
        max_items=MARKS_MAX,
    ),
}
"""`photo`: the digest of the photo's attachment. `marks`, in the photo's pixels: of an arrow from
where to where it points, of a circle (an ellipse) two opposite corners of its box."""


def photo_note_bytes(note: dict[str, object]) -> bytes:
    """The content of the attachment; RecordError when it is not whole and in form."""
    note = without_controls(note)
    check_photo_note(note)
    return canonical(note)


def parse_photo_note(content: bytes) -> dict[str, object]:
    """The note in an attachment's content; RecordError when it is none."""
    try:
        note = json.loads(content)
    except (ValueError, RecursionError):
        raise RecordError("record.attachment", ROLE, content[:40], "JSON") from None
    check_photo_note(note)
    return note


def check_photo_note(note: object) -> None:
    check_object(note, _NOTE, ROLE)
    for index, mark in enumerate(note["marks"]):
        if len(mark["points"]) != 2 or any(len(point) != 2 for point in mark["points"]):
            raise RecordError(
                "record.attachment", f"{ROLE}.marks[{index}]", mark, "dois pontos [x, y]"
            )
