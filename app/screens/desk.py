"""How the vistoria's screens reach their flows."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.desk import Desk
from app.start import sent_later
from app.state import AppContext
from sync.device.ports import DeviceError

log = logging.getLogger("prancheta.screens")

__all__ = [
    "desk_of", "draft_gone", "of_draft", "of_record", "sent_later", "use_begun", "use_desk",
]


def desk_of(app: AppContext) -> Desk:
    """The page's `Desk`, made anew when the store was replaced (a fresh database)."""
    desk = app.desk
    if desk is None or desk.store is not app.store or desk.cadastro is not app.cadastro:
        app.desk = desk = Desk(app.ports, app.store, app.cadastro, lambda: app.agent)
    return desk


def use_desk() -> Desk:
    return desk_of(w.use_app())


def draft_gone(app: AppContext, error: BaseException) -> ft.View:
    """The draft of an old address: concluded, put away, or one that does not open here."""
    if isinstance(error, DeviceError):
        what, todo = str(error), "Se a vistoria foi concluída, está em Registros."
    else:
        log.error("a draft does not open", exc_info=error)
        what = "Esta vistoria não abriu. Ela continua salva neste aparelho."
        todo = "Atualize o aplicativo com sinal e abra de novo."
    return w.screen(
        "Vistoria",
        w.notice(t.WARN, what, todo),
        primary=w.Action("Ver os registros", lambda _: app.go("/registros")),
        back=lambda _: app.go("/"),
    )


def of_draft(read: Callable[[Desk, str], Any], draw: Callable[[Any], ft.View]) -> ft.View:
    """The screen of the draft that the address names; what has become of it where it is none."""
    app, desk = w.use_app(), use_desk()
    try:
        found = read(desk, ft.use_route_params().get("draft", ""))
    except Exception as error:
        return draft_gone(app, error)
    return draw(found)


def of_record(
    title: str, read: Callable[[Desk, str], Any], draw: Callable[[Any], ft.View]
) -> ft.View:
    """The screen of the record that the address names, or why there is none here."""
    app, desk = w.use_app(), use_desk()
    try:
        found = read(desk, ft.use_route_params().get("record", ""))
    except Exception as error:
        return w.screen(title, w.notice(t.WARN, str(error)), back=lambda _: app.go("/"))
    return draw(found)


def use_begun(kind: str, key: str, make):
    """The act that was begun here, as far as it was typed; else a new one. An error as itself."""
    app, desk = w.use_app(), use_desk()

    def begun():
        name = f"{kind}:{key}"
        kept = app.annulments.get(name)
        if kept is None or kept.done or kept.desk is not desk:
            kept = app.annulments[name] = make(desk)
        return kept

    try:
        return ft.use_memo(begun, [kind, key])
    except Exception as error:
        return error
