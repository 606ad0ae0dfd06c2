"""The scaffold of every screen: strip, title, body, and what to do at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from app import theme as t

from .bottom_bar import Action, action_bar
from .buttons import icon_button
from .columns import centred, narrow
from .context import use_app
from .said import SaidLine
from .watching import use_watch

STRIP = {
    "good": (t.GOOD, ft.Icons.CLOUD_DONE),
    "busy": (t.INFO, ft.Icons.CLOUD_UPLOAD),
    "waiting": (t.WARN, ft.Icons.SCHEDULE_SEND),
    "offline": (t.WARN, ft.Icons.CLOUD_OFF),
    "problem": (t.BAD, ft.Icons.SYNC_PROBLEM),
    "lists": (t.WARN, ft.Icons.GPP_MAYBE),
}


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
            bottom=t.SM,
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
    sheets: ft.Control | None = None,
) -> ft.View:
    """A whole screen, called at the end of a route's component.

    `body` controls are stacked and stretched, and scroll together; with `scroll=False` the body
    fills the room (give one child `expand=True`: a ListView, `panes(...)`). `wide` lets the body
    use the whole width instead of a reading width. `above_action` stays above the bottom button.
    `sheets`: a component that shows nothing but the dialogs of a body which is laid anew when the
    device is turned.
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
    if sheets:
        rows.append(sheets)
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
