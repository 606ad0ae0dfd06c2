"""One photo of a lavrado auto: untouched, marked, stamped. Route `/auto/:record/foto/:photo`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.auto_papers import AutoPapers
from app.flows.auto_record import Lavrado
from app.screens.auto_lavrado import of_auto
from app.screens.desk import use_desk
from app.screens.registro import use_hand_over

VIEWS = {"carimbada": "Carimbada", "marcada": "Marcada", "original": "Original"}


@ft.component
def AutoFoto() -> ft.View:
    digest = ft.use_route_params().get("photo", "")
    return of_auto(lambda of: AutoFotoOf(of, digest))


@ft.component
def AutoFotoOf(of: Lavrado, digest: str) -> ft.View:
    app, desk = w.use_app(), use_desk()
    how, set_how = ft.use_state("carimbada")
    (shown, problem), set_shown = ft.use_state((b"", ""))
    papers = AutoPapers(desk, of)
    hand_over = use_hand_over(papers)

    async def load() -> None:
        try:
            set_shown(((await papers.photo(digest, how)).data, ""))
        except Exception as error:
            set_shown((b"", str(error) or "Esta foto não abriu."))

    ft.use_effect(load, dependencies=[digest, how])
    photos = of.body["photos"]
    number = photos.index(digest) + 1 if digest in photos else 0
    return w.screen(
        f"Foto {number} de {len(photos)}" if number else "Foto",
        *([w.notice(t.WARN, problem)] if problem else []),
        ft.Container(
            ft.Image(src=shown, fit=ft.BoxFit.CONTAIN, gapless_playback=True,
                     semantics_label=f"Foto {number}, {VIEWS[how].lower()}") if shown
            else ft.Text("" if problem else "Abrindo a foto…", size=t.sp(17), color="#FFFFFF",
                         font_family=t.SANS),
            expand=True, bgcolor="#000000", alignment=ft.Alignment.CENTER,
        ),
        ft.Row(
            [w.choice_button(label, lambda _, name=name: set_how(name), chosen=how == name,
                             height=t.TOUCH) for name, label in VIEWS.items()],
            spacing=t.SM,
        ),
        ft.Container(height=0),
        scroll=False,
        strip=False,
        primary=w.Action(**hand_over(lambda: papers.photo(digest, how), "Enviar",
                                     name=f"Enviar a foto {VIEWS[how].lower()}"),
                         icon=ft.Icons.SHARE),
        back=lambda _: app.go(f"/auto/{of.id}"),
    )
