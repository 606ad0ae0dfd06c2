"""What is signed besides records and seals, and the exact bytes of each.

Every signature covers a prefix of its own, so that one made for a purpose is worth nothing for
another (domain separation). The prefixes end in a NUL byte.

    enrol    device, over the code and its new public key
    session  device, over the server's nonce and the device id
    head     device, over its newest sequence number and hash
    cert     municipality's root key, over the device's certificate
"""

from __future__ import annotations

import re

from sync.records.canonical import b64url, b64url_bytes, canonical
from sync.records.errors import RecordError
from sync.records.ids import is_uuid
from sync.records.seal import key_id
from sync.records.shapes import (
    HASH64,
    IBGE,
    INSTANT,
    SEQ,
    SIGNATURE,
    UUID,
    Field,
    check_object,
)

ENROL_PREFIX = b"prancheta/enrol/v1\0"
SESSION_PREFIX = b"prancheta/session/v1\0"
HEAD_PREFIX = b"prancheta/head/v1\0"
CERTIFICATE_PREFIX = b"prancheta/cert/v1\0"

# No 0, O, 1 or I: the code is read aloud and typed with gloves.
CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE = re.compile(f"[{CODE_ALPHABET}]{{8}}", re.ASCII)

HEAD_FIELDS = {"device": UUID, "seq": SEQ, "hash": HASH64, "at": INSTANT}
CERTIFICATE_FIELDS = {
    "format": Field("int", one_of=(1,)),
    "municipality": IBGE,
    "device": UUID,
    "key_id": Field("str", form=r"[0-9a-f]{8}", says="8 dígitos hexadecimais"),
    "public_key": Field("str", form=r"[A-Za-z0-9_-]{43}", says="chave de 32 bytes em base64url"),
    "issued_at": INSTANT,
}


def normalise_code(text: str) -> str:
    """An enrolment code as `XXXX-XXXX`, however it was typed; ValueError names what came."""
    cleaned = re.sub(r"[\s\-–—]", "", text).upper()
    if not _CODE.fullmatch(cleaned):
        raise ValueError(
            f"O código “{text[:20]}” não tem a forma XXXX-XXXX. Confira e digite de novo."
        )
    return f"{cleaned[:4]}-{cleaned[4:]}"


def enrol_signing_input(code: str, public_key: bytes) -> bytes:
    """What the new device signs: the code in its normal form, and its raw public key."""
    return ENROL_PREFIX + normalise_code(code).encode("ascii") + b"\0" + public_key


def session_signing_input(nonce: str, device: str) -> bytes:
    """What the device signs to open a session."""
    return SESSION_PREFIX + nonce.encode("utf-8") + b"\0" + device.encode("ascii")


def build_head(device: str, seq: int, hash_hex: str, at: str) -> dict[str, object]:
    """The head of a device's chain, still unsigned. With seq 0 the hash is 64 zeros."""
    if not is_uuid(device):
        raise RecordError("record.value", "head.device", device, "um UUID")
    return {"device": device, "seq": seq, "hash": hash_hex, "at": at}


def head_signing_input(head: dict[str, object]) -> bytes:
    return HEAD_PREFIX + canonical(_without_signature(head))


def check_head(head: object) -> None:
    """RecordError unless `head` is `{"device","seq","hash","at","signature"}` in good form."""
    check_object(head, {**HEAD_FIELDS, "signature": SIGNATURE}, "head")


def build_certificate(
    municipality: int, device: str, public_key: bytes, issued_at: str
) -> dict[str, object]:
    """A device certificate, still unsigned: the municipality vouches for the key."""
    certificate = {
        "format": 1,
        "municipality": municipality,
        "device": device,
        "key_id": key_id(public_key).hex(),
        "public_key": b64url(public_key),
        "issued_at": issued_at,
    }
    check_object(certificate, CERTIFICATE_FIELDS, "certificate")
    return certificate


def certificate_signing_input(certificate: dict[str, object]) -> bytes:
    return CERTIFICATE_PREFIX + canonical(_without_signature(certificate))


def check_certificate(certificate: object) -> None:
    """RecordError unless the signed certificate is in good form and names its own key."""
    check_object(certificate, {**CERTIFICATE_FIELDS, "signature": SIGNATURE}, "certificate")
    public_key = certificate_public_key(certificate)
    if certificate["key_id"] != key_id(public_key).hex():
        raise RecordError(
            "record.value", "certificate.key_id", certificate["key_id"], "a identificação da chave"
        )


def certificate_public_key(certificate: dict[str, object]) -> bytes:
    """The raw 32-byte key that a certificate vouches for."""
    try:
        return b64url_bytes(certificate["public_key"])
    except ValueError as error:
        raise RecordError(
            "record.value", "certificate.public_key", certificate["public_key"], str(error)
        ) from None


def attach_trust_signature(signed: dict[str, object], signature: bytes) -> dict[str, object]:
    """A head or certificate with its 64-byte signature."""
    if len(signature) != 64:
        raise RecordError("record.value", "signature", len(signature), "64 bytes")
    return {**_without_signature(signed), "signature": b64url(signature)}


def verify_head(head: dict[str, object], public_key: bytes) -> bool:
    from sync.records.verify import verify_ed25519

    check_head(head)
    return verify_ed25519(public_key, b64url_bytes(head["signature"]), head_signing_input(head))


def verify_certificate(certificate: dict[str, object], root_public_key: bytes) -> bool:
    from sync.records.verify import verify_ed25519

    check_certificate(certificate)
    signature = b64url_bytes(certificate["signature"])
    return verify_ed25519(root_public_key, signature, certificate_signing_input(certificate))


def _without_signature(signed: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in signed.items() if key != "signature"}
