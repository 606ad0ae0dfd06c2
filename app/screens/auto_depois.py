"""What follows on an auto: ciência, the release of a measure, the annulment. Routes
`/auto/:record/ciencia`, `/auto/:record/medida/:measure` and `/auto/:record/anular`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.annulment import MAX_REASON_CHARS, AutoAnnulment
from app.flows.auto_after import MAX_LINE_CHARS, MAX_NOTE_CHARS, NEEDS_NOTE, Ciencia, Release
from app.flows.auto_record import HOW
from app.screens.desk import sent_later, use_begun, use_desk
from app.widgets.sheet import FEW_LINES, sheet
from app.widgets.signature_pad import SignaturePad

PAPER_PX = 200
WITH_NOTE = {
    "correio": "Número do aviso ou do objeto",
    "eletronico": "Endereço eletrônico usado",
    "edital": "Publicação e data",
}


def _not_here(error: Exception) -> ft.View:
    app = w.use_app()
    return w.screen("Auto", w.notice(t.WARN, str(error)), back=lambda _: app.go("/"))


@ft.component
def AutoCiencia() -> ft.View:
    record_id = ft.use_route_params().get("record", "")
    act = use_begun("ciencia", record_id, lambda desk: Ciencia(desk, record_id))
    return _not_here(act) if isinstance(act, Exception) else CienciaOf(act)


@ft.component
def CienciaOf(act: Ciencia) -> ft.View:
    app = w.use_app()
    w.use_watch(act)
    back = f"/auto/{act.of.id}"

    async def register(_: ft.ControlEvent) -> None:
        if await act.act():
            sent_later(app)
            app.toast("Ciência registrada")
            app.go(back)

    def write(e: ft.ControlEvent) -> None:
        act.note = e.control.value

    rows: list[ft.Control] = []
    for how, text in HOW.items():
        rows.append(ft.Row([w.choice_button(
            text, lambda _, how=how: act.choose(how), chosen=act.how == how, height=t.TOUCH,
            beside=True)], key=how))
        if act.how == how:  # what it asks besides, where one looks
            rows += _asked_besides(act, write)
    return w.screen(
        "Registrar ciência",
        t.body(f"Auto nº {act.of.number}: como o autuado soube dele?"),
        *rows,
        primary=w.Action("Registrando…" if act.busy else "Registrar", register,
                         icon=ft.Icons.HOW_TO_REG, disabled=act.busy, name="Registrar a ciência"),
        above_action=_problem(act), back=lambda _: app.go(back),
    )


def _asked_besides(act: Ciencia, write) -> list[ft.Control]:
    rows: list[ft.Control] = []
    if act.how in ("recusou", "ausente"):
        answers = [
            w.choice_button(label, lambda _, there=there: act.set_witness(there),
                            chosen=act.witness is there, height=t.TOUCH, beside=True)
            for label, there in (("Com testemunha", True), ("Sem testemunha", False))
        ]
        rows.append(w.few_choices(*answers))
    if act.asks_signature:
        rows.append(ft.Container(SignaturePad(act.signature, lambda: None), height=PAPER_PX))
        rows.append(ft.Row([w.text_button("Limpar a assinatura", lambda _: act.signature.clear(),
                                          flush=True)]))
    rows.append(w.field(
        WITH_NOTE.get(act.how, "Observação, se houver"), act.note, on_change=write,
        multiline=act.how not in NEEDS_NOTE, max_length=MAX_NOTE_CHARS, key=f"nota-{act.how}"))
    return rows


def _problem(act) -> ft.Control | None:
    """Beside the button, wherever one has scrolled to and whatever the keyboard covers."""
    return w.notice(t.BAD, act.problem) if act.problem else None


@ft.component
def AutoMedida() -> ft.View:
    params = ft.use_route_params()
    record_id, measure_id = params.get("record", ""), params.get("measure", "")
    act = use_begun("medida", measure_id, lambda desk: Release(desk, record_id, measure_id))
    return _not_here(act) if isinstance(act, Exception) else MedidaOf(act)


@ft.component
def MedidaOf(act: Release) -> ft.View:
    from app.prints.auto_words import measure_words

    app, desk = w.use_app(), use_desk()
    w.use_watch(act)
    back = f"/auto/{act.of.id}"

    async def release(_: ft.ControlEvent) -> None:
        if await act.act():
            sent_later(app)
            app.toast("Liberado")
            app.go(back)

    def write(name: str):
        return lambda e: setattr(act, name, e.control.value)

    measure = act.measure
    law = desk.law_of(act.of.kept.record)
    said = measure_words(measure.applied.record, law, law.municipality.timezone) if measure else ""
    return w.screen(
        "Liberar",
        w.notice(t.INFO, "Medida em vigor", said, live=False),
        w.field("Número do recibo, se houver", act.receipt, on_change=write("receipt"),
                max_length=MAX_LINE_CHARS),
        w.field("Condições, se houver", act.note, on_change=write("note"),
                helper="Sem nomes nem documentos: eles ficam no recibo assinado.",
                multiline=True, max_length=MAX_NOTE_CHARS),
        primary=w.Action("Liberando…" if act.busy else "Liberar", release,
                         icon=ft.Icons.LOCK_OPEN, disabled=act.busy, name="Liberar agora"),
        above_action=_problem(act), back=lambda _: app.go(back),
        subtitle=f"Auto nº {act.of.number}",
    )


@ft.component
def AutoAnular() -> ft.View:
    record_id = ft.use_route_params().get("record", "")
    act = use_begun("auto", record_id, lambda desk: AutoAnnulment(desk, record_id))
    return _not_here(act) if isinstance(act, Exception) else AnularAutoOf(act)


@ft.component
def AnularAutoOf(act: AutoAnnulment) -> ft.View:
    app = w.use_app()
    w.use_watch(act)
    asking, set_asking = ft.use_state(False)
    back = f"/auto/{act.of.id}"

    async def annul(_: ft.ControlEvent) -> None:
        set_asking(False)
        if await act.act():
            sent_later(app)
            app.go(back)

    def change(e: ft.ControlEvent) -> None:
        act.reason = e.control.value

    ft.use_dialog(_confirm(act, annul, lambda _=None: set_asking(False)) if asking else None)
    standing = [one for one in act.of.measures if one.stands]
    return w.screen(
        f"Anular o auto {act.of.number}",
        w.notice(t.WARN, "A anulação é um novo registro e não se desfaz.",
                 "O número não volta: fica nos livros como anulado.", live=False),
        *([w.notice(t.WARN, "Há medida em vigor deste auto.",
                    "Ela não cai com a anulação: libere também.", live=False)]
          if standing else []),
        w.field("Por que anular", act.reason, on_change=change, multiline=True,
                max_length=MAX_REASON_CHARS),
        primary=w.Action(
            "Anular", lambda _: set_asking(True) if act.may_ask() else None,
            icon=ft.Icons.BLOCK, tone=t.BAD, disabled=act.busy,
        ),
        above_action=_problem(act), back=lambda _: app.go(back),
    )


def _confirm(act: AutoAnnulment, annul, close) -> ft.BottomSheet:
    return sheet(
        "Anular agora?",
        t.body(f"O auto nº {act.of.number} deixa de valer."),
        w.primary_button("Anular agora", annul, icon=ft.Icons.BLOCK, tone=t.BAD, expand=False),
        on_close=close,
        close="Voltar",
        needs=FEW_LINES,
    )
