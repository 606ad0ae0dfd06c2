"""What a person sees and touches, by way of the accessibility tree that Flutter builds.

Found by role and name only. Waits look at the text of that tree, so a test that passes is also a
screen that a screen reader can read.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

RESULTS = Path(__file__).resolve().parents[1] / "e2e" / "results"
# A tap followed at once by another gesture can leave Flutter's input deaf while its accessibility
# tree is on.
BETWEEN_TAPS_MS = 120
START_MS = 120_000
WAIT_MS = 15_000
SCROLL_PX = 420
SCROLLS = 30
WRITES = 5
WRITE_MS = 4_000

_TEXT = """() => [...document.querySelectorAll('flt-semantics, flt-semantics input')]
  .map(e => (e.getAttribute('aria-label') || '') + ' ' + (e.innerText || '') + ' '
    + (e.value || '')).join('\\n')"""
_SEES = f"(wanted) => ({_TEXT})().includes(wanted)"
_SEES_ANY = f"(wanted) => {{ const t = ({_TEXT})(); return wanted.find(w => t.includes(w)) }}"
_MATCHES = f"(wanted) => new RegExp(wanted).test(({_TEXT})())"
_GONE = f"(wanted) => !({_TEXT})().includes(wanted)"
_SEMANTICS_ON = "() => document.querySelector('flt-semantics-placeholder')?.click()"


class Screen:
    """One page of the app. `taps` and `typed` (labels) count what the person had to do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.typed: list[str] = []

    # Waiting

    def ready(self, timeout_ms: int = START_MS) -> Screen:
        """Waits for Python's first picture, then turns the accessibility tree on."""
        self.page.wait_for_function(
            "() => !document.getElementById('splash') || document.querySelector('.failed')",
            timeout=timeout_ms,
        )
        if self.page.locator("#splash").count():
            raise AssertionError(f"the app did not start: {self.page.inner_text('#splash')}")
        self.page.wait_for_selector(
            "flt-semantics-placeholder, flt-semantics", state="attached", timeout=timeout_ms
        )
        self.page.evaluate(_SEMANTICS_ON)
        return self

    def sees(self, text: str, timeout_ms: int = WAIT_MS) -> Screen:
        """Waits until `text` stands somewhere on the screen."""
        self._wait(_SEES, text, f"{text!r} did not appear", timeout_ms)
        return self

    def sees_any(self, *texts: str, timeout_ms: int = WAIT_MS) -> str:
        """Waits until one of `texts` is there; says which."""
        found = self._wait(_SEES_ANY, list(texts), f"none of {texts} appeared", timeout_ms)
        return found.json_value()

    def matches(self, pattern: str, timeout_ms: int = WAIT_MS) -> Screen:
        """Waits until the regular expression `pattern` (JavaScript's) is found on the screen."""
        self._wait(_MATCHES, pattern, f"nothing like {pattern!r} appeared", timeout_ms)
        return self

    def no_longer_sees(self, text: str, timeout_ms: int = WAIT_MS) -> Screen:
        self._wait(_GONE, text, f"{text!r} is still there", timeout_ms)
        return self

    def text(self) -> str:
        """Everything that the accessibility tree says."""
        return self.page.evaluate(_TEXT)

    def pause(self, ms: int = BETWEEN_TAPS_MS) -> None:
        self.page.wait_for_timeout(ms)

    # Touching

    def find(self, name: str, role: str = "button", exact: bool = False) -> Locator:
        """The one control of that role and name, scrolled to when it is further down."""
        found = self.page.get_by_role(role, name=name, exact=exact)
        try:
            found.first.wait_for(state="attached", timeout=WAIT_MS // 3)
        except PlaywrightTimeout:
            self._scroll_until(found, f"{role} {name!r}")
        return found.first

    def has(self, name: str, role: str = "button", exact: bool = False) -> bool:
        return self.page.get_by_role(role, name=name, exact=exact).count() > 0

    def tap(self, name: str, role: str = "button", exact: bool = False) -> Screen:
        target = self.find(name, role, exact)
        try:
            target.tap(timeout=WAIT_MS // 3)
        except PlaywrightTimeout:  # it may have been scrolled away, under the strip at the top
            self.scroll(-2 * SCROLL_PX)
            self.find(name, role, exact).tap(timeout=WAIT_MS)
        self.taps += 1
        self.pause()
        return self

    def write(self, label: str, text: str, exact: bool = False) -> Screen:
        """Puts `text` into the field with that label, in place of what it held.

        Flutter moves one editing element from field to field; on a busy machine what is typed
        before it has arrived is lost, so the field is read back.
        """
        for _ in range(WRITES):
            field = self.find(label, "textbox", exact)
            with suppress(PlaywrightTimeout):
                field.focus(timeout=WRITE_MS)
                self.pause()
                field.fill(text, timeout=WRITE_MS)
                self.pause(2 * BETWEEN_TAPS_MS)
                if field.input_value(timeout=WRITE_MS) == text:
                    self.typed.append(label)
                    return self
        raise AssertionError(f"{label!r} does not keep {text!r}. The screen says: {self.text()}")

    def scroll(self, distance_px: int = SCROLL_PX, x: int | None = None) -> Screen:
        """One drag of a finger: positive shows what is further down."""
        size = self.page.viewport_size
        session = self.page.context.new_cdp_session(self.page)
        session.send(
            "Input.synthesizeScrollGesture",
            {
                "x": x if x is not None else size["width"] // 2,
                "y": size["height"] // 2,
                "yDistance": -distance_px,
                "gestureSourceType": "touch",
                "speed": 2400,
            },
        )
        session.detach()
        self.pause()
        return self

    def photograph(self, name: str) -> Path:
        """A picture of the page in tests/e2e/results/."""
        RESULTS.mkdir(parents=True, exist_ok=True)
        target = RESULTS / f"{name}.png"
        self.page.screenshot(path=target)
        return target

    # The probe app only

    def probe(self, code: str) -> Any:
        """Runs Python in the device's worker (probe bundle) and returns its last value."""
        reply = self.page.evaluate(_PROBE, code)
        if "error" in reply:
            raise ProbeError(reply["error"], reply["detail"])
        return reply["value"]

    def counts_a_tap(self) -> Screen:
        """Taps the probe's own button; waits until the app has counted it."""
        before = self.probe("taps")
        return self.tap("Tocar").sees(f"toques: {before + 1}")

    def _scroll_until(self, found: Locator, what: str) -> None:
        for _ in range(SCROLLS):
            if found.count():
                return
            self.scroll()
        raise AssertionError(f"no {what} on the screen. It says:\n{self.text()}")

    def _wait(self, condition: str, argument: Any, complaint: str, timeout_ms: int):
        try:
            return self.page.wait_for_function(condition, arg=argument, timeout=timeout_ms)
        except PlaywrightTimeout:
            said = json.dumps(self.text().split("\n"), ensure_ascii=False)[:3000]
            raise AssertionError(f"{complaint}. The screen says: {said}") from None


class ProbeError(Exception):
    """What the probed Python raised: `.name` of the error, and its traceback."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"{name}\n{detail}")
        self.name = name


_PROBE = """async (code) => {
  const channel = new BroadcastChannel('probe');
  const id = crypto.randomUUID();
  const reply = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the probe did not answer')), 60000);
    channel.onmessage = ({ data }) => {
      const answer = typeof data === 'string' ? JSON.parse(data) : {};
      if (answer.id === id) resolve(answer);
    };
  });
  channel.postMessage({ id, code });
  try { return await reply } finally { channel.close() }
}"""
