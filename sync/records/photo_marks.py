"""The strokes of what is drawn on a copy of a photo, from the whole numbers of its note: the same
wherever they are drawn.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from typing import Any

from sync.records.photo_notes import ARROW

INK, HALO = "#FF2D00", "#FFFFFF"  # seen on tyre black and on white paint alike
EDGE = 1.9  # how much thicker the white under the red is
# A quarter of an ellipse by a cubic Bézier curve.
_BOW = 0.5523
_HEAD_ANGLE = pi / 7


def mark_path(mark: dict[str, Any], thickness: float) -> str:
    """The strokes of one mark as SVG path data, in the photo's pixels."""
    (x0, y0), (x1, y1) = mark["points"]
    return _arrow(x0, y0, x1, y1, thickness) if mark["kind"] == ARROW else _ellipse(x0, y0, x1, y1)


def mark_thickness(width: int, height: int) -> float:
    return max(3.0, max(width, height) / 160)


def _arrow(x0: float, y0: float, x1: float, y1: float, thickness: float) -> str:
    long = hypot(x1 - x0, y1 - y0)
    head = min(max(thickness * 6, long * 0.22), max(long, 1))
    back = atan2(y0 - y1, x0 - x1)
    wings = [(x1 + head * cos(back + turn), y1 + head * sin(back + turn))
             for turn in (-_HEAD_ANGLE, _HEAD_ANGLE)]
    (ax, ay), (bx, by) = wings
    return (
        f"M{_n(x0)} {_n(y0)}L{_n(x1)} {_n(y1)}"
        f"M{_n(ax)} {_n(ay)}L{_n(x1)} {_n(y1)}L{_n(bx)} {_n(by)}"
    )


def _ellipse(x0: float, y0: float, x1: float, y1: float) -> str:
    cx, cy, rx, ry = (x0 + x1) / 2, (y0 + y1) / 2, abs(x1 - x0) / 2, abs(y1 - y0) / 2
    kx, ky = rx * _BOW, ry * _BOW

    def bow(*points: tuple[float, float]) -> str:
        return "C" + " ".join(f"{_n(x)} {_n(y)}" for x, y in points)

    return "".join([
        f"M{_n(cx - rx)} {_n(cy)}",
        bow((cx - rx, cy - ky), (cx - kx, cy - ry), (cx, cy - ry)),
        bow((cx + kx, cy - ry), (cx + rx, cy - ky), (cx + rx, cy)),
        bow((cx + rx, cy + ky), (cx + kx, cy + ry), (cx, cy + ry)),
        bow((cx - kx, cy + ry), (cx - rx, cy + ky), (cx - rx, cy)),
        "Z",
    ])


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
