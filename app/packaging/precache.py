"""The service worker with the list of everything it keeps, and the bundle's name for itself."""

import hashlib
import json
from pathlib import Path

from app.packaging.client import VARIANTS
from app.packaging.places import ROOT

UNLISTED = ("sw.js", "licencas/", "report.json")
PACKS = {"packs/pdf.tar": "pdf", "packs/zxing/": "qr"}


def write_service_worker(out: Path, transferred: dict[str, int]) -> str:
    """Writes `sw.js` for the files in `out`; `transferred`: bytes as sent. Returns the version."""
    variants = {name for names in VARIANTS.values() for name in names}
    files = [
        row(out, path, transferred)
        for path in bundle_files(out)
        if path not in variants and not path.startswith(UNLISTED)
    ]
    by_variant = {
        engine: [row(out, path, transferred) for path in paths]
        for engine, paths in VARIANTS.items()
    }
    source = (ROOT / "assets" / "shell" / "service-worker.js").read_text(encoding="utf-8")
    digest = hashlib.sha256(json.dumps([files, by_variant]).encode() + source.encode())
    version = digest.hexdigest()[:16]
    build = {"version": version, "files": files, "variants": by_variant}
    (out / "sw.js").write_text(f"const BUILD = {json.dumps(build)};\n{source}", encoding="utf-8")
    return version


def bundle_files(out: Path) -> list[str]:
    """Every file of the bundle but its compressed copies, as paths from its root."""
    return sorted(
        path.relative_to(out).as_posix()
        for path in out.rglob("*")
        if path.is_file() and path.suffix not in (".br", ".gz")
    )


def row(out: Path, path: str, transferred: dict[str, int]) -> list:
    data = (out / path).read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    return [path, digest, len(data), transferred.get(path, len(data)), pack_of(path)]


def pack_of(path: str) -> str:
    """The pack that a file belongs to, loaded after the first screen; "" for the first load."""
    return next((pack for prefix, pack in PACKS.items() if path.startswith(prefix)), "")
