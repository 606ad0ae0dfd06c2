"""The back office: closed to strangers, honest about what is missing, without JavaScript."""

import html
import json
import re

import pytest
from sqlalchemy import insert

from sync.records.attachments import drawn_signature_bytes
from sync.server import enrol, tenants
from sync.server.db import schema, schema_registry
from tests.support import records as invented
from tests.support.field_device import FieldDevice, client_of
from tests.support.office import csrf_of, enter

IBGE = 3302601
JPEG = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffd9")


async def post(client, path: str, **form: str):
    return await client.post(path, data={"csrf": await csrf_of(client), **form})


async def test_a_deactivated_agent_enters_nowhere_until_activated_again(server, client, device):
    async with client_of(server, "10.0.0.8") as theirs:
        await enter(theirs, "1001")
        assert (await theirs.get("/painel/selos")).status_code == 200
        await enter(client)
        done = await post(client, "/painel/agentes/situacao", matricula="1001", ativo="0")
        assert (done.status_code, done.headers["location"]) == (303, "/painel/agentes")
        assert "Inativo" in (await client.get("/painel/agentes")).text
        assert (await theirs.get("/painel/selos")).status_code == 303
        assert (await enter(theirs, "1001")).status_code == 403
        login = {"matricula": "1001", "password": "vistoria-1001"}
        refused = await client.post("/api/v1/login", json=login, headers=device.headers)
        assert refused.json()["problem"]["code"] == "login.refused"
        assert (await device.entities("agent"))["1001"]["active"] is False
        vistoria = device.record()  # concluded before the device had heard of it
        assert (await device.push(vistoria))["answers"][0]["status"] == "stored"

        await post(client, "/painel/agentes/situacao", matricula="1001", ativo="1")
        assert (await device.entities("agent"))["1001"]["active"] is True
        assert (await enter(theirs, "1001")).status_code == 303


async def test_a_forgotten_password_is_replaced_by_one_for_once(server, client):
    async with client_of(server, "10.0.0.8") as theirs:
        await enter(theirs, "1001")
        await enter(client)
        page = await post(client, "/painel/agentes/senha", matricula="1001")
        new = re.search(r'class="chapa">([a-z0-9-]+)</b>', page.text)[1]
        assert (await theirs.get("/painel/")).status_code == 303  # what was open is closed
        assert (await enter(theirs, "1001")).status_code == 403
        assert (await enter(theirs, "1001", password=new)).status_code == 303
        asked = await theirs.get("/painel/")
        assert (asked.status_code, asked.headers["location"]) == (303, "/painel/senha")


async def test_nobody_shuts_themselves_out_and_only_the_administration_does_it(lone_client):
    await enter(lone_client)
    refused = await post(lone_client, "/painel/agentes/situacao", matricula="9001", ativo="0")
    assert "Ninguém desativa a si mesmo" in refused.text
    own = await post(lone_client, "/painel/agentes/senha", matricula="9001")
    assert own.headers["location"] == "/painel/senha"
    nobody = await post(lone_client, "/painel/agentes/situacao", matricula="x/../y", ativo="0")
    assert "Esse agente não existe" in nobody.text
    await enter(lone_client, "1001")
    for path in ("situacao", "senha"):
        refused = await post(lone_client, f"/painel/agentes/{path}", matricula="9001", ativo="0")
        assert refused.status_code == 403


async def test_a_stranger_is_sent_to_the_door_whatever_the_address(lone_client):
    for path in ("/painel/", "/painel/selos", "/painel/aparelhos", "/painel/agentes",
                 "/painel/vistorias/x", "/painel/anexos/x", "/painel/registros/x.json",
                 "/painel/nada"):  # fmt: skip
        response = await lone_client.get(path)
        assert (response.status_code, response.headers["location"]) == (303, "/painel/entrar")


async def test_an_agent_enters_with_a_cookie_that_scripts_cannot_read(client):
    response = await enter(client)
    assert (response.status_code, response.headers["location"]) == (303, "/painel/")
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/painel" in cookie
    page = await client.get("/painel/")
    assert "Helena Jequitibá" in page.text
    assert "<script" not in page.text
    assert "unsafe" not in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("matricula", "password"), [("9001", "errada"), ("7777", "vistoria-9001"), ("", "")]
)
async def test_a_wrong_password_is_refused_in_words(lone_client, matricula, password):
    response = await enter(lone_client, matricula, password=password or "x")
    assert response.status_code == 403
    assert "Matrícula ou senha não conferem" in response.text


async def test_guessing_at_the_door_is_slowed_down(lone_client):
    for _ in range(5):
        await enter(lone_client, password="errada")
    response = await enter(lone_client)
    assert response.status_code == 429
    assert "Muitas tentativas" in response.text


async def test_another_towns_agent_does_not_get_in_here(server, client):
    with server.db.write() as conn:
        conn.execute(schema.agents.delete().where(schema.agents.c.tenant == IBGE))
    assert (await enter(client)).status_code == 403
    assert (await enter(client, ibge=3135209)).status_code == 303


async def test_a_form_from_another_site_is_refused(lone_client):
    await enter(lone_client)
    without = await lone_client.post("/painel/aparelhos/codigo", data={"nota": "x"})
    assert without.status_code == 403
    token = await csrf_of(lone_client)
    foreign = await lone_client.post(
        "/painel/aparelhos/codigo", data={"csrf": token},
        headers={"Sec-Fetch-Site": "cross-site"},
    )  # fmt: skip
    assert foreign.status_code == 403


async def test_leaving_ends_the_session(lone_client):
    await enter(lone_client)
    cookie = lone_client.cookies["prancheta_painel"]
    await post(lone_client, "/painel/sair")
    lone_client.cookies.clear()
    lone_client.cookies.set("prancheta_painel", cookie)
    assert (await lone_client.get("/painel/")).status_code == 303


async def test_a_session_ends_after_a_working_day(lone_client, clock):
    await enter(lone_client)
    clock.advance(hours=8)
    assert (await lone_client.get("/painel/")).status_code == 303


async def inspected(device: FieldDevice) -> tuple[dict, dict]:
    """A vistoria with a photo, a drawn signature and a name, all arrived, and its selo."""
    photo, salt = device.photo(JPEG)
    drawn = drawn_signature_bytes(300, 100, [[[10, 10], [50, 80], [90, 10]], [[5, 5]]])
    ink, _ = device.photo(drawn, "Condutor", "assinatura", "application/json")
    names = json.dumps({"condutor": {"nome": "<b>Teófilo</b> Umbuzeiro"}}).encode()
    people, _ = device.photo(names, None, "pessoas", "application/json")
    body = invented.vistoria_body(
        answers=[
            invented.answer(photos=[photo["digest"]], note="Espelho <i>trincado</i>"),
            invented.answer("15-I", "nao_verificado", reason="Sem fosso no pátio"),
        ]
    )
    vistoria = device.record(body=body, attachments=[photo, ink, people])
    selo = device.selo(vistoria)
    await device.push(vistoria, selo)
    for one, data in ((photo, JPEG), (ink, drawn), (people, names)):
        assert (await device.patch(one["digest"], 0, salt, data)).json()["complete"]
    return vistoria, selo


async def test_a_vistoria_shows_its_answers_photos_signature_and_proof(server, client, device):
    vistoria, _ = await inspected(device)
    await enter(client, "1001")
    listed = await client.get("/painel/")
    assert f"/painel/vistorias/{vistoria['id']}" in listed.text
    page = (await client.get(f"/painel/vistorias/{vistoria['id']}")).text
    digest = vistoria["attachments"][0]["digest"]
    assert f'src="/painel/anexos/{digest}"' in page
    assert '<path d="M10 10 L50 80 L90 10"/>' in page
    assert "Assinatura do aparelho confere" in page
    assert "É o primeiro registro do aparelho" in page
    assert "3 de 3" in page
    assert "Sem fosso no pátio" in page
    assert "Espelho &lt;i&gt;trincado&lt;/i&gt;" in page
    assert "&lt;b&gt;Teófilo&lt;/b&gt;" in page
    assert "000.001" in page


async def test_photos_are_pictures_and_nothing_else(server, client, device):
    vistoria, _ = await inspected(device)
    await enter(client, "1001")
    photo, ink, _ = (one["digest"] for one in vistoria["attachments"])
    shown = await client.get(f"/painel/anexos/{photo}")
    assert shown.content == JPEG
    assert shown.headers["Content-Type"] == "image/jpeg"
    assert "sandbox" in shown.headers["Content-Security-Policy"]
    kept = await client.get(f"/painel/anexos/{ink}")
    assert kept.headers["Content-Type"] == "application/octet-stream"
    assert kept.headers["Content-Disposition"].startswith("attachment")


async def test_the_signed_record_can_be_taken_away(server, client, device):
    vistoria, _ = await inspected(device)
    await enter(client, "1001")
    response = await client.get(f"/painel/registros/{vistoria['id']}.json")
    assert json.loads(response.content) == vistoria


async def test_another_town_sees_nothing_of_it(server, client, device):
    vistoria, _ = await inspected(device)
    await enter(client, "9001", 3135209)
    digest = vistoria["attachments"][0]["digest"]
    for path in (f"/painel/vistorias/{vistoria['id']}", f"/painel/anexos/{digest}",
                 f"/painel/registros/{vistoria['id']}.json"):  # fmt: skip
        assert (await client.get(path)).status_code == 404
    assert "ABC1D23" not in (await client.get("/painel/")).text
    assert "ABC1D23" not in (await client.get("/painel/selos")).text


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", True), ("placa=abc", True), ("placa=ABC-1323", True), ("placa=XYZ", False),
        ("de=2026-11-30&ate=2026-11-30", True), ("de=2026-12-01", False),
        ("ate=2026-11-29", False), ("situacao=aprovado", True), ("situacao=reprovado", False),
        ("situacao=inventada", True), ("placa=%25", False), ("pagina=99", True),
        ("pagina=x", True),
    ],
)  # fmt: skip
async def test_vistorias_are_filtered_by_plate_day_and_result(
    sqlite_server, lone_client, lone_device, query, found
):
    await inspected(lone_device)
    await enter(lone_client, "1001")
    page = await lone_client.get(f"/painel/?{query}")
    assert page.status_code == 200
    assert (">ABC1D23<" in page.text) is found


@pytest.mark.parametrize(
    ("query", "found"), [("", True), ("situacao=valido", True), ("situacao=vencido", False),
                         ("situacao=anulado", False), ("placa=ABC1D", True)],
)  # fmt: skip
async def test_selos_are_filtered_too(server, client, device, query, found):
    await inspected(device)
    await enter(client, "1001")
    page = await client.get(f"/painel/selos?{query}")
    assert ("ABC1D23" in page.text) is found


async def test_a_date_that_does_not_exist_is_said(lone_client):
    await enter(lone_client)
    page = await lone_client.get("/painel/?de=2026-02-31")
    assert "2026-02-31” não existe" in page.text


async def test_imported_history_is_listed_as_such(server, client, device):
    await inspected(device)
    with server.db.write() as conn:
        conn.execute(
            insert(schema_registry.vistorias_imported).values(
                tenant=IBGE, id="h1", vehicle=invented.VEHICLE, day="2025-03-02",
                result="aprovado", valid_until="2025-09-02", source="Planilha",
            )
        )  # fmt: skip
    await enter(client, "1001")
    page = (await client.get("/painel/?ate=2025-12-31")).text
    assert "02/03/2025" in page
    assert "Histórico importado" in page


async def test_the_missing_tail_of_a_device_shows(server, client, device):
    first, _, third = device.record(), device.record(), device.record()
    await device.push(first, third, b"{nonsense", head=device.head())
    await enter(client)
    page = " ".join((await client.get("/painel/aparelhos")).text.split())
    assert "2 recebidos de 3 declarados" in page
    assert "números de ordem 2." in page
    assert "não é um registro JSON" in page


async def test_a_new_code_comes_with_its_qr_and_enrols(server, client):
    from PIL import Image, ImageDraw
    from zxingcpp import read_barcodes

    await enter(client)
    page = await post(client, "/painel/aparelhos/codigo", nota="Tablet 3")
    assert page.headers["Cache-Control"] == "no-store"
    code = re.search(r'class="codigo">([^<]+)<', page.text)[1]
    svg = re.search(r'<svg class="qr".*?</svg>', page.text, re.DOTALL)[0]
    side = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])
    picture = Image.new("L", (side * 8, side * 8), 255)
    pen = ImageDraw.Draw(picture)
    squares = re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-", svg)
    for x, y, w, h in (map(int, square) for square in squares):
        pen.rectangle((x * 8, y * 8, (x + w) * 8 - 1, (y + h) * 8 - 1), fill=0)
    [read] = read_barcodes(picture)
    assert read.text == f"http://localhost:8100/app/?codigo={code}"
    assert html.unescape(page.text).count(read.text) >= 1
    assert (await FieldDevice(client).enrol(code)).status_code == 201


async def test_blocking_a_device_asks_why_and_shows_at_once(server, client, device):
    await enter(client)
    path = f"/painel/aparelhos/{device.id}/bloquear"
    assert (await post(client, path, motivo=" ")).status_code == 422
    assert (await post(client, path, motivo="Perdido na balsa")).status_code == 303
    assert "Perdido na balsa" in (await client.get("/painel/aparelhos")).text
    assert (await device.open_session()).json()["device_status"] == "revoked"


async def test_an_inspector_looks_but_does_not_manage(lone_client):
    await enter(lone_client, "1001")
    assert "/painel/aparelhos" not in (await lone_client.get("/painel/")).text
    for path in ("/painel/aparelhos", "/painel/agentes"):
        assert (await lone_client.get(path)).status_code == 403
    assert (await post(lone_client, "/painel/aparelhos/codigo")).status_code == 403


async def test_a_new_agent_gets_a_password_for_one_entry_and_must_change_it(server, client):
    await enter(client)
    page = await post(
        client, "/painel/agentes", matricula="1003", nome="Cecília Lagoinha", papel="inspetor"
    )
    password = re.search(r'role="status">.*?<b class="chapa">([^<]+)<', page.text)[1]
    client.cookies.clear()
    assert (await enter(client, "1003", password=password)).status_code == 303
    forced = await client.get("/painel/")
    assert forced.headers["location"] == "/painel/senha"

    async def change(**form: str):
        token = await csrf_of(client, "/painel/senha")
        return await client.post("/painel/senha", data={"csrf": token, "atual": password, **form})

    assert "pelo menos 10" in (await change(nova="curta", de_novo="curta")).text
    assert "diferentes" in (await change(nova="senha bem comprida", de_novo="outra")).text
    new = {"nova": "senha bem comprida", "de_novo": "senha bem comprida"}
    assert (await change(**new)).status_code == 303
    assert (await client.get("/painel/")).status_code == 200


@pytest.mark.parametrize(
    "form",
    [{"matricula": "1001"}, {"matricula": "a b"}, {"matricula": ""}, {"nome": "x"},
     {"papel": "rei"}],
)  # fmt: skip
async def test_a_new_agent_with_a_field_wrong_is_not_made(lone_client, form):
    await enter(lone_client)
    good = {"matricula": "1003", "nome": "Cecília Lagoinha", "papel": "inspetor"}
    response = await post(lone_client, "/painel/agentes", **(good | form))
    assert response.status_code == 422
    assert 'role="alert"' in response.text


async def test_an_agent_made_inactive_is_out_at_once(server, client):
    await enter(client)
    with server.db.write() as conn:
        conn.execute(schema.agents.update().values(active=False))
    assert (await client.get("/painel/")).status_code == 303


async def test_answers_follow_the_law_that_was_applied(server, client, device):
    import checklists

    law = checklists.load_rulebook("mangaratiba")
    tenants.publish_rulebook(server, IBGE, law.id, law.version, law.raw)
    pinned = {"id": law.id, "version": law.version, "sha256": law.sha256}
    item = law.checklist("escolar").items[0]
    body = invented.vistoria_body(answers=[invented.answer(item.id)])
    vistoria = device.record(body=body, rulebook=pinned)
    await device.push(vistoria)
    await enter(client, "1001")
    page = html.unescape((await client.get(f"/painel/vistorias/{vistoria['id']}")).text)
    assert item.label in page
    assert item.cite in page


async def test_the_code_s_note_is_shown_as_text(server, client):
    await enter(client)
    page = await post(client, "/painel/aparelhos/codigo", nota="<script>alert(1)</script>")
    assert "<script" not in page.text
    assert enrol.CODE_LIFETIME.days == 7
