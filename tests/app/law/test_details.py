"""What is said of one rule."""

import pytest

from app.flows.law.details import Doubt, Facts, Lines, Links, Note, Table
from checklists import available_rulebooks, load_rulebook
from checklists.local import LocalFile, effective

TOWNS = available_rulebooks()
LOCAL = """
format = 1
municipality = "mangaratiba"
version = "1"
effective_from = 2026-01-01

[[unit_value]]
unit = "UFIR-RJ"
amount = "4.7508"
since = 2026-01-01
source = "Resolução 1/2025"

[[reading]]
choice = "validade-semestral-ou-anual"
applied = "anual"
why = "A portaria fixa um ano."
decided_by = "Secretaria, portaria 9"
date = 2026-02-10
"""


@pytest.fixture(scope="module")
def decided():
    return effective(load_rulebook("mangaratiba"), [LocalFile("m.toml", LOCAL.encode())])


@pytest.mark.parametrize("town", TOWNS)
def test_every_rule_can_be_read_and_says_something(law, town):
    book = law(town)
    for key in book.entries.by_key:
        detail = book.detail(key)
        assert detail.entry.label and detail.source.startswith("Lei ")
        for block in detail.blocks:
            texts = {
                Facts: lambda b: [text for row in b.rows for text in row],
                Table: lambda b: [b.title, *(cell for row in b.rows for cell in row)],
                Lines: lambda b: [b.title, *(text for text, _ in b.rows)],
                Links: lambda b: [b.title, *b.keys],
                Note: lambda b: [b.what],
                Doubt: lambda b: [b.question, b.why, b.cites, *(r.text for r in b.readings)],
            }[type(block)](block)
            assert all(text.strip() for text in texts), (town, key, block)
            assert not any("None" in text or "{" in text for text in texts), (town, key, block)


@pytest.mark.parametrize("town", TOWNS)
def test_links_lead_to_rules_and_each_doubt_has_one_reading_applied(law, town):
    book = law(town)
    for key in book.entries.by_key:
        for block in book.detail(key).blocks:
            if isinstance(block, Links):
                assert all(book.entry(one) for one in block.keys), (town, key)
                assert key not in block.keys
            if isinstance(block, Doubt):
                assert [reading.applied for reading in block.readings].count(True) == 1


@pytest.mark.parametrize("town", TOWNS)
def test_every_choice_that_touches_a_conduct_is_told_with_it(law, town):
    book = law(town)
    for row in book.rulebook.conducts:
        doubts = {block.key for block in book.detail(book.entries.of_conduct(row.cite)).blocks
                  if isinstance(block, Doubt)}
        assert {f"escolha-{choice}" for choice in row.choices} <= doubts


def test_a_mirror_in_mangaratiba(read):
    rule = read("mangaratiba", "art-14-xix")
    facts = rule.facts
    assert facts["Gravidade"] == "Gravíssima"
    assert facts["Grupo"] == "Grupo E-1"
    assert facts["Multa"] == "400 UFIR-RJ"
    assert facts["Em reais hoje"] == "Valor da UFIR-RJ ainda não informado pelo município"
    assert facts["Pontos"] == "7 pontos"
    assert facts["Medida"] == "Retenção do veículo"
    assert facts["Quem responde"] == "Autorizatário"
    assert ("bad", "Retém o veículo") in rule.detail.marks


def test_a_fine_in_reais_once_the_municipality_has_said_what_a_unit_is_worth(read, decided):
    facts = read(decided, "art-14-xix").facts
    assert facts["Em reais hoje"] == "R$ 1.900,32"
    assert facts["Valor da UFIR-RJ em 30/11/2026"] == "R$ 4,7508 (Resolução 1/2025)"


def test_a_group_without_value_is_said_to_have_none_and_no_reais_are_told(read):
    facts = read("mangaratiba", "art-17-ii").facts
    assert facts["Grupo"] == "Grupo A-1"
    assert facts["Multa"].startswith("A lei usa o Grupo A-1, mas só dá valor")
    assert "Em reais hoje" not in facts


def test_a_fine_that_is_in_reais_is_not_told_twice(read):
    facts = read("muriae", "grupo-a").facts
    assert facts["Valor"] == "R$ 210,00" and "Em reais hoje" not in facts


def test_a_range_has_its_ends_and_why_there_is_no_single_value(read):
    facts = read("santo-andre", "art-49-a").facts
    assert facts["Multa"] == "De 1,1 a 55 OTN"
    assert "quem decide gradua" in facts["Por que não há um só valor"]


def test_a_law_without_severities_says_so_in_one_line(read):
    facts = read("januaria", "anexo-c-05").facts
    assert facts["Gravidade e pontos"] == "Esta lei não os traz"
    assert "Pontos" not in facts


def test_a_conduct_and_its_double_in_the_annex_lead_to_one_another(read):
    title = "A mesma conduta, em outro lugar da lei"
    assert read("januaria", "anexo-c-05").links(title) == ("art-94-iii",)
    assert read("januaria", "art-94-iii").links(title) == ("anexo-c-05",)


def test_where_article_and_annex_give_different_groups_the_printed_and_the_applied_are_told(law):
    book = law("januaria")
    told = [
        dict(book.detail(entry.key).blocks[0].rows).get("Grupo", "")
        for entry in book.entries.of_kind("conduta")
    ]
    apart = [text for text in told if "está impresso; aplica-se" in text]
    assert apart and all(text.count("Grupo") == 2 for text in apart)


def test_readings_that_decide_a_fine_say_what_each_would_give(read):
    readings = read("muriae", "art-26-p1").doubts["multa-sem-valor"].readings
    assert [(reading.text, reading.applied) for reading in readings] == [
        ("Sem valor: a lei não o dá", True), ("A do Grupo C, a menor: R$ 70,00", False)]


def test_recidivism_the_general_rule_and_the_special_one(read):
    assert read("januaria", "anexo-c-05").facts["Reincidência"] == (
        "Da 4ª ocorrência em diante; na mesma linha; contadas nos 6 meses anteriores; a multa é o "
        "dobro do valor da lei")
    special = read("muriae", "art-26-p1")
    assert special.links("A regra da reincidência") == ("reincidencia-permuta",)
    assert "a permissão pode ser revogada" in special.facts["Reincidência"]


def test_recidivism_is_not_said_to_double_a_fine_that_does_not_exist(read):
    assert read("muriae", "art-9-ii").facts["Reincidência"] == (
        "Não muda a pena: não há multa que dobre")
    assert read("mangaratiba", "art-14-xix").facts["Reincidência"] == (
        "A lei não traz regra para esta infração")


def test_an_appeal_s_deadline(read):
    facts = read("januaria", "prazo-recurso-multa").facts
    assert facts["Prazo"] == "5 dias úteis"
    assert facts["Conta-se"] == "Do recebimento do auto de infração"
    assert facts["A quem"] == "Conselho Municipal de Transporte"
    assert facts["Suspende a pena"].startswith("Sim")
    other = read("januaria", "prazo-recurso-retirada").facts
    assert other["Suspende a pena"].startswith("Não")
    assert read("januaria", "prazo-recurso-prefeito").facts["Suspende a pena"] == "A lei não diz"


def test_a_deadline_that_counts_back_one_in_hours_and_one_that_the_law_does_not_give(read):
    back = read("januaria", "prazo-convocar-vistoria").facts
    assert back["Prazo"] == "10 dias corridos antes"
    assert back["Conta-se"] == "Para trás, da data da vistoria"
    assert read("januaria", "prazo-parecer-da-habilitacao").facts["Prazo"] == "48 horas"
    unknown = read("januaria", "prazo-cumprir-notificacao").facts
    assert unknown["Prazo"].startswith("O prazo é o que a própria notificação conceder")


def test_validity_by_age_with_the_bands_as_printed(read):
    rule = read("januaria", "validade-urbano")
    assert rule.table.rows == (
        ("Até 4 anos", "6 meses", "30/05/2027"),
        ("5 a 9 anos", "3 meses", "28/02/2027"),
        ("10 a 15 anos", "2 meses", "30/01/2027"),
        ("16 anos ou mais", "não pode mais rodar", "–"),
    )
    assert rule.of(Table)[1].rows[1] == ("De 5 a 10 anos", "3 meses", "Art. 52, § 3")
    assert "idade-no-limite" in rule.doubts


def test_one_validity_for_every_age(read):
    assert read("mangaratiba", "validade-escolar").table.rows == (
        ("Qualquer idade", "6 meses", "30/05/2027"),)


def test_a_validity_that_the_law_does_not_give_is_a_note_and_no_table(read):
    rule = read("januaria", "validade-taxi")
    assert rule.of(Note)[0].what == "A lei não diz por quanto tempo vale."
    assert not rule.of(Table)


def test_past_the_limit_another_decides(read):
    rows = read("januaria", "validade-escolar").table.rows
    assert rows[-1][0] == "16 anos ou mais" and rows[-1][1] == "2 meses, só com decisão"


def test_age_limits_with_the_years_as_they_stand_today(read):
    rule = read("muriae", "idade-taxi")
    assert rule.facts["Limite"] == "10 anos, inclusive"
    assert ("2016", "10 anos", "pode rodar") in rule.table.rows
    assert ("2015", "11 anos", "não pode mais rodar") in rule.table.rows
    assert read("santo-andre", "idade-taxi").of(Note)[0].what == (
        "Esta lei não dá um limite de idade.")


def test_what_lapsed_says_by_which_law_and_when(read):
    rule = read("santo-andre", "caduca-art-10")
    assert rule.of(Note)[0] == Note("Foi revogado: não se aplica.",
                                    "Pela Lei 6.527/1989, em 18/07/1989.")


def test_the_municipality_s_reading_and_the_default_are_both_marked(read, decided):
    doubt = read(decided, "validade-escolar").doubts["validade-semestral-ou-anual"]
    marks = {reading.text: (reading.applied, reading.mark) for reading in doubt.readings}
    assert sorted(marks.values()) == [(False, "leitura padrão"), (True, "do município")]
    assert doubt.town == (
        "O município decidiu em 10/02/2026, Secretaria, portaria 9: A portaria fixa um ano.")
    assert read(decided, "validade-escolar").table.rows[0][1] == "12 meses"


def test_a_choice_leads_to_all_that_depends_on_it(read):
    touched = read("januaria", "escolha-idade-no-limite").links("Onde isto conta")
    assert {"validade-urbano", "validade-rodoviario"} <= set(touched)
    assert "validade-escolar" not in touched


def test_a_unit_tells_its_values_the_newest_first(read, decided):
    rule = read(decided, "unidade-ufir-rj")
    assert rule.facts["Uma, em reais"].startswith("R$ 4,7508 em 30/11/2026")
    assert rule.of(Lines)[0].rows == (("R$ 4,7508 desde 01/01/2026", "Resolução 1/2025"),)


def test_points_and_their_limits(read):
    assert read("mangaratiba", "gravidade-gravissima").facts["Pontos"] == "7 pontos"
    facts = read("mangaratiba", "pontos-auxiliar").facts
    assert facts["Limite"] == "50 pontos: basta chegar a eles"


def test_an_item_without_a_fine_is_said_to_be_one(law, read):
    book = law("sapezal")
    key = next(entry.key for entry in book.entries.of_kind("item") if not entry.row[1].conduct)
    assert "não prevê multa" in read("sapezal", key).facts["Se falhar"]


def test_an_item_with_a_fine_tells_it_and_leads_to_the_infraction(law, read):
    rule = read("santo-andre", law("santo-andre").key_of_item(
        law("santo-andre").entries.items_of("Art. 47")[0].id))
    assert rule.facts["Multa"] == "De 1,1 a 55 OTN"
    assert rule.links("A infração") == ("art-47",)
