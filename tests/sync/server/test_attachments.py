"""Photos come in parts, are resumed from where they stopped, and are whole or not there."""

import os

import pytest

from sync.server import attachments
from tests.support import records as invented

CHUNK = 256 * 1024


async def declared(device, content: bytes):
    photo, salt = device.photo(content)
    body = invented.vistoria_body(answers=[invented.answer(photos=[photo["digest"]])])
    await device.push(device.record(body=body, attachments=[photo]))
    return photo["digest"], salt


async def status(device, digest: str) -> dict:
    response = await device.client.get(f"/api/v1/attachments/{digest}", headers=device.headers)
    return response.json()


async def test_a_photo_arrives_in_parts_and_is_confirmed_when_its_hash_is_right(server, device):
    content = os.urandom(600_000)
    digest, salt = await declared(device, content)
    assert await status(device, digest) == {
        "digest": digest, "bytes": 600_000, "received": 0, "complete": False,
    }  # fmt: skip
    for offset in range(0, len(content), CHUNK):
        reply = await device.patch(digest, offset, salt, content[offset : offset + CHUNK])
        assert reply.status_code == 200
    assert reply.json() == {
        "digest": digest, "bytes": 600_000, "received": 600_000, "complete": True,
    }  # fmt: skip
    path = attachments.path_of(server, 3302601, digest)
    assert path.read_bytes() == content
    assert (await device.push())["attachments_wanted"] == []


async def test_a_cut_upload_goes_on_from_what_is_on_disk(device):
    content = os.urandom(1000)
    digest, salt = await declared(device, content)
    await device.patch(digest, 0, salt, content[:400])
    wrong = await device.patch(digest, 500, salt, content[500:])
    assert wrong.status_code == 409
    assert wrong.json()["problem"]["code"] == "attachment.offset"
    assert wrong.json()["received"] == 400
    assert (await device.patch(digest, 400, salt, content[400:])).json()["complete"]


async def test_repeating_after_the_end_is_harmless(device):
    digest, salt = await declared(device, b"foto")
    await device.patch(digest, 0, salt, b"foto")
    again = await device.patch(digest, 0, salt, b"foto")
    assert (again.status_code, again.json()["complete"]) == (200, True)


async def test_damaged_content_starts_over(device):
    digest, salt = await declared(device, b"foto")
    wrong = await device.patch(digest, 0, salt, b"f0to")
    assert (wrong.status_code, wrong.json()["problem"]["code"]) == (422, "attachment.digest")
    assert (await status(device, digest))["received"] == 0
    assert (await device.patch(digest, 0, salt, b"foto")).json()["complete"]


async def test_the_wrong_salt_is_the_wrong_content(lone_device):
    digest, _ = await declared(lone_device, b"foto")
    wrong = await lone_device.patch(digest, 0, b"x" * 16, b"foto")
    assert wrong.json()["problem"]["code"] == "attachment.digest"


@pytest.mark.parametrize("digest", ["a" * 64, "curto", "..%2f..%2fetc", "A" * 64])
async def test_what_no_record_declares_is_not_taken(lone_device, digest):
    response = await lone_device.patch(digest, 0, b"x" * 16, b"foto")
    assert response.status_code == 404


async def test_more_than_was_declared_is_not_taken(lone_device):
    digest, salt = await declared(lone_device, b"foto")
    response = await lone_device.patch(digest, 0, salt, b"foto maior")
    assert (response.status_code, response.json()["problem"]["code"]) == (
        413, "attachment.too_large",
    )  # fmt: skip


async def test_a_part_larger_than_the_limit_is_not_read_to_the_end(lone_device):
    digest, salt = await declared(lone_device, b"foto")
    response = await lone_device.patch(digest, 0, salt, b"x" * (CHUNK + 1))
    assert response.status_code == 413


@pytest.mark.parametrize("offset", ["-1", "x", "1.5", "9" * 30])
async def test_an_offset_that_is_no_number_is_named(lone_device, offset):
    digest, salt = await declared(lone_device, b"foto")
    response = await lone_device.patch(digest, offset, salt, b"foto")
    assert response.status_code == 422
    assert response.json()["problem"]["field"] == "offset"


async def test_another_municipality_sees_no_photo_of_this_one(server, client, device,
                                                             another_device):  # fmt: skip
    digest, _ = await declared(device, b"foto")
    abroad = await another_device(server, client, 3135209)
    assert (await status(abroad, digest))["problem"]["code"] == "attachment.unknown"
