"""The typefaces of the papers, and what happens when they are not there.

The bundle brings Atkinson Hyperlegible Next and Mono as TrueType files. Without them the PDFs use
the core fonts that every reader has (Helvetica, Courier), which know Portuguese but little else.
"""

from __future__ import annotations

import tempfile
import unicodedata
import warnings
from dataclasses import dataclass
from pathlib import Path

FontFile = bytes | str | Path
HERE = Path(__file__).resolve().parent
# Where the four files may be: unpacked by the browser, beside the native app, in a checkout.
BUNDLED_FOLDERS = (
    HERE / "typefaces", HERE.parents[1] / "assets" / "fonts", HERE.parents[1] / "build" / "fonts",
)


class PapersUnavailable(RuntimeError):
    """The part of the app that draws PDFs is not on this device; `.message` says what to do."""

    def __init__(self) -> None:
        self.message = (
            "A parte que faz os papéis ainda não chegou a este aparelho. Abra o aplicativo uma "
            "vez com sinal e tente de novo. O registro está salvo."
        )
        super().__init__(self.message)

# What our own words or a typed note may hold and the typefaces may not.
_STAND_INS = {
    "→": "->", "←": "<-", "✓": "sim", "✗": "não", "№": "Nº", "−": "-", "‑": "-", "\u2009": " ",
    "\u202f": " ", "\u00a0": " ", "\t": " ", "≥": ">=", "≤": "<=",
}


@dataclass(frozen=True)
class Fonts:
    """TrueType files, as paths or as bytes. Without `mono_bold`, `mono` serves for both."""

    regular: FontFile
    bold: FontFile
    mono: FontFile
    mono_bold: FontFile | None = None

    @classmethod
    def in_folder(cls, folder: str | Path) -> Fonts | None:
        """The four files of the bundle in `folder`; None when one of them is missing."""
        paths = [
            Path(folder, name)
            for name in ("Atkinson-Regular.ttf", "Atkinson-Bold.ttf", "AtkinsonMono-Regular.ttf",
                         "AtkinsonMono-Bold.ttf")
        ]
        return cls(*paths) if all(path.is_file() for path in paths) else None


def fonts_of(fonts: Fonts | str | Path | None) -> Fonts | None:
    """The fonts themselves; those of a folder; for None those that came with the app, if any."""
    if isinstance(fonts, str | Path):
        return Fonts.in_folder(fonts)
    return bundled_fonts() if fonts is None else fonts


def bundled_fonts() -> Fonts | None:
    """The typefaces that came with the app; None when there are none."""
    load_papers()
    return next(filter(None, map(Fonts.in_folder, BUNDLED_FOLDERS)), None)


def load_papers() -> None:
    """Brings in fontTools and fpdf2 (in the browser, with the typefaces); PapersUnavailable."""
    try:
        with warnings.catch_warnings():
            # There is no Pillow in the browser, and nothing here would use it.
            warnings.filterwarnings("ignore", message="Pillow could not be imported")
            import fontTools  # noqa: F401
            import fpdf  # noqa: F401
    except ImportError as error:
        raise PapersUnavailable from error


def font_bytes(font: FontFile) -> bytes:
    return font if isinstance(font, bytes) else Path(font).read_bytes()


def font_path(font: FontFile, folder: Path) -> Path:
    """The font as a file: where it is, or written into `folder` (fpdf2 reads files only)."""
    if not isinstance(font, bytes):
        return Path(font)
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".ttf", delete=False) as written:
        written.write(font)
    return Path(written.name)


def printable(text: str, known: frozenset[int] | None) -> str:
    """`text` in characters that the font has. `known` None: those of cp1252 (the core fonts)."""
    return "".join(_printable_char(char, known) for char in unicodedata.normalize("NFC", text))


def _printable_char(char: str, known: frozenset[int] | None) -> str:
    if _knows(char, known) or char == "\n":
        return char
    stand_in = _STAND_INS.get(char)
    if stand_in is None:
        # A letter with an unknown accent keeps its letter; anything else shows that it was there.
        base = unicodedata.normalize("NFKD", char)[0]
        stand_in = base if base != char and _knows(base, known) else "?"
    return stand_in


def _knows(char: str, known: frozenset[int] | None) -> bool:
    if known is not None:
        return ord(char) in known
    if ord(char) < 32:
        return False
    try:
        char.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True
