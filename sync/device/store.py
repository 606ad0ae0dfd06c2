"""The device's own store: `campo.db`, small and precious.

    store = await FieldStore.open(ports)

One object with the verbs of all its parts; each part is a module beside this one. SQLite calls
are synchronous and durable on return; what signs, shrinks or hashes is async.
"""

from __future__ import annotations

import asyncio

from sync.device.agents import Agents
from sync.device.book import Book
from sync.device.campo_schema import campo
from sync.device.conclusion import Conclusion
from sync.device.database import File
from sync.device.ports import CAMPO, DevicePorts, StorageCorrupt
from sync.device.salvage import salvage


class FieldStore(Conclusion, Agents, Book):
    """Drafts, records, numbers, photos, agents and identity of this device.

    `recovered`: the name of the damaged `campo.db` put aside at this start, or None; its bytes
    are `ports.storage.read_file(name)`. `salvaged`: table -> rows of it that could still be read.
    """

    def __init__(self, ports: DevicePorts, file: File, recovered: str | None = None) -> None:
        self.ports = ports
        self.file = file
        self.recovered = recovered
        self.salvaged: dict[str, int] = {}
        self._concluding = asyncio.Lock()
        self._start_clock()

    @classmethod
    async def open(cls, ports: DevicePorts) -> FieldStore:
        """Opens or makes `campo.db`; a damaged one is put aside and the chain goes on.

        Raises `StorageBusy`, `StorageUnavailable`, `StorageFull`.
        """
        await ports.storage.open()
        path = f"{ports.storage.root}/{CAMPO}"
        recovered = None
        try:
            file = File(path, campo)
        except StorageCorrupt:
            recovered = await ports.storage.quarantine(CAMPO)
            file = File(path, campo)
        store = cls(ports, file, recovered)
        try:
            await store._reconcile(campo_lost=recovered is not None)
            if recovered is not None:
                store.salvaged = await salvage(ports, file, recovered)
                store._advance_past_records()
            await store._sweep_blobs()
        except BaseException:
            file.close()
            raise
        return store

    def close(self) -> None:
        self.file.close()
