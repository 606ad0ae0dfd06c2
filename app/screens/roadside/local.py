"""Where and when: the device's position, the place in words, the hour."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.roadside.place import place_text
from app.flows.roadside.stop import Stop
from app.screens.roadside.pieces import PUBLIC

PLACE_TONES = {"good": t.GOOD, "note": t.INFO, "busy": t.INFO, "warn": t.WARN}


@ft.component
def PlaceBox(stop: Stop) -> ft.Control:
    w.use_watch(stop)
    told = stop.place_words
    turn, set_turn = ft.use_state(0)
    if stop.settled:
        return w.stacked([
            w.section_title("Local e hora"),
            t.body(place_text(stop.place)), t.body(stop.happened_words),
        ], spacing=t.SM)

    async def again(_: object) -> None:
        await stop.find_place()

    def typed(e: ft.ControlEvent) -> None:
        before = bool(stop.place["text"].strip())
        stop.write_place(e.control.value)
        if bool(e.control.value.strip()) != before:
            set_turn(turn + 1)

    return w.stacked([
        w.section_title("Local e hora"),
        w.notice(PLACE_TONES[told.kind], told.what, told.todo, live=told.kind != "busy"),
        w.field("Local: rua, número, bairro", stop.place["text"], on_change=typed,
                helper=PUBLIC, max_length=300, key="local"),
        *[w.secondary_button(f"Usar: {text}", lambda _, x=text: stop.use_place(x),
                             icon=ft.Icons.ADD_TASK, name=f"Usar o local: {text}", key=text)
          for text in ([] if stop.place["text"].strip() else stop.recent_places())],
        *([w.secondary_button("Procurar a posição de novo", again, icon=ft.Icons.MY_LOCATION)]
          if not stop.looking and told.kind != "good" else []),
        HourField(stop),
    ], spacing=t.SM)


@ft.component
def HourField(stop: Stop) -> ft.Control:
    """When it happened: now, unless it is changed."""
    open_, set_open = ft.use_state(False)
    typed = ft.use_ref("")
    wrong, set_wrong = ft.use_state("")

    def keep(_: object) -> None:
        problem = stop.set_time(typed.current or "")
        set_wrong(problem)
        set_open(bool(problem))

    if not open_:
        return ft.Row([
            ft.Column([t.small("Hora da infração"), t.body(stop.happened_words)], spacing=0,
                      tight=True, expand=True),
            w.text_button("Mudar", lambda _: set_open(True), name="Mudar a hora da infração"),
        ])

    def change(e: ft.ControlEvent) -> None:
        typed.current = e.control.value

    return w.stacked([
        w.field("Data e hora da infração", "", on_change=change, on_submit=keep,
                error=wrong or None, helper="Assim: 30/11/2026 14:02"),
        ft.Row([w.secondary_button("Guardar a hora", keep, expand=True)]),
    ], spacing=t.SM)
