"""The camera and the place in the browser, by `assets/shell/camera.js` and `place.js`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

import prancheta_shell as shell
from pyodide.ffi import JsException, to_js

from sync.device import ports
from sync.device.ports import (
    CameraBusy,
    CameraDenied,
    CameraMissing,
    DeviceError,
    Fix,
    ImageTooLarge,
    NotAnImage,
    PlaceDenied,
    PlaceUnknown,
    ReaderMissing,
    Scanned,
)

_NAMED: dict[str, type[DeviceError]] = {
    "CameraBusy": CameraBusy,
    "CameraDenied": CameraDenied,
    "CameraMissing": CameraMissing,
    "NoReader": ReaderMissing,
    "NotAnImage": NotAnImage,
    "PlaceDenied": PlaceDenied,
    "PlaceUnknown": PlaceUnknown,
}


@contextmanager
def _our_errors() -> Iterator[None]:
    """Turns a browser error into ours by its name; unknown ones pass."""
    try:
        yield
    except JsException as error:
        kind = _NAMED.get(getattr(error, "name", ""))
        if kind is None:
            raise
        raise kind() from error


class BrowserScan:
    """The system's BarcodeDetector, else the bundled zxing; live in an overlay of the page."""

    has_live = True

    async def decode(self, image: bytes) -> list[str]:
        if len(image) > ports.PHOTO_MAX_BYTES:
            raise ImageTooLarge
        with _our_errors():
            return list((await shell.pictures.readCodes(to_js(image))).to_py())

    async def live(
        self, title: str, wanted: str = "", look: str = "automatico", scale: float = 1.0
    ) -> Scanned | None:
        try:
            with _our_errors():
                found = await shell.scan.live(title, wanted, look, scale)
        except asyncio.CancelledError:
            with suppress(JsException):
                await shell.scan.stop()
            raise
        return Scanned(tuple(found.texts.to_py()), str(found.by)) if found else None


class BrowserPlace:
    """The page's geolocation. A browser does not tell a position that was made up."""

    async def locate(self, timeout_s: float = 15) -> Fix:
        with _our_errors():
            found = await shell.place.locate(round(timeout_s * 1000))
        return Fix(
            latitude=round(found.latitude * 1_000_000),
            longitude=round(found.longitude * 1_000_000),
            accuracy_m=min(1_000_000, max(0, round(found.accuracy))),
            at=datetime.fromtimestamp(found.at / 1000, UTC),
        )
