"""Everything once more, how the autuado came to know, and the act itself. Route
`/abordagem/:draft/revisao`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.roadside.acknowledged import ANSWERS, Acknowledged
from app.flows.roadside.auto import AutoDraft
from app.flows.roadside.lavrar import Lavrar
from app.flows.roadside.numbered import Numbered
from app.flows.roadside.place import place_text
from app.flows.roadside.stop import Stop
from app.flows.roadside.told import law_facts
from app.screens.clock_question import clock_question
from app.screens.desk import sent_later, use_desk
from app.screens.roadside.pieces import doubt, law_button, of_stop, two_columns, unsaved
from app.screens.veiculo import pairs
from app.widgets.sheet import FEW_LINES, sheet
from app.widgets.signature_pad import SignaturePad
from sync.records.seal import serial_text

PAPER_PX = 200


@ft.component
def Revisao() -> ft.View:
    return of_stop(lambda stop: RevisaoOf(stop))


@ft.component
def RevisaoOf(stop: Stop) -> ft.View:
    app, desk, room = w.use_app(), use_desk(), w.use_viewport()
    lavrar = desk.stops.lavrar(stop.draft_id)
    numbered = lavrar.numbered
    w.use_watch(stop, lavrar, numbered, stop.ack, *stop.autos)
    asking, set_asking = ft.use_state(False)
    here = f"/abordagem/{stop.draft_id}"
    many = words.count(len(numbered.now() or stop.autos), "auto", "autos")
    problem = lavrar.problem_now

    async def act(_: ft.ControlEvent) -> None:
        set_asking(False)
        done = await lavrar.lavrar()
        if done:
            sent_later(app)
            app.go(f"/auto/{done[0]}")

    def ask(_: object) -> None:
        set_asking(lavrar.may_ask())

    ft.use_dialog(_confirm(lavrar, act, lambda _=None: set_asking(False)) if asking else None)
    left = [
        *unsaved(stop),
        *_numbers(numbered),
        *[w.notice(t.WARN, "Um fato, dois autos?", one, live=False) for one in lavrar.twice()],
        *_missing(app, lavrar, here),
        _whole(stop, app, here),
        *[AutoCard(auto, _turn(numbered, auto), key=auto.id) for auto in stop.autos],
    ]
    right = [
        *doubt(lavrar.item_note()),
        AckBox(stop.ack),
        *clock_question(lavrar, "A data e a hora do aparelho podem estar erradas",
                        f"Agora é mesmo {words.moment(desk.now(), stop.zone)}"),
    ]
    body = [two_columns(left, right)] if room.two_panes else [*left, *right]
    return w.screen(
        "Revisão", *body,
        primary=w.Action(
            "Lavrando…" if lavrar.busy else f"Lavrar {many}", ask, icon=ft.Icons.TASK_ALT,
            disabled=lavrar.busy, name=f"Lavrar {many}",
        ),
        # Beside the button, wherever one has scrolled to.
        above_action=w.notice(t.BAD, problem) if problem else None,
        back=lambda _: app.go(here), scroll=not room.two_panes, wide=room.two_panes,
        subtitle=stop.plate or "sem veículo",
    )


def _confirm(lavrar: Lavrar, act, close) -> ft.BottomSheet:
    first = lavrar.store.next_number("auto")
    many, waiting = len(lavrar.numbered.now()), len(lavrar.numbered.later())
    what = (
        f"Sai o auto nº {serial_text(first)}." if many == 1
        else f"Saem {many} autos, do nº {serial_text(first)} em diante."
    )
    return sheet(
        "Lavrar agora?",
        t.body(what),
        *([t.body(f"{words.count(waiting, 'auto fica guardado', 'autos ficam guardados')} nesta "
                  "abordagem, sem número.")] if waiting else []),
        t.body("Depois de lavrado não muda mais. Um engano se corrige anulando, com motivo."),
        w.primary_button("Lavrar agora", act, icon=ft.Icons.TASK_ALT, expand=False),
        on_close=close, close="Voltar", needs=FEW_LINES,
    )


def _numbers(numbered: Numbered) -> list[ft.Control]:
    told = numbered.words()
    return [w.notice(t.WARN if numbered.left else t.BAD, *told)] if told else []


def _turn(numbered: Numbered, auto: AutoDraft) -> ft.Control | None:
    """Whether this auto takes one of the few numbers; None where there are enough, or none."""
    if not numbered.must_choose:
        return None
    now = auto in numbered.now()
    choice = w.choice_button(
        "Sai agora", lambda _: numbered.pick(auto.id), chosen=now, height=t.TOUCH, beside=True,
        name=f"{auto.cite}: sai agora",
    )
    waits = [] if now else [t.small("Fica guardado, sem número.")]
    return w.stacked([ft.Row([choice]), *waits], spacing=t.XS)


def _missing(app, lavrar: Lavrar, here: str) -> list[ft.Control]:
    """What is missing, each a tap away from where it is put right."""
    owed = lavrar.owed()
    if not owed:
        return []
    rows: list[ft.Control] = [w.notice(
        t.WARN, words.count(len(owed), "resposta falta.", "respostas faltam."),
        "Toque nela para responder." if len(owed) == 1 else "Toque em uma para responder.")]
    for auto_id, one in owed:
        def to(_: object, auto_id: str = auto_id) -> None:
            auto = lavrar.stop.auto(auto_id)
            if auto is not None:
                auto.asked = True
                app.go(f"{here}/dados/{auto_id}")
            else:
                app.go(here)

        rows.append(w.tap_card(t.body(one.sentence), on_click=to, name=one.sentence,
                               key=f"{auto_id}-{one.field}", padding=t.MD))
    return [w.stacked(rows, spacing=t.SM)]


def _whole(stop: Stop, app, here: str) -> ft.Control:
    """What all the autos of the stop share."""
    vehicle = stop.vehicle or {}
    agent = app.agent or {}
    photos = len(stop.evidence.pictures)
    return w.card(
        *([ft.Row([w.plate(stop.plate, size=26)], wrap=True)] if stop.plate else []),
        pairs(
            ("Veículo", vehicle.get("make_model") or ("" if stop.plate else "Sem veículo")),
            ("Local", place_text(stop.place) or "Falta"),
            ("Quando", stop.happened_words),
            ("Agente", f"{agent.get('name')}, matrícula {agent.get('matricula')}"),
            ("Fotos", words.count(photos, "foto", "fotos") if photos else "Nenhuma"),
        ),
        *([t.small("Como está no registro da abordagem.")] if stop.settled else [
            ft.Row([w.text_button("Mudar veículo, local ou hora", lambda _: app.go(here),
                                  flush=True)],
                   wrap=True)]),
    )


@ft.component
def AutoCard(auto: AutoDraft, turn: ft.Control | None = None) -> ft.Control:
    app = w.use_app()
    here = f"/abordagem/{auto.stop.draft_id}"
    filled = [(one.field.label, one.told) for one in auto.form()]
    done = [(one.label, one.told) for one in auto.measures]
    again = auto.recidivism()
    term = auto.data["comply_by"]
    return w.card(
        t.small(auto.kind.label),
        t.text(auto.label, 19, bold=True),
        law_button(app, f"{here}/revisao", auto),
        *([turn] if turn else []),
        pairs(
            ("Quem responde", auto.role_label),
            *law_facts(auto),
            *filled, *done,
            ("Cumprir até", words.day(term, "") if auto.asks_term else ""),
            ("Observação", auto.data["note"]),
        ),
        *doubt(again["sentence"]),
        ft.Row([w.text_button("Mudar os dados", lambda _: app.go(f"{here}/dados/{auto.id}"),
                              flush=True, name=f"Mudar os dados do auto {auto.cite}")], wrap=True),
    )


@ft.component
def AckBox(ack: Acknowledged) -> ft.Control:
    """Signed, refused, or not there; a witness where there is one."""
    w.use_watch(ack)
    rows: list[ft.Control] = [
        w.section_title("O autuado", note=ack.note),
        ft.Column(
            [ft.Row([w.choice_button(label, lambda _, h=how: ack.choose(h), chosen=ack.how == how,
                                     height=t.TOUCH, beside=True, name=f"O autuado: {label}")])
             for how, label in ANSWERS.items()],
            spacing=t.SM, tight=True,
        ),
    ]
    if ack.how == "assinou":
        rows.append(ft.Container(SignaturePad(ack.signature, ack.sign), height=PAPER_PX))
        rows.append(ft.Row([w.text_button("Limpar a assinatura", lambda _: ack.clear(),
                                          flush=True)]))
    elif ack.how:
        witness = ack.stop.people.get("testemunha", {})
        rows.append(w.field(
            "Nome da testemunha, se houver", witness.get("name", ""), max_length=120,
            on_change=lambda e: ack.stop.set_person("testemunha", name=e.control.value),
            key="testemunha",
        ))
        rows.append(w.field(
            "Documento da testemunha, se houver", witness.get("document", ""), max_length=40,
            on_change=lambda e: ack.stop.set_person("testemunha", document=e.control.value),
            key="testemunha-documento",
        ))
    return w.stacked(rows, spacing=t.SM)
