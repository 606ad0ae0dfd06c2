"""Compressed copies beside the files (``main.dart.js.br``, ``.gz``), for the server to send.

Brotli at its best makes the first load an eighth smaller and takes minutes over the whole bundle,
its `QUICK` quality seconds. Results are kept by content.
"""

import gzip
import hashlib
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import brotli

from app.packaging.places import write_if_changed
from app.packaging.precache import bundle_files

QUICK, BEST = 9, 11  # of Brotli
ALREADY_SMALL = (".png", ".jpg", ".woff2", ".ico")
NOT_WORTH_IT_BYTES = 512
WORTH_TELLING_BYTES = 1_000_000


def compress_bundle(out: Path, cache: Path, quality: int) -> dict[str, dict[str, int]]:
    """Writes the copies; returns path to bytes raw, gzip and brotli (raw where none was made).
    `quality` is Brotli's: `QUICK` or `BEST`."""
    cache.mkdir(parents=True, exist_ok=True)
    paths = bundle_files(out)
    work = [(out / path, cache, quality) for path in paths if _worth_it(out / path)]
    work.sort(key=lambda job: -job[0].stat().st_size)
    if quality == BEST:
        _tell_of_the_wait(work)
    with ProcessPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        list(pool.map(_compress, *zip(*work, strict=True)))
    return {path: sizes(out / path) for path in paths}


def _tell_of_the_wait(work: list[tuple[Path, Path, int]]) -> None:
    new = sum(job[0].stat().st_size for job in work if not _kept(*job))
    if new > WORTH_TELLING_BYTES:
        print(
            f"Compressing {new / 1e6:.0f} MB of it as small as it goes: some minutes, and next "
            "time only what has changed…",
            flush=True,
        )


def _kept(path: Path, cache: Path, quality: int) -> bool:
    return (cache / f"{hashlib.sha256(path.read_bytes()).hexdigest()}.{quality}.br").exists()


def sizes(path: Path) -> dict[str, int]:
    raw = path.stat().st_size
    found = {"raw": raw}
    for kind, suffix in (("gzip", ".gz"), ("brotli", ".br")):
        copy = path.with_name(path.name + suffix)
        found[kind] = copy.stat().st_size if copy.exists() else raw
    return found


def _worth_it(path: Path) -> bool:
    return path.suffix not in ALREADY_SMALL and path.stat().st_size > NOT_WORTH_IT_BYTES


def _compress(path: Path, cache: Path, quality: int) -> None:
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    br, gz = cache / f"{digest}.{quality}.br", cache / f"{digest}.gz"
    if not br.exists():
        write_if_changed(br, brotli.compress(data, quality=quality, lgwin=24))
    if not gz.exists():
        write_if_changed(gz, gzip.compress(data, 9, mtime=0))
    for kept in (br, gz):
        write_if_changed(path.with_name(path.name + kept.suffix), kept.read_bytes())
