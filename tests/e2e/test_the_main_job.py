"""The main job: a day in the yard with no signal, a dead battery in the middle, and all of it
arrives, once, and a driver's phone says so."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from PIL import Image

from tests.support.chromium import Device
from tests.support.inspector import SETTLED_MS, Inspector, TownData
from tests.support.live_server import LiveServer
from tests.support.qr_decoders import decoded_by_both

MANGARATIBA = 3302601
ITEMS = 38
KILLS = 10


@pytest.fixture
def inspector(phone: Device, server: LiveServer) -> Inspector:
    return Inspector(phone, server).enrols()


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A photo as large as a cheap phone's."""
    path = tmp_path / "espelho.jpg"
    Image.radial_gradient("L").resize((2400, 1800)).convert("RGB").save(path, quality=90)
    return path


def test_a_day_with_no_signal_arrives_whole_and_once(
    inspector: Inspector, server: LiveServer, phone: Device, picture: Path
):
    failing, passing = TownData.of(server).vans_in_order(MANGARATIBA)[:2]
    phone.set_offline()
    server.stop()
    phone.kill()

    # A van that fails, with a photo; the phone dies in the middle and nothing answered is lost.
    inspector.opens_the_app().enters().starts_a_vistoria(failing)
    inspector.answers("Conforme", 1, 18).photographs(picture)
    inspector.answers("Não conforme", 19, 19).answers("Conforme", 20, 22)
    phone.kill()
    inspector.opens_the_app().enters()
    inspector.screen.sees("22 de 38")
    inspector.resumes(failing).answers("Conforme", 23, ITEMS).signs_and_concludes()
    inspector.screen.sees("REPROVADO").sees("retido").sees("Art. 14, XIX")

    # A van that passes; dead again in the middle; its selo is issued on the spot.
    inspector.screen.tap("Próximo veículo")
    inspector.starts_a_vistoria(passing).answers("Conforme", 1, 9)
    phone.kill()
    inspector.opens_the_app().enters().resumes(passing)
    inspector.answers("Conforme", 10, ITEMS).signs_and_concludes()
    inspector.screen.sees("Válido até").sees("Selo nº").pause(SETTLED_MS)
    url = decoded_by_both(Image.open(inspector.screen.photograph("selo")))
    assert re.fullmatch(rf"{re.escape(server.url)}/s/\d{{220}}", url)

    # The server is back but this phone is not: the selo is already good for whoever scans it.
    phone.kill()
    server.start()
    early = words_of(httpx.get(url))
    assert "VÁLIDO até" in early and "egistro ainda não recebido" in early

    # Signal: everything arrives by itself.
    phone.set_offline(False)
    inspector.opens_the_app().enters()
    inspector.screen.sees("tudo enviado", timeout_ms=90_000)
    late = words_of(httpx.get(url))
    assert "VÁLIDO até" in late and "ainda não recebido" not in late
    assert passing in late

    town = TownData.of(server)
    kinds = [r["kind"] for r in town.rows("select kind from records order by device_seq")]
    assert kinds == ["vistoria", "vistoria", "selo"]
    roles = town.rows(
        "select role, item, completed_at from record_attachments join attachments using (digest)"
        " order by role, record"
    )
    assert [(row["role"], row["item"]) for row in roles] == [
        ("assinatura", None),
        ("assinatura", None),
        ("foto", "14-XIX"),
    ]
    assert all(row["completed_at"] for row in roles), "a photo or a signature is not whole"
    opened = town.rows(
        "select cite, status from exigencias where record in (select id from records)"
    )
    assert [tuple(row) for row in opened] == [("Art. 14, XIX", "aberta")]



def test_ten_dead_batteries_in_a_row_lose_no_answer_that_was_shown_as_saved(
    at_work,
):
    inspector: Inspector = at_work()
    phone, server = inspector.device, inspector.server
    (plate, *_) = TownData.of(server).vans_in_order(MANGARATIBA)
    phone.set_offline()
    server.stop()
    inspector.opens_the_app().enters().starts_a_vistoria(plate)
    for killed in range(KILLS):
        inspector.answers("Conforme", 3 * killed + 1, 3 * killed + 3)
        phone.kill()
        inspector.opens_the_app().enters()
        inspector.screen.sees(f"{3 * killed + 3} de 38")
        inspector.resumes(plate)


def words_of(page: httpx.Response) -> str:
    """The visible words of an HTML page, in one line."""
    assert page.status_code == 200
    shown = re.sub(r"(?s)<(style|title|svg)\b.*?</\1>", " ", page.text)
    return " ".join(re.sub(r"<[^>]+>", " ", shown).split())
