"""A process that saves is killed with SIGKILL, again and again: nothing it had told is lost."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

from sync.device.store import FieldStore
from sync.records.envelope import check_follows
from tests.support.device import device_ports, shut

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 10


def run_and_kill(folder, facts):
    """Starts the process, kills it once it has told so many facts, returns what it told."""
    told = []
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.saves_until_killed", str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with process:
        for line in process.stdout:
            told.append(json.loads(line))
            if len(told) == facts:
                process.send_signal(signal.SIGKILL)
                break
        # What was written before the signal came counts as told too.
        told += [json.loads(line) for line in process.stdout if line.endswith(b"\n")]
    assert process.returncode == -signal.SIGKILL
    return told


async def test_ten_sigkills_lose_no_answer_no_photo_and_no_record(tmp_path):
    rng = random.Random(2026)
    folder = tmp_path / "aparelho"
    answers, photos, concluded = {}, {}, []
    for _ in range(ROUNDS):
        for fact in run_and_kill(folder, facts=rng.randrange(2, 40)):
            if "item" in fact:
                answers[fact["draft"], fact["item"]] = fact["value"]
            elif "photo" in fact:
                photos[fact["draft"]] = fact["photo"]
            elif "concluded" in fact:
                concluded += fact["concluded"]
        store = await FieldStore.open(device_ports(folder))
        assert store.recovered is None
        for (draft, item), value in answers.items():
            assert store.draft(draft).answers[item]["value"] == value
        for draft, digest in photos.items():
            assert store.draft(draft).photos["14-0"] == (digest,)
            assert (await store.photo(digest)).startswith(b"\xff\xd8")
        kept = [k.record for k in reversed(store.records(limit=100_000))]
        assert {record["id"] for record in kept} >= set(concluded)
        previous = None
        for record in kept:
            check_follows(record, previous)
            previous = record
        serials = [r["body"]["serial"] for r in kept if r["kind"] == "selo"]
        assert serials == list(range(1, len(serials) + 1))
        assert store.next_number("selo") == len(serials) + 1
        shut(store)
    assert len(answers) > ROUNDS
    assert concluded
