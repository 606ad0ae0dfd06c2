"""Looking for the infraction."""

import pytest

from app.flows.law.book import LawBook


def search_of(road, stop):
    return road.desk.stops.search(stop.draft_id, LawBook(road.law, road.desk.today()))


def found(search, text):
    search.type(text)
    return [row.cite for row in search.rows()[1]]


@pytest.mark.parametrize("text", ["espelho externo", "14 19", "art 14 xix", "retrovisor ext"])
def test_a_word_a_citation_and_an_everyday_word_lead_there(roadside, text):
    search = search_of(roadside, roadside.stops(roadside.registers()))
    assert found(search, text)[0] == "Art. 14, XIX"


def test_a_row_tells_fine_points_measure_and_citation(roadside):
    row = search_of(roadside, roadside.stops()).row("Art. 14, XIX")
    assert (row.fine, row.points, row.measures) == (
        "400 UFIR-RJ", "7 pontos", "Retenção do veículo")
    assert "Art. 14, XIX" in row.said


async def test_what_this_device_wrote_lately_comes_first(roadside):
    vehicle = roadside.registers()
    await roadside.draws_up(vehicle, "Art. 14, XX")
    search = search_of(roadside, roadside.stops(vehicle))
    assert [row.cite for row in search.rows()[0]] == ["Art. 14, XX"]


async def test_other_services_are_hidden_and_one_tap_away(at):
    road = await at("januaria")
    vehicle = road.registers(service="taxi")
    search = search_of(road, road.stops(vehicle))
    search.type("linha")
    few, hidden = len(search.rows()[1]), search.hidden
    assert hidden
    search.show_all()
    assert len(search.rows()[1]) + search.rows()[2] == few + hidden


async def test_only_those_that_one_role_answers_for(at):
    road = await at("januaria")
    search = search_of(road, road.stops(road.registers()))
    search.for_role("cobrador")
    rows = [row for group in search.rows()[:2] for row in group]
    assert rows
    assert all("cobrador" in road.law.conduct(row.cite).applies_to for row in rows)
    narrow = search.hidden
    search.for_role("")
    search.rows()
    assert search.hidden < narrow


async def test_where_the_law_leaves_a_doubt_the_line_says_so(at):
    road = await at("januaria")
    search = search_of(road, road.stops(road.registers()))
    search.type("93 II")
    (first, *_) = search.rows()[1]
    assert first.line == "Art. 93, II · 10 UPFM · a lei deixa dúvida"
    assert first.line in first.said


@pytest.mark.parametrize(("town", "typed"), [
    ("muriae", "9 II"), ("santo-andre", "47"), ("sapezal", "13 I"), ("mangaratiba", "4 I"),
])  # fmt: skip
async def test_where_nothing_is_found_an_article_of_this_law_is_the_example(at, town, typed):
    road = await at(town)
    search = search_of(road, road.stops(road.registers()))
    assert search.example == typed
    assert found(search, typed), "and it finds something"
