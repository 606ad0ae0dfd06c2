"""How two buttons share one line: each gets what its words need, the first one what is left over.

Estimated from the letters, before anything is drawn; no Flet. Without it the longer label takes a
second line beside a shorter one with room to spare.
"""

from __future__ import annotations

from dataclasses import dataclass

NARROW, WIDE = 0.30, 0.85  # of "i" and of "m", in sizes of a bold Atkinson letter
CAPITAL, SLIM, USUAL = 0.66, 0.40, 0.56
USUAL_SHARE = 0.6  # of the width goes to the primary where both have room enough


def width(words: str, size: float) -> float:
    """Of one bold line, at most a twentieth more than it takes."""
    return size * sum(_letter(letter) for letter in words)


def _letter(letter: str) -> float:
    if letter in "ijlíI.,' \N{NO-BREAK SPACE}":
        return NARROW
    if letter in "mwMW":
        return WIDE
    if letter in "frt1":
        return SLIM
    return CAPITAL if letter.isupper() or letter.isdigit() else USUAL


@dataclass(frozen=True)
class Wanted:
    """What one button has to show: its words, their size, and the room of its icon, 0 for none."""

    words: str
    size: float
    icon: float = 0

    def needs(self, edge: float, icon: bool) -> float:
        return width(self.words, self.size) + 2 * edge + (self.icon if icon else 0)


@dataclass(frozen=True)
class Shares:
    """Of the width, as `expand` takes them; whether the icons are shown, and the padding beside the
    words."""

    primary: int
    secondary: int
    primary_icon: bool
    secondary_icon: bool
    edge: float


def shares(primary: Wanted, secondary: Wanted, room: float, edges: tuple[float, float]) -> Shares:
    """`edges`: the usual padding, and the least. A word needs the room more than an icon does,
    and an icon more than the padding."""
    usual, least = edges
    for edge, own, other in ((usual, True, True), (usual, True, False), (usual, False, False),
                             (least, False, False)):
        first, second = primary.needs(edge, own), secondary.needs(edge, other)
        if first + second <= room:
            break
    else:  # one of them takes two lines: both are to need them alike
        return Shares(round(first), round(second), False, False, edge)
    second = max(second, min(room * (1 - USUAL_SHARE), room - first))
    return Shares(round(room - second), round(second), own, other, edge)
