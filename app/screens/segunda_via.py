"""A selo issued again: why, and the one act. Route `/segunda-via/:serial`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.reissue import MOST_NOTE_CHARS, REASONS, Reissue
from app.screens.desk import sent_later, use_begun
from app.widgets.sheet import FEW_LINES, sheet
from sync.records.seal import serial_text


@ft.component
def SegundaVia() -> ft.View:
    app = w.use_app()
    serial = ft.use_route_params().get("serial", "")
    begun = use_begun("segunda-via", serial, lambda desk: Reissue(desk, int(serial)))
    if isinstance(begun, Exception):
        return w.screen("Segunda via", w.notice(t.WARN, str(begun)), back=lambda _: app.go("/"))
    return SegundaViaOf(begun)


@ft.component
def SegundaViaOf(reissue: Reissue) -> ft.View:
    app, viewport = w.use_app(), w.use_viewport()
    w.use_watch(reissue)
    asking, set_asking = ft.use_state(False)
    hindrance = "" if reissue.done else reissue.hindrance()

    async def issue(_: ft.ControlEvent) -> None:
        set_asking(False)
        if new := await reissue.issue():
            sent_later(app)
            app.go(f"/registro/{new}/selo")

    def change(e: ft.ControlEvent) -> None:
        reissue.note = e.control.value

    ft.use_dialog(_confirm(reissue, issue, lambda _=None: set_asking(False))
                  if asking else None)
    if hindrance:
        return w.screen(
            f"Segunda via {reissue.plate}", _old(reissue),
            w.notice(t.WARN, "Este selo não pode ser emitido de novo.", hindrance, live=False),
            back=lambda _: app.go(reissue.above),
        )
    return w.screen(
        f"Segunda via {reissue.plate}",
        _old(reissue),
        w.notice(t.INFO, f"O selo nº {serial_text(reissue.serial)} deixa de valer.",
                 "O novo tem outro número e as mesmas datas.", live=False),
        *([w.notice(t.WARN, "Este selo caiu com o aparelho que o emitiu.",
                    "Só emita outro se a prefeitura conferiu a vistoria e disse que ela é boa.",
                    live=False)] if reissue.earlier.of_blocked_device else []),
        w.section_title("Por que emitir de novo"),
        _reasons(reissue, viewport.width < t.sp(330)),
        w.field(
            "O que houve" if reissue.asks_note else "O que houve (se quiser)", reissue.note,
            on_change=change, multiline=True, max_length=MOST_NOTE_CHARS,
        ),
        primary=w.Action(
            "Emitir segunda via", lambda _: set_asking(True) if reissue.may_ask() else None,
            icon=ft.Icons.QR_CODE_2, disabled=reissue.busy,
        ),
        # Beside the button, whatever the keyboard covers.
        above_action=w.notice(t.BAD, reissue.problem) if reissue.problem else None,
        back=lambda _: app.go(reissue.above),
    )


def _old(reissue: Reissue) -> ft.Control:
    old = reissue.earlier
    return w.card(
        ft.Row([w.plate(reissue.plate, size=28)], wrap=True),
        t.strong(f"Selo nº {serial_text(old.serial)}"),
        t.small(f"Vistoria em {words.day(old.inspected_on)} · "
                f"{'com exigência' if old.provisional else 'válido'} até "
                f"{words.day(old.valid_until)}"),
    )


def _reasons(reissue: Reissue, narrow: bool) -> ft.Control:
    buttons = [
        w.choice_button(label, lambda _, r=reason: reissue.choose(r),
                        chosen=reissue.reason == reason, height=t.TOUCH, beside=True)
        for reason, label in REASONS.items()
    ]
    if narrow or t.is_large():
        return w.stacked([ft.Row([button]) for button in buttons], spacing=t.SM)
    return w.stacked([ft.Row(buttons[at:at + 2], spacing=t.SM) for at in (0, 2)], spacing=t.SM)


def _confirm(reissue: Reissue, issue, close) -> ft.BottomSheet:
    return sheet(
        "Emitir a segunda via?",
        t.body(f"O selo nº {serial_text(reissue.serial)} de {reissue.plate} é cancelado e não "
               "volta a valer. Retire-o do veículo, se ainda estiver nele."),
        w.primary_button("Emitir agora", issue, icon=ft.Icons.QR_CODE_2, expand=False),
        on_close=close,
        close="Voltar",
        needs=FEW_LINES,
    )
