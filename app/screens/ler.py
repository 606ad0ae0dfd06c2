"""Ler selo: with the camera, from a photo, or by its number. Route `/ler`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.reading import READ
from app.screens.ler_listas import ListsNotice

RESULT = "/ler/resultado"
TYPED_MAX = 300  # an address with its 220 digits


async def look(app) -> None:
    """Opens the camera, and shows what was read."""
    if await app.reading.by_camera(app.prefs.mode, app.prefs.scale):
        app.go(RESULT)


def use_photo(app, label: str, *, first: bool = False) -> ft.Control:
    """The button that takes a photo, as the one thing to do or as another."""

    async def got(data: bytes) -> None:
        if await app.reading.by_photo(data):
            app.go(RESULT)

    make = w.primary_button if first else w.secondary_button
    button = make(label, None, icon=ft.Icons.PHOTO_CAMERA, expand=True)
    button.action = w.use_photo_picker(got)
    return button


@ft.component
def Ler() -> ft.View:
    app = w.use_app()
    flow = app.reading
    w.use_watch(flow)
    here = ft.use_route_location() == "/ler"
    begun = ft.use_ref(False)

    async def begin() -> None:
        """The camera opens by itself the first time, where there is one."""
        if not here:
            return
        flow.stop = None
        flow.open()
        await app.lists.refresh()
        if not begun.current:
            begun.current = True
            if not flow.camera_shut:
                await look(app)

    ft.use_effect(begin, dependencies=[here])

    async def camera(_: object) -> None:
        await look(app)

    photo_first = flow.camera_shut
    photo = ft.Row([use_photo(app, "Usar foto do selo", first=photo_first)])
    live = [w.secondary_button if photo_first else w.primary_button]
    again = (
        [ft.Row([live[0]("Ler com a câmera", camera, icon=ft.Icons.QR_CODE_SCANNER, expand=True)])]
        if app.ports.scan.has_live
        else []
    )
    buttons = [*again, photo] if photo_first else [photo, *again]
    trouble = flow.trouble
    return w.screen(
        "Ler selo",
        *([w.notice(t.WARN, trouble.what, trouble.todo, key="trouble")] if trouble else []),
        ListsNotice(),
        t.body(
            "Aponte a câmera para o QR do selo, no para-brisa. Funciona sem sinal, e nenhum "
            "endereço é aberto."
        ),
        w.section_title("O QR não se lê?"),
        Typing(),
        back=lambda _: app.go("/"),
        above_action=w.action_bar(None, above=w.stacked(buttons, spacing=t.SM)),
    )


@ft.component
def Typing() -> ft.Control:
    """The selo's number, its code, or the plate."""
    app = w.use_app()
    text, set_text = ft.use_state("")

    async def check(_: object = None) -> None:
        found = await app.reading.by_text(text)
        if found == READ:
            app.go(RESULT)
        elif found:
            app.go(f"/veiculo/{found}")

    return w.stacked(
        [
            w.field(
                "Número ou código do selo, ou placa",
                text,
                on_change=lambda e: set_text(e.control.value),
                on_submit=check,
                helper="Assim: 000.042, 000.042-7K3MQ ou ABC1D23",
                mono=True,
                capitals=True,
                size=22,
                max_length=TYPED_MAX,
                key="digitado",
            ),
            ft.Row([w.secondary_button("Conferir", check, icon=ft.Icons.SEARCH, expand=True)]),
        ],
        spacing=t.SM,
    )
