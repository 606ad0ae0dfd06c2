"""The device's ports in the browser: Python's side of the modules in `assets/shell/device`.

`prancheta_shell` is the module object that the worker registers with Pyodide. Bytes cross as
copies; a browser error arrives under the name that those modules gave it.
"""

from __future__ import annotations

import errno
import json
import time
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import prancheta_shell as shell
from pyodide.ffi import JsException, to_js

from app.device import browser_packs
from app.device.browser_http import FetchTransport
from app.device.browser_senses import BrowserPlace, BrowserScan
from sync.device import ports
from sync.device.ports import (
    DeviceError,
    DevicePorts,
    ImageTooLarge,
    KeyMissing,
    NotAnImage,
    Photo,
    StorageBusy,
    StorageFull,
    StorageUnavailable,
)

_NAMED: dict[str, type[Exception]] = {
    "Busy": StorageBusy,
    "Full": StorageFull,
    "QuotaExceededError": StorageFull,
    "NotAnImage": NotAnImage,
    "TooLarge": ImageTooLarge,
}


@contextmanager
def _our_errors(missing: type[Exception] = FileNotFoundError):
    """Turns a browser error into ours by its name; unknown ones pass."""
    try:
        yield
    except JsException as error:
        name = getattr(error, "name", "")
        if name == "Unavailable":
            raise StorageUnavailable(str(error.message)) from error
        if name == "Missing":
            raise missing() from error
        if name in _NAMED:
            raise _NAMED[name]() from error
        raise
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise StorageFull from error
        raise


class BrowserStorage:
    """OPFS: databases under `/data` for SQLite, photos by digest; the head in IndexedDB."""

    root = "/data"

    async def open(self) -> None:
        with _our_errors():
            await shell.storage.open(self.root, to_js(list(ports.DATABASE_FILES)))

    async def persist(self) -> bool:
        return bool(await shell.storage.persist())

    async def estimate(self) -> tuple[int, int]:
        used, quota = await shell.storage.estimate()
        return int(used), int(quota)

    async def quarantine(self, name: str) -> str:
        if name not in ports.DATABASE_FILES:
            raise ValueError(f"not a database of ours: {name!r}")
        aside = f"{name}.{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
        with _our_errors():
            await shell.storage.quarantine(name, aside)
        return aside

    async def list_quarantine(self) -> list[str]:
        names = (await shell.storage.listQuarantine()).to_py()
        return sorted(names, key=lambda name: name.rsplit(".", 1)[1])

    async def read_file(self, name: str) -> bytes:
        with _our_errors():
            return (await shell.storage.readFile(name)).to_bytes()

    async def write_blob(self, digest: str, data: bytes) -> None:
        with _our_errors():
            await shell.storage.writeBlob(digest, to_js(data))

    async def read_blob(self, digest: str) -> bytes:
        with _our_errors():
            return (await shell.storage.readBlob(digest)).to_bytes()

    async def delete_blob(self, digest: str) -> None:
        await shell.storage.deleteBlob(digest)

    async def has_blob(self, digest: str) -> bool:
        return bool(await shell.storage.hasBlob(digest))

    async def read_head(self) -> dict[str, Any] | None:
        text = await shell.storage.readHead()
        return json.loads(text) if text else None

    async def write_head(self, head: dict[str, Any]) -> None:
        with _our_errors():
            await shell.storage.writeHead(json.dumps(head))


class BrowserKeys:
    """WebCrypto: the private key is not extractable and lives in IndexedDB."""

    async def create(self) -> bytes:
        with _our_errors():
            return (await shell.keys.create()).to_bytes()

    async def public_key(self) -> bytes | None:
        key = await shell.keys.publicKey()
        return key.to_bytes() if key else None

    async def sign(self, message: bytes) -> bytes:
        with _our_errors(missing=KeyMissing):
            return (await shell.keys.sign(to_js(message))).to_bytes()

    async def verify(self, public_key: bytes, signature: bytes, message: bytes) -> bool:
        return bool(await shell.keys.verify(to_js(public_key), to_js(signature), to_js(message)))

    async def hash_pin(self, pin: str) -> str:
        return str(await shell.keys.hashPin(pin))

    async def verify_pin(self, pin: str, encoded: str) -> bool:
        return bool(await shell.keys.verifyPin(pin, encoded))


class BrowserPhotos:
    """createImageBitmap and OffscreenCanvas, in the worker."""

    async def chosen(self, at: int) -> bytes | None:
        try:
            found = await shell.pictures.chosen(at, ports.PHOTO_MAX_BYTES + 1)
        except JsException:
            return b""  # it was moved or erased before it was read: nothing of it came
        return found.to_bytes() if found else None

    async def shrink(self, data: bytes, max_px: int = 1600, quality: int = 80) -> Photo:
        if len(data) > ports.PHOTO_MAX_BYTES:
            raise ImageTooLarge
        with _our_errors():
            made = await shell.pictures.shrink(to_js(data), max_px, quality, ports.PHOTO_MAX_PIXELS)
        return Photo(made.bytes.to_bytes(), int(made.width), int(made.height))


    async def draw(
        self, data: bytes, shapes: Sequence[ports.Shape], below: int = 0, quality: int = 85
    ) -> Photo:
        if len(data) > ports.PHOTO_MAX_BYTES:
            raise ImageTooLarge
        painted = json.dumps([asdict(shape) for shape in shapes])
        with _our_errors():
            made = await shell.pictures.draw(
                to_js(data), painted, below, quality, ports.PHOTO_MAX_PIXELS
            )
        return Photo(made.bytes.to_bytes(), int(made.width), int(made.height))


class BrowserClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic_ms(self) -> int:
        return int(time.monotonic() * 1000)


class BrowserNetwork:
    """The server that the app came from, by `fetch`."""

    def __init__(self) -> None:
        self.base_url = str(shell.origin)

    def transport(self) -> FetchTransport:
        return FetchTransport()

    def online(self) -> bool:
        return bool(shell.network.online())


class BrowserShare:
    async def save(self, name: str, data: bytes, media_type: str) -> None:
        await shell.share.save(name, to_js(data), media_type)

    async def share(self, name: str, data: bytes, media_type: str, title: str = "") -> bool:
        return bool(await shell.share.share(name, to_js(data), media_type, title))


class _NotDrawn(DeviceError):
    message = "A imagem não pôde ser desenhada neste navegador."


class BrowserRaster:
    """Drawn by the page, with our fonts put into the SVG where it names them."""

    async def png(self, svg: str, width_px: int) -> bytes:
        try:
            return (await shell.raster.png(svg, width_px)).to_bytes()
        except JsException as error:
            raise _NotDrawn from error

    async def dots(self, svg: str, width_px: int) -> ports.Dots:
        try:
            made = await shell.raster.dots(svg, width_px, ports.DOTS_BLACK_BELOW)
        except JsException as error:
            raise _NotDrawn from error
        return ports.Dots(int(made.width), int(made.height), made.rows.to_bytes())


def device_ports() -> DevicePorts:
    """The ports of this browser."""
    browser_packs.install()
    return DevicePorts(
        storage=BrowserStorage(),
        keys=BrowserKeys(),
        photos=BrowserPhotos(),
        clock=BrowserClock(),
        network=BrowserNetwork(),
        scan=BrowserScan(),
        share=BrowserShare(),
        raster=BrowserRaster(),
        place=BrowserPlace(),
        platform="browser",
    )
