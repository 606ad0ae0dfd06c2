"""Photos of a record or a draft: taking one, and the row of small pictures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import flet as ft

from app import theme as t

from .buttons import icon_button
from .context import use_app

THUMB = 96


def use_photo_picker(on_photo: Callable[[bytes], Awaitable[None]]) -> ft.PickFiles:
    """The action for a button: the phone's own choice of camera or file.

    It is a client action because a browser opens the chooser only inside the tap itself.
    """
    photos = use_app().ports.photos
    latest = ft.use_ref(lambda: on_photo)
    latest.current = on_photo

    def make() -> ft.FilePicker:
        async def got(e: ft.FilePickerResultEvent) -> None:
            for at, file in enumerate(e.files):
                data = await photos.chosen(at)
                await latest.current(bytes(file.bytes or b"") if data is None else data)

        return ft.FilePicker(on_result=got)

    picker = ft.use_memo(make, [])
    return ft.PickFiles(
        picker,
        file_type=ft.FilePickerFileType.IMAGE,
        allow_multiple=True,
        with_data=True,
        cancel_upload_on_window_blur=False,
    )


@ft.component
def PhotoStrip(
    read: Callable[[str], Awaitable[bytes]],
    digests: tuple[str, ...],
    on_remove: Callable[[str], object] | None,
    of: str,
    on_open: Callable[[str], object] | None = None,
) -> ft.Control:
    """Small pictures side by side; each can be removed where `on_remove` is given, and looked at
    and marked where `on_open` is."""
    if not digests:
        return ft.Container(height=0)
    return ft.Row(
        [
            Thumb(read, digest, on_remove, f"Foto {number} de {len(digests)}, {of}", on_open,
                  key=digest)
            for number, digest in enumerate(digests, 1)
        ],
        wrap=True,
        spacing=t.SM,
        run_spacing=t.SM,
    )


@ft.component
def Thumb(
    read: Callable[[str], Awaitable[bytes]],
    digest: str,
    on_remove: Callable[[str], object] | None,
    name: str,
    on_open: Callable[[str], object] | None = None,
) -> ft.Control:
    data, set_data = ft.use_state(b"")

    async def load() -> None:
        try:
            set_data(await read(digest))
        except Exception:
            set_data(b"")

    ft.use_effect(load, dependencies=[digest])
    picture: ft.Control = (
        ft.Image(
            src=data, width=THUMB, height=THUMB, fit=ft.BoxFit.COVER, border_radius=t.RADIUS,
            semantics_label=name, gapless_playback=True,
        )
        if data
        else ft.Semantics(
            label=name,
            content=ft.Container(
                ft.Icon(ft.Icons.PHOTO, color=t.INK_SOFT),
                width=THUMB, height=THUMB, bgcolor=t.BAND, border_radius=t.RADIUS,
                alignment=ft.Alignment.CENTER,
            ),
        )
    )
    if on_open is not None:
        picture = _opened_by_a_tap(picture, name, lambda _: on_open(digest))
    if on_remove is None:
        return picture
    return ft.Column(
        [picture, icon_button(ft.Icons.DELETE, f"Apagar {name}", lambda _: on_remove(digest))],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _opened_by_a_tap(picture: ft.Control, name: str, on_tap: Callable[..., object]) -> ft.Control:
    return ft.Semantics(
        label=f"{name}. Ver e marcar", button=True, exclude_semantics=True, on_tap=on_tap,
        content=ft.Container(picture, on_click=on_tap, ink=True, border_radius=t.RADIUS),
    )
