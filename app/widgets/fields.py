"""Where one types. Little typing, so each field is big, and says in words what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from app import theme as t

Change = Callable[..., object] | None


def _label(size: float, color: str = t.INK_SOFT, *, bold: bool = False) -> ft.TextStyle:
    style = t.style(size, bold=bold)
    style.color = color
    return style


def _ink(size: float, mono: bool) -> ft.TextStyle:
    style = t.style(size, mono=mono, bold=mono)
    style.color = t.INK
    return style


def field(
    label: str,
    value: str = "",
    *,
    on_change: Change = None,
    on_submit: Change = None,
    error: str | None = None,
    helper: str | None = None,
    keyboard: ft.KeyboardType | None = None,
    mono: bool = False,
    capitals: bool = False,
    password: bool = False,
    multiline: bool = False,
    autofocus: bool = False,
    max_length: int | None = None,
    disabled: bool = False,
    key=None,
    size: float = 20,
    suffix: ft.Control | None = None,
    on_blur: Change = None,
) -> ft.TextField:
    """A labelled field. `error` is a sentence: what is wrong and what to do.

    Do not disable a field while something runs: on the web its accessible twin stays read-only
    after it is enabled again. Let the flow ignore what comes meanwhile.
    """
    return ft.TextField(
        label=label,
        value=value,
        on_change=on_change,
        on_submit=on_submit,
        on_blur=on_blur,
        error=t.lines(error) if error else None,
        helper=t.lines(helper) if helper else None,
        keyboard_type=keyboard or ft.KeyboardType.TEXT,
        text_style=_ink(size, mono),
        cursor_color=t.ACTION_COLOR,
        label_style=_label(17),
        helper_style=_label(15),
        error_style=_label(15, ft.Colors.ERROR, bold=True),
        error_max_lines=4,
        helper_max_lines=4,
        capitalization=ft.TextCapitalization.CHARACTERS if capitals else None,
        autocorrect=not (mono or capitals or password),
        enable_suggestions=not (mono or capitals or password),
        password=password,
        multiline=multiline,
        min_lines=2 if multiline else None,
        max_lines=6 if multiline else None,
        max_length=max_length,
        counter="" if max_length else None,
        autofocus=autofocus,
        disabled=disabled,
        filled=True,
        fill_color=t.SHEET,
        border={
            ft.ControlState.DEFAULT: ft.OutlineInputBorder(
                side=ft.BorderSide(t.BORDER, t.LINE), border_radius=t.RADIUS
            ),
            ft.ControlState.FOCUSED: ft.OutlineInputBorder(
                side=ft.BorderSide(2.5, t.ACTION_COLOR), border_radius=t.RADIUS
            ),
            ft.ControlState.ERROR: ft.OutlineInputBorder(
                side=ft.BorderSide(2.5, ft.Colors.ERROR), border_radius=t.RADIUS
            ),
        },
        content_padding=ft.Padding.symmetric(vertical=t.LG, horizontal=t.LG),
        suffix_icon=suffix,
        key=key,
    )


def number_field(label: str, value: str = "", **more: object) -> ft.TextField:
    return field(label, value, keyboard=ft.KeyboardType.NUMBER, mono=True, **more)
