"""Whatever a stranger sends, the answer is "accepted" or a RecordError, never a crash."""

import copy
import json

from hypothesis import given
from hypothesis import strategies as st

from sync import records
from sync.records import RecordError, trust
from tests.support import records as made

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner,
                                                                max_size=3),
    max_leaves=8,
)
VISTORIA = made.signed(body=made.vistoria_body(verdict=made.rejected_verdict()))
SELO = made.signed("selo", made.selo_body(made.signed()))


def places(value: object, path: tuple = ()) -> list[tuple]:
    """The way to every value inside a JSON value."""
    inner = (
        value.items() if isinstance(value, dict)
        else enumerate(value) if isinstance(value, list) else ()
    )
    return [path, *(deeper for key, item in inner for deeper in places(item, (*path, key)))]


def replaced(record: dict, path: tuple, value: object) -> object:
    if not path:
        return value
    copied = copy.deepcopy(record)
    target = copied
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    return copied


@given(st.sampled_from([VISTORIA, SELO]), st.data(), json_values)
def test_a_record_with_any_value_replaced_is_refused_or_sound(record, data, value):
    path = data.draw(st.sampled_from(places(record)))
    changed = replaced(record, path, value)
    try:
        records.check_record(changed)
    except RecordError as error:
        assert error.code in records.RECORD_CODES
        assert len(error.message) < 500
        json.dumps(error.as_problem())
    else:
        key = made.public_bytes(made.key_from())
        unchanged = records.record_bytes(changed) == records.record_bytes(record)
        assert records.verify_record(changed, key) == unchanged


@given(json_values)
def test_no_json_value_crashes_any_check(value):
    for check in (
        records.check_record, trust.check_head, trust.check_certificate,
        records.check_drawn_signature,
    ):
        try:
            check(value)
        except RecordError:
            continue
        raise AssertionError(f"{check.__name__} took {value!r}")


@given(st.binary(max_size=200))
def test_no_bytes_crash_the_reading_of_a_drawn_signature(content):
    try:
        records.parse_drawn_signature(content)
    except RecordError as error:
        assert error.code in records.RECORD_CODES
