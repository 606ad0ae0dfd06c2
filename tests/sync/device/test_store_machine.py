"""A store that is used, killed and robbed at random keeps what it said it had kept."""

import asyncio
import contextlib
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from sync.device.conclusion import PendingRecord
from sync.device.database import File
from sync.device.errors import NoNumbers
from sync.device.store import FieldStore
from sync.records.envelope import record_hash
from tests.support.breaking import Fate, Killed, MortalStorage, mortal_connection
from tests.support.device import (
    AGENT,
    DEVICE,
    RULEBOOK,
    SettableClock,
    annulment,
    device_ports,
    enrolled_store,
    photo_bytes,
    shut,
    vistoria_body,
)

PHOTO = photo_bytes(8, 8)
# Deaths are simulated, so nothing is lost by a disk that is quick.
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
ITEMS = st.sampled_from(["14-I", "14-II", "15-I"])
VALUES = st.sampled_from(["conforme", "nao_conforme", "nao_verificado"])


class StoreMachine(RuleBasedStateMachine):
    """`answers`, `photos`, `records`: what was acknowledged. `seqs`, `numbers`: every record that
    was ever seen on the disk, by its place in the chain and by its official number."""

    def __init__(self):
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp(prefix="prancheta-", dir=IN_MEMORY))
        self.clock = SettableClock()
        self.fate = Fate()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(File, "connection_class", mortal_connection(self.fate))
        self.store = self.run(enrolled_store(self.ports(), first=1, last=400))
        self.answers, self.photos, self.records = {}, set(), {}
        self.open, self.unsure = set(), set()
        self.seqs, self.numbers = {}, {}

    def run(self, coroutine):
        return self.loop.run_until_complete(coroutine)

    def ports(self):
        ports = device_ports(self.folder, self.clock)
        return replace(ports, storage=MortalStorage(self.folder, self.fate))

    def teardown(self):
        self.restart()
        self.look()
        shut(self.store)
        self.loop.close()
        self.patch.undo()
        shutil.rmtree(self.folder)

    def restart(self):
        self.fate.disarm()
        shut(self.store)
        self.store = self.run(FieldStore.open(self.ports()))

    def attempt(self, what, draft=None):
        """(done, result); a death makes what it was doing unsure and starts a new process."""
        try:
            return True, what()
        except Killed:
            if draft is not None:
                self.unsure.add(draft)
            self.restart()
            self.look()
            return False, None

    # what the inspector does

    @rule(item=ITEMS, value=VALUES)
    def begins_and_answers(self, item, value):
        done, draft = self.attempt(lambda: self.store.create_draft(agent="1001", rulebook=RULEBOOK))
        if done:
            self.open.add(draft.id)
            self.answer(draft.id, item, value)

    @precondition(lambda self: self.open)
    @rule(data=st.data(), item=ITEMS, value=VALUES)
    def answers_an_item(self, data, item, value):
        self.answer(data.draw(st.sampled_from(sorted(self.open))), item, value)

    def answer(self, draft, item, value):
        done, _ = self.attempt(
            lambda: self.store.save_answer(draft, item, {"value": value}), (draft, item)
        )
        if done:
            self.answers[draft, item] = value
            self.unsure.discard((draft, item))

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def takes_a_photo(self, data):
        draft = data.draw(st.sampled_from(sorted(self.open)))
        done, digest = self.attempt(
            lambda: self.run(self.store.add_draft_photo(draft, "14-I", PHOTO))
        )
        if done:
            self.photos.add((draft, digest))

    @precondition(lambda self: self.open)
    @rule(data=st.data(), approved=st.booleans())
    def concludes(self, data, approved):
        draft = data.draw(st.sampled_from(sorted(self.open)))
        body = vistoria_body("aprovado" if approved else "reprovado")

        async def conclude():
            pending = [PendingRecord("vistoria", body)]
            if approved:
                pending.append(await self.store.prepare_selo(draft, body))
            return await self.store.conclude(draft, pending, AGENT)

        done, records = self.attempt(lambda: self.run(conclude()))
        if done or self.store.draft(draft).status == "concluded":
            self.open.discard(draft)
        if done:
            self.records |= {record["id"]: record for record in records}

    @precondition(lambda self: self.records)
    @rule(data=st.data())
    def annuls(self, data):
        record = self.records[data.draw(st.sampled_from(sorted(self.records)))]
        if record["kind"] in ("vistoria", "selo") and not self.store.annulled(record["id"]):
            done, records = self.attempt(
                lambda: self.run(self.store.conclude(None, [annulment(record)], AGENT))
            )
            if done:
                self.records |= {one["id"]: one for one in records}

    # what the world does

    @rule(at=st.integers(1, 5), after=st.booleans())
    def will_be_killed(self, at, after):
        self.fate.arm(at, after)

    @rule()
    def is_restarted(self):
        self.restart()
        self.look()

    @rule()
    def loses_the_second_place(self):
        self.restart()
        (self.folder / "cabeca.json").unlink()
        self.restart()
        self.look()

    @rule(how=st.sampled_from(["gone", "noise", "cut"]))
    def loses_campo_db(self, how):
        self.fate.disarm()
        self.look()
        shut(self.store)
        path = self.folder / "campo.db"
        if how == "gone":
            path.unlink()
        else:
            keep = path.read_bytes()[: 0 if how == "noise" else 6000]
            path.write_bytes(keep + b"\xa5" * (20_000 if how == "noise" else 0))
        self.answers.clear()
        self.photos.clear()
        self.records.clear()
        self.open.clear()
        self.unsure.clear()
        self.store = self.run(FieldStore.open(self.ports()))
        self.look()

    # what must hold

    @invariant()
    def holds(self):
        if not self.fate.dead:
            self.look()

    def look(self):
        chain = self.store.chain()
        assert chain.device == DEVICE
        kept = [k.record for k in self.store.records(limit=10_000)]
        for record in kept:
            seen = self.seqs.setdefault(record["device_seq"], record_hash(record))
            assert seen == record_hash(record), "a place in the chain was used twice"
            if record["kind"] == "selo":
                serial = record["body"]["serial"]
                owner = self.numbers.setdefault(serial, record["id"])
                assert owner == record["id"], "a number was used twice"
        assert chain.seq == max(self.seqs, default=0)
        if self.seqs:
            assert chain.hash == self.seqs[chain.seq]
        for record in kept:
            before = self.seqs.get(record["device_seq"] - 1)
            assert record["prev"] == (before or "0" * 64)
        assert {r["id"] for r in kept} >= set(self.records), "a concluded record is lost"
        with contextlib.suppress(NoNumbers):
            assert self.store.next_number("selo") not in self.numbers
        for (draft, item), value in self.answers.items():
            answers = self.store.draft(draft).answers
            if (draft, item) not in self.unsure:
                assert answers[item]["value"] == value, "an acknowledged answer is lost"
        concluded = {record["id"] for record in kept}
        for draft, digest in self.photos:
            if draft in concluded:
                continue  # these records name no photo, and what none names is let go
            assert digest in self.store.draft(draft).photos["14-I"]
            assert (self.folder / "fotos" / digest).is_file()


StoreMachine.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestAStoreThatIsUsedKilledAndRobbedAtRandom = StoreMachine.TestCase
