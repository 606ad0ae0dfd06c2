import asyncio

import pytest

from sync.device.conclusion import PendingAttachment, PendingRecord
from sync.device.errors import (
    DeviceRevoked,
    DraftChanged,
    DraftClosed,
    NoNumbers,
    NotEnrolled,
    NumberOutOfOrder,
    PhotoMissing,
    RecordMissing,
    SealDateBack,
)
from sync.device.ports import KeyMissing
from sync.device.store import FieldStore
from sync.records.canonical import b64url_bytes
from sync.records.envelope import check_follows, check_record, record_bytes, verify_record
from sync.records.errors import RecordError
from sync.records.ids import uuid7
from sync.records.seal import parse_url, verify_seal
from tests.support.device import (
    AGENT,
    RULEBOOK,
    annulment,
    concluded,
    enrolled_store,
    enrolment_reply,
    photo_bytes,
    vistoria_body,
)


async def test_a_vistoria_and_its_selo_become_two_signed_records_in_a_chain(store):
    key = await store.ports.keys.public_key()
    vistoria, selo = await concluded(store)
    for record in (vistoria, selo):
        check_record(record)
        assert verify_record(record, key)
    check_follows(vistoria, None)
    check_follows(selo, vistoria)
    assert vistoria["rulebook"] == {
        "id": "mangaratiba",
        "version": "2026.1",
        "sha256": RULEBOOK.sha256,
    }
    assert vistoria["agent"] == AGENT
    assert vistoria["occurred_at"] == "2026-11-30T09:00:00.000-03:00"
    assert vistoria["clock"] == {
        "server_offset_ms": None,
        "monotonic_ms": 0,
        "went_back": False,
    }


async def test_the_selo_carries_the_next_number_and_a_good_signature(store):
    key = await store.ports.keys.public_key()
    _, selo = await concluded(store)
    packed = b64url_bytes(selo["body"]["payload"])
    assert verify_seal(packed, key)
    payload, _, _ = parse_url(store.selo_url(selo), "https://vistoria.exemplo")
    assert payload.serial == selo["body"]["serial"] == 1
    assert payload.plate == "ABC1D23"
    assert store.next_number("selo") == 2
    assert store.numbers_left("selo") == 39
    assert store.number_account("selo") == {
        "granted": 40,
        "used": 1,
        "spoiled": 0,
        "annulled": 0,
        "unused": 39,
    }


async def test_concluded_records_are_there_after_a_restart_byte_for_byte(store, reopen):
    records = await concluded(store)
    store = await reopen(store)
    for record in records:
        kept = store.record(record["id"])
        assert record_bytes(kept.record) == record_bytes(record)
        assert kept.state == "waiting"
    assert [k.kind for k in store.records()] == ["selo", "vistoria"]
    assert [k.kind for k in store.records(kind="selo")] == ["selo"]
    assert store.records(vehicle="other") == []
    assert store.outbox_counts() == (2, 0)
    assert store.drafts() == []
    with pytest.raises(RecordMissing):
        store.record("nothing")


async def test_attachments_are_declared_with_their_salted_digests(store):
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    digest = await store.add_draft_photo(draft.id, "14-I", photo_bytes())
    drawn = b'{"height":10,"strokes":[[[1,2],[3,4]]],"width":10}'
    pending = PendingRecord(
        "vistoria",
        vistoria_body(photos=(digest,)),
        (
            PendingAttachment(digest=digest, item="14-I"),
            PendingAttachment("assinatura", data=drawn, media_type="application/json"),
        ),
    )
    (record,) = await store.conclude(draft.id, [pending], AGENT)
    assert [a["role"] for a in record["attachments"]] == ["foto", "assinatura"]
    assert record["attachments"][0]["digest"] == digest
    assert record["attachments"][1]["bytes"] == len(drawn)
    assert await store.photo(record["attachments"][1]["digest"]) == drawn
    assert store.outbox_counts() == (1, 2)
    assert store.record(record["id"]).attachments_total == 2
    assert store.unsent_blobs() == [], "photos wait for their record"


async def test_a_second_tap_concludes_nothing_more(store):
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    body = vistoria_body()
    pending = [PendingRecord("vistoria", body), await store.prepare_selo(draft.id, body)]
    first, second = await asyncio.gather(
        store.conclude(draft.id, pending, AGENT),
        store.conclude(draft.id, pending, AGENT),
        return_exceptions=True,
    )
    assert len(first) == 2
    assert isinstance(second, DraftClosed)
    assert store.chain().seq == 2
    assert store.numbers_left("selo") == 39


async def test_an_answer_saved_while_concluding_stops_the_conclusion(store, monkeypatch):
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    sign = store.ports.keys.sign

    async def signs_slowly(message):
        store.save_answer(draft.id, "14-II", {"value": "nao_conforme"})
        return await sign(message)

    monkeypatch.setattr(store.ports.keys, "sign", signs_slowly)
    with pytest.raises(DraftChanged, match="mudou enquanto"):
        await store.conclude(draft.id, [PendingRecord("vistoria", vistoria_body())], AGENT)
    assert store.records() == []
    assert store.draft(draft.id).answers["14-II"]["value"] == "nao_conforme"
    assert (await store.ports.storage.read_head())["seq"] == 0


async def test_a_number_that_is_not_the_next_one_is_refused(store):
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    body = vistoria_body()
    selo = await store.prepare_selo(draft.id, body, number=2)
    with pytest.raises(NumberOutOfOrder, match="não é o próximo"):
        await store.conclude(draft.id, [PendingRecord("vistoria", body), selo], AGENT)
    assert store.records() == []
    assert store.next_number("selo") == 1


async def test_used_up_numbers_stop_the_selo_and_keep_the_draft(ports):
    store = await enrolled_store(ports, first=7, last=8)
    await concluded(store)
    await concluded(store)
    assert store.numbers_left("selo") == 0
    with pytest.raises(NoNumbers, match="Sincronize"):
        store.next_number("selo")
    with pytest.raises(NoNumbers):
        await concluded(store)
    assert len(store.drafts()) == 1
    await store.add_block({"id": "b2", "series": "selo", "first": 50, "last": 51})
    _, selo = await concluded(store)
    assert selo["body"]["serial"] == 50
    store.close()


async def test_two_selos_at_once_take_numbers_over_the_edge_of_a_block(store):
    await store.add_block({"id": "b2", "series": "selo", "first": 90, "last": 99})
    for _ in range(39):
        await concluded(store)
    body = vistoria_body()
    first = store.create_draft(agent="1001", rulebook=RULEBOOK)
    pending = [
        PendingRecord("vistoria", body),
        await store.prepare_selo(first.id, body, number=40),
        await store.prepare_selo(uuid7(), body, number=90),
    ]
    records = await store.conclude(first.id, pending, AGENT)
    assert [r["body"].get("serial") for r in records] == [None, 40, 90]


async def test_a_spoiled_number_is_recorded_and_skipped(store):
    body = {"series": "selo", "number": 1, "status": "spoiled", "reason": "etiqueta rasgada"}
    await store.conclude(None, [PendingRecord("numero", body)], AGENT)
    assert store.next_number("selo") == 2
    assert store.number_account("selo")["spoiled"] == 1


async def test_an_annulment_is_a_record_and_keeps_the_number_accounted_for(store):
    vistoria, selo = await concluded(store)
    assert not store.annulled(selo["id"])
    (record,) = await store.conclude(None, [annulment(selo)], AGENT)
    assert store.annulled(selo["id"])
    assert not store.annulled(vistoria["id"])
    assert store.record(selo["id"]).annulled_by == record["id"]
    assert store.number_account("selo")["annulled"] == 1
    assert store.next_number("selo") == 2


async def test_a_body_out_of_form_records_nothing(store):
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    body = vistoria_body()
    body["odometer"] = 12.5
    with pytest.raises(RecordError, match="odometer"):
        await store.conclude(draft.id, [PendingRecord("vistoria", body)], AGENT)
    assert store.records() == []
    assert store.draft(draft.id).status == "open"
    assert (await store.ports.storage.read_head())["intent"] is None


async def test_a_photo_of_another_draft_or_none_cannot_be_attached(store):
    mine = store.create_draft(agent="1001", rulebook=RULEBOOK)
    other = store.create_draft(agent="1001", rulebook=RULEBOOK)
    digest = await store.add_draft_photo(other.id, "14-I", photo_bytes())
    for wrong in (digest, "ab" * 32):
        pending = PendingRecord("vistoria", vistoria_body(), (PendingAttachment(digest=wrong),))
        with pytest.raises(PhotoMissing):
            await store.conclude(mine.id, [pending], AGENT)
    assert store.chain().seq == 0


async def test_a_device_that_is_not_enrolled_takes_drafts_and_concludes_nothing(ports):
    store = await FieldStore.open(ports)
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    store.save_answer(draft.id, "14-I", {"value": "conforme"})
    with pytest.raises(NotEnrolled, match="ainda não está inscrito"):
        await store.conclude(draft.id, [PendingRecord("vistoria", vistoria_body())], AGENT)
    assert store.draft(draft.id).status == "open"
    store.close()


async def test_a_revoked_device_keeps_drafts_and_concludes_nothing(store):
    await store.set_device_status("revoked")
    with pytest.raises(DeviceRevoked, match="desativado"):
        await concluded(store)
    assert len(store.drafts()) == 1
    await store.set_device_status("active")
    await concluded(store)


async def test_without_its_key_the_device_concludes_nothing(store, folder):
    (folder / "aparelho.chave").unlink()
    with pytest.raises(KeyMissing):
        await concluded(store)
    await store.ports.keys.create()
    assert isinstance(await store.conclusion_problem(), KeyMissing), "another key is not ours"


async def test_enrolled_anew_the_chain_begins_again_and_old_records_stay(store):
    old = await concluded(store)
    await store.ports.keys.create()
    await store.save_enrolment(
        enrolment_reply("0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f99", first=501, last=540)
    )
    new = await concluded(store)
    assert new[0]["device_seq"] == 1
    assert new[1]["body"]["serial"] == 501
    assert store.record(old[0]["id"]).state == "stranded"
    assert store.outbox_counts() == (2, 0)
    assert [record_id for record_id, _ in store.outbox(10)] == [r["id"] for r in new]


async def test_the_same_enrolment_again_changes_nothing(store):
    await concluded(store)
    await store.save_enrolment(enrolment_reply())
    assert store.chain().seq == 2
    assert store.next_number("selo") == 2


async def test_a_selo_is_never_dated_before_the_last_one(store, clock):
    _, first = await concluded(store)
    clock.is_set_back(days=2)
    with pytest.raises(SealDateBack, match=r"28/11/2026.*30/11/2026"):
        await concluded(store)
    assert len(store.drafts()) == 1
    (vistoria,) = await concluded(store, selo=False)
    assert vistoria["clock"]["went_back"] is True
    await store.conclude(None, [annulment(first)], AGENT)
    await concluded(store)


async def test_the_record_tells_the_servers_offset_and_the_time_since(store, clock):
    clock.passes(seconds=10)
    store.note_server_time("2026-11-30T12:05:10+00:00")
    clock.passes(seconds=3)
    (record,) = await concluded(store, selo=False)
    assert record["clock"] == {
        "server_offset_ms": 300_000,
        "monotonic_ms": 3_000,
        "went_back": False,
    }


async def test_a_clock_corrected_after_contact_no_longer_counts_as_gone_back(store, clock):
    await concluded(store)
    clock.is_set_back(hours=5)
    assert store.clock_went_back()
    store.note_server_time("2026-11-30T07:00:00+00:00")
    assert not store.clock_went_back()


async def test_a_second_short_is_no_clock_gone_back(store, clock):
    store.create_draft(agent="1001")
    clock.is_set_back(seconds=1)
    assert not store.clock_went_back()


async def test_the_day_is_the_municipalitys_and_not_utcs(store, clock):
    clock.passes(hours=14)  # 02:00 UTC on 1 December, still 30 November there
    vistoria, selo = await concluded(store)
    assert store.today() == selo["body"]["inspected_on"] == "2026-11-30"
    assert vistoria["occurred_at"].startswith("2026-11-30T23:00")


async def test_what_was_pasted_with_signs_that_nobody_sees_stands_in_no_way(store):
    body = vistoria_body("reprovado")
    body["answers"][0]["note"] = "Retrovisor\x00 \x1bquebrado\r\ndo lado\x0b direito"
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    (record,) = await store.conclude(draft.id, [PendingRecord("vistoria", body)], AGENT)
    check_record(record)
    assert record["body"]["answers"][0]["note"] == "Retrovisor quebrado\ndo lado direito"
