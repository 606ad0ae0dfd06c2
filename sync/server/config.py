"""Where the server keeps things and how it is reached, read once from the environment."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from sync.records.public_base import PublicBaseError, check_public_base

DEFAULT_PORT = 8000
DEFAULT_IMPOSSIBLE_KMH = 150
IMPOSSIBLE_KMH = range(80, 1001)
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


class ConfigError(ValueError):
    """A setting that cannot work; the message names the variable and says what to write."""


@dataclass(frozen=True)
class Config:
    """`data` is a folder (photos, keys, the SQLite file); `public_url` has no trailing slash."""

    data: Path
    port: int = DEFAULT_PORT
    database_url: str = ""
    public_url: str = f"http://localhost:{DEFAULT_PORT}"
    app_dist: Path = Path("build/app")
    own_authority: bool = False  # HTTPS by a certificate of our own making: see tls.py
    impossible_kmh: int = DEFAULT_IMPOSSIBLE_KMH
    """A seal that would have been driven faster than this between two readings was copied. Our
    choice, beyond any legal speed; no law says it. PRANCHETA_IMPOSSIBLE_KMH says another."""

    @property
    def attachments(self) -> Path:
        return self.data / "anexos"

    @property
    def keys(self) -> Path:
        return self.data / "chaves"

    @property
    def lock(self) -> Path:
        """Held by the server of this folder; its text is the address that it was started with."""
        return self.data / "servidor.lock"

    @property
    def sqlalchemy_url(self) -> str:
        """SQLite in the data folder unless PRANCHETA_DATABASE_URL names a PostgreSQL."""
        url = self.database_url
        if not url:
            return f"sqlite:///{(self.data / 'prancheta.db').resolve()}"
        for prefix in ("postgresql://", "postgres://"):
            if url.startswith(prefix):
                return "postgresql+psycopg://" + url.removeprefix(prefix)
        return url

    @property
    def https(self) -> bool:
        return self.public_url.startswith("https://")

    @property
    def hsts(self) -> bool:
        """Never with a certificate of our own: the page that hands it out is plain HTTP, at the
        same host, and would be shut out by it."""
        return self.https and not self.own_authority


def load(host: str = "localhost", port: int | None = None) -> Config:
    """The configuration of this process; the public address follows host and port by default."""
    port = _port() if port is None else port
    public = os.environ.get("PRANCHETA_PUBLIC_URL", "").strip() or default_public_url(host, port)
    return Config(
        data=Path(os.environ.get("PRANCHETA_DATA", "").strip() or "data"),
        port=port,
        database_url=os.environ.get("PRANCHETA_DATABASE_URL", "").strip(),
        public_url=checked_public_url(public),
        app_dist=Path(os.environ.get("PRANCHETA_APP_DIST", "").strip() or "build/app"),
        own_authority=host not in LOCAL_HOSTS,
        impossible_kmh=_impossible_kmh(),
    )


def load_beside() -> Config:
    """The same for a command that does not serve: what it prints leads to where this folder's
    server was last started, unless the environment says another address."""
    config = load()
    said = ("PRANCHETA_PORT", "PRANCHETA_PUBLIC_URL")
    if not any(os.environ.get(name, "").strip() for name in said):
        with suppress(OSError, UnicodeDecodeError, ConfigError):
            return replace(config, public_url=checked_public_url(config.lock.read_text()))
    return config


def _port() -> int:
    text = os.environ.get("PRANCHETA_PORT", "").strip() or str(DEFAULT_PORT)
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise ConfigError(f"PRANCHETA_PORT={text!r}: escreva um número de porta, de 1 a 65535.")
    return int(text)


def _impossible_kmh() -> int:
    text = os.environ.get("PRANCHETA_IMPOSSIBLE_KMH", "").strip() or str(DEFAULT_IMPOSSIBLE_KMH)
    if not (text.isascii() and text.isdigit()) or int(text[:9]) not in IMPOSSIBLE_KMH:
        raise ConfigError(
            f"PRANCHETA_IMPOSSIBLE_KMH={text!r}: escreva uma velocidade em km/h, de "
            f"{IMPOSSIBLE_KMH[0]} a {IMPOSSIBLE_KMH[-1]}."
        )
    return int(text)


def default_public_url(host: str, port: int) -> str:
    scheme = "http" if host in LOCAL_HOSTS else "https"
    host = f"[{host}]" if ":" in host else host
    return f"{scheme}://{host}:{port}"


def checked_public_url(text: str) -> str:
    """The address that is printed into every selo: lower-case scheme, https unless local."""
    try:
        return check_public_base(text)
    except PublicBaseError as error:
        raise ConfigError(f"PRANCHETA_PUBLIC_URL: {error.message}") from None
