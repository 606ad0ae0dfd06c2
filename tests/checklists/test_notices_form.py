"""The form of the auto: what each law demands, what it does not, and what is told missing."""

from __future__ import annotations

import pytest

from checklists import UnknownReference, load_rulebook
from checklists.notice_rows import SOURCES
from checklists.notices import missing_fields, notice_fields, notice_kind

LAWS = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")
laws = pytest.mark.parametrize("name", LAWS)


def form(name, kind, service=None, role=None):
    law = load_rulebook(name)
    return {row.id: row for row in notice_fields(law, kind, service=service, role=role)}


def asked_by_law(name, kind, service=None):
    return {row.id: row.cites for row in form(name, kind, service).values() if row.cites}


def missing(name, kind, service=None, role=None, **values):
    law = load_rulebook(name)
    given = {key.replace("_", "-"): value for key, value in values.items()}
    return {
        row.field: row.sentence
        for row in missing_fields(law, kind, given, service=service, role=role)
    }


# ---- Januária, Art. 104 ------------------------------------------------------------------------


def test_januaria_demands_what_its_article_104_lists_letter_by_letter():
    found = asked_by_law("januaria", "notificacao", "urbano")
    assert {field: cites[0] for field, cites in found.items()} == {
        "titular": "Art. 104, a",
        "linha-numero": "Art. 104, b", "linha-nome": "Art. 104, b",
        "motorista-nome": "Art. 104, c", "motorista-registro": "Art. 104, c",
        "cobrador-nome": "Art. 104, c", "cobrador-registro": "Art. 104, c",
        "local": "Art. 104, d", "quando": "Art. 104, d",
        "preceito": "Art. 104, e", "prazo": "Art. 104, f",
        "assinatura-autuado": "Art. 104, g", "assinatura-agente": "Art. 104, h",
    }  # fmt: skip


def test_a_fine_in_januaria_asks_for_no_term():
    assert "prazo" not in form("januaria", "multa", "urbano")
    assert "prazo" in form("januaria", "notificacao", "urbano")


@pytest.mark.parametrize("service", ["taxi", "escolar", "aluguel"])
def test_line_and_conductor_are_asked_only_where_there_are_lines(service):
    found = form("januaria", "multa", service)
    assert not {"linha-numero", "linha-nome", "cobrador-nome", "cobrador-registro"} & set(found)
    assert {"titular", "motorista-nome", "motorista-registro"} <= set(found)


def test_under_the_other_reading_januaria_asks_a_taxi_for_its_line_too():
    law = load_rulebook("januaria").with_readings({"auto-sem-placa-e-linha": "so-o-escrito"})
    ids = {row.id for row in notice_fields(law, "multa", service="taxi")}
    assert {"linha-numero", "cobrador-nome"} <= ids


def test_the_plate_is_good_practice_in_januaria_and_law_in_mangaratiba():
    plate = form("januaria", "multa")["placa"]
    assert (plate.cites, plate.required) == ((), False)
    plate = form("mangaratiba", "auto")["placa"]
    assert (plate.cites, plate.required) == (("Art. 23, III",), True)


def test_what_is_missing_is_said_with_its_citation():
    found = missing("januaria", "notificacao", "urbano", "empresa")
    assert found["linha-numero"] == "Falta o número da linha (Art. 104, b)."
    assert found["prazo"] == "Falta o prazo concedido na notificação (Art. 104, f)."
    assert found["quando"] == "Faltam o dia e a hora da infração (Art. 104, d)."
    assert "placa" not in found


def test_nothing_is_missing_once_every_required_field_is_filled():
    law = load_rulebook("januaria")
    rows = notice_fields(law, "multa", service="urbano", role="motorista")
    values = {row.id: "x" for row in rows if row.required}
    assert missing_fields(law, "multa", values, service="urbano", role="motorista") == ()


@pytest.mark.parametrize("blank", [None, "", "   ", {"name": " "}])
def test_a_blank_is_no_answer(blank):
    assert "local" in missing("mangaratiba", "auto", "escolar", local=blank)


@pytest.mark.parametrize("answer", ["recusou", "ausente", "assinou"])
def test_refused_and_absent_are_answers(answer):
    found = missing("januaria", "multa", "taxi", "motorista", assinatura_autuado=answer)
    assert "assinatura-autuado" not in found
    options = dict(form("januaria", "multa")["assinatura-autuado"].options)
    assert options[answer]


def test_false_is_an_answer_to_yes_or_no():
    assert "assinatura-agente" not in missing("januaria", "multa", assinatura_agente=False)


# ---- Mangaratiba, Art. 23 ----------------------------------------------------------------------


def test_mangaratiba_demands_the_five_items_of_its_article_23():
    assert asked_by_law("mangaratiba", "auto") == {
        "tipificacao": ("Art. 23, I",), "local": ("Art. 23, II",), "quando": ("Art. 23, II",),
        "placa": ("Art. 23, III",), "registro-veiculo": ("Art. 23, III",),
        "certificado": ("Art. 23, IV",), "agente": ("Art. 23, V",), "matricula": ("Art. 23, V",),
    }  # fmt: skip


def test_the_withheld_certificate_is_written_down_only_if_it_was_withheld():
    row = form("mangaratiba", "auto")["certificado"]
    assert (row.kind, row.required, row.source) == ("bool", False, "certificate")
    assert "recolhimento-do-certificado" in row.choices


def test_mangaratiba_does_not_ask_who_was_autuado_and_the_form_notes_who_drove():
    found = form("mangaratiba", "auto")
    for field in ("motorista-nome", "autuado-nome", "autuado-documento"):
        assert (found[field].cites, found[field].required) == ((), False)


# ---- Laws that list no fields ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reading"),
    [("sapezal", "so-o-modelo"), ("muriae", "so-o-regulamento"), ("santo-andre", "so-o-impresso")],
)
def test_a_law_without_fields_asks_for_the_least_of_any_auto_and_for_none_under_the_other_reading(
    name, reading
):
    law = load_rulebook(name)
    least = {"preceito", "local", "quando", "placa", "agente", "matricula", "assinatura-autuado"}
    rows = {row.id: row for row in notice_fields(law, "auto")}
    assert all(rows[field].required and not rows[field].cites for field in least)
    other = law.with_readings({"auto-sem-campos": reading})
    rows = {row.id: row for row in notice_fields(other, "auto")}
    assert not any(rows[field].required for field in least)


def test_santo_andre_proposes_a_penalty_of_its_article_53_to_the_director():
    law = load_rulebook("santo-andre")
    assert notice_kind(law, "auto").proposes_penalty
    assert "Art. 47" in form("santo-andre", "auto")["dever"].hint
    assert asked_by_law("santo-andre", "auto") == {"penalidade-proposta": ("Art. 50", "Art. 53")}
    row = form("santo-andre", "auto")["penalidade-proposta"]
    assert [one for one, _ in row.options] == ["advertencia", "multa", "apreensao", "cassacao"]
    assert "Falta a proposta de penalidade (Art. 50; Art. 53)." in missing(
        "santo-andre", "auto"
    ).values()


@pytest.mark.parametrize("name", ["sapezal", "muriae"])
def test_sapezal_and_muriae_print_no_field_of_the_auto(name):
    assert asked_by_law(name, "auto") == {}


# ---- All of them -------------------------------------------------------------------------------


@laws
def test_good_practice_is_never_shown_as_law(name):
    for kind in load_rulebook(name).notice.kinds:
        rows = form(name, kind.id)
        for field in ("autuado-nome", "autuado-documento", "testemunha-nome", "fotos",
                      "observacao"):  # fmt: skip
            assert (rows[field].cites, rows[field].required) == ((), False)


@laws
def test_what_is_personal_goes_to_the_attachment_and_nowhere_else(name):
    for row in load_rulebook(name).notice.fields:
        assert row.personal == (row.stored == "pessoas") == bool(row.who) == bool(row.part)
        assert row.source == "" or row.source in SOURCES
        if row.personal:
            assert row.who in ("autuado", "titular", "motorista", "cobrador", "testemunha")
            assert row.part in ("name", "document", "register")


@laws
def test_every_required_field_can_be_told_missing(name):
    for row in load_rulebook(name).notice.fields:
        if row.required:
            assert row.missing.startswith(("Falta ", "Faltam ")) and row.missing[-1] not in ".;"


@laws
def test_only_a_kind_with_a_term_asks_for_one(name):
    law = load_rulebook(name)
    for kind in law.notice.kinds:
        assert ("term" in {row.source for row in notice_fields(law, kind.id)}) == kind.asks_term


@laws
def test_the_form_of_an_unknown_kind_is_refused(name):
    with pytest.raises(UnknownReference, match="multao"):
        notice_fields(load_rulebook(name), "multao")


@laws
def test_every_field_is_json(name):
    law = load_rulebook(name)
    for kind in law.notice.kinds:
        for row in (notice_kind(law, kind.id), *notice_fields(law, kind.id)):
            plain = row.as_dict()
            assert plain["id"] == row.id
            assert "choice" not in {str(key) for value in plain.values()
                                    if isinstance(value, dict) for key in value}  # fmt: skip


LETTERS = {"januaria": ("Art. 104, {}", "abcdefgh"), "mangaratiba": ("Art. 23, {}",
           ("I", "II", "III", "IV", "V"))}  # fmt: skip


@pytest.mark.parametrize("name", LETTERS)
def test_every_letter_of_the_article_has_its_field_and_no_other_is_cited(name):
    pattern, parts = LETTERS[name]
    law = load_rulebook(name)
    cited = {cite for row in law.notice.fields for cite in row.cites}
    wanted = {pattern.format(part) for part in parts}
    assert wanted <= cited
    assert cited - wanted <= {"Art. 102"}
    duties = {cite for row in law.requirements if row.kind == "auto" for cite in row.cites}
    assert wanted == duties
