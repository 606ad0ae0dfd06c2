"""What a rulebook may say of terms, fees and lapsed text, and of readings that leave them open."""

from __future__ import annotations

from datetime import date

import pytest

from checklists import (
    Occurrence,
    RulebookError,
    conduct_row,
    fines,
    load_rulebook,
    load_rulebook_bytes,
    validity,
)
from checklists.choices import resolve
from checklists.dates import add_days
from tests.support.rulebooks import VILA

LAWS = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")
DEADLINE = """
[[deadline]]
ato = "defesa"
label = "Defesa"
{length}
day_kind = "corridos"
starts = "da notificação"
cites = ["Art. 7"]
"""
FEE = '\n[[fee]]\nid = "vistoria"\nlabel = "Vistoria"\ncites = ["Art. 8"]\n{value}\n'
LAPSED = """
[[lapsed]]
cites = ["Art. 30"]
label = "Regra antiga"
status = "{status}"
by = "Lei 2/2021"
since = 2021-01-01
"""
OPEN_CHOICE = """
[[choice]]
id = "prazo"
cites = ["Art. 3"]
question = "Vale quanto?"
applied = "calada"
why = "A lei cala."

[[choice.reading]]
id = "calada"
label = "Não se sabe"
value = "desconhecida"

[[choice.reading]]
id = "anual"
label = "Um ano"
value = { months = 12 }
"""
PENALTY = """
[[recidivism]]
id = "suspende"
label = "Suspensão na reincidência"
cites = ["Art. 9"]
occurrence = 2
window = { choice = "janela" }
penalties = ["suspensão de 30 dias"]

[[choice]]
id = "janela"
cites = ["Art. 9"]
question = "Em quanto tempo?"
applied = "nenhuma"
why = "A lei cala."

[[choice.reading]]
id = "nenhuma"
label = "Sem janela"
value = "sem-janela"

[[choice.reading]]
id = "um-ano"
label = "Um ano"
value = { months = 12 }
"""


def with_extra(extra: str, *changes: tuple[str, str]):
    text = VILA + extra
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return load_rulebook_bytes(text.encode(), source="vila.toml")


def refused(extra: str, *changes: tuple[str, str]) -> RulebookError:
    with pytest.raises(RulebookError) as caught:
        with_extra(extra, *changes)
    return caught.value


@pytest.mark.parametrize(
    ("length", "found"),
    [
        ("days = 15", (15, None, None)),
        ("months = 12", (None, 12, None)),
        ("hours = 24", (None, None, 24)),
        ('unknown = "A lei não diz."', (None, None, None)),
    ],
)
def test_a_term_is_in_days_months_or_hours_or_says_why_it_is_unknown(length, found):
    (row,) = with_extra(DEADLINE.format(length=length)).deadlines
    assert (row.days, row.months, row.hours) == found
    assert bool(row.unknown) == (found == (None, None, None))
    assert (row.before, row.procedural, row.suspensive) == (False, True, None)


@pytest.mark.parametrize(
    ("length", "field"), [("days = 1\nmonths = 1", "months"), ("", "unknown"), ("days = 0", "days")]
)
def test_a_term_of_two_lengths_or_of_none_is_refused(length, field):
    assert refused(DEADLINE.format(length=length)).field == field


def test_a_fee_has_an_amount_with_its_unit_or_says_why_not():
    (fee,) = with_extra(FEE.format(value='amount = "0.30"\nunit = "UV"')).fees
    assert fee.amount.as_dict() == {"amount": "0.3", "unit": "UV"}
    assert refused(FEE.format(value="")).field == "unknown"
    assert refused(FEE.format(value='amount = "1"')).field == "unit"


def test_nothing_in_force_may_rest_on_what_was_repealed():
    rests = ('cites = ["Art. 3"]', 'cites = ["Art. 30"]')
    assert refused(LAPSED.format(status="revogado"), rests).table == "[[validity]]"
    assert with_extra(LAPSED.format(status="superado"), rests).lapsed[0].by == "Lei 2/2021"


def test_another_article_that_only_begins_alike_is_no_repealed_one():
    law = with_extra(LAPSED.format(status="revogado").replace("Art. 30", "Art. 33"))
    assert law.lapsed[0].since == date(2021, 1, 1)


OPEN = ("period = { months = 6 }", 'period = { choice = "prazo" }')
WHY = ('[[validity]]\nservices = ["escolar"]', '[[validity]]\nunknown = "A lei cala."\n'
       'services = ["escolar"]')  # fmt: skip


def test_a_reading_may_leave_the_validity_open_and_another_may_date_it():
    law = with_extra(OPEN_CHOICE, OPEN, WHY)
    answer = validity(law, "escolar", 3, date(2026, 3, 2))
    assert (answer.allowed, answer.valid_until, answer.reason) == (True, None, "A lei cala.")
    (choice,) = answer.choices
    assert [reading.outcome for reading in choice.readings] == [None, "2027-03-02"]
    assert [reading["value"] for reading in choice.as_dict()["readings"]] == [None, "2027-03-02"]
    yearly = validity(law.with_readings({"prazo": "anual"}), "escolar", 3, date(2026, 3, 2))
    assert (yearly.valid_until, yearly.reason) == (date(2027, 3, 2), "")


def test_only_a_reading_may_leave_the_validity_open():
    plain = ("period = { months = 6 }", 'period = "desconhecida"')
    assert refused("", plain).field == "period"
    assert refused("", WHY).field == "band"


def test_recidivism_may_add_a_penalty_and_leave_the_fine_as_it_is():
    law = with_extra(PENALTY)
    rows = [Occurrence(date(2024, 1, 1)), Occurrence(date(2026, 1, 1))]
    answer = fines(law, "Art. 2, I", rows)
    assert [row.doubled for row in answer.occurrences] == [False, False]
    assert [row.penalties for row in answer.occurrences] == [(), ("suspensão de 30 dias",)]
    window = next(choice for choice in answer.choices if choice.id == "janela")
    assert [reading.outcome for reading in window.readings] == [
        [[], ["suspensão de 30 dias"]],
        [[], []],
    ]
    yearly = fines(law.with_readings({"janela": "um-ano"}), "Art. 2, I", rows)
    assert [row.penalties for row in yearly.occurrences] == [(), ()]


def test_a_conduct_says_where_it_is_punished_and_what_the_fine_comes_from():
    law = with_extra("", ('label = "Freio ruim"', 'label = "Freio ruim"\ncites = ["Art. 6"]'))
    assert conduct_row(law, law.conduct("Art. 2, I"))["cites"] == ["Art. 2, I", "Art. 6", "Art. 9"]


# ---- What holds for all five laws --------------------------------------------------------------


@pytest.mark.parametrize("name", LAWS)
def test_a_term_or_fee_that_the_law_does_not_give_has_a_reason_and_never_a_number(name):
    law = load_rulebook(name)
    for row in law.deadlines:
        lengths = [row.days, row.months, row.hours]
        assert sum(length is not None for length in lengths) == (0 if row.unknown else 1), row.ato
        assert resolve(law, row.day_kind) in ("corridos", "uteis")
    for fee in law.fees:
        assert (fee.amount is None) == bool(fee.unknown), fee.id


@pytest.mark.parametrize("name", LAWS)
def test_every_law_says_how_to_defend_oneself_and_to_appeal(name):
    acts = {row.ato for row in load_rulebook(name).deadlines}
    assert any(ato.startswith("recurso") for ato in acts)
    assert any(ato.startswith(("defesa", "recurso-multa")) for ato in acts)
    assert "pagamento" in acts


@pytest.mark.parametrize("name", LAWS)
def test_every_conduct_names_who_it_applies_to(name):
    law = load_rulebook(name)
    for row in law.conducts:
        assert row.applies_to, row.cite
        for role in row.applies_to:
            assert law.role(role)


@pytest.mark.parametrize("name", LAWS)
def test_a_conduct_without_a_known_fine_says_why_by_a_choice_or_prints_another_penalty(name):
    law = load_rulebook(name)
    for conduct in law.conducts:
        row = conduct_row(law, conduct)
        assert row["fine"] or row["choices"] or row["penalties"], conduct.cite


def test_fifteen_days_from_a_monday_end_on_the_17th_in_santo_andre():
    rows = {row.ato: row for row in load_rulebook("santo-andre").deadlines}
    assert add_days(date(2026, 3, 2), rows["defesa"].days) == date(2026, 3, 17)
    assert "notificação" in rows["defesa"].starts
    assert "Art. 50, § 1" in rows["defesa"].cites
