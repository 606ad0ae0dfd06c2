"""Blocked devices stay blocked when the database is put back to an older copy."""

import logging
import shutil
import sqlite3

from sync import records
from sync.records import trust
from sync.server import blocked_keys, seal_lists, sessions
from sync.server.context import open_server
from sync.server.db import schema
from sync.server.painel import people
from tests.support.office import enter

IBGE = 3302601


def forget_the_block(server, *, and_the_device: bool = False) -> None:
    """What an older copy of the database knows."""
    with server.db.write() as conn:
        if and_the_device:
            for table in (schema.sessions, schema.enrolment_codes, schema.blocks, schema.evidence):
                conn.execute(table.delete().where(table.c.device.is_not(None)))
            conn.execute(schema.devices.delete())
        else:
            conn.execute(
                schema.devices.update().values(
                    status="active", revoked_at=None, revoked_reason=None
                )
            )


def status_of(server, device) -> tuple:
    with server.db.read() as conn:
        row = conn.execute(
            schema.devices.select().where(schema.devices.c.id == device.id)
        ).one()
    return row.status, row.revoked_reason, row.revoked_at


async def test_a_start_on_an_older_copy_blocks_again_and_tells_the_office(
    server, client, device, clock
):
    assert people.revoke(server, IBGE, device.id, "Furtado na praça.")
    blocked = status_of(server, device)
    forget_the_block(server)
    clock.advance(days=2)
    assert blocked_keys.heed(server) == 1
    assert status_of(server, device) == blocked  # since when it was, not since today
    found = seal_lists.verified(server, IBGE)
    assert [key.public_key for key in found.revocation.keys] == [device.public_key]
    await enter(client)
    assert "foi bloqueado de novo" in (await client.get("/painel/aparelhos")).text
    assert blocked_keys.heed(server) == 0


async def test_the_very_file_of_yesterday_put_back_is_put_right_at_the_next_start(
    sqlite_server, lone_device, clock, tmp_path
):
    database, copy = sqlite_server.config.data / "prancheta.db", tmp_path / "ontem.db"
    with sqlite3.connect(database) as live, sqlite3.connect(copy) as kept:
        live.backup(kept)
    live.close()
    kept.close()
    people.revoke(sqlite_server, IBGE, lone_device.id, "Furtado.")
    sqlite_server.db.dispose()
    for left in database.parent.glob("prancheta.db-*"):
        left.unlink()
    shutil.copy(copy, database)
    again = open_server(sqlite_server.config, clock)
    assert status_of(again, lone_device)[0] == "active"
    assert blocked_keys.heed(again) == 1
    found = seal_lists.verified(again, IBGE)
    assert found.trust.keys[0].revoked_at == clock.now
    again.db.dispose()


async def test_a_device_that_the_older_copy_never_knew_comes_back_blocked(server, device):
    people.revoke(server, IBGE, device.id, "Furtado.")
    forget_the_block(server, and_the_device=True)
    assert blocked_keys.heed(server) == 0
    nonce = sessions.challenge(server)["nonce"]
    signature = device.key.sign(trust.session_signing_input(nonce, device.id))
    answer = await device.client.post("/api/v1/session", json={
        "device": device.id, "nonce": nonce, "signature": records.b64url(signature),
        "certificate": device.reply["certificate"],
    })  # fmt: skip
    assert answer.json()["device_status"] == "revoked"
    assert status_of(server, device)[:2] == ("revoked", "Furtado.")


async def test_a_block_that_cannot_be_written_down_is_not_made(sqlite_server, lone_device):
    (sqlite_server.config.keys / blocked_keys.FILE_NAME).mkdir()
    try:
        people.revoke(sqlite_server, IBGE, lone_device.id, "Furtado.")
    except OSError:
        assert status_of(sqlite_server, lone_device)[0] == "active"
    else:
        raise AssertionError("nobody was told")


async def test_a_broken_line_is_named_and_the_others_count(sqlite_server, lone_device, caplog):
    path = sqlite_server.config.keys / blocked_keys.FILE_NAME
    path.write_bytes(b'{"municipality":330260')  # the power went
    people.revoke(sqlite_server, IBGE, lone_device.id, "Perdido.")
    with caplog.at_level(logging.ERROR):
        [block] = blocked_keys.all_blocks(sqlite_server)
    assert (block.public_key, block.reason) == (lone_device.public_key, "Perdido.")
    assert "bloqueios.jsonl, linha 1" in caplog.text
