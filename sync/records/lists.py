"""The two signed lists that let a selo be checked with no signal: whose keys count, and what was
revoked. Layouts, byte by byte, in SELO.md.

A number says which of two lists is newer; it only grows. Reading a list does not verify its
signature: `parse_*` hand out the list, its signature and the bytes that were signed, and whoever
has the municipality's root key verifies them (`verify_lists` where `cryptography` is at hand).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from sync.records.errors import ListError
from sync.records.revocation import (
    RevocationList,
    RevokedKey,
    parse_revocation,
    revocation_bytes,
    revocation_signing_input,
    tags_of,
)
from sync.records.trust_list import (
    LIST_BYTES_MAX,
    TrustedKey,
    TrustList,
    parse_trust,
    trust_bytes,
    trust_signing_input,
)

__all__ = [
    "KINDS", "LIST_BYTES_MAX", "ListError", "RevocationList", "RevokedKey", "SealLists",
    "TrustList", "TrustedKey", "paired", "parse_list", "parse_revocation", "parse_trust",
    "refuse_rollback", "revocation_bytes", "revocation_signing_input", "tags_of", "trust_bytes",
    "trust_signing_input", "verify_lists",
]  # fmt: skip

KINDS = ("trust", "revocation")


@dataclass(frozen=True)
class SealLists:
    """Both lists of one municipality, their signatures verified. As old as the older of the two."""

    trust: TrustList
    revocation: RevocationList

    @cached_property
    def issued_at(self) -> datetime:
        return min(self.trust.issued_at, self.revocation.issued_at)

    @cached_property
    def next_update(self) -> datetime:
        return min(self.trust.next_update, self.revocation.next_update)


def parse_list(kind: str, data: bytes) -> tuple[TrustList | RevocationList, bytes, bytes]:
    """(list, signature, signed bytes) of a list of one of KINDS; ListError."""
    return parse_trust(data) if kind == "trust" else parse_revocation(data)


def verify_lists(
    trust_data: bytes, revocation_data: bytes, root_public_key: bytes,
    verify: Callable[[bytes, bytes, bytes], bool] | None = None,
) -> SealLists:  # fmt: skip
    """Both lists, read and verified. `verify(public_key, signature, message)`: by default
    `cryptography`. ListError."""
    if verify is None:
        from sync.records.verify import verify_ed25519 as verify

    trust, signature, signed = parse_trust(trust_data)
    if not verify(root_public_key, signature, signed):
        raise ListError("list.signature")
    revocation, signature, signed = parse_revocation(revocation_data)
    if not verify(root_public_key, signature, signed):
        raise ListError("list.signature")
    return paired(trust, revocation)


def paired(trust: TrustList, revocation: RevocationList) -> SealLists:
    """Both lists, their signatures verified by the caller. ListError "list.municipality"."""
    if trust.municipality != revocation.municipality:
        raise ListError("list.municipality", f"{trust.municipality}, {revocation.municipality}")
    return SealLists(trust, revocation)


def refuse_rollback(held_number: int, number: int) -> None:
    """ListError "list.rollback" when a list of `number` may not take the place of the held one."""
    if number < held_number:
        raise ListError("list.rollback", f"veio a de número {number}; aqui está a {held_number}")
