"""The real server as a process of its own: started, asked, killed and started again."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = str(Path(sys.executable).with_name("prancheta"))
START_SECONDS = 60
STOP_SECONDS = 15


def free_port() -> int:
    """A port that nobody listens on; the next one is left free for the HTTPS helper."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class LiveServer:
    """`prancheta serve` on `port` with the data in `data`, offering the bundle `app_dist`. Where
    there are no data yet, it begins with the demonstration's.

    The same data and port serve again after `stop()` or `kill()` and another `start()`. With
    another `host` than localhost it serves HTTPS by a certificate of its own making.
    """

    data: Path
    app_dist: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen | None = None
    host: str = "localhost"

    @property
    def url(self) -> str:
        return f"{'http' if self.host == 'localhost' else 'https'}://{self.host}:{self.port}"

    def trusted(self) -> ssl.SSLContext | None:
        """What a machine trusts that installed this server's authority, and no other."""
        if self.host == "localhost":
            return None
        return ssl.create_default_context(cafile=str(self.data / "tls" / "ca.crt"))

    @property
    def log(self) -> Path:
        return self.data.with_suffix(".log")

    def start(self) -> LiveServer:
        demo = () if self.data.exists() else ("--demo",)
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "serve", *demo, "--host", self.host],
                cwd=ROOT,
                env=self.environment(),
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        give_up = time.monotonic() + START_SECONDS
        while time.monotonic() < give_up and self.process.poll() is None:
            try:
                status = f"{self.url}/api/v1/status"
                with urllib.request.urlopen(status, timeout=2, context=self.trusted()):
                    return self
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start:\n{self.log.read_text()[-4000:]}")

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def new_code(self, municipality: str) -> str:
        """A fresh one-time enrolment code, as the back office would give it."""
        made = self.command("codigo", "novo", municipality)
        return re.search(r"\b[A-Z2-9]{4}-[A-Z2-9]{4}\b", made)[0]

    def command(self, *arguments: str) -> str:
        """What `prancheta …` prints, run on this server's data."""
        ran = subprocess.run(
            [PROGRAM, *arguments],
            cwd=ROOT,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout

    def environment(self) -> dict[str, str]:
        return os.environ | {
            "PRANCHETA_PORT": str(self.port),
            "PRANCHETA_DATA": str(self.data),
            "PRANCHETA_APP_DIST": str(self.app_dist),
            "PRANCHETA_PUBLIC_URL": self.url,
        }

    def _end(self, how: signal.Signals) -> None:
        if not self.alive():
            return
        self.process.send_signal(how)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
