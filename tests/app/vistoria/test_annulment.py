"""A mistake is annulled by a new record, offline too; nothing is changed and no number vanishes."""

from app.flows.annulment import SEAL_ONLY, Annulment
from app.flows.registry import Registry, concluded
from app.flows.vehicle import look_up
from tests.support.yard import van

REASON = "Placa trocada com a do carro ao lado"


async def _approved(yard, **vehicle):
    flow = yard.begins(yard.registers(van(**vehicle)))
    yard.finds_all_in_order(flow)
    return (await yard.signs_and_concludes(flow)).record_id


async def test_annulling_a_vistoria_annuls_its_selo_and_keeps_the_number(yard):
    record_id = await _approved(yard)
    annulment = Annulment(yard.desk, record_id)
    annulment.reason = REASON
    assert await annulment.act()
    kept = concluded(yard.store, record_id)
    assert kept.annulled and not kept.seal_stands
    assert kept.annulment.body["reason"] == REASON
    assert kept.seal_annulment.body["serial"] == kept.seal.body["serial"] == 1
    assert yard.store.next_number("selo") == 2, "an annulled number is not given again"
    assert look_up(yard.desk, "ABC1D23").last_vistoria == ""


async def test_the_selo_alone_can_be_annulled(yard):
    record_id = await _approved(yard)
    annulment = Annulment(yard.desk, record_id)
    annulment.choose(SEAL_ONLY)
    annulment.reason = REASON
    assert await annulment.act()
    kept = concluded(yard.store, record_id)
    assert not kept.annulled
    assert not kept.seal_stands


async def test_a_reason_is_asked_for(yard):
    annulment = Annulment(yard.desk, await _approved(yard))
    annulment.reason = "  erro "
    assert not await annulment.act()
    assert "motivo" in annulment.problem
    assert len(yard.store.records()) == 2


async def test_a_second_tap_annuls_once(yard):
    annulment = Annulment(yard.desk, await _approved(yard))
    annulment.reason = REASON
    assert await annulment.act()
    assert await annulment.act()
    assert [kept.kind for kept in yard.store.records()].count("anulacao") == 2
    again = Annulment(yard.desk, annulment.of.id)
    again.reason = REASON
    assert not await again.act()
    assert "já foi anulada" in again.problem


async def test_a_rejected_vistoria_has_no_selo_to_annul(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow, "14-XX")
    annulment = Annulment(yard.desk, (await yard.signs_and_concludes(flow)).record_id)
    annulment.reason = REASON
    assert await annulment.act()
    assert [kept.kind for kept in yard.store.records()] == ["anulacao", "vistoria"]
    assert look_up(yard.desk, "ABC1D23").exigencias == []


async def test_the_registry_is_searched_by_either_form_of_the_plate(yard):
    await _approved(yard, plate="ABC1C34")
    await _approved(yard, plate="XYZ9A87", chassis="9BWZZZ377VT009999")
    registry = Registry(yard.store)
    assert [row.vehicle["plate"] for row in registry.rows] == ["XYZ9A87", "ABC1C34"]
    registry.type("abc12")
    assert [row.vehicle["plate"] for row in registry.rows] == ["ABC1C34"]
    registry.type("ZZZ")
    assert registry.rows == []


async def test_the_registry_counts_the_vistorias_of_today(yard):
    zone = "America/Sao_Paulo"
    registry = Registry(yard.store)
    assert registry.day_tally(yard.desk.today(), zone) == ""
    await _approved(yard)
    yard.clock.passes(days=1)
    second = await _approved(yard, plate="XYZ9A87", chassis="9BWZZZ377VT009999")
    await _approved(yard, plate="ABC1C34", chassis="9BWZZZ377VT008888")
    annulment = Annulment(yard.desk, second)
    annulment.reason = REASON
    assert await annulment.act()
    registry.refresh()
    assert len(registry.rows) == 3
    assert registry.day_tally(yard.desk.today(), zone) == "2 vistorias hoje: 1 aprovada e 1 anulada"
