"""Pendências: refused, waiting, begun, owed. Nothing hides."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.pending import VEHICLES_SHOWN, ExigenciaLine, Pending, RecordLine
from app.flows.words import count, day, moment

from .desk import desk_of
from .inicio import draft_card


@ft.component
def Pendencias() -> ft.View:
    app = w.use_app()
    flow: Pending = ft.use_memo(lambda: Pending(app.store, app.cadastro), [])
    w.use_watch(flow, app.home)

    def load() -> None:
        flow.refresh()
        app.home.refresh(app.agent["matricula"])

    ft.use_effect(load, dependencies=[])
    parts: list[ft.Control] = []
    if flow.refused:
        parts += [
            w.section_title("Recusados pelo servidor"),
            *(record_card(app, line, t.BAD) for line in flow.refused),
        ]
    if flow.waiting:
        parts += [
            w.section_title("Por enviar"),
            *(record_card(app, line, None) for line in flow.waiting),
        ]
    if flow.left:
        parts.append(
            w.notice(
                t.WARN,
                f"De um cadastro anterior deste aparelho: {flow.left}.",
                "Está guardado. Exporte em Aparelho.",
                action="Abrir Aparelho",
                on_action=lambda _: app.go("/aparelho"),
                live=False,
            )
        )
    if app.home.drafts:
        parts += [
            w.section_title("Em andamento"),
            *(draft_with_discard(app, draft) for draft in app.home.drafts),
        ]
    parts.append(Exigencias(flow))
    if flow.empty and not app.home.drafts:
        parts = [
            w.empty_state(
                "Nada pendente.",
                "Tudo foi enviado e nenhum veículo tem exigência em aberto.",
                icon=ft.Icons.TASK_ALT,
            )
        ]
    return w.screen("Pendências", *parts, back=lambda _: app.go("/"))


def record_card(app, line: RecordLine, tone: t.Tone | None) -> ft.Control:
    zone = (app.store.device_identity() or {}).get("municipality", {}).get("timezone")
    when = moment(line.when, zone or "America/Sao_Paulo")
    inside = (t.strong(line.title), t.body(line.detail), t.small(when))
    if not line.opens:
        return w.card(*inside, tone=tone, key=line.id)
    return w.tap_card(
        *inside,
        on_click=lambda _: app.go(line.opens),
        name=f"{line.title}. {line.detail}. {when}",
        tone=tone,
        key=line.id,
    )


def draft_with_discard(app, draft) -> ft.Control:
    who = app.agent["matricula"]

    def discard(_: object) -> None:
        app.home.discard(draft.id, who)
        desk_of(app).forget(draft.id)
        app.toast(
            f"Rascunho da placa {draft.plate} descartado.",
            undo=lambda: app.home.restore(draft.id, who),
        )

    return w.stacked(
        [
            draft_card(app, draft),
            ft.Row(
                [
                    w.text_button(
                        "Descartar",
                        discard,
                        icon=ft.Icons.DELETE_OUTLINE,
                        name=f"Descartar rascunho da placa {' '.join(draft.plate)}",
                    )
                ],
                alignment=ft.MainAxisAlignment.END,
            ),
        ],
        spacing=0,
    )


@ft.component
def Exigencias(flow: Pending) -> ft.Control:
    """What vehicles still owe, one card a vehicle, the nearest deadline first."""
    app = w.use_app()
    w.use_watch(flow)
    groups = flow.by_plate
    if not groups and not flow.query:
        return ft.Container(height=0)
    shown = groups[:VEHICLES_SHOWN]
    note = f"{len(flow.exigencias)} em {count(len(groups), 'veículo', 'veículos')}"
    rows: list[ft.Control] = [
        w.section_title("Exigências em aberto", note=note),
        w.field(
            "Procurar por placa ou item",
            flow.query,
            on_change=lambda e: flow.search(e.control.value),
            key="busca",
        ),
        *(vehicle_card(app, plate, lines) for plate, lines in shown),
    ]
    if not groups:
        rows.append(w.empty_state("Nada com esse texto.", icon=ft.Icons.SEARCH_OFF))
    if len(groups) > len(shown):
        rows.append(t.small(f"Mostrando {len(shown)} de {len(groups)}. Procure pela placa."))
    return w.stacked(rows, spacing=t.SM)


def vehicle_card(app, plate: str, lines: list[ExigenciaLine]) -> ft.Control:
    first = lines[0]
    tone = t.BAD if first.late else t.WARN if first.deadline else t.NEUTRAL
    chip = w.chip(tone, first.left, icon=ft.Icons.EVENT)
    owed = [
        ft.Column([t.body(line.label), t.small(_when(line, first))], spacing=0, tight=True)
        for line in lines
    ]
    said = "; ".join(f"{line.label}, {line.cite}, {line.left}" for line in lines)
    return w.tap_card(
        ft.Row([w.plate(plate, size=20), chip], wrap=True, spacing=t.SM, run_spacing=t.XS),
        *owed,
        on_click=lambda _: app.go(f"/veiculo/{plate}"),
        name=f"Placa {' '.join(plate)}. {said}",
        key=plate,
    )


def _when(line: ExigenciaLine, first: ExigenciaLine) -> str:
    until = f" · até {day(line.deadline)}" if line.deadline else ""
    if not until and first.deadline:
        until = f" · {line.left}"
    return line.cite + until
