"""Which notice for which conduct, who answers, what it costs, and one act charged once."""

from __future__ import annotations

from datetime import date
from importlib.resources import files

import pytest

from checklists import UnknownReference, load_rulebook
from checklists.local import load_local
from checklists.notices import (
    charged_twice,
    conduct_facts,
    failed_item_conduct,
    failed_item_note,
    liable_roles,
    measures_beside,
    notice_kinds,
)

EXAMPLES = files("checklists") / "examples"
ON = date(2026, 11, 30)
LAWS = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")


def kinds(name, cite, **picks):
    law = load_rulebook(name).with_readings(
        {key.replace("_", "-"): reading for key, reading in picks.items()}
    )
    return [row.id for row in notice_kinds(law, cite)]


def roles(name, cite, service):
    return [row.id for row in liable_roles(load_rulebook(name), cite, service)]


def twice(name, *cites, **picks):
    law = load_rulebook(name).with_readings(
        {key.replace("_", "-"): reading for key, reading in picks.items()}
    )
    return charged_twice(law, cites)


# ---- Kinds -------------------------------------------------------------------------------------


def test_januaria_notifies_first_what_can_be_put_right_and_fines_the_rest():
    assert kinds("januaria", "Art. 93, X")[:2] == ["notificacao", "multa"]
    assert kinds("januaria", "Art. 94, V") == ["multa", "notificacao"]


@pytest.mark.parametrize(
    ("reading", "first"), [("sempre", "notificacao"), ("nunca", "multa")]
)
def test_the_towns_reading_says_what_comes_first(reading, first):
    for cite in ("Art. 93, X", "Art. 94, V"):
        assert kinds("januaria", cite, notificar_antes_de_multar=reading)[0] == first


def test_the_annex_is_offered_what_its_article_is():
    for article, annex in (("Art. 93, VIII", "Anexo, B-01"), ("Art. 93, I", "Anexo, E-01")):
        assert kinds("januaria", article) == kinds("januaria", annex)


def test_januaria_warns_only_a_company_for_a_fine_of_the_gravest_group():
    assert "advertencia" in kinds("januaria", "Art. 93, I")
    assert "advertencia" not in kinds("januaria", "Art. 94, VI")  # group E, but of a driver
    assert "advertencia" not in kinds("januaria", "Art. 96, II")  # group D
    assert "advertencia" in kinds(
        "januaria", "Art. 96, II", advertencia_de_que_multas="grupos-d-e-e"
    )


def test_januaria_warns_no_owner_of_a_school_van_who_is_no_company():
    law = load_rulebook("januaria")
    company, owner = ({row.id for row in notice_kinds(law, "Art. 93, I", role)}
                      for role in ("empresa", "proprietario"))  # fmt: skip
    assert company - owner == {"advertencia"}  # Art. 101, c: "aplicada à empresa concessionária"


def test_januaria_withdraws_at_once_also_what_differs_from_what_was_approved():
    [kind] = [row for row in notice_kinds(load_rulebook("januaria"), "Art. 93, V")
              if row.id == "retirada"]  # fmt: skip
    at_once = kind.note.partition(";")[0]  # Art. 77, b; Art. 51 adds comfort
    assert "difere do aprovado" in at_once and "conforto" in at_once


def test_only_an_act_of_the_vehicle_takes_it_off_the_road_in_januaria():
    assert "retirada" in kinds("januaria", "Art. 93, IX")
    assert "retirada" not in kinds("januaria", "Art. 95, X")
    assert [c for c in ("Art. 93, I", "Anexo, E-01", "Art. 93, II", "Art. 94, I")
            if "apreensao" in kinds("januaria", c)] == ["Art. 93, I", "Anexo, E-01"]  # fmt: skip


def test_sapezal_seizes_a_vehicle_only_for_illegal_transport():
    assert kinds("sapezal", "Art. 27") == [
        "auto", "notificacao", "apreensao-de-documentos", "apreensao"
    ]  # fmt: skip
    assert "apreensao" not in kinds("sapezal", "Art. 26, IV")


def test_muriae_notifies_before_it_takes_the_permit_of_an_empty_rank():
    assert kinds("muriae", "Art. 27, § 2") == ["notificacao", "auto"]
    assert kinds("muriae", "Art. 37") == ["auto"]


@pytest.mark.parametrize("name", ["mangaratiba", "santo-andre"])
def test_where_the_law_has_one_kind_it_is_the_auto(name):
    for row in load_rulebook(name).conducts:
        assert kinds(name, row.cite) == ["auto"]


def test_a_conduct_of_a_towns_regulation_has_its_auto_too():
    law = load_local(load_rulebook("muriae"), EXAMPLES / "muriae-regulamento.toml")
    [cite] = [row.cite for row in law.conducts if row.cite.endswith("I (inventado)")
              and "II" not in row.cite]  # fmt: skip
    assert [row.id for row in notice_kinds(law, cite)] == ["auto"]
    facts = conduct_facts(law, cite, ON)
    assert (facts["amount"], facts["unit"], facts["centavos"]) == ("210", "BRL", 21000)


# ---- What may be done at once in the same auto -------------------------------------------------


def at_once(name, cite, kind, **picks):
    law = load_rulebook(name).with_readings(
        {key.replace("_", "-"): reading for key, reading in picks.items()}
    )
    return {measure: alone.id if alone else None
            for measure, alone in measures_beside(law, cite, kind)}


def test_januaria_fines_or_notifies_and_withdraws_in_one_auto_of_one_citation():
    """Art. 106: the fine does not stand in the way of the rest; Art. 98: notified and withdrawn."""
    for kind in ("multa", "notificacao"):
        assert at_once("januaria", "Art. 93, IX", kind) == {"retirada": "retirada"}
        assert at_once("januaria", "Anexo, E-01", kind) == {
            "retirada": "retirada", "apreensao": "apreensao"}
        assert at_once("januaria", "Art. 94, V", kind) == {}  # of a driver, not of the vehicle
    assert at_once("januaria", "Art. 93, IX", "retirada") == {}
    assert at_once("januaria", "Art. 93, I", "advertencia") == {}


def test_where_a_fine_must_come_before_the_withdrawal_they_are_two_autos():
    reading = {"retirada_imediata": "so-depois-da-multa"}
    assert at_once("januaria", "Art. 93, IX", "multa", **reading) == {}
    assert list(at_once("januaria", "Art. 93, I", "multa", **reading)) == ["apreensao"]
    assert "retirada" in kinds("januaria", "Art. 93, IX", **reading)


def test_sapezal_seizes_papers_with_any_auto_and_a_vehicle_with_that_of_illegal_transport():
    papers = {"apreensao-de-documentos": "apreensao-de-documentos"}
    assert at_once("sapezal", "Art. 26, IV", "auto") == papers
    assert at_once("sapezal", "Art. 27", "auto") == {**papers, "apreensao": "apreensao"}
    assert at_once("sapezal", "Art. 27", "apreensao") == {}


def test_sapezal_retains_only_where_the_town_reads_that_it_may():
    reading = {"medidas_sem_hipotese": "a-criterio"}
    assert "retencao-ou-remocao" not in at_once("sapezal", "Art. 26, IV", "auto")
    assert at_once("sapezal", "Art. 26, IV", "auto", **reading)["retencao-ou-remocao"] is None
    assert "apreensao" not in at_once("sapezal", "Art. 26, IV", "auto", **reading)


@pytest.mark.parametrize("name", ["mangaratiba", "muriae", "santo-andre"])
def test_elsewhere_the_law_gives_no_measure_but_what_the_conduct_prints(name):
    """Mangaratiba prints its retention with each conduct; Muriaé has none; in Santo André the
    seizure is a penalty of the Director's, after the defence (Arts. 50 to 53)."""
    law = load_rulebook(name)
    for row in law.conducts:
        for kind in notice_kinds(law, row.cite):
            assert at_once(name, row.cite, kind.id) == {}


# ---- Who answers -------------------------------------------------------------------------------


def test_in_januaria_the_company_answers_for_a_bus_and_the_owner_for_a_taxi():
    assert roles("januaria", "Art. 93, X", "urbano") == ["empresa"]
    assert roles("januaria", "Art. 93, X", "escolar") == ["empresa", "proprietario"]
    assert roles("januaria", "Art. 94, V", "urbano") == ["motorista", "cobrador"]
    assert roles("januaria", "Art. 94, V", "taxi") == ["motorista"]
    assert roles("januaria", "Art. 94, I", "taxi") == ["proprietario"]  # who employs the driver


def test_a_driver_who_takes_the_fare_himself_answers_for_it_where_the_law_names_no_cobrador():
    # Art. 94 speaks of "motoristas e trocadores"; only its item XI says "(cobrador)".
    for cite in ("Art. 94, XV", "Art. 94, XVI", "Art. 94, XVIII", "Art. 94, XIX", "Anexo, D-05"):
        assert roles("januaria", cite, "urbano") == ["motorista", "cobrador"]
        assert roles("januaria", cite, "escolar") == ["motorista"]
    assert roles("januaria", "Art. 94, XI", "urbano") == ["cobrador"]


def test_where_the_words_leave_nobody_of_the_service_all_whom_they_name_are_offered():
    assert roles("januaria", "Art. 96, II", "taxi") == ["empresa"]


def test_a_conduct_of_two_may_be_charged_to_either():
    assert roles("mangaratiba", "Art. 17, II", "escolar") == ["autorizatario", "auxiliar"]
    assert roles("mangaratiba", "Art. 6", "escolar") == ["autorizatario"]


# ---- What it costs -----------------------------------------------------------------------------


def test_the_facts_say_what_is_printed_and_what_applies():
    facts = conduct_facts(load_rulebook("januaria"), "Art. 93, VIII", ON)
    assert (facts["group"], facts["amount"], facts["unit"]) == ("E", "4", "UPFM")
    assert facts["centavos"] is None
    assert facts["value_why"] == (
        "Impresso grupo E; aplica-se o B, pela leitura em vigor. "
        "Valor da UPFM ainda não informado pelo município."
    )


@pytest.mark.parametrize(
    ("on", "centavos"),
    [(date(2025, 12, 31), 40000), (date(2026, 1, 1), 41810), (date(2027, 1, 1), None)],
)
def test_reais_are_those_of_the_day_of_the_act(on, centavos):
    law = load_local(load_rulebook("januaria"), EXAMPLES / "januaria-valores.toml")
    facts = conduct_facts(law, "Anexo, B-01", on)
    assert facts["centavos"] == centavos
    worth = {40000: "R$ 100,00", 41810: "R$ 104,525"}.get(centavos)  # the unit; 4 of it are due
    assert worth is None or facts["value_why"].startswith(f"UPFM a {worth}, Decreto 9.00")


def test_a_unit_valued_on_the_day_of_payment_has_no_reais_yet():
    law = load_local(load_rulebook("januaria"), EXAMPLES / "januaria-valores.toml")
    facts = conduct_facts(law.with_readings({"upfm-de-qual-data": "pagamento"}), "Anexo, B-01", ON)
    assert facts["centavos"] is None
    assert facts["value_why"] == "O valor da UPFM é o do dia do pagamento."


@pytest.mark.parametrize(
    ("name", "cite", "why"),
    [
        ("mangaratiba", "Art. 17, II", "A lei usa o Grupo A-1, mas só dá valor"),
        ("santo-andre", "Art. 49, a", "A lei dá de 1,1 a 55 OTN"),
        ("muriae", "Art. 9, VI", "A lei não dá multa a esta conduta: dá revogação da permissão."),
        ("muriae", "Art. 37", "A lei manda multar e não dá o valor nem o grupo"),
    ],
)
def test_a_fine_without_a_value_says_why(name, cite, why):
    facts = conduct_facts(load_rulebook(name), cite, ON)
    assert (facts["amount"], facts["unit"], facts["centavos"]) == (None, None, None)
    assert facts["value_why"].startswith(why)


def test_points_and_measures_go_with_the_conduct():
    facts = conduct_facts(load_rulebook("mangaratiba"), "Art. 14, XIX", ON)
    assert (facts["severity"], facts["points"], facts["measures"]) == ("gravissima", 7,
            ["retencao"])  # fmt: skip
    facts = conduct_facts(load_rulebook("mangaratiba"), "Art. 12, III", ON)
    assert facts["value_why"].endswith("A multa é por veículo.")


# ---- One act, one auto -------------------------------------------------------------------------


def test_article_and_annex_are_one_act_and_the_milder_is_kept():
    [found] = twice("januaria", "Art. 93, VIII", "Anexo, B-01")
    assert found.pick == "Anexo, B-01"
    assert found.sentence == (
        "Art. 93, VIII e Anexo, B-01 são a mesma conduta: um fato, um auto. "
        "Fique com Anexo, B-01, a mais branda: grupo B, e não E."
    )
    [found] = twice("januaria", "Anexo, E-06", "Art. 93, VII")
    assert found.pick == "Art. 93, VII"


def test_under_the_harsher_reading_it_is_not_called_mild():
    [found] = twice("januaria", "Art. 93, VIII", "Anexo, B-01", grupo_limpeza="artigo")
    assert found.pick == "Art. 93, VIII"
    assert "branda" not in found.sentence


def test_where_both_cost_the_same_it_does_not_matter_which():
    [found] = twice("januaria", "Art. 94, V", "Anexo, A-01")
    assert found.sentence.endswith("A multa é a mesma nos dois.")


def test_every_twin_of_januaria_is_noticed():
    law = load_rulebook("januaria")
    pairs = {frozenset((row.cite, other)) for row in law.conducts for other in row.same_as}
    assert len(pairs) == 51  # 54 in the articles, 53 in the annex; five have no twin
    for first, second in map(sorted, pairs):
        assert len(charged_twice(law, [first, second])) == 1


def test_two_different_acts_are_two_autos():
    assert twice("januaria", "Art. 93, VIII", "Art. 93, IX", "Art. 94, V") == ()
    assert twice("mangaratiba", "Art. 14, XIX", "Art. 14, XX") == ()


def test_the_same_citation_again_is_asked_about():
    [found] = twice("mangaratiba", "Art. 14, XIX", "Art. 14, XIX")
    assert "dois fatos ou duas pessoas" in found.sentence


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("mangaratiba", "Art. 6", "Art. 19, II"),
        ("mangaratiba", "Art. 18, VII", "Art. 9, I"),
        ("mangaratiba", "Art. 12, VII", "Art. 15, XII"),
        ("mangaratiba", "Art. 12, V", "Art. 7"),
        ("mangaratiba", "Art. 12, VIII", "Art. 18, VII"),  # the insurance has a rule of its own
        ("mangaratiba", "Art. 10", "Art. 7"),  # called to the inspection
        ("mangaratiba", "Art. 17, III", "Art. 18, V"),
        ("januaria", "Art. 93, X", "Art. 93, XI"),  # a broken lamp
        ("januaria", "Anexo, E-07", "Anexo, C-04"),  # the same, by the annex
        ("januaria", "Anexo, D-02", "Art. 93, V"),
        ("januaria", "Art. 93, II", "Anexo, C-01"),  # without inspection there is no selo
        ("januaria", "Art. 95, VI", "Art. 95, VII"),
        ("sapezal", "Art. 13, II", "Art. 13, XV"),
        ("sapezal", "Art. 26, III", "Art. 13, XV"),
        ("sapezal", "Art. 26, VI", "Art. 13, XI"),
        ("sapezal", "Art. 26, IV", "Art. 13, XIII"),
        ("sapezal", "Art. 26, V", "Art. 13, VII"),
        ("sapezal", "Art. 27", "Art. 26, IV"),
        ("muriae", "Art. 50", "Art. 9, VI"),
        ("muriae", "Art. 9, VIII", "Art. 9, V"),
        ("muriae", "Art. 9, II", "Art. 50"),
        ("muriae", "Art. 27, § 2", "Art. 9, V"),
        ("santo-andre", "Art. 49, d", "Art. 47"),
    ],
)
def test_an_act_that_two_rules_reach_is_charged_once(name, first, second):
    for pair in ((first, second), (second, first)):
        [found] = twice(name, *pair)
        assert found.sentence.startswith(f"{pair[0]} e {pair[1]}: ")


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("mangaratiba", "Art. 9, I", "Art. 9, II"),
        ("sapezal", "Art. 26, IV", "Art. 26, V"),
        ("muriae", "Art. 4, § 2", "Art. 4, § 3"),  # "sem prejuízo do disposto no parágrafo"
        ("santo-andre", "Art. 49, a", "Art. 49, b"),
        ("januaria", "Art. 93, I", "Art. 93, II"),
        ("mangaratiba", "Art. 17, III", "Art. 18, II"),
    ],
)
def test_acts_that_the_law_adds_up_are_not_held_back(name, first, second):
    assert twice(name, first, second) == ()


def test_a_reading_may_say_that_both_are_charged():
    assert twice("sapezal", "Art. 13, II", "Art. 13, XV",
                 uma_multa_ou_uma_por_dever="uma-por-dever") == ()  # fmt: skip
    assert twice("mangaratiba", "Art. 7", "Art. 12, V",
                 sem_vistoria_art_7_ou_12="os-dois") == ()  # fmt: skip


def test_an_unknown_citation_is_refused_and_not_passed_over():
    with pytest.raises(UnknownReference):
        charged_twice(load_rulebook("januaria"), ["Art. 94, V", "Art. 999"])


# ---- From an inspection ------------------------------------------------------------------------


def test_a_failed_item_is_the_conduct_that_the_law_punishes_in_that_service():
    law = load_rulebook("mangaratiba")
    assert failed_item_conduct(law, "14-XIX", "escolar") == "Art. 14, XIX"
    assert failed_item_conduct(law, "nao-ha", "escolar") is None


@pytest.mark.parametrize("name", LAWS)
def test_every_failed_item_gives_a_conduct_with_its_auto_or_nothing(name):
    law = load_rulebook(name)
    for service in law.services:
        for item in law.checklist(service.id).items:
            cite = failed_item_conduct(law, item.id, service.id)
            assert cite == item.conduct
            if cite is not None:
                assert notice_kinds(law, cite) and liable_roles(law, cite, service.id)


def test_what_the_office_fails_to_write_on_a_certificate_is_nobodys_infraction():
    law = load_rulebook("santo-andre")
    assert failed_item_conduct(law, "29-PU", "taxi") is None
    assert failed_item_conduct(law, "30", "taxi") == "Art. 47"


def test_an_inspection_by_appointment_is_told_to_be_no_infraction():
    assert "exigência" in failed_item_note(load_rulebook("januaria"))
    assert failed_item_note(load_rulebook("muriae")) == ""
    law = load_rulebook("sapezal").with_readings({"defeito-visto-na-vistoria": "multa"})
    assert failed_item_note(law) == ""
