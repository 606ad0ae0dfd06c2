"""A clock in doubt: why, and one tap that says that it is right."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.clock import ClockAsked


def clock_question(of: ClockAsked, title: str, right: str) -> list[ft.Control]:
    """`right`: what is confirmed, such as "Hoje é mesmo 30/11/2026"."""
    doubt = of.clock_doubt()
    if not doubt:
        return []
    return [
        w.notice(t.BAD, title, doubt),
        ft.Row([w.choice_button(right, lambda _: of.accept_clock(not of.clock_accepted),
                                chosen=of.clock_accepted, height=t.TOUCH)]),
    ]
