import hashlib

import pytest

from sync import records
from sync.records import RecordError

SALT = bytes(range(16))


def test_a_digest_is_of_the_salt_and_then_the_content():
    digest = records.attachment_digest(SALT, b"foto")
    assert digest == hashlib.sha256(SALT + b"foto").hexdigest()
    assert digest != records.attachment_digest(records.new_salt(), b"foto")


def test_a_salt_of_another_size_is_refused():
    with pytest.raises(ValueError, match="16 bytes"):
        records.attachment_digest(b"curto", b"foto")


def test_an_empty_or_huge_photo_is_refused():
    for content in (b"", bytes(12 * 1024 * 1024 + 1)):
        with pytest.raises(RecordError, match="de 1 byte a 12 MiB"):
            records.describe_attachment(SALT, content, "image/jpeg", "foto")


@pytest.mark.parametrize(("media_type", "role"), [("JPEG", "foto"), ("image/jpeg", "segredo")])
def test_a_media_type_or_role_out_of_form_is_refused(media_type, role):
    with pytest.raises(RecordError):
        records.describe_attachment(SALT, b"x", media_type, role)


def test_a_drawn_signature_comes_back_stroke_by_stroke():
    strokes = [[[1, 2], [3, 4]], [[5, 6]]]
    content = records.drawn_signature_bytes(300, 120, strokes)
    assert records.parse_drawn_signature(content) == {
        "width": 300, "height": 120, "strokes": strokes,
    }


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[" * 3000, b'{"width":0,"height":1,"strokes":[]}', b"\xff",
     b'{"width":9,"height":9,"strokes":[[[1]]]}', b'{"width":9,"height":9,"strokes":[[[1.5,2]]]}',
     b'{"width":9,"height":9,"strokes":[[[1,2]]],"nome":"x"}'],
)
def test_what_is_no_drawn_signature_is_refused(content):
    with pytest.raises(RecordError):
        records.parse_drawn_signature(content)
