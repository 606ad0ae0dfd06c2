"""Failed items of a vistoria become autos in one tap each, prefilled, never by themselves."""

from app.flows.roadside.stops import autos_of_vistoria, punished_items
from checklists import notices
from sync.records.envelope import check_record
from tests.support.yard import Yard

ITEM, CITE = "14-XIX", "Art. 14, XIX"


async def failed_vistoria(road):
    vehicle = road.registers()
    yard = Yard(road.folder, road.clock, road.desk)
    flow = yard.begins(vehicle)
    yard.finds_all_in_order(flow, ITEM)
    conclusion = await yard.signs_and_concludes(flow)
    return road.store.find_record(conclusion.record_id)


async def test_what_failed_and_the_law_punishes_is_offered_and_nothing_is_begun(roadside):
    record = await failed_vistoria(roadside)
    assert [one[:2] for one in punished_items(roadside.desk, record)] == [(ITEM, CITE)]
    assert roadside.store.drafts() == []


async def test_one_tap_gives_an_auto_with_vehicle_item_and_hour_of_the_vistoria(roadside):
    record = await failed_vistoria(roadside)
    stops = roadside.desk.stops
    draft_id = stops.from_vistoria(record)
    assert stops.from_vistoria(record) == draft_id
    stop = stops.open(draft_id)
    auto = stop.add_auto(CITE, vistoria=record["id"], item=ITEM)
    roadside.fills(auto)
    roadside.agrees(stop, "ausente")
    (auto_id,) = await roadside.reviews(stop).lavrar()
    kept = roadside.store.record(auto_id)
    check_record(kept.record)
    assert (kept.body["vistoria"], kept.body["item"], kept.body["stop"]) == (
        record["id"], ITEM, None)
    assert kept.body["happened_at"] == record["occurred_at"]
    assert kept.body["vehicle"]["plate"] == "ABC1D23"
    assert roadside.store.records(kind="abordagem") == []
    assert autos_of_vistoria(roadside.desk, record["id"]) == {ITEM: auto_id}


async def test_a_town_where_a_failed_item_is_no_infraction_by_itself_says_so(roadside):
    record = await failed_vistoria(roadside)
    stop = roadside.desk.stops.open(roadside.desk.stops.from_vistoria(record))
    assert roadside.reviews(stop).item_note() == notices.failed_item_note(roadside.law)
