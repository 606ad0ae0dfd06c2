"""How what is on a screen lies side by side: reading width, panes, halves."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app.state import TWO_PANES_FROM

LEFT, RIGHT = 2, 3  # how the two panes share the width


def centred(control: ft.Control) -> ft.Control:
    """No wider than one can read, in the middle of a wide screen."""
    control.expand = True
    return ft.Row(
        [ft.Container(control, width=t.READING_WIDTH, expand=True, expand_loose=True)],
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
        spacing=0,
    )


def narrow(
    control: ft.Control, wide: bool = False, *, width: float = t.READING_WIDTH
) -> ft.Control:
    """A bar of its own height, over the column that `centred` makes; as it is if `wide`."""
    if wide:
        return control
    return ft.Row(
        [ft.Container(control, width=width, expand=True, expand_loose=True)],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=0,
    )


def right_room() -> float:
    """The width of what stands in the only column of a `wide` screen, or in its right pane."""
    page = ft.context.page
    width = (page.width or 0) - 2 * t.LG
    if (page.width or 0) < TWO_PANES_FROM:
        return width
    return (width - 2 * t.MD - 1) * RIGHT / (LEFT + RIGHT)


def panes(
    left: ft.Control,
    right: ft.Control | None,
    *,
    two: bool,
    left_flex: int = LEFT,
    right_flex: int = RIGHT,
) -> ft.Control:
    """List and detail side by side where there is room (`use_viewport().two_panes`), else the
    detail alone if there is one, else the list. Both fill the height."""
    if not two:
        alone = right or left
        alone.expand = True
        return alone
    return ft.Row(
        [
            ft.Container(left, expand=left_flex),
            ft.VerticalDivider(width=1, thickness=1, color=t.LINE_SOFT),
            ft.Container(right, expand=right_flex),
        ],
        spacing=t.MD,
        expand=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def halves(left: list[ft.Control], right: list[ft.Control]) -> ft.Control:
    """Two columns of one page that scrolls, each as high as it needs."""
    columns = [
        ft.Column(controls, expand=1, spacing=t.MD, tight=True,
                  horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        for controls in (left, right)
    ]
    return ft.Row(columns, spacing=t.XL, vertical_alignment=ft.CrossAxisAlignment.START)


def scrolling(*controls: ft.Control, spacing: int = 0) -> ft.Column:
    """A column that scrolls by itself, with room after its end."""
    return ft.Column(
        [*controls, ft.Container(height=t.LG)],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        spacing=spacing,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
