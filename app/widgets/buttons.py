"""What one taps. Heights grow with the text: padding, not a fixed height, makes the size."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import flet as ft

from app import theme as t

Tap = Callable[..., object] | None
PRIMARY_SIZE, SECONDARY_SIZE = 19, 17  # of their words


def _style(
    fill: str, ink: str, border: str | None, height: float, padding: tuple | None = None
) -> ft.ButtonStyle:
    return _made(fill, ink, border, padding or (_above(height), t.LG), t.sp(24))


def _above(height: float) -> float:
    """The padding above and below one line of words in a button of this height."""
    return max(10, (height - 24) / 2)


@cache
def _made(
    fill: str, ink: str, border: str | None, padding: tuple[float, float], icon: float
) -> ft.ButtonStyle:
    """One style for all buttons that look alike: what is the same object is not compared. `icon`,
    its size, tells the sizes of text apart."""
    disabled = ft.ControlState.DISABLED
    rest = ft.ControlState.DEFAULT
    side = ft.BorderSide(t.BORDER, border) if border else ft.BorderSide(0, "#00000000")
    return ft.ButtonStyle(
        bgcolor={disabled: ft.Colors.SURFACE_CONTAINER_HIGH, rest: fill},
        color={disabled: t.INK_SOFT, rest: ink},
        icon_color={disabled: t.INK_SOFT, rest: ink},
        icon_size=icon,
        padding=ft.Padding.symmetric(vertical=padding[0], horizontal=padding[1]),
        shape=ft.RoundedRectangleBorder(radius=t.RADIUS),
        side={disabled: ft.BorderSide(t.BORDER, t.LINE_SOFT), rest: side},
        text_style=t.style(18, bold=True),
        elevation=0,
    )


def _label(label: str, name: str | None, size: float, align=ft.TextAlign.CENTER) -> ft.Text:
    # No colour of its own: the button's state decides it.
    shown = t.lines(label)
    return ft.Text(
        shown,
        size=t.sp(size),
        weight=ft.FontWeight.W_700,
        font_family=t.SANS,
        text_align=align,
        semantics_label=name or (label if shown != label else None),
    )


def _grown(expand: bool | int) -> bool | int | None:
    """Unset rather than False: Flutter draws a grey box for a False in a row that wraps."""
    return expand or None


def primary_button(
    label: str,
    on_click: Tap,
    *,
    icon: ft.IconData | None = None,
    name: str | None = None,
    disabled: bool = False,
    tone: t.Tone | None = None,
    expand: bool | int = True,
    edge: float = t.LG,
    key=None,
) -> ft.FilledButton:
    """The one thing to do here. Full width of the row or column (stretched) that holds it.
    `edge`: the padding beside the words."""
    fill, ink = (tone.color, tone.on) if tone else (t.ACTION_COLOR, ft.Colors.ON_PRIMARY)
    return ft.FilledButton(
        content=_label(label, name, PRIMARY_SIZE),
        icon=icon,
        on_click=on_click,
        disabled=disabled,
        style=_style(fill, ink, None, t.ACTION, (_above(t.ACTION), edge)),
        expand=_grown(expand),
        key=key,
    )


def secondary_button(
    label: str,
    on_click: Tap,
    *,
    icon: ft.IconData | None = None,
    name: str | None = None,
    disabled: bool = False,
    tone: t.Tone | None = None,
    expand: bool | int = False,
    edge: float = t.LG,
    key=None,
) -> ft.FilledButton:
    """Another thing one may do: outlined, same height as everything one touches."""
    ink = tone.color if tone else t.ACTION_COLOR
    return ft.FilledButton(
        content=_label(label, name, SECONDARY_SIZE),
        icon=icon,
        on_click=on_click,
        disabled=disabled,
        style=_style(t.SHEET, ink, ink, t.TOUCH, (_above(t.TOUCH), edge)),
        expand=_grown(expand),
        key=key,
    )


def text_button(
    label: str,
    on_click: Tap,
    *,
    icon: ft.IconData | None = None,
    name: str | None = None,
    disabled: bool = False,
    color: str = t.ACTION_COLOR,
    flush: bool = False,
    key=None,
) -> ft.TextButton:
    """The least of the three, for "ver a lei", "desfazer" and the like. `flush`: begins where the
    text above it begins."""
    return ft.TextButton(
        content=_label(label, name, 17, ft.TextAlign.START if flush else ft.TextAlign.CENTER),
        icon=icon,
        on_click=on_click,
        disabled=disabled,
        style=_style("#00000000", color, None, t.TOUCH,
                     ((t.TOUCH - 24) / 2, t.XS / 2) if flush else None),
        key=key,
    )


def icon_button(
    icon: ft.IconData,
    name: str,
    on_click: Tap,
    *,
    color: str = t.INK,
    disabled: bool = False,
    key=None,
) -> ft.Semantics:
    """An icon alone, only for what everybody knows (voltar, fechar). `name` is read aloud."""
    return ft.Semantics(
        label=name,
        button=True,
        exclude_semantics=True,
        on_tap=None if disabled else on_click,
        content=ft.IconButton(
            icon=icon,
            icon_color=color,
            icon_size=t.sp(26),
            on_click=on_click,
            disabled=disabled,
            width=t.TOUCH,
            height=t.TOUCH,
        ),
        key=key,
    )


def side_by_side(*buttons: ft.Control) -> ft.Row:
    """Buttons that share the width, equally high though only one of them needs two lines. Each
    with `expand`. A large word needs the room more than an icon does."""
    if t.is_large():
        for button in buttons:
            button.icon = None
    return ft.Row(list(buttons), spacing=t.SM, intrinsic_height=True,
                  vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def few_choices(*buttons: ft.Control) -> ft.Control:
    """Choices of a few words beside each other; with the largest letters one under the other, so
    that no word is cut."""
    if not t.is_large():
        return side_by_side(*buttons)
    return ft.Column([ft.Row([button]) for button in buttons], spacing=t.SM, tight=True)


def choice_button(
    label: str,
    on_click: Tap,
    *,
    chosen: bool = False,
    tone: t.Tone = t.INFO,
    name: str | None = None,
    icon: ft.IconData | None = None,
    disabled: bool = False,
    height: float = 64,
    expand: int | bool = 1,
    key=None,
    beside: bool = False,
) -> ft.Control:
    """One of several. Chosen: filled and with a tick, never told apart by colour alone. `beside`:
    the label beside the mark, where it may need two lines."""
    mark = icon or (ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED)
    fill, ink = (tone.color, tone.on) if chosen else (t.SHEET, t.INK)
    said = f"{name or label}{', escolhido' if chosen else ''}"
    sign = ft.Icon(mark, size=t.sp(24))
    inside: ft.Control = ft.Column(
        [sign, _label(label, said, 16)],
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    if beside:
        words = _label(label, said, 16, ft.TextAlign.START)
        words.expand = True
        inside = ft.Row([sign, words], spacing=t.SM)
    edge = t.MD if beside else t.XS
    style = _style(fill, ink, tone.color if chosen else t.LINE, height, (t.SM, edge))
    return ft.FilledButton(
        content=inside,
        on_click=on_click,
        disabled=disabled,
        style=style,
        expand=expand,
        height=max(height, t.sp(height + 8)),
        key=key,
    )
