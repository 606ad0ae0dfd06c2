"""Redraws one component when the thing it shows changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from app.flows.observed import Observed


def use_watch(*things: Observed | None) -> None:
    """Redraws the calling component, and only it, at every `changed()` of `things`.

    Call it at the top of a component; the things are compared by identity, so that a component
    which is handed another item watches that one from then on.
    """
    watched = [thing for thing in things if thing is not None]
    drawn = [thing.version for thing in watched]
    _, set_turn = ft.use_state(0)
    stops = ft.use_ref(list)

    def redraw() -> None:
        set_turn(lambda turn: turn + 1)

    def begin() -> None:
        end()
        stops.current = [thing.watch(lambda: redraw()) for thing in watched]
        if [thing.version for thing in watched] != drawn:
            redraw()  # it changed between the drawing and now

    def end() -> None:
        for stop in stops.current or ():
            stop()
        stops.current = []

    ft.use_effect(begin, dependencies=[id(thing) for thing in watched], cleanup=end)


def use_seen(thing: Observed, see: Callable[[], Any]) -> Any:
    """What `see()` gives; redraws the calling component when a `changed()` of `thing` alters it."""
    seen = see()
    _, set_turn = ft.use_state(0)
    stop, latest = ft.use_ref(None), ft.use_ref(None)
    latest.current = (seen, see)

    def look() -> None:
        drawn, see_now = latest.current
        if see_now() != drawn:
            set_turn(lambda turn: turn + 1)

    def begin() -> None:
        end()
        stop.current = thing.watch(look)
        look()  # it changed between the drawing and now

    def end() -> None:
        if stop.current:
            stop.current()
            stop.current = None

    ft.use_effect(begin, dependencies=[id(thing)], cleanup=end)
    return seen
