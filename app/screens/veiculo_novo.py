"""A vehicle that this device does not know, typed in: warnings let one go on."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.new_vehicle import NewVehicle
from app.flows.vehicle import start_new
from app.screens.desk import use_desk


@ft.component
def VeiculoNovo(plate: str = "") -> ft.View:
    app, desk = w.use_app(), use_desk()
    form = desk.new_vehicle
    w.use_watch(form)
    today = desk.today()
    rulebook = desk.rulebook()

    def prepare() -> None:
        if plate and form.plate != plate.upper():
            form.set("plate", plate.upper(), today)
        if len(rulebook.services) == 1 and not form.service:
            form.set("service", rulebook.services[0].id, today)

    ft.use_effect(prepare, dependencies=[plate])

    def start(_: ft.ControlEvent) -> None:
        draft_id = start_new(desk)
        if draft_id:
            app.go(f"/vistoria/{draft_id}")

    return w.screen(
        "Veículo fora do cadastro",
        w.notice(
            t.INFO, "Este veículo não está no cadastro deste aparelho.",
            "Confira a placa. Se está certa, preencha o que o documento diz.", live=False,
        ),
        _text(form, "plate", "Placa", today, mono=True, capitals=True, max_length=8),
        *_service(rulebook, form, today),
        _text(form, "make_model", "Marca e modelo", today, max_length=60),
        _text(form, "manufacture_year", "Ano de fabricação", today, number=True, max_length=4),
        _text(form, "model_year", "Ano-modelo", today, number=True, max_length=4),
        _text(form, "chassis_tail", "Final do chassi (6 últimos)", today, mono=True,
              capitals=True, max_length=20),
        _text(form, "permit", "Número da autorização, se houver", today, max_length=40),
        primary=w.Action("Começar assim mesmo" if form.doubtful else "Começar a vistoria", start,
                         icon=ft.Icons.FACT_CHECK),
        above_action=_before_the_start(form),
        back=lambda _: app.go("/"),
    )


def _before_the_start(form: NewVehicle) -> ft.Control | None:
    if form.errors:
        todo = "Escolha" if form.wrong() == ["o serviço"] else "Corrija"
        return w.notice(t.BAD, f"{todo} {words.listed(form.wrong())}.")
    if not form.doubtful:
        return None
    return w.notice(t.WARN, f"Confira {words.listed(form.doubts())}.",
                    "Complete agora, ou comece assim mesmo.")


def _text(form: NewVehicle, name: str, label: str, today, *, number: bool = False, **more):
    make = w.number_field if number else w.field
    return make(
        label,
        getattr(form, name),
        on_change=lambda e: form.set(name, e.control.value, today),
        error=form.errors.get(name),
        helper=form.warnings.get(name),
        key=name,
        **more,
    )


def _service(rulebook, form: NewVehicle, today) -> list[ft.Control]:
    if len(rulebook.services) == 1:
        return [w.facts(("Serviço", rulebook.services[0].label))]
    from app.screens.veiculo import service_buttons

    return [
        t.strong("Serviço"),
        *([w.notice(t.BAD, form.errors["service"])] if "service" in form.errors else []),
        service_buttons(rulebook, form.service, lambda s: form.set("service", s, today)),
    ]
