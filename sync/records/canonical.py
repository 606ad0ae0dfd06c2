"""The one sequence of bytes that stands for a JSON value (RFC 8785), and base64url without padding.

What is signed must come out the same on every machine and in every language. Floats are refused
although RFC 8785 has a rule for them: money is in centavos and places are in micro-degrees.
"""

from __future__ import annotations

import base64
import hashlib
import re

import rfc8785

from sync.records.errors import RecordError

DEPTH_MAX = 16
INTEGER_MAX = 2**53 - 1
_B64URL = re.compile(r"[A-Za-z0-9_-]*", re.ASCII)


def canonical(value: object) -> bytes:
    """The canonical UTF-8 bytes of a JSON value made of dict, list, str, int, bool and None.

    Raises RecordError "record.not_canonical" with the path of what cannot be written so: a float,
    a number beyond 2^53 - 1, a key that is not text, broken Unicode, or nesting past DEPTH_MAX.
    """
    _refuse_unsignable(value, "$", 0)
    return rfc8785.dumps(value)


def sha256_hex(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def b64url(data: bytes) -> str:
    """base64url without padding (RFC 4648, section 5)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def b64url_bytes(text: str) -> bytes:
    """The bytes of an unpadded base64url text; ValueError unless that is their one spelling."""
    if not isinstance(text, str) or not _B64URL.fullmatch(text) or len(text) % 4 == 1:
        raise ValueError("não é base64url sem preenchimento")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    # The last character can carry spare bits: two spellings of one signature must not both pass.
    if b64url(data) != text:
        raise ValueError("não é a forma única em base64url")
    return data


def _refuse_unsignable(value: object, path: str, depth: int) -> None:
    if depth > DEPTH_MAX:
        raise RecordError("record.not_canonical", path, "…", f"mais de {DEPTH_MAX} níveis")
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        _refuse_broken_text(value, path)
    elif isinstance(value, int):
        if abs(value) > INTEGER_MAX:
            raise RecordError("record.not_canonical", path, value, "número maior que 2^53 - 1")
    elif isinstance(value, float):
        raise RecordError(
            "record.not_canonical", path, value, "número com vírgula; use inteiro (centavos, mm)"
        )
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise RecordError("record.not_canonical", path, key, "nome que não é texto")
            _refuse_broken_text(key, path)
            _refuse_unsignable(item, f"{path}.{key}", depth + 1)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _refuse_unsignable(item, f"{path}[{index}]", depth + 1)
    else:
        kind = type(value).__name__
        raise RecordError("record.not_canonical", path, value, f"tipo {kind} não existe em JSON")


def _refuse_broken_text(text: str, path: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise RecordError("record.not_canonical", path, text, "texto com Unicode partido") from None
