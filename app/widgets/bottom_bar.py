"""The bottom bar of a screen: the primary action, and perhaps a second one beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from app import theme as t

from .bar_room import Shares, Wanted, shares
from .buttons import (
    PRIMARY_SIZE,
    SECONDARY_SIZE,
    primary_button,
    secondary_button,
    side_by_side,
)
from .columns import narrow

INSIDE = t.READING_WIDTH - 2 * t.LG  # the same edges as the body above it
ICON = 24 + t.SM


@dataclass(frozen=True)
class Action:
    """A button of the bottom bar. `name` is what a screen reader says, if not the label."""

    label: str
    on_click: Callable[..., object]
    icon: ft.IconData | None = None
    tone: t.Tone | None = None
    disabled: bool = False
    name: str | None = None


def action_bar(
    primary: Action | None, secondary: Action | None = None, *, above: ft.Control | None = None
) -> ft.Control:
    """`above` stands over the buttons, inside the bar."""
    share = _shares(primary, secondary)
    buttons: list[ft.Control] = []
    if secondary:
        buttons.append(secondary_button(
            secondary.label, secondary.on_click, name=secondary.name, tone=secondary.tone,
            icon=secondary.icon if share.secondary_icon else None, disabled=secondary.disabled,
            expand=share.secondary, edge=share.edge,
        ))
    if primary:
        buttons.append(primary_button(
            primary.label, primary.on_click, name=primary.name, tone=primary.tone,
            icon=primary.icon if share.primary_icon else None, disabled=primary.disabled,
            expand=share.primary, edge=share.edge,
        ))
    row = side_by_side(*buttons) if len(buttons) > 1 else ft.Row(buttons)
    return ft.Container(
        ft.Column(
            [narrow(one, width=INSIDE) for one in (above, row) if one],
            spacing=t.SM,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=t.BAND,
        border=ft.Border.only(top=ft.BorderSide(1, t.LINE_SOFT)),
        padding=ft.Padding.symmetric(vertical=t.SM + 2, horizontal=t.LG),
    )


def _shares(primary: Action | None, secondary: Action | None) -> Shares:
    if not (primary and secondary):
        return Shares(1, 1, True, True, t.LG)
    width = ft.context.page.width or t.READING_WIDTH
    room = min(width - 2 * t.LG, INSIDE) - t.SM
    return shares(
        Wanted(primary.label, t.sp(PRIMARY_SIZE), t.sp(ICON) if primary.icon else 0),
        Wanted(secondary.label, t.sp(SECONDARY_SIZE), t.sp(ICON) if secondary.icon else 0),
        room, (t.LG, t.MD),
    )
