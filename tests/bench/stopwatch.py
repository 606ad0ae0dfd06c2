"""Times taken inside the page, from the finger leaving the glass to the picture that answers it."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from tests.support.screen import Screen

# `lifted`: when the finger left; `seen`: when each text that was waited for came into the
# accessibility tree, which Flutter writes in the frame that paints it; `opened`: when the first
# picture replaced the opening screen, counted from the navigation.
WATCH = """(() => {
  const watch = window.stopwatch = { lifted: 0, seen: {}, wanted: [], opened: 0 };
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
      for (const gone of change.removedNodes) {
        if (gone.id === 'splash') watch.opened = performance.now();
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ['aria-label'] });
})()"""
REST_MS = 300
GIVE_UP_MS = 15_000


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


def opened_ms(screen: Screen) -> float:
    """From the navigation to the app's first picture."""
    screen.page.wait_for_function("() => stopwatch.opened", timeout=120_000)
    return screen.page.evaluate("() => stopwatch.opened")
