"""A screen that fails to draw must not take the app with it.

Flet draws from one task; an exception in any component would end it and freeze everything. Here
a component that raises is drawn as a notice instead (a whole view, where a view is expected), and
the error is logged. What was saved is saved: drawing changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

import flet as ft
from flet.components.component import Renderer

from app import theme as t

log = logging.getLogger("prancheta.screens")


def _is_view(fn: Callable[..., Any]) -> bool:
    return "View" in str(getattr(fn, "__annotations__", {}).get("return", ""))


def _fallback(fn: Callable[..., Any]) -> ft.Control:
    words = ft.Column(
        [
            t.strong("Esta parte da tela falhou.", color=t.BAD.on_container),
            t.body(
                "O que estava salvo continua salvo. Volte ao início e tente de novo.",
                color=t.BAD.on_container,
            ),
        ],
        tight=True,
    )
    box = ft.Container(words, bgcolor=t.BAD.container, padding=t.LG, border_radius=t.RADIUS)
    if not _is_view(fn):
        return box

    def home(_: object) -> None:
        ft.context.page.navigate("/")

    return ft.View(
        route=f"/falha/{fn.__name__}",
        bgcolor=t.PAPER,
        controls=[
            ft.SafeArea(
                ft.Column([box, ft.FilledButton("Voltar ao início", on_click=home, height=t.TOUCH)])
            )
        ],
    )


def guard_drawing() -> None:
    """From now on a component that raises while it is drawn becomes a notice. Idempotent."""
    original = Renderer.render
    if getattr(original, "guarded", False):
        return

    @wraps(original)
    def render(self: Renderer, root_fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self._root_component is None:
            return original(self, root_fn, *args, **kwargs)
        try:
            return original(self, root_fn, *args, **kwargs)
        except Exception:
            log.exception("a component failed to draw: %s", root_fn.__name__)
            return _fallback(root_fn)

    render.guarded = True  # type: ignore[attr-defined]
    Renderer.render = render  # type: ignore[method-assign]
