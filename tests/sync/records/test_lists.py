"""The trust list and the revocation list: exact, small, signed, and never older than before."""

from array import array
from datetime import UTC, datetime, timedelta
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sync.records import lists, rice
from sync.records.lists import ListError
from tests.support import records as made
from tests.support import selo_vectors as town

ROOT = made.public_bytes(town.ROOT)

sorted_numbers = st.lists(st.integers(1, 3000), max_size=200).map(
    lambda steps: list(accumulate(steps))
)
wide_numbers = st.sets(st.integers(1, rice.NUMBER_MAX), max_size=40).map(sorted)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2099, 1, 1)).map(
    lambda moment: moment.replace(microsecond=0, tzinfo=UTC)
)
public_keys = st.binary(min_size=32, max_size=32)
kept = st.dictionaries(
    st.integers(1, rice.NUMBER_MAX), st.binary(min_size=8, max_size=8), max_size=8
)
revocations = st.builds(
    lambda number, at, numbers, keys: lists.RevocationList(
        made.MANGARATIBA, number, at, at + timedelta(days=7), array("Q", numbers),
        tuple(
            lists.RevokedKey(key, when, seals)
            for key, (when, seals) in sorted(keys.items())
        ),
    ),
    st.integers(1, 2**32 - 1), moments, sorted_numbers | wide_numbers,
    st.dictionaries(public_keys, st.tuples(moments, kept), max_size=4),
)  # fmt: skip
trusts = st.builds(
    lambda number, at, keys: lists.TrustList(
        made.MANGARATIBA, number, at, at + timedelta(days=7), "America/Sao_Paulo", town.BASE,
        tuple(
            sorted(
                (lists.TrustedKey(key, made.DEVICE, *dates) for key, dates in keys.items()),
                key=lambda key: (key.key_id, key.public_key),
            )
        ),
    ),
    st.integers(1, 2**32 - 1), moments,
    st.dictionaries(public_keys, st.tuples(moments, st.none() | moments), max_size=6),
)  # fmt: skip


def refused(call, *arguments) -> str:
    with pytest.raises(ListError) as caught:
        call(*arguments)
    assert caught.value.message.endswith(".")
    return caught.value.code


def both() -> tuple[bytes, bytes]:
    trust, revocation = town.trust_list(), town.revocation_list()
    return town.signed_trust(trust), town.signed_revocation(revocation)


@settings(deadline=None)
@given(sorted_numbers | wide_numbers)
def test_numbers_come_back_from_their_gaps_exactly(numbers):
    k, data = rice.encode(numbers)
    assert list(rice.decode(k, len(numbers), data)) == numbers


@settings(deadline=None)
@given(st.integers(0, 50), st.integers(0, 2**32), st.binary(max_size=60))
def test_whatever_decodes_has_one_spelling_for_its_parameter(k, count, data):
    try:
        numbers = rice.decode(k, count, data)
    except ValueError:
        return
    assert len(numbers) == count
    assert list(numbers) == sorted(set(numbers))


def test_numbers_out_of_order_or_twice_are_not_coded():
    for numbers in ([2, 1], [1, 1], [0, 1], [rice.NUMBER_MAX + 1]):
        with pytest.raises(ValueError, match="em ordem"):
            rice.encode(numbers)


@settings(deadline=None)
@given(revocations)
def test_a_revocation_list_comes_back_as_it_went_in(revocation):
    data = town.signed_revocation(revocation)
    found, signature, signed = lists.parse_revocation(data)
    assert found == revocation
    assert signed + signature == lists.revocation_signing_input(revocation) + data[-64:]
    assert all(found.has(serial) for serial in revocation.serials)


@settings(deadline=None)
@given(trusts)
def test_a_trust_list_comes_back_as_it_went_in(trust):
    found, _, signed = lists.parse_trust(town.signed_trust(trust))
    assert found == trust
    assert signed == lists.trust_signing_input(trust)


@settings(deadline=None)
@given(revocations, st.integers(1, rice.NUMBER_MAX))
def test_exactly_the_revoked_serials_are_on_the_list(revocation, serial):
    found, _, _ = lists.parse_revocation(town.signed_revocation(revocation))
    assert found.has(serial) == (serial in set(revocation.serials))


def test_both_lists_verify_under_the_towns_root_and_under_no_other():
    verified = lists.verify_lists(*both(), ROOT)
    assert verified == town.seal_lists()
    assert refused(lists.verify_lists, *both(), made.public_bytes(town.DEVICE)) == "list.signature"


@settings(deadline=None, max_examples=200)
@given(st.integers(0, 10_000), st.integers(1, 255), st.booleans())
def test_no_changed_byte_of_a_list_is_accepted(at, change, of_trust):
    trust, revocation = both()
    data = bytearray(trust if of_trust else revocation)
    data[at % len(data)] ^= change
    pair = (bytes(data), revocation) if of_trust else (trust, bytes(data))
    assert refused(lists.verify_lists, *pair, ROOT) in (
        "list.malformed", "list.signature", "list.newer",
    )  # fmt: skip


@settings(deadline=None)
@given(st.data())
def test_no_truncated_or_lengthened_list_is_accepted(data):
    trust, revocation = both()
    for whole, parse in ((trust, lists.parse_trust), (revocation, lists.parse_revocation)):
        cut = data.draw(st.integers(0, len(whole) - 1))
        assert refused(parse, whole[:cut]) == "list.malformed"
    assert refused(lists.parse_trust, trust + b" ") == "list.malformed"
    assert refused(lists.parse_revocation, revocation[:-64] + b"\0" + revocation[-64:]) == (
        "list.malformed"
    )


@settings(deadline=None)
@given(st.binary(max_size=400), st.booleans())
def test_no_bytes_whatever_crash_the_readers(data, with_magic):
    for kind in lists.KINDS:
        head = {"trust": b'{"format":1,', "revocation": b"PRV1"}[kind] if with_magic else b""
        assert refused(lists.parse_list, kind, head + data).startswith("list.")


def test_a_list_that_claims_more_than_it_holds_is_refused_before_it_is_unpacked():
    body = lists.revocation_signing_input(town.revocation_list(serials=array("Q"), keys=()))
    body = body.removeprefix(b"prancheta/revocation/v1\0")
    greedy = body[:-11] + b"\0" + (2**32 - 1).to_bytes(4, "big") + bytes(4) + bytes(2)
    assert refused(lists.parse_revocation, greedy + bytes(64)) == "list.malformed"
    for kind in lists.KINDS:
        assert refused(lists.parse_list, kind, b"x" * (lists.LIST_BYTES_MAX + 1)) == (
            "list.too_large"
        )


def test_a_list_of_a_newer_format_is_said_to_be_newer():
    trust, revocation = both()
    assert refused(lists.parse_trust, trust.replace(b'"format":1', b'"format":2')) == "list.newer"
    assert refused(lists.parse_revocation, b"PRV2" + revocation[4:]) == "list.newer"


def test_a_list_in_another_spelling_is_refused():
    trust, _ = both()
    spaced = trust.replace(b",", b", ", 1)
    in_another_zone = trust.replace(b'12:00:00Z"', b'12:00:00+00:00"', 1)
    for other in (spaced, in_another_zone):
        assert refused(lists.parse_trust, other) == "list.malformed"


def test_a_list_that_is_old_from_the_start_is_refused():
    at = town.ISSUED
    trust, revocation = town.trust_list(next_update=at), town.revocation_list(next_update=at)
    assert refused(lists.parse_trust, town.signed_trust(trust)) == "list.malformed"
    assert refused(lists.parse_revocation, town.signed_revocation(revocation)) == "list.malformed"


def test_lists_of_two_towns_are_no_pair():
    _, revocation = both()
    other = town.signed_trust(town.trust_list(municipality=3135209))
    assert refused(lists.verify_lists, other, revocation, ROOT) == "list.municipality"


def test_an_older_number_takes_no_newer_ones_place():
    lists.refuse_rollback(12, 13)
    lists.refuse_rollback(12, 12)
    assert refused(lists.refuse_rollback, 13, 12) == "list.rollback"
