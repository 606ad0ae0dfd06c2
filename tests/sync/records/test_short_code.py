"""The code that is typed when the QR cannot be read."""

from __future__ import annotations

import json

import pytest

from sync.records.seal import SERIAL_MAX, seal_tag
from sync.records.short_code import ShortCode, ShortCodeError, parse_short_code, short_code
from tests.support import selo_vectors
from tests.support.records import key_from, packed_seal


def test_the_code_is_the_serial_and_five_characters_that_need_the_signature():
    seal = packed_seal(serial=42)
    code = short_code(seal)
    assert code.startswith("000.042-")
    assert len(code) == len("000.042-7K3MQ")
    assert parse_short_code(code).matches(seal)
    by_another_key = packed_seal(key_from(2), serial=42)
    assert not parse_short_code(code).matches(by_another_key)
    assert short_code(by_another_key) != code


def test_the_same_serial_of_two_towns_has_two_codes():
    here, there = packed_seal(serial=7), packed_seal(serial=7, ibge=3135209)
    assert not parse_short_code(short_code(here)).matches(there)


def test_a_right_check_under_another_serial_finds_nothing():
    seal = packed_seal(serial=42)
    check = parse_short_code(short_code(seal)).check
    assert not ShortCode(43, check).matches(seal)


def test_the_code_gives_away_nothing_that_a_revocation_list_publishes():
    seal = packed_seal()
    published = int.from_bytes(seal_tag(seal)[:4], "big") >> 7
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    own = 0
    for char in short_code(seal).split("-")[1]:
        own = own * 32 + alphabet.index(char)
    assert own != published


@pytest.mark.parametrize(
    "typed",
    [
        "000.042-7K0M1", "42-7k0m1", " 42 7K0M1 ", "0000427K0M1", "000,042 – 7k om l",
        "Nº 42-7KOMI", "nº42 7kOmi", "OOO.O42-7K0ML", "\uff14\uff12-7K0M1", "n° 000.042·7K0M1",
    ],
)
def test_the_code_is_read_as_people_type_it(typed):
    assert parse_short_code(typed) == ShortCode(42, "7K0M1")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "empty"), (" - ", "empty"), ("7K3MQ", "too_short"), ("42", "too_short"),
        ("000.042-7K3M?", "character"), ("000.042-7K3MU", "character"),
        ("A42-7K3MQ", "serial"), ("0-7K3MQ", "serial"), (f"{SERIAL_MAX + 1}-7K3MQ", "serial"),
        ("1" * 65, "too_long"), ("<script>", "character"), ("42-7K3M\u0663", "character"),
    ],
)
def test_what_is_no_code_is_told_what_is_wrong_with_it(typed, code):
    with pytest.raises(ShortCodeError) as caught:
        parse_short_code(typed)
    assert caught.value.code == code
    assert caught.value.message.endswith(".")


def test_the_greatest_serial_goes_there_and_back():
    seal = packed_seal(serial=SERIAL_MAX)
    assert parse_short_code(short_code(seal)).matches(seal)


def test_the_published_vector_has_the_code():
    vectors = json.loads(selo_vectors.PLACE.read_text(encoding="utf-8"))
    assert vectors["seal"]["short_code"] == short_code(packed_seal())
