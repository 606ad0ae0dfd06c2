"""Bytes for a thermal receipt printer, in the part of Epson's ESC/POS that nearly all of them know.

Commands as in the "ESC/POS Command Reference" (Epson TM series): ESC @, ESC t, ESC a, ESC E, GS !,
ESC d, GS ( k (QR, model 2), GS v 0 (picture), GS V (cut), and FS . (no kanji: printers made for
Chinese would read pairs of accented letters as one sign). Pure Python, nothing is imported.

    printer = EscPos(384)
    printer.line("AUTO DE INFRAÇÃO", bold=True, align="C", high=True)
    printer.qr("https://vistoria.example/c/...")
    data = printer.cut().bytes()
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checklists.unbroken import HARD, unbroken

PAPER_58_DOTS, PAPER_80_DOTS = 384, 576
FONT_A_DOTS = 12  # the width of a letter of font A, 24 dots high
QR_MODULE_MAX = 16
QR_BYTES_MAX = 2000
PICTURE_ROWS = 240  # a picture goes in bands: small printers have little memory
ALIGN = {"L": 0, "C": 1, "R": 2}
LEVELS = {"L": 48, "M": 49, "Q": 50, "H": 51}

_STAND_INS = {
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "‑": "-", "−": "-",
    "…": "...", "→": "->", "←": "<-", "•": "*", "·": "-", "✓": "sim", "✗": "não", "№": "Nº",
    "≥": ">=", "≤": "<=", "€": "EUR", "º": "o", "ª": "a", "§": "par.", "°": "o", "×": "x",
    "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\t": " ",
}


@dataclass(frozen=True)
class CodePage:
    """One of the printer's alphabets: `number` for ESC t, `codec` Python's name for it."""

    number: int
    codec: str


CODE_PAGES = {
    "cp850": CodePage(2, "cp850"),
    "cp860": CodePage(3, "cp860"),
    "cp858": CodePage(19, "cp858"),
    "cp1252": CodePage(16, "cp1252"),
}
"""Those with the letters of Portuguese. CP850 is the one that most printers have, and the only
old one with § and º."""


class EscPos:
    """A strip being written. Each verb gives the printer itself, so that they can be chained."""

    def __init__(self, width_dots: int = PAPER_58_DOTS, code_page: str = "cp850") -> None:
        self.width_dots = width_dots
        self.columns = width_dots // FONT_A_DOTS
        self._page = CODE_PAGES[code_page]
        self._out = bytearray(b"\x1b@" b"\x1c." + bytes([0x1B, 0x74, self._page.number]))

    def bytes(self) -> bytes:
        return bytes(self._out)

    # ---- text --------------------------------------------------------------------------------

    def line(self, text: str = "", *, bold: bool = False, wide: bool = False, high: bool = False,
             align: str = "L") -> EscPos:
        """A paragraph, broken at spaces; `wide` and `high` letters are twice as wide and high."""
        rows = wrapped(self.known(text), self.columns // (2 if wide else 1))
        self._out += bytes([0x1B, 0x61, ALIGN[align], 0x1B, 0x45, bold])
        self._out += bytes([0x1D, 0x21, (0x10 if wide else 0) | (0x01 if high else 0)])
        for row in rows:
            self._out += row.encode(self._page.codec) + b"\n"
        return self

    def ends(self, left: str, right: str, *, bold: bool = False) -> EscPos:
        """`left` at the left and `right` at the right of one line; of two, if it is too narrow."""
        left, right = self.known(left), self.known(right)
        room = self.columns - len(left) - len(right)
        if room < 1:
            return self.line(left, bold=bold).line(right, bold=bold, align="R")
        return self._whole(left + " " * room + right, bold)

    def pair(self, label: str, value: str) -> EscPos:
        """`label` and, in bold, `value`: in one line where both fit, else one under the other."""
        label, value = self.known(label), self.known(value)
        if len(label) + 1 + len(value) > self.columns or "\n" in value:
            return self.line(label).line(value, bold=True)
        self._out += bytes([0x1B, 0x61, 0, 0x1B, 0x45, 0, 0x1D, 0x21, 0])
        self._out += f"{label} ".encode(self._page.codec) + b"\x1bE\x01"
        self._out += value.encode(self._page.codec) + b"\n"
        return self

    def rule(self, sign: str = "-") -> EscPos:
        return self._whole(self.known(sign)[:1] * self.columns, False)

    def feed(self, lines: int = 1) -> EscPos:
        self._out += bytes([0x1B, 0x64, min(max(lines, 0), 255)])
        return self

    def known(self, text: str) -> str:
        """`text` in letters of the code page; what it lacks by a stand-in, an accent left out."""
        return "".join(self._known(char) for char in unicodedata.normalize("NFC", text))

    def _known(self, char: str) -> str:
        if char == "\n" or (ord(char) >= 32 and self._has(char)):
            return char
        stand_in = _STAND_INS.get(char)
        if stand_in is None:
            base = unicodedata.normalize("NFKD", char)[0]
            stand_in = base if ord(base) >= 32 and base != char else "?"
        return "".join(one if self._has(one) else "?" for one in stand_in)

    def _has(self, char: str) -> bool:
        try:
            return len(char.encode(self._page.codec)) == 1
        except UnicodeEncodeError:
            return False

    def _whole(self, text: str, bold: bool) -> EscPos:
        self._out += bytes([0x1B, 0x61, 0, 0x1B, 0x45, bold, 0x1D, 0x21, 0])
        self._out += text.encode(self._page.codec) + b"\n"
        return self

    # ---- pictures ----------------------------------------------------------------------------

    def qr(self, text: str, *, module: int = 6, level: str = "M") -> EscPos:
        """The printer draws the QR itself (GS ( k, functions 165, 167, 169, 180 and 181)."""
        data = text.encode()
        if not 0 < len(data) <= QR_BYTES_MAX:
            raise ValueError(f"a QR takes 1 to {QR_BYTES_MAX} bytes, not {len(data)}")
        self._out += bytes([0x1B, 0x61, ALIGN["C"]])
        self._symbol(65, bytes([50, 0]))
        self._symbol(67, bytes([min(max(module, 1), QR_MODULE_MAX)]))
        self._symbol(69, bytes([LEVELS[level]]))
        self._symbol(80, b"0" + data)
        self._symbol(81, b"0")
        return self

    def _symbol(self, function: int, arguments: bytes) -> None:
        size = len(arguments) + 2
        self._out += b"\x1d(k" + size.to_bytes(2, "little") + bytes([49, function]) + arguments

    def picture(self, width: int, height: int, rows: bytes, *, align: str = "C") -> EscPos:
        """Dots, packed as in `sync.device.ports.Dots`, by GS v 0."""
        across = -(-width // 8)
        if len(rows) != across * height:
            raise ValueError(f"{len(rows)} bytes are not {width} × {height} dots")
        self._out += bytes([0x1B, 0x61, ALIGN[align]])
        for top in range(0, height, PICTURE_ROWS):
            high = min(PICTURE_ROWS, height - top)
            self._out += b"\x1dv0\0" + across.to_bytes(2, "little") + high.to_bytes(2, "little")
            self._out += rows[top * across : (top + high) * across]
        return self

    def cut(self) -> EscPos:
        """Feeds to the cutter and cuts, all but a bridge; without a cutter it only feeds."""
        self.feed(3)
        self._out += b"\x1dVB\0"
        return self


def wrapped(text: str, columns: int) -> list[str]:
    """`text` in rows of at most so many letters, broken at spaces, or in a word that is longer."""
    rows: list[str] = []
    for paragraph in text.split("\n"):
        current = ""
        for word in filter(None, unbroken(paragraph, columns).split(" ")):
            if current and len(current) + 1 + len(word) <= columns:
                current += " " + word
                continue
            if current:
                rows.append(current)
            while len(word) > columns:
                rows.append(word[:columns])
                word = word[columns:]
            current = word
        rows.append(current)
    return [row.replace(HARD, " ") for row in rows]


def matrix_dots(matrix: Sequence[Sequence[bool]], module: int) -> tuple[int, int, bytes]:
    """(width, height, rows) of a QR as a picture, each module so many dots."""
    side = len(matrix) * module
    rows = bytearray()
    for line in matrix:
        rows += packed(dark for dark in line for _ in range(module)) * module
    return side, side, bytes(rows)


def packed(dots: Iterable[bool]) -> bytes:
    """One row of dots, eight to a byte, the first in the highest bit, filled up with white."""
    bits = list(dots)
    bits += [False] * (-len(bits) % 8)
    return bytes(
        sum(bit << (7 - place) for place, bit in enumerate(bits[at : at + 8]))
        for at in range(0, len(bits), 8)
    )
