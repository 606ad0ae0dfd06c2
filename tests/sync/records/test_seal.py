import dataclasses
import random
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync import records
from sync.records import CATEGORY_CODES, SealError, seal
from tests.support import records as made

BASE = "https://selo.exemplo.mg.gov.br"
KNOWN_BODY = "113264c9000000002a053a50305b2425854509dd0a9201139e3940"
KNOWN_DIGITS = (
    "00948518466032706315842893830770553885640389284438964800853511551400202012790285"
    "90658304581416692919628397105762063291214126577867278205551237448428698807379678"
    "577015759703132296694848139720968429120733866455402036274435"
)

days = st.dates(seal.EPOCH, seal.LAST_DAY)
payloads = st.builds(
    lambda ibge, serial, plate, tail, first, second, category, status, key_id: (
        records.SealPayload(
            ibge, serial, plate, tail, min(first, second), max(first, second), category, status,
            key_id,
        )
    ),
    st.integers(seal.IBGE_MIN, seal.IBGE_MAX),
    st.integers(1, seal.SERIAL_MAX),
    st.from_regex(r"[A-Z]{3}[0-9][A-Z0-9][0-9]{2}", fullmatch=True),
    st.from_regex(r"[A-Z0-9]{6}", fullmatch=True),
    days,
    days,
    st.sampled_from(sorted(CATEGORY_CODES)),
    st.sampled_from(seal.STATUSES),
    st.binary(min_size=4, max_size=4),
)


def refused(call, *arguments) -> SealError:
    with pytest.raises(SealError) as caught:
        call(*arguments)
    return caught.value


@given(payloads, st.binary(min_size=64, max_size=64))
def test_every_seal_comes_back_from_its_address_as_it_went_in(payload, signature):
    packed = seal.pack(payload, signature)
    address = seal.url(BASE, packed)
    assert len(packed) == 91
    assert len(address) == len(BASE) + 3 + 220
    assert seal.parse_url(address, BASE) == (payload, signature, seal.signing_input(payload))


@given(st.binary(min_size=91, max_size=91))
def test_whatever_parses_has_one_spelling_only(data):
    try:
        payload, signature, _ = seal.unpack(data)
    except SealError:
        return
    assert seal.pack(payload, signature) == data


@given(st.binary(min_size=26, max_size=26), st.binary(min_size=64, max_size=64))
def test_random_bytes_after_a_good_first_one_never_crash_the_parser(rest, signature):
    data = bytes((seal.VERSION_AND_ALGORITHM,)) + rest + signature
    try:
        payload, signature, _ = seal.unpack(data)
    except SealError as error:
        assert error.code in ("malformed", "unknown_version")
    else:
        assert seal.pack(payload, signature) == data


@given(st.text(max_size=300) | st.from_regex(r"[0-9]{218,222}", fullmatch=True))
def test_no_text_whatever_crashes_the_parser(text):
    for parse in (seal.parse_digits, seal.parse_url):
        try:
            parse(text)
        except SealError as error:
            assert error.message.endswith(".")


def test_a_known_seal_has_known_bytes():
    # Private seed 32 zero bytes; the values are those of tests/support/records.py.
    packed = made.packed_seal()
    assert packed[:27].hex() == KNOWN_BODY
    assert seal.digits(packed) == KNOWN_DIGITS
    payload, _, signed = seal.parse_digits(KNOWN_DIGITS)
    assert payload == made.payload()
    assert signed == b"prancheta/selo/v1\0" + bytes.fromhex(KNOWN_BODY)
    assert records.verify_seal(packed, made.public_bytes(made.key_from(0)))


def test_each_field_stands_where_the_layout_says():
    said = made.payload(status="provisorio", serial=0x0102030405, plate="AAA0A00")
    body = seal.encode(said)
    assert body[0] == 0x11
    assert int.from_bytes(body[1:4], "big") == 3302601
    assert body[4:9].hex() == "0102030405"
    assert int.from_bytes(body[9:14], "big") == int("AAA0A00", 36)
    assert int.from_bytes(body[14:18], "big") == int("A12345", 36)
    assert int.from_bytes(body[18:20], "big") == (date(2026, 11, 30) - date(2020, 1, 1)).days
    assert int.from_bytes(body[20:22], "big") == (date(2027, 5, 30) - date(2020, 1, 1)).days
    assert body[22] == 0x80 | CATEGORY_CODES["escolar"]
    assert body[23:27] == records.key_id(made.public_bytes(made.key_from()))


def test_a_seal_signed_by_another_key_does_not_verify():
    stranger = made.key_from(1)
    packed = made.packed_seal(stranger)
    assert not records.verify_seal(packed, made.public_bytes(made.key_from(0)))
    said = made.payload()
    forged = seal.pack(said, stranger.sign(seal.signing_input(said)))
    assert not records.verify_seal(forged, made.public_bytes(made.key_from(0)))


def test_a_record_signature_is_worth_nothing_on_a_seal():
    said, key = made.payload(), made.key_from()
    body = seal.encode(said)
    for prefix in (b"", b"prancheta/record/v1\0", b"prancheta/head/v1\0"):
        assert not records.verify_seal(body + key.sign(prefix + body), made.public_bytes(key))


def test_no_flipped_bit_anywhere_in_a_seal_verifies():
    packed, public_key = made.packed_seal(), made.public_bytes(made.key_from())
    for bit in range(91 * 8):
        damaged = bytearray(packed)
        damaged[bit // 8] ^= 0x80 >> bit % 8
        try:
            verified = records.verify_seal(bytes(damaged), public_key)
        except SealError:
            verified = False
        assert not verified, f"bit {bit}"


def test_no_changed_digit_of_an_address_verifies():
    digits, public_key = seal.digits(made.packed_seal()), made.public_bytes(made.key_from())
    chance = random.Random(7)
    for at in range(220):
        other = chance.choice([digit for digit in "0123456789" if digit != digits[at]])
        try:
            packed = seal.packed_from_digits(digits[:at] + other + digits[at + 1:])
            verified = records.verify_seal(packed, public_key)
        except SealError:
            verified = False
        assert not verified, f"posição {at}"


def test_a_seal_with_small_numbers_keeps_its_leading_zeros():
    digits = seal.digits(made.packed_seal())
    assert len(digits) == 220
    assert digits.startswith("00")
    assert refused(seal.parse_digits, digits.lstrip("0")).code == "malformed"
    assert refused(seal.parse_digits, "0" + digits).code == "malformed"


@pytest.mark.parametrize(
    "text", ["", "1" * 219, "1" * 221, "9" * 220, str(2**728), "x" * 220, "１" * 220,
             " " + "1" * 219, "-" + "1" * 219, "1_" * 110, "0" * 219 + "\n", None, 5],
)
def test_digits_that_are_no_seal_are_malformed(text):
    assert refused(seal.parse_digits, text).code == "malformed"


def test_zeros_are_a_version_that_never_was():
    assert refused(seal.parse_digits, "0" * 220).code == "unknown_version"


@pytest.mark.parametrize("first", [0x00, 0x10, 0x12, 0x21, 0xFF])
def test_another_version_or_algorithm_is_unknown_never_forged(first):
    error = refused(seal.unpack, bytes((first,)) + made.packed_seal()[1:])
    assert error.code == "unknown_version"
    assert "atualize" in error.message


@pytest.mark.parametrize("status", [0x20, 0x41, 0x61, 0x1F, 0x9F])
def test_a_reserved_bit_or_an_unknown_category_is_a_newer_seal(status):
    packed = bytearray(made.packed_seal())
    packed[22] = status
    assert refused(seal.unpack, bytes(packed)).code == "unknown_version"


@pytest.mark.parametrize(
    ("at", "data", "named"),
    [
        (1, (42).to_bytes(3, "big"), "município"), (4, bytes(5), "número"),
        (9, b"\xff" * 5, "placa"), (9, bytes(5), "placa"), (14, b"\xff" * 4, "chassi"),
        (20, bytes(2), "validade"),
    ],
)
def test_impossible_fields_are_malformed_and_named(at, data, named):
    packed = bytearray(made.packed_seal())
    packed[at : at + len(data)] = data
    error = refused(seal.unpack, bytes(packed))
    assert error.code == "malformed"
    assert named in error.message


@pytest.mark.parametrize(
    "changes",
    [
        {"serial": 0}, {"serial": 2**40}, {"serial": True}, {"ibge": 1}, {"plate": "abc1d23"},
        {"plate": "ABC-1D23"}, {"plate": "ABC"}, {"chassis_tail": "A1234"},
        {"chassis_tail": "a12345"}, {"inspected_on": date(2019, 12, 31)},
        {"valid_until": date(2026, 11, 29)}, {"valid_until": seal.LAST_DAY + timedelta(days=1)},
        {"category": "barco"}, {"status": "talvez"}, {"key_id": b"abc"}, {"key_id": "abcd"},
    ],
)
def test_a_seal_that_could_not_be_read_back_is_not_made(changes):
    assert refused(seal.encode, made.payload(**changes)).code == "malformed"


def test_a_signature_of_another_length_is_not_packed():
    assert refused(seal.pack, made.payload(), bytes(63)).code == "malformed"


@pytest.mark.parametrize(
    "address",
    ["https://exemplo.com", "https://exemplo.com/", "https://exemplo.com/loja?x=1", "WIFI:S:casa;;",
     "ftp://selo.exemplo/s/1", "javascript:alert(1)", "", "HTTPS://SELO.EXEMPLO/s/1",
     "http://selo.exemplo.mg.gov.br/s/" + "1" * 220, "https://eu@selo.exemplo/s/" + "1" * 220,
     "https://selo.exemplo:99999/s/" + "1" * 220, "https://selo.exemplo/x/s/" + "1" * 220, None],
)
def test_other_addresses_are_not_ours(address):
    assert refused(seal.parse_url, address).code == "not_ours"


@pytest.mark.parametrize("tail", ["", "1", "1" * 220 + "/", "1" * 220 + "?a=1", "1" * 220 + "#x"])
def test_our_address_with_another_ending_is_malformed(tail):
    assert refused(seal.parse_url, f"{BASE}/s/{tail}").code == "malformed"


def test_a_good_seal_of_another_host_is_not_ours_when_the_host_is_given():
    address = seal.url("https://outra.exemplo", made.packed_seal())
    error = refused(seal.parse_url, address, BASE)
    assert error.code == "not_ours"
    assert "https://outra.exemplo" in error.message
    assert seal.parse_url(address)[0] == made.payload()


def test_the_payload_can_be_shown_as_json():
    assert made.payload().as_dict() == {
        "ibge": 3302601, "serial": 42, "plate": "ABC1D23", "chassis_tail": "A12345",
        "inspected_on": "2026-11-30", "valid_until": "2027-05-30", "category": "escolar",
        "status": "aprovado", "key_id": made.payload().key_id.hex(),
    }
    assert dataclasses.is_dataclass(made.payload())


@pytest.mark.parametrize(
    ("serial", "text"), [(1, "000.001"), (42, "000.042"), (1_234_567, "1.234.567")]
)
def test_a_serial_is_written_in_groups_of_three(serial, text):
    assert records.serial_text(serial) == text


@pytest.mark.parametrize("chassis", ["9BWZZZ377VT004251", "9bw zzz 377 vt 004251", "004251"])
def test_the_chassis_tail_is_its_last_six(chassis):
    assert records.chassis_tail(chassis) == "004251"


def test_a_chassis_too_short_or_with_signs_is_refused_by_name():
    for bad in ("12345", "", "ABC*12345?"):
        with pytest.raises(ValueError, match="chassi"):
            records.chassis_tail(bad)
