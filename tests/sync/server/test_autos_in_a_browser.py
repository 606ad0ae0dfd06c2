"""An auto as a browser shows it: to whoever holds its copy, and at the office."""

import hashlib

from sync.records.canonical import b64url
from sync.records.photo_notes import photo_note_bytes
from tests.support import autos, fined
from tests.support.device import photo_bytes
from tests.support.office import enter
from tests.support.visitor import (
    DESK,
    PHONE,
    browser,
    faults_of,
    illegible_in,
    misplaced_in,
    visit,
)


def _marked(digest: str) -> bytes:
    return photo_note_bytes({
        "photo": digest, "taken_at": fined.at(10), "place": fined.HERE, "text": "Pneu careca",
        "width": 400, "height": 300,
        "marks": [{"kind": "seta", "points": [[10, 20], [200, 150]]},
                  {"kind": "circulo", "points": [[150, 100], [260, 200]]}],
    })  # fmt: skip


async def test_everybody_can_read_an_auto_on_its_copys_page_and_at_the_office(
    lone_device, lone_client
):
    late = fined.auto(lone_device, 1, when=fined.at(9, 0, "2026-10-01"))
    copy_hash = hashlib.sha256(autos.SECRET).hexdigest()
    photo, told_of = photo_bytes(400, 300), b'{"autuado":{"name":"Davi","document":"98765432100"}}'
    files = [
        (photo, "foto", "image/jpeg"),
        (_marked(lone_device.photo(photo)[0]["digest"]), "anotacao", "application/json"),
        (told_of, "pessoas", "application/json"),
    ]
    whole = fined.attached(lone_device, *files, when=fined.at(10), copy_hash=copy_hash)
    drawn, nobody = whole.record, fined.auto(
        lone_device, 2, when=fined.at(10, 30), persons={"autuado": None, "motorista": None}
    )
    told = fined.told(lone_device, drawn, "edital", fined.at(11))
    await lone_device.push(late, drawn, nobody, fined.measure(lone_device, drawn), told)
    await whole.arrives(lone_device)
    await enter(lone_client)
    async with browser() as opened, visit(opened, lone_client) as page:
        for address in (
            f"/c/{b64url(autos.SECRET)}", f"/painel/autos/{drawn['id']}",
            f"/painel/autos/{nobody['id']}", "/painel/autos", "/painel/autos/notificar",
        ):  # fmt: skip
            await page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
            await page.emulate_media(color_scheme="light")
            await page.goto(address)
            assert await faults_of(page) == [], address
            await page.emulate_media(color_scheme="dark")
            assert await illegible_in(page) == [], address
            await page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
            assert await misplaced_in(page) == [], address
