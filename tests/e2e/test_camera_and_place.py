"""The camera's overlay covers the app only as long as somebody wants it, and the place is told."""

from __future__ import annotations

import pytest

from tests.support.screen import ProbeError, Screen

OPEN = "dialog.scan[open]"
OPENED = "import asyncio\nlooking = asyncio.ensure_future(ports.scan.live('Aponte', '/s/'))\nNone"
TRACKS = "() => { window.tracks = document.querySelector('video').srcObject.getTracks() }"
RUNS = "() => !!document.querySelector('video')?.srcObject"
LET_GO = "() => window.tracks.every((track) => track.readyState === 'ended')"
FOCUSED = "() => document.activeElement.ariaLabel || document.activeElement.textContent"
HIDDEN = """() => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  document.dispatchEvent(new Event('visibilitychange'));
  delete document.hidden;
}"""


@pytest.fixture
def screen(probe_screen: Screen) -> Screen:
    return probe_screen


def look_through(screen: Screen) -> None:
    screen.probe(OPENED)
    screen.page.wait_for_selector(OPEN)
    screen.page.wait_for_function(RUNS)
    screen.page.evaluate(TRACKS)


def test_the_camera_is_named_reached_by_keyboard_and_let_go_whatever_ends_it(screen: Screen):
    page = screen.page
    look_through(screen)
    dialog = page.get_by_role("dialog", name="Aponte")
    dialog.get_by_text("Ponha o QR inteiro").wait_for()
    assert page.evaluate(FOCUSED) == "Cancelar"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUSED) == "Usar foto"
    for button in dialog.locator("button:visible, label").all():
        assert button.bounding_box()["height"] >= 56
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog", state="detached")
    ways = {
        "the button": lambda: page.get_by_role("button", name="Cancelar").tap(),
        "Escape, and Android's back": lambda: page.keyboard.press("Escape"),
        "the page goes out of sight": lambda: page.evaluate(HIDDEN),
        "the browser's back": lambda: page.evaluate("() => dispatchEvent(new Event('popstate'))"),
        "nobody waits any more": lambda: screen.probe("looking.cancel()"),
    }
    for way, end in ways.items():
        look_through(screen)
        end()
        page.wait_for_selector("dialog", state="detached")
        assert page.evaluate(LET_GO), way
        assert screen.probe("looking.cancelled() or (await looking) is None"), way
    screen.counts_a_tap()


def test_the_place_is_told_in_microdegrees_and_a_refusal_as_one(screen: Screen):
    context = screen.page.context
    context.set_geolocation({"latitude": -22.9597121, "longitude": -44.0408714, "accuracy": 7.6})
    with pytest.raises(ProbeError) as refused:
        screen.probe("await ports.place.locate(5)")
    assert refused.value.name in ("PlaceDenied", "PlaceUnknown")
    context.grant_permissions(["geolocation"])
    screen.probe("fix = await ports.place.locate(5)")
    assert screen.probe("[fix.latitude, fix.longitude, fix.accuracy_m, fix.mocked]") == [
        -22959712, -44040871, 8, False,
    ]  # fmt: skip
