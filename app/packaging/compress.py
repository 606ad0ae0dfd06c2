"""Compressed copies beside the files (``main.dart.js.br``, ``.gz``), for the server to send.

Brotli at its best takes minutes over the whole bundle, so results are kept by content.
"""

import gzip
import hashlib
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import brotli

from app.packaging.places import write_if_changed
from app.packaging.precache import bundle_files

ALREADY_SMALL = (".png", ".jpg", ".woff2", ".ico")
NOT_WORTH_IT_BYTES = 512
WORTH_TELLING_BYTES = 1_000_000


def compress_bundle(out: Path, cache: Path) -> dict[str, dict[str, int]]:
    """Writes the copies; returns path to bytes raw, gzip and brotli (raw where none was made)."""
    cache.mkdir(parents=True, exist_ok=True)
    paths = bundle_files(out)
    work = [(out / path, cache) for path in paths if _worth_it(out / path)]
    work.sort(key=lambda job: -job[0].stat().st_size)
    _tell_of_the_wait(work)
    with ProcessPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        list(pool.map(_compress, *zip(*work, strict=True)))
    return {path: sizes(out / path) for path in paths}


def _tell_of_the_wait(work: list[tuple[Path, Path]]) -> None:
    new = sum(path.stat().st_size for path, cache in work if not _kept(path, cache))
    if new > WORTH_TELLING_BYTES:
        print(
            f"Compressing {new / 1e6:.0f} MB of it as small as it goes: some minutes, and next "
            "time only what has changed…",
            flush=True,
        )


def _kept(path: Path, cache: Path) -> bool:
    return (cache / f"{hashlib.sha256(path.read_bytes()).hexdigest()}.gz").exists()


def sizes(path: Path) -> dict[str, int]:
    raw = path.stat().st_size
    found = {"raw": raw}
    for kind, suffix in (("gzip", ".gz"), ("brotli", ".br")):
        copy = path.with_name(path.name + suffix)
        found[kind] = copy.stat().st_size if copy.exists() else raw
    return found


def _worth_it(path: Path) -> bool:
    return path.suffix not in ALREADY_SMALL and path.stat().st_size > NOT_WORTH_IT_BYTES


def _compress(path: Path, cache: Path) -> None:
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    for suffix, shrink in ((".br", _brotli), (".gz", _gzip)):
        kept = cache / (digest + suffix)
        if not kept.exists():
            write_if_changed(kept, shrink(data))
        write_if_changed(path.with_name(path.name + suffix), kept.read_bytes())


def _brotli(data: bytes) -> bytes:
    return brotli.compress(data, quality=11, lgwin=24)


def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)
