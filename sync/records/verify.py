"""Ed25519 verification where `cryptography` is at hand: server, native build, tests.

The browser verifies by WebCrypto through the device's key port; this module is not loaded there.
"""

from __future__ import annotations

from functools import cache, lru_cache


def verify_ed25519(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether `signature` (64 bytes) over `message` is good for the raw 32-byte `public_key`."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key_of, refusals = _ed25519()
    try:
        key_of(public_key).verify(signature, message)
    except refusals:
        return False
    return True


@cache
def _ed25519():
    """Imported once, at the first use: an import statement costs at every call. Few keys sign many
    seals, so they are kept as `cryptography` has them."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key_of = lru_cache(maxsize=256)(Ed25519PublicKey.from_public_bytes)
    return key_of, (InvalidSignature, ValueError)
