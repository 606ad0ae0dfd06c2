"""A new version of the app waits for the next opening; a broken one never arrives."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from app.packaging.precache import bundle_files, write_service_worker
from tests.support.chromium import Device

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
    """A copy of the bundle that a test may change, without its compressed copies."""
    copy = tmp_path / "deployed"
    shutil.copytree(probe_bundle, copy, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    return copy


def deploy(bundle: Path, title: str) -> str:
    """Changes one small file and lists the bundle anew; returns the version."""
    manifest = json.loads((bundle / "manifest.json").read_text()) | {"name": title}
    (bundle / "manifest.json").write_text(json.dumps(manifest))
    sizes = {path: (bundle / path).stat().st_size for path in bundle_files(bundle)}
    return write_service_worker(bundle, sizes)


def test_a_new_version_waits_until_the_app_is_opened_again_and_fetches_only_what_changed(
    make_server, deployed: Path, phone: Device
):
    first = deploy(deployed, "Primeira")
    server = make_server(deployed)
    url = f"{server.url}/app/"
    screen = phone.open(url).ready()
    screen.page.wait_for_function("async () => !!(await caches.match('/app/packs/pdf.tar'))")
    second = deploy(deployed, "Segunda")
    before = len(server.log.read_text())
    assert screen.page.evaluate(CHECK) == "installed"
    fetched = server.log.read_text()[before:]
    assert "manifest.json" in fetched and "main.dart.js" not in fetched
    screen.tap("Tocar").sees("toques: 1")  # the open app goes on as it was
    phone.close()
    screen = phone.open(url).ready()
    screen.page.wait_for_function(
        "async (name) => { const all = await caches.keys(); "
        "return all.length === 1 && all[0] === name }",
        arg=f"prancheta-{second}",
    )
    assert first != second


def test_a_broken_deploy_leaves_the_version_that_works(make_server, deployed: Path, phone: Device):
    working = deploy(deployed, "Primeira")
    server = make_server(deployed)
    screen = phone.open(f"{server.url}/app/").ready()
    deploy(deployed, "Segunda")
    (deployed / "manifest.json").write_text("<html>Entre na rede do hotel</html>")
    assert screen.page.evaluate(CHECK) == "redundant"
    assert screen.page.evaluate(CACHES) == [f"prancheta-{working}"]
    server.stop()
    phone.close()
    phone.open(f"{server.url}/app/").ready().tap("Tocar").sees("toques: 1")
