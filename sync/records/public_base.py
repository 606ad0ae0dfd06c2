"""The public address that seals point to: `https://host[:port]`, nothing after it.

Lower case, because some phones do not open an address in capitals; `http` only for this very
machine, because a page that anyone on the way can change proves nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

HOST_MAX_CHARS = 40  # port included: what fits a version 10 QR with room for wear
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
ADDRESS_MAX_CHARS = 400

_BASE = re.compile(
    r"(?P<scheme>https?)://(?P<host>[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])"
    r"(?P<port>:[1-9][0-9]{0,4})?",
    re.ASCII,
)


class PublicBaseError(ValueError):
    """A public address that cannot be printed on seals: `.value` and `.message` in Portuguese."""

    def __init__(self, value: str, reason: str) -> None:
        self.value = value
        self.message = f"O endereço público “{value[:80]}” não serve: {reason}."
        super().__init__(self.message)


@lru_cache(maxsize=64)
def check_public_base(base: str) -> str:
    """`base` itself, without a final slash, when it can stand on a seal; PublicBaseError if not."""
    trimmed = base.removesuffix("/")
    match = _BASE.fullmatch(trimmed)
    if not match or ".." in trimmed:
        raise PublicBaseError(
            base, "use https://nome.do.lugar, em minúsculas, com a porta se houver, sem mais nada"
        )
    host, port = match["host"], match["port"] or ""
    if port and int(port[1:]) > 65535:
        raise PublicBaseError(base, "a porta vai até 65535")
    if match["scheme"] == "http" and host not in LOCAL_HOSTS:
        raise PublicBaseError(base, "http só vale para localhost; use https")
    if len(host + port) > HOST_MAX_CHARS:
        raise PublicBaseError(
            base, f"o nome passa de {HOST_MAX_CHARS} caracteres e não cabe no QR do selo"
        )
    return trimmed


def split_address(address: str) -> tuple[str | None, str]:
    """(public base, path) of a scanned address; (None, "") when no seal can be printed with it."""
    if not isinstance(address, str) or len(address) > ADDRESS_MAX_CHARS:
        return None, ""
    match = _BASE.match(address)
    if not match or address[match.end() : match.end() + 1] != "/":
        return None, ""
    try:
        return check_public_base(match[0]), address[match.end() :]
    except PublicBaseError:
        return None, ""
