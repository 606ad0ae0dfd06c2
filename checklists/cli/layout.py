"""Text for a terminal of any width: paragraphs, tables where they fit, cards where they do not.

Nothing is ever cut. A citation is kept on one line: its spaces do not break.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from checklists.unbroken import HARD, unbroken

NARROWEST, WIDEST = 40, 160
GAP = 2
LEAST_FLEXIBLE = 18


@dataclass
class Page:
    """Lines to be printed, at most `width` wide."""

    width: int
    lines: list[str] = field(default_factory=list)

    def text(self) -> str:
        return "\n".join(self.lines).replace(HARD, " ") + "\n"

    def gap(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def title(self, words: str) -> None:
        self.gap()
        self.say(words)
        self.lines.append("─" * min(self.width, max(map(len, self.lines[-3:]))))

    def say(self, words: str, indent: int = 0, hanging: int = 0) -> None:
        """A paragraph; lines after its first stand `hanging` further in."""
        self.lines += wrapped(words, self.width, " " * indent, " " * (indent + hanging))

    def bullet(self, words: str, mark: str = "•", indent: int = 2) -> None:
        first = " " * indent + f"{mark} "
        self.lines += wrapped(words, self.width, first, " " * len(first))

    def cites(self, cites: Iterable[str], indent: int = 0) -> None:
        if rows := tuple(cites):
            self.say(f"Citações: {'; '.join(rows)}.", indent, 10 if self.width > 60 else 2)

    def table(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], flexible: Collection[str]
    ) -> None:
        """As columns if the page is wide enough for all but the `flexible` ones to keep their
        natural width; else as cards: the first two cells as a heading, the others named below. A
        column with nothing in it is left out."""
        heads, rows = _filled(heads, rows)
        widths = self._widths(heads, rows, flexible)
        if widths is None:
            self._cards(heads, rows)
            return
        self._row(heads, widths)
        self.lines.append((" " * GAP).join("─" * width for width in widths))
        for row in rows:
            self._row(row, widths)

    def fits(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], flexible: Collection[str]
    ) -> bool:
        """Whether `table` would make columns of it."""
        return self._widths(*_filled(heads, rows), flexible) is not None

    def _widths(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], flexible: Collection[str]
    ) -> list[int] | None:
        """The width of each column; None if they do not fit side by side."""
        columns = list(zip(heads, *rows, strict=True))
        widths = [max(map(len, column)) for column in columns]
        bending = [n for n, head in enumerate(heads) if head in flexible]
        least = {
            n: max(min(LEAST_FLEXIBLE, widths[n]), *(_longest(cell) for cell in columns[n]))
            for n in bending
        }
        left = self.width - GAP * (len(heads) - 1) - sum(widths) + sum(widths[n] for n in bending)
        if left < sum(least.values()):
            return None
        spare = left - sum(least.values())
        wanted = {n: widths[n] - least[n] for n in bending}
        asked = sum(wanted.values())
        for n in bending:
            share = wanted[n] if asked <= spare else spare * wanted[n] // asked
            widths[n] = least[n] + share
        return widths

    def _row(self, cells: Sequence[str], widths: Sequence[int]) -> None:
        columns = [wrapped(cell, width) or [""] for cell, width in zip(cells, widths, strict=True)]
        for n in range(max(map(len, columns))):
            parts = [
                (column[n] if n < len(column) else "").ljust(width)
                for column, width in zip(columns, widths, strict=True)
            ]
            self.lines.append((" " * GAP).join(parts).rstrip())

    def _cards(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        for row in rows:
            self.gap()
            self.say(f"{row[0]}  {row[1]}", hanging=4)
            named = [
                f"{head.lower()}: {cell}"
                for head, cell in zip(heads[2:], row[2:], strict=True)
                if cell
            ]
            if named:
                self.say(f"{HARD}· ".join(named), indent=4)


def _filled(
    heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    """Without the columns that have nothing in them."""
    kept = [n for n in range(len(heads)) if any(row[n] for row in rows)]
    return [heads[n] for n in kept], [[row[n] for n in kept] for row in rows]


def page_width() -> int:
    columns = shutil.get_terminal_size((80, 24)).columns
    return max(NARROWEST, min(WIDEST, columns))


def wrapped(words: str, width: int, first: str = "", others: str = "") -> list[str]:
    """Lines of at most `width`, unless a single citation or word is longer than that."""
    return textwrap.wrap(
        unbroken(words),
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _longest(words: str) -> int:
    """The longest part that may not be broken."""
    return max((len(part) for part in unbroken(words).split(" ")), default=0)
