"""The browser's ports keep the contract of `sync.device.ports`, in a real Chromium's worker."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from tests.support.chromium import Device
from tests.support.live_server import LiveServer
from tests.support.screen import ProbeError, Screen

OPEN = """
import sqlite3
db = sqlite3.connect("/data/campo.db")
db.execute("pragma journal_mode=truncate").fetchone()
db.execute("create table if not exists kept(n integer primary key, text)")
"""


@pytest.fixture
def server(probe_server: LiveServer) -> LiveServer:
    return probe_server


@pytest.fixture
def phone(probe_phone: Device) -> Device:
    return probe_phone


@pytest.fixture
def screen(probe_screen: Screen) -> Screen:
    return probe_screen


@pytest.fixture
def own_screen(server, phone: Device) -> Screen:
    """Of a device that the test may kill."""
    return phone.open(f"{server.url}/app/").ready().sees("Armazenamento aberto")


DISK_TAKES_NOTHING = """
import js
from pyodide.ffi import create_proxy
def full(*_):
    raise OSError(28, "disk full")
js.IDBObjectStore.prototype.put = create_proxy(full)
"""


def refused(screen: Screen, code: str) -> str:
    with pytest.raises(ProbeError) as caught:
        screen.probe(code)
    return caught.value.name


def test_what_sqlite_committed_survives_a_kill_of_the_whole_browser(
    server, phone: Device, own_screen: Screen
):
    screen = own_screen
    screen.probe(OPEN)
    for n in range(3):
        screen.probe(f"db.execute('insert into kept values (?, ?)', ({n}, 'é')); db.commit()")
        screen.probe("db.execute(\"insert into kept values (99, 'not committed')\"); None")
        phone.kill()
        screen = phone.open(f"{server.url}/app/").ready().sees("Armazenamento aberto")
        screen.probe(OPEN)
        kept = screen.probe("[row[0] for row in db.execute('select n from kept order by n')]")
        assert kept == list(range(n + 1))
        assert screen.probe("db.execute('pragma integrity_check').fetchone()[0]") == "ok"


def test_photos_are_kept_by_digest_and_a_missing_one_is_said_to_be_missing(screen: Screen):
    screen.probe("store, digest = ports.storage, 'ab' * 32")
    screen.probe("await store.write_blob(digest, b'first'); await store.write_blob(digest, b'x')")
    assert screen.probe("[await store.has_blob(digest), len(await store.read_blob(digest))]") == [
        True,
        1,
    ]
    screen.probe("await store.delete_blob(digest); await store.delete_blob(digest)")
    assert screen.probe("await store.has_blob(digest)") is False
    assert refused(screen, "await store.read_blob(digest)") == "FileNotFoundError"


def test_a_quarantined_database_can_be_read_and_its_place_is_free(screen: Screen):
    screen.probe(OPEN)
    screen.probe("db.execute(\"insert into kept values (1, 'a')\"); db.commit(); db.close()")
    aside = screen.probe("await ports.storage.quarantine('campo.db')")
    assert screen.probe("await ports.storage.list_quarantine()") == [aside]
    assert screen.probe(f"(await ports.storage.read_file({aside!r}))[:15].decode()") == (
        "SQLite format 3"
    )
    assert refused(screen, "await ports.storage.read_file('campo.db')") == "FileNotFoundError"
    screen.probe(OPEN)
    assert screen.probe("db.execute('select count(*) from kept').fetchone()[0]") == 0
    screen.probe("db.close()")


def test_the_key_and_the_head_outlive_the_browser_and_the_key_cannot_be_read_out(
    server, phone: Device, own_screen: Screen
):
    screen = own_screen
    assert refused(screen, "await ports.keys.sign(b'x')") == "KeyMissing"
    public = screen.probe("(await ports.keys.create()).hex()")
    screen.probe("await ports.storage.write_head({'seq': 7, 'hash': 'ção'})")
    phone.kill()
    screen = phone.open(f"{server.url}/app/").ready()
    assert screen.probe("(await ports.keys.public_key()).hex()") == public
    assert screen.probe("await ports.storage.read_head()") == {"seq": 7, "hash": "ção"}
    screen.probe("signature = await ports.keys.sign(b'laudo')")
    signature = bytes.fromhex(screen.probe("signature.hex()"))
    assert len(signature) == 64
    verify = "await ports.keys.verify(await ports.keys.public_key(), signature, {!r})"
    assert screen.probe(verify.format(b"laudo")) is True
    assert screen.probe(verify.format(b"lauda")) is False
    exported = screen.page.evaluate(
        """() => new Promise((resolve, reject) => {
          const request = indexedDB.open('prancheta');
          request.onsuccess = () => {
            const get = request.result.transaction('keys').objectStore('keys').get('device');
            get.onsuccess = () => crypto.subtle.exportKey('pkcs8', get.result.privateKey)
              .then(() => resolve('exported'), error => resolve(error.name));
          };
        })"""
    )
    assert exported == "InvalidAccessError"
    # A new key that the disk did not take signs nothing: the old one stays.
    screen.probe(DISK_TAKES_NOTHING)
    assert refused(screen, "await ports.keys.create()")
    assert screen.probe("(await ports.keys.public_key()).hex()") == public
    screen.probe("signature = await ports.keys.sign(b'laudo')")
    assert screen.probe(verify.format(b"laudo")) is True


def test_a_pin_is_kept_as_argon2id_and_checked(screen: Screen):
    encoded = screen.probe("encoded = await ports.keys.hash_pin('4821')\nencoded")
    assert encoded.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert screen.probe(
        "[await ports.keys.verify_pin(p, encoded) for p in ('4821', '4822', '')]"
    ) == [True, False, False]
    assert screen.probe("await ports.keys.verify_pin('4821', 'lixo')") is False


def test_a_photo_is_turned_upright_and_made_small_and_bad_ones_are_refused(screen: Screen):
    sideways = Image.new("RGB", (3000, 2000), "white")
    exif = Image.Exif()
    exif[0x0112] = 6  # turn a quarter clockwise to see it upright
    file = io.BytesIO()
    sideways.save(file, "JPEG", exif=exif)
    screen.probe(f"photo = await ports.photos.shrink(bytes.fromhex({file.getvalue().hex()!r}))")
    assert screen.probe("[photo.width, photo.height, photo.media_type]") == [
        1067,
        1600,
        "image/jpeg",
    ]
    small = Image.open(io.BytesIO(bytes.fromhex(screen.probe("photo.bytes.hex()"))))
    assert small.size == (1067, 1600) and not small.getexif()
    assert refused(screen, "await ports.photos.shrink(b'')") == "NotAnImage"
    assert refused(screen, "await ports.photos.shrink(b'a letter' * 100)") == "NotAnImage"
    assert refused(screen, "await ports.photos.shrink(bytes(65 << 20))") == "ImageTooLarge"


def test_a_copy_of_a_photo_is_drawn_on_and_a_strip_comes_as_dots(screen: Screen):
    file = io.BytesIO()
    Image.new("RGB", (80, 60), "navy").save(file, "JPEG")
    screen.probe(
        "from sync.device.ports import Shape\n"
        f"photo = bytes.fromhex({file.getvalue().hex()!r})\n"
        "shapes = [Shape('M0 60h80v20h-80Z', fill='#000000'),\n"
        "          Shape('M10 10L70 10', stroke='#FF0000', width=6)]\n"
    )
    screen.probe("copy = await ports.photos.draw(photo, shapes, below=20)")
    assert screen.probe("[copy.width, copy.height, copy.media_type]") == [80, 80, "image/jpeg"]
    drawn = Image.open(io.BytesIO(bytes.fromhex(screen.probe("copy.bytes.hex()"))))
    assert drawn.getpixel((40, 10))[0] > 180 and max(drawn.getpixel((40, 70))) < 40
    assert drawn.getpixel((40, 40))[2] > 90, "the photo shows where nothing is drawn"
    assert refused(screen, "await ports.photos.draw(b'a letter', [])") == "NotAnImage"
    screen.probe(
        "svg = '<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 12 2\" width=\"12\" "
        "height=\"2\"><rect x=\"0\" y=\"0\" width=\"3\" height=\"1\" fill=\"#000000\"/>"
        "<rect x=\"8\" y=\"1\" width=\"4\" height=\"1\" fill=\"#808080\"/></svg>'"
    )
    screen.probe("dots = await ports.raster.dots(svg, 12)")
    assert screen.probe("[dots.width, dots.height, dots.rows.hex()]") == [12, 2, "e00000f0"]


def test_a_qr_drawn_by_the_app_is_read_back_by_its_own_reader(screen: Screen):
    url = "https://vistoria.example/s/" + "0123456789" * 22
    screen.probe(f"from sync.records.qr import qr_svg\nsvg = qr_svg({url!r})")
    screen.probe("png = await ports.raster.png(svg, 900)")
    png = Image.open(io.BytesIO(bytes.fromhex(screen.probe("png.hex()"))))
    assert png.width == 900
    assert screen.probe("await ports.scan.decode(png)") == [url]
    assert refused(screen, "await ports.scan.decode(b'no picture')") == "NotAnImage"


def test_the_transport_shows_redirects_timeouts_and_silence_for_what_they_are(
    server, opened_probe: Device, screen: Screen
):
    screen.probe(
        "import httpx\n"
        "async def get(path, **more):\n"
        "    async with httpx.AsyncClient(transport=ports.network.transport(), "
        "base_url=ports.network.base_url, timeout=5) as http:\n"
        "        return await http.get(path, **more)\n"
    )
    answer = screen.probe("r = await get('/api/v1/status')\n[r.status_code, dict(r.headers)]")
    assert answer[0] == 200 and answer[1]["prancheta-api"] == "1"
    assert screen.probe("(await get('/app')).status_code") == 302
    assert screen.probe("ports.network.online()") is True
    server.stop()
    assert refused(screen, "await get('/api/v1/status')") == "ConnectError"
    opened_probe.set_offline()
    try:
        screen.page.wait_for_function("() => !navigator.onLine")
        assert screen.probe("ports.network.online()") is False
    finally:
        opened_probe.set_offline(False)


def test_a_pdf_is_made_on_the_device_with_our_typefaces(screen: Screen):
    screen.probe("from fpdf import FPDF\nfrom app.prints import fonts")
    assert screen.probe("fonts.bundled_fonts() is not None") is True


def test_a_saved_file_reaches_the_person(screen: Screen):
    with screen.page.expect_download() as download:
        screen.probe("await ports.share.save('laudo nº 1.txt', 'ção'.encode(), 'text/plain')")
    assert download.value.suggested_filename == "laudo nº 1.txt"
    assert download.value.path().read_text() == "ção"


def test_the_days_without_office_are_known_on_the_device(screen: Screen):
    screen.probe("from datetime import date\nfrom checklists.legal_days import OfficeDays")
    assert screen.probe("OfficeDays('RJ').why_closed(date(2026, 4, 23))") == "feriado: São Jorge"
    assert screen.probe("str(OfficeDays('MG').after(date(2026, 4, 20), 1))") == "2026-04-22"
