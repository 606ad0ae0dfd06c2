"""The last day of a defence, and of what the municipality must notify: counted by hand."""

from __future__ import annotations

from datetime import date

import pytest

from checklists import load_rulebook
from checklists.local import LocalFile, effective
from checklists.notices import (
    appeal_words,
    defence,
    due_of,
    final_undefended,
    notice_deadlines,
    notice_kinds,
    notices_owed,
)

LAWS = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")


def with_own_file(name, text):
    head = f'format = 1\nmunicipality = "{name}"\nversion = "1"\neffective_from = 2026-01-01\n'
    return effective(load_rulebook(name), [LocalFile("m.toml", (head + text).encode())])


def last_day(name, received, kind="auto", **more):
    return defence(load_rulebook(name), kind, received, **more)["last_day"]


# ---- The defence -------------------------------------------------------------------------------


def test_januaria_gives_five_business_days_from_the_receipt():
    # 30/04 (1), 01/05 is a holiday, 04 (2), 05 (3), 06 (4), 07/05 (5)
    found = defence(load_rulebook("januaria"), "multa", date(2026, 4, 29), role="motorista")
    assert found == {
        "ato": "recurso-multa",
        "last_day": "2026-05-07",
        "counted_from": "2026-04-29",
        "length": "5 dias úteis",
        "starts": "do recebimento do auto de infração",
        "to": "Conselho Municipal de Transporte",
        "address": "",
        "why": "O endereço onde se entrega a defesa ainda não foi informado pelo município.",
    }


def test_only_januaria_has_autos_that_are_final_when_nobody_appeals_from_them():
    # Arts. 104, 108 and 111 impose by the auto and let one appeal from it. The other laws have a
    # decision follow, and an appeal from that.
    ended = {name: [row.id for row in load_rulebook(name).notice.kinds
                    if final_undefended(load_rulebook(name), row.id)] for name in LAWS}
    assert ended.pop("januaria") == ["multa", "notificacao", "advertencia", "retirada"]
    assert not any(ended.values())


def test_a_half_day_of_the_town_hall_is_no_business_day_in_januaria():
    law = with_own_file(
        "januaria",
        '[[day]]\ndate = 2026-12-24\nkind = "meio_expediente"\nlabel = "Véspera de Natal"\n',
    )
    assert last_day("januaria", date(2026, 12, 22), "multa") == "2026-12-30"
    assert defence(law, "multa", date(2026, 12, 22))["last_day"] == "2026-12-31"


def test_muriae_counts_five_calendar_days_and_moves_off_a_saturday():
    found = defence(load_rulebook("muriae"), "auto", date(2026, 11, 30))
    assert (found["last_day"], found["length"]) == ("2026-12-07", "5 dias corridos")
    assert found["why"].startswith("05/12/2026 não tem expediente (sábado)")


@pytest.mark.parametrize(
    ("received", "last"),
    [(date(2026, 11, 30), "2026-12-15"), (date(2026, 12, 10), "2026-12-28")],  # 25/12 is a Friday
)
def test_santo_andre_counts_fifteen_days_from_the_copy_handed_over(received, last):
    assert last_day("santo-andre", received) == last


def test_mangaratiba_counts_thirty_days_from_the_notification_and_not_from_the_auto():
    law = load_rulebook("mangaratiba")
    found = defence(law, "auto", date(2026, 12, 1), role="autorizatario", on_the_spot=True)
    assert (found["last_day"], found["counted_from"]) == (None, None)
    assert "que vem depois do auto" in found["why"]
    found = defence(law, "auto", date(2026, 12, 1), notified_on=date(2026, 12, 22))
    assert (found["last_day"], found["counted_from"]) == ("2027-01-21", "2026-12-22")


def test_a_deadline_that_sapezal_does_not_give_is_not_invented():
    found = defence(load_rulebook("sapezal"), "auto", None, notified_on=date(2026, 12, 1))
    assert (found["last_day"], found["counted_from"]) == (None, None)
    assert found["length"] == "não está na lei"
    assert found["why"].startswith("A lei garante a defesa prévia (Art. 22)")


def test_nothing_runs_before_the_copy_is_received():
    found = defence(load_rulebook("muriae"), "auto", None)
    assert found["last_day"] is None
    assert found["why"].startswith("O prazo ainda não corre: conta do recebimento do auto")


def test_what_the_driver_receives_does_not_start_the_companys_time():
    law, received = load_rulebook("januaria"), date(2026, 4, 29)
    company = defence(law, "multa", received, role="empresa", on_the_spot=True)
    assert company["last_day"] is None and "correio" in company["why"]
    by_mail = defence(law, "multa", received, role="empresa", on_the_spot=True,
                      notified_on=date(2026, 5, 11))  # fmt: skip
    assert by_mail["last_day"] == "2026-05-18"
    driver = defence(law, "multa", received, role="motorista", on_the_spot=True)
    assert driver["last_day"] == "2026-05-07"
    first = law.with_readings({"recebido-por-quem": "do-primeiro"})
    found = defence(first, "multa", received, role="empresa", on_the_spot=True)
    assert found["last_day"] == "2026-05-07"


def test_the_copy_says_where_the_defence_goes_once_the_municipality_has_told_it():
    where = "Protocolo, Rua de Exemplo, 100"
    law = with_own_file("muriae", f'defence_address = "{where}"\n')
    found = defence(law, "auto", date(2026, 12, 1))
    assert (found["address"], found["why"]) == (
        where, "06/12/2026 não tem expediente (domingo): passa para 07/12/2026, o primeiro dia "
        "útil seguinte.",
    )  # fmt: skip


def test_the_appeal_against_a_seizure_has_no_term_in_januaria():
    found = defence(load_rulebook("januaria"), "apreensao", date(2026, 12, 1))
    assert (found["ato"], found["last_day"]) == ("recurso-apreensao", None)
    assert "não falam da apreensão" in found["why"]


def test_muriaes_notice_to_an_empty_rank_has_no_defence_of_its_own():
    assert defence(load_rulebook("muriae"), "notificacao", date(2026, 12, 1)) is None


@pytest.mark.parametrize("name", LAWS)
def test_every_kind_has_a_defence_or_none_and_never_a_guess(name):
    law = load_rulebook(name)
    for kind in law.notice.kinds:
        found = defence(law, kind.id, date(2026, 12, 1), notified_on=date(2026, 12, 1))
        assert (found is None) == (kind.defence is None)
        if found is not None and law.deadline(kind.defence).unknown:
            assert found["last_day"] is None and found["why"]


# ---- How one defends oneself -------------------------------------------------------------------


def test_the_copy_tells_what_suspends_and_what_does_not():
    law = load_rulebook("januaria")
    [first, *_] = appeal_words(law, "multa")
    assert first == (
        "O recurso contra a multa, a notificação ou a advertência a suspende desde o protocolo, "
        "com o comprovante da taxa de expediente (Art. 109; Art. 110)."
    )
    assert any("não a suspende (Art. 109)" in one for one in appeal_words(law, "retirada"))
    both = appeal_words(law, "multa", ["retirada"])
    assert any("não a suspende" in one for one in both) and first in both
    assert not any("não a suspende" in one for one in appeal_words(law, "multa", ["apreensao"]))
    seized = appeal_words(law, "multa", ["apreensao"])  # Arts. 108, 109 and 111 leave it out
    assert any("não diz em quantos dias nem se o recurso a suspende" in one for one in seized)
    free = law.with_readings({"suspensivo-desde-quando": "sem-taxa"})
    assert "taxa" not in appeal_words(free, "multa")[0]


def test_muriae_asks_no_deposit_before_an_appeal_unless_the_town_says_so():
    law = load_rulebook("muriae")
    assert "não se exige depósito" in appeal_words(law, "auto")[-1]
    asks = law.with_readings({"deposito-previo": "exige-se"})
    assert "prova o depósito prévio" in appeal_words(asks, "auto")[-1]
    assert appeal_words(law, "notificacao") == ()


def test_mangaratibas_copy_says_that_an_appeal_does_not_suspend_by_itself():
    found = appeal_words(load_rulebook("mangaratiba"), "auto")
    assert any(one.startswith("O recurso não suspende a penalidade;") for one in found)


@pytest.mark.parametrize("name", LAWS)
def test_every_sentence_to_the_autuado_has_its_citation(name):
    law = load_rulebook(name)
    for kind in law.notice.kinds:
        assert all(one.endswith(").") and "Art. " in one for one in appeal_words(law, kind.id))


# ---- What the municipality owes ----------------------------------------------------------------


def only_due(name, happened, drawn, law=None):
    law = law or load_rulebook(name)
    [row] = [one for one in notice_deadlines(law) if one.ato.startswith("notificar-")]
    return due_of(law, row, happened_on=happened, drawn_on=drawn)


@pytest.mark.parametrize(
    ("found_on", "due"),
    [(date(2026, 11, 30), "2026-12-30"), (date(2026, 12, 2), "2027-01-04")],  # 01/01 is a Friday
)
def test_mangaratiba_sends_its_notification_within_thirty_days_of_the_finding(found_on, due):
    found = only_due("mangaratiba", found_on, date(2026, 12, 10))
    assert found["due"] == due
    assert found["late"] == "Expedida depois do prazo, a autuação perde efeito."
    assert found["cites"] == ["Art. 24", "Art. 26", "Art. 26, parágrafo único"]


def test_sapezal_delivers_its_notification_within_ninety_days_of_the_drawing_up():
    found = only_due("sapezal", date(2026, 11, 1), date(2026, 11, 30))
    assert found["due"] == "2027-03-01"  # the ninetieth day, 28/02/2027, is a Sunday
    assert "não há dívida sem notificação" in found["late"]


def test_by_the_circular_paragraph_sapezals_ninety_days_have_not_begun():
    law = load_rulebook("sapezal").with_readings({"noventa-dias-circulares": "juntada"})
    found = only_due("sapezal", date(2026, 11, 1), date(2026, 11, 30), law)
    assert found["due"] is None and "juntada" in found["why"]


def owed(name, role, handed_over, service=None):
    law = load_rulebook(name)
    rows = notices_owed(law, role=role, handed_over=handed_over, service=service)
    return [row.id for row in rows]


@pytest.mark.parametrize(
    ("name", "role", "handed_over", "service", "ids"),
    [
        ("mangaratiba", "autorizatario", True, "escolar", ["notificar-autuacao"]),
        ("sapezal", "condutor", True, "aplicativo", ["notificar-os-dois", "notificar-penalidade"]),
        ("sapezal", "condutor", False, "aplicativo",
         ["notificar-os-dois", "notificar-penalidade", "entregar-copia"]),
        ("sapezal", "sem-autorizacao", True, "aplicativo", ["notificar-penalidade"]),
        ("muriae", "auxiliar", True, "taxi", []),
        ("muriae", "auxiliar", False, "taxi", ["entregar-copia"]),
        ("santo-andre", "permissionario", True, "taxi", []),
        ("santo-andre", "permissionario", False, "taxi", ["entregar-via"]),
        ("januaria", "empresa", True, "urbano", ["via-pelo-correio"]),
        ("januaria", "motorista", True, "urbano", ["via-pelo-correio"]),
        ("januaria", "motorista", False, "urbano", ["via-pelo-correio", "entregar-via"]),
        ("januaria", "proprietario", True, "taxi", []),
        ("januaria", "motorista", False, "taxi", ["entregar-via"]),
    ],
)
def test_what_is_still_owed_after_an_auto(name, role, handed_over, service, ids):
    assert owed(name, role, handed_over, service) == ids


@pytest.mark.parametrize("name", ["januaria", "muriae", "santo-andre"])
def test_where_the_law_gives_no_time_to_notify_there_is_a_reason_and_no_date(name):
    law = load_rulebook(name)
    for row in notice_deadlines(law):
        found = due_of(law, row, happened_on=date(2026, 12, 1), drawn_on=date(2026, 12, 1))
        assert found["due"] is None and found["why"] and found["late"] == ""


def test_the_deadlines_of_every_kind_are_those_of_some_conduct():
    for name in LAWS:
        law = load_rulebook(name)
        offered = {kind.id for row in law.conducts for kind in notice_kinds(law, row.cite)}
        assert offered == {kind.id for kind in law.notice.kinds}
