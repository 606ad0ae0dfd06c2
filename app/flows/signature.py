"""A signature drawn on the screen, kept as integer strokes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from app.flows.observed import Observed

MIN_INK_PX = 40  # a tap or a tremble is no signature
MIN_STEP_PX = 2  # closer points add bytes and nothing to see
MAX_POINTS = 4000
MEDIA_TYPE = "application/json"


@dataclass(eq=False)
class Signature(Observed):
    """Strokes in pixels of a paper of `width` × `height`; points outside of it are clipped."""

    width: int = 600
    height: int = 240
    strokes: list[list[tuple[int, int]]] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not self.strokes

    def begin(self, x: float, y: float) -> None:
        self.strokes.append([self._point(x, y)])

    def extend(self, x: float, y: float) -> bool:
        """Adds a point to the stroke being drawn; `False` when there is nothing new to draw."""
        if not self.strokes or self._points() >= MAX_POINTS:
            return False
        point, last = self._point(x, y), self.strokes[-1][-1]
        if abs(point[0] - last[0]) + abs(point[1] - last[1]) < MIN_STEP_PX:
            return False
        self.strokes[-1].append(point)
        return True

    def end(self) -> None:
        self.changed()

    def clear(self) -> None:
        self.strokes = []
        self.changed()

    def resize(self, width: float, height: float) -> None:
        """The paper turned or grew: what was drawn keeps its place on it, in proportion."""
        width, height = max(1, round(width)), max(1, round(height))
        if (width, height) == (self.width, self.height):
            return
        by_x, by_y = width / self.width, height / self.height
        self.strokes = [[(round(x * by_x), round(y * by_y)) for x, y in s] for s in self.strokes]
        self.width, self.height = width, height

    def refusal(self) -> str:
        """Why this is no signature yet; empty when it is one."""
        if self.is_empty:
            return "Falta a assinatura do inspetor. Assine no quadro com o dedo."
        if self._ink() < MIN_INK_PX:
            return "A assinatura ficou curta demais. Limpe o quadro e assine de novo."
        return ""

    def as_dict(self) -> dict[str, Any]:
        return {
            "width": self.width,
            "height": self.height,
            "strokes": [[[x, y] for x, y in stroke] for stroke in self.strokes],
        }

    def as_bytes(self) -> bytes:
        return json.dumps(self.as_dict(), separators=(",", ":")).encode()

    def _point(self, x: float, y: float) -> tuple[int, int]:
        return min(max(round(x), 0), self.width), min(max(round(y), 0), self.height)

    def _points(self) -> int:
        return sum(len(stroke) for stroke in self.strokes)

    def _ink(self) -> float:
        return sum(
            abs(x1 - x0) + abs(y1 - y0)
            for stroke in self.strokes
            for (x0, y0), (x1, y1) in pairwise(stroke)
        )
