"""Room on the device: what the server already holds gives way before an inspector has to."""

from __future__ import annotations

from typing import Any

# Of what the browser or the system grants. Above this, sent photos leave the device; they stay on
# the server and in the record, which holds their hashes.
TIGHT_PERCENT = 60


class Housekeeping:
    """Frees room after a sync when the device runs short of it."""

    def __init__(self, store: Any, storage: Any) -> None:
        self.store, self.storage = store, storage

    async def tidy(self) -> int:
        """Bytes freed; 0 while there is room. Nothing unsent is ever touched; what no record and no
        draft names any more goes in any case."""
        await self.store.drop_left_out()
        used, quota = await self.storage.estimate()
        if quota <= 0 or used * 100 < quota * TIGHT_PERCENT:
            return 0
        return await self.store.free_space()
