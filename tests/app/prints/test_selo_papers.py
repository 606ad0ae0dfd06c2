"""The papers of a selo: of each town what its law asks, each module a whole number of dots."""

from __future__ import annotations

import io
import re
import struct
from xml.etree import ElementTree

import pytest
from PIL import Image

from app.device import native_svg
from app.prints.kinds import paper_kind, paper_kinds, stocks
from app.prints.paper import MODULE_MM
from app.prints.picture import dots_per_mm
from app.prints.png_scale import with_resolution
from app.prints.selo_label import look, state_of
from app.prints.selo_papers import paper_pdf, paper_svg, stock_pdf
from app.prints.view import seal_facts, selo_view
from checklists import load_rulebook
from sync import records
from tests.support import records as made
from tests.support.papers import MANGARATIBA, words_outside_the_page
from tests.support.qr_decoders import decoded_by_both, paint_modules, pdf_page_image, pdf_text

BASE = "https://selo.exemplo.gov.br"
LONG_BASE = "https://selo-municipal.transito.exemplo.gov.br"[:48]
TOWNS = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")
VEHICLE = {"make_model": "Fiat Ducato", "manufacture_year": 2017, "model_year": 2018,
           "permit": "E-12", "authorised_until": "2027-03-31"}


def seal(town: str = "mangaratiba", base: str = BASE, vehicle=VEHICLE, status="aprovado",
         phone="(21) 2000-0000", **state):
    """(view, facts) of an invented seal of this town's rulebook."""
    rulebook = load_rulebook(town)
    where = {**MANGARATIBA, "rulebook": town, "ouvidoria": {"phone": phone, "email": ""}}
    record = made.signed("selo", made.selo_body(made.signed()))
    packed = made.packed_seal(status=status)
    record["body"] |= {"payload": records.b64url(packed), "service": rulebook.services[0].id}
    view = selo_view(record, where, base, rulebook=rulebook, **state)
    return view, seal_facts(view, where, vehicle, "Marta, matrícula 1001")


def painted(town: str, kind_id: str, dpi: int, base: str = BASE):
    kind = paper_kind(town, kind_id)
    view, facts = seal(town, base)
    svg, width = paper_svg(kind, view, facts, dpi)
    return view, kind, svg, Image.open(io.BytesIO(native_svg.png(svg, width)))


EVERY = [
    *(("mangaratiba", kind.id) for kind in paper_kinds("mangaratiba")),
    ("sapezal", "adesivo-interno"), ("sapezal", "adesivo-externo"),
]  # fmt: skip


@pytest.mark.parametrize(("town", "kind_id"), EVERY)
def test_both_decoders_read_the_code_of_every_paper(town, kind_id):
    kind = paper_kind(town, kind_id)
    view, facts = seal(town, LONG_BASE)
    pdf = paper_pdf(kind, view, facts)
    dpi = 150 if kind.width_mm > 150 else kind.dpi[0]
    assert decoded_by_both(pdf_page_image(pdf, dpi)) == view.address
    assert words_outside_the_page(pdf) == []


@pytest.mark.parametrize(
    ("town", "kind_id", "dpi", "dots", "base"),
    [
        ("mangaratiba", "selo", 300, 7, BASE), ("mangaratiba", "selo", 600, 14, LONG_BASE),
        ("mangaratiba", "selo-termico", 203, 5, BASE),
        ("mangaratiba", "selo-termico", 300, 7, LONG_BASE),
        ("mangaratiba", "selo-termico-baixo", 203, 5, LONG_BASE),
        ("mangaratiba", "selo-termico-baixo", 300, 7, BASE),
        ("mangaratiba", "certificado", 300, 8, BASE),
        ("sapezal", "adesivo-interno", 300, 7, LONG_BASE),
        ("sapezal", "adesivo-externo", 300, 14, BASE),
    ],
)  # fmt: skip
def test_each_module_of_a_picture_is_a_whole_number_of_printer_dots(
    town, kind_id, dpi, dots, base
):
    view, kind, svg, image = painted(town, kind_id, dpi, base)
    expected = paint_modules(view.matrix, module_px=dots)
    assert expected.width / dots_per_mm(dpi) >= 34
    assert image.width == round(kind.width_mm * dots_per_mm(dpi))
    # Painted as wide as it says itself, in whole dots: nothing on the way rounds anything.
    assert f'width="{image.width}" height="{image.height}"' in svg
    left, top = map(int, re.search(r'd="M(\d+) (\d+)h\d+v\d+h-', svg).groups())
    left, top = left - 4 * dots, top - 4 * dots
    grey = image.convert("L").crop((left, top, left + expected.width, top + expected.height))
    assert grey.tobytes() == expected.tobytes()  # no grey dot between the modules


def test_the_thermal_pdf_has_five_dots_of_its_printer_a_module():
    view, facts = seal(base=LONG_BASE)
    pdf = paper_pdf(paper_kind("mangaratiba", "selo-termico-baixo"), view, facts)
    image = pdf_page_image(pdf, 203.2).convert("L").point(lambda grey: 255 if grey > 127 else 0)
    expected = paint_modules(view.matrix, module_px=5)
    left, top = (100 - 2) * 8 - expected.width, 5
    found = image.crop((left, top, left + expected.width, top + expected.height))
    assert found.tobytes() == expected.tobytes()
    assert decoded_by_both(image) == view.address


@pytest.mark.parametrize("state", [{}, {"status": "provisorio"}, {"cancelled": True}])
def test_a_thermal_paper_is_black_and_white_alone(state):
    for kind_id in ("selo-termico", "selo-termico-baixo"):
        view, facts = seal(**state)
        svg, _ = paper_svg(paper_kind("mangaratiba", kind_id), view, facts, 203)
        colours = set(re.findall(r'(?:fill|stroke)="(#\w+)"', svg))
        assert {colour.upper() for colour in colours} <= {"#000000", "#FFFFFF"}


@pytest.mark.parametrize(("town", "kind_id"), EVERY)
def test_every_paper_says_in_words_and_colour_that_it_is_provisional(town, kind_id):
    kind = paper_kind(town, kind_id)
    view, facts = seal(town, status="provisorio")
    text = pdf_text(paper_pdf(kind, view, facts))
    assert "APROVADO COM EXIGÊNCIA ATÉ" in text
    assert "VÁLIDO ATÉ" not in text
    assert "VÁLIDA ATÉ" not in text
    plain, _ = seal(town)
    assert look(view, kind).tint != look(plain, kind).tint
    assert look(view, kind).icon != look(plain, kind).icon


@pytest.mark.parametrize(("town", "kind_id"), EVERY)
def test_every_paper_of_a_replaced_seal_says_that_it_counts_no_more(town, kind_id):
    view, facts = seal(town, cancelled=True)
    text = pdf_text(paper_pdf(paper_kind(town, kind_id), view, facts))
    assert "CANCELADO" in text
    assert "VÁLID" not in text
    assert "30/05/2027" not in text


@pytest.mark.parametrize(("town", "kind_id"), EVERY)
def test_every_paper_has_the_short_code_and_where_to_type_it(town, kind_id):
    view, facts = seal(town)
    text = pdf_text(paper_pdf(paper_kind(town, kind_id), view, facts))
    assert view.short_code in text
    assert "selo.exemplo.gov.br/s" in text


def test_januaria_has_the_day_of_the_inspection_and_the_validity_inside_the_vehicle():
    kind = paper_kind("januaria", "selo")
    view, facts = seal("januaria", cites=kind.cites)
    text = pdf_text(paper_pdf(kind, view, facts))
    for said in ("Data da vistoria", "30/11/2026", "VÁLIDO ATÉ", "30/05/2027", "Art. 52, § 1"):
        assert said in text


def test_muriae_asks_that_the_selo_stays_until_the_next_inspection():
    view, facts = seal("muriae")
    text = pdf_text(paper_pdf(paper_kind("muriae", "selo"), view, facts))
    assert "Não retire até a próxima vistoria." in text


def test_mangaratiba_has_the_certificate_that_stays_in_the_vehicle():
    kind = paper_kind("mangaratiba", "certificado")
    view, facts = seal(cites=kind.cites)
    text = " ".join(pdf_text(paper_pdf(kind, view, facts)).split())
    assert "Lei 1.493/2023, Art. 9, I" in text
    assert "O original deste certificado fica no interior do veículo" in text


def test_sapezal_has_the_authorisation_its_validity_and_the_ouvidoria_on_the_inner_sticker():
    kind = paper_kind("sapezal", "adesivo-interno")
    view, facts = seal("sapezal", cites=kind.cites)
    text = pdf_text(paper_pdf(kind, view, facts))
    for said in ("Autorização nº", "E-12", "Autorização até", "31/03/2027", "(21) 2000-0000",
                 "VISTORIA VÁLIDA ATÉ", "Art. 14"):
        assert said in text


@pytest.mark.parametrize(
    ("town", "law"),
    [("sapezal", "Lei 1.533/2020, Art. 16"), ("santo-andre", "Lei 1.578/1960, Art. 3, I, h")],
)
def test_where_the_law_knows_no_selo_it_cites_the_inspection_that_it_proves(town, law):
    assert seal(town)[0].law == law
    assert paper_kind(town, "selo").cites == (law.partition(", ")[2],)


def test_what_the_registry_does_not_know_is_a_line_to_fill_in_and_never_a_guess():
    kind = paper_kind("sapezal", "adesivo-interno")
    view, facts = seal("sapezal", vehicle=None, phone="")
    assert facts["authorised_until"] == facts["permit"] == facts["ouvidoria_phone"] == ""
    text = pdf_text(paper_pdf(kind, view, facts))
    assert "Autorização até" in text
    assert re.findall(r"\d\d/\d\d/\d{4}", text) == ["30/05/2027"]  # of the vistoria, above
    svg, _ = paper_svg(kind, view, facts, 300)
    blanks = [row for row in kind.rows if row.blank]
    lines = re.findall(r'<path d="M[\d.]+ [\d.]+L[\d.]+ [\d.]+" fill="none"', svg)
    assert len(lines) == len(blanks) + 1  # and the rule above the foot


def test_sapezals_outer_sticker_is_fifteen_centimetres_high_and_twenty_wide():
    kind = paper_kind("sapezal", "adesivo-externo")
    assert (kind.height_mm, kind.width_mm) == (150, 200)
    view, facts = seal("sapezal")
    image = pdf_page_image(paper_pdf(kind, view, facts), 127)  # five dots a millimetre
    assert image.width == pytest.approx(1000, abs=1)
    assert image.height == pytest.approx(750, abs=1)


@pytest.mark.parametrize("town", TOWNS)
def test_what_a_paper_cites_is_what_the_rulebook_has_for_it(town):
    rulebook = load_rulebook(town)
    known = {cite for duty in rulebook.requirements for cite in duty.cites}
    known |= {cite for item in _items(rulebook) for cite in item.cites}
    known |= {conduct.cite for conduct in rulebook.conducts}
    cited = {cite for kind in paper_kinds(town) for cite in kind.cites}
    assert cited <= known
    asked = {cite for duty in rulebook.requirements if duty.kind == "selo" for cite in duty.cites}
    assert asked <= cited


def _items(rulebook):
    return [
        item for service in rulebook.services for item in rulebook.checklist(service.id).items
    ]


@pytest.mark.parametrize("town", TOWNS)
def test_every_town_has_a_certificate_a_label_and_thermal_labels(town):
    ids = [kind.id for kind in paper_kinds(town)]
    assert len(set(ids)) == len(ids)
    assert {"selo", "certificado", "selo-termico", "selo-termico-baixo"} <= set(ids)
    assert any(stocks(kind) for kind in paper_kinds(town))


def test_a_sheet_of_labels_begins_at_the_first_free_one_and_goes_on_to_the_next_sheet():
    kind = paper_kind("mangaratiba", "selo")
    stock = next(one for one in stocks(kind) if one.id == "a4-8")
    view, facts = seal()
    pdf = stock_pdf(kind, stock, [(view, facts)] * 2, first=stock.count)
    pages = pdf_text(pdf).split("\f")
    assert [page.count("Nº 000.042") for page in pages[:2]] == [1, 1]
    last = pdf_page_image(pdf, 300)
    x, y = stock.corner(stock.count, kind)
    of_label = last.crop(tuple(round(mm * 300 / 25.4) for mm in (
        x, y, x + kind.width_mm, y + kind.height_mm)))
    assert decoded_by_both(of_label) == view.address
    blank = last.convert("L").crop((0, 0, last.width, round(y * 300 / 25.4) - 2))
    assert blank.getextrema() == (255, 255)


def test_the_labels_of_a_full_sheet_lie_within_it_and_beside_each_other():
    for town in TOWNS:
        for kind in paper_kinds(town):
            for stock in stocks(kind):
                corners = [stock.corner(at, kind) for at in range(1, stock.count + 1)]
                assert len(set(corners)) == stock.count
                for x, y in corners:
                    assert 0 <= x <= stock.page_mm[0] - kind.width_mm
                    assert 0 <= y <= stock.page_mm[1] - kind.height_mm
                with pytest.raises(ValueError, match="não há"):
                    stock.corner(stock.count + 1, kind)


def test_a_sheet_to_cut_has_marks_outside_the_corners():
    kind = paper_kind("sapezal", "adesivo-externo")
    (stock,) = stocks(kind)
    view, facts = seal("sapezal")
    page = pdf_page_image(stock_pdf(kind, stock, [(view, facts)]), 254).convert("L")
    assert page.getpixel((30, 100)) < 128  # left of the upper left corner


def test_the_svg_is_as_large_as_the_paper_and_uses_little_of_svg(typefaces):
    kind = paper_kind("sapezal", "adesivo-externo")
    view, facts = seal("sapezal")
    svg, width = paper_svg(kind, view, facts, 600, typefaces, in_mm=True)
    root = ElementTree.fromstring(svg)
    assert float(root.attrib["width"][:-2]) == pytest.approx(200, abs=0.05)
    assert width == round(200 * 600 / 25.4)
    assert {child.tag.rpartition("}")[2] for child in root} == {"title", "rect", "path"}
    assert root[0].text.startswith("Selo de vistoria número 000.042")


def test_a_picture_says_how_large_it_is_to_be_printed():
    view, facts = seal()
    svg, _ = paper_svg(paper_kind("mangaratiba", "selo-termico"), view, facts, 203)
    png = with_resolution(native_svg.png(svg, 800), dots_per_mm(203))
    at = png.index(b"pHYs")
    assert struct.unpack(">IIB", png[at + 4 : at + 13]) == (8000, 8000, 1)
    assert png.count(b"pHYs") == 1
    again = with_resolution(png, dots_per_mm(300))
    assert Image.open(io.BytesIO(again)).info["dpi"] == pytest.approx((300, 300), abs=0.1)


def test_a_paper_that_is_not_of_the_seal_alone_says_what_is_valid():
    view, _ = seal("sapezal")
    assert state_of(view, paper_kind("sapezal", "adesivo-interno")) == "VISTORIA VÁLIDA ATÉ"
    assert state_of(view, paper_kind("sapezal", "selo")) == "VÁLIDO ATÉ"


def test_a_module_is_seven_dots_at_300_dpi():
    assert round(MODULE_MM * 300 / 25.4, 9) == 7
