"""The app as Flet starts it: opens the device, shows the right door, then the screens."""

from __future__ import annotations

import flet as ft

from app import quick_flet, theme
from app.device import current
from app.screens.doors import Door
from app.screens.routes import ROUTES
from app.start import make_context, start
from app.widgets import APP, use_watch
from app.widgets.guard import guard_drawing


@ft.component
def App(app) -> list[ft.View] | ft.Control:
    """Routes for who is in; else the door that one stands at, whatever the address says.

    The address stays, so that after the PIN one is where one was.
    """
    use_watch(app.stage, app.prefs)
    if app.stage.name == "dentro":
        return APP(app, lambda: ft.Router(ROUTES, manage_views=True, key=app.prefs.look))
    return APP(app, lambda: [Door(key=f"{app.stage.name}-{app.prefs.look}")])


# Events that come without anybody touching the device.
UNTOUCHED = {"resize", "app_lifecycle_state_change", "media_change", "route_change",
             "platform_brightness_change", "locale_change", "connect", "disconnect"}


def note_touches(page: ft.Page, app) -> None:
    """Tells the idle lock of everything that a person does, whichever control it reaches."""
    session = page.session
    dispatch = session.dispatch_event

    async def noted(control_id: int, event_name: str, event_data: object) -> None:
        if app.idle and event_name not in UNTOUCHED:
            app.idle.touched()
        await dispatch(control_id, event_name, event_data)

    session.dispatch_event = noted


async def main(page: ft.Page) -> None:
    quick_flet.quicken()
    guard_drawing()
    app = make_context(page, current())
    await app.prefs.load()
    page.title = "Prancheta"
    page.fonts = theme.FONTS if not page.pyodide else None
    page.locale_configuration = ft.LocaleConfiguration(
        [ft.Locale("pt", "BR")], ft.Locale("pt", "BR")
    )

    def dress() -> None:
        theme.set_text_scale(app.prefs.scale)
        theme.apply(page, app.prefs.mode)

    dress()
    app.prefs.watch(dress)  # before any screen watches: they redraw with the new sizes
    note_touches(page, app)
    page.on_resize = lambda e: app.viewport.resize(e.width, e.height)
    app.viewport.resize(page.width or 412, page.height or 915)

    def woken(event: ft.AppLifecycleStateChangeEvent) -> None:
        if app.loop and event.state == ft.AppLifecycleState.RESUME:
            app.idle.check()
            app.loop.poke()  # out of the pocket: there may be signal now

    page.on_app_lifecycle_state_change = woken
    page.render_views(App, app)
    await start(app, page.route or "/")
