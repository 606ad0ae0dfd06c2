"""What is written to the log never gives anything away."""

import logging

import httpx

from sync.server import enrol
from sync.server.application import create_app
from tests.support.field_device import FieldDevice, client_of

IBGE = 3302601


async def test_no_code_token_password_or_cookie_is_ever_logged(sqlite_server, caplog):
    caplog.set_level(logging.DEBUG)
    code = enrol.new_code(sqlite_server, IBGE)
    wrong = "ZZZZ-ZZZZ"
    async with client_of(sqlite_server) as client:
        await client.get("/app/", params={"codigo": code})
        device = FieldDevice(client)
        await device.enrol(wrong)
        await device.enrol(code)
        await device.open_session()
        for password in ("vistoria-1001", "palpite-errado"):
            await client.post(
                "/api/v1/login", json={"matricula": "1001", "password": password},
                headers=device.headers,
            )  # fmt: skip
        await device.push(device.record(), b"{segredo-no-registro")
        await device.pull()
        await client.post(
            "/painel/entrar",
            data={"municipio": str(IBGE), "matricula": "9001", "senha": "vistoria-9001"},
        )
        cookie = client.cookies["prancheta_painel"]
        await client.get("/painel/")
    ours = [record for record in caplog.records if record.name.startswith("prancheta")]
    assert any("/api/v1/enrol" in record.getMessage() for record in ours)
    said = "\n".join(
        record.getMessage() + (record.exc_text or "")
        for record in caplog.records
        if not record.name.startswith(("httpx", "asyncio"))
    )
    for secret in (code, code.replace("-", ""), wrong, device.token, cookie, "vistoria-1001",
                   "vistoria-9001", "palpite-errado", "segredo-no-registro"):  # fmt: skip
        assert secret not in said


async def test_a_database_error_is_logged_without_its_values(sqlite_server, caplog, monkeypatch):
    device = FieldDevice(client_of(sqlite_server))
    await device.enrol(enrol.new_code(sqlite_server, IBGE))
    with sqlite_server.db.write() as conn:
        conn.exec_driver_sql("DROP TABLE sessions")
    await device.open_session()
    assert "sessions" in caplog.text
    assert device.id not in caplog.text
    assert "hidden due to hide_parameters" in caplog.text
    await device.client.aclose()


async def test_a_failed_page_is_logged_without_its_query(sqlite_server, caplog, monkeypatch):
    def broken(*_args):
        raise RuntimeError("quebrou")

    monkeypatch.setattr("sync.server.app_static.answer", broken)
    carrier = httpx.ASGITransport(create_app(sqlite_server), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=carrier, base_url="http://t") as client:
        caplog.set_level(logging.INFO)
        response = await client.get("/app/?codigo=ABCD-EFGH")
    assert response.status_code == 500
    ours = [one.getMessage() for one in caplog.records if not one.name.startswith("httpx")]
    assert "ABCD-EFGH" not in "\n".join(ours)
