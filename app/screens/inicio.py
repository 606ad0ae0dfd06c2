"""Início: go on with a draft, or begin with a plate. What waits and what is left, in words."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.home import NO_PLATE, DraftLine
from app.flows.numbers import numbers_words
from app.flows.problems import sentences
from app.flows.words import count
from app.screens.desk import desk_of
from app.screens.ler_listas import ListsNotice


@ft.component
def Inicio() -> ft.View:
    app = w.use_app()
    room = w.use_viewport()
    here = ft.use_route_location() == "/"

    def look_again() -> None:
        if here and app.agent:
            app.home.refresh(app.agent["matricula"])

    ft.use_effect(look_again, dependencies=[here])
    town = (app.store.device_identity() or {}).get("municipality") or {}
    place = " · ".join(str(x) for x in (town.get("name"), town.get("uf")) if x)
    first = app.agent["name"].split(" ")[0] if app.agent else ""
    field_ref = ft.use_ref(None)
    begin = Begin(field_ref)
    if room.two_panes:
        body = w.panes(
            w.scrolling(w.stacked([w.section_title("Nova vistoria"), begin])),
            w.scrolling(
                w.stacked([Drafts(), Left(), w.section_title("Neste aparelho"), Ways()])
            ),
            two=True,
            left_flex=1,
            right_flex=1,
        )
    else:
        body = w.scrolling(
            w.stacked([Drafts(), w.section_title("Nova vistoria"), begin, Left(), Ways()])
        )
    return w.screen(
        f"Olá, {first}",
        body,
        subtitle="" if room.low else place,
        scroll=False,
        wide=room.two_panes,
        actions=[
            w.text_button(
                "Sair",
                lambda _: app.session.leave(),
                icon=ft.Icons.LOCK_OUTLINE,
                name="Sair e trancar este aparelho",
            )
        ],
        above_action=Primary(field_ref),
    )


def open_plate(app, plate: str) -> None:
    """To the vehicle; coming back, the field is free for the next one in the queue."""
    app.go(f"/veiculo/{plate}")
    app.home.search.clear()


@ft.memo
@ft.component
def Primary(field_ref) -> ft.Control:
    """Nova vistoria: opens the plate that is typed, or goes to where one types it."""
    app = w.use_app()
    search = app.home.search
    w.use_watch(search)

    async def tapped(_: object) -> None:
        if search.complete:
            open_plate(app, search.text)
        elif field_ref.current is not None:
            await field_ref.current.focus()

    label = f"Abrir {search.text}" if search.complete else "Nova vistoria"
    said = f"Abrir placa {' '.join(search.text)}" if search.complete else "Nova vistoria"
    return w.action_bar(w.Action(label, tapped, icon=ft.Icons.FACT_CHECK, name=said))


@ft.memo
@ft.component
def Begin(field_ref) -> ft.Control:
    """The plate, and what the local registry has under it as one types."""
    app = w.use_app()
    search = app.home.search
    w.use_watch(search)

    def submit(_: object) -> None:
        if search.complete:
            open_plate(app, search.text)

    plate_field = w.field(
        "Placa do veículo",
        search.text,
        on_change=lambda e: search.type(e.control.value),
        on_submit=submit,
        mono=True,
        capitals=True,
        size=30,
        max_length=8,
        key="placa",
    )
    field_ref.current = plate_field
    lines: list[ft.Control] = [Suggestion(vehicle) for vehicle in search.found]
    if search.complete and not search.found:
        lines = [
            w.notice(
                t.INFO,
                f"{search.text} não está no cadastro deste aparelho.",
                "Toque em Abrir para preencher os dados do veículo.",
            )
        ]
    return w.stacked([plate_field, *lines], spacing=t.SM)


def Suggestion(vehicle: dict) -> ft.Control:
    app = w.use_app()
    plate = vehicle["plate"]
    what = " · ".join(str(x) for x in (vehicle.get("make_model"), vehicle.get("model_year")) if x)
    parts = [ft.Row([w.plate(plate, size=22)], tight=True), t.small(what)]
    if not t.is_large():
        parts = [ft.Row([w.plate(plate, size=22), ft.Container(parts[1], expand=True)])]
    return w.tap_card(
        *parts,
        on_click=lambda _: open_plate(app, plate),
        name=f"Placa {' '.join(plate)}, {what}",
        key=plate,
    )


@ft.memo
@ft.component
def Drafts() -> ft.Control:
    """Vistorias in progress, on top: one's own first."""
    app = w.use_app()
    home = app.home
    w.use_watch(home)
    if not home.drafts:
        return ft.Container(height=0)
    return w.stacked([w.section_title("Em andamento"), *(draft_card(app, d) for d in home.drafts)])


def draft_card(app, draft: DraftLine) -> ft.Control:
    if draft.autos is not None:
        return stop_card(app, draft)
    share = draft.answered / draft.total if draft.total else 0
    return w.tap_card(
        ft.Row(
            [
                w.plate(draft.plate, size=22),
                t.text(f"{draft.answered}/{draft.total}", 20, bold=True, mono=True),
            ],
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        ),
        *([t.small(draft.vehicle)] if draft.vehicle else []),
        *([ft.Row([w.chip(t.UNVERIFIED, _capital(draft.waiting))], wrap=True)]
          if draft.waiting else []),
        ft.ProgressBar(
            value=share,
            color=t.ACTION_COLOR,
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
            bar_height=8,
            border_radius=4,
        ),
        on_click=lambda _: app.go(draft.path),
        name=draft.said,
        key=draft.id,
        icon=ft.Icons.PLAY_ARROW,
    )


def stop_card(app, draft: DraftLine) -> ft.Control:
    """A stop at the roadside that has not come to its end."""
    return w.tap_card(
        ft.Row([w.plate(draft.plate, size=22)] if draft.plate != NO_PLATE
               else [t.strong("Sem veículo")], wrap=True),
        ft.Row([w.chip(t.WARN, draft.stage, icon=ft.Icons.LOCAL_POLICE)], wrap=True),
        *([t.small(draft.vehicle)] if draft.vehicle else []),
        on_click=lambda _: app.go(draft.path),
        name=draft.said,
        key=draft.id,
        icon=ft.Icons.PLAY_ARROW,
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@ft.memo
@ft.component
def Left() -> ft.Control:
    """Only what one must know: a revoked device, damaged or refused data, few numbers."""
    app = w.use_app()
    home = app.home
    w.use_watch(home)
    lines: list[ft.Control] = []
    if (app.store.device_identity() or {}).get("status") == "revoked":
        lines.append(
            w.notice(
                t.BAD,
                "Este aparelho foi desativado pela prefeitura.",
                "Ele guarda rascunhos e envia o que tem, mas não conclui nem emite selo. "
                "Fale com a prefeitura.",
            )
        )
    if app.store.recovered:
        lines.append(
            w.notice(
                t.WARN,
                "O arquivo de dados estava danificado e foi posto de lado.",
                "A numeração continua certa. Exporte o arquivo antigo e entregue-o ao suporte.",
                action="Abrir Aparelho",
                on_action=lambda _: app.go("/aparelho"),
            )
        )
    if home.refused:
        lines.append(
            w.notice(
                t.BAD,
                f"O servidor recusou {count(home.refused, 'registro', 'registros')}.",
                "Estão guardados neste aparelho.",
                action="Ver o motivo",
                on_action=lambda _: app.go("/pendencias"),
            )
        )
    lines.append(ListsNotice())
    for kind, words in (numbers_words(home.numbers), numbers_words(home.auto_numbers, "auto")):
        if kind != "good":
            lines.append(w.notice(t.BAD if kind == "bad" else t.WARN, *sentences(words)))
    return w.stacked(lines, spacing=t.SM)


@ft.memo
@ft.component
def Ways() -> ft.Control:
    """Where else one can go: only what exists."""
    app = w.use_app()
    home = app.home
    w.use_watch(home)
    kind, numbers = numbers_words(home.numbers)
    return w.stacked(
        [
            w.tap_card(
                t.strong("Abordagem"),
                t.small("Parar um veículo na rua, ver o que consta e autuar"),
                on_click=lambda _: app.go(f"/abordagem/{desk_of(app).stops.start()}"),
                name="Abordagem",
                icon=ft.Icons.LOCAL_POLICE,
            ),
            w.tap_card(
                t.strong("Ler selo"),
                t.small("Pela câmera, por foto ou pelo número, com ou sem sinal"),
                on_click=lambda _: app.go("/ler"),
                name="Ler selo",
                icon=ft.Icons.QR_CODE_SCANNER,
            ),
            w.tap_card(
                t.strong("Registros"),
                t.small("Vistorias, selos e autos feitos neste aparelho"),
                on_click=lambda _: app.go("/registros"),
                name="Registros",
            ),
            w.tap_card(
                t.strong("Pendências"),
                t.small("Por enviar, recusados, exigências em aberto"),
                on_click=lambda _: app.go("/pendencias"),
                name="Pendências",
            ),
            w.tap_card(
                t.strong("A lei"),
                t.small("Infrações, multas, prazos e validade, por palavra ou artigo"),
                on_click=lambda _: app.go("/lei"),
                name="A lei",
            ),
            w.tap_card(
                t.strong("Aparelho"),
                t.small(numbers if kind == "good" else "Envio, dados, números e aparência"),
                on_click=lambda _: app.go("/aparelho"),
                name="Aparelho",
            ),
        ],
        spacing=t.SM,
    )
