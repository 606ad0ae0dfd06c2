"""How long the server takes over the page of a selo, and over the signed lists, in a large town."""

from __future__ import annotations

import logging
import time
import uuid
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import insert, update

from sync.records.canonical import b64url_bytes
from sync.records.short_code import short_code
from sync.server import enrol, seal_lists, tenants
from sync.server.config import Config
from sync.server.context import Server, open_server
from sync.server.db import schema, schema_seals
from sync.server.rate import Bucket
from tests.bench.stopwatch import Times
from tests.support.field_device import FieldDevice, client_of

IBGE = 3302601
SEALS, REVOKED_EVERY = 200_000, 100
ASKED = 200


@pytest.fixture
def town(tmp_path: Path) -> Server:
    """A town with so many seals on record, one in a hundred of them revoked."""
    server = open_server(Config(data=tmp_path), lambda: datetime(2026, 11, 30, 15, tzinfo=UTC))
    tenants.create(
        server, tenants.NewTenant(IBGE, "Mangaratiba", "RJ", "America/Sao_Paulo", "mangaratiba")
    )
    same = {
        "tenant": IBGE, "plate": "ABC1D23", "plate_key": "ABC1D23", "chassis_tail": "A12345",
        "service": "escolar", "inspected_on": "2026-11-30", "valid_until": "2027-05-30",
        "imported": False,
    }  # fmt: skip
    rows = [
        {
            **same, "serial": 1_000 + number, "vehicle": str(number), "record": str(uuid.uuid4()),
            "vistoria": str(uuid.uuid4()), "payload": number.to_bytes(91, "big"),
            "status": "anulado" if number % REVOKED_EVERY == 0 else "valido",
        }
        for number in range(1, SEALS + 1)
    ]  # fmt: skip
    with server.db.write() as conn:
        for start in range(0, SEALS, 10_000):
            conn.execute(insert(schema_seals.seals), rows[start : start + 10_000])
        conn.execute(update(schema.tenants).values(next_selo=2_000 + SEALS))
    yield server
    server.db.dispose()


async def test_times_of_the_public_page_and_of_a_new_list(town, table):
    logging.disable(logging.CRITICAL)
    try:
        await _page(town, table)
        _lists(town, table)
    finally:
        logging.disable(logging.NOTSET)


async def _page(town: Server, table) -> None:
    async with client_of(town) as client:
        state = client._transport.app.state
        state.visitors = state.short_codes = Bucket(burst=10**9)
        device = FieldDevice(client)
        await device.enrol(enrol.new_code(town, IBGE))
        await device.open_session()
        vistoria = device.record()
        selo = device.selo(vistoria)
        await device.push(vistoria, selo)
        code = short_code(b64url_bytes(selo["body"]["payload"]))
        pages = {
            "selo's page": (f"/s/{device.seal_digits(selo)}", "VÁLIDO"),
            "same by its short code": (f"/s?codigo={code}", "VÁLIDO"),
            "forged selo's page": (f"/s/{device.forged_digits(999_999)}", "NÃO RECONHECIDO"),
        }
        for name, (address, word) in pages.items():
            taken, size = [], 0
            for _ in range(ASKED):
                start = time.perf_counter()
                answer = await client.get(address)
                taken.append((time.perf_counter() - start) * 1000)
                size = len(answer.content)
                assert word in answer.text
            times = Times.of(taken)
            table.add(
                f"{name}, {SEALS} on record",
                f"{times.median:.1f} ms median, {times.percentile(0.95):.1f} ms p95, "
                f"{size / 1000:.1f} KB",
                aim="≤ 50 ms median, < 30 KB",
            )


def _lists(town: Server, table) -> None:
    taken = []
    for _ in range(5):
        with town.db.write() as conn:
            conn.execute(update(schema_seals.seal_lists).values(stale=True))
        start = time.perf_counter()
        seal_lists.newest(town, IBGE)
        taken.append((time.perf_counter() - start) * 1000)
    table.add(
        f"new signed lists, {SEALS} seals, 1 % revoked", f"{Times.of(taken).median:.0f} ms median"
    )
