"""Several devices at once, and the whole program as it is started."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request

from sync.server.db import schema, schema_seals
from tests.support.field_device import client_of

IBGE = 3302601


async def test_devices_that_push_at_the_same_time_lose_and_repeat_nothing(
    server, client, another_device
):
    devices = [await another_device(server, client) for _ in range(4)]

    async def work(device) -> list[str]:
        statuses = []
        for _ in range(4):
            vistoria = device.record()
            answer = await device.push(vistoria, device.selo(vistoria))
            statuses += [one["status"] for one in answer["answers"]]
            await device.open_session()
            await device.pull()
        return statuses

    outcome = await asyncio.gather(*(work(device) for device in devices))
    assert [one for statuses in outcome for one in statuses] == ["stored"] * 32
    with server.db.read() as conn:
        seals = conn.execute(schema_seals.seals.select()).all()
        seqs = conn.execute(schema.changes.select().order_by(schema.changes.c.seq)).all()
    assert len({seal.serial for seal in seals}) == 16
    assert len({row.seq for row in seqs if row.tenant == IBGE}) == sum(
        row.tenant == IBGE for row in seqs
    )


async def test_the_same_batch_sent_twice_at_once_is_stored_once(server, device):
    vistoria = device.record()
    async with client_of(server):
        both = await asyncio.gather(device.push(vistoria), device.push(vistoria))
    statuses = sorted(answer["answers"][0]["status"] for answer in both)
    assert statuses == ["known", "stored"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(tmp_path, *arguments: str, port: int) -> subprocess.Popen:
    environment = {
        **os.environ, "PRANCHETA_DATA": str(tmp_path / "dados"), "PRANCHETA_PORT": str(port),
    }  # fmt: skip
    for name in ("PRANCHETA_PUBLIC_URL", "PRANCHETA_DATABASE_URL"):
        environment.pop(name, None)
    return subprocess.Popen(
        [sys.executable, "-m", "sync.server.cli", "serve", *arguments],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def wait_for(address: str, process: subprocess.Popen) -> dict:
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{address}/api/v1/status") as answer:
                assert answer.headers["Prancheta-Api"] == "1"
                return json.loads(answer.read())
        except OSError:
            assert process.poll() is None, process.stdout.read()
            time.sleep(0.2)
    raise AssertionError("the server did not come up in a minute")


def stop(process: subprocess.Popen) -> str:
    process.send_signal(signal.SIGTERM)
    said, _ = process.communicate(timeout=20)
    return said


def test_the_program_starts_serves_and_says_when_its_port_is_taken(tmp_path):
    port = free_port()
    process = start(tmp_path, "--demo", port=port)
    try:
        assert wait_for(f"http://localhost:{port}", process)["api"] == 1
        second = start(tmp_path, port=port)
        said, _ = second.communicate(timeout=60)
        assert second.returncode == 1
        assert f"A porta {port} não está livre" in said
    finally:
        said = stop(process)
    assert f"http://localhost:{port}/app/?codigo=" in said
    assert "Traceback" not in said
