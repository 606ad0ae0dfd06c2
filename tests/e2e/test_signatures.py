"""What WebCrypto signs `cryptography` verifies, and the other way round, byte for byte."""

from __future__ import annotations

import base64
import json

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from sync import records
from sync.records import check, lists, seal, trust, verify_ed25519
from tests.support import records as made
from tests.support import selo_vectors as town
from tests.support.screen import Screen

ORDER = 2**252 + 27742317777372353535851937790883648493

SIGN_IN_PAGE = """async ([pkcs8, messages]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey('pkcs8', bytes(pkcs8), 'Ed25519', false, ['sign']);
  const signed = [];
  for (const message of messages) {
    const signature = await crypto.subtle.sign('Ed25519', key, bytes(message));
    signed.push(btoa(String.fromCharCode(...new Uint8Array(signature))));
  }
  return signed;
}"""

IN_WORKER = """
import json
from datetime import date, datetime
from sync import records
from sync.records import check, lists, seal
verify, sign = ports.keys.verify, ports.keys.sign

async def seal_and_record(payload, envelope, public):
    days = {name: date.fromisoformat(payload[name]) for name in ("inspected_on", "valid_until")}
    said = seal.SealPayload(**{**payload, **days, "key_id": records.key_id(public)})
    packed = seal.pack(said, await sign(seal.signing_input(said)))
    record = records.attach_signature(envelope, await sign(records.signing_input(envelope)))
    return [packed.hex(), record]

async def verified_lists(trust_data, revocation_data, root):
    found = []
    for kind, data in (("trust", trust_data), ("revocation", revocation_data)):
        parsed, signature, signed = lists.parse_list(kind, data)
        assert await verify(root, signature, signed), kind
        assert not await verify(root, signature, signed + b"x"), kind
        found.append(parsed)
    return lists.paired(*found)

async def answers(vectors):
    root = bytes.fromhex(vectors["keys"]["root"]["public_key"])
    revoked = bytes.fromhex(vectors["revocation_list"]["bytes"])
    pair = await verified_lists(vectors["trust_list"].encode(), revoked, root)
    said = []
    for case in vectors["checks"]:
        found = await check.check_async(
            case["text"], pair, datetime.fromisoformat(case["on"]), vectors["public_base"],
            case.get("expected_vehicle"), verify=verify)
        said.append([case["name"], found.colour, found.reason])
    return said
"""


@pytest.fixture
def screen(probe_screen: Screen) -> Screen:
    probe_screen.probe(IN_WORKER)
    return probe_screen


def test_a_seal_is_signed_and_checked_alike_in_the_browser_and_out_of_it(screen: Screen):
    what_the_browser_signs_is_good_here(screen)
    the_browser_answers_every_vector_as_it_says(screen)
    one_key_gives_the_same_bytes_in_both(screen)
    what_one_refuses_the_other_refuses(screen)


def what_the_browser_signs_is_good_here(screen: Screen) -> None:
    public = bytes.fromhex(screen.probe("public = await ports.keys.create()\npublic.hex()"))
    asked = (made.payload().as_dict(), made.envelope())
    packed, record = screen.probe(
        f"await seal_and_record(*json.loads({json.dumps(asked)!r}), public)"
    )
    assert records.verify_record(record, public)
    later = record | {"occurred_at": "2026-11-30T09:22:00-03:00"}
    assert not records.verify_record(later, public)
    known = lists.TrustedKey(public, made.DEVICE, town.ISSUED)
    pair = lists.SealLists(town.trust_list(keys=(known,)), town.revocation_list())
    text = town.address(bytes.fromhex(packed))
    assert check.check(text, pair, town.ISSUED).colour == "verde"
    assert check.check(text, pair, town.ISSUED, expected_vehicle={"plate": "XYZ9W87"}).colour == (
        "vermelho"
    )
    changed = bytearray.fromhex(packed)
    changed[8] ^= 1
    assert check.check(town.address(bytes(changed)), pair, town.ISSUED).reason == "bad_signature"


def the_browser_answers_every_vector_as_it_says(screen: Screen) -> None:
    vectors = json.loads(town.PLACE.read_text(encoding="utf-8"))
    said = screen.probe(f"await answers(json.loads({json.dumps(vectors)!r}))")
    assert said == [[case["name"], case["colour"], case["reason"]] for case in vectors["checks"]]


def one_key_gives_the_same_bytes_in_both(screen: Screen) -> None:
    pair = town.trust_list(), town.revocation_list()
    messages = [
        seal.signing_input(made.payload()),
        records.signing_input(made.envelope()),
        lists.trust_signing_input(pair[0]),
        lists.revocation_signing_input(pair[1]),
        trust.session_signing_input("n" * 43, made.DEVICE),
        b"",
    ]
    for number in (0, 9):
        key = made.key_from(number)
        private = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
        by_browser = screen.page.evaluate(SIGN_IN_PAGE, [b64(private), [*map(b64, messages)]])
        assert by_browser == [b64(key.sign(message)) for message in messages]


def what_one_refuses_the_other_refuses(screen: Screen) -> None:
    public, signed = made.public_bytes(town.DEVICE), seal.signing_input(made.payload())
    good = town.DEVICE.sign(signed)
    r, s = good[:32], int.from_bytes(good[32:], "little")
    cases = [
        (public, good, signed),
        (public, r + (s + ORDER).to_bytes(32, "little"), signed),
        (public, good[:63], signed),
        (public, good + b"\0", signed),
        (public, b"", signed),
        (public, bytes(64), signed),
        (public, good[32:] + r, signed),
        (public, b"\xff" * 32 + good[32:], signed),
        (public, good, signed + b"\0"),
        (public, good, b""),
        (made.public_bytes(town.STRANGER), good, signed),
        (b"\xff" * 32, good, signed),
        (public[:31], good, signed),
        (b"", good, signed),
    ]
    here = [verify_ed25519(*case) for case in cases]
    told = [[part.hex() for part in case] for case in cases]
    there = screen.probe(f"[await verify(*map(bytes.fromhex, case)) for case in {told!r}]")
    assert here == there == [True] + [False] * (len(cases) - 1)


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()
