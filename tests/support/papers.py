"""What the tests of the papers share: a town, the typefaces, and where words stand on a page."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

MANGARATIBA = {
    "ibge": 3302601, "name": "Mangaratiba", "uf": "RJ", "timezone": "America/Sao_Paulo",
    "ouvidoria": {"phone": "(21) 0000-0000", "email": "ouvidoria@exemplo.gov.br"},
    "rulebook": "mangaratiba",
}
TYPEFACE_FILES = (
    "Atkinson-Regular.ttf", "Atkinson-Bold.ttf", "AtkinsonMono-Regular.ttf",
    "AtkinsonMono-Bold.ttf",
)


def town(name: str) -> dict:
    return {**MANGARATIBA, "name": name}


def invented_typefaces(folder: Path) -> Path:
    """Four TrueType files in `folder`: every letter of cp1252 as a box, wider than in real life."""
    letters = [bytes([code]).decode("cp1252", "ignore") for code in range(32, 256)]
    cmap = {ord(letter): f"box{ord(letter):04x}" for letter in letters if letter}
    for name in TYPEFACE_FILES:
        builder = FontBuilder(1000)
        builder.setupGlyphOrder([".notdef", *cmap.values()])
        builder.setupCharacterMap(cmap)
        builder.setupGlyf({glyph: _box() for glyph in builder.font.getGlyphOrder()})
        builder.setupHorizontalMetrics(
            dict.fromkeys(builder.font.getGlyphOrder(), (640, 40))
        )
        builder.setupHorizontalHeader(ascent=900, descent=-250)
        builder.setupNameTable({"familyName": f"Invented {name[:-4]}", "styleName": "Regular"})
        builder.setupOS2(sTypoAscender=900, sTypoDescender=-250, sCapHeight=700)
        builder.setupPost()
        builder.save(folder / name)
    return folder


def _box():
    pen = TTGlyphPen(None)
    pen.moveTo((40, 0))
    for corner in ((40, 700), (600, 700), (600, 0)):
        pen.lineTo(corner)
    pen.closePath()
    return pen.glyph()


def words_outside_the_page(pdf: bytes) -> list[str]:
    """The words that begin or end outside their page."""
    boxes = subprocess.run(
        ["pdftotext", "-bbox", "-", "-"], input=pdf, check=True, capture_output=True
    ).stdout.decode()
    outside, width, height = [], 0.0, 0.0
    for line in boxes.splitlines():
        if page := re.search(r'<page width="([\d.]+)" height="([\d.]+)"', line):
            width, height = float(page[1]), float(page[2])
        elif word := re.search(
            r'xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)</word', line
        ):
            left, top, right, bottom = (float(word[at]) for at in range(1, 5))
            if left < 0 or top < 0 or right > width or bottom > height:
                outside.append(word[5])
    return outside
