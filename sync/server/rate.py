"""How often one address may open public pages, or knock at the back office.

Generous, because a whole town can share one address.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

BURST = 120
PER_SECOND = 2.0
# Who types short codes has a few to type; who guesses them has millions.
SHORT_BURST = 12
SHORT_PER_SECOND = 1 / 15
DOOR_BURST = 30
DOOR_PER_SECOND = 0.2
ADDRESSES_KEPT = 10_000


class Bucket:
    """A token bucket per address, in memory; the oldest addresses are forgotten."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        burst: int = BURST,
        per_second: float = PER_SECOND,
    ) -> None:
        self._clock = clock
        self._burst, self._per_second = float(burst), per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, address: str) -> int:
        """0 when the request may pass; else after how many seconds to come back."""
        now = self._clock()
        left, since = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._per_second)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        while len(self._left) > ADDRESSES_KEPT:
            self._left.popitem(last=False)
        return 0 if allowed else int((1 - left) / self._per_second) + 1
