"""Times taken inside the page, from the finger leaving the glass to the picture that answers it."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, Playwright

from tests.support.chromium import FLAGS, chromium_path
from tests.support.screen import Screen

# `lifted`: when the finger left; `seen`: when each text that was waited for came into the
# accessibility tree, which Flutter writes in the frame that paints it.
WATCH = """(() => {
  const watch = window.stopwatch = { lifted: 0, seen: {}, wanted: [] };
  addEventListener('pointerup', () => { watch.lifted = performance.now(); }, true);
  const look = (node) => {
    if (!watch.wanted.length) return;
    const text = node.nodeType === Node.TEXT_NODE ? node.data
      : `${node.getAttribute?.('aria-label') || ''} ${node.textContent || ''}`;
    watch.wanted = watch.wanted.filter((wanted) => {
      if (text.includes(wanted)) watch.seen[wanted] = performance.now();
      return !(wanted in watch.seen);
    });
  };
  new MutationObserver((changes) => {
    for (const change of changes) {
      look(change.target);
      change.addedNodes.forEach(look);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ['aria-label'] });
})()"""
OPENED = "performance.getEntriesByName('opened')[0]"
REST_MS = 300
GIVE_UP_MS = 15_000


def ms(value: float) -> str:
    return f"{value:.0f} ms" if value >= 20 else f"{value:.1f} ms"


@dataclass(frozen=True)
class Times:
    """Milliseconds, sorted."""

    taken: tuple[float, ...]

    @classmethod
    def of(cls, taken: Iterable[float]) -> Times:
        return cls(tuple(sorted(taken)))

    @property
    def median(self) -> float:
        return statistics.median(self.taken)

    def percentile(self, share: float) -> float:
        return self.taken[min(int(len(self.taken) * share), len(self.taken) - 1)]


class Finger:
    """Taps a place found beforehand, so that looking for it costs nothing."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.page = screen, screen.page
        self.session = self.page.context.new_cdp_session(self.page)

    def place(self, name: str, exact: bool = False) -> tuple[float, float]:
        box = self.screen.find(name, exact=exact).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap_ms(self, place: tuple[float, float], *wanted: str) -> tuple[float, ...]:
        """From the finger leaving to each of `wanted` on the screen, texts that were not there
        before."""
        self.page.evaluate("w => { stopwatch.wanted = w; stopwatch.seen = {} }", list(wanted))
        point = {"x": place[0], "y": place[1]}
        self.session.send(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]}
        )
        self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        waited = 0
        while waited < GIVE_UP_MS:
            self.page.wait_for_timeout(REST_MS)  # nothing is asked of the page meanwhile
            waited += REST_MS
            seen, lifted = self.page.evaluate("() => [stopwatch.seen, stopwatch.lifted]")
            if len(seen) == len(wanted):
                return tuple(seen[text] - lifted for text in wanted)
        raise AssertionError(f"{wanted!r} did not appear. It says:\n{self.screen.text()}")


def opened_ms(page: Page) -> float:
    """From the navigation to the app's first picture, which the shell marks itself."""
    page.wait_for_function(f"() => {OPENED}", timeout=120_000)
    return page.evaluate(f"() => {OPENED}.startTime")


def start_untouched_ms(playwright: Playwright, profile: Path, url: str, wait_s: float) -> float:
    """`opened_ms` of a browser that nothing looks into meanwhile.

    Under a debugger the browser notes, with each request, where in the script it was made; for
    a script of this size that alone takes a second. So it is started bare, and asked afterwards.
    """
    started = subprocess.Popen(
        [
            chromium_path() or playwright.chromium.executable_path, *FLAGS, "--headless=new",
            "--remote-debugging-port=0", "--window-size=412,915",
            f"--user-data-dir={profile}", url,
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    try:
        time.sleep(wait_s)
        port = (profile / "DevToolsActivePort").read_text().split()[0]
        browser = playwright.chromium.connect_over_cdp(f"http://localhost:{port}")
        [page] = [page for page in browser.contexts[0].pages if page.url.startswith(url)]
        taken = opened_ms(page)
        browser.close()
        return taken
    finally:
        started.kill()
        started.wait()
