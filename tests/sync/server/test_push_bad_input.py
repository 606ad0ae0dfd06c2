"""Whatever bytes arrive, the answer is a clear problem, and the machine stays up."""

import gzip
import json

import pytest

from sync.server.push_parse import MAX_BODY_BYTES
from tests.support import records as invented


async def problem_of(device, data: bytes, **headers: str) -> tuple[int, str]:
    response = await device.post_batch(data, **headers)
    assert response.headers["Prancheta-Api"] == "1"
    return response.status_code, response.json()["problem"]["code"]


async def test_a_decompression_bomb_is_refused(lone_device):
    bomb = gzip.compress(b"\n" * (MAX_BODY_BYTES + 1))
    assert len(bomb) < 10_000
    response = await lone_device.client.post(
        "/api/v1/records", content=bomb, headers=lone_device.headers | {"Content-Encoding": "gzip"}
    )
    assert response.status_code == 413
    assert response.json()["problem"]["code"] == "request.too_large"


@pytest.mark.parametrize("damage", [lambda b: b[:-9], lambda b: b[20:], lambda b: b + b"x"])
async def test_gzip_that_was_cut_or_altered_is_refused(lone_device, damage):
    data = damage(gzip.compress(lone_device.batch(lone_device.record())))
    headers = lone_device.headers | {"Content-Encoding": "gzip"}
    response = await lone_device.client.post("/api/v1/records", content=data, headers=headers)
    assert (response.status_code, response.json()["problem"]["code"]) == (400, "request.bad_gzip")


async def test_an_unknown_encoding_is_named(lone_device):
    data = lone_device.batch()
    assert await problem_of(lone_device, data, **{"Content-Encoding": "br"}) == (
        415, "request.encoding",
    )  # fmt: skip


async def test_a_batch_without_compression_is_taken_too(lone_device):
    response = await lone_device.post_batch(
        lone_device.batch(lone_device.record()), **{"Content-Encoding": "identity"}
    )
    assert response.status_code == 200


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"{}\n", b"[]\n", b'{"head":{},"more":1}\n', b'{"id":"x"}\n', b"x" * 5000]
)
async def test_a_push_without_its_head_is_refused(lone_device, data):
    status, code = await problem_of(lone_device, data)
    assert status == 422
    assert code in ("push.head_missing", "push.head_invalid", "record.not_json")


async def test_a_head_that_another_key_signed_is_refused(lone_device):
    head = lone_device.head()
    head["seq"] += 1
    data = json.dumps({"head": head}).encode() + b"\n"
    assert await problem_of(lone_device, data) == (422, "push.head_invalid")


async def test_more_than_two_hundred_records_are_refused_before_any_is_read(lone_device):
    data = lone_device.batch(*[b"{}"] * 201)
    assert await problem_of(lone_device, data) == (413, "push.too_many_records")


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
async def test_a_moment_at_the_end_of_the_calendar_is_refused_alone(lone_device, moment):
    # Signed as it is: a device with another program may send what ours would not write.
    strange = lone_device.record() | {"occurred_at": moment}
    strange = invented.sign({k: v for k, v in strange.items() if k != "signature"},
                            lone_device.key)  # fmt: skip
    good = lone_device.record()
    answer = await lone_device.push(strange, good)
    assert [one["status"] for one in answer["answers"]] == ["refused", "stored"]
    assert answer["answers"][0]["problem"]["field"].endswith("occurred_at")


async def test_a_line_without_end_is_refused_alone(lone_device):
    good = lone_device.record()
    answer = await lone_device.push(b'"' + b"a" * 300_000 + b'"', good)
    assert [one["status"] for one in answer["answers"]] == ["refused", "stored"]
    assert answer["answers"][0]["problem"]["code"] == "record.too_large"


@pytest.mark.parametrize(
    "line",
    [b"7", b"null", b'"texto"', b"[]", b"{}", b'{"id":7}', b'{"format":2}', b'{"a":NaN}',
     b'{"device_seq":1e400}', b'{"id":"\\ud800"}', b'{"\\ud800":1}', b'{"id":"\\u0000"}',
     b'{"format":"\\u0000"}', b"9" * 5000],
)  # fmt: skip
async def test_json_that_is_no_record_is_refused_with_a_reason(device, line):
    answer = await device.push(line)
    [one] = answer["answers"]
    assert one["status"] == "refused"
    assert one["problem"]["message"]
    assert answer["expected_seq"] == 1


HEADERS = (None, "Bearer", "Bearer nada", "Basic YTpi", "Bearer " + "x" * 500)


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/changes"), ("POST", "/records"), ("POST", "/blocks"), ("POST", "/login"),
     ("GET", "/attachments/aa"), ("PATCH", "/attachments/aa")],
)  # fmt: skip
@pytest.mark.parametrize("header", HEADERS)
async def test_without_a_session_nothing_is_given_or_taken(lone_client, method, path, header):
    headers = {} if header is None else {"Authorization": header}
    response = await lone_client.request(method, f"/api/v1{path}", headers=headers)
    assert response.status_code == 401
    assert response.json()["problem"]["code"] in ("session.missing", "session.expired")


@pytest.mark.parametrize("path", ["/api/v1/nada", "/api/v2/status", "/api/v1/"])
async def test_an_unknown_api_address_answers_as_the_api(lone_client, path):
    response = await lone_client.get(path)
    assert response.status_code == 404
    assert response.json()["problem"]["code"] == "request.not_found"
    assert response.headers["Prancheta-Api"] == "1"


async def test_a_failure_inside_says_nothing_of_the_inside(lone_device, monkeypatch):
    def broken(*_args):
        raise RuntimeError("segredo interno")

    monkeypatch.setattr("sync.server.changes.page", broken)
    response = await lone_device.client.get("/api/v1/changes", headers=lone_device.headers)
    assert response.status_code == 500
    assert response.json()["problem"]["code"] == "server.failed"
    assert "segredo" not in response.text


async def test_a_record_whose_registry_update_fails_is_stored_all_the_same(
    server, device, monkeypatch
):
    def broken(*_args):
        raise ValueError("cadastro partido")

    monkeypatch.setattr("sync.server.projections._APPLY", {"vistoria": broken})
    vistoria = device.record()
    answer = await device.push(vistoria)
    assert answer["answers"][0]["status"] == "stored"
    monkeypatch.undo()
    assert (await device.push(vistoria))["answers"][0]["status"] == "known"


async def test_what_is_as_long_as_it_may_be_fits_the_database_and_longer_is_refused(device):
    """PostgreSQL counts; SQLite does not."""
    photo, _ = device.photo(b"x", media_type=f"{'a' * 20}/{'b' * 39}", item="i" * 64)
    vehicle = invented.vehicle(
        known=False, service="s" * 60, make_model="m" * 120, permit="p" * 60
    )
    verdict = invented.rejected_verdict(
        exigencias=[invented.exigencia(item="i" * 64, cite="c" * 120, label="l" * 2000)]
    )
    fits = device.record(
        body=invented.vistoria_body(vehicle=vehicle, verdict=verdict), attachments=[photo],
        agent={"matricula": "9" * 32, "proof": "pin", "at": "2026-11-30T09:00:00-03:00"},
    )  # fmt: skip
    answer = await device.push(fits)
    assert answer["answers"][0]["status"] == "stored"
    assert len((await device.entities("vehicle"))[invented.VEHICLE]["service"]) == 60
    whole = device.record()
    for path, value in (
        (("body", "vehicle", "service"), "s" * 61),
        (("body", "vehicle", "make_model"), "m" * 121),
        (("body", "vehicle", "permit"), "p" * 61),
    ):
        long = json.loads(json.dumps(whole))
        long[path[0]][path[1]][path[2]] = value
        (one,) = (await device.push(invented.sign(long, device.key)))["answers"]
        assert (one["status"], one["problem"]["field"]) == ("refused", ".".join(path))
    long = {**whole, "attachments": [{**photo, "media_type": f"image/{'b' * 60}"}]}
    (one,) = (await device.push(invented.sign(long, device.key)))["answers"]
    assert one["problem"]["field"] == "registro.attachments[0].media_type"
