"""Binary fields of requests: base64url without padding, or the problem that names the field."""

from __future__ import annotations

from sync.records.canonical import b64url, b64url_bytes
from sync.server.problems import Problem

__all__ = ["b64url", "binary_field", "storable", "text_field"]


def binary_field(body: dict, field: str, size: int) -> bytes:
    try:
        data = b64url_bytes(body.get(field))
    except ValueError as error:
        raise Problem("request.field", field=field, value=error) from None
    if len(data) != size:
        raise Problem("request.field", field=field, value=f"deveria ter {size} bytes")
    return data


def text_field(body: dict, field: str, limit: int, default: str | None = None) -> str:
    value = body.get(field, default)
    if not isinstance(value, str) or len(value) > limit or "\0" in value:
        says = f"deveria ser texto de até {limit} letras"
        raise Problem("request.field", field=field, value=says)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Problem("request.field", field=field, value="texto com Unicode partido") from None
    return value.strip()


def storable(text: str) -> str:
    """The text without what a database or a JSON answer cannot carry: NUL, broken Unicode."""
    whole = text.encode("utf-8", "backslashreplace").decode()
    return whole.replace("\0", "\\x00")
