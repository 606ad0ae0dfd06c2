"""The autuado's copy is made in a real Chromium's worker, without Pillow: sheet, strip, bytes."""

from __future__ import annotations

import io
import json

from PIL import Image

from tests.support.autos import COPY_URL, PERSONS, SIGNED, auto_record, town
from tests.support.device import photo_bytes
from tests.support.escpos_reader import on_paper, read_escpos
from tests.support.qr_decoders import decoded_by_both, pdf_page_image, pdf_text
from tests.support.screen import Screen

MAKE = """
import json
from app.prints.auto_pdf import auto_pdf
from app.prints.auto_strip import auto_strip
from app.prints.auto_view import auto_view
from app.prints.escpos_strip import escpos_strip
from app.prints.fonts import bundled_fonts
from app.prints.png_dots import dots_png
from app.prints.strip import Drawn, drawn_svg, strip_svg
from checklists import load_rulebook
given = json.loads(GIVEN)
view = auto_view(given["record"], given["town"], rulebook=load_rulebook("januaria"),
                 persons=given["persons"], agent_name="Ana Inventada", copy_url=given["url"])
blocks = auto_strip(view, {"autuado": given["signed"]})
"""


def test_a_copy_made_in_the_browser_is_read_by_two_decoders(
    probe_screen: Screen,
):
    screen = probe_screen
    photo = photo_bytes(320, 240)
    given = json.dumps({
        "record": auto_record("januaria", photos=["ab" * 32]), "town": town("januaria"),
        "persons": PERSONS, "url": COPY_URL, "signed": SIGNED,
    })
    screen.probe(f"GIVEN = {given!r}\n{MAKE}")

    pdf = bytes.fromhex(screen.probe(
        f"auto_pdf(view, signatures={{'autuado': given['signed']}}, "
        f"photos=[bytes.fromhex({photo.hex()!r})]).hex()"
    ))
    assert decoded_by_both(pdf_page_image(pdf, dpi=150)) == COPY_URL
    text = " ".join(pdf_text(pdf).split())
    for said in ("000.042", "João Inventado de Araújo", "07/12/2026", "Art. 104, b"):
        assert said in text
    assert photo in pdf, "the photo as it is, without Pillow"

    screen.probe("dots = await ports.raster.dots(strip_svg(blocks, 384, bundled_fonts()), 384)")
    strip = Image.open(io.BytesIO(bytes.fromhex(screen.probe("dots_png(dots).hex()"))))
    assert (strip.mode, strip.width) == ("1", 384)
    assert decoded_by_both(strip) == COPY_URL

    screen.probe(
        "place = next(n for n, block in enumerate(blocks) "
        "if isinstance(block, Drawn) and block.strokes)\n"
        "drawn = {place: await ports.raster.dots(drawn_svg(blocks[place].strokes, 576), 576)}"
    )
    printed = read_escpos(bytes.fromhex(screen.probe(
        "escpos_strip(blocks, 576, drawn=drawn).hex()")))
    assert decoded_by_both(on_paper(printed, 576)) == COPY_URL
    assert any(one.picture is not None for one in printed)
