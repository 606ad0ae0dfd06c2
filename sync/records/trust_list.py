"""The trust list: every device key that a municipality has certified, and whether it still counts.

Canonical JSON (RFC 8785), signed by the root key; the layout is in SELO.md.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from sync.records.canonical import b64url, b64url_bytes, canonical
from sync.records.errors import ListError, RecordError
from sync.records.public_base import check_public_base
from sync.records.seal import key_id
from sync.records.shapes import IBGE, INSTANT, SIGNATURE, UUID, Field, ListOf, ObjectOf, check

TRUST_PREFIX = b"prancheta/trust/v1\0"
LIST_BYTES_MAX = 2 * 1024 * 1024
KEYS_MAX = 5000
NUMBER_MAX = 2**32 - 1


@dataclass(frozen=True)
class TrustedKey:
    """A device's key. `revoked_at`: None while it counts."""

    public_key: bytes
    device: str
    issued_at: datetime
    revoked_at: datetime | None = None

    @property
    def key_id(self) -> bytes:
        return key_id(self.public_key)


@dataclass(frozen=True)
class TrustList:
    """Every key that a municipality has ever certified. `public_base`: what its seals point to."""

    municipality: int
    number: int
    issued_at: datetime
    next_update: datetime
    timezone: str
    public_base: str
    keys: tuple[TrustedKey, ...] = ()

    def named(self, four_bytes: bytes) -> tuple[TrustedKey, ...]:
        """The keys that a seal's key id names; four bytes may name several."""
        return self._by_key_id.get(four_bytes, ())

    @cached_property
    def _by_key_id(self) -> dict[bytes, tuple[TrustedKey, ...]]:
        found: dict[bytes, tuple[TrustedKey, ...]] = {}
        for key in self.keys:
            found[key.key_id] = (*found.get(key.key_id, ()), key)
        return found


_KEY_FIELDS = ObjectOf({
    "key_id": Field("str", form=r"[0-9a-f]{8}", says="8 dígitos hexadecimais"),
    "public_key": Field("str", form=r"[A-Za-z0-9_-]{43}", says="chave de 32 bytes em base64url"),
    "device": UUID,
    "issued_at": INSTANT,
    "status": Field("str", one_of=("active", "revoked")),
    "revoked_at": Field("instant", says=INSTANT.says, nullable=True),
})  # fmt: skip
_TRUST_FIELDS = ObjectOf({
    "format": Field("int", one_of=(1,)),
    "municipality": IBGE,
    "number": Field("int", least=1, most=NUMBER_MAX),
    "issued_at": INSTANT,
    "next_update": INSTANT,
    "timezone": Field("str", form=r"[A-Za-z0-9_+/-]{1,60}", says="um fuso da base IANA"),
    "public_base": Field("str", max_chars=60),
    "keys": ListOf(_KEY_FIELDS, KEYS_MAX),
    "signature": SIGNATURE,
})  # fmt: skip


def trust_signing_input(trust: TrustList) -> bytes:
    return TRUST_PREFIX + canonical(_trust_dict(trust))


def trust_bytes(trust: TrustList, signature: bytes) -> bytes:
    """The list as it is handed out: RFC 8785 JSON."""
    return canonical({**_trust_dict(trust), "signature": b64url(signature)})


def parse_trust(data: bytes) -> tuple[TrustList, bytes, bytes]:
    """(list, signature, signed bytes); ListError."""
    refuse_oversized(data)
    try:
        value = json.loads(data)
        if isinstance(value, dict) and isinstance(value.get("format"), int) and value["format"] > 1:
            raise ListError("list.newer", f"formato {value['format']}")
        check(value, _TRUST_FIELDS, "lista")
        check_public_base(value["public_base"])
        if canonical(value) != data:
            raise ListError("list.malformed", "não está na forma canônica")
        trust = TrustList(
            value["municipality"], value["number"], _moment(value["issued_at"]),
            _moment(value["next_update"]), value["timezone"], value["public_base"],
            tuple(_trusted(one) for one in value["keys"]),
        )  # fmt: skip
        signature = b64url_bytes(value.pop("signature"))
    except (RecordError, ValueError, RecursionError) as error:
        if isinstance(error, ListError):
            raise
        raise ListError("list.malformed", str(error)[:120].rstrip(".")) from None
    check_dates(trust.issued_at, trust.next_update)
    if canonical(_trust_dict(trust)) != canonical(value):
        raise ListError("list.malformed", "uma chave ou data não está na sua forma única")
    return trust, signature, TRUST_PREFIX + canonical(value)


def _trust_dict(trust: TrustList) -> dict[str, object]:
    return {
        "format": 1, "municipality": trust.municipality, "number": trust.number,
        "issued_at": _text(trust.issued_at), "next_update": _text(trust.next_update),
        "timezone": trust.timezone, "public_base": trust.public_base,
        "keys": [
            {
                "key_id": key.key_id.hex(), "public_key": b64url(key.public_key),
                "device": key.device, "issued_at": _text(key.issued_at),
                "status": "revoked" if key.revoked_at else "active",
                "revoked_at": _text(key.revoked_at) if key.revoked_at else None,
            }
            for key in sorted(set(trust.keys), key=lambda key: (key.key_id, key.public_key))
        ],
    }  # fmt: skip


def _trusted(one: dict) -> TrustedKey:
    revoked_at = one["revoked_at"]
    return TrustedKey(
        b64url_bytes(one["public_key"]), one["device"], _moment(one["issued_at"]),
        _moment(revoked_at) if revoked_at else None,
    )  # fmt: skip


def refuse_oversized(data: bytes) -> None:
    if len(data) > LIST_BYTES_MAX:
        raise ListError("list.too_large", f"passa de {LIST_BYTES_MAX} bytes")


def check_dates(issued_at: datetime, next_update: datetime) -> None:
    if next_update <= issued_at:
        raise ListError("list.malformed", "a próxima atualização não vem depois da emissão")


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)
