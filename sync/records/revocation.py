"""The revocation list: every revoked serial of a municipality, exactly, in few bytes, and the keys
that count no more with the seals of theirs that had been received by then.

Bytes, signed by the root key; the layout is in SELO.md.
"""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from itertools import pairwise

from sync.records import rice
from sync.records.errors import ListError
from sync.records.seal import SIGNATURE_BYTES, seal_tag
from sync.records.trust_list import check_dates, refuse_oversized

REVOCATION_PREFIX = b"prancheta/revocation/v1\0"
REVOCATION_MAGIC, REVOCATION_VERSION = b"PRV", b"1"
TAG_BYTES = 8

_HEAD = struct.Struct(">4s3sI5s5s")
_SET = struct.Struct(">BII")
_COUNT = struct.Struct(">H")
_KEY = struct.Struct(">32s5s")


@dataclass(frozen=True)
class RevokedKey:
    """A key that counts no more, except for the seals that had been received by then.

    `kept`: serial → tag (`seal.seal_tag`) of each of them; the tag is there because whoever has
    the key can sign another seal under a serial that was received.
    """

    public_key: bytes
    revoked_at: datetime
    kept: Mapping[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class RevocationList:
    """`serials`: every revoked serial of the municipality, sorted."""

    municipality: int
    number: int
    issued_at: datetime
    next_update: datetime
    serials: array[int] = field(default_factory=lambda: array("Q"))
    keys: tuple[RevokedKey, ...] = ()

    def has(self, serial: int) -> bool:
        at = bisect_left(self.serials, serial)
        return at < len(self.serials) and self.serials[at] == serial

    def key(self, public_key: bytes) -> RevokedKey | None:
        return self._by_public_key.get(public_key)

    @cached_property
    def _by_public_key(self) -> dict[bytes, RevokedKey]:
        return {key.public_key: key for key in reversed(self.keys)}


def revocation_body(revocation: RevocationList) -> bytes:
    """Everything but the signature."""
    keys = sorted(revocation.keys, key=lambda key: key.public_key)
    parts = [
        _HEAD.pack(
            REVOCATION_MAGIC + REVOCATION_VERSION, revocation.municipality.to_bytes(3, "big"),
            revocation.number, _seconds(revocation.issued_at), _seconds(revocation.next_update),
        ),
        _set_bytes(revocation.serials),
        _COUNT.pack(len(keys)),
    ]  # fmt: skip
    for key in keys:
        serials = sorted(key.kept)
        parts += [
            _KEY.pack(key.public_key, _seconds(key.revoked_at)), _set_bytes(serials),
            *(key.kept[serial] for serial in serials),
        ]  # fmt: skip
    return b"".join(parts)


def revocation_signing_input(revocation: RevocationList) -> bytes:
    return REVOCATION_PREFIX + revocation_body(revocation)


def revocation_bytes(revocation: RevocationList, signature: bytes) -> bytes:
    return revocation_body(revocation) + signature


def parse_revocation(data: bytes) -> tuple[RevocationList, bytes, bytes]:
    """(list, signature, signed bytes); ListError."""
    refuse_oversized(data)
    if data[:3] == REVOCATION_MAGIC and data[3:4] > REVOCATION_VERSION:
        raise ListError("list.newer", f"formato {data[3:4]!r}")
    if data[:4] != REVOCATION_MAGIC + REVOCATION_VERSION or len(data) < SIGNATURE_BYTES:
        raise ListError("list.malformed", "não começa como uma lista de revogação")
    body, signature = data[:-SIGNATURE_BYTES], data[-SIGNATURE_BYTES:]
    reader = _Reader(body)
    try:
        _, ibge, number, issued_at, next_update = reader.take(_HEAD)
        serials = reader.numbers()
        (count,) = reader.take(_COUNT)
        keys = []
        for _ in range(count):
            public_key, revoked_at = reader.take(_KEY)
            kept = reader.numbers()
            tags = [reader.bytes(TAG_BYTES) for _ in kept]
            keys.append(
                RevokedKey(public_key, _of_seconds(revoked_at), dict(zip(kept, tags, strict=True)))
            )
        revocation = RevocationList(
            int.from_bytes(ibge, "big"), number, _of_seconds(issued_at), _of_seconds(next_update),
            serials, tuple(keys),
        )  # fmt: skip
    except (struct.error, ValueError, OverflowError, OSError) as error:
        raise ListError("list.malformed", str(error)[:120].rstrip(".")) from None
    named = [key.public_key for key in keys]
    if reader.at != len(body) or any(a >= b for a, b in pairwise(named)) or not number:
        raise ListError("list.malformed", "há dados a mais ou fora de ordem")
    check_dates(revocation.issued_at, revocation.next_update)
    return revocation, signature, REVOCATION_PREFIX + body


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def bytes(self, size: int) -> bytes:
        part = self.data[self.at : self.at + size]
        if len(part) != size:
            raise ValueError("acaba antes da hora")
        self.at += size
        return part

    def take(self, form: struct.Struct) -> tuple:
        return form.unpack(self.bytes(form.size))

    def numbers(self) -> array[int]:
        k, count, size = self.take(_SET)
        return rice.decode(k, count, self.bytes(size))


def _set_bytes(numbers: Iterable[int]) -> bytes:
    numbers = list(numbers)
    k, data = rice.encode(numbers)
    return _SET.pack(k, len(numbers), len(data)) + data


def tags_of(seals: Iterable[tuple[int, bytes]]) -> dict[int, bytes]:
    """What `RevokedKey.kept` holds for (serial, 91 bytes)."""
    return {serial: seal_tag(packed) for serial, packed in seals}


def _seconds(moment: datetime) -> bytes:
    return int(moment.timestamp()).to_bytes(5, "big")


def _of_seconds(data: bytes) -> datetime:
    return datetime.fromtimestamp(int.from_bytes(data, "big"), UTC)
