"""The feed gives every change, in the order of the commits, whoever else is writing."""

import gzip
import json
import random
import threading
import time

import httpx
import pytest
from sqlalchemy import select, update

from sync.server import changes, feed
from sync.server.application import create_app
from sync.server.db import schema
from sync.server.tenants import publish_rulebook
from tests.support import records as invented

IBGE = 3302601


async def test_the_first_pull_is_a_snapshot_of_everything(server, device):
    publish_rulebook(server, IBGE, "mangaratiba", "2026.1", 'título = "lei"\n'.encode())
    got, last = await device.pull()
    assert {one["t"] for one in got} == {"municipality", "agent", "rulebook"}
    assert all(one["op"] == "put" for one in got)
    assert last == {
        "cursor": last["cursor"], "more": False, "remaining": 0, "lists": last["lists"],
    }  # fmt: skip
    [law] = [one["v"] for one in got if one["t"] == "rulebook"]
    assert law["text"] == 'título = "lei"\n'
    [town] = [one["v"] for one in got if one["t"] == "municipality"]
    assert town["ouvidoria"] == {
        "phone": "(21) 2000-0000", "email": "ouvidoria@mangaratiba.exemplo",
    }  # fmt: skip


async def test_after_a_cursor_come_only_the_changes_since(server, device):
    _, last = await device.pull()
    assert (await device.pull(last["cursor"]))[0] == []
    vistoria = device.record()
    await device.push(vistoria, device.selo(vistoria))
    got, after = await device.pull(last["cursor"])
    assert sorted(one["t"] for one in got) == ["selo", "vehicle"]
    [van] = [one["v"] for one in got if one["t"] == "vehicle"]
    assert van["plate"] == "ABC1D23"
    assert van["last_vistoria"] == {
        "id": vistoria["id"], "date": "2026-11-30", "result": "aprovado",
        "valid_until": "2027-05-30",
    }  # fmt: skip
    assert (await device.pull(after["cursor"]))[0] == []


async def test_pages_add_up_to_the_whole_and_count_down(server, device):
    await fill(server, 23)
    whole, _ = await device.pull()
    pages, cursor, left = [], "", []
    while True:
        got, last = await device.pull(cursor, limit=5)
        pages += got
        left.append(last["remaining"])
        cursor = last["cursor"]
        if not last["more"]:
            break
    assert pages == whole
    assert left == sorted(left, reverse=True)
    assert left[-1] == 0


async def test_what_was_deleted_is_told_to_who_knew_it_and_to_nobody_else(server, device):
    await fill(server, 2)
    _, last = await device.pull()
    with server.db.write_tenant(IBGE) as writer:
        feed.delete(writer, "person", "pessoa-1")
    got, _ = await device.pull(last["cursor"])
    assert [(one["op"], one["id"]) for one in got] == [("del", "pessoa-1")]
    assert "pessoa-1" not in {one["id"] for one in (await device.pull())[0]}


async def test_a_server_put_back_to_an_older_copy_starts_the_feed_over(server, device):
    await fill(server, 3)
    whole, last = await device.pull()
    ahead = f"c{int(last['cursor'][1:]) + 500}"
    assert (await device.pull(ahead))[0] == whole


@pytest.mark.parametrize("cursor", ["x", "c", "c-1", "1", "c1;", "c" + "9" * 30])
async def test_an_invented_cursor_is_named(lone_device, cursor):
    response = await lone_device.client.get(
        "/api/v1/changes", params={"cursor": cursor}, headers=lone_device.headers
    )
    assert response.status_code == 422
    assert response.json()["problem"]["field"] == "cursor"


async def test_the_feed_is_compressed_for_who_accepts_it(server, device):
    await fill(server, 50)
    with_gzip = {"Accept-Encoding": "gzip"}
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(create_app(server)), base_url="http://t"
    ) as client:
        request = client.build_request(
            "GET", "/api/v1/changes", headers=device.headers | with_gzip
        )
        response = await client.send(request, stream=True)
        raw = b"".join([part async for part in response.aiter_raw()])
    assert response.headers["Content-Encoding"] == "gzip"
    assert len(raw) < len(gzip.decompress(raw)) / 3


async def test_each_municipality_has_its_own_feed(server, client, device, another_device):
    vistoria = device.record()
    await device.push(vistoria)
    abroad = await another_device(server, client, 3135209)
    assert not [one for one in (await abroad.pull())[0] if one["t"] == "vehicle"]


WRITERS, ROUNDS = 6, 12


def test_no_change_is_skipped_while_many_write_at_once(server):
    """Each writer dawdles between taking its number and committing; the reader never waits."""
    done = threading.Event()
    seen: list[str] = []
    failures: list[BaseException] = []

    def write(number: int) -> None:
        rng = random.Random(number)
        try:
            for round_ in range(ROUNDS):
                with server.db.write_tenant(IBGE) as writer:
                    feed.put(writer, "person", f"{number}-{round_}", {"n": round_})
                    time.sleep(rng.random() * 0.01)
        except BaseException as error:
            failures.append(error)

    def read() -> None:
        cursor = ""
        try:
            while True:
                last_round = done.is_set()
                lines = changes.page(server, IBGE, cursor, 7).decode().splitlines()
                seen.extend(
                    one["id"] for one in map(json.loads, lines[:-1]) if one["t"] == "person"
                )
                end = json.loads(lines[-1])
                cursor = end["cursor"]
                if last_round and not end["more"]:
                    return
        except BaseException as error:
            failures.append(error)

    reader = threading.Thread(target=read)
    writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for thread in (reader, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    reader.join()
    assert failures == []
    assert sorted(seen) == sorted(f"{n}-{r}" for n in range(WRITERS) for r in range(ROUNDS))


def test_the_writers_of_one_municipality_commit_one_after_the_other(server):
    """A second writer gets no number before the first has committed its own."""
    order: list[str] = []

    def second() -> None:
        with server.db.write_tenant(IBGE) as writer:
            order.append("second has the row")
            feed.put(writer, "person", "segunda", {})

    with server.db.write_tenant(IBGE) as writer:
        feed.put(writer, "person", "primeira", {})
        thread = threading.Thread(target=second)
        thread.start()
        time.sleep(0.3)
        order.append("first still open")
    thread.join()
    assert order == ["first still open", "second has the row"]
    table = schema.changes
    with server.db.read() as conn:
        rows = conn.execute(
            select(table.c.id).where(table.c.type == "person").order_by(table.c.seq)
        )
        assert rows.scalars().all() == ["primeira", "segunda"]


async def fill(server, people: int) -> None:
    with server.db.write_tenant(IBGE) as writer:
        for number in range(people):
            feed.put(writer, "person", f"pessoa-{number}", {"name": "Ninguém"})


async def test_a_failed_transaction_leaves_no_trace_in_the_feed(server, device):
    _, before = await device.pull()
    with pytest.raises(ZeroDivisionError), server.db.write_tenant(IBGE) as writer:
        feed.put(writer, "person", "ninguém", {})
        raise ZeroDivisionError
    got, after = await device.pull(before["cursor"])
    assert (got, after["cursor"]) == ([], before["cursor"])
    await device.push(device.record(body=invented.vistoria_body()))
    assert len((await device.pull(before["cursor"]))[0]) == 1


def test_a_write_that_forgets_the_row_would_be_refused_by_the_database(server):
    """Two changes cannot carry one number: the database itself says no."""
    with server.db.write() as conn:
        seqs = conn.execute(select(schema.changes.c.seq)).scalars().all()
    assert len(set(seqs)) >= 3
    with pytest.raises(Exception, match=r"(?i)unique"), server.db.write() as conn:
        conn.execute(
            update(schema.changes).where(schema.changes.c.tenant == IBGE).values(seq=1)
        )
