"""The server's pages as a browser shows them: on an old phone without JavaScript, and at a desk."""

from __future__ import annotations

import io
import re
from datetime import date

import pytest
from PIL import Image

from app.palette import contrast
from sync.records.attachments import drawn_signature_bytes
from sync.records.canonical import b64url
from sync.server.pages import style
from tests.support import records as invented
from tests.support.field_device import FieldDevice
from tests.support.office import enter
from tests.support.readings import JANUARIA, leitura
from tests.support.visitor import (
    DESK,
    PHONE,
    browser,
    faults_of,
    illegible_in,
    misplaced_in,
    visit,
)


@pytest.fixture
async def selos(lone_device) -> dict[str, str]:
    """Addresses of selos in every state, by the word that their page begins with."""
    device = lone_device
    good, bad = device.record(), device.record()
    selo, annulled = device.selo(good), device.selo(bad)
    await device.push(good, bad, selo, annulled, device.anulacao(annulled))
    unsent = device.forged_digits(device.serial + 1)
    old = device.forged_digits(
        device.serial + 2, date(2026, 11, 29), inspected_on=date(2026, 5, 29)
    )
    digits = {
        "VÁLIDO até 30/05/2027": device.seal_digits(selo),
        "VÁLIDO": unsent,
        "VENCIDO em 29/11/2026": old,
        "CANCELADO": device.seal_digits(annulled),
        "NÃO RECONHECIDO": "1" * 220,
    }
    return {word: f"/s/{code}" for word, code in digits.items()}


async def test_an_old_phone_without_javascript_reads_the_answer_first(selos, lone_client):
    async with browser() as opened:
        for word, address in selos.items():
            async with visit(opened, lone_client, scripts=False) as page:
                await page.goto(address)
                answer = page.get_by_role("heading", level=1)
                assert " ".join((await answer.inner_text()).split()).startswith(word)
                box = await answer.bounding_box()
                assert box["y"] + box["height"] < PHONE[1] / 3
                assert not await page.locator("#conferencia").is_visible()


async def test_everybody_can_read_the_page_of_a_selo_by_day_and_by_night(selos, lone_client):
    async with browser() as opened, visit(opened, lone_client) as page:
        for address in [*selos.values(), "/", "/nada", "/s", "/s?codigo=12"]:
            await page.emulate_media(color_scheme="light")
            await page.goto(address)
            assert await faults_of(page) == [], address
            await page.emulate_media(color_scheme="dark")
            assert await illegible_in(page) == [], address


class Changed:
    """What a client gets, with one thing in the page changed on its way."""

    def __init__(self, client, old: str = "", new: str = "") -> None:
        self.client, self.old, self.new = client, old, new

    async def get(self, path: str):
        answer = await self.client.get(path)
        if self.old and path.startswith("/s/"):
            assert self.old in answer.text
            answer._content = answer.text.replace(self.old, self.new).encode()
        return answer


NO_ED25519 = """crypto.subtle.importKey = async () => {
  throw new DOMException("Unrecognized name.", "NotSupportedError");
}"""


async def test_the_phone_checks_the_signature_once_more_and_warns_where_the_page_lies(
    selos, lone_client, lone_device
):
    good, key = selos["VÁLIDO até 30/05/2027"], b64url(lone_device.public_key)
    cancelled, checked = selos["CANCELADO"], "Assinatura conferida neste celular."
    cases = (
        (good, Changed(lone_client), "VÁLIDO até 30/05/2027", checked),
        (good, Changed(lone_client, "ABC1D23", "XYZ9A87"), "NÃO CONFIRMADO", "não bate"),
        (good, Changed(lone_client, "30/05/2027", "30/05/2031"), "NÃO CONFIRMADO", "não bate"),
        (good, Changed(lone_client, key, b64url(bytes(32))), "NÃO CONFIRMADO", "não bate"),
        (cancelled, Changed(lone_client), "CANCELADO", None),
    )
    async with browser() as opened:
        for address, client, word, note in cases:
            async with visit(opened, client) as page:
                await page.goto(address)
                if note is not None:
                    await page.get_by_text(note).wait_for()
                    assert await faults_of(page) == [], word
                assert word in " ".join((await page.locator("h1").inner_text()).split())
                assert await page.locator("#conferencia").is_visible() == (note is not None)
        async with visit(opened, lone_client) as page:
            await page.add_init_script(NO_ED25519)
            await page.goto(good)
            await page.wait_for_load_state("networkidle")
            assert not await page.locator("#conferencia").is_visible()
            assert (await page.locator("h1").inner_text()).startswith("VÁLIDO")


@pytest.fixture
async def office(lone_client, lone_device: FieldDevice) -> list[str]:
    """The pages of the back office with something on each."""
    device = lone_device
    drawn = drawn_signature_bytes(300, 120, [[[10, 10], [200, 80]]])
    picture = io.BytesIO()
    Image.new("RGB", (320, 240), "#9FB3BC").save(picture, "JPEG")
    photo, salt = device.photo(picture.getvalue())
    ink, _ = device.photo(drawn, None, "assinatura", "application/json")
    body = invented.vistoria_body(
        answers=[invented.answer(photos=[photo["digest"]], note="Espelho trincado")]
    )
    vistoria = device.record(body=body, attachments=[photo, ink])
    selo = device.selo(vistoria)
    await device.push(vistoria, selo)
    for one, data in ((photo, picture.getvalue()), (ink, drawn)):
        assert (await device.patch(one["digest"], 0, salt, data)).json()["complete"]
    await device.push(
        leitura(device, selo),
        leitura(device, selo, 30, at=JANUARIA, plate_seen="XYZ9A87", compared="nao_confere"),
    )
    await lone_client.get(f"/s/{'1' * 220}")
    await enter(lone_client)
    return [
        "/painel/", f"/painel/vistorias/{vistoria['id']}", "/painel/selos", "/painel/leituras",
        "/painel/aparelhos",
        "/painel/agentes", "/painel/lei", "/painel/senha", "/painel/nada",
    ]


async def test_everybody_can_work_in_the_office_on_a_phone_and_at_a_desk(office, lone_client):
    async with browser() as opened, visit(opened, lone_client) as page:
        for address in office:
            await page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
            await page.goto(address)
            assert await faults_of(page) == [], address
            await page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
            assert await misplaced_in(page) == [], address
        await page.context.clear_cookies()
        await page.goto("/painel/entrar")
        assert await faults_of(page) == []


def scheme_of(css: str, dark: bool) -> dict[str, str]:
    """The custom properties of a style sheet's light or dark scheme, "#rrggbb"."""
    blocks = re.findall(r"\{((?:[^{}]*--[\w-]+:[^{}]*)+)\}", css)
    values = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{3,6})", blocks[dark]))
    return {
        name: value if len(value) == 7 else "#" + "".join(c * 2 for c in value[1:])
        for name, value in values.items()
    }


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_colour_of_the_public_pages_is_read_in_the_sun(dark):
    of = scheme_of(style("publico.css"), dark)
    for ink in ("tinta", "tinta2", "acao", "bom", "atencao", "ruim"):
        for paper in ("papel", "cartao"):
            assert contrast(of[ink], of[paper]) >= 7, (ink, paper)
    for paper in ("bom", "atencao", "ruim", "cinza"):
        assert contrast(of["sobre"], of[paper]) >= 7, paper
    assert contrast(of["sobre-acao"], of["acao"]) >= 7
