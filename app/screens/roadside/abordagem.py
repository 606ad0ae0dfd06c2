"""The stop: vehicle, what is known of it, place and hour. Route `/abordagem/:draft`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.roadside.stop import OUTCOMES, Stop
from app.screens.desk import sent_later, use_desk
from app.screens.roadside.local import PlaceBox
from app.screens.roadside.pieces import numbers_notice, of_stop, two_columns, unsaved
from app.screens.roadside.veiculo_parado import FindVehicle, VehicleOf, denial_sheet
from app.widgets.evidence import EvidenceSection
from app.widgets.sheet import FEW_LINES, sheet


@ft.component
def Abordagem() -> ft.View:
    return of_stop(lambda stop: AbordagemOf(stop))


@ft.component
def AbordagemOf(stop: Stop) -> ft.View:
    app, desk, room = w.use_app(), use_desk(), w.use_viewport()
    lavrar = desk.stops.lavrar(stop.draft_id)
    w.use_watch(stop, lavrar)
    asking, set_asking = ft.use_state("")
    here = f"/abordagem/{stop.draft_id}"
    close = lambda _=None: set_asking("")  # noqa: E731

    async def look_for_place() -> None:
        if not stop.settled and stop.place["latitude"] is None and not stop.place_problem:
            await stop.find_place()

    ft.use_effect(look_for_place, dependencies=[stop.draft_id])

    async def end(outcome: str) -> None:
        close()
        if await lavrar.end(outcome):
            sent_later(app)
            app.toast("Abordagem registrada")
            app.go("/")

    def leave(_: object) -> None:
        if stop.is_blank:
            desk.stops.discard(stop.draft_id)
        app.go("/")

    def put_away(_: object) -> None:
        close()
        desk.stops.discard(stop.draft_id)
        app.home.refresh(app.agent["matricula"])
        app.go("/")
        app.toast("Abordagem descartada", undo=lambda: app.home.restore(
            stop.draft_id, app.agent["matricula"]))

    # Here and not where it is asked: the columns are laid anew when the device is turned.
    ft.use_dialog(
        _end_sheet(stop, end, put_away, close) if asking == "fim"
        else denial_sheet(app, stop, close) if asking == "veiculo" and app.reading.reading
        else None
    )
    left = [
        *unsaved(stop),
        *_waiting(stop),
        *([w.notice(t.BAD, lavrar.problem)] if lavrar.problem and not stop.autos else []),
        *numbers_notice(desk.store),
        *Autos(app, stop, here),
        *([VehicleOf(stop)] if stop.vehicle else [] if stop.settled
          else [FindVehicle(stop, lambda: set_asking("veiculo"))]),
    ]
    right = [PlaceBox(stop), EvidenceSection(stop.evidence, note="Servem a todos os autos.")]
    body = [two_columns(left, right)] if room.two_panes else [*left, *right]
    primary, secondary = _actions(app, stop, here, lambda: set_asking("fim"), leave)
    return w.screen(
        "Autos da vistoria" if stop.vistoria else "Abordagem", *body, primary=primary,
        secondary=secondary, back=leave, scroll=not room.two_panes, wide=room.two_panes,
        subtitle=f"{stop.happened_words}",
        actions=[w.icon_button(ft.Icons.DELETE_OUTLINE, "Descartar esta abordagem", put_away)],
    )


def _actions(app, stop: Stop, here: str, end, leave) -> tuple[w.Action, w.Action | None]:
    """What comes next. Once the stop is recorded it takes no more infractions."""
    many = len(stop.autos)
    other = None if stop.settled else w.Action(
        "Outra infração", lambda _: app.go(f"{here}/infracao"), icon=ft.Icons.ADD)
    if many:
        return w.Action(f"Revisar {words.count(many, 'auto', 'autos')}",
                        lambda _: app.go(f"{here}/revisao"), icon=ft.Icons.FACT_CHECK), other
    if stop.settled:
        return w.Action("Voltar ao início", leave, icon=ft.Icons.HOME), None
    return (
        w.Action("Escolher infração", lambda _: app.go(f"{here}/infracao"),
                 icon=ft.Icons.GAVEL),
        None if stop.vistoria else
        w.Action("Sem infração", lambda _: end(), name="Encerrar sem infração"),
    )


def _waiting(stop: Stop) -> list[ft.Control]:
    """What this draft is, once some of its autos were lavrados."""
    if not stop.lavrados:
        return []
    done, wait = len(stop.lavrados), len(stop.autos)
    return [w.notice(
        t.INFO,
        f"{words.count(done, 'auto já foi lavrado', 'autos já foram lavrados')}; "
        f"{words.count(wait, 'espera', 'esperam')} número.",
        "Ao lavrar, o auto diz a hora da infração e a hora em que foi lavrado.",
        live=False,
    )]


def Autos(app, stop: Stop, here: str) -> list[ft.Control]:
    """The infractions chosen so far."""
    if not stop.autos:
        return []
    rows: list[ft.Control] = [w.section_title(words.count(
        len(stop.autos), "infração escolhida", "infrações escolhidas"))]
    for auto in stop.autos:
        owed = len(auto.owed())
        state = words.count(owed, "resposta falta", "respostas faltam") if owed else "completo"
        rows.append(w.tap_card(
            t.strong(auto.label), t.small(f"{auto.cite} · {state}"),
            on_click=lambda _, a=auto.id: app.go(f"{here}/dados/{a}"),
            name=f"Dados do auto: {auto.label}, {auto.cite}, {state}", key=auto.id,
        ))
    return rows


def _end_sheet(stop: Stop, end, put_away, close) -> ft.BottomSheet:
    return sheet(
        "Encerrar sem infração",
        t.body("A abordagem fica registrada, com local, hora e veículo."),
        *[
            w.secondary_button(label, lambda _, o=outcome: ft.context.page.run_task(end, o),
                               name=f"Encerrar: {label}")
            for outcome, label in OUTCOMES.items()
        ],
        w.text_button("Descartar, foi engano", put_away),
        on_close=close, close="Voltar", needs=FEW_LINES + 200,
    )
