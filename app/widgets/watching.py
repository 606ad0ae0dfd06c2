"""Redraws one component when the thing it shows changes."""

from __future__ import annotations

import flet as ft

from app.flows.observed import Observed


def use_watch(*things: Observed | None) -> None:
    """Redraws the calling component, and only it, at every `changed()` of `things`.

    Call it at the top of a component; the things are compared by identity, so that a component
    which is handed another item watches that one from then on.
    """
    _, set_turn = ft.use_state(0)
    stops = ft.use_ref(list)

    def begin() -> None:
        end()
        stops.current = [
            thing.watch(lambda: set_turn(lambda turn: turn + 1)) for thing in things if thing
        ]

    def end() -> None:
        for stop in stops.current or ():
            stop()
        stops.current = []

    ft.use_effect(begin, dependencies=[id(thing) for thing in things], cleanup=end)
