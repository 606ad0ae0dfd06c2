"""Packs the Python that travels: the app itself, and the packs that load after the first screen.

Plain tar, so that the server's brotli sees the text and the device unpacks without inflating.
The same sources give the same bytes.
"""

import io
import re
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.packaging.places import ROOT

OURS = ("app", "checklists", "sync/__init__.py", "sync/records", "sync/device")
NOT_OURS = ("app/packaging/", "app/device/native", "checklists/cli/", "checklists/examples/",
            "sync/records/vectors/")  # fmt: skip
PACKAGES = (
    "click",
    "click_default_group.py",
    "dateutil",
    "flet",
    "holidays",
    "httpx",
    "idna",
    "msgpack",
    "pluggy",
    "qrcode",
    "repath.py",
    "rfc8785",
    "six.py",
    "sqlite_fts4",
    "sqlite_utils",
    "tabulate",
    "typing_extensions.py",
    "tzdata",
    "validate_docbr",
)
PACKS = {"pdf": ("defusedxml", "fontTools", "fpdf")}
# These ask for their own version at run time, so the head of their metadata goes along.
ASK_FOR_THEIR_VERSION = ("holidays",)
JUNK = re.compile(
    r"(^|/)(__pycache__|tests?|testing)/|\.(pyi|pyx|pxd|c|h|md|so\.map)$|(^|/)(py\.typed|\.DS_Store)$"
    r"|^flet/(auth|testing)/"
    r"|^sqlite_utils/(cli|__main__)\.py$|^qrcode/(console_scripts|release)\.py$"
    r"|^fontTools/(cu2qu|diff|merge|mtiLib|qu2cu|tfmLib|ufoLib|voltLib)/"
    r"|^fontTools/(__main__|afmLib|fontBuilder|t1Lib|ttx)\.py$"
    r"|^fontTools/pens/(cairo|cocoa|freetype|qt|quartz|reportLab|wx)Pen\.py$"
)
BRAZIL = (
    "Araguaina Bahia Belem Boa_Vista Campo_Grande Cuiaba Eirunepe Fortaleza Maceio Manaus "
    "Noronha Porto_Acre Porto_Velho Recife Rio_Branco Santarem Sao_Paulo"
)
# Of `holidays`, Brazil and what it stands on. These two would import every country and exchange.
EMPTIED = {f"__pypackages__/holidays/{part}/__init__.py" for part in ("countries", "financial")}
ELSEWHERE = re.compile(
    r"^holidays/(countries/(?!__init__|brazil\.)|financial/(?!__init__)|deprecations/"
    r"|generate_ics|ical|locale/(?!pt_BR/LC_MESSAGES/BR\.mo$))"
)
ZONES = {f"America/{city}" for city in BRAZIL.split(" ")} | {"UTC", "Etc/UTC"}


def app_files(
    packages: Path, entry: Path, extra: Path | None = None
) -> dict[str, Path | bytes]:
    """Archive name to file: ours, and the packages of the first screen."""
    files: dict[str, Path | bytes] = {**own_files(entry, extra)}
    files.update(package_files(packages, PACKAGES))
    files.update(_metadata(packages))
    return files


def own_files(entry: Path, extra: Path | None = None) -> dict[str, Path]:
    """Ours, with `main.py` from `entry`; known before any package is there.

    `extra` is a folder whose files are laid over ours (the probe app of the tests).
    """
    files = {}
    for part in OURS:
        for path in _walk(ROOT / part):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(NOT_OURS) and not JUNK.search(name):
                files[name] = path
    files["main.py"] = entry
    if extra:
        files.update({p.relative_to(extra).as_posix(): p for p in _walk(extra)})
    return files


def package_files(packages: Path, names: Iterable[str]) -> dict[str, Path | bytes]:
    """The files of installed packages, under `__pypackages__/`, without what only weighs."""
    files = {}
    for package in names:
        for path in _walk(packages / package):
            name = path.relative_to(packages).as_posix()
            if not JUNK.search(name) and not ELSEWHERE.match(name) and _zone_wanted(name):
                files[f"__pypackages__/{name}"] = path
    return files | dict.fromkeys(EMPTIED & files.keys(), b"")


def _metadata(packages: Path) -> Iterator[tuple[str, bytes]]:
    for package in ASK_FOR_THEIR_VERSION:
        [path] = packages.glob(f"{package}-*.dist-info/METADATA")
        head = path.read_text(encoding="utf-8").split("\n\n", 1)[0]
        yield f"__pypackages__/{path.relative_to(packages).as_posix()}", head.encode()


def tar(files: dict[str, Path | bytes]) -> bytes:
    """A ustar archive of `files` in name order, without times or owners."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, source in sorted(files.items()):
            data = source if isinstance(source, bytes) else source.read_bytes()
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def _zone_wanted(name: str) -> bool:
    zone = re.match(r"tzdata/zoneinfo/(.+)", name)
    return not zone or zone[1].endswith("__init__.py") or zone[1] in ZONES


def _walk(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    for found in sorted(path.rglob("*")):
        if found.is_file() and "__pycache__" not in found.parts:
            yield found
