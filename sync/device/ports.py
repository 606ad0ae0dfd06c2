"""The few things that differ by device, as Protocols; `app/device/` implements them twice.

Everything in `sync/device` reaches files, keys, photos, the clock and the network only through a
`DevicePorts`. Each port's docstring is the contract that both implementations are tested against.
All byte strings are `bytes`; times are aware UTC `datetime`s; digests are lowercase hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from sync.device.port_errors import (
    CameraBusy,
    CameraDenied,
    CameraMissing,
    DeviceError,
    ImageTooLarge,
    KeyMissing,
    NotAnImage,
    PlaceDenied,
    PlaceUnknown,
    ReaderMissing,
    StorageBusy,
    StorageCorrupt,
    StorageFull,
    StorageUnavailable,
)

if TYPE_CHECKING:
    import httpx

__all__ = [
    "CADASTRO", "CAMPO", "DATABASE_FILES", "DOTS_BLACK_BELOW", "PHOTO_MAX_BYTES",
    "PHOTO_MAX_PIXELS", "CameraBusy", "CameraDenied", "CameraMissing", "Clock", "DeviceError",
    "DevicePorts", "Dots", "Fix", "ImageTooLarge", "KeyMissing", "Keys", "Network",
    "NotAnImage", "Photo", "Photos", "Place", "PlaceDenied", "PlaceUnknown", "Raster",
    "ReaderMissing", "Scan", "Scanned", "Shape", "Share", "Storage", "StorageBusy",
    "StorageCorrupt", "StorageFull", "StorageUnavailable",
]  # fmt: skip

CAMPO = "campo.db"
CADASTRO = "cadastro.db"
DATABASE_FILES = (CAMPO, CAMPO + "-journal", CADASTRO, CADASTRO + "-journal")
"""Every name SQLite may open under `Storage.root`: the browser must declare them before opening."""

PHOTO_MAX_BYTES = 64 * 1024 * 1024
"""A picture file above this is refused unread: `ImageTooLarge`."""

PHOTO_MAX_PIXELS = 120_000_000

DOTS_BLACK_BELOW = 160
"""Of 255: a little above the middle, so that the edges of thin letters print."""


@dataclass(frozen=True)
class Scanned:
    """The texts of the QR codes that were seen; `by` is "camera" or "foto"."""

    texts: tuple[str, ...]
    by: str


@dataclass(frozen=True)
class Fix:
    """A position (WGS 84) in micro-degrees, with its accuracy in metres and when it was taken.
    `mocked`: the device says that it was made up."""

    latitude: int
    longitude: int
    accuracy_m: int
    at: datetime
    mocked: bool = False


@dataclass(frozen=True)
class Photo:
    """A picture ready to keep: `bytes` is a JPEG of `width` × `height` px, upright, no metadata."""

    bytes: bytes
    width: int
    height: int
    media_type: str = "image/jpeg"


@dataclass(frozen=True)
class Shape:
    """An SVG path (M, L, H, V, Q, C, Z) painted over a picture: filled non-zero, or stroked round
    and `width` px wide. Colours as `#RRGGBB`; `fill` "none", `stroke` "" for none."""

    path: str
    fill: str = "none"
    stroke: str = ""
    width: float = 0


@dataclass(frozen=True)
class Dots:
    """A picture in pure black and white, as a thermal printer takes it: `rows` has `height` rows
    of `ceil(width / 8)` bytes, the leftmost dot in the highest bit, 1 for black."""

    width: int
    height: int
    rows: bytes


@runtime_checkable
class Storage(Protocol):
    """Files that survive a kill. One process (tab) at a time.

    Raises `StorageFull` from any write that found no space, leaving the old content in place.
    """

    root: str
    """The folder where `sqlite3.connect(f"{root}/{name}")` opens `DATABASE_FILES`.

    A write there that finds no space must fail with ENOSPC, which SQLite reports as FULL."""

    async def open(self) -> None:
        """Makes `root` usable. Idempotent. Raises `StorageBusy`, `StorageUnavailable`."""

    async def persist(self) -> bool:
        """Asks for storage that is not evicted; False: the browser may erase everything."""

    async def estimate(self) -> tuple[int, int]:
        """(used, quota) in bytes; quota 0 when unknown."""

    async def quarantine(self, name: str) -> str:
        """Moves a database of `DATABASE_FILES` and its journal aside; returns the copy's name.

        Its connection is closed. The copy is durable before the original goes; afterwards `name`
        does not exist. Never overwrites an older copy.
        """

    async def list_quarantine(self) -> list[str]:
        """The names `quarantine` returned, oldest first."""

    async def read_file(self, name: str) -> bytes:
        """The bytes of a database file or of a quarantined one. Raises `FileNotFoundError`."""

    async def write_blob(self, digest: str, data: bytes) -> None:
        """Keeps `data` durably under `digest`, replacing what a killed write left there."""

    async def read_blob(self, digest: str) -> bytes:
        """Raises `FileNotFoundError`."""

    async def delete_blob(self, digest: str) -> None:
        """Nothing happens when there is none."""

    async def has_blob(self, digest: str) -> bool: ...

    async def read_head(self) -> dict[str, Any] | None:
        """The JSON object that the last completed `write_head` was given; None: never or lost."""

    async def write_head(self, head: dict[str, Any]) -> None:
        """Replaces it whole, in another place than `campo.db` (IndexedDB with *strict* durability,
        another file): durable on return, and a kill leaves either the old or the new."""


@runtime_checkable
class Keys(Protocol):
    """The device's Ed25519 key (RFC 8032), which cannot leave, and argon2id (RFC 9106)."""

    async def create(self) -> bytes:
        """Makes a new key in the place of any old one; returns its 32 public bytes."""

    async def public_key(self) -> bytes | None: ...

    async def sign(self, message: bytes) -> bytes:
        """64 bytes. Raises `KeyMissing`."""

    async def verify(self, public_key: bytes, signature: bytes, message: bytes) -> bool: ...

    async def hash_pin(self, pin: str) -> str:
        """An argon2id PHC string with its own salt (m=19456 KiB, t=2, p=1)."""

    async def verify_pin(self, pin: str, encoded: str) -> bool:
        """False also for an unreadable `encoded`."""


@runtime_checkable
class Photos(Protocol):
    async def chosen(self, at: int) -> bytes | None:
        """File number `at` (from 0) of the person's last choice, at most a byte more than
        `PHOTO_MAX_BYTES` of it; None where the picker itself brings the bytes."""

    async def shrink(self, data: bytes, max_px: int = 1600, quality: int = 80) -> Photo:
        """The picture turned upright, at most `max_px` on its longer side (never enlarged), as
        JPEG without metadata. Raises `NotAnImage` (also 0 bytes), `ImageTooLarge`."""

    async def draw(
        self, data: bytes, shapes: Sequence[Shape], below: int = 0, quality: int = 85
    ) -> Photo:
        """A copy of the picture in its own size, `below` px of white under it, and over both the
        shapes in its pixels, in order. Raises `NotAnImage`, `ImageTooLarge`."""


@runtime_checkable
class Clock(Protocol):
    def now(self) -> datetime:
        """The device's idea of the time, aware, in UTC. It may be wrong and may go back."""

    def monotonic_ms(self) -> int:
        """Milliseconds since an arbitrary moment of this run; never goes back."""


@runtime_checkable
class Network(Protocol):
    base_url: str
    """The server's public base without a path, such as `https://vistoria.example`."""

    def transport(self) -> httpx.AsyncBaseTransport | None:
        """What `httpx.AsyncClient` sends through; None: httpx's own.

        Follows no redirects and caches nothing; no answer is `httpx.ConnectError`, half a body
        `httpx.ReadError`. One that decodes gzip itself drops `Content-Encoding` and
        `Content-Length` from the headers.
        """

    def online(self) -> bool:
        """A hint only: True is no promise, and only an answer of ours counts as contact."""


@runtime_checkable
class Scan(Protocol):
    has_live: bool
    """Whether `live` may work here; where it is False it raises `CameraMissing`."""

    async def decode(self, image: bytes) -> list[str]:
        """The texts of the QR codes in a picture file; [] when none. Raises `NotAnImage`,
        `ImageTooLarge`, `ReaderMissing`."""

    async def live(
        self, title: str, wanted: str = "", look: str = "automatico", scale: float = 1.0
    ) -> Scanned | None:
        """Looks through the camera until a QR is seen; a photo may be given there instead.

        None: the person gave up, or nothing came within two minutes. A text that contains `wanted`
        ends it at once; others only when they stay alone. `look`: "automatico", "claro" or
        "escuro"; `scale`: of the letters. Whatever happens, the camera is let go. Raises
        `CameraDenied`, `CameraMissing`, `CameraBusy`, `ReaderMissing`."""


@runtime_checkable
class Place(Protocol):
    async def locate(self, timeout_s: float = 15) -> Fix:
        """Where the device is now, to within half a minute. Raises `PlaceDenied`,
        `PlaceUnknown`."""


@runtime_checkable
class Share(Protocol):
    async def save(self, name: str, data: bytes, media_type: str) -> None:
        """Hands the file to the person (download, or a folder of theirs)."""

    async def share(self, name: str, data: bytes, media_type: str, title: str = "") -> bool:
        """Opens the system's share sheet; False: there is none, or the person closed it."""


@runtime_checkable
class Raster(Protocol):
    async def png(self, svg: str, width_px: int) -> bytes:
        """The SVG (of the kind that `app/prints` makes) drawn `width_px` wide on white, as PNG."""

    async def dots(self, svg: str, width_px: int) -> Dots:
        """The same picture in black and white; what is darker than `DOTS_BLACK_BELOW` is black."""


@dataclass(frozen=True)
class DevicePorts:
    """Everything the device offers, handed in at start (`app.device.current()`)."""

    storage: Storage
    keys: Keys
    photos: Photos
    clock: Clock
    network: Network
    scan: Scan
    share: Share
    raster: Raster
    place: Place
    platform: str = "native"
    """Goes to the server at enrolment: "browser" or "native"."""
