"""A small reader of ESC/POS bytes: what a printer would put on paper, or AssertionError for bytes
that it would not understand."""

from __future__ import annotations

from dataclasses import dataclass, field

import qrcode
from PIL import Image, ImageDraw, ImageFont

CODE_PAGES = {2: "cp850", 3: "cp860", 16: "cp1252", 19: "cp858"}
LETTER = (12, 24)


@dataclass
class Printed:
    """One line of text, one QR or one picture."""

    text: str = ""
    bold: bool = False
    wide: int = 1
    high: int = 1
    align: int = 0
    qr: str = ""
    module: int = 0
    level: int = 0
    picture: Image.Image | None = None


@dataclass
class Reader:
    """Reads the bytes once, from the beginning; `printed` in order."""

    data: bytes
    at: int = 0
    codec: str = "cp437"
    state: dict = field(default_factory=lambda: {"bold": False, "wide": 1, "high": 1, "align": 0})
    printed: list[Printed] = field(default_factory=list)
    line: bytearray = field(default_factory=bytearray)
    symbol: dict = field(default_factory=dict)
    cuts: int = 0

    def read(self) -> list[Printed]:
        while self.at < len(self.data):
            byte = self.take(1)[0]
            if byte == 0x1B:
                self.escape()
            elif byte == 0x1D:
                self.group()
            elif byte == 0x1C:
                assert self.take(1) == b".", "only FS . is known"
            elif byte == 0x0A:
                self.printed.append(Printed(self.line.decode(self.codec), **self.state))
                self.line.clear()
            else:
                assert byte >= 0x20, f"control {byte:#x} at {self.at}"
                self.line.append(byte)
        assert not self.line, "a line without its end"
        return self.printed

    def take(self, count: int) -> bytes:
        found = self.data[self.at : self.at + count]
        assert len(found) == count, "the bytes end in the middle of a command"
        self.at += count
        return found

    def escape(self) -> None:
        command = self.take(1)
        if command == b"@":
            self.state.update(bold=False, wide=1, high=1, align=0)
        elif command == b"t":
            self.codec = CODE_PAGES[self.take(1)[0]]
        elif command == b"a":
            self.state["align"] = self.take(1)[0]
        elif command == b"E":
            self.state["bold"] = bool(self.take(1)[0])
        elif command == b"d":
            self.printed += [Printed() for _ in range(self.take(1)[0])]
        else:
            raise AssertionError(f"ESC {command!r}")

    def group(self) -> None:
        command = self.take(1)
        if command == b"!":
            size = self.take(1)[0]
            self.state.update(wide=(size >> 4) + 1, high=(size & 15) + 1)
        elif command == b"V":
            assert self.take(2) == b"B\0"
            self.cuts += 1
        elif command == b"(":
            assert self.take(1) == b"k"
            self.two_dimensional(self.take(int.from_bytes(self.take(2), "little")))
        elif command == b"v":
            assert self.take(2) == b"0\0"
            across, high = (int.from_bytes(self.take(2), "little") for _ in range(2))
            picture = Image.frombytes("1", (across * 8, high), self.take(across * high))
            self.printed.append(Printed(picture=picture.point(lambda one: 255 - one),
                                        align=self.state["align"]))
        else:
            raise AssertionError(f"GS {command!r}")

    def two_dimensional(self, body: bytes) -> None:
        assert body[0] == 49, "a QR"
        function, rest = body[1], body[2:]
        if function == 80:
            assert rest[:1] == b"0"
            self.symbol["text"] = rest[1:].decode()
        elif function == 81:
            self.printed.append(Printed(
                qr=self.symbol["text"], module=self.symbol[67], level=self.symbol[69],
                align=self.state["align"],
            ))
        else:
            self.symbol[function] = rest[0]


def read_escpos(data: bytes) -> list[Printed]:
    return Reader(data).read()


def on_paper(printed: list[Printed], width: int, font: str | None = None) -> Image.Image:
    """The strip as a picture, letters in cells of 12 × 24 dots."""
    rows = [_row(one, width, font) for one in printed]
    paper = Image.new("L", (width, sum(row.height for row in rows) + 40), 255)
    y = 20
    for row in rows:
        paper.paste(row, (0, y))
        y += row.height
    return paper


def _row(one: Printed, width: int, font: str | None) -> Image.Image:
    if one.qr:
        level = {48: 1, 49: 0, 50: 3, 51: 2}[one.level]
        code = qrcode.QRCode(error_correction=level, box_size=one.module, border=4)
        code.add_data(one.qr, optimize=0)
        inside = code.make_image().get_image().convert("L")
    elif one.picture is not None:
        inside = one.picture.convert("L")
    else:
        inside = _letters(one, font)
    row = Image.new("L", (width, inside.height), 255)
    left = {0: 0, 1: (width - inside.width) // 2, 2: width - inside.width}[one.align]
    assert left >= 0, f"wider than the paper: {one.text or one.qr or 'picture'}"
    row.paste(inside, (left, 0))
    return row


def _letters(one: Printed, font: str | None) -> Image.Image:
    cell = (LETTER[0] * one.wide, LETTER[1] * one.high)
    image = Image.new("L", (max(len(one.text), 1) * LETTER[0], LETTER[1]), 255)
    face = ImageFont.truetype(font, 20) if font else ImageFont.load_default(18)
    draw = ImageDraw.Draw(image)
    for place, letter in enumerate(one.text):
        draw.text((place * LETTER[0], 0), letter, fill=0, font=face,
                  stroke_width=1 if one.bold else 0)
    return image.resize((max(len(one.text), 1) * cell[0], cell[1]), Image.Resampling.NEAREST)
