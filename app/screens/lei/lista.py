"""A long list of rules that opens without a wait: the first rows at once, the rest piece by piece,
and only what is in sight is laid out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.law.book import LawBook
from app.flows.law.entries import Chapter
from app.screens.lei.linha import LawRow

ROWS_AT_ONCE = 8
ROW_PX = 70  # about the height of a row, for those that are not drawn yet
BETWEEN_PIECES_S = 0.06
BOTTOM = t.XL


def section_head(title: str, key=None) -> ft.Control:
    return ft.Container(
        ft.Semantics(header=True, content=t.strong(title)),
        padding=ft.Padding.only(top=t.LG, bottom=t.XS),
        key=key or f"titulo-{title}",
    )


def LawList(
    book: LawBook,
    path: str,
    beside: bool,
    head: Sequence[ft.Control],
    groups: tuple[tuple[str, tuple[str, ...]], ...],
    foot: Sequence[ft.Control],
    key: str,
) -> ft.Control:
    """`groups` are (title, keys of rules)."""
    rows: list[ft.Control] = list(head)
    turn = 0
    for title, keys in groups:
        if title:
            rows.append(section_head(title))
        for at in range(0, len(keys), ROWS_AT_ONCE):
            some = keys[at : at + ROWS_AT_ONCE]
            rows.append(Rows(book, path, beside, some, turn, key=f"{title}-{at}"))
            turn += 1
    return ft.ListView(
        controls=[*rows, *foot],
        expand=True,
        key=key,
        padding=ft.Padding.only(right=t.SM if beside else 0, bottom=BOTTOM),
    )


@ft.memo
@ft.component
def Rows(
    book: LawBook, path: str, beside: bool, keys: tuple[str, ...], turn: int
) -> ft.Control:
    drawn, set_drawn = ft.use_state(turn == 0)

    async def draw() -> None:
        await asyncio.sleep(BETWEEN_PIECES_S * turn)
        set_drawn(True)

    ft.use_effect(draw, dependencies=[])
    if not drawn:
        return ft.Container(height=ROW_PX * len(keys))
    return ft.Column(
        [LawRow(book, path, beside, key, key=key) for key in keys],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def order_choice(chapter: Chapter, order: str, choose: Callable[[str], object]) -> ft.Control:
    """By article, by severity, by group: as many as the law has."""
    names = [name for name, _ in chapter.orders]
    chosen = order or names[0]
    row = ft.Row(
        [
            w.choice_button(
                name, lambda _, one=name: choose(one), chosen=name == chosen,
                name=f"Por {name.lower()}", height=t.TOUCH,
                # With large letters a long word needs more than a third of a phone.
                expand=len(name) if t.is_large() else 1,
            )
            for name in names
        ],
        spacing=t.SM,
    )
    return ft.Container(row, padding=ft.Padding.symmetric(vertical=t.XS), key="ordem")
