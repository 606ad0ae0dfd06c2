"""Whether the device's date and hour can be trusted, where a record is about to be made of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from app.flows import words
from app.flows.observed import Observed

CLOCK_OFF_MS = 600_000  # what the server, too, takes for a wrong clock
BACK_TOLERANCE = timedelta(minutes=2)


class ClockAsked(Observed):
    """What is concluded only when the clock is beyond doubt, or somebody has said that it is
    right."""

    desk: Any
    clock_accepted = False

    def clock_doubt(self) -> str:
        """Why the date may be wrong; empty when nothing speaks against it."""
        raise NotImplementedError

    def clock_stands(self) -> bool:
        return self.clock_accepted or not self.clock_doubt()

    def accept_clock(self, accepted: bool) -> None:
        self.clock_accepted = accepted
        self.changed()


def clock_doubt(desk: Any, zone: str, earlier: Iterable[tuple[datetime, str]]) -> str:
    """Why the clock may be wrong, a sentence; empty when nothing speaks against it. `earlier`: what
    is known to lie before now, each with its name."""
    now = desk.now()
    shows = f"O relógio do aparelho marca {words.moment(now, zone)}"
    for moment, what in earlier:
        if moment - now > BACK_TOLERANCE:
            return f"{shows}, antes de {what} ({words.moment(moment, zone)})."
    if desk.store.clock_went_back():
        return f"{shows}, antes de uma hora que ele já mostrou."
    offset_ms = desk.store.meta("server_offset_ms") or 0
    if abs(offset_ms) > CLOCK_OFF_MS:
        right = now + timedelta(milliseconds=offset_ms)
        return f"{shows}; pelo último contato com o servidor seriam {words.moment(right, zone)}."
    return ""
