"""How many public pages one address may open: generous, because a whole town can share one."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

BURST = 120
PER_SECOND = 2.0
ADDRESSES_KEPT = 10_000


class Bucket:
    """A token bucket per address, in memory; the oldest addresses are forgotten."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, address: str) -> int:
        """0 when the request may pass; else after how many seconds to come back."""
        now = self._clock()
        left, since = self._left.pop(address, (float(BURST), now))
        left = min(float(BURST), left + (now - since) * PER_SECOND)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        while len(self._left) > ADDRESSES_KEPT:
            self._left.popitem(last=False)
        return 0 if allowed else int((1 - left) / PER_SECOND) + 1
