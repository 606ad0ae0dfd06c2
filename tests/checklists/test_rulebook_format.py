"""What a rulebook file may hold, and how a wrong one is refused."""

from __future__ import annotations

import hashlib
import re
import tomllib
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import checklists
from checklists import (
    Occurrence,
    Rulebook,
    RulebookError,
    UnknownReference,
    VehicleFacts,
    age,
    available_rulebooks,
    fine_of,
    fines,
    load_rulebook,
    load_rulebook_bytes,
    validity,
)
from checklists.reader import Table
from tests.support.rulebooks import VILA, vila, vila_bytes

NAMES = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")
FOLDER = Path(checklists.__file__).parent / "rulebooks"


def refused(*changes: tuple[str, str]) -> RulebookError:
    with pytest.raises(RulebookError) as caught:
        load_rulebook_bytes(vila_bytes(*changes), source="vila.toml")
    return caught.value


def test_the_packaged_rulebooks_are_known_by_name():
    assert set(NAMES) <= set(available_rulebooks())
    with pytest.raises(UnknownReference, match="atlantida"):
        load_rulebook("atlantida")


@pytest.mark.parametrize("name", ["../mangaratiba", "mangaratiba.toml", "", "MANGARATIBA"])
def test_only_a_plain_name_opens_a_rulebook(name):
    with pytest.raises(UnknownReference):
        load_rulebook(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_rulebook_carries_the_very_bytes_it_came_from(name):
    law = load_rulebook(name)
    data = (FOLDER / f"{name}.toml").read_bytes()
    assert law.raw == data
    assert law.sha256 == hashlib.sha256(data).hexdigest()
    again = load_rulebook_bytes(law.raw)
    assert (again.id, again.version, again.sha256) == (law.id, law.version, law.sha256)
    assert again.conducts == law.conducts


def test_ids_and_zones_are_those_of_the_towns():
    assert (load_rulebook("mangaratiba").municipality.ibge, "RJ") == (3302601, "RJ")
    assert load_rulebook("januaria").municipality.ibge == 3135209
    assert load_rulebook("sapezal").municipality.ibge == 5107875
    assert load_rulebook("muriae").municipality.ibge == 3143906
    assert load_rulebook("santo-andre").municipality.ibge == 3547809
    zones = {name: load_rulebook(name).municipality.timezone for name in NAMES}
    assert zones.pop("sapezal") == "America/Cuiaba"
    assert set(zones.values()) == {"America/Sao_Paulo"}


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_offers_readings_and_says_why(name):
    for choice in load_rulebook(name).choices:
        assert choice.reading(choice.applied)
        assert len(choice.readings) >= 2
        assert choice.why.endswith(".")
        assert choice.question.endswith("?")


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_named_by_an_item_or_conduct_exists(name):
    law = load_rulebook(name)
    for service in law.services:
        for item in law.checklist(service.id).items:
            for choice in item.choices:
                assert law.choice(choice)


@pytest.mark.parametrize("name", NAMES)
def test_every_reading_of_every_choice_leaves_a_working_law(name):
    law = load_rulebook(name)
    for choice in law.choices:
        for reading in choice.readings:
            other = law.with_readings({choice.id: reading.id})
            for service in law.services:
                assert other.checklist(service.id).items
                validity(other, service.id, 5, date(2026, 8, 31))
            assert len([fine_of(other, row) for row in other.conducts]) == len(law.conducts)


def test_a_reading_that_does_not_exist_cannot_be_picked():
    law = load_rulebook("mangaratiba")
    with pytest.raises(UnknownReference, match="leitura"):
        law.with_readings({"validade-semestral-ou-anual": "mensal"})
    with pytest.raises(UnknownReference, match="escolha"):
        law.with_readings({"nada": "nada"})


def test_a_rulebook_cannot_be_changed_after_loading():
    with pytest.raises(AttributeError):
        vila().version = "2"
    with pytest.raises(AttributeError):
        vila().conducts[0].group = "X"


def test_an_error_names_file_table_field_and_what_is_expected():
    error = refused(('severity = "grave"\n', 'severity = "gravisima"\n'))
    assert error.source == "vila.toml"
    assert error.table == "[[conduct]] nº 1 (Art. 2, I)"
    assert error.field == "severity"
    assert str(error) == (
        'vila.toml: [[conduct]] nº 1 (Art. 2, I), campo "severity": '
        'esperado um destes: grave; veio "gravisima".'
    )


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("format = 1", "format = 2", "format"),
        ("format = 1", "", "format"),
        ('id = "vila"', 'id = "Vila!"', "id"),
        ("effective_from = 2020-01-01", 'effective_from = "2020-01-01"', "effective_from"),
        ("effective_from = 2020-01-01", "effective_from = 2020-01-01T00:00:00Z", "effective_from"),
        ('month_end = "ultimo_dia"', 'month_end = "meio"', "month_end"),
        ("ibge = 3300001", "ibge = 33", "ibge"),
        ("ibge = 3300001", "ibge = true", "ibge"),
        ('cites = ["Art. 1"]', "cites = []", "cites"),
        ('cites = ["Art. 1"]', 'cites = ["artigo primeiro"]', "cites"),
        ('cites = ["Art. 1"]', 'cites = ["Art. 1", "Art. 1"]', "cites"),
        ('amount = "10"', "amount = 10.5", "amount"),
        ('amount = "10"', 'amount = "10,5"', "amount"),
        ('unit = "UV"', 'unit = "XX"', "unit"),
        ("points = 5", "points = -1", "points"),
        ('group = "G"', 'group = "H"', "group"),
        ('measures = ["retencao"]', 'measures = ["prisao"]', "measures"),
        ('applies_to = ["dono"]', 'applies_to = "dono"', "applies_to"),
        ('label = "Freio ruim"', 'label = "Freio ruim"\ncor = "azul"', "cor"),
        ('label = "Freios"', f'label = "{"x" * 61}"', "label"),
        ('label = "Freios"', 'label = ""', "label"),
        ('label = "Freios"', 'label = " Freios"', "label"),
        ('label = "Freios"', 'label = "Freios\\n"', "label"),
        ('conduct = "Art. 2, I"', 'conduct = "Art. 2, IX"', "conduct"),
        ('id = "2-II"', 'id = "2-I"', "id"),
        ('place = "patio"', 'place = "praia"', "place"),
        ('kind = "number"', 'kind = "video"', "kind"),
        ("period = { months = 6 }", "period = { months = 6, days = 1 }", "period"),
        ("period = { months = 6 }", "period = {}", "period"),
        ("period = { months = 6 }", "period = { weeks = 6 }", "weeks"),
        ("period = { months = 6 }", 'period = { choice = "nada" }', "choice"),
        ("period = { months = 6 }", 'period = { choice = "dias" }', "value"),
        ("since = 0", "since = 1", "band"),
        ("since = 0", "since = 0\nabove = 0", "since"),
        ("since = 0", "since = 0\nuntil = 5", "band"),
        ('count = "ano_menos_modelo"', 'count = "no_olho"', "count"),
        ("years = 5", "years = 500", "years"),
        ("years = 5", 'years = 5\nbeyond = "autoridade"', "condition"),
        ("years = 5", 'years = 5\nitem = "9-Z"', "item"),
        ('applied = "corridos"', 'applied = "nenhum"', "applied"),
        ('value = "uteis"', 'value = "quando der"', "value"),
        ('value = "uteis"', "value = 1.5", "value"),
        ('id = "uteis"', 'id = "corridos"', "id"),
    ],
)
def test_each_mistake_is_refused_by_its_field(old, new, field):
    assert refused((old, new)).field == field


def test_a_service_without_a_validity_or_with_two_is_refused():
    extra = '[[service]]\nid = "taxi"\nlabel = "Táxi"\ncites = ["Art. 1"]\n\n[[role]]'
    error = refused(("[[role]]", extra))
    assert (error.table, error.field) == ("[[validity]]", "services")
    assert '"taxi"' in error.expected


def test_a_group_without_a_value_must_say_why():
    error = refused(('amount = "10"\nunit = "UV"\n', ""))
    assert error.field == "unknown"


def test_an_unknown_table_is_refused_by_name():
    error = refused(("[age]", "[idade]\n\n[age]"))
    assert (error.table, error.field) == ("arquivo", "idade")


def test_broken_toml_says_where_it_broke():
    error = refused(("format = 1", "format ="))
    assert error.expected == "TOML válido"
    assert "line 1" in error.found


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"\x00",
        b"a = " + b"[" * 5000,
        b"a" * (2 * 1024 * 1024 + 1),
        b"format = 0x" + b"f" * 6000,
        b"format = " + b"9" * 6000,
        b"effective_from = 2026-99-99",
    ],
    ids=["empty", "not-utf8", "nul", "nested", "huge", "hex", "digits", "date"],
)
def test_bytes_that_are_no_rulebook_are_refused(data):
    with pytest.raises(RulebookError):
        load_rulebook_bytes(data)


def test_fines_by_severity_fit_a_law_that_names_no_groups():
    law = vila(
        ("points = 5", 'group = "G"'),
        ('severity = "grave"\ngroup = "G"\n', 'severity = "grave"\n'),
        ('[[severity]]\nid = "grave"', '[[severity]]\nid = "grave"'),
    )
    assert fine_of(law, law.conduct("Art. 2, I")).amount == 10


def test_a_conduct_may_have_its_own_fine_instead_of_a_group():
    own = ('severity = "grave"\ngroup = "G"\n', 'amount = "1"\nunit = "UV"\n')
    law = vila(own)
    assert fine_of(law, law.conduct("Art. 2, I")).as_dict() == {"amount": 1, "unit": "UV"}
    assert law.checklist("escolar").item("2-I").fine_group is None
    both = (own[0], own[0] + own[1])
    assert refused(both).field == "amount"


def test_a_range_is_no_value():
    law = vila(
        ('amount = "10"', 'lowest = "1.1"\nhighest = "55"\nunknown = "O órgão gradua a multa."')
    )
    group = law.group("G")
    assert (group.lowest.amount, group.highest.amount) == (Decimal("1.1"), Decimal(55))
    assert group.lowest.as_dict() == {"amount": "1.1", "unit": "UV"}
    assert fine_of(law, law.conduct("Art. 2, I")) is None


def test_a_repealed_conduct_is_kept_and_never_applied():
    law = vila(('label = "Freio ruim"', 'label = "Freio ruim"\nstatus = "revogado"'))
    assert law.conduct("Art. 2, I").status == "revogado"
    assert law.checklist("escolar").item("2-I").fine is None
    assert law.checklist("escolar").item("2-I").measures == ()


@pytest.mark.parametrize(
    ("method", "on", "years"),
    [
        ("ano_menos_modelo", date(2026, 12, 31), 10),
        ("ano_modelo_completo_em_31_12", date(2026, 12, 30), 10),
        ("ano_modelo_completo_em_31_12", date(2026, 12, 31), 11),
        ("ano_modelo_completo_em_31_12", date(2016, 12, 31), 1),
        ("ano_menos_fabricacao", date(2026, 1, 1), 11),
        ("ano_menos_mais_antigo", date(2026, 1, 1), 11),
        ("primeiro_registro", date(2026, 3, 1), 9),
        ("primeiro_registro", date(2026, 3, 2), 10),
    ],
)
def test_each_way_of_counting_age(method, on, years):
    law = vila(('count = "ano_menos_modelo"', f'count = "{method}"'), ("years = 5", "years = 10"))
    facts = VehicleFacts(2016, 2015, date(2016, 3, 2))
    facts = facts if on.year > 2016 else VehicleFacts(2016, 2015)
    answer = age(law, "escolar", facts, on)
    assert (answer.years, answer.allowed) == (years, years <= 10)


@pytest.mark.parametrize(
    ("method", "missing"),
    [
        ("ano_menos_modelo", "ano-modelo"),
        ("ano_modelo_completo_em_31_12", "ano-modelo"),
        ("ano_menos_fabricacao", "ano de fabricação"),
        ("primeiro_registro", "primeiro registro"),
        ("ano_menos_mais_antigo", "ano do veículo"),
    ],
)
def test_an_age_that_cannot_be_counted_says_what_is_missing(method, missing):
    law = vila(('count = "ano_menos_modelo"', f'count = "{method}"'))
    answer = age(law, "escolar", VehicleFacts(), date(2026, 1, 1))
    assert (answer.years, answer.allowed) == (None, None)
    assert missing in answer.reason


PROGRESSIVE = """
[[recidivism]]
id = "progressiva"
label = "Cada reincidência em 90 dias dobra a anterior"
cites = ["Art. 59"]
occurrence = 2
window = { days = 90 }
multiplier = 2
progressive = true
"""


def test_a_progressive_fine_doubles_the_last_within_ninety_days_of_it():
    law = load_rulebook_bytes((VILA + PROGRESSIVE).encode())

    def amounts(*days):
        rows = [Occurrence(day) for day in days]
        return [int(row.fine.amount) for row in fines(law, "Art. 2, I", rows).occurrences]

    first = date(2026, 1, 10)
    assert amounts(first, date(2026, 4, 10)) == [10, 20]
    assert amounts(first, date(2026, 4, 11)) == [10, 10]
    assert amounts(first, date(2026, 3, 1), date(2026, 5, 1)) == [10, 20, 40]


def test_a_law_without_recidivism_never_doubles():
    rows = [Occurrence(date(2026, 1, n)) for n in range(1, 6)]
    assert {row.fine.amount for row in fines(vila(), "Art. 2, I", rows).occurrences} == {10}


def test_the_same_bytes_are_parsed_once():
    assert load_rulebook_bytes(vila_bytes()) is load_rulebook_bytes(bytes(bytearray(vila_bytes())))


def test_every_field_that_is_read_is_in_the_description_of_the_format(monkeypatch):
    fields: dict[str, set[str]] = {}
    plain = Table.done

    def noting(table):
        form = re.sub(r" (nº \d+.*?|\(.*?\))(?= →|$)", "", table.name)
        fields.setdefault(form, set()).update(table._seen)
        plain(table)

    monkeypatch.setattr(Table, "done", noting)
    for text in (*((FOLDER / f"{name}.toml").read_text() for name in NAMES), VILA + PROGRESSIVE):
        load_parsed(tomllib.loads(text))
    described = (FOLDER.parent / "FORMAT.md").read_text()
    assert len(fields) > 20
    for field in set().union(*fields.values()) - {"choice", "months", "days"}:
        known = (f"`{field}`", f"`[{field}]`", f"`[[{field}]]`", f".{field}]]`", f"`{field} =")
        assert any(form in described for form in known), field


# ---- Whatever is done to a rulebook, it loads or it is refused; nothing else comes out -----------

junk = st.one_of(
    st.none().map(lambda _: []),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.dates(),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=2),
    st.just({"choice": "dias"}),
    st.just({"choice": []}),
)


def places(value, path=()):
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from places(part, (*path, index))


def load_parsed(parsed) -> Rulebook:
    from checklists.parts import build_rulebook

    return build_rulebook(Table(parsed, "x.toml", "arquivo"), raw=b"", sha256="")


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=300)
@given(st.data())
def test_any_value_put_anywhere_is_accepted_or_refused_with_a_rulebook_error(data):
    parsed = tomllib.loads(VILA + PROGRESSIVE)
    path = data.draw(st.sampled_from([place for place in places(parsed) if place]))
    target = parsed
    for step in path[:-1]:
        target = target[step]
    if data.draw(st.booleans()):
        del target[path[-1]]
    else:
        target[path[-1]] = data.draw(junk)
    try:
        law = load_parsed(parsed)
    except RulebookError as error:
        assert error.source == "x.toml"
        assert error.table
        assert error.expected
    else:
        assert law.checklist(law.services[0].id).items


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_any_bytes_changed_anywhere_are_accepted_or_refused_with_a_rulebook_error(data):
    raw = bytearray(vila_bytes())
    at = data.draw(st.integers(0, len(raw) - 1))
    length = data.draw(st.integers(0, 12))
    raw[at : at + length] = data.draw(st.binary(max_size=12))
    try:
        load_rulebook_bytes(bytes(raw))
    except RulebookError as error:
        assert str(error)
