"""What is to be said of the selo that was read. Route `/ler/resultado`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.reading import Reading
from app.flows.reading_words import headline, lists_words
from app.screens.desk import use_desk
from app.screens.ler import look
from app.screens.veiculo import pairs
from app.widgets.sheet import sheet
from checklists.holders import holder_words
from sync.records.categories import CATEGORY_LABELS
from sync.records.seal import serial_text

LOOKS = {
    "verde": (t.GOOD, ft.Icons.VERIFIED),
    "ambar": (t.WARN, ft.Icons.WARNING),
    "vermelho": (t.BAD, ft.Icons.DANGEROUS),
    "cinza": (t.NEUTRAL, ft.Icons.HELP),
}
SHOWN_CHARS = 120


@ft.component
def Resultado() -> ft.View:
    app = w.use_app()
    flow = app.reading
    w.use_watch(flow)
    ft.use_effect(lambda: None, dependencies=[], cleanup=flow.leave)
    if flow.reading is None:
        return w.screen(
            "Ler selo",
            w.notice(t.INFO, "Esta leitura já foi guardada.", "Leia o selo de novo para vê-lo.")
            if not flow.busy else t.body("Lendo…"),
            primary=w.Action("Ler selo", lambda _: app.go("/ler"), icon=ft.Icons.QR_CODE_SCANNER),
            back=lambda _: app.go("/ler"),
        )
    return Answer(flow.reading)


@ft.component
def Answer(reading: Reading) -> ft.View:
    app, desk, room = w.use_app(), use_desk(), w.use_viewport()
    asking, set_asking = ft.use_state(False)
    zone = desk.rulebook().municipality.timezone

    async def confirm(_: object) -> None:
        await app.reading.confirm()

    async def again(_: object) -> None:
        if app.reading.camera_shut:
            app.go("/ler")
            return
        await look(app)
        if app.reading.reading is None:
            app.go("/ler")

    ft.use_dialog(
        sheet("O que há no veículo?", Denial(lambda: set_asking(False)),
              on_close=lambda _=None: set_asking(False), close="Fechar")
        if asking and reading.to_compare else None
    )  # fmt: skip
    first = [verdict(reading, zone), *compared(reading)]
    rest = [*facts(reading, desk), *kept(reading), Next(reading)]
    if room.two_panes:
        first, rest = (w.scrolling(w.stacked(one), spacing=t.SM) for one in (first, rest))
        body = [w.panes(first, rest, two=True, left_flex=1, right_flex=1)]
    else:
        body = [*first, *rest]
    bar = (
        w.action_bar(None, above=answers(confirm, lambda _: set_asking(True)))
        if reading.to_compare
        else w.action_bar(w.Action("Ler outro selo", again, icon=ft.Icons.QR_CODE_SCANNER))
    )
    return w.screen(
        "Selo lido",
        *body,
        back=lambda _: app.go("/ler"),
        above_action=bar,
        scroll=not room.two_panes,
        wide=room.two_panes,
    )


def verdict(reading: Reading, zone: str) -> ft.Control:
    """The colour, the word and the shape; under them why, and how old the data are."""
    check = reading.check
    tone, icon = LOOKS[check.colour]
    word = headline(check)
    head = ft.Container(
        ft.Row(
            [
                ft.Icon(icon, size=t.sp(56), color=tone.on),
                t.text(word, _size(word), bold=True, color=tone.on, expand=True),
            ],
            spacing=t.MD,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        bgcolor=tone.color,
        border_radius=ft.BorderRadius.only(top_left=t.RADIUS, top_right=t.RADIUS),
        padding=t.LG,
    )
    return ft.Container(
        ft.Column(
            [
                ft.Semantics(
                    label=word, header=True, live_region=True, container=True,
                    exclude_semantics=True, content=head,
                ),
                ft.Container(
                    w.stacked(
                        [
                            t.text(check.sentence, 18),
                            *_written(reading),
                            t.small(lists_words(check, zone)),
                        ],
                        spacing=t.SM,
                    ),
                    padding=t.LG,
                ),
            ],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=t.SHEET,
        border=ft.Border.all(2, tone.color),
        border_radius=t.RADIUS + 1,
    )


def _size(word: str) -> float:
    """As big as it goes without a word to a line."""
    return 32 if len(word) < (11 if t.is_large() else 18) else 25


def _written(reading: Reading) -> list[ft.Control]:
    """What stands in a code that is not ours: as text, to be read and not to be opened."""
    if reading.check.reason not in ("not_ours", "other_host"):
        return []
    text = reading.text if len(reading.text) <= SHOWN_CHARS else f"{reading.text[:SHOWN_CHARS]}…"
    return [t.small("No código está escrito:"), t.text(text, 15, mono=True)]


def compared(reading: Reading) -> list[ft.Control]:
    """Plate and chassis, to be held against the vehicle; afterwards, what came of it."""
    if reading.plate is None:
        return []
    tail = reading.chassis_tail
    rows: list[ft.Control] = [
        t.strong("Compare com o veículo") if reading.to_compare else t.strong("No selo"),
        ft.Row(
            [
                w.plate(reading.plate, size=38),
                *([_tail(tail)] if tail else []),
            ],
            wrap=True, spacing=t.XL, run_spacing=t.SM,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
    ]  # fmt: skip
    if reading.to_compare:
        good = reading.check.colour in ("verde", "ambar")
        rows.append(t.small(
            "Uma cópia do QR também é lida como válida: só a comparação mostra." if good
            else "Diga se o selo é mesmo deste veículo."))
    elif reading.compared == "confere":
        rows.append(ft.Row([w.chip(t.GOOD, "Confere com o veículo")], wrap=True))
    else:
        seen = f"No veículo: placa {reading.plate_seen}"
        if reading.chassis_tail_seen:
            seen += f", chassi final {reading.chassis_tail_seen}"
        rows.append(ft.Row([w.chip(t.BAD, seen)], wrap=True))
    return [w.card(*rows, spacing=t.MD)]


def _tail(tail: str) -> ft.Control:
    return ft.Semantics(
        label=f"Chassi termina em {' '.join(tail)}",
        exclude_semantics=True,
        container=True,
        content=ft.Column(
            [t.small("Chassi termina em"), t.text(tail, 28, bold=True, mono=True)],
            spacing=0,
            tight=True,
        ),
    )


def answers(confirm, deny) -> ft.Control:
    """The two answers, equally big, each with its shape."""
    return ft.Row(
        [
            w.primary_button("Confere", confirm, icon=ft.Icons.CHECK_CIRCLE, tone=t.GOOD,
                             name="Confere: placa e chassi são os do veículo"),
            w.primary_button("Não confere", deny, icon=ft.Icons.CANCEL, tone=t.BAD,
                             name="Não confere: o veículo é outro"),
        ],
        spacing=t.SM,
        intrinsic_height=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip


@ft.component
def Denial(close) -> ft.Control:
    """The plate that the vehicle has; the chassis where only that differs."""
    app = w.use_app()
    typed = ft.use_memo(dict, [])
    wrong, set_wrong = ft.use_state("")

    def change(name: str):
        return lambda e: typed.update({name: e.control.value})

    async def keep(_: object = None) -> None:
        problem = await app.reading.deny(typed.get("plate", ""), typed.get("chassis", ""))
        if problem:
            set_wrong(problem)
        else:
            close()

    return w.stacked(
        [
            w.field("Placa que está no veículo", on_change=change("plate"), on_submit=keep,
                    mono=True, capitals=True, size=26, max_length=8, autofocus=True),
            w.field("Final do chassi, se for outro", on_change=change("chassis"), on_submit=keep,
                    mono=True, capitals=True, max_length=17, helper="Os 6 últimos"),
            *([w.notice(t.BAD, wrong)] if wrong else []),
            w.primary_button("O selo é de outro veículo", keep, icon=ft.Icons.CANCEL, tone=t.BAD,
                             expand=False),
        ]
    )  # fmt: skip


def facts(reading: Reading, desk) -> list[ft.Control]:
    """What the selo says, and what the registry of this device has of it and of the vehicle."""
    payload, known = reading.check.payload, reading.facts
    rows: list[tuple[str, str]] = []
    if payload:
        rows += [
            ("Selo", f"nº {serial_text(payload.serial)}"),
            ("Serviço", CATEGORY_LABELS.get(payload.category, payload.category)),
            ("Vistoria", words.day(payload.inspected_on)),
            ("Válido até", words.day(payload.valid_until)),
        ]
    elif known and reading.serial:
        rows.append(("Selo", f"nº {serial_text(reading.serial)}"))
    vehicle = desk.cadastro.by_plate(reading.plate) if reading.plate else None
    if vehicle:
        what = " · ".join(
            str(x) for x in (vehicle.get("make_model"), vehicle.get("color")) if x
        )
        holder = desk.cadastro.person(vehicle["holder"]) if vehicle.get("holder") else None
        owed = len(desk.open_exigencias(vehicle["id"]))
        rows += [
            ("Veículo no cadastro", what or "sem marca e modelo"),
            (holder_words(desk.rulebook()).holder, (holder or {}).get("name") or ""),
            ("Exigências em aberto", str(owed) if owed else "nenhuma"),
        ]
    elif reading.plate:
        rows.append(("Veículo no cadastro", "não está neste aparelho"))
    if payload:
        rows.append(("Registro do selo", _registered(known)))
    return [w.card(pairs(*rows))] if rows else []


def _registered(known: dict | None) -> str:
    if known is None:
        return "ainda não chegou a este aparelho"
    until = words.day(known["valid_until"])
    return f"válido até {until}" if known["status"] == "valido" else "cancelado"


def kept(reading: Reading) -> list[ft.Control]:
    if reading.not_kept:
        return [w.notice(t.WARN, "A resposta vale, mas a leitura não foi registrada.",
                         reading.not_kept, live=False)]  # fmt: skip
    return []


@ft.component
def Next(reading: Reading) -> ft.Control:
    """What one may do with it: look at the vehicle, or stop it."""
    app, desk = w.use_app(), use_desk()
    plate = reading.vehicle_plate

    def stop(_: object) -> None:
        draft = desk.stops.start()
        desk.stops.open(draft).use_reading(reading)
        app.go(f"/abordagem/{draft}")

    buttons = [
        w.secondary_button("Iniciar abordagem", stop, icon=ft.Icons.LOCAL_POLICE, expand=True)
    ]
    if plate:
        buttons.insert(0, w.secondary_button(
            "Abrir veículo", lambda _: app.go(f"/veiculo/{plate}"), expand=True,
            icon=ft.Icons.DIRECTIONS_BUS, name=f"Abrir veículo {' '.join(plate)}",
        ))
    return w.stacked([ft.Row([button]) for button in buttons], spacing=t.SM)
