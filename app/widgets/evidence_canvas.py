"""A photo on the screen with its marks over it, and the finger that draws one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft
import flet.canvas as cv

from app.flows.evidence import Evidence
from app.flows.evidence_view import Picture
from sync.records.photo_marks import EDGE, HALO, INK, mark_path, mark_thickness

from .watching import use_watch

_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")


@dataclass(frozen=True)
class Fit:
    """Where a picture lies in a box that shows it whole: `scale` from its pixels, and offsets."""

    scale: float
    left: float
    top: float

    @classmethod
    def of(cls, picture: Picture, width: float, height: float) -> Fit:
        across, down = max(picture.width, 1), max(picture.height, 1)
        scale = min(width / across, height / down)
        return cls(scale, (width - across * scale) / 2, (height - down * scale) / 2)

    def to_pixel(self, x: float, y: float) -> tuple[int, int]:
        return round((x - self.left) / self.scale), round((y - self.top) / self.scale)

    def mark(self, mark: dict[str, Any]) -> dict[str, Any]:
        points = [[x * self.scale + self.left, y * self.scale + self.top]
                  for x, y in mark["points"]]
        return {"kind": mark["kind"], "points": points}


def mark_strokes(picture: Picture, marks: Any, fit: Fit) -> list[cv.Path]:
    """The marks as the copy shows them, each white and then red over it."""
    thickness = max(mark_thickness(picture.width, picture.height) * fit.scale, 2)
    return [
        cv.Path(elements(mark_path(fit.mark(mark), thickness)), paint=_pen(color, wide))
        for mark in marks
        for color, wide in ((HALO, thickness * EDGE), (INK, thickness))
    ]


def _pen(color: str, width: float) -> ft.Paint:
    return ft.Paint(
        color=color, stroke_width=width, style=ft.PaintingStyle.STROKE,
        stroke_cap=ft.StrokeCap.ROUND, stroke_join=ft.StrokeJoin.ROUND,
    )


def elements(path: str) -> list[Any]:
    """SVG path data (M, L, C, Z, absolute) as the canvas takes it."""
    made: list[Any] = []
    for step, numbers in _STEP.findall(path):
        points = [float(number) for number in numbers.split()]
        if step == "M":
            made.append(cv.Path.MoveTo(*points))
        elif step == "L":
            made.append(cv.Path.LineTo(*points))
        elif step == "C":
            made.append(cv.Path.CubicTo(*points))
        else:
            made.append(cv.Path.Close())
    return made


def MarkedPicture(data: bytes, picture: Picture, width: float, height: float) -> ft.Control:
    """The photo whole in a box of this size, its marks over it."""
    return ft.Stack(
        [
            ft.Image(src=data, width=width, height=height, fit=ft.BoxFit.CONTAIN,
                     gapless_playback=True, exclude_from_semantics=True),
            *([cv.Canvas(mark_strokes(picture, picture.marks, Fit.of(picture, width, height)),
                         width=width, height=height)] if picture.marks else []),
        ],
        width=width,
        height=height,
    )


@ft.component
def PhotoPad(evidence: Evidence, picture: Picture, data: bytes, name: str) -> ft.Control:
    """Shows the photo as large as there is room and draws with `evidence.pen`."""
    (width, height), set_size = ft.use_state((0.0, 0.0))
    fit = Fit.of(picture, width, height) if width and height else None
    return ft.Semantics(
        label=name,
        container=True,
        expand=True,
        content=ft.Container(
            ft.Stack(
                [
                    ft.Image(src=data, fit=ft.BoxFit.CONTAIN, gapless_playback=True,
                             exclude_from_semantics=True),
                    Drawing(evidence, picture, fit, set_size),
                ],
                fit=ft.StackFit.EXPAND,
            ),
            bgcolor="#000000",
            clip_behavior=ft.ClipBehavior.HARD_EDGE,
        ),
    )


@ft.component
def Drawing(evidence: Evidence, picture: Picture, fit: Fit | None,
            set_size: Callable[[tuple[float, float]], None]) -> ft.Control:
    """The marks and the one under the finger: all that a move of the finger redraws."""
    use_watch(evidence.pen)
    pen = evidence.pen
    marks = [*picture.marks, *([pen.mark] if pen.mark else [])]

    def at(e: Any) -> tuple[int, int]:
        return fit.to_pixel(e.local_position.x, e.local_position.y)

    def begin(e: ft.DragStartEvent) -> None:
        if fit:
            pen.begins(*at(e))

    def move(e: ft.DragUpdateEvent) -> None:
        if fit:
            pen.moves(*at(e))

    return cv.Canvas(
        mark_strokes(picture, marks, fit) if fit else [],
        on_resize=lambda e: set_size((e.width, e.height)),
        resize_interval=100,
        content=ft.GestureDetector(
            on_pan_start=begin, on_pan_update=move,
            on_pan_end=lambda _: evidence.lift_pen(picture.digest),
            drag_interval=30,
        ),
    )
