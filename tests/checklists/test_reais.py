"""Fines in reais by the values that a municipality gave, and nothing where it gave none."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from checklists import Fine, UnknownReference, load_rulebook
from checklists.local import LocalFile, effective
from checklists.reais import day_of_value, reais_of, rounding_of, unit_value
from tests.support.local_files import HEAD, joined
from tests.support.rulebooks import vila

VALUES = """
[[unit_value]]
unit = "UV"
amount = "10"
since = 2025-01-01
source = "Decreto 1/2024"

[[unit_value]]
unit = "UV"
amount = "11.5"
since = 2026-01-01
until = 2026-11-30
source = "Decreto 2/2025"
"""


@pytest.mark.parametrize(
    ("on", "amount"),
    [
        (date(2024, 12, 31), None), (date(2025, 1, 1), "10"), (date(2025, 12, 31), "10"),
        (date(2026, 1, 1), "11.5"), (date(2026, 11, 30), "11.5"), (date(2026, 12, 1), None),
    ],
)  # fmt: skip
def test_a_value_holds_from_its_day_until_the_next_or_its_last(on, amount):
    value = unit_value(joined(VALUES), "UV", on)
    assert (value.amount if value else None) == (Decimal(amount) if amount else None)


def test_a_fine_in_reais_names_the_decree():
    found = reais_of(joined(VALUES), Fine(Decimal("1.1"), "UV"), date(2026, 11, 30))
    assert (found.amount, found.value.source) == (Decimal("12.65"), "Decreto 2/2025")


def test_without_a_value_there_is_no_amount_and_the_reason_says_who_owes_it():
    fine, on = Fine(Decimal(80), "UFIR-RJ"), date(2026, 11, 30)
    found = reais_of(load_rulebook("mangaratiba"), fine, on)
    assert found.amount is None
    assert found.reason == "valor da UFIR-RJ ainda não informado pelo município"


def test_on_a_day_that_no_value_covers_the_reason_names_the_day():
    found = reais_of(joined(VALUES), Fine(Decimal(1), "UV"), date(2026, 12, 1))
    assert found.reason == "valor da UV em 01/12/2026 ainda não informado pelo município"


def test_what_is_in_reais_already_stays():
    law = load_rulebook("muriae")
    assert reais_of(law, Fine(Decimal(210), "BRL"), date(2026, 1, 1)).amount == 210


def test_a_unit_that_the_law_does_not_have_is_refused():
    with pytest.raises(UnknownReference):
        unit_value(vila(), "UFIR", date(2026, 1, 1))


def town(name: str, text: str):
    head = HEAD.replace('"vila"', f'"{name}"')
    return effective(load_rulebook(name), [LocalFile("local.toml", (head + text).encode())])


UNITS = {"januaria": "UPFM", "mangaratiba": "UFIR-RJ", "muriae": "UPFM", "sapezal": "URS"}
READING = """
[[reading]]
choice = "arredondamento"
applied = "corta"
why = "Assim manda o código tributário."
decided_by = "Procuradoria"
date = 2026-02-01
"""


@pytest.mark.parametrize(("name", "unit"), UNITS.items())
def test_an_amount_is_rounded_once_as_the_applied_reading_says(name, unit):
    value = (
        f'[[unit_value]]\nunit = "{unit}"\namount = "1.2345"\nsince = 2026-01-01\nsource = "x"\n'
    )
    fine, on = Fine(Decimal(3), unit), date(2026, 5, 1)  # 3.7035
    half = Fine(Decimal(2), unit)  # 2.4690 → 2.47
    assert rounding_of(town(name, value), unit) == "meio_acima"
    assert reais_of(town(name, value), half, on).amount == Decimal("2.47")
    cut = town(name, value + READING)
    assert rounding_of(cut, unit) == "corta"
    assert reais_of(cut, half, on).amount == Decimal("2.46")
    assert reais_of(cut, fine, on).amount == Decimal("3.70")


@pytest.mark.parametrize(("name", "unit"), UNITS.items())
def test_the_value_is_that_of_the_day_of_the_fact_unless_the_town_reads_otherwise(name, unit):
    law = load_rulebook(name)
    assert day_of_value(law, unit) == "fato"
    choice = law.unit(unit).value_of.choice
    assert day_of_value(law.with_readings({choice: "pagamento"}), unit) == "pagamento"
