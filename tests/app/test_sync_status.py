"""The strip: one true sentence about sending, at all times."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from app.flows.signature import MEDIA_TYPE
from app.flows.sync_status import SyncLoop, SyncStatus, pending, strip_words
from sync.device.conclusion import PendingAttachment, PendingRecord
from sync.device.state import SyncState
from tests.support.device import AGENT, RULEBOOK, vistoria_body
from tests.support.field import VAN

LOCAL = timezone(timedelta(hours=-3))
NOW = datetime(2026, 11, 30, 17, 10, tzinfo=UTC)
NINE_TWELVE = datetime(2026, 11, 30, 12, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("changes", "kind", "words"),
    [
        ({"last_ok": datetime(2026, 11, 30, 17, 2, tzinfo=UTC)}, "good", "tudo enviado 14:02"),
        ({}, "good", "tudo enviado"),
        (
            {"last_ok": datetime(2026, 11, 29, 17, 2, tzinfo=UTC)},
            "good",
            "tudo enviado 29/11 14:02",
        ),
        (
            {"pending_records": 3, "pending_photos": 5},
            "waiting",
            "3 registros e 5 fotos por enviar",
        ),
        ({"pending_records": 1}, "waiting", "1 registro por enviar"),
        ({"pending_photos": 1}, "waiting", "1 foto por enviar"),
        (
            {"pending_records": 2, "pending_files": 2},
            "waiting",
            "2 registros por enviar",
        ),
        (
            {"pending_files": 3, "pending_photos": 2},
            "waiting",
            "2 fotos e 1 anexo por enviar",
        ),
        ({"pending_files": 1}, "waiting", "1 anexo por enviar"),
        ({"offline_since": NINE_TWELVE}, "offline", "sem sinal desde 09:12"),
        (
            {"offline_since": NINE_TWELVE, "pending_records": 3, "pending_photos": 5},
            "offline",
            "sem sinal desde 09:12 · 8 por enviar",
        ),
        ({"phase": "pushing", "sending": 2, "total": 8}, "busy", "enviando 3 de 8"),
        ({"phase": "photos", "sending": 8, "total": 8}, "busy", "enviando 8 de 8"),
        ({"phase": "pulling", "sending": 0, "total": 900}, "busy", "recebendo dados"),
        (
            {"problem": {"code": "x", "message": "m", "short": "erro no servidor"}},
            "problem",
            "erro no servidor",
        ),
    ],
)
def test_the_strip_says(changes, kind, words):
    assert strip_words(replace(SyncState(), **changes), NOW, LOCAL) == (kind, words)


def test_nothing_pending_is_said_with_nothing():
    assert pending(0, 0) == ""


async def test_a_signature_is_not_called_a_photo(enrolled, clock):
    status = SyncStatus(enrolled.client, clock.now, enrolled.store.zone())
    enrolled.client.subscribe(status.refresh)
    drawn = PendingAttachment(
        role="assinatura", data=b'{"width":9,"height":9,"strokes":[]}', media_type=MEDIA_TYPE
    )
    draft = enrolled.store.create_draft(agent="1001", rulebook=RULEBOOK)
    vistoria = PendingRecord("vistoria", vistoria_body("reprovado", id=VAN), (drawn,))
    await enrolled.store.conclude(draft.id, [vistoria], AGENT)
    enrolled.client.refresh()
    assert status.words == "1 registro por enviar"
    assert enrolled.client.state.pending_files == 1


async def test_the_strip_follows_a_vistoria_from_the_yard_to_the_server(enrolled, clock):
    status = SyncStatus(enrolled.client, clock.now, enrolled.store.zone())
    enrolled.client.subscribe(status.refresh)
    await enrolled.inspects()
    enrolled.client.refresh()
    assert status.words == "2 registros e 1 foto por enviar"
    enrolled.breaks(lambda number, request: "down")
    await enrolled.client.sync()
    assert status.words == "sem sinal desde 09:00 · 3 por enviar"
    assert status.kind == "offline"
    enrolled.breaks()
    clock.passes(minutes=7)
    seen = []
    status.watch(lambda: seen.append(status.words))
    await enrolled.client.sync()
    assert any(words.startswith("enviando ") for words in seen)
    assert status.words == "tudo enviado 09:07"


async def test_a_stranger_in_the_network_is_told_apart_from_no_signal(enrolled, clock):
    status = SyncStatus(enrolled.client, clock.now, enrolled.store.zone())
    enrolled.breaks(lambda number, request: "portal")
    await enrolled.client.sync()
    status.refresh()
    assert status.kind == "problem"
    assert status.words == "a rede pede login"
    assert "Wi-Fi" in status.trouble().todo


class Turns:
    """Sleeps that only count, and end the loop after `turns` of them."""

    def __init__(self, turns):
        self.left = turns

    async def __call__(self, seconds):
        self.left -= 1
        if self.left == 0:
            raise EndOfTest


class EndOfTest(Exception):
    pass


async def run(loop):
    with pytest.raises(EndOfTest):
        await loop.run()


async def test_it_sends_by_itself_at_the_start_and_soon_after_a_conclusion(enrolled):
    loop = SyncLoop(enrolled.client, lambda: True, sleep=Turns(3))
    await run(loop)
    assert any("challenge" in x or "changes" in x for x in enrolled.wire.seen)
    await enrolled.inspects()
    enrolled.breaks()
    loop.sleep = Turns(3)
    loop.poke()
    await run(loop)
    assert enrolled.store.outbox_counts() == (0, 0)


async def test_when_the_signal_comes_back_it_does_not_wait_for_its_turn(enrolled):
    signal = {"on": False}
    loop = SyncLoop(enrolled.client, lambda: signal["on"], sleep=Turns(2))
    enrolled.breaks(lambda number, request: "down")
    await enrolled.inspects()
    await run(loop)
    assert enrolled.store.outbox_counts() != (0, 0)
    enrolled.breaks()
    signal["on"] = True
    loop.sleep = Turns(2)
    await run(loop)
    assert enrolled.store.outbox_counts() == (0, 0)


async def test_after_a_failure_it_waits_as_long_as_the_client_asks(enrolled):
    enrolled.breaks(lambda number, request: "down")
    loop = SyncLoop(enrolled.client, lambda: True, sleep=Turns(2))
    await run(loop)
    assert loop.pause_s == enrolled.client.retry_in_s > 0
    tried = len(enrolled.wire.seen)
    loop.sleep = Turns(1)
    await run(loop)
    assert len(enrolled.wire.seen) == tried
    loop.sleep = Turns(4)
    await run(loop)
    assert len(enrolled.wire.seen) > tried


async def test_when_the_signal_goes_the_strip_knows_without_waiting_for_the_next_turn(enrolled):
    signal = {"on": True}
    loop = SyncLoop(enrolled.client, lambda: signal["on"], sleep=Turns(2))
    await run(loop)
    assert enrolled.client.state.offline_since is None
    signal["on"] = False
    enrolled.breaks(lambda number, request: "down")
    loop.sleep = Turns(2)
    await run(loop)
    assert enrolled.client.state.offline_since is not None
