"""Room on the device is made from what the server already holds."""

from __future__ import annotations

from app.flows.housekeeping import Housekeeping
from app.flows.sync_status import SyncLoop
from sync.device.state import SyncState


class Storage:
    def __init__(self, used: int, quota: int) -> None:
        self.numbers = used, quota

    async def estimate(self) -> tuple[int, int]:
        return self.numbers


class Store:
    freed = left_out = 0

    async def drop_left_out(self) -> int:
        self.left_out += 1
        return 0

    async def free_space(self) -> int:
        self.freed += 1
        return 1_000


async def test_sent_photos_leave_a_device_that_runs_short_of_room():
    store = Store()
    assert await Housekeeping(store, Storage(used=70, quota=100)).tidy() == 1_000
    assert store.freed == 1


async def test_photos_stay_while_there_is_room_or_nobody_can_say():
    store = Store()
    assert await Housekeeping(store, Storage(used=50, quota=100)).tidy() == 0
    assert await Housekeeping(store, Storage(used=50, quota=0)).tidy() == 0
    assert (store.freed, store.left_out) == (0, 2)


async def test_the_loop_tidies_only_once_everything_is_sent():
    tidied = []

    class Sync:
        state = SyncState(pending_records=1)
        retry_in_s = 5.0

        async def sync(self) -> SyncState:
            return self.state

    async def tidy() -> None:
        tidied.append(True)

    loop = SyncLoop(Sync(), lambda: True, tidy=tidy)
    await loop.once()
    assert tidied == []
    Sync.state = SyncState()
    await loop.once()
    assert tidied == [True]
