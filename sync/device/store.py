"""The device's own store: `campo.db`, small and precious.

    store = await FieldStore.open(ports)

One object with the verbs of all its parts; each part is a module beside this one. SQLite calls
are synchronous and durable on return; what signs, shrinks or hashes is async.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3

from sync.device.agents import Agents
from sync.device.campo_schema import campo
from sync.device.database import File
from sync.device.leftovers import LeftBehind
from sync.device.ports import CAMPO, DeviceError, DevicePorts, StorageCorrupt
from sync.device.reissue import Reissue
from sync.device.salvage import salvage

log = logging.getLogger("prancheta.store")


class FieldStore(Reissue, Agents, LeftBehind):
    """Drafts, records, numbers, photos, agents and identity of this device.

    `recovered`: the name of the damaged `campo.db` put aside at this start, or at one that was
    killed before it had brought over what could still be read; else None. Its bytes are
    `ports.storage.read_file(name)`. `salvaged`: table -> rows of it that could still be read.
    """

    def __init__(self, ports: DevicePorts, file: File) -> None:
        self.ports = ports
        self.file = file
        self.recovered: str | None = None
        self.salvaged: dict[str, int] = {}
        self._concluding = asyncio.Lock()
        self._waits_until_ms = {}
        self._start_clock()

    @classmethod
    async def open(cls, ports: DevicePorts) -> FieldStore:
        """Opens or makes `campo.db`; a damaged one is put aside and the chain goes on.

        Raises `StorageBusy`, `StorageUnavailable`, `StorageFull`.
        """
        await ports.storage.open()
        path = f"{ports.storage.root}/{CAMPO}"
        try:
            file = File(path, campo)
        except StorageCorrupt:
            await ports.storage.quarantine(CAMPO)
            file = File(path, campo)
        store = cls(ports, file)
        try:
            store.recovered = await store._put_aside()
            await store._reconcile(campo_lost=store.recovered is not None)
            if store.recovered is not None:
                await store._salvage(store.recovered)
            await store._sweep_blobs()
        except BaseException:
            file.close()
            raise
        return store

    async def _put_aside(self) -> str | None:
        """The newest damaged file whose rows have not been brought over yet."""
        names = await self.ports.storage.list_quarantine()
        newest = next((n for n in reversed(names) if n.startswith(f"{CAMPO}.")), None)
        return newest if newest != self.meta("salvaged_from") else None

    async def _salvage(self, name: str) -> None:
        """Brings over what can still be read. Where that fails, the device goes on without it and
        tries again at the next start."""
        try:
            self.salvaged = await salvage(self.ports, self.file, name)
            await self._keep_what_stays()
            self._advance_past_records()
            self.set_meta("salvaged_from", name)
        except (DeviceError, OSError, sqlite3.Error):
            log.exception("what is left in %s could not be brought over", name)

    def close(self) -> None:
        self.file.close()
