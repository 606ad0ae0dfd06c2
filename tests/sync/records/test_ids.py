import uuid

import pytest

from sync.records import ids


def test_a_uuid7_is_what_the_rfc_says_by_the_standard_library_too():
    made = uuid.UUID(ids.uuid7())
    assert made.version == 7
    assert made.variant == uuid.RFC_4122


def test_the_rfc_9562_example_comes_out_byte_for_byte():
    # RFC 9562, appendix A.6: 0x017F22E279B0, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F.
    tail = 0xCC3 << 62 | 0x18C4DC0C0C07398F
    assert ids.format_uuid7(0x017F22E279B0, tail) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


def test_ten_thousand_ids_are_distinct_and_sort_in_the_order_they_were_made():
    made = [ids.uuid7() for _ in range(10_000)]
    assert len(set(made)) == len(made)
    assert made == sorted(made)


def test_a_clock_that_goes_back_does_not_put_a_new_id_before_an_old_one():
    before = ids.uuid7()
    assert ids.uuid7(now_ms=1_000) > before


def test_the_instant_can_be_read_back():
    far_ms = 2**47
    assert ids.uuid7_instant_ms(ids.format_uuid7(far_ms, 7)) == far_ms


@pytest.mark.parametrize("bad", ["", "x" * 36, "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", None, 7])
def test_what_is_not_a_lower_case_uuid_is_not_taken_for_one(bad):
    assert not ids.is_uuid(bad)
    assert not ids.is_uuid7(bad)


def test_a_random_uuid_is_not_a_uuid7():
    assert ids.is_uuid(str(uuid.uuid4()))
    assert not ids.is_uuid7(str(uuid.uuid4()))
