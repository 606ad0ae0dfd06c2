"""An auto as a browser shows it: to whoever holds its copy, and at the office."""

import hashlib

from sync.records.canonical import b64url
from tests.support import autos, fined
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


async def test_everybody_can_read_an_auto_on_its_copys_page_and_at_the_office(
    lone_device, lone_client
):
    late = fined.auto(lone_device, 1, when=fined.at(9, 0, "2026-10-01"))
    copy_hash = hashlib.sha256(autos.SECRET).hexdigest()
    drawn = fined.auto(lone_device, 0, when=fined.at(10), copy_hash=copy_hash)
    told = fined.told(lone_device, drawn, "correio", fined.at(11))
    await lone_device.push(late, drawn, fined.measure(lone_device, drawn), told)
    await enter(lone_client)
    async with browser() as opened, visit(opened, lone_client) as page:
        for address in (
            f"/c/{b64url(autos.SECRET)}", f"/painel/autos/{drawn['id']}",
            "/painel/autos/notificar",
        ):  # fmt: skip
            await page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
            await page.emulate_media(color_scheme="light")
            await page.goto(address)
            assert await faults_of(page) == [], address
            await page.emulate_media(color_scheme="dark")
            assert await illegible_in(page) == [], address
            await page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
            assert await misplaced_in(page) == [], address
