"""A QR on white paper, in both themes: a camera needs dark on light and the quiet zone."""

from __future__ import annotations

import flet as ft

from app import theme as t


def qr_picture(svg: str, side: float, name: str) -> ft.Control:
    """`svg` has its quiet zone; `side` in logical pixels."""
    return ft.Container(
        ft.Image(src=svg, width=side - 16, height=side - 16, fit=ft.BoxFit.CONTAIN,
                 semantics_label=name),
        width=side,
        height=side,
        padding=8,
        bgcolor="#FFFFFF",
        border=ft.Border.all(2, t.INK),
        border_radius=t.RADIUS,
        alignment=ft.Alignment.CENTER,
    )
