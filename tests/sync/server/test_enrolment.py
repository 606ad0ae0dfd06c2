"""A device gets in by a one-time code, and only so."""

import asyncio

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import select

from sync import records
from sync.records import trust
from sync.server import enrol
from sync.server.db import schema
from tests.support.field_device import FieldDevice

IBGE = 3302601


async def test_a_code_enrols_one_device_and_gives_it_all_it_needs(server, client):
    device = FieldDevice(client)
    response = await device.enrol(enrol.new_code(server, IBGE))

    assert response.status_code == 201
    assert response.headers["Prancheta-Api"] == "1"
    reply = response.json()
    assert reply["municipality"]["name"] == "Mangaratiba"
    assert reply["municipality"]["timezone"] == "America/Sao_Paulo"
    assert reply["public_base"] == "http://localhost:8100"
    assert reply["device"]["key_id"] == records.key_id(device.public_key).hex()
    block = reply["blocks"][0]
    assert (block["series"], block["last"] - block["first"]) == ("selo", 99)
    root = records.b64url_bytes(reply["root_public_key"])
    assert trust.verify_certificate(reply["certificate"], root)
    assert trust.certificate_public_key(reply["certificate"]) == device.public_key


@pytest.mark.parametrize("form", [str.lower, lambda code: code.replace("-", " "), str])
async def test_a_code_is_read_however_it_is_typed(sqlite_server, lone_client, form):
    code = enrol.new_code(sqlite_server, IBGE)
    device = FieldDevice(lone_client)
    assert (await device.enrol(form(code))).status_code == 201


async def test_a_lost_reply_is_not_a_lost_code(server, client, clock):
    code, device = enrol.new_code(server, IBGE), FieldDevice(client)
    first = (await device.enrol(code)).json()
    clock.advance(days=30)
    again = await device.enrol(code)

    assert again.status_code == 201
    assert {**again.json(), "server_time": ""} == {**first, "server_time": ""}


async def test_a_used_code_is_refused_to_another_device(server, client):
    code = enrol.new_code(server, IBGE)
    await FieldDevice(client).enrol(code)
    refused = await FieldDevice(client).enrol(code)

    assert refused.status_code == 409
    problem = refused.json()["problem"]
    assert problem["code"] == "enrol.code_used"
    assert code in problem["message"]


async def test_an_expired_code_is_refused_and_says_what_to_do(server, client, clock):
    code = enrol.new_code(server, IBGE)
    clock.advance(days=8)
    refused = await FieldDevice(client).enrol(code)

    assert refused.status_code == 410
    assert refused.json()["problem"]["code"] == "enrol.code_expired"
    assert "Peça outro" in refused.json()["problem"]["message"]


@pytest.mark.parametrize("code", ["AAAA-AAAA", "0O1I-0O1I", "abc", "", "É" * 8])
async def test_an_unknown_code_is_refused_naming_it(sqlite_server, lone_client, code):
    device = FieldDevice(lone_client)
    body = {
        "code": code,
        "public_key": records.b64url(device.public_key),
        "proof": records.b64url(b"\0" * 64),
    }
    refused = await lone_client.post("/api/v1/enrol", json=body)

    assert refused.status_code == 404
    assert refused.json()["problem"]["code"] == "enrol.code_unknown"
    assert refused.json()["problem"]["field"] == "code"


async def test_a_key_that_is_not_the_senders_gets_nothing_and_spends_no_code(
    sqlite_server, lone_client
):
    code, device = enrol.new_code(sqlite_server, IBGE), FieldDevice(lone_client)
    stolen = Ed25519PrivateKey.generate().public_key().public_bytes_raw()
    refused = await device.enrol(code, public_key=records.b64url(stolen))

    assert refused.status_code == 422
    assert refused.json()["problem"]["code"] == "enrol.proof_invalid"
    assert (await device.enrol(code)).status_code == 201


async def test_a_key_enrolled_once_is_not_enrolled_again(sqlite_server, lone_client):
    device = FieldDevice(lone_client)
    await device.enrol(enrol.new_code(sqlite_server, IBGE))
    refused = await device.enrol(enrol.new_code(sqlite_server, IBGE))
    assert refused.json()["problem"]["code"] == "enrol.key_known"


async def test_guessing_codes_is_slowed_down(sqlite_server, lone_client, clock):
    device = FieldDevice(lone_client)
    for _ in range(5):
        assert (await device.enrol("AAAA-AAAA")).status_code == 404
    code = enrol.new_code(sqlite_server, IBGE)
    slowed = await device.enrol(code)
    assert slowed.status_code == 429
    assert 0 < int(slowed.headers["Retry-After"]) <= 31
    clock.advance(seconds=31)
    assert (await device.enrol(code)).status_code == 201


async def test_codes_guessed_all_at_once_are_counted_one_by_one(sqlite_server, lone_client):
    device = FieldDevice(lone_client)
    answers = await asyncio.gather(*(device.enrol(f"AAAA-AAA{n}") for n in "ABCDEFGHJKLM"))
    assert [answer.status_code for answer in answers].count(404) == 5
    assert [answer.status_code for answer in answers].count(429) == 7


async def test_a_good_code_in_between_does_not_make_wrong_ones_forgotten(
    sqlite_server, lone_client
):
    device = FieldDevice(lone_client)
    code = enrol.new_code(sqlite_server, IBGE)
    for _ in range(4):
        assert (await device.enrol(code)).status_code == 201  # its own answer, again
        assert (await device.enrol("AAAA-AAAA")).status_code == 404
    await device.enrol("AAAA-AAAA")
    assert (await device.enrol(code)).status_code == 429


def test_codes_are_not_readable_in_the_database(sqlite_server):
    code = enrol.new_code(sqlite_server, IBGE)
    with sqlite_server.db.read() as conn:
        rows = conn.execute(select(schema.enrolment_codes)).all()
    assert rows
    assert all(code not in str(tuple(row)) for row in rows)
    assert all(code.replace("-", "") not in str(tuple(row)) for row in rows)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "code"),
        ({"code": 7}, "code"),
        ({"code": "AAAA-AAAA", "public_key": "curta"}, "public_key"),
        ({"code": "AAAA-AAAA", "public_key": "não é base64"}, "public_key"),
        ({"code": "AAAA-AAAA", "public_key": "A" * 43, "proof": None}, "proof"),
    ],
)
async def test_a_malformed_request_names_its_field(lone_client, body, field):
    refused = await lone_client.post("/api/v1/enrol", json=body)
    assert refused.status_code == 422
    assert refused.json()["problem"]["field"] == field


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 60_000, b"7"])
async def test_a_body_that_is_not_a_json_object_is_said_to_be_none(lone_client, data):
    refused = await lone_client.post("/api/v1/enrol", content=data)
    assert refused.status_code == 400
    assert refused.json()["problem"]["code"] in ("request.not_json", "request.nesting")
