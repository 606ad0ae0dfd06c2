import re

import pytest
from PIL import Image, ImageDraw

from sync import records
from sync.records import SealError, qr, seal
from tests.support import records as made
from tests.support.qr_decoders import decoded_by_both, paint_modules


def base_of(chars: int) -> str:
    """A public base whose host, port included, has this many characters."""
    return "https://" + "selo.exe.".ljust(chars - 5, "a") + ":8443"


def paint_svg(svg: str, module_px: int = 6) -> Image.Image:
    """The QR of an SVG painted from the path itself, rectangle by rectangle."""
    side = int(re.search(r'viewBox="0 0 (\d+) \d+"', svg)[1])
    image = Image.new("L", (side * module_px,) * 2, 255)
    draw = ImageDraw.Draw(image)
    dark = re.findall(r'<path fill="#000" d="([^"]+)"', svg)[0]
    for left, top, width, height in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", dark):
        x, y, w, h = (int(value) * module_px for value in (left, top, width, height))
        draw.rectangle((x, y, x + w - 1, y + h - 1), fill=0)
    return image


@pytest.mark.parametrize(
    ("host_chars", "version"), [(17, 9), (26, 9), (27, 10), (40, 10)],
)
def test_both_decoders_read_the_address_back_for_every_length_of_host(host_chars, version):
    address = seal.url(base_of(host_chars), made.packed_seal())
    matrix = records.qr_matrix(address)
    assert qr.matrix_version(matrix) == version
    assert decoded_by_both(paint_modules(matrix)) == address


def test_localhost_with_its_port_is_read_too():
    address = seal.url("http://localhost:8000", made.packed_seal())
    assert decoded_by_both(paint_modules(records.qr_matrix(address))) == address


def test_the_svg_paints_exactly_the_matrix():
    address = seal.url(base_of(20), made.packed_seal())
    painted = paint_svg(records.qr_svg(address))
    expected = paint_modules(records.qr_matrix(address), module_px=6)
    assert painted.tobytes() == expected.tobytes()
    assert decoded_by_both(painted) == address


def test_the_svg_is_small_and_asks_for_crisp_edges():
    svg = records.qr_svg(seal.url(base_of(40), made.packed_seal()))
    assert len(svg) < 14_000
    assert 'shape-rendering="crispEdges"' in svg


def test_the_png_is_read_by_both():
    import io

    address = seal.url(base_of(26), made.packed_seal())
    image = Image.open(io.BytesIO(records.qr_png(address)))
    assert image.size == ((53 + 8) * 8,) * 2
    assert decoded_by_both(image) == address


def test_a_quarter_of_the_error_correction_survives_a_thumb_of_dirt():
    address = seal.url(base_of(20), made.packed_seal())
    image = paint_modules(records.qr_matrix(address))
    side = image.width
    ImageDraw.Draw(image).ellipse(
        (side * 0.52, side * 0.52, side * 0.70, side * 0.70), fill=90
    )
    assert decoded_by_both(image) == address


def test_rectangles_cover_each_dark_module_once():
    matrix = records.qr_matrix(seal.url(base_of(20), made.packed_seal()))
    covered = [
        (x, y)
        for left, top, width, height in qr.matrix_rectangles(matrix)
        for x in range(left, left + width)
        for y in range(top, top + height)
    ]
    dark = {(x, y) for y, row in enumerate(matrix) for x, is_dark in enumerate(row) if is_dark}
    assert len(covered) == len(dark)
    assert set(covered) == dark


@pytest.mark.parametrize(
    "address", ["https://exemplo.com", "https://a.b/s/" + "x" * 220, "https://a.b/" + "1" * 220,
                "https://" + "a" * 60 + "/s/" + "1" * 220, ""],
)
def test_only_the_address_of_a_seal_becomes_a_qr(address):
    with pytest.raises(SealError):
        records.qr_matrix(address)
