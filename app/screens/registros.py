"""What this device concluded, the latest first. Route `/registros`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.auto_record import HOW, REACHED, AutoRegistry, Lavrado
from app.flows.registry import Concluded, Registry
from app.screens.desk import use_desk

VISTORIAS, AUTOS = "vistorias", "autos"


@ft.component
def Registros() -> ft.View:
    app, desk = w.use_app(), use_desk()
    shown, set_shown = ft.use_state(app.registros or _latest(desk.store))

    def show(what: str) -> None:
        app.registros = what  # "voltar" from a record finds the same list
        set_shown(what)

    make = AutoRegistry if shown == AUTOS else Registry
    registry = ft.use_memo(lambda: make(desk.store), [shown])
    w.use_watch(registry)
    zone = desk.rulebook().municipality.timezone
    tally = registry.day_tally(desk.today(), zone)
    row = _auto_row if shown == AUTOS else _row
    rows: list[ft.Control] = [row(app, one, zone) for one in registry.rows]
    if not rows:
        rows = [_nothing(shown, registry.search)]
    if registry.more:
        rows.append(w.secondary_button("Mostrar mais", lambda _: registry.show_more()))
    label = "Buscar pela placa ou pelo número" if shown == AUTOS else "Buscar pela placa"
    return w.screen(
        "Registros",
        ft.Row(
            [
                w.choice_button("Vistorias", lambda _: show(VISTORIAS), chosen=shown == VISTORIAS,
                                height=t.TOUCH),
                w.choice_button("Autos", lambda _: show(AUTOS), chosen=shown == AUTOS,
                                height=t.TOUCH),
            ],
            spacing=t.SM,
        ),
        w.field(label, registry.search, on_change=lambda e: registry.type(
            e.control.value), mono=True, capitals=True, max_length=8, key=f"busca-{shown}"),
        *([t.small(tally)] if tally and not registry.search else []),
        *rows,
        back=lambda _: app.go("/"),
    )


def _latest(store) -> str:
    """The list in which the last record of this device is."""
    newest = [store.records(kind=kind, limit=1) for kind in ("vistoria", "auto")]
    vistoria, auto = (found[0].record["device_seq"] if found else 0 for found in newest)
    return AUTOS if auto > vistoria else VISTORIAS


def _nothing(shown: str, search: str) -> ft.Control:
    one = "Nenhum auto" if shown == AUTOS else "Nenhuma vistoria"
    if search:
        return w.empty_state(f"{one} com esta placa", icon=ft.Icons.SEARCH_OFF)
    done = f"{one} lavrado ainda" if shown == AUTOS else f"{one} concluída ainda"
    kept = "Os que você lavrar" if shown == AUTOS else "As que você concluir"
    return w.empty_state(done, f"{kept} neste aparelho ficam aqui.", icon=ft.Icons.INBOX)


def _auto_row(app, one: Lavrado, zone: str) -> ft.Control:
    if one.annulled:
        tone, word, icon = t.BAD, "Anulado", ft.Icons.BLOCK
    elif one.ciencia:
        reached = one.ciencia.body["how"] in REACHED
        tone, word, icon = (t.GOOD if reached else t.WARN), HOW[one.ciencia.body["how"]], (
            ft.Icons.HOW_TO_REG)
    elif one.body["acknowledged"] == "assinou":
        tone, word, icon = t.GOOD, "Assinou na abordagem", ft.Icons.HOW_TO_REG
    else:
        tone, word, icon = t.WARN, "Ciência por registrar", ft.Icons.WARNING_AMBER
    when = words.moment(one.kept.record["occurred_at"], zone)
    return w.tap_card(
        t.text(f"Auto nº {one.number}", 20, bold=True, mono=True),
        *([ft.Row([w.plate(one.plate, size=20)], wrap=True)] if one.plate else []),
        t.body(one.body["conduct"]["label"]),
        ft.Row([w.chip(tone, word, icon=icon)], wrap=True),
        t.small(f"{when} · {one.travel}"),
        on_click=lambda _: app.go(f"/auto/{one.id}"),
        name=f"Auto número {one.number}, placa {' '.join(one.plate) or 'nenhuma'}, {word}, {when}, "
             f"{one.travel}",
        key=one.id,
    )


def _row(app, one: Concluded, zone: str) -> ft.Control:
    if one.annulled:
        tone, word = t.BAD, "Vistoria anulada"
    elif one.result == "aprovado":
        tone, word = t.GOOD, f"Aprovado, válido até {words.day(one.verdict['valid_until'])}"
        if one.seal and not one.seal_stands:
            tone, word = t.WARN, "Aprovado, selo anulado"
    else:
        tone, word = t.BAD, "Reprovado"
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
