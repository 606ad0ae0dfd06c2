"""`prancheta regras auto`: the form that the law demands, as data and in words."""

from __future__ import annotations

import pytest

from checklists import load_rulebook
from checklists.notices import notice_kinds
from tests.support.asking import answer, asked, refused, told

TOWNS = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")
KIND = {"id", "label", "cites", "note", "asks_term", "proposes_penalty", "measures", "beside",
        "beside_cites", "defence", "advice"}  # fmt: skip
FIELD = {"id", "label", "cites", "kind", "required", "personal", "source", "options", "hint",
         "kinds", "services", "roles"}  # fmt: skip
towns = pytest.mark.parametrize("town", TOWNS)


@towns
def test_the_form_is_told_whole_with_exactly_its_fields(town):
    law, found = load_rulebook(town), answer("auto", town)
    assert [row["id"] for row in found["kinds"]] == [row.id for row in law.notice.kinds]
    assert [row["id"] for row in found["fields"]] == [row.id for row in law.notice.fields]
    assert all(set(row) == KIND for row in found["kinds"])
    assert all(set(row) == FIELD for row in found["fields"])
    assert (found["cite"], found["service"], found["liable"]) == (None, None, None)
    assert [row["id"] for row in found["due"]] == [row.id for row in law.notice.dues]


def test_the_form_of_one_conduct_in_one_service_leaves_out_what_is_not_asked():
    found = answer("auto", "januaria", "--cite", "artigo 94, inciso V", "--servico", "taxi")
    law = load_rulebook("januaria")
    assert found["cite"] == "Art. 94, V"
    assert [row["id"] for row in found["kinds"]] == [
        row.id for row in notice_kinds(law, "Art. 94, V")
    ]
    assert found["liable"] == ["motorista"]
    assert "linha-numero" not in {row["id"] for row in found["fields"]}
    assert found["same_act"] == ["Anexo, A-01"]
    assert [row["id"] for row in found["due"]] == ["entregar-via"]


def test_the_page_says_kinds_defence_fields_notices_and_readings():
    text = told("auto", "januaria", "--cite", "Art. 93, VIII", "--servico", "urbano", columns=100)
    for part in (
        "o auto do Art. 93, VIII, coletivo urbano",
        "Responde: empresa concessionária ou permissionária.",
        "Defesa: 5 dias úteis, contados do recebimento do auto de infração. "
        "A quem: Conselho Municipal de Transporte.",
        "Onde se entrega a defesa: o município ainda não informou.",
        "O que a lei manda constar:",
        "O que a boa prática registra, sem a lei o pedir:",
        "Uma via do auto pelo correio à concessionária (sempre).",
        "Um fato, um auto: não some com Anexo, B-01.",
        "É preciso notificar antes de multar?",
    ):
        assert part in text


def test_a_law_that_lists_no_field_says_so():
    text = told("auto", "sapezal")
    assert "A lei não lista campos." in text
    assert "Defesa: A lei garante a defesa prévia (Art. 22) e não diz em quantos dias." in text
    assert "Em 90 dias corridos da lavratura do auto de infração." in text


def test_an_article_of_which_every_conduct_overlaps_is_named_once():
    text = told("auto", "sapezal", "--cite", "Art. 13, II")
    assert "não some com Art. 26, III; Art. 13 (os outros); Art. 27." in text


def test_the_address_of_the_towns_own_file_is_shown(tmp_path):
    path = tmp_path / "local.toml"
    path.write_text(
        'format = 1\nmunicipality = "muriae"\nversion = "1"\neffective_from = 2026-01-01\n'
        'defence_address = "Rua de Exemplo, 1"\n'
    )
    assert "Onde se entrega a defesa: Rua de Exemplo, 1." in told(
        "auto", "muriae", "--local", str(path)
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("auto", "januaria", "--servico", "barco"), "--servico barco: serviço que a lei"),
        (("auto", "januaria", "--cite", "Art. 999"), "--cite Art. 999: não é conduta punida"),
        (("auto", "januaria", "--cite", "Art. 93, I", "--cite", "Art. 94, V"), "só pode vir uma"),
        (("auto", "atlantida"), "MUN atlantida: município que não há aqui."),
    ],
)
def test_bad_input_is_one_sentence(words, said):
    assert said in refused(*words)


@towns
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_the_page_fits_a_narrow_terminal(town, columns):
    page = asked("auto", town, columns=columns).stdout
    assert max(len(line) for line in page.splitlines()) <= columns
