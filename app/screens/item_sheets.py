"""The two sheets of an item: why it was not verified, and the note."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.answers import ItemState
from app.flows.vistoria import MAX_NOTE_CHARS, VistoriaFlow
from app.widgets.sheet import sheet

MAX_REASON_CHARS = 200


def reasons_sheet(
    section, on_reason: Callable[[str], object], on_close: Callable[..., object], of: str,
    *, many: int = 0, on_many: Callable[..., object] | None = None,
) -> ft.BottomSheet:
    """One tap on a reason gives the answer; another reason can be typed. `on_many` leads to the
    same question for all `many` items of the section that have no answer yet."""
    return sheet(
        f"Por que {many} itens não foram verificados?" if many and not on_many
        else "Por que não foi verificado?",
        t.body("A vistoria fica guardada e o resultado espera por isto."),
        *[
            w.secondary_button(reason, lambda _, r=reason: on_reason(r), name=f"{reason}, {of}")
            for reason in section.unverified_reasons
        ],
        OtherReason(on_reason),
        *([w.text_button(f"Vale para os {many} itens sem resposta de {section.title}", on_many,
                         icon=ft.Icons.PLAYLIST_ADD_CHECK)] if on_many else []),
        on_close=on_close,
    )


@ft.component
def OtherReason(on_reason: Callable[[str], object]) -> ft.Control:
    typed = ft.use_ref("")
    lacks, set_lacks = ft.use_state(False)

    def change(e: ft.ControlEvent) -> None:
        typed.current = e.control.value

    def keep(_: ft.ControlEvent) -> None:
        if typed.current.strip():
            on_reason(typed.current)
        else:
            set_lacks(True)

    return w.stacked(
        [
            w.field("Outro motivo", on_change=change, on_submit=keep,
                    max_length=MAX_REASON_CHARS,
                    error="Escreva o motivo, ou toque em um dos de cima." if lacks else None),
            w.primary_button("Usar este motivo", keep, expand=False),
        ]
    )


def note_sheet(
    flow: VistoriaFlow, state: ItemState, on_close: Callable[..., object]
) -> ft.BottomSheet:
    """What is being typed stays until it is kept, however the sheet goes away."""
    begun = flow.unkept_notes

    def change(e: ft.ControlEvent) -> None:
        begun[state.id] = e.control.value

    def keep(_: ft.ControlEvent) -> None:
        flow.set_note(state.id, begun.pop(state.id, state.answer["note"]))
        on_close()

    return sheet(
        f"Nota, {state.item.cite}",
        w.field(
            "O que se vê",
            begun.get(state.id, state.answer["note"]),
            on_change=change,
            multiline=True,
            max_length=MAX_NOTE_CHARS,
            autofocus=True,
        ),
        w.primary_button("Guardar a nota", keep, expand=False),
        on_close=on_close,
    )
