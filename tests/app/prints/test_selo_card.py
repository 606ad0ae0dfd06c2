import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from PIL import Image, ImageDraw

from app.prints import selo_svg
from app.prints.outlines import Typeface
from app.prints.selo_card import HEIGHT, WIDTH
from sync import records
from tests.support import records as made
from tests.support.papers import MANGARATIBA, town
from tests.support.qr_decoders import decoded_by_both

BASE = "https://selo.exemplo.gov.br"
SVG = "{http://www.w3.org/2000/svg}"
QR_RECTANGLE = re.compile(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z")


def selo() -> dict:
    return made.signed("selo", made.selo_body(made.signed()))


def paint_code(svg: str) -> Image.Image:
    """The card with only its papers and its QR: what a camera looks for."""
    image = Image.new("L", (WIDTH, HEIGHT), 255)
    draw = ImageDraw.Draw(image)
    codes = [path for path in re.findall(r'd="([^"]+)"', svg) if QR_RECTANGLE.match(path)]
    assert len(codes) == 1
    for rectangle in QR_RECTANGLE.findall(codes[0]):
        x, y, width, height = map(int, rectangle)
        draw.rectangle((x, y, x + width - 1, y + height - 1), fill=0)
    return image


@pytest.mark.parametrize("base", [BASE, "https://" + "a" * 40, "http://localhost:8000"])
def test_both_decoders_read_the_code_of_the_picture(base, fonts):
    record = selo()
    svg = selo_svg(record, MANGARATIBA, base, fonts=fonts)
    address = records.seal.url(base, records.b64url_bytes(record["body"]["payload"]))
    assert decoded_by_both(paint_code(svg)) == address


def test_the_picture_uses_only_rectangles_and_paths_when_it_has_the_typefaces(typefaces):
    root = ElementTree.fromstring(selo_svg(selo(), MANGARATIBA, BASE, fonts=typefaces))
    assert {child.tag.removeprefix(SVG) for child in root} == {"title", "rect", "path"}
    for path in root.iter(f"{SVG}path"):
        assert re.fullmatch(r"[MLQCHVhvZz0-9 .,-]+", path.attrib["d"])


def test_without_typefaces_the_text_stays_text_and_names_them(tmp_path):
    root = ElementTree.fromstring(selo_svg(selo(), MANGARATIBA, BASE, fonts=tmp_path))
    said = [text.text for text in root.iter(f"{SVG}text")]
    for wanted in ("ABC1D23", "VÁLIDO ATÉ", "30/05/2027", "Nº 000.042", "SELO DE VISTORIA"):
        assert wanted in said
    families = {text.attrib["font-family"].split(",")[0] for text in root.iter(f"{SVG}text")}
    assert families == {"Atkinson", "AtkinsonMono"}


def test_who_hears_the_picture_hears_the_whole_seal(fonts):
    root = ElementTree.fromstring(selo_svg(selo(), MANGARATIBA, BASE, fonts=fonts))
    assert root[0].text == (
        "Selo de vistoria número 000.042, Mangaratiba · RJ, placa ABC1D23, válido até 30/05/2027."
    )


def test_an_annulled_seal_says_so_and_no_longer_says_valid(tmp_path):
    svg = selo_svg(selo(), MANGARATIBA, BASE, annulled=True, fonts=tmp_path)
    assert "ANULADO" in svg
    assert "VÁLIDO" not in svg


def test_no_outline_of_a_long_name_leaves_the_picture(typefaces):
    name = "São José do Vale do Rio Preto do Alto Paraguai e das Águas de São Pedro"
    svg = selo_svg(selo(), town(name), "https://" + "a" * 40, fonts=typefaces)
    for data in re.findall(r'd="([^"]+)"', svg):
        if not QR_RECTANGLE.match(data):
            xs = [float(x) for x in re.findall(r"[MLH]([\d.-]+)", data)]
            assert all(0 <= x <= WIDTH for x in xs)


def test_a_name_with_markup_in_it_is_only_a_name(tmp_path):
    svg = selo_svg(selo(), town('<b>"&'), BASE, fonts=tmp_path)
    root = ElementTree.fromstring(svg)
    assert any('<B>"&' in (text.text or "") for text in root.iter(f"{SVG}text"))


def test_the_outline_of_a_letter_stands_on_its_baseline(typefaces):
    face = Typeface(typefaces / "Atkinson-Bold.ttf")
    assert face.width("AB", 100) == pytest.approx(128)
    assert face.path("A", 10, 200, 100) == "M14 200V130H70V200Z"


def test_papers_need_neither_pillow_nor_what_the_browser_leaves_out(typefaces):
    """The modules that the browser does not have are made impossible to import."""
    script = """
import importlib.abc, json, sys

class Absent(importlib.abc.MetaPathFinder):
    names = ("PIL", "cryptography", "zxingcpp", "argon2", "uharfbuzz", "fontTools.cu2qu",
             "fontTools.qu2cu", "fontTools.merge", "fontTools.mtiLib", "fontTools.voltLib",
             "fontTools.ufoLib", "fontTools.fontBuilder", "fontTools.ttx", "flet")
    def find_spec(self, name, path=None, target=None):
        if any(name == absent or name.startswith(absent + ".") for absent in self.names):
            raise ImportError(f"{name} is not there")

sys.meta_path.insert(0, Absent())
from app import prints
assert not {"fpdf", "fontTools"} & set(sys.modules), "loaded before the first paper"
vistoria, selo, town, folder = json.load(sys.stdin)
for fonts in (folder, "/nowhere"):
    assert prints.laudo_pdf(vistoria, town, selo=selo, fonts=fonts).startswith(b"%PDF")
    assert prints.selo_label_pdf(selo, town, "https://a.br", fonts=fonts).startswith(b"%PDF")
    assert prints.selo_svg(selo, town, "https://a.br", fonts=fonts).startswith("<svg")
"""
    vistoria = made.signed()
    given = records.canonical(
        [vistoria, made.signed("selo", made.selo_body(vistoria)), MANGARATIBA, str(typefaces)]
    )
    subprocess.run([sys.executable, "-W", "error", "-c", script], input=given, check=True)


def test_without_the_pdf_pack_the_picture_is_still_made_and_the_papers_say_what_to_do():
    script = """
import json, sys
sys.modules["fpdf"] = None  # an import of it now fails
from app import prints
vistoria, selo, town = json.load(sys.stdin)
assert "VÁLIDO ATÉ" in prints.selo_svg(selo, town, "https://a.br")
try:
    prints.laudo_pdf(vistoria, town)
except prints.PapersUnavailable as error:
    assert "com sinal" in error.message
else:
    raise AssertionError("a paper without the pack")
"""
    vistoria = made.signed()
    given = records.canonical(
        [vistoria, made.signed("selo", made.selo_body(vistoria)), MANGARATIBA]
    )
    subprocess.run([sys.executable, "-W", "error", "-c", script], input=given, check=True)
