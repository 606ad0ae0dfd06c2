"""The native raster paints the selo's picture so that a camera reads it."""

import io

import pytest
from PIL import Image

from app.device import native, native_svg
from app.prints import selo_svg
from sync import records
from sync.device.ports import NotAnImage, Shape
from tests.support import records as made
from tests.support.papers import MANGARATIBA, invented_typefaces
from tests.support.qr_decoders import decoded_by_both

BASE = "https://selo.exemplo.gov.br"


def painted(body, width=100):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">{body}</svg>'
    return Image.open(io.BytesIO(native_svg.png(svg, width)))


@pytest.mark.parametrize("width", [600, 1200])
async def test_both_decoders_read_the_selo_as_it_is_saved(tmp_path, width):
    record = made.signed("selo", made.selo_body(made.signed()))
    svg = selo_svg(record, MANGARATIBA, BASE, fonts=invented_typefaces(tmp_path))
    image = Image.open(io.BytesIO(await native.NativeRaster().png(svg, width)))
    assert image.width == width
    address = records.seal.url(BASE, records.b64url_bytes(record["body"]["payload"]))
    assert decoded_by_both(image) == address


async def test_the_selo_without_typefaces_is_painted_too(tmp_path):
    record = made.signed("selo", made.selo_body(made.signed()))
    svg = selo_svg(record, MANGARATIBA, BASE, fonts=tmp_path)
    assert Image.open(io.BytesIO(native_svg.png(svg, 600))).width == 600


def test_a_rectangle_covers_exactly_its_pixels():
    image = painted('<rect x="10" y="10" width="20" height="10" fill="#ff0000"/>')
    red = [(x, y) for x in range(100) for y in range(50) if image.getpixel((x, y)) != (255,) * 3]
    assert len(red) == 200
    assert {image.getpixel(at) for at in red} == {(255, 0, 0)}
    assert (min(red), max(red)) == ((10, 10), (29, 19))


def test_a_hole_stays_open_and_an_island_in_it_is_filled():
    image = painted('<path fill="black" d="M10 5H50V45H10Z M20 15V35H40V15Z M25 20H35V30H25Z"/>')
    assert image.getpixel((12, 10)) == (0, 0, 0)
    assert image.getpixel((22, 17)) == (255, 255, 255)
    assert image.getpixel((30, 25)) == (0, 0, 0)


def test_relative_and_implicit_commands_and_curves_are_followed():
    image = painted('<path d="m10 10 20 0v10h-20z"/><path d="M60 10Q80 10 80 30L60 30Z"/>')
    assert image.getpixel((15, 15)) == (0, 0, 0)
    assert image.getpixel((35, 15)) == (255, 255, 255)
    assert image.getpixel((65, 25)) == (0, 0, 0)
    assert image.getpixel((78, 11)) == (255, 255, 255)


def test_a_stroke_has_its_width():
    image = painted('<path d="M10 25H90" fill="none" stroke="black" stroke-width="6"/>')
    black = [y for y in range(50) if image.getpixel((50, y)) == (0, 0, 0)]
    assert 5 <= len(black) <= 7


@pytest.mark.parametrize(
    "svg",
    ['<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>', "<svg", "<svg/>"],
)
def test_what_is_no_picture_of_ours_is_refused(svg):
    with pytest.raises((ValueError, KeyError, SyntaxError)):
        native_svg.png(svg, 100)


def test_a_picture_too_wide_is_refused():
    with pytest.raises(ValueError, match="not a picture"):
        painted("", width=100_000)


async def test_shapes_are_painted_on_a_copy_with_room_below():
    photo = io.BytesIO()
    Image.new("RGB", (80, 60), "navy").save(photo, "JPEG")
    shapes = [Shape("M0 60h80v20h-80Z", fill="#000000"),
              Shape("M10 10L70 10", stroke="#FF0000", width=6)]
    copy = await native.NativePhotos().draw(photo.getvalue(), shapes, below=20)
    drawn = Image.open(io.BytesIO(copy.bytes))
    assert (copy.width, copy.height) == drawn.size == (80, 80)
    assert drawn.getpixel((40, 10))[0] > 180
    assert max(drawn.getpixel((40, 70))) < 40
    assert drawn.getpixel((40, 40))[2] > 90, "the photo shows where nothing is drawn"


async def test_only_a_photo_can_be_drawn_on():
    for data in (b"", b"a letter"):
        with pytest.raises(NotAnImage):
            await native.NativePhotos().draw(data, [])


async def test_dots_are_black_or_white_and_packed_eight_to_a_byte():
    svg = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 2">'
           '<rect x="0" y="0" width="3" height="1" fill="#000000"/>'
           '<rect x="8" y="1" width="4" height="1" fill="#808080"/></svg>')
    dots = await native.NativeRaster().dots(svg, 12)
    assert (dots.width, dots.height) == (12, 2)
    assert dots.rows == bytes([0b11100000, 0, 0, 0b11110000])
