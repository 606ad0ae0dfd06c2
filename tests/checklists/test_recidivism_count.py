"""Counting repetitions in one pass gives what comparing each with every earlier one gives."""

import random
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from checklists import load_rulebook
from checklists.choices import resolve
from checklists.dates import add_days, add_months
from checklists.fines import fine_of
from checklists.notices_history import PastAuto, counting, recidivism_outcome
from checklists.recidivism import Occurrence, count, first_day, last_day, rule_of
from checklists.rows import NO_WINDOW
from checklists.validity import as_period

CASES = {
    "januaria": "Art. 94, V", "muriae": "Art. 4, § 2", "santo-andre": "Art. 49, a",
    "sapezal": "Art. 27",
}  # fmt: skip


def covered(law, rule, before: date, now: date) -> bool:
    """As the law says it: the window runs from the earlier one, its last day included."""
    window = resolve(law, rule.window)
    if window in (None, NO_WINDOW):
        return True
    period = as_period(window)
    if period.months:
        return now <= add_months(before, period.months, resolve(law, law.month_end))
    return now <= add_days(before, period.days)


def one_by_one(law, conduct, rule, rows):
    """(amount, penalties) of each, every pair compared."""
    base, answers = fine_of(law, conduct), []
    for index, row in enumerate(rows):
        earlier = [
            n for n in range(index)
            if covered(law, rule, rows[n].on, row.on) and (
                not rule.same_line
                or (row.line and rows[n].line and row.line.casefold() == rows[n].line.casefold())
            )
        ]  # fmt: skip
        amount, penalties = base.amount if base else Decimal(0), conduct.penalties
        if len(earlier) + 1 >= resolve(law, rule.occurrence):
            if rule.progressive and earlier:
                amount = answers[earlier[-1]][0]
            amount *= rule.multiplier
            penalties = (*penalties, *resolve(law, rule.penalties))
        answers.append((amount, tuple(dict.fromkeys(penalties))))
    return answers


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", CASES)
def test_one_pass_is_what_every_pair_gives(name, seed):
    law, rng = load_rulebook(name), random.Random(f"{name} {seed}")
    conduct = law.conduct(CASES[name])
    rule = rule_of(law, conduct.cite)
    first = date(2024, 1, 31)
    rows = tuple(sorted(
        (Occurrence(first + timedelta(days=rng.randint(0, 500)), rng.choice(("7", "x", "X", None)))
         for _ in range(40)),
        key=lambda row: row.on,
    ))  # fmt: skip
    found = [
        (row.fine.amount if row.fine else Decimal(0), row.penalties)
        for row in count(law, conduct, rule, rows)
    ]
    assert found == one_by_one(law, conduct, rule, rows)
    assert len(set(found)) > 1 or fine_of(law, conduct) is None  # else nothing is proved


@pytest.mark.parametrize("month_end", [None, "dia_seguinte"])
@pytest.mark.parametrize("name", CASES)
def test_a_window_looks_back_as_far_as_it_looks_ahead(name, month_end):
    law = load_rulebook(name)
    if month_end is not None:
        law = replace(law, month_end=month_end)
    rule = rule_of(law, CASES[name])
    for day in range(0, 800, 3):
        on = date(2027, 1, 1) + timedelta(days=day)
        since, until = first_day(law, rule, on), last_day(law, rule, on)
        if since is None:
            assert until is None
            continue
        assert covered(law, rule, since, on) and covered(law, rule, on, until)
        assert not covered(law, rule, since - timedelta(days=1), on)
        assert not covered(law, rule, on, until + timedelta(days=1))


@pytest.mark.parametrize("name", CASES)
def test_what_to_look_for_is_what_the_outcome_counts(name):
    law, rng = load_rulebook(name), random.Random(name)
    cite, on = CASES[name], date(2026, 11, 30)
    kinds = ["", *(kind.id for kind in law.notice.kinds)]
    terms = counting(law, cite, on)
    history = [
        PastAuto(str(n), rng.choice([*terms.cites, law.conducts[0].cite]),
                 on - timedelta(days=rng.randint(0, 200)), rng.choice(("7", "8", None)), None,
                 rng.choice((True, False, None)), rng.choice(kinds))
        for n in range(300)
    ]  # fmt: skip
    counted = {
        row.id for row in history
        if row.cite in terms.cites and row.kind not in terms.kinds
        and (row.final or not terms.only_final)
        and (terms.since is None or row.happened_on >= terms.since)
        and terms.same_line(row.line, "7")
    }  # fmt: skip
    found = recidivism_outcome(law, cite, on, "7", history)
    assert set(found["of"]) == counted and counted
    assert (found["rule"] is not None) == (len(counted) >= terms.needed)
