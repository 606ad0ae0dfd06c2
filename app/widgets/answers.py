"""The answers of an item, side by side, each in its own place whatever the item.

An answer that an item does not offer leaves its third to *não verificado*, never to another
answer: a thumb that knows the places cannot give the wrong one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache

import flet as ft

from app import theme as t

NOT_VERIFIED = "nao_verificado"
WORD = 16  # size of the words
SMALLER = 15  # may be, if then they fit on one line
LONGEST = 6.9  # "Não verificado" on one line, in sizes of a word
LONGEST_PART = 4.8  # "verificado"
EDGES = 9  # of a button: border and padding, both sides
PADDING = ft.Padding.symmetric(vertical=t.XS, horizontal=2)
TWO_LINES = 84  # height of an icon over two lines of words


def offered_answers(conditional: bool) -> tuple[str, str, str]:
    third = "nao_se_aplica" if conditional else NOT_VERIFIED
    return ("conforme", "nao_conforme", third)


def answer_row(
    value: str,
    on_answer: Callable[[str], Awaitable[None]],
    *,
    item: str,
    offered: tuple[str, ...],
    room: float,
    height: float = 88,
) -> ft.Row:
    """`room`: the width of the row. As high as two lines of words need, where the words do not
    fit in one. Names read "Conforme, item Art. 14, I" and, once given, "Conforme, item …,
    escolhido"."""
    each = (room - t.SM * (len(offered) - 1)) / len(offered) - EDGES
    two_lines = each < t.sp(SMALLER * LONGEST)
    if two_lines:
        height = max(height, TWO_LINES)
    face = Face(
        height=height,
        icon=24 if two_lines else 30 if height > 75 else 22,
        word=min(t.sp(WORD), each / (LONGEST_PART if two_lines else LONGEST)),
    )
    return ft.Row(
        [
            answer_button(answer, value == answer, on_answer, item=item, face=face)
            for answer in offered
        ],
        spacing=t.SM,
    )


@dataclass(frozen=True)
class Face:
    """How big an answer is drawn: `height` and `icon` grow with the text, `word` has grown."""

    height: float
    icon: float
    word: float


def answer_button(
    answer: str,
    chosen: bool,
    on_answer: Callable[[str], Awaitable[None]],
    *,
    item: str,
    face: Face,
) -> ft.Control:
    """Without the ripple of a Material button: it would be drawn again and again just when the
    next item is to be drawn, which is the quicker sign that the tap was felt."""
    tone = t.ANSWER_TONES[answer]

    async def tapped(_: ft.ControlEvent) -> None:
        await on_answer(answer)

    return ft.Semantics(
        label=f"{tone.word}, item {item}{', escolhido' if chosen else ''}",
        button=True,
        exclude_semantics=True,
        on_tap=tapped,
        expand=1,
        key=answer,
        content=ft.Container(
            _drawn(answer, chosen, face),
            on_click=tapped,
            height=max(t.TOUCH, t.sp(face.height)),
            alignment=ft.Alignment.CENTER,
            padding=PADDING,
            bgcolor=tone.color if chosen else t.SHEET,
            border=_border(answer, chosen),
            border_radius=t.RADIUS,
        ),
    )


@cache
def _border(answer: str, chosen: bool) -> ft.Border:
    """One for all answers that look alike: what is the same object is not compared."""
    return ft.Border.all(
        2.5 if chosen else t.BORDER, t.ANSWER_TONES[answer].color if chosen else t.LINE
    )


def _drawn(answer: str, chosen: bool, face: Face) -> ft.Control:
    tone = t.ANSWER_TONES[answer]
    return ft.Column(
        [
            ft.Icon(tone.icon, size=t.sp(face.icon),
                    color=tone.on if chosen else tone.color),
            ft.Text(
                tone.word, size=face.word, weight=ft.FontWeight.W_700, font_family=t.SANS,
                color=tone.on if chosen else t.INK, text_align=ft.TextAlign.CENTER, max_lines=2,
            ),
        ],
        spacing=2,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
