"""Where the device is: sought in the background, so that nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Any

from sync.device.ports import DeviceError, Fix

log = logging.getLogger("prancheta.flows")

FIX_OLD = timedelta(minutes=2)


class Whereabouts:
    """`seek()` when a screen opens that will need it; `as_place()` is what is known by then."""

    def __init__(self, ports: Any) -> None:
        self.ports = ports
        self._fix: Fix | None = None
        self._seeking: asyncio.Task[None] | None = None

    @property
    def fix(self) -> Fix | None:
        """The last position, unless the device may have moved on since."""
        if self._fix and abs(self.ports.clock.now() - self._fix.at) > FIX_OLD:
            return None
        return self._fix

    def seek(self) -> None:
        if self.fix is None and (self._seeking is None or self._seeking.done()):
            self._seeking = asyncio.create_task(self._seek())

    async def soon(self, within_s: float) -> Fix | None:
        """The position, waited for so long at most."""
        if self.fix is None and self._seeking and not self._seeking.done():
            await asyncio.wait({self._seeking}, timeout=within_s)
        return self.fix

    def as_place(self, text: str = "") -> dict[str, Any]:
        """The `place` of a record (see `sync.records.bodies_roadside.PLACE`)."""
        fix = self.fix
        return {
            "text": text,
            "latitude": fix.latitude if fix else None,
            "longitude": fix.longitude if fix else None,
            "accuracy_m": fix.accuracy_m if fix else None,
            "fixed_at": fix.at.isoformat(timespec="seconds") if fix else None,
            "mocked": bool(fix and fix.mocked),
        }

    async def _seek(self) -> None:
        try:
            self._fix = await self.ports.place.locate()
        except DeviceError:
            pass  # the record says that there was none
        except Exception:
            log.exception("no place")
