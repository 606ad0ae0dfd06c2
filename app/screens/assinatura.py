"""The inspector signs and concludes. Route `/vistoria/:draft/resultado/assinatura`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.conclusion import Conclusion
from app.flows.desk import Desk
from app.screens.desk import of_draft, sent_later
from app.screens.verdict_pieces import verdict_banner
from app.widgets.sheet import FEW_LINES, sheet
from app.widgets.signature_pad import SignaturePad
from sync.records.seal import serial_text


@ft.component
def Assinatura() -> ft.View:
    return of_draft(Desk.conclusion, AssinaturaOf)


@ft.component
def AssinaturaOf(conclusion: Conclusion) -> ft.View:
    app, viewport = w.use_app(), w.use_viewport()
    w.use_watch(conclusion)
    asking, set_asking = ft.use_state(False)
    flow = conclusion.vistoria
    back = f"/vistoria/{flow.draft_id}/resultado"
    cramped = viewport.height < t.sp(500)  # then the signature needs the room of the banner

    async def conclude(_: ft.ControlEvent) -> None:
        set_asking(False)
        record_id = await conclusion.conclude()
        if record_id:
            sent_later(app)
            approved = conclusion.verdict.result == "aprovado" and conclusion.verdict.valid_until
            app.go(f"/registro/{record_id}" + ("/selo" if approved else ""))

    ft.use_dialog(_confirm(conclusion, conclude, lambda _=None: set_asking(False))
                  if asking else None)

    def ask(_: ft.ControlEvent) -> None:
        if conclusion.signature.refusal():
            conclusion.refuse(conclusion.signature.refusal())
        else:
            conclusion.refuse("")
            set_asking(True)

    return w.screen(
        f"Assinar {flow.vehicle['plate']}",
        # One or the other, so that the paper keeps its place when the problem is mended.
        *([w.notice(t.BAD, conclusion.problem)] if conclusion.problem
          else [] if cramped else [verdict_banner(conclusion.verdict)]),
        t.body(f"Assinatura de {app.agent['name']}, matrícula {app.agent['matricula']}"),
        SignaturePad(conclusion.signature, lambda: conclusion.refuse("")),
        ft.Container(height=0),  # a gap between the paper and the bar
        scroll=False,
        back=lambda _: app.go(back),
        primary=w.Action(
            "Concluindo…" if conclusion.busy else "Concluir", ask, icon=ft.Icons.TASK_ALT,
            disabled=conclusion.busy, name="Concluir",
        ),
        secondary=w.Action("Limpar", lambda _: conclusion.signature.clear(),
                           icon=ft.Icons.REFRESH, name="Limpar a assinatura"),
    )


def _confirm(conclusion: Conclusion, conclude, close) -> ft.BottomSheet:
    verdict, plate = conclusion.verdict, conclusion.vistoria.vehicle["plate"]
    if verdict.result == "aprovado":
        what = f"Vistoria aprovada de {plate}."
        if verdict.valid_until:
            number = serial_text(conclusion.desk.store.next_number("selo"))
            what += f" Sai o selo nº {number}, válido até {words.day(verdict.valid_until)}."
    else:
        count = words.count(len(verdict.exigencias), "exigência", "exigências")
        what = f"Vistoria reprovada de {plate}, com {count}."
    return sheet(
        "Concluir a vistoria?",
        t.body(what),
        t.body("Depois de concluída ela não muda mais. Um engano se corrige anulando."),
        w.primary_button("Concluir agora", conclude, icon=ft.Icons.TASK_ALT, expand=False),
        on_close=close,
        close="Voltar",
        needs=FEW_LINES,
    )
