"""How the vistoria's screens reach their flows."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.desk import Desk
from app.state import AppContext


def desk_of(app: AppContext) -> Desk:
    """The page's `Desk`, made anew when the store was replaced (a fresh database)."""
    desk = app.extras.get("desk")
    if desk is None or desk.store is not app.store or desk.cadastro is not app.cadastro:
        desk = Desk(app.ports, app.store, app.cadastro, lambda: app.agent)
        app.extras["desk"] = desk
    return desk


def use_desk() -> Desk:
    return desk_of(w.use_app())


def draft_gone(app: AppContext, error: BaseException) -> ft.View:
    """The draft of an old address: concluded, put away, or from another device."""
    return w.screen(
        "Vistoria",
        w.notice(t.WARN, str(error) or "Este rascunho não está mais aqui.",
                 "Se ela foi concluída, está em Registros."),
        primary=w.Action("Ver os registros", lambda _: app.go("/registros")),
        back=lambda _: app.go("/"),
    )
