"""How a component reaches the app's state."""

from __future__ import annotations

import flet as ft

from app.state import AppContext, Viewport

from .watching import use_watch

APP = ft.create_context(None)


def use_app() -> AppContext:
    """The page's `AppContext`. Does not redraw on anything: watch what you show."""
    return ft.use_context(APP)


def use_viewport() -> Viewport:
    """The room there is; redraws when the layout may differ (two panes, landscape, low)."""
    viewport = use_app().viewport
    use_watch(viewport)
    return viewport
