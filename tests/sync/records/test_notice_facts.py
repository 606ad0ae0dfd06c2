"""What the law says of an auto fits the record of one, for every conduct of every rulebook."""

from __future__ import annotations

from datetime import date

import pytest

from checklists import load_rulebook
from checklists.notices import conduct_facts, defence, liable_roles, notice_fields, notice_kinds
from sync.records.bodies_roadside import AUTO, CONDUCT, DEADLINE, FIELDS_PER_AUTO_MAX
from sync.records.shapes import SLUG, check

LAWS = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")
ON = date(2026, 11, 30)
laws = pytest.mark.parametrize("name", LAWS)


@laws
def test_every_conduct_gives_facts_that_a_record_takes(name):
    law = load_rulebook(name)
    for row in law.conducts:
        facts = conduct_facts(law, row.cite, ON)
        check(facts, CONDUCT, "conduct")
        assert (facts["cite"], facts["label"]) == (row.cite, row.label)
        assert (facts["amount"] is None) == (facts["unit"] is None)
        assert facts["amount"] is not None or facts["value_why"] or not row.group
        if facts["centavos"] is None:
            assert facts["value_why"]
        assert notice_kinds(law, row.cite)
        for service in law.services:
            assert liable_roles(law, row.cite, service.id)


@laws
@pytest.mark.parametrize("received", [None, ON])
def test_every_kind_gives_a_defence_that_a_record_takes(name, received):
    law = load_rulebook(name)
    for kind in law.notice.kinds:
        found = defence(law, kind.id, received, notified_on=received)
        check(found, AUTO.fields["defence"], "defence")
        if found is not None:
            check(found, DEADLINE, "defence")


@laws
def test_the_ids_of_kinds_and_fields_are_those_of_a_record(name):
    law = load_rulebook(name)
    for kind in law.notice.kinds:
        check(kind.id, SLUG, "kind")
        fields = notice_fields(law, kind.id)
        loose = {row.id: "" for row in fields if row.stored == "fields"}
        check(loose, AUTO.fields["fields"], "fields")
        assert len(fields) <= FIELDS_PER_AUTO_MAX
        assert not any(row.personal for row in fields if row.id in loose)


@laws
def test_what_an_autuado_answers_is_what_a_record_knows(name):
    for row in load_rulebook(name).notice.fields:
        if row.source == "signature.autuado":
            assert tuple(one for one, _ in row.options) == AUTO.fields["acknowledged"].one_of
