"""What a driver's phone shows: the answer first, without JavaScript, without anything personal."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import httpx
import pytest

from sync.records.canonical import b64url
from sync.server.application import create_app
from sync.server.db import schema
from sync.server.pages import style
from sync.server.rate import ADDRESSES_KEPT, BURST, Bucket

MOST_BYTES = 30 * 1024


class Page(HTMLParser):
    """The text a person reads, and the tags and attributes there are."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.headings: list[str] = []
        self.words: list[str] = []
        self.scripts: list[str] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag == "h1":
            self.headings.append("")
        if tag not in ("meta", "link", "path", "br", "img", "input"):
            self._open.append(tag)

    def handle_endtag(self, tag):
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data):
        if "style" in self._open:
            return
        if "script" in self._open:
            self.scripts.append(data)
            return
        self.words.append(data)
        if "h1" in self._open:
            self.headings[-1] += data

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def heading(self) -> str:
        return " ".join(self.headings[0].split())


async def open_selo(client, digits: str, status: int = 200) -> Page:
    response = await client.get(f"/s/{digits}")
    assert response.status_code == status
    assert len(response.content) < MOST_BYTES
    page = Page(response.text)
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "style"]
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    digests = [base64.b64encode(hashlib.sha256(one.encode()).digest()) for one in page.scripts]
    for digest in digests:
        assert f"script-src 'sha256-{digest.decode()}'" in policy
    assert ("script-src" in policy) == bool(digests)
    assert "src" not in dict(page.attributes)  # one request and no other
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert "geolocation=()" in response.headers["Permissions-Policy"]
    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    return page


async def sealed(device):
    vistoria = device.record()
    selo = device.selo(vistoria)
    await device.push(vistoria, selo)
    return selo


async def test_a_good_selo_says_valid_until_when_in_its_first_line(device):
    page = await open_selo(device.client, device.seal_digits(await sealed(device)))
    assert page.heading == "VÁLIDO até 30/05/2027"
    for fact in ("ABC1D23", "Transporte escolar", "30/11/2026", "Mangaratiba (RJ)",
                 "(21) 2000-0000", "A placa não confere?"):  # fmt: skip
        assert fact in page.text
    assert "ainda não recebido" not in page.text


async def test_a_good_selo_whose_record_is_on_its_way_is_valid_and_says_so(device):
    selo = device.selo(device.record())
    page = await open_selo(device.client, device.seal_digits(selo))
    assert page.heading == "VÁLIDO até 30/05/2027"
    assert "Registro ainda não recebido" in page.text


async def test_the_page_brings_the_keys_by_which_the_phone_checks_and_only_for_a_good_signature(
    lone_device,
):
    device = lone_device
    page = await open_selo(device.client, device.seal_digits(await sealed(device)))
    said = dict(page.attributes)
    assert said["data-raiz"] == device.reply["root_public_key"]
    assert said["data-chave"] == b64url(device.public_key)
    assert json.loads(said["data-certificado"]) == device.reply["certificate"]
    assert len(page.scripts) == 1
    forged = await open_selo(device.client, device.forged_digits(77_777), 404)
    assert not forged.scripts
    assert "data-raiz" not in dict(forged.attributes)


async def test_an_expired_selo_says_so_from_the_day_after(device, clock):
    digits = device.seal_digits(await sealed(device))
    # 23:59 on the 30th, there.
    clock.now = clock.now.replace(year=2027, month=5, day=31, hour=2, minute=59)
    assert (await open_selo(device.client, digits)).heading == "VÁLIDO até 30/05/2027"
    clock.advance(minutes=1)
    page = await open_selo(device.client, digits)
    assert page.heading == "VENCIDO em 30/05/2027"


async def test_a_selo_dated_ahead_is_not_valid_yet_recorded_or_not(device, clock):
    vistoria = device.record()
    selo = device.selo(vistoria)
    unsent = device.forged_digits(50)
    clock.advance(days=-1)
    for digits in (device.seal_digits(selo), unsent):
        page = await device.client.get(f"/s/{digits}")
        assert "AINDA NÃO VALE" in page.text
        assert "vale a partir de 30/11/2026" in page.text
        assert "Lembrar da próxima vistoria" not in page.text
        assert (await device.client.get(f"/s/{digits}.ics")).status_code == 404
        await device.push(vistoria, selo)
    clock.advance(days=1)
    assert "VÁLIDO" in (await device.client.get(f"/s/{device.seal_digits(selo)}")).text


async def test_an_annulled_selo_is_cancelled(device):
    selo = await sealed(device)
    await device.push(device.anulacao(selo))
    page = await open_selo(device.client, device.seal_digits(selo))
    assert page.heading == "CANCELADO"
    assert "anulado" in page.text


async def test_a_selo_of_a_blocked_device_that_never_arrived_is_cancelled(server, device):
    selo = device.selo(device.record())
    with server.db.write() as conn:
        conn.execute(schema.devices.update().values(status="revoked"))
    assert (await open_selo(device.client, device.seal_digits(selo))).heading == "CANCELADO"


async def test_a_forged_selo_is_not_recognised_and_its_claims_are_not_shown(device):
    forged = device.forged_digits(device.serial + 1)
    damaged = str((int(forged[-1]) + 1) % 10)
    page = await open_selo(device.client, forged[:-1] + damaged, 404)
    assert page.heading == "NÃO RECONHECIDO"
    assert "ABC1D23" not in page.text
    assert "assinatura não confere" in page.text


async def test_a_number_that_was_never_granted_is_not_recognised(device):
    page = await open_selo(device.client, device.forged_digits(77_777), 404)
    assert page.heading == "NÃO RECONHECIDO"


async def test_a_second_selo_under_a_used_number_is_not_recognised(device):
    selo = await sealed(device)
    twin = device.forged_digits(selo["body"]["serial"], plate="XYZ9A87")
    page = await open_selo(device.client, twin, 404)
    assert page.heading == "NÃO RECONHECIDO"
    assert "XYZ9A87" not in page.text


async def test_a_selo_of_a_town_that_is_not_here_is_explained(device):
    page = await open_selo(device.client, device.forged_digits(1, ibge=5107875), 404)
    assert page.heading == "NÃO RECONHECIDO"
    assert "município" in page.text


@pytest.mark.parametrize(
    "digits", ["1", "0" * 220, "9" * 220, "abc", "1" * 221, "%00", "<script>", "é" * 20, "a/b/c"]
)
async def test_a_malformed_code_is_explained_kindly(lone_client, digits):
    page = await open_selo(lone_client, digits, 404)
    assert page.heading == "NÃO RECONHECIDO"
    assert "O que fazer" in page.text


async def test_a_reminder_of_the_next_vistoria_goes_into_the_calendar(device):
    digits = device.seal_digits(await sealed(device))
    response = await device.client.get(f"/s/{digits}.ics")
    assert response.headers["Content-Type"].startswith("text/calendar")
    lines = response.content.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    text = response.content.replace(b"\r\n ", b"").decode()
    assert "DTSTART;VALUE=DATE:20270530\r\n" in text
    assert "TRIGGER:-P30D\r\n" in text
    assert f"http://localhost:8100/s/{digits}" in text


async def test_there_is_no_reminder_of_a_bad_selo(lone_client):
    assert (await lone_client.get(f"/s/{'1' * 220}.ics")).status_code == 404


async def test_nobody_s_name_is_on_the_page(device):
    page = await open_selo(device.client, device.seal_digits(await sealed(device)))
    assert "Marta" not in page.text
    assert "1001" not in page.text


async def test_the_home_page_and_the_missing_page_are_kind(lone_client):
    home = await lone_client.get("/")
    assert home.status_code == 200
    assert 'href="/app/"' in home.text
    missing = await lone_client.get("/nada/<b>")
    assert missing.status_code == 404
    assert "Página não encontrada" in missing.text
    assert "nada/&lt;b&gt;" in missing.text
    assert "nada/<b>" not in missing.text


async def test_a_failure_shows_a_page_and_not_a_trace(sqlite_server, monkeypatch):
    def broken(*_args):
        raise RuntimeError("segredo interno")

    monkeypatch.setattr("sync.server.public_page.look_up", broken)
    carrier = httpx.ASGITransport(create_app(sqlite_server), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=carrier, base_url="http://t") as client:
        response = await client.get("/s/1")
    assert response.status_code == 500
    assert "O servidor falhou" in response.text
    assert "segredo" not in response.text


async def test_asking_without_end_is_slowed_down_and_the_others_are_not(sqlite_server):
    app = create_app(sqlite_server)

    async def ask(address: str) -> httpx.Response:
        carrier = httpx.ASGITransport(app, client=(address, 1))
        async with httpx.AsyncClient(transport=carrier, base_url="http://t") as client:
            return await client.get("/s/1")

    answers = [await ask("10.0.0.1") for _ in range(BURST + 30)]
    slowed = [one for one in answers if one.status_code == 429]
    assert slowed
    assert answers[0].status_code == 404
    assert slowed[0].headers["Retry-After"] == "1"
    assert "Muitas consultas" in slowed[0].text
    assert (await ask("10.0.0.2")).status_code == 404


async def test_who_has_a_whole_network_of_ipv6_addresses_is_one_visitor(sqlite_server):
    app = create_app(sqlite_server)

    async def ask(address: str) -> int:
        carrier = httpx.ASGITransport(app, client=(address, 1))
        async with httpx.AsyncClient(transport=carrier, base_url="http://t") as client:
            return (await client.get("/s/1")).status_code

    answers = [await ask(f"2001:db8:1:2::{number:x}") for number in range(BURST + 30)]
    assert 429 in answers
    assert await ask("2001:db8:1:3::1") == 404


def test_an_address_may_come_back_after_a_pause_and_old_ones_are_forgotten():
    now = [0.0]
    bucket = Bucket(lambda: now[0])
    for _ in range(BURST):
        assert bucket.wait_s("a") == 0
    assert bucket.wait_s("a") == 1
    now[0] += 1
    assert bucket.wait_s("a") == 0
    for number in range(ADDRESSES_KEPT + 10):
        bucket.wait_s(str(number))
    assert len(bucket._left) == ADDRESSES_KEPT


def colours(sheet: str, dark: bool) -> dict[str, str]:
    blocks = re.findall(r":root\{(.*?)\}", sheet)
    return dict(re.findall(r"--([\w-]+):(#[0-9a-f]{3,6})", blocks[1 if dark else 0]))


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    channels = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("ink", "paper"),
    [("tinta", "papel"), ("tinta", "cartao"), ("tinta2", "papel"), ("tinta2", "cartao"),
     ("acao", "papel"), ("acao", "cartao"), ("sobre-acao", "acao"), ("sobre", "bom"),
     ("sobre", "atencao"), ("sobre", "ruim"), ("sobre", "cinza"), ("bom", "cartao"),
     ("atencao", "cartao"), ("ruim", "cartao"), ("ruim", "papel")],
)  # fmt: skip
def test_every_pair_of_colours_reads_in_the_sun_and_at_night(dark, ink, paper):
    palette = colours(style("publico.css"), dark)
    light, deep = sorted((luminance(palette[ink]), luminance(palette[paper])), reverse=True)
    assert (light + 0.05) / (deep + 0.05) >= 7

