"""What a device hands over is stored before the answer, once, whatever order it comes in."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from sync import records
from sync.server.db import schema, schema_seals
from tests.support import records as invented
from tests.support.field_device import FieldDevice


def stored(server) -> dict[str, bytes]:
    table = schema.records
    with server.db.read() as conn:
        return {row.id: row.bytes for row in conn.execute(select(table.c.id, table.c.bytes))}


def flags_of(server, record: dict) -> list[str]:
    table = schema.records
    with server.db.read() as conn:
        return json.loads(
            conn.execute(select(table.c.flags).where(table.c.id == record["id"])).scalar_one()
        )


def statuses(answer: dict) -> list[str]:
    return [one["status"] for one in answer["answers"]]


async def test_records_are_stored_with_the_very_bytes_that_were_signed(server, device):
    vistoria = device.record()
    selo = device.selo(vistoria)
    answer = await device.push(vistoria, selo)

    assert [one["id"] for one in answer["answers"]] == [vistoria["id"], selo["id"]]
    assert statuses(answer) == ["stored", "stored"]
    assert answer["expected_seq"] == 3
    kept = stored(server)
    assert kept[vistoria["id"]] == records.record_bytes(vistoria)
    assert kept[selo["id"]] == records.record_bytes(selo)


async def test_sending_again_changes_nothing(server, device):
    vistoria = device.record()
    await device.push(vistoria)
    answer = await device.push(vistoria, vistoria)
    assert statuses(answer) == ["known", "known"]
    assert answer["expected_seq"] == 2


async def test_other_bytes_under_a_known_id_are_kept_as_evidence_and_the_first_stands(
    server, device
):
    first = device.record()
    await device.push(first)
    other = device.record(id=first["id"], device_seq=1, prev=records.FIRST_PREV, app="0.2.0")
    answer = await device.push(other)

    assert statuses(answer) == ["conflict"]
    assert answer["answers"][0]["problem"]["code"] == "record.conflict"
    assert stored(server)[first["id"]] == records.record_bytes(first)
    with server.db.read() as conn:
        kept = conn.execute(select(schema.evidence)).one()
    assert kept.bytes == records.record_bytes(other)
    assert kept.why == "record.conflict"


async def test_one_bad_record_never_blocks_the_rest(server, device):
    good, forged, last = device.record(), device.record(), device.record()
    forged["body"]["odometer"] = 1
    answer = await device.push(b"{nonsense", good, b"\xff\xfe", forged, b"[" * 30_000, last)

    assert statuses(answer) == ["refused", "stored", "refused", "refused", "refused", "stored"]
    codes = [one["problem"] and one["problem"]["code"] for one in answer["answers"]]
    assert codes == [
        "record.not_json", None, "request.bad_utf8", "record.signature", "request.nesting", None,
    ]  # fmt: skip
    assert set(stored(server)) == {good["id"], last["id"]}
    assert answer["answers"][2]["problem"]["value"] == "4"


async def test_a_refused_record_that_the_device_signed_keeps_its_place_in_the_chain(server, device):
    """The device keeps it in quarantine; it must not be asked for the same number for ever."""
    first = device.record()
    outside = device.selo(first, serial=99_999)
    third = device.record()
    answer = await device.push(first, outside, third)

    assert statuses(answer) == ["stored", "refused", "stored"]
    assert answer["answers"][1]["problem"]["code"] == "selo.serial_outside_block"
    assert answer["expected_seq"] == 4
    assert flags_of(server, third) == ["rulebook.unknown"]


async def test_a_gap_is_stored_and_the_missing_number_is_asked_for(server, device):
    first, second, third = device.record(), device.record(), device.record()
    answer = await device.push(first, third)
    assert statuses(answer) == ["stored", "stored"]
    assert answer["expected_seq"] == 2

    answer = await device.push(second)
    assert answer["expected_seq"] == 4
    assert all("chain" not in flag for one in (second, third) for flag in flags_of(server, one))


async def test_a_broken_link_and_a_fork_are_stored_and_flagged(server, device):
    first = device.record()
    second = device.record(prev="b" * 64)
    fork = device.record(device_seq=1, prev=records.FIRST_PREV)
    answer = await device.push(first, second, fork)
    assert statuses(answer) == ["stored"] * 3
    assert "chain.prev" in flags_of(server, second)
    assert "chain.fork" in flags_of(server, fork)


async def test_a_clock_that_errs_is_flagged_and_never_refused(server, device):
    ahead = device.record(occurred_at="2026-12-25T10:00:00-03:00")
    back = device.record(
        occurred_at="2026-11-01T10:00:00-03:00",
        clock={"server_offset_ms": None, "monotonic_ms": 1, "went_back": True},
    )
    assert statuses(await device.push(ahead, back)) == ["stored", "stored"]
    assert "clock.future" in flags_of(server, ahead)
    assert {"clock.went_back", "clock.before_previous"} <= set(flags_of(server, back))


async def test_a_record_of_another_device_or_municipality_is_refused(
    server, client, device, another_device
):
    other = await another_device(server, client)
    abroad = await another_device(server, client, 3135209)
    answer = await device.push(other.record(), abroad.record(municipality=3135209))
    assert statuses(answer) == ["refused", "refused"]
    assert stored(server) == {}


async def test_a_revoked_device_hands_over_what_it_has_flagged_and_gets_no_more_numbers(
    server, device
):
    late = device.record()
    selo = device.selo(late)
    with server.db.write() as conn:
        conn.execute(schema.devices.update().values(status="revoked", revoked_reason="Perdido"))

    session = (await device.open_session()).json()
    assert session["device_status"] == "revoked"
    assert statuses(await device.push(late, selo)) == ["stored", "stored"]
    assert "device.revoked" in flags_of(server, late)
    refused = await device.ask_block()
    assert refused.status_code == 403
    assert refused.json()["problem"]["code"] == "device.revoked"
    assert "Perdido" in refused.json()["problem"]["message"]
    with server.db.read() as conn:
        assert conn.execute(select(schema_seals.seals.c.status)).scalar() == "revogado"


async def test_whoever_holds_a_revoked_device_learns_nothing_more(server, device):
    assert (await device.pull())[0]
    with server.db.write() as conn:
        conn.execute(schema.devices.update().values(status="revoked"))
    refused = await device.client.get("/api/v1/changes", headers=device.headers)
    assert (refused.status_code, refused.json()["problem"]["code"]) == (403, "device.revoked")


async def test_an_empty_push_tells_where_the_server_stands(device):
    vistoria = device.record()
    await device.push(vistoria)
    answer = await device.push()
    assert answer == {
        "answers": [], "expected_seq": 2, "attachments_wanted": [], "blocks_void": [],
    }  # fmt: skip


async def test_the_head_that_goes_back_is_kept_as_evidence(server, device):
    first, second = device.record(), device.record()
    await device.push(first, second)
    await device.push(head=device.head(first))
    with server.db.read() as conn:
        row = conn.execute(select(schema.devices)).one()
        assert (row.head_seq, row.head_hash) == (2, records.record_hash(second))
        assert [one.why for one in conn.execute(select(schema.evidence))] == ["head.went_back"]


async def test_what_the_batch_lacks_of_photos_is_asked_for(device):
    photo, _ = device.photo(b"jpeg")
    body = invented.vistoria_body(answers=[invented.answer(photos=[photo["digest"]])])
    answer = await device.push(device.record(body=body, attachments=[photo]))
    assert answer["attachments_wanted"] == [photo["digest"]]


@settings(
    max_examples=25, deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(data=st.data())
async def test_any_order_any_repetition_and_any_cut_end_in_the_same_registry(
    data, sqlite_server, lone_client, another_device
):
    """A vistoria with exigências, its re-inspection, selos and an annulment, shuffled."""
    device = await another_device(sqlite_server, lone_client)
    lines = life_of_a_van(device)
    expected = {"vehicle": "aprovado", "aberta": 0, "selos": ["anulado", "valido"]}

    order = data.draw(st.permutations(lines))
    repeats = data.draw(st.lists(st.sampled_from(lines), max_size=4))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(lines)), max_size=3)))
    queue, start = [*order, *repeats], 0
    for cut in [*cuts, len(queue)]:
        answer = await device.push(*queue[start:cut])
        assert set(statuses(answer)) <= {"stored", "known"}
        start = cut
    assert answer["expected_seq"] == len(lines) + 1
    assert await outcome(device) == expected


def life_of_a_van(device: FieldDevice) -> list[dict]:
    base = f"0193a1b2-0000-7000-8000-{device.serial:06x}"
    van = invented.vehicle(id=f"{base}00aaaa")
    owed = [invented.exigencia() | {"id": f"{base}00000{n}"} for n in (1, 2)]
    failed = invented.rejected_verdict(exigencias=owed)
    one = device.record(body=invented.vistoria_body(vehicle=van, verdict=failed))
    passed = invented.verdict(closes=[item["id"] for item in owed])
    again = invented.vistoria_body(
        vehicle=van, verdict=passed, mode="reinspecao", previous=one["id"]
    )
    two = device.record(body=again, occurred_at="2026-11-30T11:00:00-03:00")
    selo = device.selo(two)
    undone = device.anulacao(selo)
    better = device.selo(two)
    return [one, two, selo, undone, better]


async def outcome(device: FieldDevice) -> dict:
    base = f"0193a1b2-0000-7000-8000-{device.reply['blocks'][0]['first'] - 1:06x}"
    vehicle = (await device.entities("vehicle"))[f"{base}00aaaa"]
    exigencias = [
        one for one in (await device.entities("exigencia")).values()
        if one["vehicle"] == vehicle["id"]
    ]  # fmt: skip
    selos = [
        one for one in (await device.entities("selo")).values() if one["vehicle"] == vehicle["id"]
    ]
    return {
        "vehicle": vehicle["last_vistoria"]["result"],
        "aberta": sum(one["status"] == "aberta" for one in exigencias),
        "selos": sorted(one["status"] for one in selos),
    }
