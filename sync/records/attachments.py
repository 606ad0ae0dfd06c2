"""Attachments: photos, drawn signatures and personal data, known to the record by a salted hash.

The salt keeps a short content (a name, a document number) from being guessed back from its
digest once the content has been erased under the LGPD.
"""

from __future__ import annotations

import hashlib
import json
import os

from sync.records.canonical import canonical
from sync.records.envelope import ATTACHMENT, ATTACHMENT_BYTES_MAX
from sync.records.errors import RecordError
from sync.records.shapes import Field, ListOf, check, check_object

SALT_BYTES = 16
SIDE_MAX = 20_000
STROKES_MAX = 500
POINTS_PER_STROKE_MAX = 5_000

_SIDE = Field("int", least=1, most=SIDE_MAX)
_COORDINATE = Field("int", least=-SIDE_MAX, most=SIDE_MAX)
_STROKE = ListOf(ListOf(_COORDINATE, max_items=2), max_items=POINTS_PER_STROKE_MAX)
_DRAWN = {"width": _SIDE, "height": _SIDE, "strokes": ListOf(_STROKE, max_items=STROKES_MAX)}


def new_salt() -> bytes:
    return os.urandom(SALT_BYTES)


def attachment_digest(salt: bytes, content: bytes) -> str:
    """SHA-256 of salt (16 bytes) and content, in hexadecimal."""
    if len(salt) != SALT_BYTES:
        raise ValueError(f"o sal tem {SALT_BYTES} bytes; vieram {len(salt)}")
    return hashlib.sha256(salt + content).hexdigest()


def describe_attachment(
    salt: bytes, content: bytes, media_type: str, role: str, item: str | None = None
) -> dict[str, object]:
    """What stands in the envelope for an attachment; RecordError when empty, too big or unknown."""
    if not content or len(content) > ATTACHMENT_BYTES_MAX:
        raise RecordError("record.attachment", "bytes", len(content), "de 1 byte a 12 MiB")
    attachment = {
        "digest": attachment_digest(salt, content), "bytes": len(content),
        "media_type": media_type, "role": role, "item": item,
    }
    check(attachment, ATTACHMENT, "attachment")
    return attachment


def drawn_signature_bytes(width: int, height: int, strokes: list[list[list[int]]]) -> bytes:
    """The content of a signature drawn on the screen: its box and its strokes, whole pixels."""
    drawn = {"width": width, "height": height, "strokes": strokes}
    check_drawn_signature(drawn)
    return canonical(drawn)


def parse_drawn_signature(content: bytes) -> dict[str, object]:
    """The signature in an attachment's content; RecordError when it is none."""
    try:
        drawn = json.loads(content)
    except (ValueError, RecursionError):
        raise RecordError("record.attachment", "assinatura", content[:40], "JSON") from None
    check_drawn_signature(drawn)
    return drawn


def check_drawn_signature(drawn: object) -> None:
    check_object(drawn, _DRAWN, "assinatura")
    for index, stroke in enumerate(drawn["strokes"]):
        if any(len(point) != 2 for point in stroke):
            raise RecordError(
                "record.attachment", f"assinatura.strokes[{index}]", stroke, "pontos [x, y]"
            )
