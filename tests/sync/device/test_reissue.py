"""A selo issued again on the device: lost, damaged, or gone with the windscreen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sync.device.cadastro import Cadastro
from sync.device.conclusion import PendingRecord
from sync.device.errors import (
    AlreadyReplaced,
    AlreadySealed,
    DeviceRevoked,
    NoNumbers,
    SealBeforeList,
    SealDateBack,
    SealNotReissuable,
)
from sync.device.reissue import EarlierSeal
from sync.records.canonical import b64url_bytes
from sync.records.envelope import check_follows, check_record, verify_record
from sync.records.ids import uuid7
from sync.records.seal import unpack, verify_seal
from tests.support.device import (
    AGENT,
    annulment,
    concluded,
    device_ports,
    enrolled_store,
    vistoria_body,
)
from tests.support.field import VAN, Field


def registry_selo(**changes):
    """A seal of another device, as the pull tells it."""
    return {
        "serial": 900, "vehicle": VAN, "plate": "ABC1D23", "chassis_tail": "A12345",
        "service": "escolar", "inspected_on": "2026-11-02", "valid_until": "2027-05-02",
        "status": "valido", "record": uuid7(), "vistoria": uuid7(), "device": "outro",
        "replaces": None, "provisional": False, "revoked_by": None, **changes,
    }  # fmt: skip


async def reissued(store, earlier, reason="perdido", note=""):
    return await store.conclude(
        None, await store.prepare_reissue(earlier, reason, note), AGENT, None
    )


async def test_a_lost_selo_of_this_device_is_revoked_and_issued_again_in_one_batch(store, clock):
    key = await store.ports.keys.public_key()
    vistoria, selo = await concluded(store)
    clock.passes(days=10)
    revocation, new = await reissued(store, EarlierSeal.of_record(selo))
    check_follows(revocation, selo)
    check_follows(new, revocation)
    for record in (revocation, new):
        check_record(record)
        assert verify_record(record, key)
    assert revocation["body"] == {
        "selo": selo["id"], "serial": 1, "vehicle": selo["body"]["vehicle"],
        "reason": "perdido", "note": "", "replaced_by": 2,
    }
    body = new["body"]
    assert (body["serial"], body["replaces"], body["vistoria"]) == (2, 1, vistoria["id"])
    packed = b64url_bytes(body["payload"])
    assert verify_seal(packed, key)
    old, _, _ = unpack(b64url_bytes(selo["body"]["payload"]))
    assert unpack(packed)[0] == replace(old, serial=2)
    assert store.record(selo["id"]).revoked_by == revocation["id"]
    assert store.record(new["id"]).revoked_by is None
    assert store.numbers_left("selo") == 38


async def test_a_selo_of_another_device_is_issued_again_from_the_registry(store, ports):
    known = registry_selo(provisional=True)
    revocation, new = await reissued(store, EarlierSeal.of_registry(known), "vidro_trocado")
    assert revocation["body"]["selo"] == known["record"]
    assert new["body"]["vistoria"] == known["vistoria"]
    payload, _, _ = unpack(b64url_bytes(new["body"]["payload"]))
    assert payload.status == "provisorio"
    assert payload.inspected_on.isoformat() == known["inspected_on"]
    cadastro = await Cadastro.open(ports, store)
    cadastro.apply([{"t": "selo", "op": "put", "id": "900", "v": known}], "c", False, "")
    shown = cadastro.selo_of(VAN)
    assert (shown["serial"], shown["replaces"], shown["provisional"]) == (1, 900, True)
    assert cadastro.selo(900)["status"] == "revogado"
    cadastro.close()


async def test_one_selo_is_replaced_once_on_a_device(store):
    _, selo = await concluded(store)
    earlier = EarlierSeal.of_record(selo)
    twice = await store.prepare_reissue(earlier, "perdido")
    _, new = await store.conclude(None, twice, AGENT, None)
    with pytest.raises(AlreadyReplaced):
        await store.prepare_reissue(earlier, "perdido")
    late = [PendingRecord(one.kind, {**one.body}) for one in twice]
    late[0].body["replaced_by"] = late[1].body["serial"] = 3
    with pytest.raises(AlreadyReplaced):
        await store.conclude(None, late, AGENT, None)
    _, third = await reissued(store, EarlierSeal.of_record(new), "danificado")
    assert (third["body"]["serial"], third["body"]["replaces"]) == (3, 2)


async def test_a_vistoria_gets_one_selo_unless_that_was_annulled(store):
    vistoria, selo = await concluded(store)
    again = await store.prepare_selo(vistoria["id"], vistoria["body"])
    with pytest.raises(AlreadySealed):
        await store.conclude(None, [again], AGENT, None)
    await store.conclude(None, [annulment(selo)], AGENT, None)
    (other,) = await store.conclude(None, [again], AGENT, None)
    assert other["body"]["serial"] == 2


async def test_two_selos_of_one_vistoria_do_not_pass_in_one_batch(store):
    body = vistoria_body()
    draft = store.create_draft(agent="1001")
    two = [await store.prepare_selo(draft.id, body, number=number) for number in (1, 2)]
    with pytest.raises(AlreadySealed):
        await store.conclude(draft.id, [PendingRecord("vistoria", body), *two], AGENT, None)
    assert store.next_number("selo") == 1


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"status": "anulado"}, "foi anulado"),
        ({"status": "revogado", "revoked_by": "0192f0c1-0000-7000-8000-00000000aaaa"},
         "já foi cancelado"),
        ({"valid_until": "2026-11-29"}, "venceu em 29/11/2026"),
        ({"vistoria": None, "record": None}, "não tem a vistoria"),
        ({"vistoria": "da-planilha", "record": None}, "não tem a vistoria"),
        ({"chassis_tail": ""}, "não tem a vistoria"),
    ],
)
async def test_what_may_not_be_issued_again_is_refused_with_what_to_do(store, changes, says):
    with pytest.raises(SealNotReissuable, match=says):
        await store.prepare_reissue(EarlierSeal.of_registry(registry_selo(**changes)), "perdido")
    assert store.records() == []


async def test_a_selo_that_an_older_server_told_of_waits_for_the_next_pull(store):
    old = registry_selo()
    for name in ("vistoria", "service", "chassis_tail", "provisional", "revoked_by"):
        del old[name]
    with pytest.raises(SealNotReissuable, match="Atualize o cadastro"):
        await store.prepare_reissue(EarlierSeal.of_registry(old), "perdido")


async def test_a_selo_that_fell_with_its_device_may_be_issued_again(store):
    """Where the office has looked at the vistoria and found it honest."""
    fallen = EarlierSeal.of_registry(registry_selo(status="revogado"))
    assert fallen.of_blocked_device
    _, new = await reissued(store, fallen, "outro", "Aparelho perdido; vistoria conferida.")
    assert new["body"]["replaces"] == 900


async def test_the_selo_of_an_annulled_vistoria_is_not_issued_again(store):
    vistoria, selo = await concluded(store)
    await store.conclude(None, [annulment(vistoria)], AGENT, None)
    with pytest.raises(SealNotReissuable, match="vistoria que não vale"):
        await store.prepare_reissue(EarlierSeal.of_record(selo), "perdido")


async def test_no_numbers_and_a_blocked_device_issue_nothing_again(ports):
    store = await enrolled_store(ports, first=1, last=1)
    _, selo = await concluded(store)
    with pytest.raises(NoNumbers):
        await store.prepare_reissue(EarlierSeal.of_record(selo), "perdido")
    await store.set_device_status("revoked")
    with pytest.raises(DeviceRevoked):
        await store.prepare_reissue(EarlierSeal.of_record(selo), "perdido")
    assert [kept.kind for kept in store.records()] == ["selo", "vistoria"]
    store.close()


async def test_the_clock_answers_for_today_and_not_for_the_day_of_the_inspection(store, clock):
    _, old = await concluded(store)
    clock.passes(days=20)
    other = vistoria_body(id="0192f0c1-0000-7000-8000-000000000002", plate="XYZ9W87")
    await concluded(store, other)
    await reissued(store, EarlierSeal.of_record(old))  # its day of inspection is 20 days back
    clock.passes(days=5)
    _, third = await concluded(
        store, vistoria_body(id="0192f0c1-0000-7000-8000-000000000003", plate="QRS4T56")
    )
    clock.is_set_back(days=1)
    with pytest.raises(SealDateBack, match="24/12/2026"):
        await store.prepare_reissue(EarlierSeal.of_record(third), "perdido")


async def test_a_replacement_counts_as_issued_on_its_own_day(store, clock):
    _, old = await concluded(store)
    clock.passes(days=20)
    await reissued(store, EarlierSeal.of_record(old))
    clock.is_set_back(days=10)
    with pytest.raises(SealDateBack):
        await store.prepare_selo(uuid7(), vistoria_body())


async def test_a_replacement_is_never_issued_before_the_newest_list(store, clock):
    await store.note_list("revocation", 7, clock.now())
    clock.is_set_back(days=2)
    with pytest.raises(SealBeforeList):
        await store.prepare_reissue(EarlierSeal.of_registry(registry_selo()), "perdido")


async def test_a_kill_between_the_two_places_leaves_both_records_or_none(store, reopen):
    _, selo = await concluded(store)
    pending = await store.prepare_reissue(EarlierSeal.of_record(selo), "perdido")
    commit = store._commit

    async def killed(batch):
        raise KeyboardInterrupt

    store._commit = killed
    with pytest.raises(KeyboardInterrupt):
        await store.conclude(None, pending, AGENT, None)
    store._commit = commit
    again = await reopen(store)
    kinds = [kept.kind for kept in again.records()]
    assert kinds == ["selo", "revogacao", "selo", "vistoria"]
    assert again.next_number("selo") == 3


async def test_a_refused_revocation_does_not_stand_in_the_way(store):
    _, selo = await concluded(store)
    revocation, new = await reissued(store, EarlierSeal.of_record(selo))
    store.note_answers([
        {"id": one["id"], "status": "refused", "problem": {"code": "x", "message": "não"}}
        for one in (revocation, new)
    ])
    assert store.record(selo["id"]).revoked_by is None
    _, third = await reissued(store, EarlierSeal.of_record(selo))
    assert third["body"]["serial"] == 3


async def test_the_revocations_of_another_town_do_not_count(tmp_path, clock):
    ports = device_ports(tmp_path / "a", clock)
    store = await enrolled_store(ports)
    await reissued(store, EarlierSeal.of_registry(registry_selo()))
    assert store.revoked_here(900)
    store.set_meta("identity", {
        **store.device_identity(),
        "municipality": {**store.device_identity()["municipality"], "ibge": 3135209},
    })
    assert not store.revoked_here(900)
    store.close()
    ports.storage.close()


async def test_a_selo_goes_from_one_device_to_another_and_is_issued_again_there(
    tmp_path, town, clock
):
    """The whole way: issued here, pulled there, issued again there, pulled here."""
    here = await Field(tmp_path / "one", town, clock).open()
    there = await Field(tmp_path / "two", town, clock).open()
    for device in (here, there):
        await device.enrol()
        await device.client.sync()
    _, old = await here.inspects()
    await here.client.sync()
    await there.client.sync()
    serial = old["body"]["serial"]
    earlier = EarlierSeal.of_registry(there.cadastro.selo(serial))
    assert (earlier.record, earlier.vistoria) == (old["id"], old["body"]["vistoria"])
    _, new = await reissued(there.store, earlier)
    await there.client.sync()
    await here.client.sync()
    known = here.cadastro.selo_of(VAN)
    assert (known["serial"], known["replaces"], known["status"]) == (
        new["body"]["serial"], serial, "valido",
    )
    assert here.cadastro.selo(serial)["status"] == "revogado"
    gone = EarlierSeal.of_registry(here.cadastro.selo(serial))
    assert isinstance(here.store.reissue_refusal(gone), SealNotReissuable)
    for device in (here, there):
        await device.close()
