"""The device's ports on plain CPython: files, `cryptography`, argon2-cffi, Pillow, zxing-cpp.

Heavy libraries are imported where they are first needed: the start stays short.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import httpx

from app.device.native_storage import NativeStorage, write_durably
from sync.device import ports
from sync.device.ports import (
    DevicePorts,
    ImageTooLarge,
    KeyMissing,
    NotAnImage,
    Photo,
)


class NativeKeys:
    """An Ed25519 seed in a file that only this user reads."""

    def __init__(self, root: str | Path) -> None:
        self._file = Path(root) / "aparelho.chave"

    def _private(self):
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        try:
            return Ed25519PrivateKey.from_private_bytes(self._file.read_bytes())
        except FileNotFoundError:
            return None
        except ValueError:  # a damaged file signs nothing: the same as none
            return None

    async def create(self) -> bytes:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        key = Ed25519PrivateKey.generate()
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_durably(self._file, key.private_bytes_raw(), mode=0o600)
        return key.public_key().public_bytes_raw()

    async def public_key(self) -> bytes | None:
        key = self._private()
        return key.public_key().public_bytes_raw() if key else None

    async def sign(self, message: bytes) -> bytes:
        key = self._private()
        if key is None:
            raise KeyMissing
        return key.sign(message)

    async def verify(self, public_key: bytes, signature: bytes, message: bytes) -> bool:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True

    async def hash_pin(self, pin: str) -> str:
        from argon2 import PasswordHasher

        return PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1).hash(pin)

    async def verify_pin(self, pin: str, encoded: str) -> bool:
        from argon2 import PasswordHasher
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return PasswordHasher().verify(encoded, pin)
        except (VerificationError, InvalidHashError):
            return False


def _open_image(data: bytes):
    """A Pillow image turned upright. Raises `NotAnImage`, `ImageTooLarge`."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    if len(data) > ports.PHOTO_MAX_BYTES:
        raise ImageTooLarge
    try:
        image = Image.open(io.BytesIO(data))
        if image.width * image.height > ports.PHOTO_MAX_PIXELS:
            raise ImageTooLarge
        image.load()
        return ImageOps.exif_transpose(image)
    except Image.DecompressionBombError as error:
        raise ImageTooLarge from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError) as error:
        raise NotAnImage from error


class NativePhotos:
    async def chosen(self, at: int) -> bytes | None:
        return None

    async def shrink(self, data: bytes, max_px: int = 1600, quality: int = 80) -> Photo:
        from PIL import Image

        image = _open_image(data)
        if image.mode in ("RGBA", "LA", "PA", "P"):  # JPEG has no transparency: on white
            image = image.convert("RGBA")
            ground = Image.new("RGBA", image.size, "white")
            image = Image.alpha_composite(ground, image)
        image = image.convert("RGB")
        image.thumbnail((max_px, max_px))
        out = io.BytesIO()
        image.save(out, "JPEG", quality=quality, optimize=True)
        return Photo(out.getvalue(), image.width, image.height)


    async def draw(
        self, data: bytes, shapes: Sequence[ports.Shape], below: int = 0, quality: int = 85
    ) -> Photo:
        from PIL import Image

        from app.device import native_svg

        image = _open_image(data).convert("RGB")
        copy = Image.new("RGB", (image.width, image.height + below), "white")
        copy.paste(image)
        native_svg.paint(copy, shapes)
        out = io.BytesIO()
        copy.save(out, "JPEG", quality=quality, optimize=True)
        return Photo(out.getvalue(), copy.width, copy.height)


class NativeClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000


class NativeNetwork:
    """httpx's own transport. The server's address is kept beside the data once it is set."""

    def __init__(self, root: str | Path, default: str) -> None:
        self._file = Path(root) / "servidor.txt"
        self._default = default

    @property
    def base_url(self) -> str:
        with suppress(OSError):
            return self._file.read_text("utf-8").strip() or self._default
        return self._default

    @base_url.setter
    def base_url(self, value: str) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_durably(self._file, value.rstrip("/").encode())

    def transport(self) -> httpx.AsyncBaseTransport | None:
        return None

    def online(self) -> bool:
        return True


class NativeScan:
    """Photos only: the picker offers the camera where there is one."""

    has_live = False

    async def live(
        self, title: str, wanted: str = "", look: str = "automatico", scale: float = 1.0
    ) -> ports.Scanned | None:
        raise ports.CameraMissing

    async def decode(self, image: bytes) -> list[str]:
        import zxingcpp

        found = zxingcpp.read_barcodes(
            _open_image(image).convert("L"), formats=zxingcpp.BarcodeFormat.QRCode
        )
        return [code.text for code in found]


class NativePlace:
    """Nothing here tells where the device is."""

    async def locate(self, timeout_s: float = 15) -> ports.Fix:
        raise ports.PlaceUnknown


class NativeShare:
    """There is no share sheet here: files go to a folder of the person's."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)

    async def save(self, name: str, data: bytes, media_type: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_durably(self.folder / Path(name).name, data)

    async def share(self, name: str, data: bytes, media_type: str, title: str = "") -> bool:
        return False


class NativeRaster:
    async def png(self, svg: str, width_px: int) -> bytes:
        from app.device import native_svg

        return native_svg.png(svg, width_px)

    async def dots(self, svg: str, width_px: int) -> ports.Dots:
        from app.device import native_svg

        return native_svg.dots(svg, width_px)


def device_ports(root: str | Path | None = None, server: str | None = None) -> DevicePorts:
    """This machine's ports. `root`: the data folder, else `PRANCHETA_APP_DATA`, else what Flet's
    native build gives, else `data/aparelho`. `server`: else `PRANCHETA_SERVER`, else localhost."""
    env = os.environ
    root = Path(
        root or env.get("PRANCHETA_APP_DATA") or env.get("FLET_APP_STORAGE_DATA") or "data/aparelho"
    )
    server = (
        server
        or env.get("PRANCHETA_SERVER")
        or f"http://localhost:{env.get('PRANCHETA_PORT', '8000')}"
    )
    return DevicePorts(
        storage=NativeStorage(root),
        keys=NativeKeys(root),
        photos=NativePhotos(),
        clock=NativeClock(),
        network=NativeNetwork(root, server),
        scan=NativeScan(),
        share=NativeShare(root / "compartilhados"),
        raster=NativeRaster(),
        place=NativePlace(),
        platform="native",
    )
