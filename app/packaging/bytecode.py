"""Python compiled for the device ahead of time, which halves the start.

Pyodide would compile every module anew at each start; only Pyodide itself can write its bytecode,
so it does that here, under node. Results are kept by content.
"""

import hashlib
import io
import re
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from app.packaging import archive, npm
from app.packaging.client import CLIENT
from app.packaging.places import BuildError, Places, write_if_changed

HOME = "/home/pyodide/"
STDLIB = "/lib/python314.zip/"
HERE = Path(__file__).parent
TOOLS = (HERE / "compile.mjs", HERE / "compile_there.py", CLIENT / "pyodide" / "pyodide.asm.wasm")
# Of the standard library, what nobody on the device will ever ask for.
NEVER_IMPORTED = re.compile(
    r"(_pyrepl|ensurepip|idlelib|multiprocessing/dummy|pydoc_data|turtledemo|venv|wsgiref|"
    r"xmlrpc)/|(doctest|mailbox|pdb|pickletools|profile|pstats|pydoc|turtle|cProfile|webbrowser|"
    r"ftplib|imaplib|poplib|smtplib|tabnanny|trace|__hello__)\.py$"
)


def compile_files(places: Places, files: dict[str, Path | bytes]) -> dict[str, Path | bytes]:
    """`files` with every `x.py` replaced by the `x.pyc` that Python imports in its stead."""
    sources = {name: _bytes(source) for name, source in files.items() if name.endswith(".py")}
    made = _compiled(places, {HOME + name: data for name, data in sources.items()})
    rest = {name: source for name, source in files.items() if name not in sources}
    return rest | {f"{name}c": made[HOME + name] for name in sources}


def write_stdlib(places: Places, target: Path) -> None:
    """Pyodide's standard library as compiled modules, stored plain for brotli to shrink."""
    kept = {}
    with zipfile.ZipFile(CLIENT / "pyodide" / "python_stdlib.zip") as given:
        for name in given.namelist():
            if not name.endswith("/") and not NEVER_IMPORTED.match(name):
                kept[name] = given.read(name)
    sources = {STDLIB + name: data for name, data in kept.items() if name.endswith(".py")}
    made = _compiled(places, sources)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as packed:
        for name, data in sorted(kept.items()):
            compiled = made.get(STDLIB + name)
            entry = zipfile.ZipInfo(f"{name}c" if compiled else name, (2026, 1, 1, 0, 0, 0))
            packed.writestr(entry, compiled or data)


def _compiled(places: Places, sources: dict[str, bytes]) -> dict[str, bytes]:
    """Path on the device to bytecode, for `sources` by path on the device."""
    folder = places.cache / "bytecode" / _digest(_bytes(tool) for tool in TOOLS)
    folder.mkdir(parents=True, exist_ok=True)
    kept = {path: folder / _digest([path.encode(), data]) for path, data in sources.items()}
    missing = {path: sources[path] for path, file in kept.items() if not file.exists()}
    if missing:
        for path, data in _compile_there(places, missing).items():
            write_if_changed(kept[path], data)
    return {path: file.read_bytes() for path, file in kept.items()}


def _compile_there(places: Places, sources: dict[str, bytes]) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory(dir=places.cache) as folder:
        given, made = Path(folder, "in.tar"), Path(folder, "out.tar")
        given.write_bytes(archive.tar(dict(sources)))
        command = [*npm.node(), str(HERE / "compile.mjs"), str(CLIENT / "pyodide"), given, made]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode:
            raise BuildError(f"the device's Python could not be compiled\n{ran.stdout}{ran.stderr}")
        with tarfile.open(fileobj=io.BytesIO(made.read_bytes())) as results:
            found = {m.name: results.extractfile(m).read() for m in results}
    return {path: found[path] for path in sources}


def _bytes(source: Path | bytes) -> bytes:
    return source if isinstance(source, bytes) else source.read_bytes()


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()
