"""The device's store and sync client as they run in the browser's worker."""

from __future__ import annotations

from tests.support.chromium import Device
from tests.support.live_server import LiveServer
from tests.support.screen import Screen

BEGIN = """
import json, time
from sync.device.store import FieldStore
from sync.device.cadastro import Cadastro
from sync.device.client import SyncClient
from sync.device.conclusion import PendingAttachment, PendingRecord
from checklists import load_rulebook
store = await FieldStore.open(ports)
cadastro = await Cadastro.open(ports, store)
client = SyncClient(ports, store, cadastro)
"""
CONCLUDE = """
rulebook = load_rulebook("mangaratiba")
AGENT = {"matricula": "1001", "proof": "pin", "at": "2026-11-30T09:00:00-03:00"}
def body_of(vehicle):
    at = "2026-11-30T09:00:00-03:00"
    described = {key: vehicle[key] for key in ("id", "plate", "make_model", "service",
                                               "model_year", "manufacture_year", "permit")}
    return {
        "vehicle": {**described, "known": True, "chassis_tail": vehicle["chassis"][-6:]},
        "mode": "ordinaria", "previous": None, "started_at": at, "ended_at": at, "odometer": None,
        "answers": [{"item": "14-I", "value": "conforme", "reason": "", "note": "",
                     "measured": {}, "photos": [], "at": at}],
        "verdict": {"result": "aprovado", "valid_until": "2027-05-30", "retention": False,
                    "exigencias": [], "closes": [], "choices": [], "reasons": []}}
async def conclude():
    draft = store.create_draft(agent="1001", rulebook=rulebook)
    body = body_of(next(v for l in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for v in cadastro.search(l)))
    drawn = PendingAttachment("assinatura", data=b"{}", media_type="application/json")
    pending = [PendingRecord("vistoria", body, (drawn,)), await store.prepare_selo(draft.id, body)]
    return await store.conclude(draft.id, pending, AGENT)
"""
SAVE = """
draft = store.create_draft(agent="1001", rulebook=rulebook)
took = []
for number in range(300):
    began = time.perf_counter()
    store.save_answer(draft.id, f"14-{number % 38}", {"value": "conforme", "note": ""})
    took.append((time.perf_counter() - began) * 1000)
took.sort()
"""


def open_again(server, phone: Device) -> Screen:
    screen = phone.open(f"{server.url}/app/").ready().sees("Armazenamento aberto")
    screen.probe(BEGIN)
    screen.probe(CONCLUDE)
    return screen


def test_a_device_works_in_the_browser_from_enrolment_to_a_sent_selo(
    probe_server: LiveServer, probe_phone: Device
):
    server, phone = probe_server, probe_phone
    screen = open_again(server, phone)
    code = server.new_code("Mangaratiba")
    screen.probe(f"identity = await client.enrol({code!r}, 'Tablet 1')")
    assert screen.probe("identity['municipality']['name']") == "Mangaratiba"
    screen.probe("await client.sync(); None")
    assert screen.probe("client.state.problem") is None
    assert screen.probe("client.snapshot_complete") is True
    assert screen.probe("cadastro.counts()['vehicle']") == 60

    screen.probe("await store.set_pin('1001', '2580', 'Marta', 'inspetor'); None")
    assert screen.probe("(await store.check_pin('1001', '2580')).name") == "Marta"
    screen.probe("records = await conclude()")
    assert screen.probe("[record['device_seq'] for record in records]") == [1, 2]

    phone.kill()
    server.kill()
    screen = open_again(server.start(), phone)
    assert screen.probe("[kept.state for kept in store.records()]") == ["waiting", "waiting"]
    assert screen.probe("store.outbox_counts()") == [2, 1]
    screen.probe("await client.sync(); None")
    assert screen.probe("client.state.problem") is None
    assert screen.probe("store.outbox_counts()") == [0, 0]
    assert screen.probe("[kept.state for kept in store.records()]") == ["sent", "sent"]

    screen.probe("store.close()")
    screen.probe("f = open('/data/campo.db', 'r+b'); f.write(b'x' * 5000); f.close()")
    screen.probe("store = await FieldStore.open(ports); cadastro.store = store")
    assert screen.probe("store.recovered in await ports.storage.list_quarantine()") is True
    assert screen.probe("store.chain().seq") == 2
    screen.probe("records = await conclude()")
    assert screen.probe("[record['device_seq'] for record in records]") == [3, 4]

    screen.probe(SAVE)
    median, p99 = screen.probe("[took[150], took[296]]")
    print(f"save_answer in the browser: median {median:.1f} ms, p99 {p99:.1f} ms")
    assert median < 50
