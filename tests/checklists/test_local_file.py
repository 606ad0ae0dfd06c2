"""What a municipality adds to its law: read, joined to it, and refused with everything wrong."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import checklists
from checklists import (
    Occurrence,
    RulebookError,
    VehicleFacts,
    decide,
    every_choice,
    fines,
    load_rulebook,
    load_rulebook_bytes,
)
from checklists.local import LocalError, LocalFile, compose, effective
from tests.support.local_files import HEAD, joined, only_problem, planilha, problems, toml
from tests.support.rulebooks import all_conforme, vila, vila_bytes

UNITS = """
[[unit_value]]
unit = "UV"
amount = "10"
since = 2025-01-01
source = "Decreto 1/2024"

[[unit_value]]
unit = "UV"
amount = "11.5"
since = 2026-01-01
source = "Decreto 2/2025"
"""
READING = """
[[reading]]
choice = "dias"
applied = "uteis"
why = "A secretaria não abre aos sábados."
decided_by = "Procuradoria"
date = 2026-02-01
"""
SECTION = """
[[section]]
id = "M-pneus"
title = "Pneus"
cites = ["Decreto 3/2026, anexo"]

[[section.item]]
id = "M-sulco"
label = "Sulco"

[[section.item.ask]]
id = "menor"
kind = "number"
label = "Menor sulco"
unit = "mm"
required = true

[[item]]
section = "tudo"
id = "M-buzina"
cite = "Art. 2, III"
label = "Buzina"
conduct = "Art. 2, I"
conditional = "Só se o veículo tiver"
"""
MONTH_END = 'month_end = "ultimo_dia"'
REGULATED = (MONTH_END, f'{MONTH_END}\nconducts_by_regulation = ["Art. 8"]')
CONDUCT = """
[[conduct]]
cite = "Decreto 4/2026, art. 1"
label = "Motor ligado no ponto"
group = "G"
measures = ["retencao"]
applies_to = ["dono"]
"""


# ---- Joined -----------------------------------------------------------------------------------


def test_the_law_and_the_file_are_one_rulebook_with_both_versions_and_a_hash_of_its_own():
    law = joined(UNITS)
    assert law.version == "1+7"
    assert law.raw.startswith(vila_bytes().rstrip(b"\n"))
    assert law.sha256 == hashlib.sha256(law.raw).hexdigest() != vila().sha256
    again = load_rulebook_bytes(law.raw)
    assert (again.version, again.local, again.sections) == (law.version, law.local, law.sections)


def test_the_packaged_law_alone_has_no_local_part():
    assert vila().local is None
    assert vila().version == "1"


def test_the_same_files_give_the_same_bytes():
    files = [toml(UNITS + READING + SECTION)]
    assert compose(vila(), files) == compose(vila(), list(files))


def test_a_file_with_nothing_but_its_head_changes_nothing_but_the_version():
    law = joined("")
    assert law.conducts == vila().conducts
    assert law.sections == vila().sections
    assert law.local.version == "7"


def test_a_picked_reading_decides_and_the_choice_shows_both():
    law = joined(READING)
    [choice] = every_choice(law)
    assert (choice.applied, choice.default) == ("uteis", "corridos")
    assert choice.town.decided_by == "Procuradoria"
    assert choice.as_dict()["town"] == {
        "applied": "uteis", "why": "A secretaria não abre aos sábados.",
        "decided_by": "Procuradoria", "date": "2026-02-01",
    }  # fmt: skip
    answers = all_conforme(law, "escolar") | {"2-I": checklists.Answer("nao_conforme")}
    answers["2-II"] = checklists.Answer("conforme", measured={"leitura": "1"})

    def deadline(rulebook, friday):
        verdict = decide(rulebook, "escolar", VehicleFacts(2024), answers, friday)
        return verdict.exigencias[0].deadline

    friday = date(2026, 11, 27)
    assert (deadline(vila(), friday), deadline(law, friday)) == (
        date(2026, 12, 2), date(2026, 12, 4),
    )  # fmt: skip
    before_two_holidays = date(2026, 4, 17)  # Tiradentes and, in the state of Rio, São Jorge
    assert deadline(law, before_two_holidays) == date(2026, 4, 28)


def test_without_a_pick_the_choice_names_no_town():
    [choice] = every_choice(joined(UNITS))
    assert (choice.applied, choice.default, choice.town) == ("corridos", "corridos", None)


def test_the_planilha_comes_after_the_law_s_items_and_at_the_end_of_its_section():
    law = joined(SECTION)
    items = [(item.id, item.cite) for item in law.checklist("escolar").items]
    assert items == [
        ("2-I", "Art. 2, I"), ("2-II", "Art. 2, II"), ("M-buzina", "Art. 2, III"),
        ("M-sulco", "Decreto 3/2026, anexo"),
    ]  # fmt: skip
    sulco, buzina = (law.checklist("escolar").item(one) for one in ("M-sulco", "M-buzina"))
    assert sulco.asks[0].required
    assert sulco.fine is None
    assert (buzina.severity, buzina.points, buzina.conditional) == (
        "grave", 5, "Só se o veículo tiver",
    )  # fmt: skip
    assert law.local.items == ("M-sulco", "M-buzina")


def test_a_failed_item_of_the_planilha_rejects_the_vehicle_with_its_own_citation():
    law = joined(SECTION)
    answers = all_conforme(law, "escolar")
    answers["2-II"] = checklists.Answer("conforme", measured={"leitura": "1"})
    answers["M-sulco"] = checklists.Answer("nao_conforme")
    verdict = decide(law, "escolar", VehicleFacts(2024), answers, date(2026, 11, 30))
    assert verdict.result == "reprovado"
    assert [row.cite for row in verdict.exigencias] == ["Decreto 3/2026, anexo"]


def test_items_go_only_to_the_services_that_are_named():
    base = vila(
        ('id = "escolar"\nlabel = "Escolar"\ncites = ["Art. 1"]\n',
         'id = "escolar"\nlabel = "Escolar"\ncites = ["Art. 1"]\n\n[[service]]\nid = "taxi"\n'
         'label = "Táxi"\ncites = ["Art. 1"]\n'),
        ('services = ["escolar"]', 'services = ["escolar", "taxi"]'),
    )  # fmt: skip
    of_section = SECTION.replace('title = "Pneus"', 'title = "Pneus"\nservices = ["taxi"]')
    law = joined(of_section, base=base)
    assert law.checklist("taxi").has("M-sulco")
    assert not law.checklist("escolar").has("M-sulco")
    assert law.checklist("escolar").has("M-buzina")


def test_a_conduct_of_the_regulation_is_fined_by_the_law_s_group():
    law = joined(CONDUCT, base=vila(REGULATED))
    conduct = law.conduct("Decreto 4/2026, art. 1")
    assert conduct.cites == ("Art. 8",)
    answer = fines(law, conduct.cite, [Occurrence(date(2026, 5, 1))])
    assert answer.occurrences[0].fine.amount == 10
    assert law.local.conducts == (conduct.cite,)


def test_a_law_that_leaves_nothing_to_a_regulation_takes_no_conduct_from_one():
    problem = only_problem(CONDUCT)
    assert problem.line == HEAD.count("\n") + 3
    assert "não deixa ao regulamento" in problem.expected


def test_muriae_gets_its_conducts_and_the_group_that_its_law_forgot():
    base = load_rulebook("muriae")
    text = HEAD.replace('"vila"', '"muriae"') + (
        '[[conduct]]\ncite = "Art. 26, § 1"\ngroup = "B"\ncites = ["Decreto 5/2026, art. 2"]\n'
    )
    law = effective(base, [LocalFile("m.toml", text.encode())])
    once = [Occurrence(date(2026, 5, 1))]
    assert fines(base, "Art. 26, § 1", once).occurrences[0].fine is None
    assert fines(law, "Art. 26, § 1", once).occurrences[0].fine.amount == 140
    assert "Decreto 5/2026, art. 2" in law.conduct("Art. 26, § 1").cites
    assert law.local.grouped == ("Art. 26, § 1",)


@pytest.mark.parametrize("cite", ["Art. 9, II", "Art. 4, § 2"])
def test_a_conduct_whose_penalty_the_law_gives_is_not_changed_by_a_regulation(cite):
    text = HEAD.replace('"vila"', '"muriae"') + (
        f'[[conduct]]\ncite = "{cite}"\ngroup = "B"\ncites = ["Decreto 5/2026, art. 2"]\n'
    )
    with pytest.raises(LocalError, match=r"linha 6.*sem dizer quanto"):
        effective(load_rulebook("muriae"), [LocalFile("m.toml", text.encode())])


def test_days_and_words_are_kept_as_written():
    law = joined("""
[[day]]
date = 2026-12-24
kind = "meio_expediente"
label = "Véspera"

[[day]]
date = 2026-05-16
kind = "feriado"
label = "Aniversário"

[[synonym]]
words = ["breque"]
cites = ["Art. 2, I"]
""")
    assert [(day.date.month, day.kind) for day in law.local.days] == [
        (5, "feriado"), (12, "meio_expediente"),
    ]  # fmt: skip
    assert law.local.synonyms[0].words == ("breque",)


def test_text_of_any_kind_comes_through_whole():
    label = "\\\"aspas\\\", barra \\\\ e ç “—” 🚍"
    law = joined(SECTION.replace('"Sulco"', f'"{label}"'))
    assert law.checklist("escolar").item("M-sulco").label == '"aspas", barra \\ e ç “—” 🚍'


# ---- Refused ----------------------------------------------------------------------------------

AT = HEAD.count("\n")


@pytest.mark.parametrize(
    ("text", "line", "field", "expected", "found"),
    [
        (UNITS.replace('"UV"', '"UFIR"', 1), 3, "unit", "UV", '"UFIR"'),
        (UNITS.replace('"10"', '"10,5"', 1), 4, "amount", "ponto decimal", '"10,5"'),
        (UNITS.replace('"10"', "10", 1), 4, "amount", "entre aspas", "10"),
        (UNITS.replace('"10"', '"0"', 1), 4, "amount", "maior que zero", '"0"'),
        (UNITS.replace("2025-01-01", '"2025-01-01"'), 5, "since", "sem aspas", '"2025-01-01"'),
        (UNITS.replace("2025-01-01", "2026-01-01"), 11, "since", "um só valor", "2026-01-01"),
        (UNITS.replace("2025-01-01", "0001-01-01"), 5, "since", "1900 a 2200", "0001-01-01"),
        (UNITS.replace('source = "Decreto 1/2024"', ""), 2, "source", "obrigatório", ""),
        (UNITS + 'note = "x"\n', 13, "note", "campo conhecido", ""),
        (READING.replace('"dias"', '"dia"'), 3, "choice", "parecidos: dias", '"dia"'),
        (READING.replace('"uteis"', '"todos"'), 4, "applied", "corridos, uteis", '"todos"'),
        (READING + READING, 10, "choice", "uma vez só", '"dias"'),
        (READING.replace("2026-02-01", "2026-02-01T10:00:00"), 7, "date", "uma data", "2026-02-01"),
        (SECTION.replace('"M-sulco"', '"sulco"'), 8, "id", "comece por M-", '"sulco"'),
        (SECTION.replace('"M-buzina"', '"M-sulco"'), 20, "id", "não foi usado", '"M-sulco"'),
        (SECTION.replace('"tudo"', '"nada"'), 19, "section", "M-pneus, tudo", '"nada"'),
        (SECTION.replace("Decreto 3/2026, anexo", "Art. X"), 5, "cites", "citação", '"Art. X"'),
        (SECTION.replace("Art. 2, III", "Artigo 2"), 21, "cite", "citação", '"Artigo 2"'),
        (SECTION.replace('"Art. 2, I"', '"Art. 7"'), 23, "conduct", "conduta", '"Art. 7"'),
        (SECTION.replace('"number"', '"numero"'), 13, "kind", "number, text, photo", '"numero"'),
        (SECTION.replace('"Sulco"', f'"{"x" * 61}"'), 9, "label", "1 a 60", "x" * 50),
        (SECTION + 'services = ["barco"]\n', 25, "services", "escolar", '"barco"'),
        ('[[section]]\nid = "M-x"\ntitle = "X"\ncites = ["Art. 2"]\n', 1, "item", "um item", ""),
        ('[[day]]\ndate = 2026-02-03\nkind = "x"\nlabel = "x"\n', 3, "kind", "feriado", '"x"'),
        ('[[synonym]]\nwords = []\ncites = ["Art. 2, I"]\n', 2, "words", "uma palavra", ""),
        ('[[synonym]]\nwords = ["a"]\ncites = ["Art. 99"]\n', 3, "cites", "desta lei", '"Art. 99"'),
        ("[unit_value]\n", 1, "unit_value", "sequência de tabelas", ""),
        ("unit_value = [1]\n", 1, "", "uma tabela", "1"),
    ],
)
def test_each_problem_is_told_on_its_line_with_field_value_and_what_is_expected(
    text, line, field, expected, found
):
    problem = only_problem(text)
    assert problem.file == "vila-local.toml"
    assert (problem.line, problem.field) == (AT + line, field)
    assert expected in problem.expected
    assert found in problem.found
    said = str(problem)
    assert said.startswith(f"vila-local.toml, linha {AT + line}: ")
    assert "esperado" in said


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [
        ("format = 1", "format = 2", 1, "format"),
        ('"vila"', '"cidade"', 2, "municipality"),
        ('"7"', '"versão sete"', 3, "version"),
        ('"7"', '"1+1"', 3, "version"),
        ('"7"', "7", 3, "version"),
        ("2026-01-01", '"ontem"', 4, "effective_from"),
    ],
)
def test_the_head_is_checked(old, new, line, field):
    problem = only_problem(toml(head=HEAD.replace(old, new)))
    assert (problem.line, problem.field) == (line, field)


def test_what_is_missing_from_the_head_is_said_of_the_file_as_a_whole():
    problem = only_problem(toml(head=HEAD.replace('version = "7"\n', "")))
    assert (problem.line, problem.field) == (None, "version")
    assert str(problem).startswith("vila-local.toml: ")


def test_everything_that_is_wrong_is_told_at_once():
    text = UNITS.replace('"UV"', '"UX"') + READING.replace('"uteis"', '"x"') + SECTION.replace(
        '"M-sulco"', '"sulco"'
    )
    found = problems(text, planilha("secao;id;rotulo\nTudo;buzina;Buzina\n"))
    assert len(found) == 6
    assert {one.file for one in found} == {"vila-local.toml", "planilha.csv"}
    toml_lines = [one.line for one in found if one.file == "vila-local.toml"]
    assert toml_lines == sorted(toml_lines)


def test_there_is_an_end_to_the_problems_and_it_is_said():
    row = '[[unit_value]]\nunit = "UX"\namount = 1\nsince = 1\nsource = 1\n'
    with pytest.raises(LocalError) as caught:
        joined(row * 100)
    assert caught.value.summary == "200 problemas ou mais"
    with pytest.raises(LocalError) as caught:
        joined(READING.replace('"uteis"', '"x"'))
    assert caught.value.summary == "1 problema"


def test_values_that_overlap_are_refused_and_those_that_follow_close_the_one_before():
    law = joined(UNITS)
    assert [(one.amount, one.until) for one in law.local.values_of("UV")] == [
        (Decimal("10"), date(2025, 12, 31)), (Decimal("11.5"), None),
    ]  # fmt: skip
    overlapping = UNITS.replace("since = 2025-01-01", "since = 2025-01-01\nuntil = 2026-01-01")
    assert "depois de 2026-01-01" in only_problem(overlapping).expected
    backwards = UNITS.replace("since = 2025-01-01", "since = 2025-01-01\nuntil = 2024-12-31")
    assert only_problem(backwards).field == "until"


def test_a_repealed_article_is_no_ground_for_an_item():
    base = load_rulebook("santo-andre")
    text = HEAD.replace('"vila"', '"santo-andre"') + (
        '[[item]]\nsection = "veiculo"\nid = "M-a"\nlabel = "A"\ncite = "Art. 12"\n'
    )
    [problem] = problems(LocalFile("s.toml", text.encode()), base=base)
    assert (problem.line, problem.field) == (9, "cite")
    assert "revogada" in problem.expected


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("a = \n", 5, "textos entre aspas"),
        ('a = "x\nb = 1\n', 5, "aspas"),
        ("[[day]\n", 5, "coluna"),
        ("format = 1\n", 5, "duas vezes"),
        ("[day]\n[day]\n", 6, "[[dois colchetes]]"),
        ("x y\n", 5, "campo = valor"),
        ("a = [1,\n", 5, "TOML válido"),
    ],
)
def test_what_is_no_toml_is_told_on_its_line(text, line, expected):
    problem = only_problem(text)
    assert problem.line == line
    assert expected in problem.expected


def test_windows_1252_is_named_with_the_line_and_what_to_do():
    data = (HEAD + '[[day]]\nlabel = "Véspera"\n').encode("cp1252")
    problem = only_problem(LocalFile("v.toml", data))
    assert (problem.line, problem.found) == (6, "Windows-1252 (ANSI): “label = \"Véspera\"”")
    assert "salve de novo" in problem.expected


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("a = 1".encode("utf-16"), "UTF-16"),
        (b"PK\x03\x04xlsx", "planilha do Excel"),
        (b"a = 1\n\0", "byte zero"),
        (b"#" * (512 * 1024 + 1), "512 KiB"),
    ],
)
def test_other_kinds_of_files_are_named(data, found):
    assert found in only_problem(LocalFile("v.toml", data)).found


def test_the_mark_of_utf_8_is_no_problem():
    law = joined(LocalFile("v.toml", b"\xef\xbb\xbf" + HEAD.encode()))
    assert law.version == "1+7"


def test_there_is_one_toml_and_files_of_known_kinds_with_names_of_their_own():
    assert "um arquivo .toml" in problems(planilha("secao;id;rotulo\n"))[-1].expected
    assert "um só arquivo .toml" in only_problem(toml(), toml(name="outro.toml")).expected
    assert ".toml ou .csv" in only_problem(toml(), LocalFile("a.xlsx", b"PK\x03\x04")).expected
    twice = problems(toml(), planilha("secao;id;rotulo\n"), planilha("secao;id;rotulo\n"))
    assert any("nome próprio" in one.expected for one in twice)


def test_a_file_is_joined_to_the_packaged_law_and_to_nothing_else():
    with pytest.raises(ValueError, match="packaged"):
        effective(joined(UNITS), [toml(UNITS)])


def test_an_effective_rulebook_that_was_tampered_with_is_refused_with_its_table():
    raw = joined(UNITS).raw.replace(b'unit = "UV"\namount = "10"', b'unit = "XX"\namount = "10"')
    with pytest.raises(RulebookError, match=r"\[local\].*unit"):
        load_rulebook_bytes(raw)
    with pytest.raises(RulebookError, match="uma tabela"):
        load_rulebook_bytes(vila_bytes() .replace(b"format = 1", b"format = 1\nlocal = 3", 1))


# ---- Whatever is written, it loads or it is refused with problems; nothing else comes out ------

WHOLE = HEAD + UNITS + READING + SECTION + CONDUCT
lines = WHOLE.splitlines(keepends=True)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_bent_file_loads_or_is_refused(data):
    text = WHOLE
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 12))
        new = data.draw(st.text(alphabet='a1"\'[]{}=.,#\n \\-\x00é', max_size=6))
        text = text[:at] + new + text[at + cut :]
    found = problems(LocalFile("v.toml", text.encode()), base=vila(REGULATED))
    assert all(one.line is None or 1 <= one.line <= text.count("\n") + 1 for one in found)
    assert all(str(one) for one in found)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_in_words(data):
    assert problems(LocalFile("v.toml", data))
    problems(toml(), LocalFile("p.csv", data))


junk = st.one_of(
    st.booleans(), st.integers(-3, 10**6), st.text(max_size=5), st.dates(),
    st.lists(st.text(max_size=3), max_size=2), st.just([]), st.just([[]]),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(lines) - 1), junk)
def test_a_field_of_any_other_kind_is_refused_on_its_line_or_fits(number, value):
    from checklists.local.writing import _value

    if " = " not in lines[number]:
        return
    field = lines[number].split(" = ")[0]
    bent = [*lines]
    try:
        bent[number] = f"{field} = {_value(value)}\n"
    except TypeError:
        return
    for one in problems(LocalFile("v.toml", "".join(bent).encode()), base=vila(REGULATED)):
        assert one.line is None or 1 <= one.line <= len(lines)


EFFECTIVE = joined(UNITS + READING + SECTION + CONDUCT, base=vila(REGULATED)).raw
OWN_AT = EFFECTIVE.index(b"[local]")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_bent_bytes_of_an_effective_rulebook_load_or_are_refused(data):
    at = data.draw(st.integers(OWN_AT, len(EFFECTIVE)))
    cut = data.draw(st.integers(0, 12))
    signs = st.sampled_from([b"=", b'"', b"[[", b"1", b"M-", b"\n"])
    new = data.draw(st.binary(max_size=4) | signs)
    bent = EFFECTIVE[:at] + new + EFFECTIVE[at + cut :]
    with suppress(RulebookError):
        assert load_rulebook_bytes(bent).version.startswith("1")
