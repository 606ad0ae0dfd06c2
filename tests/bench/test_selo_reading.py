"""How often the selo's QR is read, beside other codes that say the same, printed as large.

`make bench-selo` runs this and the selo's speed alone; WALKS=100 for narrower intervals. Each
condition by itself, with counts, is in build/selo-reading.md.
"""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

from app.packaging.places import ROOT
from sync.records import qr_matrix
from tests.bench.camera import CONDITIONS, FRAMES
from tests.bench.label import PRINT_MM
from tests.bench.reading import READERS, Tally, read_walks
from tests.bench.rivals import Code, base45, cbor, every_code, facts, selo
from tests.support.qr_decoders import decoded_by_both, paint_modules

WALKS = int(os.environ.get("WALKS", "24"))
OURS, *OTHERS = every_code(facts(0))


def test_how_often_the_selo_is_read_beside_other_codes(table):
    tally = Tally()
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as workers:
        for one in workers.map(read_walks, range(WALKS)):
            tally += one
    (ROOT / "build" / "selo-reading.md").write_text(in_detail(tally), encoding="utf-8")
    assert not tally.wrong, "a reader said what was never printed"
    assert all(tally.walks(OURS.name, reader, "good day").share > 0.9 for reader in READERS)

    walks = WALKS * len(CONDITIONS)
    table.add(
        f"the selo’s QR at {PRINT_MM:.0f} mm, {walks} walks of {FRAMES} frames: read in a walk / "
        "in a frame",
        by_reader(tally, OURS), aim="at or above every other, in walks",
    )  # fmt: skip
    for other in OTHERS:
        table.add(
            f"{other.name} (QR version {other.version}) at the same size, the same walks",
            by_reader(tally, other),
            "walks in which only one was read, the selo’s first: "
            + ", ".join(
                f"{reader} {ours} to {theirs}"
                for reader in READERS
                for ours, theirs in [tally.only_one(reader, OURS.name, other.name)]
            ),
        )


def test_the_other_codes_are_what_their_standards_say():
    assert (base45(b"AB"), base45(b"Hello!!")) == ("BB8", "%69 VD92EX0")  # RFC 9285, 4.3
    assert cbor({1: [2, -3], "a": b"\x01" * 24}).hex() == "a20182022261615818" + "01" * 24
    for payload in map(facts, range(5)):
        assert selo(payload).matrix == qr_matrix(selo(payload).text)
        for code in every_code(payload):
            assert decoded_by_both(paint_modules(code.matrix)) == code.text


def by_reader(tally: Tally, code: Code) -> str:
    return "; ".join(
        f"{reader} {tally.walks(code.name, reader)} / {tally.single_frames(code.name, reader)}"
        for reader in READERS
    )


def in_detail(tally: Tally) -> str:
    """A table for each reader: read of how many, and where the true share is 95 times of 100."""
    lines = [
        f"Walks of {FRAMES} frames up to a code of {PRINT_MM:.0f} mm; below each, its frames. "
        "Frames of one walk are alike, so the interval of frames is narrower than it should be.",
        "",
    ]
    codes = [OURS, *OTHERS]
    for reader in READERS:
        lines += [
            f"| {reader} | {' | '.join(f'{code.name}, v{code.version}' for code in codes)} |",
            "|---" * (len(codes) + 1) + "|",
        ]
        for condition in (*(one.name for one in CONDITIONS), None):
            for counted, what in ((tally.walks, "walks"), (tally.single_frames, "frames")):
                rates = [counted(code.name, reader, condition) for code in codes]
                cells = [f"{rate.read}/{rate.of} {rate}" for rate in rates]
                lines.append(f"| {condition or 'all'}, {what} | {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)
