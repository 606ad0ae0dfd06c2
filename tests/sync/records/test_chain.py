import pytest

from sync import records
from sync.records import RecordError
from tests.support import records as made


def test_three_records_in_a_row_follow_each_other():
    first = made.signed()
    second = made.following(first, "selo", made.selo_body(first))
    third = made.following(second)
    records.check_follows(first, None)
    records.check_follows(second, first)
    records.check_follows(third, second)


def test_a_missing_record_shows_by_its_number():
    first = made.signed()
    second = made.following(first)
    third = made.following(second)
    with pytest.raises(RecordError) as caught:
        records.check_follows(third, first)
    assert (caught.value.code, caught.value.field) == ("record.chain", "device_seq")


def test_a_record_swapped_for_another_of_the_same_number_shows_by_its_hash():
    first, other = made.signed(), made.signed()
    with pytest.raises(RecordError) as caught:
        records.check_follows(made.following(first), other)
    assert (caught.value.code, caught.value.field) == ("record.chain", "prev")


def test_a_resigned_predecessor_breaks_the_chain_too_because_the_hash_holds_the_signature():
    first = made.signed()
    second = made.following(first)
    resigned = made.sign(first, made.key_from(1))
    with pytest.raises(RecordError, match="prev"):
        records.check_follows(second, resigned)


def test_a_device_cannot_begin_anywhere_but_at_one():
    second = made.following(made.signed())
    with pytest.raises(RecordError, match="device_seq"):
        records.check_follows(second, None)


def test_another_devices_record_does_not_follow():
    first = made.signed()
    stranger = made.signed(
        device="0193a1b2-0000-7000-8000-00000000d002", device_seq=2,
        prev=records.record_hash(first),
    )
    with pytest.raises(RecordError, match="device"):
        records.check_follows(stranger, first)
