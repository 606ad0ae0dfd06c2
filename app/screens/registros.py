"""What this device concluded, the latest first. Route `/registros`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.registry import Concluded, Registry
from app.screens.desk import use_desk


@ft.component
def Registros() -> ft.View:
    app, desk = w.use_app(), use_desk()
    registry: Registry = ft.use_memo(lambda: Registry(desk.store), [])
    w.use_watch(registry)
    zone = desk.rulebook().municipality.timezone
    tally = registry.day_tally(desk.today(), zone)
    rows: list[ft.Control] = [_row(app, one, zone) for one in registry.rows]
    if not rows:
        rows = [
            w.empty_state(
                "Nenhuma vistoria com esta placa" if registry.search
                else "Nenhuma vistoria concluída ainda",
                "" if registry.search else "As que você concluir neste aparelho ficam aqui.",
                icon=ft.Icons.SEARCH_OFF if registry.search else ft.Icons.INBOX,
            )
        ]
    if registry.more:
        rows.append(w.secondary_button("Mostrar mais", lambda _: registry.show_more()))
    return w.screen(
        "Registros",
        w.field("Buscar pela placa", registry.search, on_change=lambda e: registry.type(
            e.control.value), mono=True, capitals=True, max_length=8, key="busca"),
        *([t.small(tally)] if tally and not registry.search else []),
        *rows,
        back=lambda _: app.go("/"),
    )


def _row(app, one: Concluded, zone: str) -> ft.Control:
    if one.annulled:
        tone, word = t.BAD, "Anulada"
    elif one.result == "aprovado":
        tone, word = t.GOOD, f"Aprovada, válida até {words.day(one.verdict['valid_until'])}"
        if one.seal and not one.seal_stands:
            tone, word = t.WARN, "Aprovada, selo anulado"
    else:
        tone, word = t.BAD, "Reprovada"
    when = words.moment(one.kept.record["occurred_at"], zone)
    plate = one.vehicle["plate"]
    return w.tap_card(
        ft.Row([w.plate(plate, size=22)], wrap=True),
        t.body(one.vehicle["make_model"] or ""),
        ft.Row([w.chip(tone, word, icon=ft.Icons.BLOCK if one.annulled else tone.icon)],
               wrap=True),
        t.small(f"{when} · {one.travel}"),
        on_click=lambda _: app.go(f"/registro/{one.id}"),
        name=f"Vistoria da placa {' '.join(plate)}, {word}, {when}, {one.travel}",
        key=one.id,
    )
