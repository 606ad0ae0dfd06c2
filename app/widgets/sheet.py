"""A sheet that comes up from the bottom with one thing to read, to choose or to type."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from app import theme as t

from .buttons import text_button


def sheet(
    title: str, *controls: ft.Control, on_close: Callable[..., object], close: str = "Fechar"
) -> ft.BottomSheet:
    """For `ft.use_dialog`. Scrolls when there is more than fits; never wider than one can read."""
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
                            ft.Semantics(
                                header=True, content=t.title(title), expand=True
                            ),
                            text_button(close, on_close, icon=ft.Icons.CLOSE),
                        ],
                        vertical_alignment=ft.CrossAxisAlignment.CENTER,
                    ),
                    ft.Column(
                        list(controls),
                        spacing=t.MD,
                        tight=True,
                        scroll=ft.ScrollMode.AUTO,
                        expand=True,
                        expand_loose=True,
                        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                    ),
                ],
                tight=True,
                spacing=t.SM,
            ),
        ),
    )
