"""The sync client against the real server, over a wire that breaks on command."""

import asyncio
import io
import os

import pytest
from PIL import Image

from sync.device.errors import AgentUnknown
from sync.device.ports import StorageCorrupt, StorageFull
from sync.device.problems import NotOurServer, Offline, SyncProblem
from sync.records.envelope import record_hash
from sync.records.ids import uuid7
from sync.server import tenants
from sync.server.db import schema
from tests.support.device import SettableClock
from tests.support.field import VAN, Field
from tests.support.town import IBGE, MATRICULA, PASSWORD


@pytest.fixture
async def device(tmp_path, town, clock):
    made = await Field(tmp_path / "device", town, clock).open()
    yield made
    await made.close()


@pytest.fixture
async def enrolled(device):
    await device.enrol()
    await device.client.sync()
    device.states.clear()
    device.breaks()
    return device


def big_photo():
    """A picture whose JPEG takes several chunks."""
    out = io.BytesIO()
    Image.frombytes("RGB", (900, 900), os.urandom(900 * 900 * 3)).save(out, "JPEG", quality=95)
    return out.getvalue()


# enrolment


async def test_a_code_makes_a_device_with_numbers_and_the_registry(device, town):
    identity = await device.client.enrol(town.new_code().lower().replace("-", ""), "Tablet 1")
    assert identity["municipality"]["name"] == "Mangaratiba"
    assert identity["status"] == "active"
    assert device.store.numbers_left("selo") == 100
    seen = []
    state = await device.client.sync(lambda done, total: seen.append((done, total)))
    assert device.client.snapshot_complete
    assert seen[-1][0] == seen[-1][1] > 0
    assert state.problem is None
    assert state.last_ok == state.data_at == device.clock.now()
    assert device.cadastro.by_plate("ABC1D23")["id"] == VAN


async def test_a_lost_enrolment_answer_is_not_a_lost_code(device, town):
    code = town.new_code()
    device.breaks(lambda number, request: "lost")
    with pytest.raises(Offline):
        await device.client.enrol(code, "Tablet 1")
    assert device.store.device_identity() is None
    await device.restart()
    device.breaks()
    identity = await device.client.enrol(code, "Tablet 1")
    assert identity["device"]["name"] == "Tablet 1"
    with town.server.db.read() as conn:
        assert len(conn.execute(schema.devices.select()).all()) == 1


@pytest.mark.parametrize(
    ("typed", "code"),
    [("AAAA-AAAA", "enrol.code_unknown"), ("nonsense!", "enrol.code_unknown")],
)
async def test_a_wrong_code_is_said_to_be_unknown_and_another_one_works(device, typed, code):
    with pytest.raises(SyncProblem) as wrong:
        await device.client.enrol(typed, "Tablet")
    assert wrong.value.code == code
    await device.enrol()
    assert device.store.device_identity()


async def test_a_used_and_an_expired_code_are_told_apart(device, town, tmp_path, clock):
    used, expired = town.new_code(), town.new_code()
    other = await Field(tmp_path / "other", town, clock).open()
    await other.client.enrol(used, "Outro")
    await other.close()
    with pytest.raises(SyncProblem) as wrong:
        await device.client.enrol(used, "Tablet")
    assert wrong.value.code == "enrol.code_used"
    clock.passes(days=30)
    with pytest.raises(SyncProblem) as wrong:
        await device.client.enrol(expired, "Tablet")
    assert wrong.value.code == "enrol.code_expired"


async def test_an_enrolled_device_does_not_throw_its_key_away(enrolled, town):
    key = await enrolled.ports.keys.public_key()
    with pytest.raises(SyncProblem, match="já está inscrito") as refused:
        await enrolled.client.enrol(town.new_code(), "Tablet")
    assert refused.value.code == "enrol.already"
    assert await enrolled.ports.keys.public_key() == key


async def test_a_revoked_device_hands_over_what_it_has_before_it_is_enrolled_anew(enrolled, town):
    await enrolled.inspects()
    await enrolled.store.set_device_status("revoked")
    with pytest.raises(SyncProblem, match="2 registros por enviar"):
        await enrolled.client.enrol(town.new_code(), "Tablet")
    town.revoke()
    await enrolled.client.sync()
    assert enrolled.store.outbox_counts() == (0, 0)
    await enrolled.enrol()
    assert enrolled.store.chain().seq == 0
    assert enrolled.store.next_number("selo") == 101
    await enrolled.inspects()
    await enrolled.client.sync()
    assert len(town.records()) == 4


@pytest.mark.parametrize("fault", ["portal", "redirect"])
async def test_a_captive_portal_is_not_taken_for_an_enrolment(device, town, fault):
    device.breaks(lambda number, request: fault)
    with pytest.raises(NotOurServer, match="Wi-Fi pede senha"):
        await device.client.enrol(town.new_code(), "Tablet")
    assert device.store.device_identity() is None


async def test_a_certificate_for_another_key_is_refused(device, town, monkeypatch):
    json_of = device.client.api.json

    async def forged(method, path, **request):
        answer = await json_of(method, path, **request)
        if path == "enrol":
            answer["certificate"]["device"] = "0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f99"
        return answer

    monkeypatch.setattr(device.client.api, "json", forged)
    with pytest.raises(SyncProblem) as refused:
        await device.enrol()
    assert refused.value.code == "enrol.certificate"
    assert device.store.device_identity() is None


# login


async def test_the_server_proves_who_an_inspector_is(enrolled):
    agent = await enrolled.client.login(f" {MATRICULA} ", PASSWORD)
    assert agent == {"matricula": "1001", "name": "Marta Figueiral", "role": "inspetor"}
    with pytest.raises(SyncProblem) as refused:
        await enrolled.client.login(MATRICULA, "wrong")
    assert refused.value.code == "login.refused"
    enrolled.breaks(lambda number, request: "down")
    with pytest.raises(Offline, match="Sem sinal"):
        await enrolled.client.login(MATRICULA, PASSWORD)


# push and photos


async def test_records_then_photos_go_up_and_the_registry_comes_down(enrolled, town):
    records = await enrolled.inspects(photo=big_photo())
    enrolled.client.refresh()
    assert enrolled.states[-1].pending_records == 2
    assert enrolled.states[-1].pending_photos == 1
    await enrolled.client.sync()
    phases = list(dict.fromkeys(state.phase for state in enrolled.states if state.phase != "idle"))
    assert phases == ["pushing", "photos", "pulling"]
    assert [row.hash for row in town.records()] == [record_hash(r) for r in records]
    assert set(town.attachments().values()) == {True}
    assert enrolled.store.outbox_counts() == (0, 0)
    kept = enrolled.store.record(records[0]["id"])
    assert kept.state == "sent"
    assert (kept.attachments_sent, kept.attachments_total) == (1, 1)
    shown = enrolled.cadastro.vehicle(VAN)
    assert shown["last_vistoria"]["id"] == records[0]["id"]
    assert shown["unsent"] is False
    assert enrolled.cadastro.selo_of(VAN)["status"] == "valido"


async def test_what_was_sent_is_not_sent_again(enrolled):
    await enrolled.inspects()
    await enrolled.client.sync()
    enrolled.breaks()
    await enrolled.client.sync()
    assert not any("attachments" in line for line in enrolled.wire.seen)


async def test_a_record_is_marked_as_being_sent_before_the_request(enrolled):
    records = await enrolled.inspects()
    states = []

    def look(number, request):
        if request.url.path.endswith("/records"):
            states.append(enrolled.store.record(records[0]["id"]).state)
        return "down"

    enrolled.client.api.token = "any"
    enrolled.breaks(look)
    await enrolled.client.sync()
    assert states[0] == "sending"
    assert enrolled.store.outbox_counts() == (2, 1)


async def test_a_refused_record_is_kept_shown_and_does_not_block_the_others(enrolled, town):
    first = await enrolled.inspects()
    second = await enrolled.inspects()
    with enrolled.store.file.transaction() as db:  # a fault in memory or on the disk
        data = db.execute("SELECT bytes FROM records WHERE id = ?", (first[0]["id"],)).fetchone()[0]
        db.execute(
            "UPDATE records SET bytes = ? WHERE id = ?",
            (data.replace(b'"odometer":123456', b'"odometer":654321'), first[0]["id"]),
        )
    state = await enrolled.client.sync()
    assert state.pending_records == 0
    assert [row.id for row in town.records()] == [first[1]["id"], *[r["id"] for r in second]]
    (refused,) = enrolled.store.refused_records()
    assert refused.id == first[0]["id"]
    assert refused.state == "refused"
    assert refused.problem["code"] == "record.signature"
    assert "assinatura" in refused.problem["message"]
    await enrolled.client.sync()
    assert len(enrolled.store.refused_records()) == 1
    enrolled.store.send_again(first[0]["id"])
    assert enrolled.store.outbox_counts()[0] == 1


async def test_a_conflict_is_loud_and_leaves_the_original_untouched(enrolled, town):
    records = await enrolled.inspects()
    await enrolled.client.sync()
    with town.server.db.write() as conn:
        conn.execute(schema.records.update().values(hash="00" * 32))
    enrolled.store.send_again(records[0]["id"])
    await enrolled.client.sync()
    (conflict,) = enrolled.store.refused_records()
    assert conflict.state == "conflict"
    assert conflict.record == records[0]


async def test_one_bad_photo_never_blocks_the_queue(enrolled, town, tmp_path):
    first = await enrolled.inspects()
    second = await enrolled.inspects()
    third = await enrolled.inspects()
    damaged, gone, good = (r[0]["attachments"][0]["digest"] for r in (first, second, third))
    (tmp_path / "device" / "fotos" / damaged).write_bytes(b"noise")
    await enrolled.ports.storage.delete_blob(gone)
    await enrolled.client.sync()
    assert town.attachments() == {damaged: False, gone: False, good: True}
    assert enrolled.store.blob(damaged).problem["code"] == "photo.missing"
    assert enrolled.store.blob(gone).state == "failed"
    assert enrolled.store.outbox_counts() == (0, 2)
    assert enrolled.client.snapshot_complete


async def test_a_cut_photo_goes_on_from_where_the_server_has_it(enrolled, town):
    await enrolled.inspects(photo=big_photo())
    patches = 0

    def cut_after_two(number, request):
        nonlocal patches
        if request.method == "PATCH":
            patches += 1
            return "down" if patches > 2 else None
        return None

    enrolled.breaks(cut_after_two)
    state = await enrolled.client.sync()
    assert state.offline_since is not None
    await enrolled.restart()
    enrolled.breaks()
    await enrolled.client.sync()
    offsets = [line for line in enrolled.wire.seen if line.startswith("PATCH")]
    assert set(town.attachments().values()) == {True}
    (blob,) = enrolled.store.record_blobs(enrolled.store.records(kind="vistoria")[0].id)
    assert len(offsets) == -(-(blob.bytes - 2 * 128 * 1024) // (128 * 1024))


async def test_a_server_put_back_to_an_older_copy_gets_everything_again(enrolled, town):
    await enrolled.inspects()
    await enrolled.client.sync()
    with town.server.db.write() as conn:
        for table in ("record_attachments", "attachments", "seals", "records"):
            conn.execute(schema.metadata.tables[table].delete())
    await enrolled.inspects()
    await enrolled.client.sync()
    await enrolled.client.sync()
    assert [row.device_seq for row in town.records()] == [1, 2, 3, 4]
    assert enrolled.store.outbox_counts() == (0, 0)


# numbers


async def test_another_block_is_asked_for_when_less_than_half_is_left(enrolled, town):
    with enrolled.store.file.transaction() as db:
        db.execute("UPDATE blocks SET next = last - 20")
    enrolled.breaks(lambda number, request: "lost" if "blocks" in str(request.url) else None)
    await enrolled.client.sync()
    assert enrolled.store.numbers_left("selo") == 21
    enrolled.breaks()
    await enrolled.client.sync()
    for series in ("selo", "auto"):
        assert enrolled.store.numbers_left(series) == 121
        assert enrolled.store.number_account(series)["granted"] == 200
    await enrolled.client.sync()
    assert enrolled.store.numbers_left("selo") == 121


async def test_a_revoked_device_still_hands_over_and_is_told(enrolled, town):
    await enrolled.inspects()
    town.revoke()
    enrolled.client.api.token = None
    state = await enrolled.client.sync()
    assert state.pending_records == 0
    assert enrolled.store.device_identity()["status"] == "revoked"
    assert len(town.records()) == 2


# what can come instead of an answer


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("portal", "net.not_ours"),
        ("redirect", "net.not_ours"),
        ("gateway", "net.server_error"),
        ("500", "net.server_error"),
        ("500html", "net.server_error"),
        ("garbage", "net.garbled"),
        ("empty", "net.garbled"),
        ("list", "net.garbled"),
        ("object", "net.garbled"),
        ("newer", "net.newer"),
    ],
)
async def test_only_our_own_answer_counts(enrolled, town, fault, code):
    records = await enrolled.inspects()
    enrolled.breaks(lambda number, request: fault)
    state = await enrolled.client.sync()
    assert state.problem["code"] == code
    assert state.problem["message"].endswith(".")
    assert state.pending_records == 2
    assert state.phase == "idle"
    assert enrolled.store.record(records[0]["id"]).state in ("waiting", "sending")
    enrolled.breaks()
    state = await enrolled.client.sync()
    assert state.problem is None
    assert state.pending_records == 0
    assert len(town.records()) == 2


@pytest.mark.parametrize("fault", ["down", "timeout"])
async def test_no_signal_is_told_since_when_and_is_no_problem(enrolled, clock, fault):
    await enrolled.inspects()
    enrolled.breaks(lambda number, request: fault)
    clock.passes(minutes=12)
    since = clock.now()
    state = await enrolled.client.sync()
    clock.passes(minutes=5)
    state = await enrolled.client.sync()
    assert state.offline_since == since
    assert state.problem is None
    enrolled.breaks()
    state = await enrolled.client.sync()
    assert state.offline_since is None
    assert state.last_ok == clock.now()


async def test_the_pause_doubles_with_each_failure_and_heeds_the_server(enrolled):
    assert enrolled.client.retry_in_s == 0
    enrolled.breaks(lambda number, request: "down")
    pauses = []
    for _ in range(9):
        await enrolled.client.sync()
        pauses.append(enrolled.client.retry_in_s)
    assert pauses[:3] == [3.75, 7.5, 15.0]
    assert pauses[-1] == 300 * 0.75
    enrolled.client._retry_after_s = 900.0
    assert enrolled.client.retry_in_s == 900.0
    enrolled.breaks()
    await enrolled.client.sync()
    assert enrolled.client.retry_in_s == 0


async def test_an_expired_session_is_renewed_silently(enrolled, clock):
    await enrolled.inspects()
    clock.passes(hours=13)
    state = await enrolled.client.sync()
    assert state.problem is None
    assert state.pending_records == 0
    assert sum("session" in line for line in enrolled.wire.seen) == 1


async def test_the_last_good_sync_is_known_after_a_restart(enrolled):
    at = enrolled.clock.now()
    await enrolled.restart()
    assert enrolled.client.state.last_ok == at
    assert enrolled.client.state.data_at == at


async def test_a_long_first_pull_goes_on_where_it_was_cut(device, town, monkeypatch):
    monkeypatch.setattr("sync.device.pull.PAGE_LINES", 10)
    for number in range(35):
        town.add_vehicle(f"v{number}", f"KLM{number % 10}A{number:02d}")
    await device.enrol()
    pages = 0

    def cut_after_two(number, request):
        nonlocal pages
        if request.url.path.endswith("/changes"):
            pages += 1
            return "cut:300" if pages > 2 else None
        return None

    device.breaks(cut_after_two)
    await device.client.sync()
    assert not device.client.snapshot_complete
    assert sum(device.cadastro.counts().values()) == 20
    await device.restart()
    device.breaks()
    seen = []
    await device.client.sync(lambda done, total: seen.append((done, total)))
    assert device.client.snapshot_complete
    assert device.cadastro.counts()["vehicle"] == 36
    assert seen[-1] == (19, 19)
    assert sum("changes" in line for line in device.wire.seen) == 2


async def test_a_pull_never_touches_what_is_not_sent(enrolled, town):
    vistoria, *_ = await enrolled.inspects()
    town.add_vehicle("v2", "KLM1A23")
    enrolled.breaks(
        lambda number, request: "down" if request.url.path.endswith("/records") else None
    )
    await enrolled.client.sync()
    assert enrolled.cadastro.vehicle(VAN)["last_vistoria"]["id"] == vistoria["id"]
    assert enrolled.store.outbox_counts() == (2, 1)


async def test_an_unknown_cursor_starts_the_pull_over(enrolled):
    with enrolled.cadastro.file.transaction() as db:
        enrolled.cadastro._set_meta(db, "cursor", "nonsense")
    state = await enrolled.client.sync()
    assert state.problem is None
    assert enrolled.cadastro.counts()["vehicle"] == 1


async def test_two_syncs_at_once_do_not_send_anything_twice(enrolled, town):
    await enrolled.inspects()
    await asyncio.gather(enrolled.client.sync(), enrolled.client.sync())
    pushed = [line for line in enrolled.wire.seen if line.endswith("/records")]
    assert len(pushed) == 2  # the second carries the signed head alone
    assert len(town.records()) == 2
    assert town.evidence() == []


async def test_a_watcher_can_stop_watching(enrolled):
    seen = []
    stop = enrolled.client.subscribe(seen.append)
    await enrolled.inspects()
    enrolled.client.refresh()
    assert len(seen) == 1
    stop()
    stop()
    enrolled.client.refresh(phase="pushing")
    assert len(seen) == 1


async def test_before_enrolment_a_sync_does_nothing(device):
    state = await device.client.sync()
    assert state.problem is None
    assert device.wire.seen == []


async def test_the_device_stands_alone_when_its_clock_is_a_year_off(tmp_path, town):
    clock = SettableClock()
    clock.is_set_back(days=365)
    device = await Field(tmp_path / "late", town, clock).open()
    await device.enrol()
    vistoria, _ = await device.inspects()
    assert vistoria["clock"]["server_offset_ms"] == 365 * 24 * 3600 * 1000
    state = await device.client.sync()
    assert state.pending_records == 0
    await device.close()


async def test_a_registry_damaged_within_is_put_aside_and_pulled_anew(enrolled, town, tmp_path):
    for number in range(60):
        town.add_vehicle(uuid7(), f"AAA{number // 10}A{number % 10:02}")
    await enrolled.client.sync()
    path = tmp_path / "device" / "cadastro.db"
    root = enrolled.cadastro.file.value(
        "SELECT rootpage FROM sqlite_master WHERE name = 'vehicles'"
    )
    await enrolled.close()
    data = bytearray(path.read_bytes())
    data[(root - 1) * 4096 : root * 4096] = b"\xa5" * 4096
    path.write_bytes(data)
    await enrolled.open()
    with pytest.raises(StorageCorrupt):
        enrolled.cadastro.by_plate("ABC1D23")
    await enrolled.client.sync()
    assert enrolled.cadastro.by_plate("ABC1D23")["id"] == VAN
    assert enrolled.cadastro.counts()["vehicle"] == 61


async def test_a_long_page_is_applied_a_little_at_a_time_and_comes_again_when_cut(
    enrolled, town, monkeypatch
):
    monkeypatch.setattr("sync.device.pull.SLICE_LINES", 10)
    for number in range(45):
        town.add_vehicle(uuid7(), f"AAA{number // 10}A{number % 10:02}")
    before, apply, sizes = enrolled.cadastro.cursor, enrolled.cadastro.apply, []

    def cut_at_the_third(changes, *rest):
        sizes.append(len(changes))
        if len(sizes) == 3:
            raise StorageFull
        apply(changes, *rest)

    monkeypatch.setattr(enrolled.cadastro, "apply", cut_at_the_third)
    state = await enrolled.client.sync()
    assert state.problem["code"] == "storage.full"
    assert enrolled.cadastro.cursor == before
    assert enrolled.cadastro.counts()["vehicle"] == 21
    await enrolled.client.sync()
    assert enrolled.cadastro.counts()["vehicle"] == 46
    assert max(sizes) == 10


async def test_an_agent_whom_the_office_deactivated_enters_no_more_once_the_device_has_heard(
    enrolled, town
):
    await enrolled.store.set_pin(MATRICULA, "2468", "Marta Figueiral")
    tenants.set_active(town.server, IBGE, MATRICULA, False)
    assert (await enrolled.store.check_pin(MATRICULA, "2468")).name == "Marta Figueiral"
    await enrolled.client.sync()
    with pytest.raises(AgentUnknown):
        await enrolled.store.check_pin(MATRICULA, "2468")
    tenants.set_active(town.server, IBGE, MATRICULA, True)
    await enrolled.client.sync()
    assert (await enrolled.store.check_pin(MATRICULA, "2468")).active
