"""The examples of a municipality's file are whole, right, and marked as invented; and every kind of
row that the format knows is in one of them."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import checklists
from checklists import available_rulebooks, load_rulebook
from checklists.local import LocalFile, effective, load_local

FOLDER = Path(checklists.__file__).parent / "examples"
TOMLS = sorted(path.name for path in FOLDER.glob("*.toml"))
KINDS = {"unit_value", "reading", "day", "section", "item", "conduct", "synonym"}


@pytest.mark.parametrize("name", TOMLS)
def test_an_example_is_taken_by_its_law(name):
    path = FOLDER / name
    base = load_rulebook(tomllib.loads(path.read_text())["municipality"])
    sheet = path.with_suffix(".csv")
    law = load_local(base, path, *([sheet] if sheet.exists() else []))
    assert law.version.startswith(f"{base.version}+exemplo-")


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_an_example_says_that_what_it_gives_is_invented(path):
    text = path.read_text().casefold()
    assert "inventad" in text or "exemplo de palavras" in text


def test_there_is_an_example_of_each_kind_and_of_a_planilha():
    found = set()
    for name in TOMLS:
        found |= set(tomllib.loads((FOLDER / name).read_text()))
    assert found >= KINDS
    sheet = load_local(
        load_rulebook("muriae"), FOLDER / "muriae-planilha.toml", FOLDER / "muriae-planilha.csv"
    ).checklist("taxi")
    assert sheet.item("M-sulco").asks[0].unit == "mm"
    assert [ask.kind for ask in sheet.item("M-gnv").asks] == ["text", "photo"]


def test_every_kind_of_row_is_in_the_description_of_the_format():
    described = (FOLDER.parent / "FORMAT.md").read_text()
    own = described[described.index("## The municipality's own file") :]
    assert all(f"[[{kind}]]" in own for kind in KINDS)


def test_the_files_of_the_demonstration_are_taken_too_and_say_what_they_are():
    folder = files("sync.server") / "demo_local"
    towns = [name for name in available_rulebooks() if (folder / f"{name}.toml").is_file()]
    assert len(towns) >= 2
    for town in towns:
        found = [
            LocalFile(one.name, one.read_bytes())
            for one in folder.iterdir()
            if one.name.startswith((f"{town}.", f"{town}-"))
        ]
        law = effective(load_rulebook(town), found)
        assert all("demonstração" in value.source for value in law.local.unit_values)
        assert law.local.unit_values


LISTLESS = {
    "sapezal": ("documentos", "cadastro", "veiculo", "identificacao"),
    "muriae": ("presenca", "veiculo", "identificacao", "taximetro"),
    "santo-andre": ("registro", "veiculo"),
}


@pytest.mark.parametrize(("name", "sections"), LISTLESS.items())
def test_a_law_without_a_list_is_looked_at_by_what_it_wants_of_papers_and_vehicle(name, sections):
    law = load_rulebook(name)
    for service in law.services:
        checklist = law.checklist(service.id)
        assert {section.id for section in checklist.sections} == set(sections)
        assert len(checklist.items) >= 6
        assert all(item.cite.startswith("Art. ") for item in checklist.items)
    wanted = {"veiculo", "documento"}
    assert wanted <= {row.kind for row in law.requirements}
