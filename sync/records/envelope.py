"""The envelope that every record travels in, its canonical bytes, its hash and its signature.

A record is a dict with exactly the keys of ENVELOPE. What is signed is b"prancheta/record/v1" NUL
and the canonical bytes of the envelope without "signature"; what the next record's `prev` names
is the SHA-256 of the canonical bytes *with* it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sync.records.bodies import BODIES, check_body
from sync.records.canonical import b64url, b64url_bytes, canonical, sha256_hex
from sync.records.errors import RecordError
from sync.records.issue import check_selo_payload
from sync.records.shapes import (
    BOOL,
    HASH64,
    IBGE,
    INSTANT,
    MATRICULA,
    SIGNATURE,
    SLUG,
    UUID,
    UUID7,
    Field,
    ListOf,
    ObjectOf,
    check,
    check_object,
    nullable,
)

Record = dict

FORMAT = 1
RECORD_PREFIX = b"prancheta/record/v1\0"
FIRST_PREV = "0" * 64
RECORD_BYTES_MAX = 256 * 1024
ATTACHMENTS_MAX = 400
ATTACHMENT_BYTES_MAX = 12 * 1024 * 1024
UNDER_A_LAW = ("vistoria", "auto")
ROLES = ("foto", "assinatura", "pessoas", "anotacao")

AGENT = ObjectOf({
    "matricula": MATRICULA,
    "proof": Field("str", one_of=("pin", "password")),
    "at": INSTANT,
})
CLOCK = ObjectOf({
    "server_offset_ms": Field("int", least=-(2**53) + 1, nullable=True),
    "monotonic_ms": Field("int"),
    "went_back": BOOL,
})
RULEBOOK = ObjectOf(
    {"id": SLUG, "version": Field("str", min_chars=1, max_chars=40), "sha256": HASH64},
    nullable=True,
)
ATTACHMENT = ObjectOf({
    "digest": HASH64,
    "bytes": Field("int", least=1, most=ATTACHMENT_BYTES_MAX, says="de 1 byte a 12 MiB"),
    "media_type": Field(
        "str", form=r"[a-z]{1,20}/[a-z0-9.+-]{1,39}", says="um tipo de mídia como image/jpeg"
    ),
    "role": Field("str", one_of=ROLES),
    "item": nullable(SLUG),
})
ENVELOPE = {
    "format": Field("int", one_of=(FORMAT,)),
    "app": Field("str", form=r"[0-9A-Za-z][0-9A-Za-z.+-]{0,39}", says="a versão do aplicativo"),
    "id": UUID7,
    "kind": Field("str", one_of=tuple(BODIES)),
    "municipality": IBGE,
    "device": UUID,
    "device_seq": Field("int", least=1, says="um número inteiro a partir de 1"),
    "prev": HASH64,
    "agent": AGENT,
    "occurred_at": INSTANT,
    "clock": CLOCK,
    "rulebook": RULEBOOK,
    "attachments": ListOf(ATTACHMENT, max_items=ATTACHMENTS_MAX),
}


def build_envelope(
    *,
    id: str,
    kind: str,
    municipality: int,
    device: str,
    device_seq: int,
    prev: str,
    agent: dict,
    occurred_at: str,
    clock: dict,
    rulebook: dict | None,
    body: dict,
    attachments: list[dict] | tuple[dict, ...] = (),
    app: str = "0.1.0",
) -> Record:
    """A whole envelope without its signature; RecordError names what is not in form."""
    envelope = {
        "format": FORMAT, "app": app, "id": id, "kind": kind, "municipality": municipality,
        "device": device, "device_seq": device_seq, "prev": prev, "agent": agent,
        "occurred_at": occurred_at, "clock": clock, "rulebook": rulebook, "body": body,
        "attachments": list(attachments),
    }
    check_envelope(envelope)
    return envelope


def signing_input(envelope: Record) -> bytes:
    """The bytes that the device signs: prefix and canonical envelope, "signature" left out."""
    unsigned = {key: value for key, value in envelope.items() if key != "signature"}
    return RECORD_PREFIX + canonical(unsigned)


def attach_signature(envelope: Record, signature: bytes) -> Record:
    """The finished record: the envelope with its 64-byte Ed25519 signature."""
    if not isinstance(signature, bytes) or len(signature) != 64:
        raise RecordError("record.value", "signature", signature, "64 bytes")
    return {**envelope, "signature": b64url(signature)}


def record_bytes(record: Record) -> bytes:
    """The record's canonical bytes, signature included: what is kept, sent and hashed."""
    if "signature" not in record:
        raise RecordError("record.missing", "signature")
    return canonical(record)


def record_hash(record: Record) -> str:
    """SHA-256 of `record_bytes`, in hexadecimal: the next record's `prev`."""
    return sha256_hex(record_bytes(record))


def record_signature(record: Record) -> bytes:
    """The 64 bytes of the signature."""
    try:
        return b64url_bytes(record["signature"])
    except ValueError as error:
        raise RecordError("record.value", "signature", record["signature"], str(error)) from None


def check_envelope(envelope: object) -> None:
    """RecordError unless the envelope, signature left out, is whole, in form and coherent."""
    if not isinstance(envelope, dict):
        raise RecordError("record.not_object", "registro", envelope)
    version = envelope.get("format")
    if isinstance(version, int) and not isinstance(version, bool) and version > FORMAT:
        raise RecordError("record.format_newer", "format", version)
    if isinstance(envelope.get("kind"), str) and envelope["kind"] not in BODIES:
        raise RecordError("record.kind_unknown", "kind", envelope["kind"])
    unsigned = {key: value for key, value in envelope.items() if key not in ("signature", "body")}
    if "body" not in envelope:
        raise RecordError("record.missing", "body")
    check_object(unsigned, ENVELOPE, "registro")
    check_body(envelope["kind"], envelope["body"])
    if (envelope["device_seq"] == 1) != (envelope["prev"] == FIRST_PREV):
        raise RecordError(
            "record.chain", "prev", envelope["prev"],
            "64 zeros no primeiro registro do aparelho, e só nele",
        )
    if envelope["kind"] in UNDER_A_LAW and envelope["rulebook"] is None:
        raise RecordError("record.missing", "rulebook", None)
    _check_attachments(envelope)
    if envelope["kind"] == "selo":
        check_selo_payload(envelope)


def check_record(record: object) -> None:
    """RecordError unless the whole signed record is in form. The signature is not verified here."""
    check_envelope(record)
    if "signature" not in record:
        raise RecordError("record.missing", "signature")
    check(record["signature"], SIGNATURE, "signature")
    record_signature(record)
    size = len(record_bytes(record))
    if size > RECORD_BYTES_MAX:
        raise RecordError("record.too_long", "registro", size, f"{RECORD_BYTES_MAX} bytes")


def check_follows(record: Record, previous: Record | None) -> None:
    """RecordError unless `record` comes right after `previous` in one device's chain.

    `previous` None means that `record` must be the device's first.
    """
    if previous is None:
        expected_seq, expected_prev = 1, FIRST_PREV
    else:
        expected_seq, expected_prev = previous["device_seq"] + 1, record_hash(previous)
        if record["device"] != previous["device"]:
            raise RecordError("record.chain", "device", record["device"], previous["device"])
    if record["device_seq"] != expected_seq:
        raise RecordError("record.chain", "device_seq", record["device_seq"], str(expected_seq))
    if record["prev"] != expected_prev:
        raise RecordError("record.chain", "prev", record["prev"], expected_prev)


def verify_record(record: Record, public_key: bytes) -> bool:
    """Whether the record is in form and its signature is good for the raw 32-byte key."""
    from sync.records.verify import verify_ed25519

    check_record(record)
    return verify_ed25519(public_key, record_signature(record), signing_input(record))


def _check_attachments(envelope: Record) -> None:
    by_digest = {}
    for index, attachment in enumerate(envelope["attachments"]):
        if attachment["digest"] in by_digest:
            raise RecordError(
                "record.attachment", f"attachments[{index}].digest", attachment["digest"],
                "cada anexo uma vez só",
            )
        by_digest[attachment["digest"]] = attachment["role"]
    for path, digest in _photos_named(envelope):
        if by_digest.get(digest) != "foto":
            raise RecordError(
                "record.attachment", path, digest, "a foto precisa estar entre os anexos"
            )


def _photos_named(envelope: Record) -> Iterator[tuple[str, str]]:
    """(path, digest) of each photo that the body speaks of."""
    body = envelope["body"]
    if envelope["kind"] == "vistoria":
        for answer in body["answers"]:
            for digest in answer["photos"]:
                yield f"body.answers[{answer['item']}].photos", digest
    elif envelope["kind"] == "auto":
        for digest in body["photos"]:
            yield "body.photos", digest
