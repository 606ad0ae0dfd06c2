"""Where the build finds its parts and leaves its results."""

import os
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BASE_HREF = "/app/"


class BuildError(Exception):
    """The bundle cannot be built; the message says which part is missing and what to do."""


@dataclass(frozen=True)
class Places:
    """Folders of one build. ``entry`` is the file that becomes ``main.py`` on the device. ``best``:
    compressed as small as it goes."""

    out: Path
    entry: Path = ROOT / "main.py"
    extra: Path | None = None
    work: Path = ROOT / "build"
    best: bool = False

    @property
    def cache(self) -> Path:
        return self.work / "cache"

    @property
    def npm(self) -> Path:
        return self.work / "npm"

    @property
    def device_packages(self) -> Path:
        return self.work / "device-packages"

    @property
    def fonts(self) -> Path:
        return self.work / "fonts"

    @property
    def shell(self) -> Path:
        return ROOT / "assets" / "shell"

    @property
    def icons(self) -> Path:
        return ROOT / "assets" / "icons"


def write_if_changed(path: Path, data: bytes) -> None:
    """Keeps the time stamp of a file whose bytes stay the same."""
    if path.exists() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(data)
    beside.replace(path)
