"""Passwords: argon2id at rest, and one-time ones that a person can read out."""

from __future__ import annotations

import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

# RFC 9106's second recommendation scaled to a small shared machine; OWASP's floor is 19 MiB, t=2.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
# Verified when the matrícula does not exist, so that the answer takes as long.
_NOBODY = _HASHER.hash(secrets.token_urlsafe(16))
MAX_LENGTH = 200
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def hash_password(password: str) -> str:
    return _HASHER.hash(password)


def verify_password(encoded: str | None, password: str) -> bool:
    try:
        right = _HASHER.verify(encoded or _NOBODY, password[:MAX_LENGTH])
    except (VerificationError, InvalidHashError):
        return False
    return right and encoded is not None


def one_time_password() -> str:
    """Three groups of four, about 59 bits, without letters that look alike."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))
