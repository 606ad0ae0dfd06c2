"""The photos of a draft as evidence: take one, see each, mark it, put it away."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app.flows import words
from app.flows.evidence import Evidence
from app.flows.evidence_view import Picture

from .buttons import icon_button, secondary_button
from .context import use_app
from .evidence_canvas import MarkedPicture
from .photos import use_photo_picker
from .pieces import notice, section_title
from .watching import use_watch

THUMB_WIDTH, THUMB_HEIGHT = 132, 99


@ft.component
def EvidenceSection(evidence: Evidence, title: str = "Fotos", note: str = "") -> ft.Control:
    """Draws what is in `evidence` and redraws itself; the marking is at
    `/evidencia/:draft/:photo`, from where one comes back to the address that one left."""
    app = use_app()
    use_watch(evidence)
    app.evidences[evidence.draft_id] = evidence
    pick = use_photo_picker(evidence.add)
    count = len(evidence.pictures)
    take = secondary_button(
        "Guardando…" if evidence.busy else "Outra foto" if count else "Tirar foto",
        None, icon=ft.Icons.PHOTO_CAMERA, name="Tirar foto ou escolher arquivo",
        disabled=evidence.busy or not evidence.has_room,
    )
    take.action = pick
    said = words.count(count, "foto", "fotos") if count else note

    def remove(digest: str) -> None:
        if evidence.remove(digest):
            app.toast("Foto apagada", undo=evidence.put_back)

    return ft.Column(
        [
            section_title(title, note=said),
            *([notice(t.BAD, evidence.problem)] if evidence.problem else []),
            *([ft.Row(
                [
                    EvidenceThumb(evidence, picture, number, count, remove, key=picture.digest)
                    for number, picture in enumerate(evidence.pictures, 1)
                ],
                wrap=True, spacing=t.SM, run_spacing=t.SM,
            )] if count else []),
            take,
        ],
        spacing=t.SM,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@ft.component
def EvidenceThumb(evidence: Evidence, picture: Picture, number: int, total: int, on_remove
                  ) -> ft.Control:
    """One photo, small, with its marks; a tap opens it, large, to mark it."""
    app = use_app()
    data, set_data = ft.use_state(b"")

    async def load() -> None:
        try:
            set_data(await evidence.original(picture.digest))
        except Exception:
            set_data(b"")

    ft.use_effect(load, dependencies=[picture.digest])

    def open_it(_: object) -> None:
        app.evidence_from[evidence.draft_id] = ft.context.page.route or "/"
        app.go(f"/evidencia/{evidence.draft_id}/{picture.digest}")

    marks = words.count(len(picture.marks), "marca", "marcas") if picture.marks else "sem marcas"
    name = f"Foto {number} de {total}"
    return ft.Column(
        [
            ft.Semantics(
                label=f"{name}, {marks}. Ver e marcar",
                button=True,
                exclude_semantics=True,
                on_tap=open_it,
                content=ft.Container(
                    MarkedPicture(data, picture, THUMB_WIDTH, THUMB_HEIGHT) if data
                    else ft.Icon(ft.Icons.PHOTO, color=t.INK_SOFT),
                    width=THUMB_WIDTH, height=THUMB_HEIGHT, bgcolor=t.BAND,
                    border_radius=t.RADIUS, border=ft.Border.all(t.BORDER, t.LINE),
                    alignment=ft.Alignment.CENTER, on_click=open_it, ink=True,
                    clip_behavior=ft.ClipBehavior.HARD_EDGE,
                ),
            ),
            ft.Row(
                [
                    icon_button(ft.Icons.DRAW, f"Marcar a {name.lower()}", open_it,
                                color=t.ACTION_COLOR),
                    icon_button(ft.Icons.DELETE, f"Apagar a {name.lower()}",
                                lambda _: on_remove(picture.digest)),
                ],
                spacing=0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, width=THUMB_WIDTH,
            ),
        ],
        spacing=0,
        tight=True,
    )
