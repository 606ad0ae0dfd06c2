"""The answers of an item, side by side, each in its own place whatever the item.

An answer that an item does not offer leaves its third to *não verificado*, never to another
answer: a thumb that knows the places cannot give the wrong one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import flet as ft

from app import theme as t

NOT_VERIFIED = "nao_verificado"
ONE_LINE_FROM = 400  # width of the screen
TWO_LINES = 78  # height of an icon over two lines of words


def offered_answers(conditional: bool) -> tuple[str, str, str]:
    third = "nao_se_aplica" if conditional else NOT_VERIFIED
    return ("conforme", "nao_conforme", third)


def answer_row(
    value: str,
    on_answer: Callable[[str], object],
    *,
    item: str,
    offered: tuple[str, ...],
    height: float = 88,
) -> ft.Row:
    """As high as two lines of words need, where the words do not fit in one. Names read
    "Conforme, item Art. 14, I" and, once given, "Conforme, item …, escolhido"."""
    if t.is_large() or (ft.context.page.width or 0) < ONE_LINE_FROM:
        height = max(height, TWO_LINES)
    return ft.Row(
        [
            answer_button(answer, value == answer, on_answer, item=item, height=height)
            for answer in offered
        ],
        spacing=t.SM,
    )


def answer_button(
    answer: str, chosen: bool, on_answer: Callable[[str], object], *, item: str, height: float
) -> ft.Control:
    tone = t.ANSWER_TONES[answer]
    ink = tone.on if chosen else t.INK
    return ft.FilledButton(
        content=ft.Column(
            [
                ft.Icon(tone.icon, size=t.sp(30 if height > 75 else 22),
                        color=tone.on if chosen else tone.color),
                ft.Text(
                    tone.word, size=t.sp(16), weight=ft.FontWeight.W_700, font_family=t.SANS,
                    color=ink, text_align=ft.TextAlign.CENTER, max_lines=2,
                    semantics_label=f"{tone.word}, item {item}{', escolhido' if chosen else ''}",
                ),
            ],
            spacing=2,
            tight=True,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        on_click=lambda _: on_answer(answer),
        height=max(t.TOUCH, t.sp(height)),
        expand=1,
        key=answer,
        style=_style(answer, chosen),
    )


@cache
def _style(answer: str, chosen: bool) -> ft.ButtonStyle:
    """One for all answers that look alike: what is the same object is not compared."""
    tone = t.ANSWER_TONES[answer]
    return ft.ButtonStyle(
        bgcolor=tone.color if chosen else t.SHEET,
        color=tone.on if chosen else t.INK,
        elevation=0,
        padding=ft.Padding.symmetric(vertical=t.XS, horizontal=2),
        shape=ft.RoundedRectangleBorder(radius=t.RADIUS),
        side=ft.BorderSide(2.5 if chosen else t.BORDER, tone.color if chosen else t.LINE),
    )
