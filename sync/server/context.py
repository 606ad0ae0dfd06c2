"""What every part of the server is given: configuration, database, clock and its own secret."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sync.server.config import Config
from sync.server.db.engine import Database, make_engine
from sync.server.db.migrate import migrate

CLOCK_TOLERANCE = timedelta(minutes=10)
"""A device's clock may be so much ahead of ours: nothing is said of it."""


def utc_now() -> datetime:
    return datetime.now(UTC)


def moment(when: datetime) -> str:
    """UTC, fixed width, so that text order is time order: `2026-11-30T08:48:14.000000Z`."""
    return when.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


@dataclass(frozen=True)
class Server:
    config: Config
    db: Database
    secret: bytes = field(repr=False)
    clock: Callable[[], datetime] = utc_now

    def now(self) -> datetime:
        return self.clock()

    def now_text(self) -> str:
        return moment(self.clock())

    def mac(self, purpose: str, value: str) -> str:
        """Hex HMAC under the server's secret: what stands in the database for a token or code."""
        message = f"{purpose}\0{value}".encode()
        return hmac.new(self.secret, message, hashlib.sha256).hexdigest()


def open_server(config: Config, clock: Callable[[], datetime] = utc_now) -> Server:
    """Makes the folders, brings the database up to date, loads the server's secret."""
    for folder in (config.data, config.keys, config.attachments):
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(PermissionError):  # a folder that was made for us: whoever made it decides
            os.chmod(folder, 0o700)
    engine = make_engine(config.sqlalchemy_url)
    migrate(engine)
    secret = secret_file(config.keys / "servidor.key", lambda: os.urandom(32))
    return Server(config=config, db=Database(engine), secret=secret, clock=clock)


def secret_file(path: Path, make: Callable[[], bytes]) -> bytes:
    """The bytes of a file only its owner may read, written once and whole."""
    if not path.exists():
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as handle:
            handle.write(make())
            handle.flush()
            os.fsync(handle.fileno())
        try:
            os.link(temporary, path)  # never replaces one that another process made first
        except FileExistsError:
            pass
        finally:
            temporary.unlink()
    return path.read_bytes()
