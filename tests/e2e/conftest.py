"""What the browser tests share: the built bundle, the running server, the devices in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, sync_playwright

from app.packaging.bundle import build
from app.packaging.places import ROOT, Places
from tests.support.chromium import Device
from tests.support.inspector import Inspector
from tests.support.live_server import LiveServer
from tests.support.moulds import Moulds, copy
from tests.support.screen import Screen

HERE = Path(__file__).parent
ONBOARD = ROOT / "tests" / "support" / "onboard"


CAMERA = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def app_bundle() -> Path:
    """The app as it ships, built if anything changed."""
    build(Places(out=ROOT / "build" / "app"))
    return ROOT / "build" / "app"


@pytest.fixture(scope="session")
def probe_bundle() -> Path:
    """The same bundle around a tiny app through which the device's ports can be asked."""
    out = ROOT / "build" / "probe"
    build(Places(out=out, entry=HERE / "probe" / "main.py", extra=ONBOARD))
    return out


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    # Playwright's event loop runs from now on: tests that want one of their own come before these.
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def moulds(app_bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Moulds:
    return Moulds(tmp_path_factory.mktemp("moulds"), app_bundle)


@pytest.fixture(scope="session")
def probe_moulds(probe_bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Moulds:
    return Moulds(tmp_path_factory.mktemp("probe_moulds"), probe_bundle)


@pytest.fixture
def probe_server(probe_moulds: Moulds, probe_bundle: Path, tmp_path: Path) -> Iterator[LiveServer]:
    """A running server that offers the probe app, which `probe_phone` already holds."""
    data = copy(probe_moulds.server_data(), tmp_path / "probe_server")
    server = LiveServer(data, probe_bundle, probe_moulds.port).start()
    yield server
    server.stop()


@pytest.fixture
def probe_phone(phone: Device, probe_moulds: Moulds, playwright: Playwright) -> Device:
    copy(probe_moulds.device_opened(playwright), phone.profile)
    return phone


@pytest.fixture(scope="session")
def opened_probe(
    probe_moulds: Moulds,
    probe_bundle: Path,
    playwright: Playwright,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Device]:
    """A device with an invented camera and the probe app open on it; its server has gone."""
    folder = tmp_path_factory.mktemp("opened_probe")
    copy(probe_moulds.device_opened(playwright), folder / "profile")
    data = copy(probe_moulds.server_data(), folder / "server")
    server = LiveServer(data, probe_bundle, probe_moulds.port).start()
    device = Device(playwright, folder / "profile", flags=CAMERA)
    try:
        device.open(f"{server.url}/app/").ready().sees("Armazenamento aberto")
        server.stop()
        yield device
    finally:
        device.close()
        server.stop()


@pytest.fixture
def probe_screen(opened_probe: Device) -> Iterator[Screen]:
    """The screen of `opened_probe`, for tests that leave no more behind than names."""
    yield Screen(opened_probe.context.pages[0])
    _assert_well_behaved(opened_probe)


@pytest.fixture
def make_server(tmp_path: Path, moulds: Moulds) -> Iterator[Callable[[Path], LiveServer]]:
    """`make_server(bundle)` starts a server with fresh demonstration data."""
    started: list[LiveServer] = []

    def make(bundle: Path) -> LiveServer:
        data = copy(moulds.server_data(), tmp_path / f"server{len(started)}")
        server = LiveServer(data=data, app_dist=bundle)
        started.append(server)
        return server.start()

    yield make
    for server in started:
        server.stop()


@pytest.fixture
def server(make_server, app_bundle: Path) -> LiveServer:
    """A running server that offers the app."""
    return make_server(app_bundle)


@pytest.fixture
def make_device(playwright: Playwright, tmp_path: Path) -> Iterator[Callable[..., Device]]:
    """`make_device("tablet")`: a browser with a profile of its own.

    A test fails when anything was asked of another host, or when the page threw an error.
    """
    made: list[Device] = []

    def make(size: str = "phone", **options) -> Device:
        device = Device(playwright, tmp_path / f"profile{len(made)}", size, options)
        made.append(device)
        return device

    yield make
    for device in made:
        device.close()
    for device in made:
        _assert_well_behaved(device)


def _assert_well_behaved(device: Device) -> None:
    assert not device.foreign, "asked of another host"
    assert not device.errors, "the page threw"


@pytest.fixture
def phone(make_device) -> Device:
    return make_device("phone")


@pytest.fixture
def tablet(make_device) -> Device:
    return make_device("tablet")


@pytest.fixture
def just_opened(
    phone: Device, playwright: Playwright, moulds: Moulds, app_bundle: Path, tmp_path: Path
) -> Iterator[tuple[Device, LiveServer]]:
    """A phone that holds the app and was never enrolled, and its running server."""
    copy(moulds.device_opened(playwright), phone.profile)
    data = copy(moulds.server_data(), tmp_path / "server")
    server = LiveServer(data, app_bundle, moulds.port).start()
    yield phone, server
    server.stop()


@pytest.fixture
def at_work(
    make_device, playwright: Playwright, moulds: Moulds, app_bundle: Path, tmp_path: Path
) -> Iterator[Callable[..., Inspector]]:
    """`at_work("januaria", "tablet")`: an inspector of that town whose device is in use: enrolled
    and with a PIN, its server running. The app is not open yet."""
    started: list[LiveServer] = []

    def make(town: str = "mangaratiba", size: str = "phone") -> Inspector:
        mould = moulds.device_in_use(town, playwright)
        device = make_device(size)
        copy(mould / "profile", device.profile)
        data = copy(mould / "server", tmp_path / "server")
        server = LiveServer(data, app_bundle, moulds.port)
        started.append(server)
        return Inspector(device, server.start(), town)

    yield make
    for server in started:
        server.stop()
