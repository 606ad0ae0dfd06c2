"""What one must know of the seal lists, where seals are read: only when something is wrong."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.lists_state import REFUSED


@ft.memo
@ft.component
def ListsNotice() -> ft.Control:
    app = w.use_app()
    trouble = w.use_seen(app.lists, lambda: app.lists.trouble)
    if trouble is None:
        return ft.Container(height=0)
    tone = t.BAD if trouble.code == REFUSED else t.WARN
    return w.notice(tone, trouble.what, trouble.todo, live=False)


@ft.memo
@ft.component
def ListsCard() -> ft.Control:
    """For Aparelho: how old they are, whatever their state."""
    app = w.use_app()
    w.use_watch(app.lists)

    async def look() -> None:
        await app.lists.refresh()

    ft.use_effect(look, dependencies=[])
    return w.stacked([w.card(t.body(app.lists.words or "Lendo as listas de selos…")),
                      ListsNotice()])
