"""The client over real sockets against the real server process, which is killed at work."""

import asyncio
import json

import pytest

from sync.device.cadastro import Cadastro
from sync.device.client import SyncClient
from sync.device.conclusion import PendingAttachment, PendingRecord
from sync.device.store import FieldStore
from tests.support.device import AGENT, RULEBOOK, device_ports, photo_bytes, shut, vistoria_body
from tests.support.live_server import LiveServer


@pytest.fixture
def server(tmp_path):
    live = LiveServer(data=tmp_path / "server", app_dist=tmp_path / "no-bundle").start()
    yield live
    live.stop()


async def inspects(store, vehicle):
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    digest = await store.add_draft_photo(draft.id, "14-I", photo_bytes(800, 600))
    body = vistoria_body(photos=(digest,), id=vehicle["id"], plate=vehicle["plate"])
    pending = [
        PendingRecord("vistoria", body, (PendingAttachment(digest=digest),)),
        await store.prepare_selo(draft.id, body),
    ]
    return await store.conclude(draft.id, pending, AGENT)


@pytest.mark.slow
async def test_a_server_killed_while_it_receives_ends_up_with_everything_once(server, tmp_path):
    codes = json.loads((server.data / "demo-codigos.json").read_text())["3302601"]
    ports = device_ports(tmp_path / "device")
    ports.network.base_url = server.url
    store = await FieldStore.open(ports)
    cadastro = await Cadastro.open(ports, store)
    client = SyncClient(ports, store, cadastro)
    await client.enrol(codes[0], "Tablet 1")
    await client.sync()
    assert client.snapshot_complete
    agent = await client.login("1001", "vistoria-1001")
    assert agent["matricula"] == "1001"
    vehicles = [v for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for v in cadastro.search(letter, 50)]
    assert len(vehicles) >= 60

    records = []
    for turn in range(3):
        for vehicle in vehicles[turn * 4 : turn * 4 + 4]:
            records += await inspects(store, vehicle)
        sending = asyncio.create_task(client.sync())
        await asyncio.sleep(0.03 * (turn + 1))
        server.kill()
        state = await sending
        assert state.phase == "idle"
        await client.sync()
        assert client.state.offline_since is not None
        server.start()
    state = await client.sync()
    assert state.problem is None
    assert store.outbox_counts() == (0, 0)
    assert store.refused_records() == []
    assert {kept.state for kept in store.records()} == {"sent"}
    for record in records:
        if record["kind"] == "vistoria":
            shown = cadastro.vehicle(record["body"]["vehicle"]["id"])
            assert shown["last_vistoria"]["id"] == record["id"]
            assert shown["unsent"] is False
    await client.close()
    cadastro.close()
    shut(store)
