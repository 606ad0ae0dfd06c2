"""Numbers of documents: right ones pass in any dress, wrong ones say what is wrong.

Every number here is invented or the published example of its rule; only the check digits are right.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.records.documents import (
    KINDS,
    check,
    check_chassis,
    check_cnh,
    check_cnpj,
    check_cpf,
    check_person,
    check_plate,
    check_renavam,
    formatted,
)

# ---- The rules as they are published, written out once more --------------------------------------


def eleven(values: list[int], weights: list[int]) -> int:
    rest = sum(v * w for v, w in zip(values, weights, strict=True)) % 11
    return 0 if rest < 2 else 11 - rest


def cnpj_digits(base: str) -> str:
    """IN RFB 2.229/2024: each character counts as its ASCII code less 48; modulo 11."""
    values = [ord(char) - 48 for char in base]
    first = eleven(values, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
    second = eleven([*values, first], [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
    return f"{first}{second}"


def cpf_digits(base: str) -> str:
    values = [int(char) for char in base]
    first = eleven(values, list(range(10, 1, -1)))
    return f"{first}{eleven([*values, first], list(range(11, 1, -1)))}"


def renavam_digit(base: str) -> str:
    total = sum(int(d) * w for d, w in zip(base, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2], strict=True))
    return str(total * 10 % 11 % 10)


def cnh_digits(base: str) -> str:
    first = sum(int(d) * w for d, w in zip(base, range(9, 0, -1), strict=True)) % 11
    less = 2 if first == 10 else 0
    first = 0 if first == 10 else first
    second = sum(int(d) * w for d, w in zip(base, range(1, 10), strict=True)) % 11 - less
    second += 11 if second < 0 else 0
    return f"{first}{0 if second == 10 else second}"


numbers = st.text("0123456789", min_size=9, max_size=9)


@given(numbers)
def test_every_cpf_with_its_digits_is_taken_and_with_others_refused(base):
    right = base + cpf_digits(base)
    same = len(set(right)) == 1
    assert check_cpf(right).level == ("error" if same else "ok")
    assert check_cpf(right[:-1] + str((int(right[-1]) + 1) % 10)).level == "error"


@given(numbers)
def test_every_cnh_with_its_digits_is_taken_and_with_others_refused(base):
    right = base + cnh_digits(base)
    assert check_cnh(right).level == ("error" if len(set(right)) == 1 else "ok")
    assert check_cnh(right[:-1] + str((int(right[-1]) + 1) % 10)).level == "error"


@given(st.text("0123456789", min_size=10, max_size=10))
def test_every_renavam_with_its_digit_is_taken_and_with_another_refused(base):
    right = base + renavam_digit(base)
    assert check_renavam(right).level == ("error" if len(set(right)) == 1 else "ok")
    assert check_renavam(base + str((int(right[-1]) + 1) % 10)).level == "error"


@given(st.text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=12, max_size=12))
def test_every_cnpj_numeric_or_alphanumeric_is_taken_with_its_digits_only(base):
    right = base + cnpj_digits(base)
    assert check_cnpj(right).level == ("error" if len(set(right)) == 1 else "ok")
    assert check_cnpj(right.lower()).value == right
    assert check_cnpj(right[:-1] + str((int(right[-1]) + 1) % 10)).level == "error"


@given(st.sampled_from(sorted(KINDS)), st.text(max_size=60))
def test_whatever_is_typed_gets_an_answer_in_words(kind, text):
    found = check(kind, text)
    assert found.level in ("ok", "warn", "error")
    assert bool(found.message) == (not found.good)
    if kind == "chassi":
        assert found.level != "error"


# ---- Vectors -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["11.222.333/0001-81", "12.ABC.345/01DE-35", "12abc34501de35", " 12 ABC 345 01DE 35 "],
)
def test_a_cnpj_of_either_form_is_taken_in_any_dress(text):
    assert check_cnpj(text).level == "ok"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("12.ABC.345/01DE-36", "os 2 últimos números não conferem com os outros"),
        ("12.ABC.345/01DE-3A", "os 2 últimos são sempre números"),
        ("12.ABC.345/01DE", "tem 14 letras e números, e aqui há 12"),
        ("12.ÁBC.345/01DE-35", "há outra coisa além de caracteres"),
        ("00000000000000", "todos os números são iguais"),
        ("１１222333000181", "outra coisa"),
    ],
)
def test_a_wrong_cnpj_says_what_is_wrong_with_which_value(text, said):
    found = check_cnpj(text)
    assert found.level == "error"
    assert said in found.message
    assert found.message.startswith(f"CNPJ “{text}”: ")


def test_an_old_renavam_of_nine_digits_is_filled_up_with_zeros():
    base = "0012345678"
    old = (base + renavam_digit(base)).lstrip("0")
    assert len(old) == 9
    assert check_renavam(old) == check_renavam(f"00{old}")
    assert check_renavam(old).value == f"00{old}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("12345678901", "o último número não confere"),
        ("1234567", "tem 11 números (os antigos, 9), e aqui há 7"),
        ("1234567890A", "há outra coisa além de números"),
        ("000000000", "todos os números são iguais"),
    ],
)
def test_a_wrong_renavam_says_what_is_wrong(text, said):
    found = check_renavam(text)
    assert (found.level, said in found.message) == ("error", True)


def test_a_cpf_and_a_cnh_say_how_many_numbers_they_want():
    assert "CPF “123”: tem 11 números, e aqui há 3" in check_cpf("123").message
    said = "CNH “1234”: o número de registro tem 11 números, e aqui há 4. Confira no documento."
    assert check_cnh("1234").message == said


@pytest.mark.parametrize("text", ["9BWZZZ377VT004251", "9bwzzz377vt004251", "9BW ZZZ377 VT004251"])
def test_a_chassis_of_seventeen_is_taken(text):
    assert check_chassis(text).level == "ok"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("9BWZZZ377VT00425I", "não usa a letra I"),
        ("9BOZZZ377VQ004251", "não usa a letra O nem Q"),
        ("BH123456", "17 letras e números, e aqui há 8; só os antigos"),
        ("9BWZZZ377VT0042é1", "outra coisa"),
        ("9BWZZZ377VT0042A1", "os 4 últimos"),
        ("11111111111111111", "iguais"),
    ],
)
def test_a_strange_chassis_only_warns(text, said):
    found = check_chassis(text)
    assert (found.level, said in found.message) == ("warn", True)
    assert f"“{text}”" in found.message


def test_a_long_text_is_shown_short():
    found = check_cpf("9" * 80)
    assert len(found.message) < 120
    assert "…" in found.message


def test_a_plate_is_looked_over_as_everywhere():
    assert check_plate("abc-1234").value == "ABC1234"
    assert "forma ABC1D23" in check_plate("A8C").message


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_nothing_typed_is_nothing_wrong(kind):
    assert check(kind, "  ").good


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("98765432100", "987.654.321-00"), (" 987 654 321 00", "987.654.321-00"),
        ("987.654.321-00", "987.654.321-00"), ("12abc34501de35", "12.ABC.345/01DE-35"),
        ("11222333000181", "11.222.333/0001-81"), ("RG 12.345", "RG 12.345"), ("", ""),
        ("1234567890\u0660", "1234567890\u0660"), ("9876543210", "9876543210"),
    ],
)  # fmt: skip
def test_a_document_is_shown_with_its_dots_and_anything_else_as_it_is(typed, shown):
    assert formatted(typed) == shown


@pytest.mark.parametrize("pasted", [
    "\u202a987.654.321-00\u202c", "987.654.321\u201100", "987.654.321\u221200", "987\u200b65432100",
    "\ufeff987.654.321\xad00", "\u2066987.654.321-00\u2069",
])  # fmt: skip
def test_what_a_paste_brings_along_makes_no_other_document(pasted):
    assert check_person(pasted).good and check_person(pasted).value == "98765432100"
    assert formatted(pasted) == "987.654.321-00"


@pytest.mark.parametrize("text", ["987.654.321-00", "12.ABC.345/01DE-35", "11222333000181"])
def test_a_persons_document_is_a_cpf_or_a_cnpj(text):
    assert check_person(text).good
    wrong = check_person(text[:-1] + ("1" if text[-1] != "1" else "2"))
    assert wrong.level == "error" and wrong.message
