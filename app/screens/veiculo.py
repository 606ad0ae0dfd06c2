"""All that is known of a vehicle, and the start of its vistoria. Route `/veiculo/:plate`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.desk import ORDINARY, REINSPECTION
from app.flows.vehicle import VehicleFacts, look_up, start_known
from app.screens.desk import use_desk
from app.screens.veiculo_novo import VeiculoNovo
from checklists.holders import HolderWords, holder_words

TWO_SERVICES_FROM = 400  # width of the screen


@ft.component
def Veiculo() -> ft.View:
    desk = use_desk()
    plate = ft.use_route_params().get("plate", "")
    facts = look_up(desk, plate)
    if facts is None:
        return VeiculoNovo(plate)
    return VeiculoConhecido(facts)


@ft.component
def VeiculoConhecido(facts: VehicleFacts) -> ft.View:
    app, desk, viewport = w.use_app(), use_desk(), w.use_viewport()
    service, set_service = ft.use_state("")

    def start(mode: str) -> None:
        app.go(f"/vistoria/{start_known(desk, facts, mode, service)}")

    if facts.draft:
        done, total = facts.draft_progress
        primary = w.Action(
            f"Continuar a vistoria ({done}/{total})",
            lambda _: app.go(f"/vistoria/{facts.draft.id}"),
            icon=ft.Icons.PLAY_ARROW,
        )
        secondary = None
    else:
        ready = not facts.service_problem or bool(service)
        reinspect = facts.default_mode == REINSPECTION
        primary = w.Action(
            "Começar a reinspeção" if reinspect else "Começar a vistoria",
            lambda _: start(facts.default_mode), icon=ft.Icons.FACT_CHECK, disabled=not ready,
        )
        secondary = (
            w.Action("Vistoria inteira", lambda _: start(ORDINARY), disabled=not ready,
                     name="Começar a vistoria inteira")
            if reinspect
            else None
        )
    left = [_who(facts), *_service_choice(desk, facts, service, set_service), _seal(app, facts)]
    right = [*_exigencias(facts), _details(facts, holder_words(desk.rulebook())), _data_age(desk)]
    body = (
        [ft.Row([ft.Column(left, expand=1, spacing=t.MD, tight=True,
                           horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
                 ft.Column(right, expand=1, spacing=t.MD, tight=True,
                           horizontal_alignment=ft.CrossAxisAlignment.STRETCH)],
                spacing=t.XL, vertical_alignment=ft.CrossAxisAlignment.START)]
        if viewport.two_panes
        else [*left, *right]
    )
    return w.screen(
        "Veículo", *body, primary=primary, secondary=secondary, back=lambda _: app.go("/"),
        wide=viewport.two_panes,
    )


def _who(facts: VehicleFacts) -> ft.Control:
    vehicle = facts.vehicle
    years = " / ".join(
        str(year) for year in (vehicle.get("manufacture_year"), vehicle.get("model_year")) if year
    )
    rows: list[ft.Control] = [
        ft.Row([w.plate(facts.plate, size=34)], wrap=True),
        t.strong(vehicle.get("make_model") or "Marca e modelo não constam"),
    ]
    if facts.other_plates:
        rows.append(t.small(f"Já teve a placa {words.listed(facts.other_plates)}"))
    rows.append(
        pairs(
            ("Serviço", facts.service),
            ("Fabricação / modelo", years or "não consta"),
            ("Idade", facts.age or "não se sabe"),
            ("Como se conta a idade", facts.age_note),
        )
    )
    if facts.age_problem:
        rows.append(w.notice(t.WARN, facts.age_problem, live=False))
    return w.card(*rows, spacing=t.MD)


def _details(facts: VehicleFacts, called: HolderWords) -> ft.Control:
    vehicle = facts.vehicle
    return w.card(
        pairs(
            (called.permit, vehicle.get("permit") or "não consta"),
            (called.holder, facts.holder),
            ("Lotação", f"{vehicle['capacity']} lugares" if vehicle.get("capacity") else ""),
            ("Cor", vehicle.get("color") or ""),
            ("Chassi", vehicle.get("chassis") or vehicle.get("chassis_tail") or "não consta"),
        )
    )


def pairs(*rows: tuple[str, str]) -> ft.Control:
    """Label over value, two beside each other where they fit; a long one has its own row, so
    that a chassis is never broken."""
    fits, label_fits = (14, 12) if t.is_large() else (19, 17)
    return ft.ResponsiveRow(
        [
            ft.Column([t.small(label), t.body(value)], spacing=0, tight=True,
                      col={"xs": 12} if _width(value) > fits or _width(label) > label_fits
                      else {"xs": 6})
            for label, value in rows
            if value
        ],
        spacing=t.MD,
        run_spacing=t.SM,
    )


def _width(value: str) -> float:
    """In letters of a running text: capitals and figures take more room."""
    return sum(1 if letter.islower() or letter == " " else 1.3 for letter in value)


def _seal(app, facts: VehicleFacts) -> ft.Control:
    tone = t.GOOD if facts.seal_good and not facts.seal_provisional else t.WARN
    seal = (
        w.chip(tone, f"Selo {facts.seal}", icon=ft.Icons.VERIFIED if tone is t.GOOD else None)
        if facts.seal
        else t.body("Nenhum selo conhecido")
    )
    last = facts.last_vistoria or "nenhuma conhecida"
    ways = []
    if facts.seal_record and facts.seal_good:
        ways.append(w.secondary_button(
            "Ver o selo", lambda _: app.go(f"/registro/{facts.seal_record}/selo"),
            icon=ft.Icons.QR_CODE_2))
    if facts.may_reissue:
        ways.append(w.secondary_button(
            "Segunda via", lambda _: app.go(f"/segunda-via/{facts.seal_serial}"),
            icon=ft.Icons.RESTORE_PAGE, name="Emitir segunda via do selo"))
    return w.card(
        ft.Row([seal], wrap=True), t.body(f"Última vistoria: {last}"),
        *([ft.Row(ways, wrap=True, spacing=t.SM, run_spacing=t.SM)] if ways else []),
        *([t.small(facts.reissue_hindrance)] if facts.reissue_hindrance else []),
    )


def _exigencias(facts: VehicleFacts) -> list[ft.Control]:
    if not facts.exigencias:
        return []
    rows: list[ft.Control] = [w.section_title(
        words.count(len(facts.exigencias), "exigência em aberto", "exigências em aberto"))]
    for one in facts.exigencias:
        rows.append(
            w.card(
                t.strong(one.label),
                t.small(f"{one.cite} · {one.since}"),
                ft.Row([w.chip(t.BAD if one.late else t.WARN, one.deadline,
                               icon=ft.Icons.EVENT)], wrap=True),
            )
        )
    return rows


def _service_choice(desk, facts: VehicleFacts, service: str, choose) -> list[ft.Control]:
    if not facts.service_problem:
        return []
    return [
        w.notice(t.WARN, facts.service_problem),
        service_buttons(desk.rulebook(), service, choose),
    ]


def service_buttons(rulebook, service: str, choose) -> ft.Control:
    """The services of this law, one to be chosen; two beside each other where they fit."""
    alone = t.is_large() or (ft.context.page.width or 0) < TWO_SERVICES_FROM
    return ft.ResponsiveRow(
        [
            ft.Row(
                [w.choice_button(one.label, lambda _, s=one.id: choose(s),
                                 chosen=service == one.id, height=t.TOUCH, beside=True,
                                 name=f"Serviço {one.label}")],
                col={"xs": 12 if alone else 6},
                key=one.id,
            )
            for one in rulebook.services
        ],
        spacing=t.SM,
        run_spacing=t.SM,
    )


def _data_age(desk) -> ft.Control:
    zone = desk.rulebook().municipality.timezone
    at = desk.cadastro.data_at
    return t.small(
        f"Dados do cadastro de {words.moment(at, zone)}" if at else "Cadastro ainda incompleto"
    )
