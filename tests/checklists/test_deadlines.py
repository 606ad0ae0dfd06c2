"""When deadlines end: business days, months, moving to a day of office, counting back, no date."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checklists import UnknownReference, load_rulebook, load_rulebook_bytes
from checklists.choices import resolve
from checklists.deadlines import due
from checklists.legal_days import office_days
from checklists.local_rows import LocalDay
from checklists.model import ByChoice
from tests.support.rulebooks import VILA

LAWS = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")
TERM = """
[[deadline]]
ato = "prazo"
label = "Prazo"
{length}
day_kind = "{kind}"
starts = "da notificação"
cites = ["Art. 7"]
{more}
"""
OFFICE = """
[office]
moves = "{moves}"
half_day = "{half}"
cites = ["Lei 9.784/1999, art. 66, § 1"]
"""


def asked(law_id, ato, start, *days, **readings):
    law = load_rulebook(law_id).with_readings(readings)
    return due(law, ato, start, office_days(law, days))


def off(*days):
    return [LocalDay(day, "ponto_facultativo", "") for day in days]


def half(*days):
    return [LocalDay(day, "meio_expediente", "") for day in days]


def in_vila(start, length="days = 5", kind="corridos", more="", office="", days=()):
    text = VILA + TERM.format(length=length, kind=kind, more=more) + office
    law = load_rulebook_bytes(text.encode(), source="vila.toml")
    return due(law, "prazo", start, office_days(law, days))


def outcomes(answer, choice_id):
    choice = next(one for one in answer.choices if one.id == choice_id)
    return {reading.id: reading.outcome for reading in choice.readings}


def shown(answer):
    return {choice.id for choice in answer.choices}


# ---- The worked cases --------------------------------------------------------------------


def test_five_business_days_around_labour_day_end_on_7_may():
    answer = asked("januaria", "recurso-multa", date(2026, 4, 29))
    assert (answer.nominal, answer.due) == (date(2026, 5, 7), date(2026, 5, 7))
    assert (answer.day_kind, answer.suspensive) == ("uteis", True)
    assert answer.skipped == ((date(2026, 5, 1), "feriado: Dia do Trabalhador"),)
    assert {"Art. 111, a", "Art. 111, parágrafo único"} <= set(answer.cites)


def test_the_appeal_against_taking_the_vehicle_off_does_not_suspend():
    answer = asked("januaria", "recurso-retirada", date(2026, 4, 29))
    assert answer.suspensive is False
    assert "Art. 109" in answer.cites


def test_rejected_on_a_friday_regularise_by_wednesday_with_the_business_days_shown():
    answer = asked("sapezal", "regularizar", date(2026, 8, 7))
    assert answer.due == date(2026, 8, 12)
    assert outcomes(answer, "cinco-dias-corridos-ou-uteis") == {
        "continuos": "2026-08-12", "uteis": "2026-08-14",
    }  # fmt: skip


def test_fifteen_days_from_a_monday_end_on_the_17th():
    answer = asked("santo-andre", "defesa", date(2026, 3, 2))
    assert (answer.due, answer.day_kind, answer.reason) == (date(2026, 3, 17), "corridos", "")


# ---- Moving to a day of office -----------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "nominal", "end", "why"),
    [
        (date(2026, 2, 26), date(2026, 3, 13), date(2026, 3, 13), ""),  # a Friday stays
        (date(2026, 2, 27), date(2026, 3, 14), date(2026, 3, 16), "sábado"),
        (date(2026, 2, 28), date(2026, 3, 15), date(2026, 3, 16), "domingo"),
        (date(2026, 4, 6), date(2026, 4, 21), date(2026, 4, 22), "Tiradentes"),
        (date(2026, 6, 24), date(2026, 7, 9), date(2026, 7, 10), "Revolução"),  # state holiday
        (date(2026, 3, 19), date(2026, 4, 3), date(2026, 4, 6), "Sexta-feira Santa"),
        (date(2026, 12, 10), date(2026, 12, 25), date(2026, 12, 28), "Natal"),
    ],
)
def test_a_defence_that_ends_without_office_moves_to_the_next_business_day(
    start, nominal, end, why
):
    answer = asked("santo-andre", "defesa", start)
    assert (answer.nominal, answer.due) == (nominal, end)
    moved = nominal != end
    assert why in answer.reason
    assert bool(answer.reason) == moved
    assert ("Lei 9.784/1999, art. 66, § 1" in answer.cites) == moved
    assert ("vencimento-sem-expediente" in shown(answer)) == moved


def test_a_town_that_reads_that_it_does_not_move_keeps_the_saturday():
    start = date(2026, 2, 27)
    readings = {"vencimento-sem-expediente": "nao-passa"}
    answer = asked("santo-andre", "defesa", start, **readings)
    assert answer.due == answer.nominal == date(2026, 3, 14)
    assert outcomes(asked("santo-andre", "defesa", start), "vencimento-sem-expediente") == {
        "passa": "2026-03-16", "nao-passa": "2026-03-14",
    }  # fmt: skip


def test_a_ponto_facultativo_and_a_half_day_that_are_handed_in_move_it_too():
    start = date(2026, 3, 2)
    assert asked("santo-andre", "defesa", start, *off(date(2026, 3, 17))).due == date(2026, 3, 18)
    closed = [*off(date(2026, 3, 17)), *half(date(2026, 3, 18))]
    assert asked("santo-andre", "defesa", start, *closed).due == date(2026, 3, 19)


def test_the_half_day_is_a_choice_and_another_reading_lets_it_end_there():
    start = date(2026, 3, 2)
    answer = asked("santo-andre", "defesa", start, *half(date(2026, 3, 17)))
    assert answer.due == date(2026, 3, 18)
    assert "meio expediente" in answer.reason
    assert outcomes(answer, "meio-expediente") == {
        "nao-conta": "2026-03-18", "conta": "2026-03-17",
    }  # fmt: skip


def test_a_half_day_in_the_middle_is_no_business_day_for_an_appeal():
    start = date(2026, 4, 29)
    answer = asked("januaria", "recurso-multa", start, *half(date(2026, 5, 5)))
    assert answer.due == date(2026, 5, 8)
    assert outcomes(answer, "meio-expediente") == {
        "nao-conta": "2026-05-08", "conta": "2026-05-07",
    }  # fmt: skip
    plain = asked("januaria", "recurso-multa", start)
    assert set(outcomes(plain, "meio-expediente").values()) == {"2026-05-07"}


def test_a_local_holiday_and_a_ponto_facultativo_are_no_business_days_either():
    start = date(2026, 4, 29)
    holiday = LocalDay(date(2026, 5, 4), "feriado", "Padroeira")
    answer = asked("januaria", "recurso-multa", start, holiday, *off(date(2026, 5, 6)))
    assert answer.due == date(2026, 5, 11)
    assert [why for _, why in answer.skipped][1:] == [
        "feriado municipal: Padroeira", "ponto facultativo",
    ]  # fmt: skip


def test_carnival_counts_until_decreed_and_the_doubt_is_shown():
    start = date(2026, 2, 12)
    answer = asked("januaria", "recurso-multa", start)
    assert answer.due == date(2026, 2, 19)
    assert outcomes(answer, "ponto-facultativo") == {
        "so-com-ato": "2026-02-19", "sempre": "2026-02-24",
    }  # fmt: skip
    decreed = [*off(date(2026, 2, 16), date(2026, 2, 17)), *half(date(2026, 2, 18))]
    answer = asked("januaria", "recurso-multa", start, *decreed)
    assert answer.due == date(2026, 2, 24)
    assert "ponto-facultativo" not in shown(answer)


def test_far_from_carnival_there_is_no_doubt_to_show():
    assert "ponto-facultativo" not in shown(asked("januaria", "recurso-multa", date(2026, 3, 2)))


@pytest.mark.parametrize(
    ("law", "ato"),
    [
        ("januaria", "servico-especial"), ("mangaratiba", "bloqueio-do-auxiliar"),
        ("muriae", "permutar-ponto"), ("santo-andre", "permanencia-sem-imposto"),
        ("sapezal", "autorizacao-da-plataforma"), ("sapezal", "suspensao-sem-aplicativo"),
    ],
)  # fmt: skip
def test_what_is_no_deadline_of_procedure_never_moves(law, ato):
    for n in range(14):
        answer = asked(law, ato, date(2026, 3, 1) + timedelta(days=n))
        assert answer.due == answer.nominal
        assert answer.reason == ""


def test_regularising_never_moves_unless_the_town_reads_it_so():
    start = date(2026, 8, 11)  # five days on: a Sunday
    assert asked("sapezal", "regularizar", start).due == date(2026, 8, 16)
    readings = {"prazo-que-cai-sem-expediente": "passa"}
    assert asked("sapezal", "regularizar", start, **readings).due == date(2026, 8, 17)
    assert outcomes(asked("sapezal", "regularizar", start), "prazo-que-cai-sem-expediente") == {
        "nao-passa": "2026-08-16", "passa": "2026-08-17",
    }  # fmt: skip


# ---- Months, leap years, counting back ---------------------------------------------------


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (date(2026, 2, 28), date(2028, 2, 28)),
        (date(2024, 2, 29), date(2026, 2, 28)),  # no 29 February two years on
        (date(2026, 8, 31), date(2028, 8, 31)),
        (date(2026, 12, 31), date(2028, 12, 31)),
    ],
)
def test_two_years_run_date_to_date(start, end):
    assert asked("mangaratiba", "bloqueio-do-auxiliar", start).due == end


def test_a_month_that_lacks_the_day_ends_on_its_last_and_the_other_reading_is_shown():
    answer = asked("muriae", "trocar-de-veiculo", date(2026, 1, 31))
    assert answer.due == date(2026, 2, 28)
    assert outcomes(answer, "fim-de-mes") == {
        "ultimo-dia": "2026-02-28", "dia-seguinte": "2026-03-01",
    }  # fmt: skip
    assert asked("muriae", "trocar-de-veiculo", date(2028, 1, 31)).due == date(2028, 2, 29)
    assert "fim-de-mes" not in shown(asked("muriae", "trocar-de-veiculo", date(2026, 1, 28)))


def test_days_do_not_care_about_month_ends_and_know_leap_years():
    assert asked("sapezal", "suspensao-sem-aplicativo", date(2028, 1, 31)).due == date(2028, 3, 1)
    assert asked("sapezal", "suspensao-sem-aplicativo", date(2026, 1, 31)).due == date(2026, 3, 2)


def test_three_months_of_procedure_move_to_a_day_of_office():
    answer = asked("muriae", "comprovante-da-previdencia", date(2026, 1, 25))
    assert (answer.nominal, answer.due) == (date(2026, 4, 25), date(2026, 4, 27))


def test_ten_days_ahead_of_an_inspection_are_counted_back():
    answer = asked("januaria", "convocar-vistoria", date(2026, 4, 29))
    assert answer.due == date(2026, 4, 19)
    assert outcomes(answer, "dias-sem-qualificativo") == {
        "corridos": "2026-04-19", "uteis": "2026-04-14",
    }  # fmt: skip


def test_a_procedural_deadline_counted_back_moves_to_the_business_day_before():
    answer = in_vila(date(2026, 5, 6), more="before = true")  # five days before: 1 May
    assert (answer.nominal, answer.due) == (date(2026, 5, 1), date(2026, 4, 30))
    assert "recua para 30/04/2026" in answer.reason
    stays = in_vila(date(2026, 5, 6), more="before = true\nprocedural = false")
    assert stays.due == date(2026, 5, 1)


def test_business_days_are_counted_back_over_a_holiday():
    answer = in_vila(date(2026, 5, 6), kind="uteis", more="before = true")
    assert answer.due == date(2026, 4, 28)
    assert answer.skipped == ((date(2026, 5, 1), "feriado: Dia do Trabalhador"),)


def test_a_law_without_a_word_on_the_office_follows_the_federal_rule():
    assert in_vila(date(2026, 5, 4)).due == date(2026, 5, 11)
    stays = OFFICE.format(moves="nao_passa", half="nao_conta")
    assert in_vila(date(2026, 5, 4), office=stays).due == date(2026, 5, 9)


# ---- No date -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("law", "ato"),
    [("sapezal", "dados-da-viagem"), ("januaria", "parecer-da-habilitacao")],
)
def test_hours_have_no_last_day_and_the_reason_says_so(law, ato):
    answer = asked(law, ato, date(2026, 3, 2))
    assert (answer.nominal, answer.due, answer.day_kind) == (None, None, None)
    assert "horas" in answer.reason


@pytest.mark.parametrize("law", LAWS)
def test_what_the_law_does_not_give_has_no_date_and_a_reason(law):
    for row in load_rulebook(law).deadlines:
        answer = asked(law, row.ato, date(2026, 3, 2))
        if row.unknown:
            assert (answer.nominal, answer.due, answer.day_kind) == (None, None, None)
            assert answer.reason == row.unknown
        assert (answer.due is None) == bool(row.unknown or row.hours)


def test_an_act_that_the_law_does_not_have_is_refused_by_name():
    with pytest.raises(UnknownReference, match="perdao"):
        asked("sapezal", "perdao", date(2026, 3, 2))


# ---- What holds for every deadline -------------------------------------------------------

days = st.dates(date(2000, 1, 1), date(2070, 12, 31))
acts = st.sampled_from(
    [
        (name, row.ato)
        for name in LAWS
        for row in load_rulebook(name).deadlines
        if row.days or row.months
    ]
)


@given(acts, days)
def test_a_deadline_holds_together_whenever_it_starts(act, start):
    law = load_rulebook(act[0])
    answer = asked(*act, start)
    row = answer.row
    office = office_days(law)
    if row.before:
        assert answer.due <= answer.nominal < start
    else:
        assert answer.due >= answer.nominal > start
    if resolve(law, row.procedural):
        assert office.is_open(answer.due)
    else:
        assert answer.due == answer.nominal
    assert bool(answer.reason) == (answer.due != answer.nominal)
    assert answer.cites[: len(row.cites)] == row.cites
    assert json.loads(json.dumps(answer.as_dict())) == answer.as_dict()
    for choice in answer.choices:
        chosen = next(one for one in choice.readings if one.id == choice.applied)
        assert not chosen.tried or chosen.outcome == answer.due.isoformat()


@given(acts, days, st.integers(0, 400))
def test_who_starts_later_never_ends_earlier(act, start, later):
    one, other = asked(*act, start), asked(*act, start + timedelta(days=later))
    assert one.due <= other.due
    assert one.nominal <= other.nominal


@given(acts, days, st.sets(st.integers(1, 60), max_size=6))
def test_a_closed_day_more_never_brings_the_end_forward(act, start, closed):
    if load_rulebook(act[0]).deadline(act[1]).before:
        return
    shut = off(*(start + timedelta(days=n) for n in closed))
    assert asked(*act, start, *shut).due >= asked(*act, start).due


@pytest.mark.parametrize("name", LAWS)
def test_every_reading_that_bears_on_deadlines_leaves_each_with_a_date(name):
    law = load_rulebook(name)
    rule = law.office
    values = [law.month_end, rule.half_day, rule.optional_day, rule.moves]
    values += [value for row in law.deadlines for value in (row.day_kind, row.procedural)]
    bearing = {value.choice for value in values if isinstance(value, ByChoice)}
    assert bearing >= {"meio-expediente", "ponto-facultativo", "vencimento-sem-expediente"}
    for choice in (law.choice(one) for one in sorted(bearing)):
        for reading in choice.readings:
            other = law.with_readings({choice.id: reading.id})
            for row in other.deadlines:
                answer = due(other, row.ato, date(2026, 1, 31), office_days(other))
                assert (answer.due is None) == bool(row.unknown or row.hours)
