"""Annulling a vistoria or its selo by a new record. Route `/registro/:record/anular`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.annulment import MAX_REASON_CHARS, SEAL_ONLY, WHOLE, Annulment
from app.screens.desk import sent_later, use_begun
from app.widgets.sheet import FEW_LINES, sheet
from sync.records.seal import serial_text


@ft.component
def Anular() -> ft.View:
    app = w.use_app()
    record_id = ft.use_route_params().get("record", "")
    begun = use_begun("vistoria", record_id, lambda desk: Annulment(desk, record_id))
    if isinstance(begun, Exception):
        return w.screen("Anular", w.notice(t.WARN, str(begun)), back=lambda _: app.go("/"))
    return AnularOf(begun)


@ft.component
def AnularOf(annulment: Annulment) -> ft.View:
    app = w.use_app()
    w.use_watch(annulment)
    asking, set_asking = ft.use_state(False)
    of = annulment.of
    back = f"/registro/{of.id}"

    async def annul(_: ft.ControlEvent) -> None:
        set_asking(False)
        if await annulment.act():
            sent_later(app)
            app.go(back)

    def change(e: ft.ControlEvent) -> None:
        annulment.reason = e.control.value

    ft.use_dialog(_confirm(annulment, annul, lambda _=None: set_asking(False))
                  if asking else None)
    both = of.seal_stands and not of.annulled
    return w.screen(
        f"Anular {of.vehicle['plate']}",
        w.notice(t.WARN, "A anulação é um novo registro e não se desfaz.",
                 "O número do selo não volta: fica nos livros como anulado.", live=False),
        *(
            [w.few_choices(
                w.choice_button("Vistoria e selo", lambda _: annulment.choose(WHOLE),
                                chosen=annulment.what == WHOLE, height=t.TOUCH),
                w.choice_button("Só o selo", lambda _: annulment.choose(SEAL_ONLY),
                                chosen=annulment.what == SEAL_ONLY, height=t.TOUCH),
            )]
            if both
            else []
        ),
        w.field("Por que anular", annulment.reason, on_change=change, multiline=True,
                max_length=MAX_REASON_CHARS),
        primary=w.Action(
            "Anular", lambda _: set_asking(True) if annulment.may_ask() else None,
            icon=ft.Icons.BLOCK, tone=t.BAD, disabled=annulment.busy,
        ),
        # Beside the button, whatever the keyboard covers.
        above_action=w.notice(t.BAD, annulment.problem) if annulment.problem else None,
        back=lambda _: app.go(back),
    )


def _confirm(annulment: Annulment, annul, close) -> ft.BottomSheet:
    of = annulment.of
    what = f"A vistoria de {of.vehicle['plate']}" if annulment.what == WHOLE else "O selo"
    if of.seal_stands:
        number = serial_text(of.seal.body["serial"])
        what += f" e o selo nº {number}" if annulment.what == WHOLE else f" nº {number}"
    verb = "deixam de valer." if " e o selo" in what else "deixa de valer."
    return sheet(
        "Anular agora?",
        t.body(f"{what} {verb}"),
        w.primary_button("Anular agora", annul, icon=ft.Icons.BLOCK, tone=t.BAD, expand=False),
        on_close=close,
        close="Voltar",
        needs=FEW_LINES,
    )
