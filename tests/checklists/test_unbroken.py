"""Lines are broken between words, never inside a citation nor between a number and its unit."""

import pytest

from checklists.unbroken import HARD, unbroken


@pytest.mark.parametrize(
    ("cite"),
    ["Art. 52, § 3, a", "Art. 54, parágrafo único", "Anexo, C-05", "Art. 14, XIX",
     "Lei 9.784/1999, art. 66, § 1", "Art. 15, parágrafo único, VII", "Art. 6, § 3, b",
     "Lei 9.093/1995", "art. 132, § 3"],
)  # fmt: skip
def test_a_citation_is_kept_on_one_line(cite):
    assert " " not in unbroken(f"({cite})").strip("()")
    assert unbroken(f"{cite} e mais") == cite.replace(" ", HARD) + " e mais"


def test_a_letter_that_begins_the_next_word_is_no_part_of_the_citation():
    assert unbroken("Art. 5, a casa") == f"Art.{HARD}5,{HARD}a casa"
    assert unbroken("Art. 5, auxiliar") == f"Art.{HARD}5, auxiliar"
    assert unbroken("Arts. 93 e 94") == f"Arts.{HARD}93 e 94"


@pytest.mark.parametrize(
    "words",
    ["R$ 1.234,50", "nº 000.042", "às 14:02", "24 meses", "30 URS", "22,959721° S", "1 dia",
     "4 minutos"],
)
def test_a_number_is_kept_with_what_it_counts(words):
    assert unbroken(f"até {words} ou") == f"até {words.replace(' ', HARD)} ou"


def test_a_long_citation_may_be_broken_in_a_narrow_column_but_not_inside_art_34():
    said = unbroken("(Art. 34, parágrafo único; Art. 9, VII)", longest=16)
    assert said == f"(Art.{HARD}34, parágrafo único; Art.{HARD}9,{HARD}VII)"
    assert unbroken("Constituição, art. 5") == f"Constituição, art.{HARD}5"


def test_a_word_that_only_begins_like_a_unit_is_left_alone():
    assert unbroken("10 diaristas, 2 anomalias, 3 metros") == "10 diaristas, 2 anomalias, 3 metros"
