"""The municipality's own deadlines, to notify, judge and tell: they move like the others of a
proceeding, and the reading in which they do not is shown."""

from __future__ import annotations

import pytest

from tests.support.asking import answer, readings


@pytest.mark.parametrize(
    ("town", "ato", "start", "nominal", "due"),
    [
        ("mangaratiba", "notificar-autuacao", "2026-01-15", "2026-02-14", "2026-02-16"),
        ("mangaratiba", "julgar-recurso", "2026-01-15", "2026-02-14", "2026-02-16"),
        ("sapezal", "notificar-penalidade", "2026-08-04", "2026-11-02", "2026-11-03"),
        ("muriae", "ciencia-do-julgamento", "2026-04-11", "2026-04-21", "2026-04-22"),
    ],
)
def test_a_term_of_the_municipality_that_ends_without_office_moves(town, ato, start, nominal, due):
    found = answer("prazo", town, "--ato", ato, "--de", start)
    assert (found["nominal"], found["due"]) == (nominal, due)
    assert readings(found, "prazo-da-prefeitura") == {"passa": due, "nao-passa": nominal}


def test_on_a_business_day_nothing_is_said_of_moving():
    found = answer("prazo", "mangaratiba", "--ato", "notificar-autuacao", "--de", "2026-03-02")
    assert found["nominal"] == found["due"] == "2026-04-01"
    assert "prazo-da-prefeitura" not in {row["id"] for row in found["choices"]}


def test_two_years_at_a_stand_come_before_its_exchange_in_muriae():
    found = answer("prazo", "muriae", "--ato", "permutar-ponto", "--de", "2024-02-29")
    assert (found["nominal"], found["due"]) == ("2026-02-28", "2026-02-28")
    assert found["cites"] == ["Art. 26, § 3"]
