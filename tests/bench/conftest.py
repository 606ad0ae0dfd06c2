"""What the measurements share: bundles, servers, browsers, and the table that they fill."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from app.packaging.bundle import build
from app.packaging.places import ROOT, Places
from tests.bench.stopwatch import WATCH
from tests.support.chromium import Device
from tests.support.live_server import LiveServer

HERE = Path(__file__).parent
BARE = HERE.parent / "e2e" / "probe" / "main.py"
ONBOARD = ROOT / "tests" / "support" / "onboard"
TABLE = pytest.StashKey["Table"]()


@dataclass
class Table:
    """What was measured: (what, figure, the bare thing of the same run, aim)."""

    rows: list[tuple[str, str, str, str]] = field(default_factory=list)

    def add(self, what: str, figure: str, bare: str = "", aim: str = "") -> None:
        self.rows.append((what, figure, bare, aim))

    def markdown(self) -> str:
        lines = ["| what | measured | bare, in the same run | aim |", "|---|---|---|---|"]
        lines += [f"| {' | '.join(row)} |" for row in self.rows]
        one, five, _ = os.getloadavg()
        lines += ["", f"{os.cpu_count()} cores, load {one:.1f} (5 min: {five:.1f})"]
        return "\n".join(lines)


@pytest.fixture(scope="session")
def table(request: pytest.FixtureRequest) -> Table:
    return request.config.stash.setdefault(TABLE, Table())


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    table = config.stash.get(TABLE, None)
    if table and table.rows:
        text = table.markdown()
        (ROOT / "build" / "bench.md").write_text(text + "\n", encoding="utf-8")
        terminalreporter.write_line("\n" + text)


def bundle(name: str, entry: Path | None = None) -> Path:
    out = ROOT / "build" / name
    build(Places(out=out, entry=entry, extra=ONBOARD) if entry else Places(out=out))
    return out


@pytest.fixture(scope="session")
def app_bundle() -> Path:
    """The app as it ships."""
    return bundle("app")


@pytest.fixture(scope="session")
def measured_bundle() -> Path:
    return bundle("measured", HERE / "measured_app.py")


@pytest.fixture(scope="session")
def bare_bundle() -> Path:
    """A button and a text, in the same shell."""
    return bundle("probe", BARE)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[Path], LiveServer]]:
    started: list[LiveServer] = []

    def start(out: Path) -> LiveServer:
        server = LiveServer(data=tmp_path / f"server{len(started)}", app_dist=out)
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Callable[[], Device]]:
    """`phone()`: a browser with a profile of its own and a stopwatch in every page."""
    made: list[Device] = []
    with sync_playwright() as playwright:

        def make() -> Device:
            device = WatchedDevice(playwright, tmp_path / f"profile{len(made)}")
            made.append(device)
            return device

        yield make
        for device in made:
            device.close()


class WatchedDevice(Device):
    def _launch(self) -> None:
        super()._launch()
        self.context.add_init_script(WATCH)
