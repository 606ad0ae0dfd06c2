"""What somebody tries on purpose: guessing in parallel, giant numbers, poisoned attachments."""

import asyncio
import json
import logging

import pytest
from sqlalchemy import func, select

from sync.server import evidence as kept
from sync.server.db import schema
from sync.server.throttle import FREE_TRIES
from tests.support import records as invented
from tests.support.field_device import FieldDevice

IBGE = 3302601


async def enter(client, matricula="9001", password="vistoria-9001", town=str(IBGE)):
    form = {"municipio": town, "matricula": matricula, "senha": password}
    return await client.post("/painel/entrar", data=form)


async def test_guesses_sent_all_at_once_are_counted_one_by_one(lone_device):
    async def guess(number: int) -> str:
        body = {"matricula": "1001", "password": f"palpite-{number}"}
        answer = await lone_device.client.post(
            "/api/v1/login", json=body, headers=lone_device.headers
        )
        return answer.json()["problem"]["code"]

    codes = await asyncio.gather(*(guess(number) for number in range(12)))
    assert codes.count("login.refused") <= FREE_TRIES
    assert codes.count("login.too_many") >= 12 - FREE_TRIES


async def test_the_door_slows_whoever_tries_one_matricula_after_another(lone_client):
    answers = [await enter(lone_client, f"{number}", "palpite") for number in range(40)]
    assert answers[0].status_code == 403
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert "Muitas tentativas" in answers[-1].text


async def test_a_revoked_device_lets_nobody_guess_passwords(server, device):
    with server.db.write() as conn:
        conn.execute(schema.devices.update().values(status="revoked", revoked_reason="Furtado."))
    body = {"matricula": "1001", "password": "vistoria-1001"}
    answer = await device.client.post("/api/v1/login", json=body, headers=device.headers)
    assert (answer.status_code, answer.json()["problem"]["code"]) == (403, "device.revoked")


async def test_the_reminder_of_a_selo_is_slowed_like_its_page(lone_client):
    answers = [await lone_client.get(f"/s/{number}.ics") for number in range(125)]
    assert answers[0].status_code == 404
    assert answers[-1].status_code == 429


@pytest.mark.parametrize("text", ["9" * 5000, "²", "99999999999999999999", "\0"])
async def test_numbers_that_no_database_holds_are_no_failure(client, device, text):
    limit = await client.get(
        "/api/v1/changes", params={"limit": text}, headers=device.headers
    )
    assert limit.status_code in (200, 422)
    assert (await enter(client, town=text)).status_code == 403
    assert (await enter(client, matricula=text)).status_code == 403
    assert (await enter(client)).status_code == 303
    for params in ({"pagina": text}, {"placa": text}, {"de": text}, {"situacao": text}):
        assert (await client.get("/painel/", params=params)).status_code == 200
        assert (await client.get("/painel/selos", params=params)).status_code == 200


@pytest.mark.parametrize(
    "path", ["vistorias/%00", "registros/%00.json", "anexos/%00", "vistorias/" + "9" * 5000]
)
async def test_strange_addresses_of_the_back_office_are_not_found(client, path):
    await enter(client)
    assert (await client.get(f"/painel/{path}")).status_code == 404


async def test_a_name_too_long_for_a_file_is_not_found(sqlite_server, lone_client):
    sqlite_server.config.app_dist.mkdir(parents=True)
    (sqlite_server.config.app_dist / "index.html").write_text("<!doctype html>")
    assert (await lone_client.get(f"/app/{'a' * 400}.js")).status_code == 404
    assert (await lone_client.get(f"/app/{'a' * 400}")).status_code == 200


@pytest.mark.parametrize(
    ("role", "content"),
    [("pessoas", b"[" * 100_000), ("pessoas", b'{"nome":"' + b"x" * 500_000 + b'"}'),
     ("assinatura", b"[" * 100_000)],
)  # fmt: skip
async def test_a_poisoned_attachment_does_not_close_the_page_of_its_vistoria(
    lone_device, lone_client, role, content
):
    attachment, salt = lone_device.photo(content, None, role, "application/json")
    vistoria = lone_device.record(attachments=[attachment])
    await lone_device.push(vistoria)
    for at in range(0, len(content), 256 * 1024):
        part = content[at : at + 256 * 1024]
        assert (
            await lone_device.patch(attachment["digest"], at, salt, part)
        ).status_code == 200
    await enter(lone_client)
    page = await lone_client.get(f"/painel/vistorias/{vistoria['id']}")
    assert page.status_code == 200
    assert len(page.content) < 200_000
    assert "não pôde ser lid" in page.text


async def test_a_line_break_in_an_address_makes_no_line_of_the_log(lone_client, caplog):
    caplog.set_level(logging.INFO)
    await lone_client.get("/nada%0a2026-11-30 INFO prancheta: tudo certo")
    lines = [one.getMessage() for one in caplog.records if one.name == "prancheta.acesso"]
    assert lines
    assert not any("\n" in line for line in lines)


async def test_what_nobody_signed_is_kept_as_evidence_only_up_to_a_limit(
    sqlite_server, lone_device, monkeypatch
):
    monkeypatch.setattr(kept, "UNSIGNED_ROWS_MAX", 10)
    lines = [json.dumps({"lixo": number, "pad": "x" * 50_000}).encode() for number in range(30)]
    answer = await lone_device.push(*lines)
    assert {one["status"] for one in answer["answers"]} == {"refused"}
    with sqlite_server.db.read() as conn:
        rows, size = conn.execute(
            select(func.count(), func.sum(func.length(schema.evidence.c.bytes)))
        ).one()
    assert rows == 10
    assert size <= 10 * kept.UNSIGNED_BYTES_MAX


async def test_an_exigencia_found_again_outlives_the_annulment_of_the_vistoria_that_opened_it(
    device,
):
    owed = invented.exigencia()
    first = device.record(body=invented.vistoria_body(verdict=invented.rejected_verdict()))
    again = invented.vistoria_body(
        mode="reinspecao", previous=first["id"], verdict=invented.rejected_verdict()
    )
    second = device.record(body=again)
    await device.push(first, second)
    await device.push(device.anulacao(first))
    carried = (await device.entities("exigencia"))[owed["id"]]
    assert (carried["status"], carried["record"]) == ("aberta", second["id"])
    await device.push(device.anulacao(second))
    assert (await device.entities("exigencia"))[owed["id"]]["status"] == "anulada"


async def test_a_device_of_another_town_reaches_nothing_by_a_digest_or_an_id_that_it_knows(
    server, client, device, another_device
):
    attachment, salt = device.photo(b"foto de Mangaratiba")
    vistoria = device.record(attachments=[attachment])
    await device.push(vistoria)
    stranger: FieldDevice = await another_device(server, client, 3135209)
    status = await client.get(
        f"/api/v1/attachments/{attachment['digest']}", headers=stranger.headers
    )
    assert status.status_code == 404
    stolen = await stranger.patch(attachment["digest"], 0, salt, b"foto de Mangaratiba")
    assert stolen.status_code == 404
    annulled = stranger.record(
        "anulacao",
        {"annuls": vistoria["id"], "annulled_kind": "vistoria", "serial": None,
         "reason": "De outro município"},
        municipality=3135209,
    )  # fmt: skip
    await stranger.push(annulled)
    van = (await device.entities("vehicle"))[invented.VEHICLE]
    assert van["last_vistoria"]["id"] == vistoria["id"]
    assert invented.VEHICLE not in await stranger.entities("vehicle")
