"""What earlier autos do to a new one: by hand, law by law."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from importlib.resources import files

import pytest

from checklists import load_rulebook
from checklists.local import load_local
from checklists.notices import PastAuto, points_outcome, possible_recidivism, recidivism_outcome

EXAMPLES = files("checklists") / "examples"


def past(cite, *days, line=None, final=True):
    return [
        PastAuto(f"{cite}/{day}", cite, date.fromisoformat(day), line, None, final)
        for day in days
    ]


def outcome(name, cite, on, history, line=None, **more):
    return recidivism_outcome(
        load_rulebook(name), cite, date.fromisoformat(on), line, history, **more
    )


# ---- Januária, Art. 105: fourth time, same line, six months ------------------------------------


SMOKED = ("2026-06-10", "2026-07-10", "2026-08-10")


def test_the_fourth_time_on_one_line_within_six_months_doubles_the_fine():
    found = outcome("januaria", "Art. 94, V", "2026-12-10", past("Art. 94, V", *SMOKED, line="12"),
                    line="12")  # fmt: skip
    assert (found["rule"], found["occurrence"], found["multiplier"]) == ("dobro", 4, 2)
    assert (found["amount"], found["unit"]) == ("4", "UPFM")
    assert found["sentence"] == (
        "É a 4ª vez da mesma infração em 6 meses, na linha 12: multa em dobro (Art. 105)."
    )


@pytest.mark.parametrize(
    ("on", "line", "days"),
    [
        ("2026-12-11", "12", SMOKED),  # the first is a day too old
        ("2026-12-10", "13", SMOKED),  # another line
        ("2026-12-10", None, SMOKED),  # no line at all
        ("2026-12-10", "12", SMOKED[:2]),  # the third time
    ],
)
def test_too_old_another_line_or_too_few_do_not(on, line, days):
    history = past("Art. 94, V", *days, line="12")
    found = outcome("januaria", "Art. 94, V", on, history, line=line)
    assert (found["rule"], found["multiplier"], found["amount"]) == (None, 1, "2")


def test_the_annex_counts_as_its_article():
    found = outcome("januaria", "Art. 94, V", "2026-12-10",
                    past("Anexo, A-01", *SMOKED, line="12"), line="12")  # fmt: skip
    assert found["rule"] == "dobro"


def of_kind(kind, cite, *days, **more):
    return [replace(row, id=f"{kind}/{row.id}", kind=kind) for row in past(cite, *days, **more)]


def test_a_withdrawal_beside_a_fine_is_no_second_occurrence():
    cite, days = "Art. 93, IX", ("2026-06-10", "2026-07-10")
    fined, withdrawn = (of_kind(kind, cite, *days, line="12") for kind in ("multa", "retirada"))
    found = outcome("januaria", cite, "2026-08-10", [*fined, *withdrawn], line="12")
    assert (found["occurrence"], found["rule"]) == (3, None)


def test_a_notice_to_put_right_is_no_occurrence_unless_the_town_says_so():
    cite = "Art. 93, X"
    notified = of_kind("notificacao", cite, *SMOKED, line="12")
    assert outcome("januaria", cite, "2026-12-10", notified, line="12")["rule"] is None
    law = load_rulebook("januaria").with_readings(
        {"notificacao-e-reincidencia": "notificacao-tambem"})
    found = recidivism_outcome(law, cite, date(2026, 12, 10), "12", notified)
    assert found["rule"] == "dobro"
    asked_to_mend = of_kind("notificacao", "Art. 26, IV", "2026-06-10")
    assert outcome("sapezal", "Art. 26, IV", "2026-12-10", asked_to_mend)["rule"] is None


def test_santo_andre_says_that_article_47_must_be_the_same_duty_twice():
    found = outcome("santo-andre", "Art. 47", "2026-12-10", past("Art. 47", "2026-06-10"))
    assert (found["rule"], found["multiplier"]) == ("dobro-art-47", 2)
    assert found["sentence"].endswith("só é reincidência se o descumprido foi o mesmo.")
    found = outcome("santo-andre", "Art. 49, a", "2026-12-10", past("Art. 49, a", "2026-06-10"))
    assert found["rule"] == "dobro" and found["sentence"].endswith("(Art. 53, II).")


def test_a_notice_that_is_no_fine_has_none_to_double():
    cite, on = "Art. 93, IX", date(2026, 12, 10)
    law, earlier = load_rulebook("januaria"), past(cite, *SMOKED, line="12")
    for kind, doubled in (("multa", True), ("notificacao", False), ("retirada", False)):
        found = recidivism_outcome(law, cite, on, "12", earlier, kind=kind)
        hint = possible_recidivism(law, cite, on, "12", earlier, kind=kind)
        assert (found["rule"] == "dobro", hint["possible"]) == (doubled, doubled), kind
    counts = law.with_readings({"notificacao-e-reincidencia": "notificacao-tambem"})
    assert recidivism_outcome(counts, cite, on, "12", earlier, kind="notificacao")["rule"]
    # Sapezal's seizure is what the repetition itself brings (Art. 27, parágrafo único).
    again = past("Art. 27", "2026-06-10")
    seized = recidivism_outcome(load_rulebook("sapezal"), "Art. 27", on, None, again,
                                kind="apreensao")  # fmt: skip
    assert seized["rule"] == "transporte-ilegal"


def test_muriae_doubles_nothing_where_the_law_has_no_fine():
    # Art. 59: the double of the fine "anteriormente cominada"; Art. 9 revokes and does not fine.
    found = outcome("muriae", "Art. 9, VII", "2026-12-10", past("Art. 9, VII", "2026-11-10"))
    assert (found["rule"], found["multiplier"], found["sentence"]) == (None, 1, "")
    fined = outcome("muriae", "Art. 37", "2026-12-10", past("Art. 37", "2026-11-10"))
    assert (fined["rule"], fined["multiplier"]) == ("progressiva", 2)  # a fine of unknown value


def test_another_infraction_does_not_count():
    history = past("Art. 94, IV", *SMOKED, line="12")
    assert outcome("januaria", "Art. 94, V", "2026-12-10", history, line="12")["rule"] is None


def test_what_may_still_be_appealed_counts_only_as_a_hint():
    history = past("Art. 94, V", *SMOKED, line="12", final=None)
    found = outcome("januaria", "Art. 94, V", "2026-12-10", history, line="12")
    assert (found["rule"], found["occurrence"], len(found["pending"])) == (None, 1, 3)
    assert found["sentence"].startswith("Outros 3 autos da mesma infração só contam")
    hint = possible_recidivism(
        load_rulebook("januaria"), "Art. 94, V", date(2026, 12, 10), "12", history
    )
    assert (hint["possible"], hint["rules"], len(hint["of"])) == (True, ["dobro"], 3)
    assert hint["sentence"].startswith("Pode haver reincidência. É a 4ª vez")
    assert hint["sentence"].endswith("quem confirma é a repartição.")


def test_under_the_other_reading_an_auto_counts_once_it_is_drawn_up():
    law = load_rulebook("januaria").with_readings({"reincidencia-definitiva": "lavrada"})
    history = past("Art. 94, V", *SMOKED, line="12", final=None)
    found = recidivism_outcome(law, "Art. 94, V", date(2026, 12, 10), "12", history)
    assert found["rule"] == "dobro"


def test_the_doubled_fine_is_told_in_reais_of_the_day():
    law = load_local(load_rulebook("januaria"), EXAMPLES / "januaria-valores.toml")
    found = recidivism_outcome(law, "Art. 94, V", date(2026, 12, 10), "12",
                               past("Art. 94, V", *SMOKED, line="12"))  # fmt: skip
    assert found["centavos"] == 41810  # 2 × 2 × 104,5250


# ---- The other laws ----------------------------------------------------------------------------


def test_muriae_doubles_the_fine_before_it_within_ninety_days():
    law = load_local(load_rulebook("muriae"), EXAMPLES / "muriae-regulamento.toml")
    history = past("Art. 26, § 1", "2026-06-01", "2026-07-01")
    found = recidivism_outcome(law, "Art. 26, § 1", date(2026, 9, 29), None, history)
    assert (found["multiplier"], found["amount"], found["centavos"]) == (4, "560", 56000)
    assert found["penalties"] == ["a permissão pode ser revogada"]
    assert "multa 4 vezes a da primeira; a permissão pode ser revogada" in found["sentence"]
    late = recidivism_outcome(law, "Art. 26, § 1", date(2026, 9, 30), None, history)
    assert (late["rule"], late["multiplier"]) == (None, 1)  # the 91st day


def test_a_growing_fine_of_unknown_value_grows_all_the_same():
    found = outcome("muriae", "Art. 37", "2026-07-01", past("Art. 37", "2026-06-01"))
    assert (found["multiplier"], found["amount"], found["centavos"]) == (2, None, None)


def test_sapezal_suspends_instead_of_doubling():
    found = outcome("sapezal", "Art. 26, IV", "2026-12-01", past("Art. 26, IV", "2024-01-01"))
    assert (found["rule"], found["multiplier"]) == ("sem-aplicativo", 1)
    assert found["penalties"] == ["suspensão da autorização por 30 dias"]
    assert found["sentence"] == (
        "É a 2ª vez da mesma infração: suspensão da autorização por 30 dias (Art. 26, § 1)."
    )


def test_sapezal_says_nothing_of_repeating_a_duty_of_article_13():
    history = past("Art. 13, II", "2026-11-01", "2026-11-10")
    assert outcome("sapezal", "Art. 13, II", "2026-12-01", history)["rule"] is None


def test_santo_andre_doubles_a_range_without_saying_how_much():
    history = past("Art. 49, b", "2020-01-01")
    found = outcome("santo-andre", "Art. 49, b", "2026-12-01", history)
    assert (found["rule"], found["multiplier"], found["amount"]) == ("dobro", 2, None)


def test_mangaratiba_promises_more_and_does_not_write_it():
    history = past("Art. 14, XIX", "2026-11-01", "2026-11-10")
    found = outcome("mangaratiba", "Art. 14, XIX", "2026-12-01", history)
    assert (found["rule"], found["multiplier"], found["sentence"]) == (None, 1, "")
    hint = possible_recidivism(
        load_rulebook("mangaratiba"), "Art. 14, XIX", date(2026, 12, 1), None, history
    )
    assert hint == {"possible": False, "of": [], "rules": [], "sentence": ""}


def test_an_auto_of_a_later_day_changes_nothing():
    history = past("Art. 26, IV", "2026-12-02")
    assert outcome("sapezal", "Art. 26, IV", "2026-12-01", history)["occurrence"] == 1


def test_the_order_in_which_autos_arrive_does_not_matter():
    history = past("Art. 94, V", *SMOKED, line="12")
    ways = [history, history[::-1]]
    assert len({str(outcome("januaria", "Art. 94, V", "2026-12-10", way, line="12"))
                for way in ways}) == 1  # fmt: skip


# ---- Points ------------------------------------------------------------------------------------


def points(history, role="auxiliar", on="2026-12-01", law=None):
    return points_outcome(
        law or load_rulebook("mangaratiba"), role, history, date.fromisoformat(on)
    )


def test_fifty_points_of_one_year_block_an_auxiliary():
    # seven gravíssimas are 49; a leve is 3
    history = past("Art. 17, II", *(f"2026-{month:02}-01" for month in range(1, 8)))
    assert (points(history)["points"], points(history)["blocked"]) == (49, False)
    found = points([*history, *past("Art. 16", "2026-08-01")])
    assert (found["points"], found["limit"], found["blocked"]) == (52, 50, True)
    assert "sem renovação da autorização" in found["sentence"]


def test_points_begin_anew_on_the_first_of_january():
    assert points(past("Art. 17, II", "2025-12-31"))["points"] == 0


def test_points_that_may_still_fall_are_told_apart():
    history = past("Art. 17, II", *(f"2026-{month:02}-01" for month in range(1, 9)), final=None)
    found = points(history)
    assert (found["points"], found["pending"]) == (0, 56)
    assert (found["blocked"], found["may_block"]) == (False, True)
    law = load_rulebook("mangaratiba").with_readings({"pontos-desde-quando": "autuacao"})
    assert points(history, law=law)["blocked"] is True


def test_a_conduct_without_severity_gives_no_points():
    assert points(past("Art. 8", "2026-01-01"), role="autorizatario")["points"] == 0


def test_a_law_without_points_blocks_nobody():
    found = points_outcome(load_rulebook("sapezal"), "condutor",
                           past("Art. 26, V", "2026-01-01"), date(2026, 12, 1))  # fmt: skip
    assert (found["points"], found["limit"], found["blocked"], found["sentence"]) == (0, None,
            None, "")  # fmt: skip
