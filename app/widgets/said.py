"""The line that says what was just done, above the bottom bar. It takes room of its own: nothing
that one reads or touches lies under it."""

from __future__ import annotations

import flet as ft

from app import theme as t

from .buttons import text_button
from .context import use_app
from .watching import use_watch


@ft.memo
@ft.component
def SaidLine() -> ft.Control:
    said = use_app().said
    use_watch(said)
    if said is None or not said.words:
        return ft.Container(height=0)
    back = [text_button("Desfazer", lambda _: said.take_back(), icon=ft.Icons.UNDO,
                        color=ft.Colors.INVERSE_PRIMARY)] if said.undo else []
    line = ft.Container(
        ft.Row(
            [t.strong(said.words, color=ft.Colors.ON_INVERSE_SURFACE, expand=True), *back],
            spacing=t.SM, vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        width=t.READING_WIDTH, expand=True, expand_loose=True,
        padding=ft.Padding.symmetric(vertical=0 if back else t.MD, horizontal=t.LG),
    )
    return ft.Semantics(
        live_region=True,
        container=True,
        content=ft.Container(
            ft.Row([line], alignment=ft.MainAxisAlignment.CENTER, spacing=0),
            bgcolor=ft.Colors.INVERSE_SURFACE,
        ),
    )
