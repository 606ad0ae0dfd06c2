"""A citation, a group and a line are known however people write them; none is bent into another."""

from __future__ import annotations

import pytest

from checklists import available_rulebooks, load_rulebook
from checklists.cli.inputs import cite_key
from tests.support.asking import answer, refused


@pytest.mark.parametrize(
    ("town", "typed", "meant"),
    [
        ("mangaratiba", "art. 14 xix", "Art. 14, XIX"),
        ("mangaratiba", "14, XIX", "Art. 14, XIX"),
        ("mangaratiba", "Artigo 14º, inciso XIX", "Art. 14, XIX"),
        ("mangaratiba", "ART.14,XIX", "Art. 14, XIX"),
        ("mangaratiba", "Art. 6º, caput", "Art. 6"),
        ("januaria", "Anexo B – 01", "Anexo, B-01"),
        ("januaria", "Código Disciplinar, b-1", "Anexo, B-01"),
        ("muriae", "Art. 4º, parágrafo 2º", "Art. 4, § 2"),
        ("muriae", "art. 34, § único", "Art. 34, parágrafo único"),
        ("muriae", "art. 34, p.u.", "Art. 34, parágrafo único"),
        ("muriae", "art. 11, par. único, i", "Art. 11, parágrafo único, I"),
        ("muriae", "art 37", "Art. 37"),
        ("santo-andre", "Art. 49, alínea B", "Art. 49, b"),
        ("sapezal", "Art. 27, I", "Art. 27"),
    ],
)
def test_a_citation_is_known_however_it_is_written(town, typed, meant):
    assert answer("multa", town, "--cite", typed) == answer("multa", town, "--cite", meant)


@pytest.mark.parametrize("town", available_rulebooks())
def test_no_two_conducts_of_a_law_are_written_alike(town):
    keys = [cite_key(row.cite) for row in load_rulebook(town).conducts]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("town", "typed"),
    [
        ("mangaratiba", "Art. 14, XXIV"),  # skipped in the law
        ("mangaratiba", "Art. 1 4, XIX"),
        ("mangaratiba", "Art. 1, 4"),
        ("mangaratiba", "caput"),
        ("januaria", "01"),
        ("januaria", "Anexo, F-01"),
        ("muriae", "Art. 9, I"),  # a free power, no conduct
        ("muriae", "Art. 4, parágrafo único"),
        ("sapezal", "Art. 27, II"),
        ("sapezal", "Art. 13, XXVI"),
    ],
)
def test_a_citation_that_is_no_conduct_is_not_bent_into_one(town, typed):
    assert "não é conduta punida" in refused("multa", town, "--cite", typed)


@pytest.mark.parametrize("typed", ["art 14", "Artigo 14"])
def test_an_article_of_many_conducts_is_not_guessed(typed):
    assert "há várias condutas" in refused("multa", "mangaratiba", "--cite", typed)


@pytest.mark.parametrize(
    ("typed", "by"),
    [
        ("Art. 26", "Lei 6.527/1989"),
        ("art. 16, § 2, I", "Lei 6.527/1989"),
        ("Art. 58, § 1", "Lei 6.527/1989"),
        ("Art. 30, parágrafo único", "Lei 7.116/1994"),
    ],
)
def test_a_repealed_article_is_told_to_be_repealed_and_by_what(typed, by):
    message = refused("multa", "santo-andre", "--cite", typed)
    assert "revogado" in message and by in message


@pytest.mark.parametrize("typed", ["Art. 30", "Art. 7", "Art. 53, II"])
def test_what_is_in_force_beside_a_repealed_text_is_not_told_to_be_repealed(typed):
    assert "revogado" not in refused("multa", "santo-andre", "--cite", typed)


@pytest.mark.parametrize(
    ("town", "typed", "meant"),
    [("mangaratiba", "e-3", "E-3"), ("mangaratiba", "E3", "E-3"), ("januaria", "d", "D"),
     ("sapezal", "Gravíssima", "gravissima")],
)  # fmt: skip
def test_a_group_is_known_however_it_is_written(town, typed, meant):
    assert answer("multa", town, "--grupo", typed) == answer("multa", town, "--grupo", meant)


def test_a_part_of_a_groups_name_is_no_group():
    assert "E-1" in refused("multa", "mangaratiba", "--grupo", "E")


def four(*lines: str) -> list[str]:
    days = ("2026-01-10", "2026-02-15", "2026-03-20", "2026-05-05")
    pairs = zip(days, lines, strict=True)
    return [word for day, line in pairs for word in ("--ocorrencia", f"{day}{line}")]


def test_a_line_is_the_same_in_small_letters():
    found = answer("multa", "januaria", "--cite", "Art. 95, IV", *four("@L1", "@l1", "@L1", "@l1"))
    assert [row["units"] for row in found["amounts"]] == [4, 4, 4, 8]
    assert "linha" not in found["reason"]


@pytest.mark.parametrize("lines", [("", "", "", ""), ("@1", "", "@1", "@1")])
def test_an_occurrence_without_its_line_doubles_nothing_and_that_is_said(lines):
    found = answer("multa", "januaria", "--cite", "Art. 95, IV", *four(*lines))
    assert [row["units"] for row in found["amounts"]] == [4, 4, 4, 4]
    assert "mesma linha" in found["reason"]


def test_a_law_that_asks_no_line_says_nothing_of_lines():
    days = ("--ocorrencia", "2026-01-10", "--ocorrencia", "2026-02-10")
    assert "reason" not in answer("multa", "muriae", "--grupo", "B", *days)
