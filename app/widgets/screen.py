"""The scaffold of every screen: strip, title, body, and what to do at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from app import theme as t
from app.state import TWO_PANES_FROM

from .buttons import icon_button, primary_button, secondary_button
from .context import use_app
from .said import SaidLine
from .watching import use_watch

LEFT, RIGHT = 2, 3  # how the two panes share the width
STRIP = {
    "good": (t.GOOD, ft.Icons.CLOUD_DONE),
    "busy": (t.INFO, ft.Icons.CLOUD_UPLOAD),
    "waiting": (t.WARN, ft.Icons.SCHEDULE_SEND),
    "offline": (t.WARN, ft.Icons.CLOUD_OFF),
    "problem": (t.BAD, ft.Icons.SYNC_PROBLEM),
    "lists": (t.WARN, ft.Icons.GPP_MAYBE),
}


@dataclass(frozen=True)
class Action:
    """A button of the bottom bar. `name` is what a screen reader says, if not the label."""

    label: str
    on_click: Callable[..., object]
    icon: ft.IconData | None = None
    tone: t.Tone | None = None
    disabled: bool = False
    name: str | None = None


@ft.memo
@ft.component
def StatusStrip() -> ft.Control:
    """The slim strip: sync in words. A tap opens Aparelho."""
    app = use_app()
    use_watch(app.status)
    if app.status is None:
        return ft.Container(height=0)
    inside = app.stage.name == "dentro"
    tone, icon = STRIP[app.status.kind]
    words = app.status.words

    def to_device(_: object) -> None:
        app.go("/aparelho")

    return ft.Semantics(
        label=f"Envio: {words}. Abrir Aparelho" if inside else f"Envio: {words}",
        button=inside,
        container=True,
        exclude_semantics=True,
        on_tap=to_device if inside else None,
        content=ft.Container(
            ft.Row(
                [
                    ft.Icon(icon, size=t.sp(18), color=tone.on_container),
                    t.text(words, 15, bold=True, color=tone.on_container, expand=True),
                ],
                spacing=t.SM,
            ),
            bgcolor=tone.container,
            padding=ft.Padding.symmetric(vertical=7, horizontal=t.LG),
            on_click=to_device if inside else None,
            ink=inside,
        ),
    )


def action_bar(
    primary: Action | None, secondary: Action | None = None, *, above: ft.Control | None = None
) -> ft.Control:
    """The bottom bar: the primary action, full width; a second one beside or above it."""
    inside = t.READING_WIDTH - 2 * t.LG  # the same edges as the body above it
    buttons: list[ft.Control] = []
    # A long word needs the room more than the icon does.
    crowded = bool(primary and secondary) and t.is_large()
    if secondary:
        buttons.append(
            secondary_button(
                secondary.label,
                secondary.on_click,
                icon=None if crowded else secondary.icon,
                name=secondary.name,
                tone=secondary.tone,
                disabled=secondary.disabled,
                expand=2,
            )
        )
    if primary:
        buttons.append(
            primary_button(
                primary.label,
                primary.on_click,
                icon=None if crowded else primary.icon,
                name=primary.name,
                tone=primary.tone,
                disabled=primary.disabled,
                expand=3,
            )
        )
    side_by_side = ft.Row(  # equally high, though only one of them needs two lines
        buttons, spacing=t.SM, intrinsic_height=len(buttons) > 1,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH if len(buttons) > 1
        else ft.CrossAxisAlignment.CENTER,
    )
    return ft.Container(
        ft.Column(
            [narrow(row, width=inside) for row in (above, side_by_side) if row],
            spacing=t.SM,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=t.BAND,
        border=ft.Border.only(top=ft.BorderSide(1, t.LINE_SOFT)),
        padding=ft.Padding.symmetric(vertical=t.SM + 2, horizontal=t.LG),
    )


def top_bar(
    title: str,
    *,
    back: Callable[..., object] | None = None,
    actions: Sequence[ft.Control] = (),
    under: ft.Control | None = None,
    subtitle: str = "",
) -> ft.Control:
    start = [icon_button(ft.Icons.ARROW_BACK, "Voltar", back)] if back else []
    heading = ft.Semantics(
        header=True,
        content=t.title(title, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS),
        expand=True,
    )
    if subtitle:
        heading.expand = False
        heading = ft.Column([heading, t.small(subtitle)], spacing=0, tight=True, expand=True)
    row = ft.Row(
        [*start, heading, *actions],
        spacing=t.XS,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Container(
        ft.Column(
            [row, *([under] if under else [])],
            spacing=t.XS,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=ft.Padding.only(
            left=t.XS if back else t.LG,
            right=t.XS if actions else t.LG,
            top=t.XS if back or actions else t.MD,
            bottom=t.XS,
        ),
    )


def screen(
    title: str,
    *body: ft.Control,
    primary: Action | None = None,
    secondary: Action | None = None,
    back: Callable[..., object] | None = None,
    actions: Sequence[ft.Control] = (),
    under_title: ft.Control | None = None,
    above_action: ft.Control | None = None,
    scroll: bool = True,
    strip: bool = True,
    wide: bool = False,
    route: str | None = None,
    subtitle: str = "",
) -> ft.View:
    """A whole screen, called at the end of a route's component.

    `body` controls are stacked and stretched, and scroll together; with `scroll=False` the body
    fills the room (give one child `expand=True`: a ListView, `panes(...)`). `wide` lets the body
    use the whole width instead of a reading width. `above_action` stays above the bottom button.
    """
    column = ft.Column(
        [*body, *([ft.Container(height=t.SM)] if scroll else [])],
        spacing=t.MD,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        scroll=ft.ScrollMode.AUTO if scroll else None,
        expand=True,
    )
    gutter = ft.Padding.symmetric(horizontal=t.LG)
    inner: ft.Control = ft.Container(column, padding=gutter, expand=True)
    if not wide:
        inner = centred(inner)
    rows: list[ft.Control] = [
        *([StatusStrip()] if strip else []),
        narrow(
            top_bar(title, back=back, actions=actions, under=under_title, subtitle=subtitle), wide
        ),
        inner,
    ]
    rows.append(SaidLine())
    if primary or secondary:
        rows.append(action_bar(primary, secondary, above=above_action))
    elif above_action:
        rows.append(above_action)
    return ft.View(
        route=route or ft.use_view_path() or "/",
        padding=0,
        spacing=0,
        bgcolor=t.PAPER,
        controls=[
            ft.SafeArea(
                ft.Column(
                    rows,
                    spacing=0,
                    expand=True,
                    horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                ),
                expand=True,
                minimum_padding=0,
            )
        ],
    )


def centred(control: ft.Control) -> ft.Control:
    """No wider than one can read, in the middle of a wide screen."""
    control.expand = True
    return ft.Row(
        [ft.Container(control, width=t.READING_WIDTH, expand=True, expand_loose=True)],
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
        spacing=0,
    )


def narrow(
    control: ft.Control, wide: bool = False, *, width: float = t.READING_WIDTH
) -> ft.Control:
    """A bar of its own height, over the column that `centred` makes; as it is if `wide`."""
    if wide:
        return control
    return ft.Row(
        [ft.Container(control, width=width, expand=True, expand_loose=True)],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=0,
    )


def right_room() -> float:
    """The width of what stands in the only column of a `wide` screen, or in its right pane."""
    page = ft.context.page
    width = (page.width or 0) - 2 * t.LG
    if (page.width or 0) < TWO_PANES_FROM:
        return width
    return (width - 2 * t.MD - 1) * RIGHT / (LEFT + RIGHT)


def panes(
    left: ft.Control,
    right: ft.Control | None,
    *,
    two: bool,
    left_flex: int = LEFT,
    right_flex: int = RIGHT,
) -> ft.Control:
    """List and detail side by side where there is room (`use_viewport().two_panes`), else the
    detail alone if there is one, else the list. Both fill the height."""
    if not two:
        alone = right or left
        alone.expand = True
        return alone
    return ft.Row(
        [
            ft.Container(left, expand=left_flex),
            ft.VerticalDivider(width=1, thickness=1, color=t.LINE_SOFT),
            ft.Container(right, expand=right_flex),
        ],
        spacing=t.MD,
        expand=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def halves(left: list[ft.Control], right: list[ft.Control]) -> ft.Control:
    """Two columns of one page that scrolls, each as high as it needs."""
    columns = [
        ft.Column(controls, expand=1, spacing=t.MD, tight=True,
                  horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        for controls in (left, right)
    ]
    return ft.Row(columns, spacing=t.XL, vertical_alignment=ft.CrossAxisAlignment.START)


def scrolling(*controls: ft.Control, spacing: int = 0) -> ft.Column:
    """A column that scrolls by itself, with room after its end."""
    return ft.Column(
        [*controls, ft.Container(height=t.LG)],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        spacing=spacing,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
