"""Text that stays text in an SVG, where no typeface can be drawn as outlines: its guessed width."""

from __future__ import annotations

from html import escape as _escape

# Widths of a letter as a part of its size, on the large side.
_CAPITAL, _OTHER, _MONO = 0.71, 0.57, 0.61


def plain_text(x: float, baseline: float, text: str, size: float, color: str, bold: bool,
               mono: bool, align: str) -> str:
    """A `text` element; `align` "L", "C" or "R" is about `x`."""
    family = "AtkinsonMono, Courier New, monospace" if mono else "Atkinson, Helvetica, sans-serif"
    anchor = {"L": "start", "C": "middle", "R": "end"}[align]
    return (
        f'<text x="{x:g}" y="{baseline:g}" font-family="{family}" font-size="{size:.1f}" '
        f'font-weight="{700 if bold else 400}" text-anchor="{anchor}" fill="{color}">'
        f"{escape(text)}</text>"
    )


def guessed_width(text: str, size: float, mono: bool) -> float:
    if mono:
        return len(text) * size * _MONO
    capitals = sum(char.isupper() for char in text)
    return size * (capitals * _CAPITAL + (len(text) - capitals) * _OTHER)


def escape(text: str) -> str:
    return _escape(text, quote=False)
