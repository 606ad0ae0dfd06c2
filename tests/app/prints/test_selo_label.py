import subprocess

import pytest

from app.palette import contrast
from app.prints import Fonts, selo_label_pdf
from app.prints.paper import DOT_MM, MODULE_MM
from app.prints.selo_label import BAND, HEIGHT, MARGIN, WIDTH, tone
from app.prints.view import selo_view
from sync import records
from tests.support import records as made
from tests.support.papers import MANGARATIBA, town, words_outside_the_page
from tests.support.qr_decoders import decoded_by_both, paint_modules, pdf_page_image, pdf_text

BASE = "https://selo.exemplo.gov.br"
LONG_BASE = "https://selo-municipal.transito.exemplo.gov.br"[:48]


def selo() -> dict:
    return made.signed("selo", made.selo_body(made.signed()))


def address_of(record: dict, base: str = BASE) -> str:
    return records.seal.url(base, records.b64url_bytes(record["body"]["payload"]))


@pytest.mark.parametrize("base", [BASE, LONG_BASE, "http://localhost:8000"])
@pytest.mark.parametrize("dpi", [203, 300])
def test_both_decoders_read_the_printed_code(base, dpi):
    record = selo()
    image = pdf_page_image(selo_label_pdf(record, MANGARATIBA, base), dpi)
    assert decoded_by_both(image) == address_of(record, base)


@pytest.mark.parametrize(("base", "modules"), [(BASE, 53), (LONG_BASE, 57)])
def test_each_module_is_seven_dots_at_300_dpi_and_the_code_is_34_mm_or_more(base, modules):
    record = selo()
    image = pdf_page_image(selo_label_pdf(record, MANGARATIBA, base), 300).convert("L")
    expected = paint_modules(records.qr_matrix(address_of(record, base)), module_px=7)
    assert (modules + 8) * MODULE_MM >= 34
    left = round((WIDTH - MARGIN) / DOT_MM - expected.width)
    top = round((BAND + 1.2) / DOT_MM)
    painted = image.crop((left, top, left + expected.width, top + expected.height))
    painted = painted.point(lambda grey: 255 if grey > 127 else 0)
    assert painted.tobytes() == expected.tobytes()


def test_the_label_says_what_the_seal_says():
    text = pdf_text(selo_label_pdf(selo(), MANGARATIBA, BASE, cites=("Art. 9, I",)))
    for said in (
        "MUNICÍPIO DE MANGARATIBA · RJ", "SELO DE VISTORIA", "Nº 000.042", "Transporte escolar",
        "ABC1D23", "VÁLIDO ATÉ", "30/05/2027", "Vistoria em 30/11/2026", "Chassi, final A12345",
        "Aponte a câmera ou digite em", "selo.exemplo.gov.br/s", "Art. 9, I",
    ):
        assert said in text


@pytest.mark.parametrize(
    "name",
    ["Itu", "Vila Bela da Santíssima Trindade", "São José do Vale do Rio Preto do Alto Paraguai"],
)
def test_a_long_town_or_service_is_made_smaller_never_cut(name, fonts):
    pdf = selo_label_pdf(selo(), town(name), LONG_BASE, fonts=fonts)
    text = " ".join(pdf_text(pdf).split())
    assert f"MUNICÍPIO DE {name.upper()} · RJ" in text
    assert LONG_BASE.removeprefix("https://") in text
    assert "…" not in text
    assert words_outside_the_page(pdf) == []


def test_the_label_fits_common_stock_of_99_by_67_mm():
    assert WIDTH <= 99.1
    assert HEIGHT <= 67.7


def test_a_provisional_seal_says_so_in_words():
    key = made.key_from()
    packed = made.packed_seal(key, status="provisorio")
    record = selo()
    record["body"]["payload"] = records.b64url(packed)
    text = pdf_text(selo_label_pdf(record, MANGARATIBA, BASE))
    assert "SELO PROVISÓRIO" in text
    assert "COM EXIGÊNCIA ATÉ" in text
    assert "VÁLIDO ATÉ" not in text


def test_an_annulled_seal_says_so_and_no_longer_says_valid():
    text = pdf_text(selo_label_pdf(selo(), MANGARATIBA, BASE, annulled=True))
    assert "ANULADO" in text
    assert "VÁLIDO" not in text
    assert "30/05/2027" not in text


def test_each_state_has_its_own_shape_and_readable_ink():
    views = [
        selo_view(selo(), MANGARATIBA, BASE),
        selo_view(selo(), MANGARATIBA, BASE, annulled=True),
    ]
    tones = [tone(view) for view in views]
    assert len({icon for _, _, icon in tones}) == 2
    for ink, tint, _ in tones:
        assert contrast(ink, tint) >= 7


def test_fonts_may_be_given_as_bytes(typefaces):
    given = Fonts(*(
        (typefaces / name).read_bytes()
        for name in ("Atkinson-Regular.ttf", "Atkinson-Bold.ttf", "AtkinsonMono-Bold.ttf")
    ))
    pdf = selo_label_pdf(selo(), MANGARATIBA, BASE, fonts=given)
    fonts = subprocess.run(["pdffonts", "-"], input=pdf, capture_output=True, check=True).stdout
    assert b"Invented" in fonts
    assert "MUNICÍPIO" in pdf_text(pdf)


def test_the_label_holds_no_raster_image():
    images = subprocess.run(
        ["pdfimages", "-list", "-"], input=selo_label_pdf(selo(), MANGARATIBA, BASE),
        capture_output=True, check=True,
    ).stdout.decode()
    assert len(images.strip().splitlines()) == 2  # the two lines of the heading
