"""Cards, notices, plates, progress: what a screen is put together from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from app import theme as t

from .buttons import secondary_button


def card(
    *controls: ft.Control,
    tone: t.Tone | None = None,
    padding: float = t.LG,
    key=None,
    spacing: float = t.SM,
) -> ft.Container:
    """A sheet of paper with a real border (no shadow stands in for one)."""
    return ft.Container(
        content=ft.Column(
            list(controls),
            spacing=spacing,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=tone.container if tone else t.SHEET,
        border=ft.Border.all(t.BORDER, tone.color if tone else t.LINE_SOFT),
        border_radius=t.RADIUS,
        padding=padding,
        key=key,
    )


def tap_card(
    *controls: ft.Control,
    on_click: Callable[..., object],
    name: str,
    key=None,
    icon: ft.IconData | None = ft.Icons.CHEVRON_RIGHT,
    tone: t.Tone | None = None,
    padding: float = t.LG,
) -> ft.Control:
    """A card that is one button. `name` is all that a screen reader says of it."""
    inside = ft.Row(
        [
            ft.Column(list(controls), spacing=t.XS, tight=True, expand=True),
            *([ft.Icon(icon, color=t.ACTION_COLOR, size=t.sp(26))] if icon else []),
        ],
        spacing=t.MD,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Semantics(
        label=name,
        button=True,
        exclude_semantics=True,
        on_tap=on_click,
        key=key,
        content=ft.Container(
            content=inside,
            on_click=on_click,
            ink=True,
            padding=padding,
            bgcolor=tone.container if tone else t.SHEET,
            border_radius=t.RADIUS,
            border=ft.Border.all(t.BORDER, tone.color if tone else t.LINE),
        ),
    )


def notice(
    tone: t.Tone,
    what: str,
    todo: str = "",
    *,
    action: str | None = None,
    on_action: Callable[..., object] | None = None,
    key=None,
    live: bool = True,
) -> ft.Control:
    """A plain sentence on what happened, another on what to do, and perhaps a button.

    `tone` is `theme.INFO`, `theme.WARN`, `theme.BAD` or `theme.GOOD`. It is read aloud when it
    appears (`live`).
    """
    icon = {id(t.BAD): ft.Icons.ERROR, id(t.WARN): ft.Icons.WARNING_AMBER}.get(id(tone), tone.icon)
    words: list[ft.Control] = [t.strong(what, color=tone.on_container)]
    if todo:
        words.append(t.body(todo, color=tone.on_container))
    if action:
        words.append(ft.Row([secondary_button(action, on_action, tone=tone)], wrap=True))
    return ft.Semantics(
        live_region=live,
        container=True,
        key=key,
        content=ft.Container(
            content=ft.Row(
                [
                    ft.Icon(icon, color=tone.on_container, size=t.sp(26)),
                    ft.Column(words, spacing=t.SM, tight=True, expand=True),
                ],
                spacing=t.MD,
                vertical_alignment=ft.CrossAxisAlignment.START,
            ),
            bgcolor=tone.container,
            border=ft.Border.only(left=ft.BorderSide(6, tone.color)),
            border_radius=t.RADIUS / 2,
            padding=t.LG,
        ),
    )


def chip(tone: t.Tone, word: str | None = None, *, icon: ft.IconData | None = None) -> ft.Container:
    """A state in a word and a shape: "Conforme", "vence em 3 dias". Put it in a row that wraps:
    there a long one breaks into lines instead of being cut."""
    return ft.Container(
        content=ft.Row(
            [
                ft.Icon(icon or tone.icon, size=t.sp(18), color=tone.on_container),
                t.text(word or tone.word, 15, bold=True, color=tone.on_container,
                       expand=True, expand_loose=True),
            ],
            spacing=6,
            tight=True,
        ),
        bgcolor=tone.container,
        border=ft.Border.all(1, tone.color),
        border_radius=6,
        padding=ft.Padding.symmetric(vertical=4, horizontal=8),
    )


def plate(value: str, *, size: float = 30) -> ft.Container:
    """A plate as one sees it on the street: monospaced capitals in a frame."""
    spelled = " ".join(value)
    return ft.Container(
        content=t.text(
            value.upper(), size, bold=True, mono=True, name=f"Placa {spelled}", no_wrap=True
        ),
        bgcolor=t.SHEET,
        border=ft.Border.all(2, t.INK),
        border_radius=8,
        padding=ft.Padding.symmetric(vertical=2, horizontal=t.MD),
    )


def section_title(value: str, *, note: str = "", cite: str = "") -> ft.Control:
    words: list[ft.Control] = [
        ft.Semantics(header=True, content=t.title(value)),
    ]
    if cite:
        words.append(t.small(cite))
    if note:
        words.append(t.small(note))
    return ft.Container(ft.Column(words, spacing=2, tight=True), padding=ft.Padding.only(top=t.MD))


def facts(*pairs: tuple[str, str]) -> ft.Column:
    """Label and value, one under the other; wraps instead of cutting off."""
    return ft.Column(
        [
            ft.Column([t.small(label), t.body(value)], spacing=0, tight=True)
            for label, value in pairs
            if value
        ],
        spacing=t.SM,
        tight=True,
    )


def progress_bar(done: int, total: int, what: str = "") -> ft.Control:
    """How far, in numbers and in a bar: "23/38" and what is being counted."""
    share = min(max(done / total, 0), 1) if total else None
    said = f"{done} de {total} {what}".strip() if total else what
    return ft.Semantics(
        label=said,
        exclude_semantics=True,
        container=True,
        content=ft.Column(
            [
                ft.Row(
                    [
                        t.text(f"{done}/{total}" if total else "", 17, bold=True, mono=True),
                        ft.Container(t.small(what), expand=True),
                    ],
                    spacing=t.SM,
                ),
                ft.ProgressBar(
                    value=share,
                    color=t.ACTION_COLOR,
                    bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
                    bar_height=10,
                    border_radius=5,
                ),
            ],
            spacing=6,
            tight=True,
        ),
    )


def empty_state(what: str, todo: str = "", *, icon: ft.IconData = ft.Icons.INBOX) -> ft.Container:
    """Nothing here: says so, and what would put something here."""
    return ft.Container(
        ft.Column(
            [
                ft.Icon(icon, size=t.sp(48), color=t.INK_SOFT),
                t.strong(what, text_align=ft.TextAlign.CENTER),
                *([t.small(todo, text_align=ft.TextAlign.CENTER)] if todo else []),
            ],
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            spacing=t.SM,
            tight=True,
        ),
        alignment=ft.Alignment.CENTER,
        padding=t.XL,
    )


def stacked(controls: Sequence[ft.Control], *, spacing: float = t.MD) -> ft.Column:
    return ft.Column(
        list(controls),
        spacing=spacing,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
