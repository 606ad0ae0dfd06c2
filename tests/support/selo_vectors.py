"""Test vectors of the selo and its lists, from fixed keys: `python -m tests.support.selo_vectors`
writes sync/records/vectors/selo.json anew. Everything in them is invented."""

from __future__ import annotations

import json
from array import array
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sync.records import lists, seal
from sync.records.short_code import short_code
from tests.support.records import MANGARATIBA, key_from, packed_seal, payload, public_bytes

PLACE = Path(__file__).parents[2] / "sync" / "records" / "vectors" / "selo.json"
BASE = "https://selo.exemplo.rj.gov.br"
ISSUED = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
NEXT = ISSUED + timedelta(days=7)
ROOT, DEVICE, STOLEN, STRANGER = (key_from(number) for number in (9, 0, 2, 7))
NAMES = {"root": 9, "device": 0, "stolen": 2, "stranger": 7}
REVOKED = [3, 40, 41, 44, 1_000, 70_000]
KEPT_SERIAL = 201


def kept_seal() -> bytes:
    return packed_seal(STOLEN, serial=KEPT_SERIAL)


def trust_list(**changes: object) -> lists.TrustList:
    device = "0193a1b2-0000-7000-8000-00000000d00{}"
    fields = {
        "municipality": MANGARATIBA, "number": 12, "issued_at": ISSUED, "next_update": NEXT,
        "timezone": "America/Sao_Paulo", "public_base": BASE,
        "keys": (
            lists.TrustedKey(public_bytes(DEVICE), device.format(1), ISSUED - timedelta(days=90)),
            lists.TrustedKey(
                public_bytes(STOLEN), device.format(2), ISSUED - timedelta(days=60),
                ISSUED - timedelta(days=1),
            ),
        ),
        **changes,
    }  # fmt: skip
    return lists.TrustList(**fields)


def revocation_list(**changes: object) -> lists.RevocationList:
    fields = {
        "municipality": MANGARATIBA, "number": 31, "issued_at": ISSUED, "next_update": NEXT,
        "serials": array("Q", REVOKED),
        "keys": (
            lists.RevokedKey(
                public_bytes(STOLEN), ISSUED - timedelta(days=1),
                lists.tags_of([(KEPT_SERIAL, kept_seal())]),
            ),
        ),
        **changes,
    }  # fmt: skip
    return lists.RevocationList(**fields)


def signed_trust(trust: lists.TrustList, root=ROOT) -> bytes:
    return lists.trust_bytes(trust, root.sign(lists.trust_signing_input(trust)))


def signed_revocation(revocation: lists.RevocationList, root=ROOT) -> bytes:
    signature = root.sign(lists.revocation_signing_input(revocation))
    return lists.revocation_bytes(revocation, signature)


def seal_lists() -> lists.SealLists:
    return lists.SealLists(trust_list(), revocation_list())


def address(packed: bytes) -> str:
    return seal.url(BASE, packed)


def raw(body: bytes, key=DEVICE) -> bytes:
    """91 bytes of a body that may say anything, rightly signed."""
    return body + key.sign(seal.SEAL_PREFIX + body)


def _changed(at: int, value: int) -> bytes:
    body = bytearray(seal.encode(payload()))
    body[at] = value
    return bytes(body)


def _case(name: str, text: str, colour: str, reason: str, **more: object) -> dict[str, object]:
    on = more.pop("on", "2026-12-01T12:00:00Z")
    return {"name": name, "text": text, "on": on, "colour": colour, "reason": reason, **more}


def cases() -> list[dict[str, object]]:
    good = packed_seal()
    url, digits = address(good), seal.digits(good)
    flipped = bytearray(good)
    flipped[60] ^= 1
    other_plate = bytearray(good)
    other_plate[9:14] = int("XYZ9W87", 36).to_bytes(5, "big")
    swapped = seal.SEAL_PATH + digits[110:] + digits[:110]
    van = {"plate": "ABC1D23", "chassis_tail": "A12345"}
    rewritten = packed_seal(STOLEN, serial=KEPT_SERIAL, plate="XYZ9W87")
    provisional = packed_seal(status="provisorio", valid_until=date(2026, 12, 20))
    short = packed_seal(valid_until=date(2026, 12, 1))
    said = payload(key_id=seal.key_id(public_bytes(DEVICE)))
    by_stranger = seal.pack(said, STRANGER.sign(seal.signing_input(said)))
    return [
        _case("valid", url, "verde", "good"),
        _case("valid, the digits alone", digits, "verde", "good"),
        _case("valid, the vehicle at hand", url, "verde", "good", expected_vehicle=van),
        _case("valid, the old form of the same plate", url, "verde", "good",
              expected_vehicle={"plate": "ABC-1323"}),
        _case("old plate", address(packed_seal(plate="ABC1234")), "verde", "good"),
        _case("provisional", address(provisional), "verde", "provisional"),
        _case("last minute of the last day, there", address(short), "verde", "good",
              on="2026-12-02T02:59:59Z"),
        _case("the minute after", address(short), "vermelho", "expired",
              on="2026-12-02T03:00:00Z"),
        _case("the greatest serial", address(packed_seal(serial=2**40 - 1)), "verde", "good"),
        _case("kept seal of a revoked key", address(kept_seal()), "verde", "good"),
        _case("at the next update", url, "verde", "good", on="2026-12-07T12:00:00Z"),
        _case("past the next update", url, "ambar", "list_old", on="2026-12-07T12:00:01Z"),
        _case("a clock behind the lists", url, "ambar", "clock_behind",
              on="2026-11-29T12:00:00Z"),
        _case("expired", address(packed_seal(valid_until=date(2026, 11, 30))), "vermelho",
              "expired"),
        _case("expired, by a clock set back", address(packed_seal(
            inspected_on=date(2026, 1, 1), valid_until=date(2026, 7, 1))), "vermelho", "expired",
              on="2026-06-01T12:00:00Z"),
        _case("revoked", address(packed_seal(serial=41)), "vermelho", "revoked"),
        _case("beside a revoked one", address(packed_seal(serial=43)), "verde", "good"),
        _case("of a revoked key, not received in time",
              address(packed_seal(STOLEN, serial=202)), "vermelho", "key_revoked"),
        _case("of a revoked key, under a received serial", address(rewritten), "vermelho",
              "key_revoked"),
        _case("bad signature", address(bytes(flipped)), "vermelho", "bad_signature"),
        _case("another plate under the signature", address(bytes(other_plate)), "vermelho",
              "bad_signature"),
        _case("signed by a stranger in the device's name", address(by_stranger), "vermelho",
              "bad_signature"),
        _case("another vehicle", url, "vermelho", "other_vehicle",
              expected_vehicle={"plate": "XYZ9W87"}),
        _case("same plate, another chassis", url, "vermelho", "other_vehicle",
              expected_vehicle=van | {"chassis_tail": "B12345"}),
        _case("dated ahead", address(packed_seal(inspected_on=date(2026, 12, 2))), "vermelho",
              "not_yet"),
        _case("a plate that is none", address(raw(_changed(9, 255))), "vermelho", "altered"),
        _case("serial zero", address(raw(_changed(8, 0))), "vermelho", "altered"),
        _case("unknown key", address(packed_seal(STRANGER)), "cinza", "unknown_key"),
        _case("another town", address(packed_seal(ibge=3135209)), "cinza", "other_town"),
        _case("newer version", address(raw(_changed(0, 0x21))), "cinza", "newer_version"),
        _case("newer algorithm", address(raw(_changed(0, 0x12))), "cinza", "newer_version"),
        _case("unknown category", address(raw(_changed(22, 31))), "cinza", "newer_version"),
        _case("reserved bit", address(raw(_changed(22, 0x41))), "cinza", "newer_version"),
        _case("other host", url.replace("rj.gov.br", "com"), "cinza", "other_host"),
        _case("other port", url.replace("gov.br/", "gov.br:8443/"), "cinza", "other_host"),
        _case("host in capitals", url.replace("selo.", "SELO."), "cinza", "not_ours"),
        _case("ordinary URL", "https://www.exemplo.com/promo?x=1", "cinza", "not_ours"),
        _case("another page of ours", f"{BASE}/app/?codigo=ABCD-EFGH", "cinza", "not_ours"),
        _case("plain text", "Vende-se este carro", "cinza", "not_ours"),
        _case("a bar code", "7891234567895", "cinza", "not_ours"),
        _case("a script", "javascript:alert(1)", "cinza", "not_ours"),
        _case("nothing", "", "cinza", "not_ours"),
        _case("truncated", url[:-1], "cinza", "unreadable"),
        _case("221 digits", url + "0", "cinza", "unreadable"),
        _case("non-digits", url[:-1] + "x", "cinza", "unreadable"),
        _case("digits of another script", url[:-1] + "\u0663", "cinza", "unreadable"),
        _case("a query behind", url + "?x=1", "cinza", "unreadable"),
        _case("overflow, 2^728", f"{BASE}/s/{2**728:0220d}", "cinza", "unreadable"),
        _case("overflow, all nines", f"{BASE}/s/{'9' * 220}", "cinza", "unreadable"),
        _case("all zeros", f"{BASE}/s/{'0' * 220}", "cinza", "newer_version"),
        _case("halves swapped", f"{BASE}{swapped}", "cinza", "unreadable"),
    ]  # fmt: skip


def vectors() -> dict[str, object]:
    good = packed_seal()
    signed, said = seal.SEAL_PREFIX + good[:27], payload().as_dict()
    revocation = signed_revocation(revocation_list())
    return {
        "about": "Invented keys, plates and numbers. Layouts: SELO.md.",
        "public_base": BASE,
        "keys": {
            name: {
                "private_seed": bytes([number] * 32).hex(),
                "public_key": public_bytes(key_from(number)).hex(),
                "key_id": seal.key_id(public_bytes(key_from(number))).hex(),
            }
            for name, number in NAMES.items()
        },
        "seal": {
            "payload": said, "body": good[:27].hex(), "signing_input": signed.hex(),
            "signature": good[27:].hex(), "tag": seal.seal_tag(good).hex(),
            "digits": seal.digits(good), "qr_bytes": f"{BASE}/s/", "url": address(good),
            "short_code": short_code(good),
        },
        "trust_list": signed_trust(trust_list()).decode(),
        "revocation_list": {
            "bytes": revocation.hex(), "serials": REVOKED,
            "kept": {"stolen": [KEPT_SERIAL]},
        },
        "checks": cases(),
    }  # fmt: skip


def text() -> str:
    return json.dumps(vectors(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    PLACE.parent.mkdir(exist_ok=True)
    PLACE.write_text(text(), encoding="utf-8")
    print(f"{PLACE}: {len(cases())} conferências")
