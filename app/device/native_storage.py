"""The device's storage on plain CPython: files that hold either the old bytes or the new ones."""

from __future__ import annotations

import errno
import json
import os
import shutil
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sync.device import ports
from sync.device.ports import StorageBusy, StorageFull, StorageUnavailable

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def _full_disk_named():
    """Turns the system's "no space" into `StorageFull`."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise StorageFull from error
        raise


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_durably(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Replaces `path` whole: after a kill it holds either the old bytes or the new ones."""
    partial = path.with_name(path.name + ".novo")
    with _full_disk_named():
        try:
            handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
            try:
                view = memoryview(data)
                while view:
                    view = view[os.write(handle, view) :]
                os.fsync(handle)
            finally:
                os.close(handle)
            partial.replace(path)
            _sync_folder(path.parent)
        except OSError:
            partial.unlink(missing_ok=True)
            raise


class NativeStorage:
    """Plain files: databases in `root`, photos in `root/fotos`, the head in `root/cabeca.json`."""

    def __init__(self, root: str | Path) -> None:
        self.root = str(root)
        self._folder = Path(root)
        self._lock: int | None = None

    async def open(self) -> None:
        if self._lock is not None:
            return
        try:
            for folder in (self._folder, self._folder / "fotos", self._folder / "quarentena"):
                folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._folder / "em-uso", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageUnavailable(str(error)) from error
        try:
            _lock(handle)
        except OSError as error:
            os.close(handle)
            raise StorageBusy from error
        self._lock = handle

    def close(self) -> None:
        """Lets another process open the folder, as the end of this one would."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def persist(self) -> bool:
        return True

    async def estimate(self) -> tuple[int, int]:
        used = sum(f.stat().st_size for f in self._folder.rglob("*") if f.is_file())
        return used, used + shutil.disk_usage(self._folder).free

    async def quarantine(self, name: str) -> str:
        if name not in ports.DATABASE_FILES:
            raise ValueError(f"not a database of ours: {name!r}")
        taken = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        aside = f"{name}.{taken}"
        folder = self._folder / "quarentena"
        for suffix in ("-journal", ""):
            source = self._folder / (name + suffix)
            if source.exists():
                with _full_disk_named():
                    source.replace(folder / (aside + suffix))
        _sync_folder(folder)
        _sync_folder(self._folder)
        return aside

    async def list_quarantine(self) -> list[str]:
        names = (p.name for p in (self._folder / "quarentena").glob("*.db.*"))
        return sorted(
            (n for n in names if not n.endswith("-journal")), key=lambda n: n.rsplit(".", 1)[1]
        )

    async def read_file(self, name: str) -> bytes:
        if Path(name).name != name:
            raise FileNotFoundError(name)
        for folder in (self._folder, self._folder / "quarentena"):
            if (folder / name).is_file():
                return (folder / name).read_bytes()
        raise FileNotFoundError(name)

    def _blob(self, digest: str) -> Path:
        if not digest.isalnum():
            raise ValueError(f"not a digest: {digest!r}")
        return self._folder / "fotos" / digest

    async def write_blob(self, digest: str, data: bytes) -> None:
        write_durably(self._blob(digest), data)

    async def read_blob(self, digest: str) -> bytes:
        return self._blob(digest).read_bytes()

    async def delete_blob(self, digest: str) -> None:
        self._blob(digest).unlink(missing_ok=True)

    async def has_blob(self, digest: str) -> bool:
        return self._blob(digest).is_file()

    async def read_head(self) -> dict[str, Any] | None:
        try:
            head = json.loads((self._folder / "cabeca.json").read_bytes())
        except (FileNotFoundError, ValueError):
            return None
        return head if isinstance(head, dict) else None

    async def write_head(self, head: dict[str, Any]) -> None:
        write_durably(self._folder / "cabeca.json", json.dumps(head).encode())


def _lock(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: one writer is then up to the person
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
