"""A camera that sees what a test puts before it, and a place that is known or not."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime

from app.device.native import NativeScan
from sync.device.ports import Fix, PlaceUnknown, Scanned


@dataclass
class Camera(NativeScan):
    """`before`: the texts of the codes in view, an error to raise, or None: the person gave up."""

    before: tuple[str, ...] | Exception | None = None
    has_live: bool = True
    opened: list[tuple] = field(default_factory=list)

    async def live(self, title, wanted="", look="automatico", scale=1.0) -> Scanned | None:
        self.opened.append((title, wanted, look, scale))
        if isinstance(self.before, Exception):
            raise self.before
        return Scanned(self.before, "camera") if self.before else None


@dataclass
class Satellites:
    """`after_s` None: no fix ever comes."""

    after_s: float | None = 0
    at: datetime = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    asked: int = 0

    async def locate(self, timeout_s: float = 15) -> Fix:
        self.asked += 1
        if self.after_s is None:
            raise PlaceUnknown
        await asyncio.sleep(self.after_s)
        return Fix(-22_959_712, -44_040_871, 8, self.at)
