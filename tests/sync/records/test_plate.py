import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.records import PlateError, parse_plate, plate_prefix_key

old_plates = st.from_regex(r"[A-Z]{3}[0-9]{4}", fullmatch=True)
new_plates = st.from_regex(r"[A-Z]{3}[0-9][A-Z][0-9]{2}", fullmatch=True)


def test_both_forms_of_one_plate_share_a_key():
    old, new = parse_plate("ABC1234"), parse_plate("ABC1C34")
    assert (old.format, new.format) == ("antiga", "mercosul")
    assert old.key == new.key == "ABC1C34"
    assert (old.canonical, new.canonical) == ("ABC1234", "ABC1C34")
    assert old.other_form == "ABC1C34"
    assert new.other_form == "ABC1234"


@pytest.mark.parametrize(
    ("digit", "letter"),
    ["0A", "1B", "2C", "3D", "4E", "5F", "6G", "7H", "8I", "9J"],
)
def test_each_second_digit_has_its_letter(digit, letter):
    assert parse_plate(f"LLL9{digit}99").key == parse_plate(f"LLL9{letter}99").key


def test_a_plate_born_mercosul_has_no_old_form():
    assert parse_plate("ABC1Z34").other_form is None


@pytest.mark.parametrize("typed", ["abc-1234", " ABC 1234 ", "abc·1234", "ABC.1234", "ABC–1234"])
def test_case_and_separators_do_not_matter(typed):
    assert parse_plate(typed).canonical == "ABC1234"


@pytest.mark.parametrize(
    "nonsense",
    ["", "   ", "ABC", "AB12345", "ABCD123", "ABC12345", "1234567", "ABC1DD3", "ÁBC1234",
     "ABC12３4", "placa do carro", "ABC1234; DROP TABLE", "x" * 10_000],
)
def test_nonsense_is_refused_with_a_message_that_says_what_a_plate_looks_like(nonsense):
    with pytest.raises(PlateError) as caught:
        parse_plate(nonsense)
    assert "ABC1D23" in caught.value.message
    assert "ABC1234" in caught.value.message
    assert len(caught.value.message) < 160


@pytest.mark.parametrize(
    ("typed", "meant"), [("ABCI234", "ABC1234"), ("A8C1D23", "ABC1D23"), ("ABC1D2O", "ABC1D20")]
)
def test_a_swapped_letter_or_digit_is_suggested_never_corrected(typed, meant):
    with pytest.raises(PlateError) as caught:
        parse_plate(typed)
    assert caught.value.suggestion == meant
    assert f"Você quis dizer {meant}?" in caught.value.message


@given(old_plates | new_plates)
def test_every_prefix_of_a_plate_finds_its_key(text):
    plate = parse_plate(text)
    for length in range(len(text) + 1):
        assert plate.key.startswith(plate_prefix_key(text[:length].lower()))


@given(old_plates | new_plates)
def test_the_other_form_leads_back(text):
    plate = parse_plate(text)
    if plate.other_form is not None:
        assert parse_plate(plate.other_form).key == plate.key
        assert parse_plate(plate.other_form).other_form == plate.canonical


@given(st.text(max_size=40))
def test_no_text_whatever_breaks_the_search(text):
    assert isinstance(plate_prefix_key(text), str)
