"""What `[notice]` may hold, and how a wrong one is refused."""

from __future__ import annotations

import pytest

from checklists import RulebookError, load_rulebook_bytes
from checklists.notices import (
    charged_twice,
    defence,
    notice_fields,
    notice_kind,
    notice_kinds,
    notices_owed,
)
from tests.support.local_files import joined, only_problem
from tests.support.rulebooks import VILA, vila

NOTICE = """
[[deadline]]
ato = "defesa"
label = "Defesa"
days = 5
day_kind = "corridos"
starts = "do recebimento"
cites = ["Art. 7"]

[notice]

[[notice.kind]]
id = "multa"
label = "Multa"
cites = ["Art. 6"]
defence = "defesa"

[[notice.kind]]
id = "notificacao"
label = "Notificação"
cites = ["Art. 6"]
asks_term = true

[[notice.field]]
id = "local"
label = "Local"
cites = ["Art. 6, a"]
kind = "text"
source = "place"
required = true
missing = "Falta o local"

[[notice.field]]
id = "ciencia"
label = "Ciência"
kind = "choice"
source = "signature.autuado"

[[notice.field.option]]
id = "assinou"
label = "Assinou"

[[notice.due]]
id = "via"
label = "Entregar a via"
cites = ["Art. 6"]
unknown = "A lei não diz em quantos dias."

[[notice.overlap]]
conducts = ["Art. 2, I"]
against = ["Art. 2, I"]
why = "é a mesma coisa."
"""


def law(*changes: tuple[str, str]):
    text = VILA + NOTICE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return load_rulebook_bytes(text.encode(), source="vila.toml")


def refused(*changes: tuple[str, str]) -> str:
    with pytest.raises(RulebookError) as caught:
        law(*changes)
    return str(caught.value)


def test_a_file_without_a_form_draws_up_nothing():
    old = vila()
    assert (old.notice.kinds, old.notice.fields) == ((), ())
    assert notice_kinds(old, "Art. 2, I") == ()
    assert notices_owed(old, role="dono", handed_over=False) == ()


def test_what_is_left_out_is_the_plainest():
    found = law()
    multa, notificacao = found.notice.kinds
    assert (multa.defence_from, multa.conducts, multa.roles, multa.note) == ("auto", (), (), "")
    assert (notificacao.defence, notificacao.asks_term) == (None, True)
    local, ciencia = found.notice.fields
    assert (local.stored, ciencia.required, ciencia.stored) == ("coluna", False, "coluna")
    [due] = found.notice.dues
    assert (due.when, due.met_by, due.starts, due.ato) == ("sempre", "entrega", "lavratura", "")
    assert charged_twice(found, ["Art. 2, I"]) == ()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('defence = "defesa"', 'defence = "recurso"'),
         'vila.toml: [[notice.kind]] multa, campo "defence": esperado o ato de um [[deadline]] '
         'deste arquivo; veio "recurso".'),
        (('source = "place"', 'source = "lugar"'),
         'vila.toml: [notice] → [[field]] nº 1 (local), campo "source": esperado um destes: '),
        (('source = "place"', 'source = "driver.name"'),
         'campo "kind": esperado "person" exatamente nas fontes que são de uma pessoa; veio '
         '"text".'),
        (('kind = "text"', 'kind = "person"'),
         'campo "kind": esperado "person" exatamente nas fontes que são de uma pessoa'),
        (('missing = "Falta o local"\n', ""),
         'vila.toml: [notice] → [[field]] nº 1 (local), campo "missing": esperado um texto de 1 a '
         "120 caracteres"),
        (('[[notice.field.option]]\nid = "assinou"\nlabel = "Assinou"\n', ""),
         'campo "option": esperado opções exatamente num campo de kind = "choice".'),
        (('label = "Local"', 'label = "Local"\nkinds = ["multas"]'),
         'vila.toml: [[notice.field]] local, campo "kinds": esperado ids de [[notice.kind]] '
         'deste arquivo (multa, notificacao); veio "multas".'),
        (('id = "notificacao"', 'id = "multa"'),
         'vila.toml: [[notice.kind]], campo "id": esperado um valor que não se repita; veio '
         '"multa".'),
        (('id = "ciencia"', 'id = "local"'), "[[notice.field]]"),
        (('against = ["Art. 2, I"]\n', ""),
         'campo "conducts": esperado duas condutas ou mais, ou também against.'),
        (('conducts = ["Art. 2, I"]', 'conducts = ["Art. 2, IX"]'),
         'vila.toml: [[notice.overlap]] nº 1, campo "conducts": esperado citações de [[conduct]] '
         'deste arquivo; veio "Art. 2, IX".'),
        (('unknown = "A lei não diz em quantos dias."', ""),
         'vila.toml: [notice] → [[due]] nº 1 (via), campo "unknown"'),
        (('unknown = "A lei não diz em quantos dias."', 'ato = "correio"'),
         'vila.toml: [[notice.due]] via, campo "ato": esperado o ato de um [[deadline]]'),
        (('asks_term = true', 'conducts = ["Art. 9"]'), '[[notice.kind]] notificacao, campo'),
        (('asks_term = true', 'usual_for = ["Art. 9"]'), 'campo "usual_for"'),
        (('asks_term = true', 'usual_for = "sempre"'), 'campo "usual_for": esperado uma lista'),
        (('asks_term = true', 'beside = ["guincho"]'), 'campo "beside"'),
        (('asks_term = true', 'roles = ["motorista"]'), 'nomes destes: dono; veio "motorista".'),
        (("[notice]", '[notice]\nfailed_item = "nunca"'),
         'vila.toml: [notice], campo "failed_item": esperado um destes: sempre, so-em-servico'),
        (("[notice]", "[notice]\nrapido = true"),
         'vila.toml: [notice], campo "rapido": esperado um campo conhecido'),
        (('[[role]]\nid = "dono"', '[[role]]\nservices = ["taxi"]\nid = "dono"'),
         '[[role]] nº 1, campo "services": esperado nomes destes: escolar; veio "taxi".'),
    ],
)  # fmt: skip
def test_a_wrong_form_is_refused_naming_table_and_field(change, says):
    assert says in refused(change)


def test_a_form_without_kinds_or_without_fields_is_refused():
    text = VILA + '\n[notice]\n\n[[notice.kind]]\nid = "a"\nlabel = "A"\ncites = ["Art. 6"]\n'
    with pytest.raises(RulebookError, match=r'"field"'):
        load_rulebook_bytes(text.encode())


def test_nothing_of_the_form_may_rest_on_what_was_repealed():
    gone = '\n[[lapsed]]\ncites = ["Art. 6"]\nlabel = "x"\nstatus = "revogado"\nby = "Lei 2/2021"\n'
    assert "[[notice.kind]] multa" in refused(("[notice]", f"{gone}\n[notice]"))


def test_a_reading_decides_which_kind_comes_first():
    choice = """
[[choice]]
id = "antes"
cites = ["Art. 6"]
question = "Notifica-se antes?"
applied = "sim"
why = "A lei não diz."

[[choice.reading]]
id = "sim"
label = "Sim"
value = "todas"

[[choice.reading]]
id = "nao"
label = "Não"
value = []
"""
    found = law(("asks_term = true", 'usual_for = { choice = "antes" }'), ("\n[notice]", choice
                + "\n[notice]"))  # fmt: skip
    assert [row.id for row in notice_kinds(found, "Art. 2, I")] == ["notificacao", "multa"]
    other = found.with_readings({"antes": "nao"})
    assert [row.id for row in notice_kinds(other, "Art. 2, I")] == ["multa", "notificacao"]
    assert notice_kind(found, "notificacao").as_dict()["usual_for"] == "todas"
    bad = choice.replace("value = []", 'value = ["Art. 9"]')
    assert 'campo "usual_for"' in refused(
        ("asks_term = true", 'usual_for = { choice = "antes" }'), ("\n[notice]", bad + "\n[notice]")
    )


def test_the_address_of_a_defence_is_the_municipalitys_to_tell():
    found = joined('defence_address = "Rua de Exemplo, 1"\n', base=law())
    assert found.local.defence_address == "Rua de Exemplo, 1"
    assert defence(found, "multa", None)["address"] == "Rua de Exemplo, 1"
    assert [row.id for row in notice_fields(found, "multa")] == ["local", "ciencia"]


@pytest.mark.parametrize("wrong", ['""', "12", '"duas\\nlinhas"', f'"{"x" * 301}"'])
def test_a_wrong_address_is_told_on_its_line(wrong):
    problem = only_problem(f"defence_address = {wrong}\n", base=law())
    assert (problem.field, problem.line) == ("defence_address", 5)
    assert "300 caracteres" in problem.expected
