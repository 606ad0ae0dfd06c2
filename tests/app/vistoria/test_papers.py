"""What leaves the device: the selo as a picture and a label, the laudo, each made offline."""

import io
import re

from PIL import Image

from app.flows.papers import Papers
from app.flows.registry import concluded
from tests.support.qr_decoders import decoded_by_both, pdf_page_image, pdf_text
from tests.support.yard import van


async def _papers(yard, *failing):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow, *failing)
    conclusion = await yard.signs_and_concludes(flow)
    return Papers(yard.desk, concluded(yard.store, conclusion.record_id))


async def test_the_selo_picture_carries_the_address_that_two_decoders_read(yard):
    papers = await _papers(yard)
    image = await papers.seal_image()
    assert image.name == "selo-ABC1D23-2026-11-30.png"
    assert decoded_by_both(Image.open(io.BytesIO(image.data))) == papers.seal_url
    assert re.fullmatch(r"https://vistoria\.exemplo/s/\d{220}", papers.seal_url)


async def test_the_qr_on_the_screen_is_the_same_address(yard):
    papers = await _papers(yard)
    png = await yard.desk.ports.raster.png(papers.qr_svg(), 720)
    assert decoded_by_both(Image.open(io.BytesIO(png))) == papers.seal_url


async def test_the_printed_label_carries_it_too(yard):
    papers = await _papers(yard)
    label = await papers.seal_label()
    assert label.media_type == "application/pdf"
    assert decoded_by_both(pdf_page_image(label.data)) == papers.seal_url


async def test_a_rejected_van_gets_a_laudo_to_take_along(yard):
    papers = await _papers(yard, "14-XX")
    laudo = await papers.laudo()
    assert laudo.name == "laudo-ABC1D23-2026-11-30.pdf"
    text = pdf_text(laudo.data)
    assert "Retrovisor interno" in text
    assert "Art. 14, XX" in text


async def test_where_nothing_can_share_the_file_is_saved(yard):
    papers = await _papers(yard, "14-XX")
    assert await papers.share(await papers.laudo()) is False
    saved = list(yard.folder.rglob("laudo-ABC1D23-2026-11-30.pdf"))
    assert len(saved) == 1
