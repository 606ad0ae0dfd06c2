"""Devices that are already in use, made once and copied for each test that begins there.

What a browser keeps belongs to an address, so all copies use the port of the mould.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Playwright

from tests.support.chromium import Device
from tests.support.inspector import Inspector
from tests.support.live_server import PROGRAM, ROOT, LiveServer, free_port

# The packs that come after the first picture.
ALL_KEPT = """async () => (await Promise.all(
  ['packs/pdf.tar', 'packs/zxing/zxing_reader.wasm'].map((path) => caches.match('/app/' + path))
)).every(Boolean)"""


@dataclass
class Moulds:
    """`server_data()`, `device_opened(…)` and `device_in_use(…)` give folders to copy, made when
    first asked for."""

    folder: Path
    app_dist: Path
    port: int = field(default_factory=free_port)

    def server_data(self) -> Path:
        """The demonstration's data, before any server has run on them."""
        made = self.folder / "demonstration"
        if not made.exists():
            subprocess.run(
                [PROGRAM, "demo"],
                cwd=ROOT,
                env=os.environ | {"PRANCHETA_DATA": str(made)},
                capture_output=True,
                check=True,
            )
        return made

    def device_opened(self, playwright: Playwright) -> Path:
        """A profile that holds the app: it was opened there once."""
        made = self.folder / "opened"
        if not made.exists():
            server = LiveServer(copy(self.server_data(), made / "server"), self.app_dist, self.port)
            server.start()
            device = Device(playwright, made / "profile")
            try:
                screen = device.open(f"{server.url}/app/").ready()
                screen.page.wait_for_function(ALL_KEPT)
            finally:
                device.close()
                server.stop()
        return made / "profile"

    def device_in_use(self, town: str, playwright: Playwright) -> Path:
        """`server` and `profile`: enrolled at `town`, and the first inspector has a PIN."""
        made = self.folder / town
        if not made.exists():
            # The first opening compiles the whole client: once is enough for all towns.
            copy(self.device_opened(playwright), made / "profile")
            copy(self.server_data(), made / "server")
            server = LiveServer(made / "server", self.app_dist, self.port).start()
            device = Device(playwright, made / "profile")
            try:
                Inspector(device, server, town).enrols()
            finally:
                device.close()
                server.stop()
        return made


def copy(folder: Path, to: Path) -> Path:
    return Path(shutil.copytree(folder, to, symlinks=True))
