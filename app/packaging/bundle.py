"""Puts the bundle together; `python -m app.packaging` calls it.

The result appears whole: it is built beside the old one and takes its place by a rename. A build
whose inputs have not changed is skipped.
"""

import fcntl
import hashlib
import importlib.metadata
import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from app.packaging import archive, bytecode, client, compress, device_packages, fonts, npm, precache
from app.packaging.places import BASE_HREF, ROOT, BuildError, Places

PARTS_OF_NPM = {
    "shell/vendor/argon2.js": "hash-wasm/dist/argon2.umd.min.js",
    "packs/zxing/reader/index.js": "zxing-wasm/dist/es/reader/index.js",
    "packs/zxing/share.js": "zxing-wasm/dist/es/share.js",
    "packs/zxing/zxing_reader.wasm": "zxing-wasm/dist/reader/zxing_reader.wasm",
}
LICENCES = {
    "hash-wasm.txt": "hash-wasm/LICENSE",
    "zxing-wasm.txt": "zxing-wasm/LICENSE",
    "atkinson-hyperlegible.txt": "@expo-google-fonts/atkinson-hyperlegible-next/LICENSE_FONT",
}


def build(places: Places, force: bool = False) -> dict:
    """Builds what is not already there; returns the report (see `_report`).

    Two builds at once take turns: the second finds the work done.
    """
    places.work.mkdir(parents=True, exist_ok=True)
    with open(places.work / ".lock", "w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        return _build(places, force)


def _build(places: Places, force: bool) -> dict:
    stamp, wanted = places.out / "report.json", fingerprint(places)
    if not force and stamp.exists():
        report = json.loads(stamp.read_text(encoding="utf-8"))
        if report.get("inputs") == wanted and report.get("best", False) >= places.best:
            return report
    print("Building the browser app…", flush=True)
    packages = device_packages.fetch(places)
    modules = npm.fetch(places)
    fonts.collect(modules, places.fonts)
    fresh = places.out.with_name(places.out.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    client.copy_client(fresh)
    _write_shell(places, fresh, modules)
    _write_python(places, fresh, packages)
    _write_manifest(places, fresh)
    _write_licences(fresh, modules, packages)
    quality = compress.BEST if places.best else compress.QUICK
    transferred = compress.compress_bundle(fresh, places.cache / "compressed", quality)
    precache.write_service_worker(fresh, {path: s["brotli"] for path, s in transferred.items()})
    transferred |= compress.compress_bundle(fresh, places.cache / "compressed", quality)
    report = _report(transferred, wanted) | {"best": places.best}
    (fresh / "report.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
    _swap(fresh, places.out)
    return report


def _write_shell(places: Places, out: Path, modules: Path) -> None:
    for source in sorted(places.shell.rglob("*")):
        name = source.relative_to(places.shell).as_posix()
        if source.is_dir() or name in ("service-worker.js", "rive-stub.js", "index.html"):
            continue
        _copy(source, out / "shell" / name)
    _copy(places.shell / "index.html", out / "index.html")
    _copy(places.shell / "rive-stub.js", out / client.RIVE_STUB)
    for target, source in PARTS_OF_NPM.items():
        _copy(modules / source, out / target)
    for face in fonts.FACES:
        _copy(places.fonts / face, out / "assets" / "fonts" / face)
    (out / "assets" / "FontManifest.json").write_text(fonts.manifest(), encoding="utf-8")
    build = {"flutter": client.flutter_build_config(), "fallbackFont": fonts.FALLBACK}
    (out / "shell" / "build.js").write_text(
        f"export const BUILD = {json.dumps(build)};\n", encoding="utf-8"
    )


def _write_python(places: Places, out: Path, packages: Path) -> None:
    archives = {"app.tar": archive.app_files(packages, places.entry, places.extra)}
    for pack, names in archive.PACKS.items():
        archives[f"packs/{pack}.tar"] = archive.package_files(packages, names)
    # The papers' typefaces, where app/prints looks for them.
    typefaces = {f"app/prints/typefaces/{face}": places.fonts / face for face in fonts.FACES}
    archives["packs/pdf.tar"] |= typefaces
    for name, files in archives.items():
        (out / name).write_bytes(archive.tar(bytecode.compile_files(places, files)))
    bytecode.write_stdlib(places, out / "pyodide" / "python_stdlib.zip")


def _write_manifest(places: Places, out: Path) -> None:
    icons = []
    for icon in sorted(places.icons.glob("*.png")) if places.icons.is_dir() else []:
        _copy(icon, out / "icons" / icon.name)
        size = "".join(c for c in icon.stem if c.isdigit())
        if size:
            purpose = "maskable" if "maskable" in icon.stem else "any"
            icons.append(
                {"src": f"icons/{icon.name}", "sizes": f"{size}x{size}", "type": "image/png"}
                | {"purpose": purpose}
            )
    manifest = {
        "name": "Prancheta",
        "short_name": "Prancheta",
        "description": "A prancheta do inspetor de transporte municipal. Funciona sem sinal.",
        "lang": "pt-BR",
        "dir": "ltr",
        "id": BASE_HREF,
        "start_url": BASE_HREF,
        "scope": BASE_HREF,
        "display": "standalone",
        "orientation": "any",
        "background_color": "#fbf8f1",
        "theme_color": "#0b4b5b",
        "prefer_related_applications": False,
        "icons": icons,
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=False)
    (out / "manifest.json").write_text(text, encoding="utf-8")


def _write_licences(out: Path, modules: Path, packages: Path) -> None:
    folder = out / "licencas"
    for target, source in LICENCES.items():
        _copy(modules / source, folder / target)
    _copy(client.CLIENT / "assets" / "NOTICES", folder / "flutter-e-pacotes.txt")
    for found in sorted(packages.glob("*.dist-info/**/*")):
        if found.is_file() and found.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")):
            package = found.relative_to(packages).parts[0].removesuffix(".dist-info")
            _copy(found, folder / f"{package}-{found.name.removesuffix('.txt')}.txt")


def _report(sizes: dict[str, dict[str, int]], inputs: str) -> dict:
    """Bytes by file and in sum; `first_load` is what a Chromium fetches before the first screen."""
    other = set(client.VARIANTS["other"])
    later = {path for path in sizes if precache.pack_of(path)}
    counted = [p for p in sizes if p not in other and not p.startswith(("licencas/", "report"))]
    return {
        "inputs": inputs,
        "first_load": _sum(sizes, (p for p in counted if p not in later)),
        "packs": _sum(sizes, (p for p in counted if p in later)),
        "files": sizes,
    }


def _sum(sizes: dict[str, dict[str, int]], paths: Iterable[str]) -> dict[str, int]:
    rows = [sizes[path] for path in paths]
    return {kind: sum(row[kind] for row in rows) for kind in ("raw", "gzip", "brotli")}


def fingerprint(places: Places) -> str:
    """Of everything that goes in: our sources, the locks, and the tools' versions."""
    digest = hashlib.sha256()
    ours = archive.own_files(places.entry, places.extra)  # the packages follow from their lock
    for folder in (places.shell, places.icons, ROOT / "app" / "packaging"):
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if path.is_file() and "__pycache__" not in path.parts:
                ours[f"build:{path.relative_to(ROOT)}"] = path
    for part in npm.PARTS:
        ours[f"build:{part}"] = ROOT / part
    for name, path in sorted(ours.items()):
        digest.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\0".encode())
    for tool in ("flet-web", "brotli"):
        digest.update(importlib.metadata.version(tool).encode())
    return digest.hexdigest()


def _swap(fresh: Path, out: Path) -> None:
    old = out.with_name(out.name + ".old")
    shutil.rmtree(old, ignore_errors=True)
    if out.exists():
        out.rename(old)
    fresh.rename(out)
    shutil.rmtree(old, ignore_errors=True)


def _copy(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BuildError(f"the bundle needs {source}, which is not there")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
