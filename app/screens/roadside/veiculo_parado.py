"""The vehicle of a stop: found by its plate or its selo, confirmed, and what is known of it."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.roadside.dossier import dossier
from app.flows.roadside.stop import Stop
from app.screens.desk import use_desk
from app.screens.ler_resultado import Denial, answers, compared, verdict
from app.screens.roadside.pieces import fact_row
from app.screens.veiculo import service_buttons
from app.widgets.sheet import sheet


@ft.component
def FindVehicle(stop: Stop, deny: Callable[[], None]) -> ft.Control:
    """By plate, by its selo, or none. `deny`: asks what the vehicle has, where the selo is of
    another."""
    app, desk = w.use_app(), use_desk()
    search = desk.stops.plates(stop.draft_id)
    w.use_watch(search, app.reading)
    wrong, set_wrong = ft.use_state("")
    reading = app.reading.reading

    async def confirm(_: object) -> None:
        await app.reading.confirm()
        await take_reading(app, stop)

    async def take(_: object) -> None:
        await take_reading(app, stop)

    if reading is not None:
        return w.stacked([
            verdict(reading, stop.zone), *compared(reading),
            answers(confirm, lambda _: deny()) if reading.to_compare
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
        ScanButtons(stop),
        t.small("Sem veículo, siga direto para a infração."),
    ], spacing=t.SM)


async def take_reading(app, stop: Stop) -> None:
    """The vehicle of the selo that was read becomes that of the stop."""
    last = app.reading.last
    await app.reading.leave()
    app.reading.stop = None
    if last is not None:
        stop.use_reading(last)


def denial_sheet(app, stop: Stop, close: Callable[..., None]) -> ft.BottomSheet:
    def denied() -> None:
        close()
        ft.context.page.run_task(take_reading, app, stop)

    return sheet("O que há no veículo?", Denial(denied), on_close=close)


def _seal_read(stop: Stop) -> list[ft.Control]:
    seal = stop.fields.get("seal")
    if not seal:
        return []
    return [w.notice(t.WARN, "Selo lido", seal.get("sentence") or "", live=False)]


@ft.component
def ScanButtons(stop: Stop) -> ft.Control:
    app = w.use_app()

    async def camera(_: object) -> None:
        app.reading.stop = stop.draft_id
        await app.reading.by_camera(app.prefs.mode, app.prefs.scale)

    async def got(data: bytes) -> None:
        app.reading.stop = stop.draft_id
        await app.reading.by_photo(data)

    photo = w.secondary_button("Foto do selo", None, icon=ft.Icons.PHOTO_CAMERA, expand=True,
                               name="Ler o selo por foto")
    photo.action = w.use_photo_picker(got)
    live = [w.secondary_button("Ler o selo", camera, icon=ft.Icons.QR_CODE_SCANNER, expand=True,
                               name="Ler o selo com a câmera")] if app.ports.scan.has_live else []
    return w.side_by_side(*live, photo)


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
            *([] if stop.vistoria or stop.settled else [
                ft.Row([w.text_button("Trocar o veículo", lambda _: stop.without_vehicle(),
                                      flush=True)])]),
        ),
        *services,
    ])
