"""The stop: vehicle, what is known of it, place and hour. Route `/abordagem/:draft`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.home import PlateSearch
from app.flows.roadside.dossier import dossier
from app.flows.roadside.stop import OUTCOMES, Stop
from app.screens.desk import sent_later, use_desk
from app.screens.ler_resultado import Denial, answers, compared, verdict
from app.screens.roadside.pieces import (
    fact_row,
    numbers_notice,
    of_stop,
    two_columns,
    unsaved,
)
from app.screens.veiculo import service_buttons
from app.widgets.evidence import EvidenceSection
from app.widgets.sheet import FEW_LINES, sheet

PLACE_TONES = {"good": t.GOOD, "note": t.INFO, "busy": t.INFO, "warn": t.WARN}


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
    at_it = ft.use_route_location() == here
    close = lambda _=None: set_asking("")  # noqa: E731

    async def look_for_place() -> None:
        if at_it and stop.place["latitude"] is None and not stop.place_problem:
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

    ft.use_dialog(_end_sheet(stop, end, put_away, close) if asking == "fim" else None)
    left = [
        *unsaved(stop),
        *([w.notice(t.BAD, lavrar.problem)] if lavrar.problem and not stop.autos else []),
        *numbers_notice(desk.store),
        *Autos(app, stop, here),
        *([VehicleOf(stop)] if stop.vehicle else [FindVehicle(stop)]),
    ]
    right = [PlaceBox(stop), EvidenceSection(stop.evidence, note="Servem a todos os autos.")]
    body = [two_columns(left, right)] if room.two_panes else [*left, *right]
    many = len(stop.autos)
    primary = (
        w.Action(f"Revisar {words.count(many, 'auto', 'autos')}",
                 lambda _: app.go(f"{here}/revisao"), icon=ft.Icons.FACT_CHECK)
        if many else
        w.Action("Escolher infração", lambda _: app.go(f"{here}/infracao"),
                 icon=ft.Icons.GAVEL)
    )
    secondary = (
        w.Action("Outra infração", lambda _: app.go(f"{here}/infracao"), icon=ft.Icons.ADD)
        if many else
        w.Action("Sem infração", lambda _: set_asking("fim"), name="Encerrar sem infração")
    )
    return w.screen(
        "Autos da vistoria" if stop.vistoria else "Abordagem", *body, primary=primary,
        secondary=secondary, back=leave, scroll=not room.two_panes, wide=room.two_panes,
        subtitle=f"{stop.happened_words}",
        actions=[w.icon_button(ft.Icons.DELETE_OUTLINE, "Descartar esta abordagem", put_away)],
    )


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


# ---- the vehicle ----------------------------------------------------------------------------


@ft.component
def FindVehicle(stop: Stop) -> ft.Control:
    """By plate, by its selo, or none."""
    app, desk = w.use_app(), use_desk()
    search = ft.use_memo(lambda: PlateSearch(desk.cadastro), [stop.draft_id])
    w.use_watch(search, app.reading)
    denying, set_denying = ft.use_state(False)
    wrong, set_wrong = ft.use_state("")
    reading = app.reading.reading

    async def confirm(_: object) -> None:
        await app.reading.confirm()
        await take()

    async def take(_: object = None) -> None:
        last = app.reading.last
        await app.reading.leave()
        if last is not None:
            stop.use_reading(last)

    def denied() -> None:
        set_denying(False)
        ft.context.page.run_task(take)

    ft.use_dialog(
        sheet("O que há no veículo?", Denial(denied), on_close=lambda _=None: set_denying(False))
        if denying and reading and reading.to_compare else None
    )
    if reading is not None:
        return w.stacked([
            verdict(reading, stop.zone), *compared(reading),
            answers(confirm, lambda _: set_denying(True)) if reading.to_compare
            else ft.Row([w.primary_button("Continuar", take, name="Continuar a abordagem")]),
        ])

    def unknown(_: object) -> None:
        set_wrong(stop.use_unknown_plate(search.text))

    lines: list[ft.Control] = [
        Found(vehicle, lambda _, v=vehicle: stop.use_vehicle({**v, "known": True}, "placa"))
        for vehicle in search.found
    ]
    if search.complete and not search.found:
        lines.append(w.notice(
            t.WARN, f"{search.text} não está no cadastro deste aparelho.",
            wrong or "Confira a placa. Pode autuar assim mesmo, com os dados que você escrever.",
            action=f"Usar {search.text} assim mesmo", on_action=unknown,
        ))
    trouble = app.reading.trouble
    return w.stacked([
        w.section_title("Veículo"),
        *_seal_read(stop),
        w.field("Placa do veículo", search.text, on_change=lambda e: search.type(e.control.value),
                mono=True, capitals=True, size=30, max_length=8, key="placa", autofocus=True),
        *lines,
        *([w.notice(t.WARN, trouble.what, trouble.todo)] if trouble else []),
        ScanButtons(),
        t.small("Sem veículo, siga direto para a infração."),
    ], spacing=t.SM)


def _seal_read(stop: Stop) -> list[ft.Control]:
    seal = stop.fields.get("seal")
    if not seal:
        return []
    return [w.notice(t.WARN, "Selo lido", seal.get("sentence") or "", live=False)]


@ft.component
def ScanButtons() -> ft.Control:
    app = w.use_app()

    async def camera(_: object) -> None:
        await app.reading.by_camera(app.prefs.mode, app.prefs.scale)

    async def got(data: bytes) -> None:
        await app.reading.by_photo(data)

    photo = w.secondary_button("Foto do selo", None, icon=ft.Icons.PHOTO_CAMERA, expand=True,
                               name="Ler o selo por foto")
    photo.action = w.use_photo_picker(got)
    live = [w.secondary_button("Ler o selo", camera, icon=ft.Icons.QR_CODE_SCANNER, expand=True,
                               name="Ler o selo com a câmera")] if app.ports.scan.has_live else []
    return ft.Row([*live, photo], spacing=t.SM)


def Found(vehicle: dict, on_click) -> ft.Control:
    plate = vehicle["plate"]
    what = " · ".join(str(x) for x in (vehicle.get("make_model"), vehicle.get("color")) if x)
    return w.tap_card(
        ft.Row([w.plate(plate, size=22)], wrap=True), t.small(what),
        on_click=on_click, name=f"Usar o veículo {' '.join(plate)}, {what}", key=plate,
    )


@ft.component
def VehicleOf(stop: Stop) -> ft.Control:
    """The vehicle that was confirmed, and all that is known of it."""
    desk = use_desk()
    vehicle = stop.vehicle or {}
    told = dossier(desk, stop.registered(), stop.plate, seal=stop.fields.get("seal"),
                   driver=stop.people.get("motorista", {}).get("id"))
    what = [part for part in (told.make_model, told.service) if part]
    services = (
        [w.notice(t.WARN, "Em que serviço estava?", "Disso depende quais infrações cabem."),
         service_buttons(stop.rulebook, stop.service or "", stop.choose_service)]
        if stop.service is None and len(stop.rulebook.services) > 1 else []
    )
    tail = told.chassis_tail or vehicle.get("chassis_tail") or ""
    return w.stacked([
        w.card(
            ft.Row([w.plate(stop.plate, size=34)], wrap=True),
            *([t.strong(" · ".join(what))] if what else []),
            *([t.body(f"Chassi termina em {tail}")] if tail else []),
            *([t.small(f"Já teve a placa {words.listed(told.old_plates)}")]
              if told.old_plates else []),
            *[fact_row(fact) for fact in told.facts],
            t.small(told.data_at),
            *([] if stop.vistoria else [
                ft.Row([w.text_button("Trocar o veículo", lambda _: stop.without_vehicle())])]),
        ),
        *services,
    ])


# ---- place and hour -------------------------------------------------------------------------


@ft.component
def PlaceBox(stop: Stop) -> ft.Control:
    w.use_watch(stop)
    told = stop.place_words
    turn, set_turn = ft.use_state(0)

    async def again(_: object) -> None:
        await stop.find_place()

    def typed(e: ft.ControlEvent) -> None:
        before = bool(stop.place["text"].strip())
        stop.write_place(e.control.value)
        if bool(e.control.value.strip()) != before:
            set_turn(turn + 1)

    return w.stacked([
        w.section_title("Local e hora"),
        w.notice(PLACE_TONES[told.kind], told.what, told.todo, live=told.kind != "busy"),
        w.field("Local: rua, número, bairro", stop.place["text"], on_change=typed,
                max_length=300, key="local"),
        *([w.secondary_button("Procurar a posição de novo", again, icon=ft.Icons.MY_LOCATION)]
          if not stop.looking and told.kind != "good" else []),
        HourField(stop),
    ], spacing=t.SM)


@ft.component
def HourField(stop: Stop) -> ft.Control:
    """When it happened: now, unless it is changed."""
    open_, set_open = ft.use_state(False)
    typed = ft.use_ref("")
    wrong, set_wrong = ft.use_state("")

    def keep(_: object) -> None:
        problem = stop.set_time(typed.current or "")
        set_wrong(problem)
        set_open(bool(problem))

    if not open_:
        return ft.Row([
            ft.Column([t.small("Hora da infração"), t.body(stop.happened_words)], spacing=0,
                      tight=True, expand=True),
            w.text_button("Mudar", lambda _: set_open(True), name="Mudar a hora da infração"),
        ])

    def change(e: ft.ControlEvent) -> None:
        typed.current = e.control.value

    return w.stacked([
        w.field("Data e hora da infração", "", on_change=change, on_submit=keep,
                error=wrong or None, helper="Assim: 30/11/2026 14:02"),
        ft.Row([w.secondary_button("Guardar a hora", keep, expand=True)]),
    ], spacing=t.SM)


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
