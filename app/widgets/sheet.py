"""A sheet that comes up from the bottom with one thing to read, to choose or to type."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from app import theme as t

from .buttons import text_button

ROOMY = 760  # a screen lower than this may need the sheet to scroll
FEW_LINES = 320  # and this, when there is a sentence or two and a button


def sheet(
    title: str,
    *controls: ft.Control,
    on_close: Callable[..., object],
    close: str = "Fechar",
    long: bool = False,
    needs: float = ROOMY,
) -> ft.BottomSheet:
    """For `ft.use_dialog`. As high as its content; `long` content, or a screen lower than it
    `needs` (with normal letters), scrolls and then takes the whole height. Never wider than one
    can read."""
    scrolls = long or (ft.context.page.height or needs) < t.sp(needs)
    return ft.BottomSheet(
        on_dismiss=on_close,
        scrollable=True,
        use_safe_area=True,
        size_constraints=ft.BoxConstraints(max_width=t.READING_WIDTH),
        content=ft.Container(
            padding=ft.Padding.only(left=t.LG, right=t.LG, top=t.SM, bottom=t.LG),
            content=ft.Column(
                [
                    ft.Row(
                        [
                            ft.Semantics(header=True, content=t.title(title), expand=True),
                            text_button(close, on_close, icon=ft.Icons.CLOSE),
                        ],
                        vertical_alignment=ft.CrossAxisAlignment.CENTER,
                    ),
                    *controls,
                ],
                tight=True,
                spacing=t.MD,
                scroll=ft.ScrollMode.AUTO if scrolls else None,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            ),
        ),
    )
