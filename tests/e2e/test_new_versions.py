"""A new version of the app waits for the next opening; a broken one never arrives."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.packaging.precache import bundle_files, write_service_worker
from tests.support.chromium import Device
from tests.support.live_server import LiveServer
from tests.support.moulds import Moulds, copy

CACHES = "() => caches.keys()"
CHECK = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update().catch(() => {});
  const incoming = registration.installing;
  if (!incoming) return registration.waiting ? 'installed' : 'none';
  return new Promise(resolve => incoming.addEventListener('statechange', () => {
    if (incoming.state === 'installed' || incoming.state === 'redundant') resolve(incoming.state);
  }));
}"""


@pytest.fixture
def deployed(probe_bundle: Path, tmp_path: Path) -> Path:
    """A copy of the bundle that a test may change, without its compressed copies; `probe_phone`
    holds the app as it is in it."""
    folder = tmp_path / "deployed"
    shutil.copytree(probe_bundle, folder, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    return folder


@pytest.fixture
def server(deployed: Path, probe_moulds: Moulds, tmp_path: Path) -> Iterator[LiveServer]:
    data = copy(probe_moulds.server_data(), tmp_path / "server")
    server = LiveServer(data, deployed, probe_moulds.port).start()
    yield server
    server.stop()


def deploy(bundle: Path, title: str) -> str:
    """Changes one small file and lists the bundle anew; returns the version."""
    manifest = json.loads((bundle / "manifest.json").read_text()) | {"name": title}
    (bundle / "manifest.json").write_text(json.dumps(manifest))
    sizes = {path: (bundle / path).stat().st_size for path in bundle_files(bundle)}
    return write_service_worker(bundle, sizes)


def test_a_new_version_waits_until_the_app_is_opened_again_and_fetches_only_what_changed(
    server: LiveServer, deployed: Path, probe_phone: Device
):
    url = f"{server.url}/app/"
    screen = probe_phone.open(url).ready()
    (first,) = screen.page.evaluate(CACHES)
    second = f"prancheta-{deploy(deployed, 'Segunda')}"
    before = len(server.log.read_text())
    assert screen.page.evaluate(CHECK) == "installed"
    fetched = server.log.read_text()[before:]
    assert "manifest.json" in fetched and "main.dart.js" not in fetched
    screen.counts_a_tap()  # the open app goes on as it was
    probe_phone.close()
    screen = probe_phone.open(url).ready()
    screen.page.wait_for_function(
        "async (name) => { const all = await caches.keys(); "
        "return all.length === 1 && all[0] === name }",
        arg=second,
    )
    assert first != second


def test_a_broken_deploy_leaves_the_version_that_works(
    server: LiveServer, deployed: Path, probe_phone: Device
):
    screen = probe_phone.open(f"{server.url}/app/").ready()
    working = screen.page.evaluate(CACHES)
    deploy(deployed, "Segunda")
    (deployed / "manifest.json").write_text("<html>Entre na rede do hotel</html>")
    assert screen.page.evaluate(CHECK) == "redundant"
    assert screen.page.evaluate(CACHES) == working
    server.stop()
    probe_phone.close()
    probe_phone.open(f"{server.url}/app/").ready().counts_a_tap()
