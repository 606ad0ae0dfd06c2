"""The Python packages that travel to the device, fetched as wheels for Pyodide.

``device-packages.lock`` pins each by version and hash, so that two builds of one commit carry
the same bytes. ``python -m app.packaging.lock`` writes it anew.
"""

import hashlib
import importlib.metadata
import re
import shutil
import subprocess
import sys
from pathlib import Path

from app.packaging.places import BuildError, Places

LOCK = Path(__file__).with_name("device-packages.lock")
PIP_TARGET = (
    "--only-binary=:all:",
    "--platform=pyemscripten_2026_0_wasm32",
    "--implementation=cp",
    "--python-version=3.14",
    "--abi=cp314",
    "--abi=abi3",
    "--abi=none",
)
QUIET = ("--quiet", "--disable-pip-version-check", "--no-input", "--no-warn-conflicts")


def fetch(places: Places) -> Path:
    """Folder with the unpacked packages, fetched only when the lock has changed."""
    check_versions(LOCK.read_text())
    wanted = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    target, stamp = places.device_packages, places.device_packages / ".fetched"
    if stamp.exists() and stamp.read_text() == wanted:
        return target
    shutil.rmtree(target, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "install", *QUIET, "--no-deps", "--no-compile"]
    command += ["--require-hashes", "--target", str(target), *PIP_TARGET, "-r", str(LOCK)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise BuildError(
            "pip could not fetch the device's packages named in app/packaging/"
            f"device-packages.lock; is the package registry reachable?\n{ran.stderr}"
        )
    stamp.write_text(wanted)
    return target


def locked_versions(lock: str) -> dict[str, str]:
    """Package name to version, as pinned."""
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", lock, flags=re.MULTILINE))


def check_versions(lock: str) -> None:
    """The client and the Python half of Flet speak one protocol: they must be one version."""
    client, device = importlib.metadata.version("flet-web"), locked_versions(lock).get("flet")
    if client != device:
        raise BuildError(
            f"flet-web here is {client}, but device-packages.lock pins flet {device}: install "
            f"flet-web=={device}, or write the lock anew with python -m app.packaging.lock"
        )
