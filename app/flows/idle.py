"""A shared tablet left on a bench: after a while without a touch it asks for the PIN again.

Locking closes nothing: answers are saved already, drafts and what was typed stay, and after the
PIN one is where one was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any


class IdleLock:
    """`touched()` at every touch; `check()` now and then, and on coming back to the app."""

    AFTER_S = 15 * 60
    TICK_S = 15

    def __init__(
        self,
        clock: Any,
        session: Any,
        *,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.clock, self.session, self.sleep = clock, session, sleep
        self._wall: datetime = clock.now()
        self._monotonic_ms = clock.monotonic_ms()

    def touched(self) -> None:
        self._wall, self._monotonic_ms = self.clock.now(), self.clock.monotonic_ms()

    def idle_s(self) -> float:
        """Seconds since the last touch. The larger of two clocks: one may stand still while the
        device sleeps, the other may be set back."""
        steady = (self.clock.monotonic_ms() - self._monotonic_ms) / 1000
        return max(steady, (self.clock.now() - self._wall).total_seconds())

    def check(self) -> bool:
        """Locks if it is time; says whether it did."""
        if self.session.agent is None or self.idle_s() < self.AFTER_S:
            return False
        self.session.lock()
        return True

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await self.sleep(self.TICK_S)
            self.check()
