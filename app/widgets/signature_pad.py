"""A paper to sign on with a finger."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft
import flet.canvas as cv

from app import theme as t
from app.flows.signature import Signature

from .watching import use_watch

INK = "#0A1F44"
PAPER = "#FFFFFF"
PIECE_POINTS = 30  # a long stroke is drawn in pieces, so that a new point redraws only the last


def pieces_of(strokes: list[list[tuple[int, int]]]) -> list[tuple[tuple[int, int], ...]]:
    """The strokes cut into short runs of points; neighbours share a point, so that no gap shows."""
    pieces = []
    for stroke in strokes:
        for at in range(0, max(len(stroke) - 1, 1), PIECE_POINTS):
            pieces.append(tuple(stroke[at : at + PIECE_POINTS + 1]))
    return pieces


@ft.component
def SignaturePad(signature: Signature, on_signed: Callable[[], object]) -> ft.Control:
    """Draws what is in `signature` and adds to it; `on_signed()` after each stroke. White in both
    themes: ink is dark on paper."""
    use_watch(signature)

    def begin(e: ft.DragStartEvent) -> None:
        signature.begin(e.local_position.x, e.local_position.y)
        signature.changed()

    def extend(e: ft.DragUpdateEvent) -> None:
        if signature.extend(e.local_position.x, e.local_position.y):
            signature.changed()

    def end(_: ft.DragEndEvent) -> None:
        signature.end()
        on_signed()

    paper = ft.Stack(
        [
            ft.Container(
                ft.Divider(color="#9AA5B1", thickness=1), bottom=36, left=24, right=24
            ),
            ft.Container(
                ft.Text("Assine aqui com o dedo", size=t.sp(15), color="#3F4A55",
                        font_family=t.SANS),
                bottom=8, left=24, visible=signature.is_empty,
            ),
            cv.Canvas(
                shapes=[Piece(piece) for piece in pieces_of(signature.strokes)],
                on_resize=lambda e: signature.resize(e.width, e.height),
                resize_interval=100,
                # Both drags instead of a pan: a page that scrolls would win every stroke that
                # begins upwards or downwards from a pan, and loses it to a drag within.
                content=ft.GestureDetector(
                    on_horizontal_drag_start=begin,
                    on_horizontal_drag_update=extend,
                    on_horizontal_drag_end=end,
                    on_vertical_drag_start=begin,
                    on_vertical_drag_update=extend,
                    on_vertical_drag_end=end,
                    drag_interval=12,
                    exclude_from_semantics=True,  # to a reader it is a paper, nothing that scrolls
                ),
            ),
        ],
        fit=ft.StackFit.EXPAND,
    )
    return ft.Semantics(
        label=f"Quadro da assinatura, {'em branco' if signature.is_empty else 'assinado'}",
        container=True,
        expand=True,
        content=ft.Container(
            paper,
            bgcolor=PAPER,
            border=ft.Border.all(2, t.INK),
            border_radius=t.RADIUS,
            clip_behavior=ft.ClipBehavior.HARD_EDGE,
        ),
    )


def Piece(points: tuple[tuple[int, int], ...]) -> cv.Path:
    (x0, y0), *rest = points
    return cv.Path(
        [cv.Path.MoveTo(x0, y0), *[cv.Path.LineTo(x, y) for x, y in rest]],
        paint=ft.Paint(
            color=INK, stroke_width=3, style=ft.PaintingStyle.STROKE,
            stroke_cap=ft.StrokeCap.ROUND, stroke_join=ft.StrokeJoin.ROUND,
        ),
    )
