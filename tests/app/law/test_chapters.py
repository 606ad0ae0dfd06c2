"""What there is to leaf through."""

import re

import pytest

from app.flows.law.entries import slug
from checklists import available_rulebooks, load_rulebook
from checklists.local import LocalFile, effective

PICK = """
format = 1
municipality = "mangaratiba"
version = "1"
effective_from = 2026-01-01

[[reading]]
choice = "arredondamento"
applied = "corta"
why = "Assim decidiu."
decided_by = "Procuradoria"
date = 2026-02-10
"""
TOWNS = available_rulebooks()


@pytest.mark.parametrize("town", TOWNS)
def test_every_rule_stands_in_some_chapter(law, town):
    book = law(town)
    listed = {key for chapter in book.chapters for part in chapter.parts() for key in part.keys}
    assert listed == set(book.entries.by_key)


@pytest.mark.parametrize("town", TOWNS)
def test_every_row_of_the_law_is_a_rule(law, town):
    book = law(town)
    rulebook, entries = book.rulebook, book.entries
    assert len(entries.of_kind("conduta", "conduta_caduca")) == len(rulebook.conducts)
    assert len(entries.of_kind("prazo")) == len(rulebook.deadlines)
    assert len(entries.of_kind("escolha")) == len(rulebook.choices)
    assert len(entries.of_kind("caduca")) == len(rulebook.lapsed)
    assert len(entries.of_kind("regra")) == len(rulebook.requirements)
    assert len(entries.of_kind("validade")) == len(rulebook.services)


@pytest.mark.parametrize("town", TOWNS)
def test_every_way_of_listing_the_infractions_lists_them_all(law, town):
    chapter = law(town).chapter("infracoes")
    all_of_them = sorted(key for part in chapter.parts() for key in part.keys)
    for name, _ in chapter.orders:
        assert sorted(key for part in chapter.parts(name) for key in part.keys) == all_of_them


def test_mangaratiba_s_infractions_by_article_by_severity_and_by_group(law):
    chapter = law("mangaratiba").chapter("infracoes")
    assert [name for name, _ in chapter.orders] == ["Artigo", "Gravidade", "Grupo"]
    by_article = {part.title: len(part.keys) for part in chapter.parts("Artigo")}
    assert by_article["Art. 14"] == 26
    severities = [part.title for part in chapter.parts("Gravidade")]
    assert severities[0] == "Gravíssima · 7 pontos" and severities[-1] == "Sem gravidade na lei"
    assert "Grupo E-1 · 400 UFIR-RJ" in [part.title for part in chapter.parts("Grupo")]


def test_a_law_without_severities_does_not_offer_to_list_by_them(law):
    assert [name for name, _ in law("januaria").chapter("infracoes").orders] == ["Artigo", "Grupo"]
    assert [name for name, _ in law("santo-andre").chapter("infracoes").orders] == ["Artigo"]


def test_januaria_s_annex_is_parted_by_its_letters(law):
    parts = law("januaria").chapter("infracoes").parts()
    annex = {part.title: len(part.keys) for part in parts if part.title.startswith("Anexo")}
    assert annex == {"Anexo, A": 8, "Anexo, B": 14, "Anexo, C": 8, "Anexo, D": 14, "Anexo, E": 9}


def test_what_no_longer_holds_is_a_chapter_only_where_something_lapsed(law):
    lapsed = law("santo-andre").chapter("caducas")
    assert [part.title for part in lapsed.parts()] == ["Revogado", "Superado por outra redação"]
    assert law("mangaratiba").chapter("caducas") is None


def test_choices_stand_under_the_articles_in_the_order_of_the_law(law):
    titles = [part.title for part in law("januaria").chapter("escolhas").parts()]
    numbers = [int(found[1]) for title in titles if (found := re.fullmatch(r"Art\. (\d+)", title))]
    assert numbers == sorted(numbers)


def test_what_the_municipality_decided_comes_first(law):
    book = law(effective(load_rulebook("mangaratiba"), [LocalFile("m.toml", PICK.encode())]))
    part = book.chapter("escolhas").parts()[0]
    assert part.title == "Decididas pelo município"
    assert [book.entry(key).row.id for key in part.keys] == ["arredondamento"]


@pytest.mark.parametrize("town", TOWNS)
def test_every_item_of_a_vistoria_leads_to_a_rule(law, town):
    book = law(town)
    for service in book.rulebook.services:
        for item in book.rulebook.checklist(service.id).items:
            entry = book.entry(book.key_of_item(item.id))
            assert entry is not None, item.id
            assert item.cite in entry.cites


def test_items_that_one_conduct_covers_are_rules_of_their_own(law):
    book = law("santo-andre")
    items = [entry for entry in book.entries.of_kind("item") if entry.row[1].conduct == "Art. 47"]
    assert len(items) > 5


@pytest.mark.parametrize("town", TOWNS)
def test_keys_are_fit_for_addresses(law, town):
    assert all(re.fullmatch(r"[a-z0-9-]{1,80}", key) for key in law(town).entries.by_key)


def test_slugs_tell_paragraphs_from_incisos():
    assert slug("Art. 52, § 3, a") == "art-52-p3-a" != slug("Art. 52, 3, a")
    assert slug("Anexo, C-05") == "anexo-c-05"
    assert slug("***") == "regra"
