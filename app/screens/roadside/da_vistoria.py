"""From a failed vistoria to autos: one tap each, never by itself."""

from __future__ import annotations

import logging

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.registry import Concluded
from app.flows.roadside.stops import autos_of_vistoria, punished_items
from app.screens.roadside.pieces import doubt
from checklists import notices

log = logging.getLogger("prancheta.screens")


def to_draw_up(desk, of: Concluded) -> list[tuple[str, str, str]]:
    """`punished_items` of a vistoria that failed and stands."""
    if of.result != "reprovado" or of.annulled:
        return []
    return punished_items(desk, of.kept.record)


@ft.component
def AutosOfVistoria(of: Concluded) -> ft.Control:
    """What failed and the law punishes: each becomes a draft of an auto, or is one already."""
    app = w.use_app()
    desk = app.desk
    items = to_draw_up(desk, of)
    drawn = autos_of_vistoria(desk, of.id)
    note = notices.failed_item_note(desk.rulebook_of(of.id))

    def begin(item: str, cite: str) -> None:
        draft_id = desk.stops.from_vistoria(of.kept.record)
        stop = desk.stops.open(draft_id)
        auto = stop.add_auto(cite, vistoria=of.id, item=item, note=_note_of(of, item))
        if auto is None:
            app.toast("Há autos demais nesta vistoria. Lavre-os e comece outros.")
            return
        app.go(f"/abordagem/{draft_id}/dados/{auto.id}")

    rows: list[ft.Control] = [
        w.section_title("Autuar", note="O que falhou e a lei pune. Nada é autuado sozinho."),
        *doubt(note),
    ]
    for item, cite, label in items:
        done = drawn.get(item)
        rows.append(w.tap_card(
            t.body(label),
            t.small(f"{cite} · auto já lavrado" if done else cite),
            on_click=(lambda _, d=done: app.go(f"/auto/{d}")) if done
            else (lambda _, i=item, c=cite: begin(i, c)),
            name=f"Ver o auto lavrado: {label}, {cite}" if done else f"Autuar: {label}, {cite}",
            key=item, padding=t.MD, icon=ft.Icons.CHEVRON_RIGHT if done else ft.Icons.GAVEL,
        ))
    return w.stacked(rows, spacing=t.SM)


def _note_of(of: Concluded, item: str) -> str:
    answer = next((one for one in of.body["answers"] if one["item"] == item), None)
    return (answer or {}).get("note") or ""
