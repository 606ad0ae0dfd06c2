"""How often the selo's QR is read, beside other codes that say the same, printed as large.

`make bench-selo` runs this and the selo's speed alone; WALKS=100 for narrower intervals. Each
condition by itself, with counts, is in build/selo-reading.md.
"""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

from app.packaging.places import ROOT
from tests.bench.camera import CONDITIONS, FRAMES, PRINT_MM
from tests.bench.reading import READERS, Tally, read_walks
from tests.bench.rivals import every_code, facts

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
    for reader in READERS:
        table.add(
            f"the selo’s QR at {PRINT_MM:.0f} mm, {walks} walks of {FRAMES} frames, by {reader}",
            f"{tally.walks(OURS.name, reader)} of walks, "
            f"{tally.single_frames(OURS.name, reader)} of frames",
            aim="walks: at or above every other",
        )
        for other in OTHERS:
            ours, theirs = tally.only_one(reader, OURS.name, other.name)
            table.add(
                f"{other.name} (version {other.version}), the same walks, by {reader}",
                f"{tally.walks(other.name, reader)} of walks, "
                f"{tally.single_frames(other.name, reader)} of frames",
                f"only the selo was read in {ours} walks, only this one in {theirs}",
            )


def in_detail(tally: Tally) -> str:
    """A table for each reader: read of how many, and where the true share is 95 times of 100."""
    lines = [
        f"Walks of {FRAMES} frames up to a code of {PRINT_MM:.0f} mm; below each, its frames.", ""
    ]  # fmt: skip
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
