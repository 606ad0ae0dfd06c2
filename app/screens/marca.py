"""The mark on a screen: the same drawing as `assets/icons/prancheta.svg`."""

from __future__ import annotations

import flet as ft

from app import theme as t


def mark(size: float = 72) -> ft.Image:
    return ft.Image(src=t.MARK_SVG, width=size, height=size, semantics_label="Marca da Prancheta")


def masthead(note: str = "") -> ft.Control:
    """The mark and the name, at the doors."""
    words: list[ft.Control] = [t.display("Prancheta")]
    if note:
        words.append(t.small(note))
    return ft.Row(
        [mark(64), ft.Column(words, spacing=0, tight=True, expand=True)],
        spacing=t.LG,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
