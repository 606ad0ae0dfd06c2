"""A seal whose QR is dead, by the code that is printed beside it; and codes that nobody knows."""

import re

import pytest

from sync.records.canonical import b64url_bytes
from sync.records.short_code import short_code
from sync.server.db.schema_watch import unrecognised as table
from sync.server.rate import SHORT_BURST
from sync.server.unrecognised import DAILY_ROWS_MAX, Unrecognised
from tests.support.field_device import client_of
from tests.support.office import enter

IBGE, OTHER = 3302601, 3135209


async def sealed(device) -> tuple[dict, str]:
    """A selo on record and its short code."""
    vistoria = device.record()
    selo = device.selo(vistoria)
    await device.push(vistoria, selo)
    return selo, short_code(b64url_bytes(selo["body"]["payload"]))


def kept(server) -> list[tuple]:
    """(town, start, reason, times), as they came."""
    with server.db.read() as conn:
        return [
            (row.town, row.start, row.reason, row.times)
            for row in conn.execute(table.select().order_by(table.c.first_at, table.c.start))
        ]


async def test_the_code_typed_in_any_way_answers_as_the_qr_does_but_gives_no_qr_away(
    lone_device,
):
    device = lone_device
    selo, code = await sealed(device)
    for typed in (code, code.lower().replace("-", " "), code.replace(".", "")):
        answer = await device.client.get("/s", params={"codigo": typed})
        assert answer.status_code == 200
        assert re.sub(r"\s+", " ", answer.text).count("VÁLIDO <small>até 30/05/2027") == 1
        assert "ABC1D23" in answer.text
        assert f"pelo código {code}" in answer.text
        assert device.seal_digits(selo) not in answer.text
        assert "<script" not in answer.text


async def test_the_same_number_in_two_towns_is_told_apart(
    sqlite_server, lone_client, lone_device, another_device
):
    device, other = lone_device, await another_device(sqlite_server, lone_client, OTHER)
    body = {"municipality": OTHER}
    vistoria = other.record(**body)
    selo, code = await sealed(device)
    theirs = other.selo(vistoria, **body)
    await other.push(vistoria, theirs)
    assert theirs["body"]["serial"] == selo["body"]["serial"] == 1
    assert "Mangaratiba (RJ)" in (
        await lone_client.get("/s", params={"codigo": code})
    ).text


async def test_a_wrong_letter_finds_nothing_and_the_office_sees_the_number_asked_for(
    server, client, device
):
    _, code = await sealed(device)
    wrong = code[:-1] + ("0" if code[-1] != "0" else "1")
    answer = await client.get("/s", params={"codigo": wrong})
    assert answer.status_code == 404
    assert "NÃO RECONHECIDO" in answer.text
    assert "ABC1D23" not in answer.text
    assert kept(server) == [(IBGE, "000.001", "short_code", 1)]
    await enter(client)
    assert "Código curto que nenhum selo tem" in (await client.get("/painel/leituras")).text


@pytest.mark.parametrize("typed", ["", "ABC", "12", "é", "<b>", "1" * 65, "000.042-7K3M!"])
async def test_what_is_no_code_is_explained_and_kept_by_nobody(sqlite_server, lone_client, typed):
    answer = await lone_client.get("/s", params={"codigo": typed})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "<b>" not in answer.text.partition("<form")[2]
    assert kept(sqlite_server) == []


async def test_a_document_typed_by_mistake_is_counted_and_not_kept(sqlite_server, lone_client):
    await lone_client.get("/s", params={"codigo": "111.222.333-44"})
    await lone_client.get("/s/11122233344")
    assert {row[1] for row in kept(sqlite_server)} == {""}


async def test_guessing_codes_is_slowed_down_long_before_opening_pages_is(
    sqlite_server, lone_client
):
    answers = [
        await lone_client.get("/s", params={"codigo": f"1-{number:05}"})
        for number in range(SHORT_BURST + 1)
    ]
    assert [one.status_code for one in answers] == [404] * SHORT_BURST + [429]
    assert int(answers[-1].headers["Retry-After"]) > 1
    assert (await lone_client.get("/s/1")).status_code == 404
    assert (await lone_client.get("/s")).status_code == 200
    async with client_of(sqlite_server, "10.0.0.8") as other:
        assert (await other.get("/s", params={"codigo": "1-00000"})).status_code == 404


async def test_the_form_needs_no_script_and_the_home_page_leads_there(lone_client):
    assert 'href="/s"' in (await lone_client.get("/")).text
    form = await lone_client.get("/s")
    assert "form-action 'self'" in form.headers["Content-Security-Policy"]
    assert "script" not in form.text
    assert len(form.content) < 30 * 1024
    moved = await lone_client.get("/s/")
    assert (moved.status_code, moved.headers["Location"]) == (307, "/s")


async def test_forged_and_broken_codes_are_counted_by_their_start_and_never_by_whom(
    sqlite_server, lone_device
):
    server, device = sqlite_server, lone_device
    forged = device.forged_digits(77_777)
    for address in (forged, forged, "9" * 220, "1"):
        await device.client.get(f"/s/{address}")
    device.client._transport.app.state.unrecognised.write()
    assert sorted(kept(server)) == [
        (0, "", "malformed", 1), (0, "9" * 24, "malformed", 1),
        (IBGE, forged[:24], "not_granted", 2),
    ]  # fmt: skip
    with server.db.read() as conn:
        said = str(conn.execute(table.select()).all())
    assert "10.0.0.7" not in said
    assert forged[:25] not in said


def test_a_flood_of_codes_fills_no_table_and_old_ones_go(sqlite_server, clock):
    now = [0.0]
    counting = Unrecognised(sqlite_server, lambda: now[0])
    for number in range(2 * DAILY_ROWS_MAX):
        counting.note(IBGE, f"{number:024}", "malformed")
    now[0] += 2
    counting.note(IBGE, "x", "malformed")
    rows = kept(sqlite_server)
    assert len(rows) <= DAILY_ROWS_MAX + 2
    assert sum(row[3] for row in rows) == 2 * DAILY_ROWS_MAX + 1
    clock.advance(days=181)
    now[0] += 2
    counting.note(IBGE, "later", "malformed")
    assert kept(sqlite_server) == [(IBGE, "later", "malformed", 1)]
