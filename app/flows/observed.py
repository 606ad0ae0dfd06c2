"""What a screen may watch. A flow changes its own fields in a verb and then says `changed()`.

Each small thing that is drawn on its own (one item of the checklist, the progress line) is an
`Observed` of its own, so that a tap redraws that thing and nothing around it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

TURNS_TO_DRAW = 2  # of the event loop: the drawing task wakes in the first


class Observed:
    """Calls whoever watches it. Listeners run in the order in which they came."""

    version = 0  # how many times it changed: tells a late watcher that it missed something
    _listeners = None

    def watch(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Calls `listener()` at every change, until the returned function is called."""
        if self._listeners is None:
            self._listeners = []
        self._listeners.append(listener)

        def stop() -> None:
            if self._listeners and listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    def changed(self) -> None:
        self.version += 1
        for listener in list(self._listeners or ()):
            listener()


async def drawn() -> None:
    """Lets the screen draw what has changed up to here: its turn comes before ours."""
    for _ in range(TURNS_TO_DRAW):
        await asyncio.sleep(0)
