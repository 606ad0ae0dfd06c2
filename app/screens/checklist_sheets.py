"""The sheets of a vistoria: the law of an item, its note, why it (or its section) is not verified.

One component for all, beside the panes: those are laid anew when the device is turned, and a sheet
inside them would close.
"""

from __future__ import annotations

import flet as ft

from app import widgets as w
from app.flows import words
from app.flows.answers import ItemState
from app.flows.cursor import LAW, NOTE, SECTION, Asking
from app.flows.vistoria import VistoriaFlow
from app.screens.item_sheets import note_sheet, reasons_sheet
from app.screens.law_sheet import law_sheet
from app.widgets.answers import NOT_VERIFIED


@ft.component
def Sheets(flow: VistoriaFlow) -> ft.Control:
    app, asking = w.use_app(), flow.asking
    w.use_watch(asking)

    def close(_: object = None) -> None:
        asking.close()

    def read_more() -> None:
        item_id = asking.about
        close()
        app.go(f"/vistoria/{flow.draft_id}/lei-do-item/{item_id}")

    ft.use_dialog(_open(flow, asking, close, read_more))
    return ft.Container(height=0)


def _open(flow: VistoriaFlow, asking: Asking, close, read_more) -> ft.BottomSheet | None:
    if asking.sheet == SECTION:
        return _of_section(flow, asking, close)
    if not asking.sheet or not flow.has(asking.about):
        return None
    state = flow.item(asking.about)
    if asking.sheet == LAW:
        today = words.today(flow.now(), flow.rulebook.municipality.timezone)
        return law_sheet(flow.rulebook, state, today, close, read_more)
    if asking.sheet == NOTE:
        return note_sheet(flow, state, close)
    return _of_item(flow, asking, state, close)


def _of_item(flow: VistoriaFlow, asking: Asking, state: ItemState, close) -> ft.BottomSheet:
    """Without a pit, twelve items have the same reason: it is asked once."""
    in_list = asking.in_list

    def give(reason: str) -> None:
        close()
        if in_list:
            flow.answer(state.id, NOT_VERIFIED, reason)
        else:
            flow.cursor.answer(NOT_VERIFIED, reason)

    many = len(flow.blank(state.section.id))
    more = {} if in_list or many < 2 else {
        "many": many, "on_many": lambda _: asking.ask(SECTION, state.section.id)}
    return reasons_sheet(state.section, give, close, state.item.cite, **more)


def _of_section(flow: VistoriaFlow, asking: Asking, close) -> ft.BottomSheet:
    section = next(s.section for s in flow.items if s.section.id == asking.about)
    in_list = asking.in_list

    def give(reason: str) -> None:
        close()
        (flow if in_list else flow.cursor).skip_section(section.id, reason)

    # In the list one sees how many they are.
    more = {} if in_list else {"many": len(flow.blank(section.id))}
    return reasons_sheet(section, give, close, section.title, **more)
