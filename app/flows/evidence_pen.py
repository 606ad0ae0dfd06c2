"""The finger on a photo, before what it draws is a mark."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from app.flows.observed import Observed
from sync.records.photo_notes import ARROW, CIRCLE

LEAST_MARK_PX = 24  # of the photo: a tap or a tremble marks nothing


@dataclass(eq=False)
class Pen(Observed):
    """The mark under the finger. Watched alone, so that a move of it redraws nothing else."""

    kind: str = ARROW
    points: list[list[int]] = field(default_factory=list)

    @property
    def mark(self) -> dict[str, Any] | None:
        return {"kind": self.kind, "points": self.points} if len(self.points) == 2 else None

    def takes(self, kind: str) -> None:
        self.kind, self.points = kind, []
        self.changed()

    def begins(self, x: int, y: int) -> None:
        self.points = [[x, y], [x, y]]
        self.changed()

    def moves(self, x: int, y: int) -> None:
        if self.points and self.points[1] != [x, y]:
            self.points = [self.points[0], [x, y]]
            self.changed()

    def lifts(self) -> dict[str, Any] | None:
        """The mark that was drawn; None when it was too short to be one."""
        mark, self.points = self.mark, []
        self.changed()
        if mark is None:
            return None
        (x0, y0), (x1, y1) = mark["points"]
        wide, high = abs(x1 - x0), abs(y1 - y0)
        long = min(wide, high) if mark["kind"] == CIRCLE else max(wide, high)
        return mark if long >= LEAST_MARK_PX else None
