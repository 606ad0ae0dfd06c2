"""Writes ``device-packages.lock`` anew: ``python -m app.packaging.lock``."""

import importlib.metadata
import json
import subprocess
import sys

from app.packaging.device_packages import LOCK, PIP_TARGET, QUIET

# What the device imports, beyond what Pyodide brings.
WANTED = (
    "holidays", "httpx", "msgpack", "sqlite-utils", "qrcode", "rfc8785", "tzdata", "validate-docbr",
)
# Taken without what they ask for: fpdf2 wants Pillow, which has no wheel for the browser.
ALONE = ("fpdf2", "fonttools", "defusedxml")
# Asked for by the above, but the browser does their work and nothing imports them.
UNWANTED = {"pip", "certifi", "httpcore", "h11", "anyio", "colorama", "sniffio"}
HEADER = """\
# The Python packages on the device, pinned. Written by: python -m app.packaging.lock
"""


def main() -> None:
    flet = f"flet=={importlib.metadata.version('flet-web')}"
    parts = [*_resolve(flet, *WANTED), *_resolve("--no-deps", *ALONE)]
    lines = []
    for part in parts:
        name = part["metadata"]["name"].lower()
        if name in UNWANTED:
            continue
        digest = part["download_info"]["archive_info"]["hashes"]["sha256"]
        lines.append(f"{name}=={part['metadata']['version']} --hash=sha256:{digest}\n")
    LOCK.write_text(HEADER + "".join(sorted(lines)))


def _resolve(*wanted: str) -> list[dict]:
    command = [sys.executable, "-m", "pip", "install", *QUIET, "--dry-run", "--ignore-installed"]
    command += ["--report", "-", "--target", "unused", *PIP_TARGET, *wanted]
    ran = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return json.loads(ran.stdout)["install"]


if __name__ == "__main__":
    main()
