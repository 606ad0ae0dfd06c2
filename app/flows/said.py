"""What was just done, in a line that goes by itself, and perhaps the way back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from app.flows.observed import Observed

STAYS_S = 3.0
STAYS_WITH_UNDO_S = 6.0


class Said(Observed):
    """`say("Foto apagada", undo=…)`; the screens show `words` above their bottom bar."""

    def __init__(self) -> None:
        self.words = ""
        self.undo: Callable[[], object] | None = None
        self._going: asyncio.Task[None] | None = None

    def say(self, words: str, undo: Callable[[], object] | None = None) -> None:
        """Takes the place of what was said before."""
        self._stay()
        self.words, self.undo = words, undo
        stays = STAYS_WITH_UNDO_S if undo else STAYS_S
        self._going = asyncio.get_running_loop().create_task(self._go(stays))
        self.changed()

    def take_back(self) -> None:
        """Undoes it, once."""
        undo = self.undo
        self.clear()
        if undo:
            undo()

    def clear(self) -> None:
        self._stay()
        if self.words:
            self.words, self.undo = "", None
            self.changed()

    def _stay(self) -> None:
        if self._going:
            self._going.cancel()
            self._going = None

    async def _go(self, stays_s: float) -> None:
        await asyncio.sleep(stays_s)
        self._going = None
        self.clear()
