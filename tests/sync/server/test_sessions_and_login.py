"""A device proves its key, an agent proves a password."""

from datetime import datetime

import pytest

from tests.support.field_device import FieldDevice

GOOD = {"matricula": "1001", "password": "vistoria-1001"}


async def login(device: FieldDevice, **body: object):
    return await device.client.post("/api/v1/login", json=body, headers=device.headers)


async def test_the_status_needs_no_session_and_carries_the_time(lone_client):
    response = await lone_client.get("/api/v1/status")
    assert response.json() == {"api": 1, "server_time": "2026-11-30T15:00:00.000000Z"}


async def test_a_session_lasts_half_a_day_and_is_renewed_silently(device, clock):
    reply = (await device.open_session()).json()
    assert reply["device_status"] == "active"
    hours = datetime.fromisoformat(reply["expires_at"]) - clock.now
    assert hours.total_seconds() == 12 * 3600
    clock.advance(hours=12)
    expired = await device.client.get("/api/v1/changes", headers=device.headers)
    assert (expired.status_code, expired.json()["problem"]["code"]) == (401, "session.expired")
    await device.open_session()
    assert (await device.pull())[1]["more"] is False


async def test_a_challenge_is_good_once_and_for_five_minutes(device, clock):
    nonce = (await device.client.get("/api/v1/challenge")).json()["nonce"]
    assert (await device.open_session(nonce)).status_code == 200
    assert (await device.open_session(nonce)).json()["problem"]["code"] == "session.nonce"
    late = (await device.client.get("/api/v1/challenge")).json()["nonce"]
    clock.advance(minutes=6)
    assert (await device.open_session(late)).json()["problem"]["code"] == "session.nonce"


@pytest.mark.parametrize("nonce", ["", "1.a.b", "inventado", "9999999999.x.y", "é.é.é"])
async def test_an_invented_challenge_is_refused(lone_device, nonce):
    response = await lone_device.open_session(nonce)
    assert response.status_code == 403
    assert response.json()["problem"]["code"] == "session.nonce"


async def test_another_key_opens_no_session(lone_client, lone_device):
    thief = FieldDevice(lone_client)
    thief.reply = lone_device.reply
    assert (await thief.open_session()).json()["problem"]["code"] == "session.refused"
    thief.reply = {"device": {"id": "0193a1b2-0000-7000-8000-00000000d001"}}
    assert (await thief.open_session()).json()["problem"]["code"] == "session.device_unknown"


async def test_an_agent_logs_in_with_matricula_and_password(device):
    response = await login(device, **GOOD)
    assert response.json() == {
        "agent": {"matricula": "1001", "name": "Marta Figueiral", "role": "inspetor"}
    }


@pytest.mark.parametrize(
    "body", [{"matricula": "1001", "password": "errada"}, {"matricula": "7777", "password": "x"}]
)
async def test_wrong_password_and_unknown_matricula_look_alike(lone_device, body):
    response = await login(lone_device, **body)
    assert response.status_code == 403
    assert response.json()["problem"]["code"] == "login.refused"
    assert body["password"] not in response.text


async def test_guessing_is_slowed_down_more_and_more_and_a_right_one_forgives(device, clock):
    for _ in range(5):
        assert (await login(device, matricula="1001", password="errada")).status_code == 403
    locked = await login(device, **GOOD)
    assert (locked.status_code, locked.json()["problem"]["code"]) == (429, "login.too_many")
    first_wait = int(locked.headers["Retry-After"])
    clock.advance(seconds=first_wait)
    await login(device, matricula="1001", password="errada")
    longer = await login(device, **GOOD)
    assert int(longer.headers["Retry-After"]) > first_wait
    clock.advance(seconds=int(longer.headers["Retry-After"]))
    assert (await login(device, **GOOD)).status_code == 200
    assert (await login(device, matricula="1001", password="errada")).status_code == 403


async def test_a_password_that_is_no_text_is_named(lone_device):
    response = await login(lone_device, matricula="1001", password=["x"])
    assert (response.status_code, response.json()["problem"]["field"]) == (422, "password")
