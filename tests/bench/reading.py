"""How often a code is read: by frame and by walk, counted for each condition and each reader."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import zxingcpp
from PIL import Image
from pyzbar import pyzbar

from tests.bench.camera import CONDITIONS, FRAMES, label, photograph, walk
from tests.bench.rivals import every_code, facts

READERS = ("zxing-cpp", "zbar")
Z_95 = 1.959964


@dataclass(frozen=True)
class Rate:
    read: int
    of: int

    @property
    def share(self) -> float:
        return self.read / self.of

    def wilson(self) -> tuple[float, float]:
        """Where the true share is, 95 times of 100 (E. B. Wilson, 1927)."""
        p, n, z2 = self.share, self.of, Z_95**2
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = Z_95 / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.wilson()
        return f"{self.share * 100:.0f} % ({low * 100:.0f}–{high * 100:.0f})"


@dataclass
class Tally:
    """What was read, of codes that all went through the same walks.

    `frames`: of the FRAMES of a walk, how many, by (code, condition, reader, seed). `wrong`: how
    often a reader said something that was not printed."""

    frames: dict[tuple[str, str, str, int], int] = field(default_factory=dict)
    wrong: int = 0

    def __iadd__(self, other: Tally) -> Tally:
        self.frames |= other.frames
        self.wrong += other.wrong
        return self

    def of(self, code: str, reader: str, condition: str | None = None) -> dict[tuple, int]:
        """Frames read in each walk, (condition, seed), of one condition or of all."""
        return {
            (named, seed): read
            for (coded, named, by, seed), read in self.frames.items()
            if (coded, by) == (code, reader) and condition in (None, named)
        }

    def walks(self, *which: str | None) -> Rate:
        """A walk is read when any of its frames is."""
        found = self.of(*which).values()
        return Rate(sum(read > 0 for read in found), len(found))

    def single_frames(self, *which: str | None) -> Rate:
        found = self.of(*which).values()
        return Rate(sum(found), len(found) * FRAMES)

    def only_one(self, reader: str, ours: str, theirs: str) -> tuple[int, int]:
        """Walks in which only our code was read, and only theirs: the same hand, light and dirt."""
        left, right = self.of(ours, reader), self.of(theirs, reader)
        return (
            sum(read > 0 and not right[walked] for walked, read in left.items()),
            sum(not read and right[walked] > 0 for walked, read in left.items()),
        )


def texts(reader: str, picture: Image.Image) -> list[str]:
    if reader == "zbar":
        found = pyzbar.decode(picture, [pyzbar.ZBarSymbol.QRCODE])
        return [one.data.decode("latin-1") for one in found]
    return [one.text for one in zxingcpp.read_barcodes(picture, zxingcpp.BarcodeFormat.QRCode)]


def read_walks(seed: int) -> Tally:
    """Every code on the same walks, one in each condition."""
    tally = Tally()
    for condition in CONDITIONS:
        taken = walk(condition, seed)
        for code in every_code(facts(seed)):
            printed = label(code.matrix, taken)
            pictures = [photograph(printed, taken, frame) for frame in taken.frames]
            for reader in READERS:
                said = [texts(reader, picture) for picture in pictures]
                read = sum(code.text in found for found in said)
                tally.frames[code.name, condition.name, reader, seed] = read
                tally.wrong += sum(text != code.text for found in said for text in found)
    return tally
