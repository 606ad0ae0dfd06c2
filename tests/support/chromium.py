"""A real Chromium with a profile that outlives it: opened, cut off, killed and opened again."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Playwright, Request, Route
from playwright.sync_api import Error as PlaywrightError

from tests.support.screen import Screen

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The desktop's address bar: it is not seen here, nor is it in a phone's browser, and building
    # it keeps a processor busy at each start.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
)
SIZES = {
    "phone": {"viewport": {"width": 412, "height": 915}, "is_mobile": True, "has_touch": True},
    "phone_sideways": {
        "viewport": {"width": 915, "height": 412},
        "is_mobile": True,
        "has_touch": True,
    },
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "tablet_upright": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
}
LOCAL = ("localhost", "127.0.0.1")
LET_GO_SECONDS = 5


def chromium_path() -> str | None:
    """The system's Chromium, or None for the one that Playwright brought."""
    named = os.environ.get("PRANCHETA_CHROMIUM")
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return named or next(filter(None, found), None)


@dataclass
class Device:
    """One browser profile on one screen size. Everything asked of another host is in `foreign`."""

    playwright: Playwright
    profile: Path
    size: str = "phone"
    options: dict = field(default_factory=dict)
    foreign: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    own_hosts: tuple[str, ...] = LOCAL
    flags: tuple[str, ...] = ()
    context: BrowserContext | None = None
    offline: bool = False

    def open(self, url: str) -> Screen:
        """Opens `url` in a browser that is started if it is not running."""
        if self.context is None:
            self._launch()
        page = self.context.pages[0] if self.context.pages else self.context.new_page()
        page.goto(url)
        return Screen(page)

    def open_tab(self, url: str) -> Screen:
        page = self.context.new_page()
        page.goto(url)
        return Screen(page)

    def route(self, pattern: str, answer: Callable[[Route], None]) -> None:
        """Answers in place of the network what is asked of addresses like `pattern`."""
        if self.context is None:
            self._launch()
        self.context.route(pattern, answer)

    def set_offline(self, offline: bool = True) -> None:
        self.offline = offline
        if self.context is not None:
            self.context.set_offline(offline)

    def limit_storage(self, origin: str, most_bytes: int | None) -> None:
        """As on a full disk: the pages of `origin` get no more room. None: as before."""
        session = self.context.new_cdp_session(self.context.pages[0])
        limit = {} if most_bytes is None else {"quotaSize": most_bytes}
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, **limit})
        # The limit lasts as long as the session.

    def kill(self) -> None:
        """SIGKILL to every process of this browser, as when the battery is pulled."""
        for pid in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        give_up = time.monotonic() + LET_GO_SECONDS
        while self._processes() and time.monotonic() < give_up:
            time.sleep(0.05)
        self._forget()

    def close(self) -> None:
        if self.context is not None:
            self._forget()

    def _launch(self) -> None:
        self.context = self.playwright.chromium.launch_persistent_context(
            str(self.profile),
            executable_path=chromium_path(),
            args=[*FLAGS, *self.flags],
            locale="pt-BR",
            timezone_id="America/Sao_Paulo",
            offline=self.offline,
            accept_downloads=True,
            **({"device_scale_factor": 1} | SIZES[self.size] | self.options),
        )
        self.context.on("request", self._note_request)
        self.context.on("page", self._watch)
        for page in self.context.pages:
            self._watch(page)

    def _forget(self) -> None:
        with contextlib.suppress(PlaywrightError):
            self.context.close()
        self.context = None

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.console.append(message.text))

    def _note_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        schemes = ("http", "https", "ws", "wss")
        if address.scheme in schemes and address.hostname not in self.own_hosts:
            self.foreign.append(request.url)

    def _processes(self) -> list[int]:
        wanted = f"--user-data-dir={self.profile}".encode()
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    if wanted in (entry / "cmdline").read_bytes().split(b"\0"):
                        found.append(int(entry.name))
        return found
