"""What leaves the device: the papers of the selo, the laudo, each made offline."""

import io
import re

import pytest
from PIL import Image

from app.flows.papers import Papers, SealPapers
from app.flows.registry import concluded
from app.flows.seals import shown_seal
from tests.support.qr_decoders import decoded_by_both, pdf_page_image, pdf_text
from tests.support.yard import van


async def _concluded(yard, *failing):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow, *failing)
    return (await yard.signs_and_concludes(flow)).record_id


async def _laudo(yard, *failing):
    return Papers(yard.desk, concluded(yard.store, await _concluded(yard, *failing)))


@pytest.fixture
async def papers(yard):
    return SealPapers(yard.desk, shown_seal(yard.desk, await _concluded(yard)))


def _kind(papers, kind_id):
    return next(kind for kind in papers.kinds() if kind.id == kind_id)


async def test_the_selo_picture_carries_the_address_that_two_decoders_read(papers):
    image = await papers.image()
    assert image.name == "selo-ABC1D23-2026-11-30.png"
    assert decoded_by_both(Image.open(io.BytesIO(image.data))) == papers.url
    assert re.fullmatch(r"https://vistoria\.exemplo/s/\d{220}", papers.url)


async def test_the_qr_on_the_screen_is_the_same_address(yard, papers):
    png = await yard.desk.ports.raster.png(papers.qr_svg(), 720)
    assert decoded_by_both(Image.open(io.BytesIO(png))) == papers.url


async def test_the_town_has_its_own_papers_first_and_then_the_common_ones(papers):
    assert [kind.id for kind in papers.kinds()] == [
        "selo", "certificado", "selo-termico", "selo-termico-baixo",
    ]


async def test_the_printed_label_carries_it_too(papers):
    label = await papers.pdf(_kind(papers, "selo"))
    assert (label.name, label.media_type) == ("selo-ABC1D23-2026-11-30.pdf", "application/pdf")
    assert decoded_by_both(pdf_page_image(label.data)) == papers.url


async def test_the_certificate_names_the_vehicle_and_who_inspected_it(papers):
    text = pdf_text((await papers.pdf(_kind(papers, "certificado"))).data)
    for said in ("Fiat Ducato", "2019 / 2020", "9BWZZZ377VT004251", "E-12", "matrícula 1001",
                 papers.of.short_code, "Art. 9, I"):
        assert said in text


async def test_a_picture_for_a_thermal_printer_is_in_its_dots_and_pure_black(papers):
    paper = await papers.picture(_kind(papers, "selo-termico"), 203)
    image = Image.open(io.BytesIO(paper.data))
    assert (image.mode, image.size) == ("1", (800, 560))
    assert image.info["dpi"] == pytest.approx((203.2, 203.2), abs=0.1)
    assert decoded_by_both(image) == papers.url


async def test_a_picture_in_colour_knows_its_size_and_so_does_the_drawing(papers):
    kind = _kind(papers, "selo")
    paper = await papers.picture(kind, 300)
    image = Image.open(io.BytesIO(paper.data))
    assert paper.name == "selo-300dpi-ABC1D23-2026-11-30.png"
    assert image.width / image.info["dpi"][0] * 25.4 == pytest.approx(99, abs=0.1)
    assert b'width="99' in (await papers.drawing(kind)).data[:200]


async def test_a_label_goes_onto_the_first_free_place_of_a_sheet(papers):
    from app.prints.kinds import stocks

    kind = _kind(papers, "selo")
    sheet = await papers.on_stock(kind, stocks(kind)[0], first=8)
    assert pdf_text(sheet.data).count("SELO DE VISTORIA") == 1
    assert decoded_by_both(pdf_page_image(sheet.data)) == papers.url


async def test_a_rejected_van_gets_a_laudo_to_take_along(yard):
    laudo = await (await _laudo(yard, "14-XX")).laudo()
    assert laudo.name == "laudo-ABC1D23-2026-11-30.pdf"
    text = pdf_text(laudo.data)
    assert "Retrovisor interno" in text
    assert "Art. 14, XX" in text


async def test_where_nothing_can_share_the_file_is_saved(yard):
    papers = await _laudo(yard, "14-XX")
    assert await papers.share(await papers.laudo()) is False
    saved = list(yard.folder.rglob("laudo-ABC1D23-2026-11-30.pdf"))
    assert len(saved) == 1
