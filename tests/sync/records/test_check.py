"""Verde, âmbar, vermelho, cinza: what may be said of a selo, and never more than that."""

import asyncio
import json
import re
from datetime import UTC, date, datetime, timedelta

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from sync.records import check_words, lists, seal, verify_ed25519
from sync.records.check import COLOURS, check, check_async, serial_claimed
from tests.support import records as made
from tests.support import selo_vectors as town

VECTORS = json.loads(town.PLACE.read_text(encoding="utf-8"))
LISTS = town.seal_lists()
DAY = datetime(2026, 12, 1, 12, tzinfo=UTC)
GOOD = made.packed_seal()
URL = town.address(GOOD)
VAN = {"plate": "ABC1D23", "chassis_tail": "A12345"}


def said(text: str = URL, on=DAY, **more):
    return check(text, more.pop("lists", LISTS), on, town.BASE, **more)


def told(*arguments, **more) -> tuple[str, str]:
    found = said(*arguments, **more)
    return found.colour, found.reason


def test_the_vectors_are_what_their_command_writes():
    assert town.PLACE.read_text(encoding="utf-8") == town.text()


@pytest.mark.parametrize("case", VECTORS["checks"], ids=lambda case: case["name"])
def test_each_vector_is_answered_as_it_says(case):
    verified = lists.verify_lists(
        VECTORS["trust_list"].encode(), bytes.fromhex(VECTORS["revocation_list"]["bytes"]),
        bytes.fromhex(VECTORS["keys"]["root"]["public_key"]),
    )  # fmt: skip
    on = datetime.fromisoformat(case["on"])
    found = check(
        case["text"], verified, on, VECTORS["public_base"], case.get("expected_vehicle")
    )
    assert (found.colour, found.reason) == (case["colour"], case["reason"])
    again = asyncio.run(check_async(
        case["text"], verified, on, VECTORS["public_base"], case.get("expected_vehicle"),
        verify=_later,
    ))  # fmt: skip
    assert again == found


async def _later(public_key, signature, message):
    return verify_ed25519(public_key, signature, message)


def test_the_vectors_name_every_answer_there_is():
    named = {case["reason"] for case in VECTORS["checks"]}
    # The rest needs other lists or a registry: proved below.
    assert set(check_words.SENTENCES) - named == {"no_lists", "lists_differ", "other_seal"}


def test_a_verifier_written_from_the_page_alone_agrees_with_ours():
    """Nothing of ours is used here but the vectors: offsets and prefixes as SELO.md has them."""
    for case in VECTORS["checks"]:
        if not re.fullmatch(re.escape(VECTORS["public_base"]) + "/s/[0-9]{220}", case["text"]):
            continue
        number = int(case["text"][-220:])
        if number >= 2**728:
            assert case["reason"] == "unreadable"
            continue
        packed = number.to_bytes(91, "big")
        body, signature = packed[:27], packed[27:]
        version, category = body[0], body[22]
        if version != 0x11 or category & 0x60 or category & 0x1F > 15:
            assert case["reason"] == "newer_version"
            continue
        ibge, serial, plate, first, last = (
            int.from_bytes(body[start:end], "big")
            for start, end in ((1, 4), (4, 9), (9, 14), (18, 20), (20, 22))
        )
        keys = [
            bytes.fromhex(VECTORS["keys"][name]["public_key"])
            for name in ("device", "stolen")
            if VECTORS["keys"][name]["key_id"] == body[23:27].hex()
        ]
        if case["reason"] in ("altered", "other_town", "unknown_key"):
            assert ibge != 3302601 or not keys or serial == 0 or plate >= 36**7
            continue
        good = _verifies(keys[0], signature, b"prancheta/selo/v1\0" + body)
        assert good == (case["reason"] != "bad_signature"), case["name"]
        if case["colour"] == "verde":
            days = [date(2020, 1, 1) + timedelta(days=day) for day in (first, last)]
            assert days[0] <= datetime.fromisoformat(case["on"]).date()
            assert serial not in VECTORS["revocation_list"]["serials"]
            assert (case["reason"] == "provisional") == bool(category & 0x80)


def _verifies(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def test_a_good_answer_tells_the_datas_age_and_what_to_compare():
    found = said()
    assert found.sentence == "Selo válido até 30/05/2027."
    assert (found.data_at, found.data_age) == (town.ISSUED, timedelta(days=1))
    assert "placa ABC1D23" in found.compare
    assert "A12345" in found.compare
    assert found.as_dict()["data_age_s"] == 86_400
    assert json.dumps(found.as_dict())
    assert check_words.age_words(found.data_age) == "há 1 dia"


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "há menos de um minuto"), (1, "há 1 minuto"), (59, "há 59 minutos"), (60, "há 1 hora"),
     (119, "há 1 hora"), (2880, "há 2 dias")],
)  # fmt: skip
def test_an_age_is_told_as_people_say_it(minutes, words):
    assert check_words.age_words(timedelta(minutes=minutes)) == words


def test_amber_still_says_until_when_and_that_a_cancellation_may_be_missing():
    found = said(on=town.NEXT + timedelta(seconds=1))
    assert found.colour == "ambar"
    assert found.sentence.startswith("Selo válido até 30/05/2027. Mas a lista")


def test_the_older_of_the_two_lists_decides_how_fresh_the_answer_is():
    stale = lists.SealLists(
        town.trust_list(issued_at=town.ISSUED - timedelta(days=9),
                        next_update=town.ISSUED - timedelta(days=2)),
        town.revocation_list(),
    )  # fmt: skip
    assert told(lists=stale) == ("ambar", "list_old")
    assert said(lists=stale).data_age == timedelta(days=10)


def test_a_forged_code_shows_nothing_of_what_it_claims():
    for case in VECTORS["checks"]:
        found = said(case["text"])
        if case["reason"] in ("bad_signature", "altered", "unknown_key", "other_town"):
            assert found.payload is None
            assert found.compare is None
            assert "ABC1D23" not in found.sentence


def test_without_lists_nothing_is_called_good():
    assert told(lists=None) == ("cinza", "no_lists")
    assert said(lists=None).data_age is None
    assert told("https://www.exemplo.com/", lists=None) == ("cinza", "not_ours")


def test_a_key_revoked_by_the_newer_list_alone_cannot_be_judged_yet():
    half = lists.SealLists(town.trust_list(), town.revocation_list(keys=()))
    assert told(town.address(town.kept_seal()), lists=half) == ("cinza", "lists_differ")


def test_a_key_revoked_on_the_revocation_list_counts_no_more_whatever_the_trust_list_says():
    keys = tuple(
        lists.TrustedKey(key.public_key, key.device, key.issued_at) for key in LISTS.trust.keys
    )
    half = lists.SealLists(town.trust_list(keys=keys), town.revocation_list())
    unsent = town.address(made.packed_seal(town.STOLEN, serial=202))
    assert told(unsent, lists=half) == ("vermelho", "key_revoked")
    assert told(town.address(town.kept_seal()), lists=half) == ("verde", "good")


def test_a_registry_that_knows_better_is_heard():
    known = {
        "plate": "ABC1D23", "inspected_on": "2026-11-30", "valid_until": "2027-05-30",
        "status": "valido",
    }  # fmt: skip
    assert told(registered=known) == ("verde", "good")
    assert told(registered=known | {"status": "anulado"}) == ("vermelho", "revoked")
    for change in ({"plate": "XYZ9W87"}, {"valid_until": "2028-05-30"}):
        assert told(registered=known | change) == ("vermelho", "other_seal")


def test_two_keys_of_one_key_id_are_both_tried(monkeypatch):
    twin = lists.TrustedKey(made.public_bytes(town.STRANGER), made.DEVICE, town.ISSUED)
    monkeypatch.setattr(lists.TrustList, "named", lambda self, name: (twin, *self.keys))
    assert told() == ("verde", "good")


def test_a_day_will_do_where_the_hour_is_not_known():
    assert told(on=date(2026, 12, 1)) == ("verde", "good")
    assert told(on=date(2027, 6, 1)) == ("vermelho", "expired")
    with pytest.raises(ValueError, match="fuso"):
        said(on=datetime(2026, 12, 1))


def test_a_code_says_whose_it_claims_to_be_before_it_is_checked():
    assert serial_claimed(URL) == serial_claimed(seal.digits(GOOD)) == (made.MANGARATIBA, 42)
    for text in ("", "https://x", URL[:-1]):
        assert serial_claimed(text) is None


# What an attacker may try


def never_good(text: str) -> None:
    found = said(text)
    assert found.colour in ("vermelho", "cinza"), (text, found)
    assert found.sentence


@settings(deadline=None)
@given(st.text(max_size=400) | st.from_regex(r"[0-9]{215,225}", fullmatch=True))
def test_no_text_whatever_crashes_the_check_or_is_called_good(text):
    never_good(text)
    never_good(f"{town.BASE}/s/{text}")


@settings(deadline=None, max_examples=300)
@given(st.integers(0, 91 * 8 - 1))
def test_no_flipped_bit_makes_a_good_seal(bit):
    flipped = int.from_bytes(GOOD, "big") ^ (1 << bit)
    never_good(f"{town.BASE}/s/{flipped:0220d}")


@settings(deadline=None)
@given(st.integers(0, 219), st.sampled_from("0123456789"))
def test_no_changed_digit_makes_a_good_seal(at, digit):
    digits = seal.digits(GOOD)
    if digits[at] != digit:
        never_good(f"{town.BASE}/s/{digits[:at]}{digit}{digits[at + 1 :]}")


@settings(deadline=None)
@given(st.integers(0, 91), st.integers(0, 91))
def test_no_pieces_of_two_good_seals_make_a_third(first, second):
    other = made.packed_seal(serial=43, plate="XYZ9W87")
    low, high = sorted((first, second))
    mixed = GOOD[:low] + other[low:high] + GOOD[high:]
    if mixed not in (GOOD, other):
        never_good(town.address(mixed))


@settings(deadline=None)
@given(st.integers(0, 219))
def test_swapped_halves_of_the_digits_are_no_seal(at):
    digits = seal.digits(GOOD)
    if at:
        never_good(f"{town.BASE}/s/{digits[at:]}{digits[:at]}")


@settings(deadline=None)
@given(
    st.binary(min_size=32, max_size=32), st.integers(1, 2**40 - 1),
    st.from_regex(r"[A-Z]{3}[0-9][A-J][0-9]{2}", fullmatch=True),
)  # fmt: skip
def test_whatever_an_unknown_key_signs_is_never_called_good(seed, serial, plate):
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(seed)
    if seed in (bytes(32), bytes([2] * 32)):
        return
    never_good(town.address(made.packed_seal(key, serial=serial, plate=plate)))
    named = made.payload(serial=serial, plate=plate)  # in the good device's name
    never_good(town.address(seal.pack(named, key.sign(seal.signing_input(named)))))


@settings(deadline=None)
@given(st.integers(1, 300), st.from_regex(r"[A-Z]{3}[0-9][A-J][0-9]{2}", fullmatch=True))
def test_a_stolen_key_signs_nothing_that_is_called_good(serial, plate):
    packed = made.packed_seal(town.STOLEN, serial=serial, plate=plate)
    if packed != town.kept_seal():
        never_good(town.address(packed))


def test_every_colour_is_one_of_the_four_and_every_reason_has_its_words():
    assert {case["colour"] for case in VECTORS["checks"]} == set(COLOURS)
    assert set(check_words.COLOUR_WORDS) == set(COLOURS)
