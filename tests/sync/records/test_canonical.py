import json

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from sync.records import RecordError, b64url, b64url_bytes, canonical

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@given(json_values)
def test_the_bytes_are_those_of_rfc_8785_and_read_back_as_the_same_value(value):
    data = canonical(value)
    assert data == rfc8785.dumps(value)
    assert json.loads(data) == value
    assert canonical(json.loads(data)) == data


def test_keys_are_sorted_by_utf_16_units_as_the_rfc_shows():
    # RFC 8785, section 3.2.3.
    value = {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\u0080": 6, "\u00f6": 7}
    assert list(json.loads(canonical(value)).values()) == [2, 4, 6, 7, 1, 5, 3]


def test_the_order_in_which_a_dict_was_filled_does_not_matter():
    assert canonical({"b": 1, "a": [True, None]}) == canonical({"a": [True, None], "b": 1})
    assert canonical({"b": 1, "a": [True, None]}) == b'{"a":[true,null],"b":1}'


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"body": {"valor": 1.5}}, "$.body.valor"),
        ({"a": [0, 2**53]}, "$.a[1]"),
        ({"a": {1: "x"}}, "$.a"),
        ({"a": "\ud800"}, "$.a"),
        ({"a": b"x"}, "$.a"),
    ],
)
def test_what_cannot_be_signed_is_refused_with_its_place(value, path):
    with pytest.raises(RecordError) as caught:
        canonical(value)
    assert caught.value.code == "record.not_canonical"
    assert caught.value.field == path


def test_a_value_nested_without_end_is_refused_instead_of_overflowing():
    value: list = []
    for _ in range(2_000):
        value = [value]
    with pytest.raises(RecordError, match="níveis"):
        canonical(value)


@given(st.binary(max_size=70))
def test_base64url_has_no_padding_and_one_spelling(data):
    text = b64url(data)
    assert "=" not in text
    assert b64url_bytes(text) == data


@pytest.mark.parametrize("bad", ["QQ==", "QR", "A", "a b", "+/", "é"])
def test_other_spellings_of_base64_are_refused(bad):
    with pytest.raises(ValueError, match="base64url"):
        b64url_bytes(bad)
