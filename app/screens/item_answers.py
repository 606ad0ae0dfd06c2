"""What lies under the thumb in the item view: the answers, before and after, note and photo."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.answers import ItemState
from app.flows.cursor import NOTE, REASON
from app.flows.vistoria import VistoriaFlow
from app.widgets.answers import NOT_VERIFIED, answer_row, offered_answers


def answer_bar(
    flow: VistoriaFlow, state: ItemState, low: bool, pick: ft.PickFiles, ask,
    last: ft.Control,
) -> ft.Control:
    """All that the thumb needs: the answers, before and after, note and photo, and `last`, the
    line that says what was saved."""
    cite, conditional = state.item.cite, bool(state.item.conditional)
    offered = offered_answers(conditional)
    if low and conditional:
        offered = (*offered, NOT_VERIFIED)

    async def give(value: str) -> None:
        if value == NOT_VERIFIED:
            ask(REASON)
        else:
            await flow.cursor.answer_drawn(value)

    answers = answer_row(
        state.value, give, item=cite, offered=offered, room=w.right_room(),
        height=72 if low else 88,
    )
    tools = _tools(flow, state, pick, lambda: ask(NOTE), icons_only=low)
    if low:
        first = ft.Row([tools, ft.Container(last, expand=True)], spacing=t.SM)
        return ft.Column([first, answers], spacing=0, tight=True,
                         horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    unverified = w.text_button(
        "Não verificado", lambda _: ask(REASON), icon=t.UNVERIFIED.icon,
        name=f"Não verificado, item {cite}",
    )
    return ft.Column(
        [
            last,
            # Always in its place: a row more or less would have all below it made anew.
            ft.Container(unverified if conditional else None),
            answers,
            tools,
        ],
        spacing=t.XS,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _tools(
    flow: VistoriaFlow, state: ItemState, pick: ft.PickFiles, write, *, icons_only: bool
) -> ft.Control:
    """Before, note, photo, after: one row under the answers."""
    cite = state.item.cite
    note = f"{'Mudar a nota' if state.answer['note'] else 'Escrever nota'}, item {cite}"
    photo = f"Foto, item {cite}"
    if icons_only:
        write_button = w.icon_button(ft.Icons.EDIT_NOTE, note, lambda _: write(),
                                     color=t.ACTION_COLOR)
        photo_button = w.icon_button(ft.Icons.PHOTO_CAMERA, photo, None, color=t.ACTION_COLOR)
        photo_button.content.action = pick
    else:
        write_button = w.text_button("Nota", lambda _: write(), icon=ft.Icons.EDIT_NOTE,
                                     name=note)
        photo_button = w.text_button("Foto", None, icon=ft.Icons.PHOTO_CAMERA, name=photo)
        photo_button.action = pick
    return ft.Row(
        [
            w.icon_button(ft.Icons.ARROW_BACK_IOS_NEW, "Item anterior",
                          lambda _: flow.cursor.step(-1), color=t.ACTION_COLOR,
                          disabled=flow.neighbour(state.id, -1) is None),
            write_button,
            photo_button,
            w.icon_button(ft.Icons.ARROW_FORWARD_IOS, "Próximo item",
                          lambda _: flow.cursor.step(1), color=t.ACTION_COLOR,
                          disabled=flow.neighbour(state.id, 1) is None),
        ],
        spacing=0,
        tight=icons_only,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
