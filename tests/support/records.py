"""Invented vistorias, seals and keys, whole enough to pass every check."""

from __future__ import annotations

from datetime import date

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sync import records
from sync.records import seal

DEVICE = "0193a1b2-0000-7000-8000-00000000d001"
VEHICLE = "0193a1b2-0000-7000-8000-00000000a001"
MANGARATIBA = 3302601


def key_from(number: int = 0) -> Ed25519PrivateKey:
    """A fixed key: the private seed is `number` repeated over 32 bytes."""
    return Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)


def public_bytes(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def vehicle(**changes: object) -> dict:
    return {
        "id": VEHICLE, "known": True, "plate": "ABC1D23", "chassis_tail": "A12345",
        "make_model": "Volare V8", "service": "escolar", "model_year": 2019,
        "manufacture_year": 2018, "permit": "AUT-017", **changes,
    }


def answer(item: str = "14-XIX", value: str = "conforme", **changes: object) -> dict:
    return {
        "item": item, "value": value, "reason": "", "note": "", "measured": {}, "photos": [],
        "at": "2026-11-30T09:12:00-03:00", **changes,
    }


def exigencia(number: int = 1, **changes: object) -> dict:
    return {
        "id": f"0193a1b2-0000-7000-8000-{number:012x}", "item": "14-XIX", "cite": "Art. 14, XIX",
        "label": "Espelho retrovisor quebrado", "deadline": None, "measures": ["retencao"],
        **changes,
    }


def verdict(**changes: object) -> dict:
    return {
        "result": "aprovado", "valid_until": "2027-05-30", "retention": False, "exigencias": [],
        "closes": [], "choices": [{"id": "validade", "applied": "seis-meses"}],
        "reasons": [{"text": "Todos os itens conformes.", "cites": ["Art. 14"]}], **changes,
    }


def rejected_verdict(**changes: object) -> dict:
    return verdict(
        result="reprovado", valid_until=None, retention=True, exigencias=[exigencia()],
        reasons=[{"text": "Há item não conforme.", "cites": ["Art. 14, XIX"]}],
    ) | changes


def vistoria_body(**changes: object) -> dict:
    return {
        "vehicle": vehicle(), "mode": "ordinaria", "previous": None,
        "started_at": "2026-11-30T09:05:00-03:00", "ended_at": "2026-11-30T09:21:00-03:00",
        "odometer": 84210, "answers": [answer()], "verdict": verdict(), **changes,
    }


def envelope(kind: str = "vistoria", body: dict | None = None, **changes: object) -> dict:
    """An unsigned envelope, checked."""
    fields = {
        "id": records.uuid7(), "kind": kind, "municipality": MANGARATIBA, "device": DEVICE,
        "device_seq": 1, "prev": records.FIRST_PREV,
        "agent": {"matricula": "1001", "proof": "pin", "at": "2026-11-30T09:00:00-03:00"},
        "occurred_at": "2026-11-30T09:21:00-03:00",
        "clock": {"server_offset_ms": 120, "monotonic_ms": 5_000, "went_back": False},
        "rulebook": {"id": "mangaratiba", "version": "1", "sha256": "a" * 64},
        "body": vistoria_body() if body is None else body, "attachments": [], **changes,
    }
    return records.build_envelope(**fields)


def sign(unsigned: dict, key: Ed25519PrivateKey | None = None) -> dict:
    key = key or key_from()
    return records.attach_signature(unsigned, key.sign(records.signing_input(unsigned)))


def signed(kind: str = "vistoria", body: dict | None = None, **changes: object) -> dict:
    """A whole signed record of the key `key_from()`."""
    return sign(envelope(kind, body, **changes))


def following(previous: dict, kind: str = "vistoria", body: dict | None = None) -> dict:
    """The signed record that comes right after `previous` in the chain."""
    return signed(
        kind, body, device_seq=previous["device_seq"] + 1, prev=records.record_hash(previous)
    )


def payload(**changes: object) -> records.SealPayload:
    fields = {
        "ibge": MANGARATIBA, "serial": 42, "plate": "ABC1D23", "chassis_tail": "A12345",
        "inspected_on": date(2026, 11, 30), "valid_until": date(2027, 5, 30),
        "category": "escolar", "key_id": records.key_id(public_bytes(key_from())), **changes,
    }
    return records.SealPayload(**fields)


def packed_seal(key: Ed25519PrivateKey | None = None, **changes: object) -> bytes:
    """The 91 bytes of a seal signed by `key`."""
    key = key or key_from()
    said = payload(**{"key_id": records.key_id(public_bytes(key)), **changes})
    return seal.pack(said, key.sign(seal.signing_input(said)))


def selo_body(
    vistoria: dict, serial: int = 42, key: Ed25519PrivateKey | None = None,
    inspected_on: date = date(2026, 11, 30),
) -> dict:
    """The body of the `selo` record of an approved vistoria record."""
    key = key or key_from()
    said = records.seal_payload(vistoria, serial, inspected_on, public_bytes(key))
    packed = seal.pack(said, key.sign(seal.signing_input(said)))
    inspected = vistoria["body"]["vehicle"]
    return {
        "vistoria": vistoria["id"], "serial": serial,
        "vehicle": {name: inspected[name] for name in ("id", "plate", "chassis_tail")},
        "service": inspected["service"], "inspected_on": said.inspected_on.isoformat(),
        "valid_until": said.valid_until.isoformat(), "payload": records.b64url(packed),
    }
