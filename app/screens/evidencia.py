"""One photo, large: arrows, circles, a short text, the stamp. Route `/evidencia/:draft/:photo`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.evidence import MAX_TEXT_CHARS, Evidence, evidence_of
from app.flows.evidence_view import Picture
from app.screens.desk import use_desk
from app.widgets.evidence_canvas import PhotoPad
from app.widgets.sheet import FEW_LINES, sheet
from sync.records.photo_notes import ARROW, CIRCLE


@ft.component
def Evidencia() -> ft.View:
    app, desk = w.use_app(), use_desk()
    params = ft.use_route_params()
    draft_id, digest = params.get("draft", ""), params.get("photo", "")
    evidence = app.evidences.get(draft_id)
    try:
        if evidence is None or evidence.desk is not desk:
            evidence = app.evidences[draft_id] = evidence_of(desk, draft_id)
        elif evidence.picture(digest) is None:
            evidence.reload()  # taken since
    except Exception as error:
        return w.screen("Foto", w.notice(t.WARN, str(error)), back=lambda _: app.go("/"))
    return EvidenciaOf(evidence, digest)


def use_way_back(draft_id: str):
    """To the screen that opened the photo: the one below in the stack, by its own "voltar"."""
    app = w.use_app()

    def back(_: object = None) -> None:
        app.go(app.evidence_from.get(draft_id, "/"))

    return back


@ft.component
def EvidenciaOf(evidence: Evidence, digest: str) -> ft.View:
    w.use_watch(evidence)
    back = use_way_back(evidence.draft_id)
    picture = evidence.picture(digest)
    data, set_data = ft.use_state(b"")
    stamp, set_stamp = ft.use_state(b"")
    problem, set_problem = ft.use_state("")
    writing, set_writing = ft.use_state(False)

    async def load() -> None:
        try:
            set_data(await evidence.original(digest))
        except Exception as error:
            set_problem(str(error))

    ft.use_effect(load, dependencies=[digest])

    async def show_stamp(_: object) -> None:
        if stamp:
            set_stamp(b"")
            return
        try:
            set_stamp(await evidence.stamped(digest))
            set_problem("")
        except Exception as error:
            set_problem(str(error))

    ft.use_dialog(_text_sheet(evidence, picture, lambda _=None: set_writing(False))
                  if writing and picture else None)
    if picture is None:
        return w.screen("Foto", w.notice(t.WARN, "Esta foto não está mais no rascunho."), back=back)
    number, total = evidence.digests().index(digest) + 1, len(evidence.pictures)
    trouble = problem or evidence.problem
    return w.screen(
        f"Foto {number} de {total}",
        *([w.notice(t.BAD, trouble)] if trouble else []),
        _room(evidence, picture, data, stamp),
        Tools(evidence, picture, bool(stamp)),
        ft.Container(height=0),  # a gap between the tools and the bar
        scroll=False,
        back=back,
        primary=w.Action("Pronto", back, icon=ft.Icons.CHECK, name="Pronto, voltar"),
        secondary=w.Action("Voltar a marcar" if stamp else "Ver carimbo", show_stamp,
                           name="Voltar a marcar" if stamp else "Ver a cópia carimbada"),
        above_action=_said(picture, lambda _: set_writing(True)),
        strip=False,
    )


def _room(evidence: Evidence, picture: Picture, data: bytes, stamp: bytes) -> ft.Control:
    if stamp:
        return ft.Container(
            ft.Image(src=stamp, fit=ft.BoxFit.CONTAIN, gapless_playback=True,
                     semantics_label="Cópia carimbada da foto"),
            expand=True, bgcolor="#000000", alignment=ft.Alignment.CENTER,
        )
    if not data:
        return ft.Container(
            ft.Text("Abrindo a foto…", size=t.sp(17), color="#FFFFFF", font_family=t.SANS),
            expand=True, bgcolor="#000000", alignment=ft.Alignment.CENTER,
        )
    marks = words.count(len(picture.marks), "marca", "marcas") if picture.marks else "sem marcas"
    return PhotoPad(evidence, picture, data, f"Quadro da foto, {marks}. Arraste para marcar")


@ft.component
def Tools(evidence: Evidence, picture: Picture, stamped: bool) -> ft.Control:
    w.use_watch(evidence.pen)
    pen = evidence.pen
    return w.side_by_side(
        w.choice_button("Seta", lambda _: pen.takes(ARROW), chosen=pen.kind == ARROW,
                        height=t.TOUCH),
        w.choice_button("Círculo", lambda _: pen.takes(CIRCLE), chosen=pen.kind == CIRCLE,
                        height=t.TOUCH),
        w.secondary_button("Desfazer", lambda _: evidence.undo_mark(picture.digest),
                           name="Desfazer a última marca", expand=True, edge=t.XS,
                           disabled=stamped or not picture.marks),
    )


def _said(picture: Picture, write) -> ft.Control:
    label = picture.text or "Escrever o que a foto mostra"
    return w.text_button(label, write, icon=ft.Icons.EDIT_NOTE,
                         name=f"Texto da foto: {picture.text or 'nenhum'}")


def _text_sheet(evidence: Evidence, picture: Picture, close) -> ft.BottomSheet:
    typed = {"text": picture.text}

    def keep(_: object) -> None:
        evidence.set_text(picture.digest, typed["text"])
        close()

    def change(e: ft.ControlEvent) -> None:
        typed["text"] = e.control.value

    return sheet(
        "O que a foto mostra",
        w.field("Em poucas palavras", picture.text, on_change=change, on_submit=keep,
                max_length=MAX_TEXT_CHARS, autofocus=True),
        w.primary_button("Guardar", keep, icon=ft.Icons.CHECK, expand=False,
                         name="Guardar o texto da foto"),
        on_close=close,
        needs=FEW_LINES,
    )
