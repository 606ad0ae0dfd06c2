"""Segunda via in the inspector's hand: why, the old one cancelled, the new one shown."""

from __future__ import annotations

import pytest

from app.flows.papers import SealPapers
from app.flows.registry import concluded
from app.flows.reissue import Reissue
from app.flows.seals import shown_seal
from app.flows.vehicle import look_up
from sync.device.errors import RecordMissing
from sync.records.canonical import b64url, b64url_bytes
from sync.records.ids import uuid7
from tests.support.qr_decoders import decoded_by_both, pdf_page_image, pdf_text
from tests.support.yard import van


@pytest.fixture
async def vistoria(yard):
    flow = yard.begins(yard.registers(van()))
    yard.finds_all_in_order(flow)
    return (await yard.signs_and_concludes(flow)).record_id


def registry_selo(vehicle, **changes):
    return {
        "serial": 900, "vehicle": vehicle["id"], "plate": vehicle["plate"],
        "chassis_tail": "004251", "service": "escolar", "inspected_on": "2026-11-02",
        "valid_until": "2027-05-02", "status": "valido", "record": uuid7(), "vistoria": uuid7(),
        "device": "outro", "replaces": None, "provisional": False, "revoked_by": None, **changes,
    }  # fmt: skip


def told(yard, vehicle, **changes):
    """The registry tells of a seal of another device."""
    selo = registry_selo(vehicle, **changes)
    change = {"t": "selo", "op": "put", "id": str(selo["serial"]), "v": selo}
    yard.desk.cadastro.apply([change], "2", False, "2026-11-30T12:00:00Z")
    return selo


async def test_a_lost_selo_is_issued_again_and_the_old_one_shows_as_cancelled(yard, vistoria):
    old = shown_seal(yard.desk, vistoria)
    yard.clock.passes(days=3)
    flow = Reissue(yard.desk, old.serial)
    assert flow.above == f"/registro/{old.kept.id}/selo"
    flow.choose("perdido")
    new_id = await flow.issue()
    assert flow.problem == ""
    new = shown_seal(yard.desk, new_id)
    assert (new.serial, new.stands, new.body["replaces"]) == (2, True, 1)
    assert new.body["inspected_on"] == old.body["inspected_on"]
    assert new.record["rulebook"] == yard.store.record(vistoria).record["rulebook"]
    assert new.record["agent"]["proof"] == "pin"
    again = shown_seal(yard.desk, old.kept.id)
    assert (again.state, again.replaced_by, again.stands) == ("cancelado", 2, False)
    assert shown_seal(yard.desk, vistoria).serial == 2
    assert concluded(yard.store, vistoria).seal_stands
    assert look_up(yard.desk, "ABC1D23").seal.startswith("nº 000.002, válido")


async def test_the_papers_of_the_old_one_say_cancelled_and_of_the_new_one_its_number(
    yard, vistoria
):
    old = shown_seal(yard.desk, vistoria)
    flow = Reissue(yard.desk, 1)
    flow.choose("vidro_trocado")
    await flow.issue()
    papers = SealPapers(yard.desk, shown_seal(yard.desk, old.kept.id))
    assert "CANCELADO" in pdf_text((await papers.pdf(papers.kinds()[0])).data)
    fresh = SealPapers(yard.desk, shown_seal(yard.desk, flow.done))
    label = (await fresh.pdf(fresh.kinds()[0])).data
    assert "Nº 000.002" in pdf_text(label)
    assert decoded_by_both(pdf_page_image(label)) == fresh.url != papers.url


async def test_a_second_tap_issues_nothing_more(yard, vistoria):
    flow = Reissue(yard.desk, 1)
    flow.choose("danificado")
    first = await flow.issue()
    assert await flow.issue() == first
    assert len(yard.store.records(kind="selo")) == 2
    late = Reissue(yard.desk, 1)
    assert "já foi substituído" in late.hindrance()


async def test_another_reason_needs_a_sentence(yard, vistoria):
    flow = Reissue(yard.desk, 1)
    assert not flow.may_ask()
    assert "por que" in flow.problem
    flow.choose("outro")
    assert not flow.may_ask()
    flow.note = "Descolou com o calor"
    assert flow.may_ask()
    await flow.issue()
    (revocation,) = yard.store.records(kind="revogacao")
    assert (revocation.body["reason"], revocation.body["note"]) == (
        "outro", "Descolou com o calor",
    )


async def test_a_selo_of_another_device_is_issued_again_from_the_vehicle(yard):
    vehicle = yard.registers(van(last_vistoria={
        "id": uuid7(), "date": "2026-11-02", "result": "aprovado", "valid_until": "2027-05-02"}))
    selo = told(yard, vehicle, vistoria=vehicle["last_vistoria"]["id"])
    flow = Reissue(yard.desk, 900)
    assert flow.above == "/veiculo/ABC1D23"
    flow.choose("perdido")
    new = shown_seal(yard.desk, await flow.issue())
    assert new.vistoria is None
    assert new.above == "/veiculo/ABC1D23"
    assert new.body["vistoria"] == selo["vistoria"]
    papers = SealPapers(yard.desk, new)
    certificate = next(kind for kind in papers.kinds() if kind.id == "certificado")
    text = pdf_text((await papers.pdf(certificate)).data)
    assert "Fiat Ducato" in text
    assert "Vistoria feita por" not in text  # the inspector is not known here
    assert look_up(yard.desk, "ABC1D23").seal.startswith("nº 000.001, válido")


async def test_a_second_copy_is_offered_only_where_it_can_be_issued_else_it_is_said_why(yard):
    vehicle = yard.registers(van())
    told(yard, vehicle)
    offered = look_up(yard.desk, "ABC1D23")
    assert (offered.may_reissue, offered.reissue_hindrance) == (True, "")

    told(yard, vehicle, vistoria=None)
    refused = look_up(yard.desk, "ABC1D23")
    assert not refused.may_reissue
    assert "não tem a vistoria no cadastro" in refused.reissue_hindrance

    told(yard, vehicle, vistoria=None, valid_until="2026-11-01")
    expired = look_up(yard.desk, "ABC1D23")
    assert (expired.may_reissue, expired.reissue_hindrance) == (False, ""), "nothing to be told"


async def test_a_van_that_failed_since_gets_no_second_selo(yard):
    vehicle = yard.registers(van(last_vistoria={
        "id": uuid7(), "date": "2026-11-20", "result": "reprovado", "valid_until": None}))
    told(yard, vehicle)
    flow = Reissue(yard.desk, 900)
    assert "outra vistoria, em 20/11/2026: reprovado" in flow.hindrance()
    flow.choose("perdido")
    assert await flow.issue() == ""
    assert yard.store.records() == []


async def test_a_selo_revoked_by_another_device_is_not_good_here_any_more(yard, vistoria):
    own = shown_seal(yard.desk, vistoria)
    vehicle = {"id": own.body["vehicle"]["id"], "plate": "ABC1D23"}
    told(yard, vehicle, serial=1, record=own.kept.id, vistoria=vistoria, status="revogado",
         revoked_by=uuid7())
    assert shown_seal(yard.desk, vistoria).state == "cancelado"
    assert "já foi cancelado" in Reissue(yard.desk, 1).hindrance()


async def test_an_expired_selo_is_shown_as_expired_and_not_issued_again(yard, vistoria):
    yard.clock.passes(days=400)
    assert shown_seal(yard.desk, vistoria).state == "vencido"
    assert "venceu em" in Reissue(yard.desk, 1).hindrance()


async def test_a_number_that_nobody_here_knows_says_so(yard):
    with pytest.raises(RecordMissing, match="Atualize o cadastro"):
        Reissue(yard.desk, 77)


async def test_a_provisional_selo_stays_provisional_in_its_second_copy(yard):
    vehicle = yard.registers(van())
    told(yard, vehicle, provisional=True)
    flow = Reissue(yard.desk, 900)
    flow.choose("perdido")
    new = shown_seal(yard.desk, await flow.issue())
    assert (new.state, new.provisional, new.stands) == ("provisorio", True, True)
    assert b64url(b64url_bytes(new.body["payload"])) == new.body["payload"]
    papers = SealPapers(yard.desk, new)
    assert "APROVADO COM EXIGÊNCIA ATÉ" in pdf_text((await papers.pdf(papers.kinds()[0])).data)
