"""How large the revocation list is: exact sizes, beside what no exact list can go below."""

from __future__ import annotations

import math
import random
from array import array

from sync.records import lists
from tests.support import selo_vectors as town

SEALS = {"1k": 1_000, "10k": 10_000, "100k": 100_000, "1M": 1_000_000}
SHARES = (0.001, 0.01, 0.05)
SERIAL_BYTES = 5


def size(count: int) -> str:
    return f"{count} B" if count < 1000 else f"{count / 1000:.1f} KB"


def least_bytes(seals: int, revoked: int) -> int:
    """log2 of the number of such sets: what the best exact code takes on average."""
    ways = math.lgamma(seals + 1) - math.lgamma(revoked + 1) - math.lgamma(seals - revoked + 1)
    return math.ceil(ways / math.log(2) / 8)


def test_sizes_of_the_revocation_list(table):
    chance = random.Random(1854)
    for name, seals in SEALS.items():
        sizes, least, plain = [], [], []
        for share in SHARES:
            revoked = max(1, round(seals * share))
            serials = array("Q", sorted(chance.sample(range(1, seals + 1), revoked)))
            data = town.signed_revocation(town.revocation_list(serials=serials, keys=()))
            assert lists.parse_revocation(data)[0].serials == serials
            sizes.append(size(len(data)))
            least.append(size(least_bytes(seals, revoked)))
            plain.append(size(revoked * SERIAL_BYTES))
        table.add(
            f"signed revocation list of {name} seals, 0.1 / 1 / 5 % revoked",
            " / ".join(sizes),
            f"least for an exact set: {' / '.join(least)}; plain numbers: {' / '.join(plain)}",
            "about 10 KB for 1 % of 1M" if name == "1M" else "",
        )
