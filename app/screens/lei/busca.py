"""The field that one types in to find something in the law."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import flet as ft

from app import widgets as w


def use_search_box(
    label: str,
    text: str,
    on_text: Callable[[str], None],
    prepare: Callable[[], None],
    *,
    focus_when_emptied: bool = False,
) -> ft.TextField:
    """Not drawn again while one types: only when it is emptied. `prepare` makes the index, after
    the first picture."""
    turn, set_turn = ft.use_state(0)

    async def prepare_soon() -> None:
        await asyncio.sleep(0.2)
        prepare()

    def clear(_: object) -> None:
        on_text("")
        set_turn(lambda last: last + 1)

    ft.use_effect(prepare_soon, dependencies=[])
    box = w.field(
        label,
        text,
        on_change=lambda e: on_text(e.control.value),
        max_length=80,
        key=f"busca-{turn}",
        autofocus=focus_when_emptied and turn > 0,
        suffix=w.icon_button(ft.Icons.CLOSE, "Limpar a busca", clear),
    )
    box.autocorrect = False
    box.prefix_icon = ft.Icons.SEARCH
    return box
