"""Two independent QR decoders, zxing-cpp and zbar, asked the same question."""

from __future__ import annotations

import io
import subprocess
import tempfile
from pathlib import Path

import zxingcpp
from PIL import Image
from pyzbar import pyzbar


def decoded_by_both(image: Image.Image) -> str:
    """The one text that both decoders read in the image; AssertionError when they differ."""
    grey = image.convert("L")
    by_zxing = [found.text for found in zxingcpp.read_barcodes(grey)]
    by_zbar = _zbar_texts(grey)
    assert by_zxing == by_zbar, f"zxing-cpp: {by_zxing}; zbar: {by_zbar}"
    assert len(by_zxing) == 1, f"esperado um código, lidos {by_zxing}"
    return by_zxing[0]


def pdf_page_image(pdf: bytes, dpi: int = 300, page: int = 1) -> Image.Image:
    """A page of a PDF as poppler paints it."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "page.pdf")
        source.write_bytes(pdf)
        subprocess.run(
            ["pdftoppm", "-r", str(dpi), "-f", str(page), "-l", str(page), "-png",
             "-singlefile", str(source), str(Path(folder, "page"))],
            check=True, capture_output=True,
        )
        return Image.open(io.BytesIO(Path(folder, "page.png").read_bytes()))


def pdf_text(pdf: bytes) -> str:
    """The text of a PDF in the order in which it was drawn; pages end in a form feed."""
    command = ["pdftotext", "-raw", "-", "-"]
    return subprocess.run(command, input=pdf, check=True, capture_output=True).stdout.decode()


def paint_modules(matrix: list[list[bool]], module_px: int = 8, quiet: int = 4) -> Image.Image:
    """A QR matrix as a picture, with its quiet zone."""
    side = len(matrix) + 2 * quiet
    image = Image.new("L", (side, side), 255)
    for y, row in enumerate(matrix, quiet):
        for x, is_dark in enumerate(row, quiet):
            if is_dark:
                image.putpixel((x, y), 0)
    return image.resize((side * module_px,) * 2, Image.Resampling.NEAREST)


def _zbar_texts(grey: Image.Image) -> list[str]:
    return [found.data.decode() for found in pyzbar.decode(grey, [pyzbar.ZBarSymbol.QRCODE])]
