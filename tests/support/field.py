"""A device in the field and its town, joined by a wire that breaks on command."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from app.device.native import NativeStorage
from sync.device.cadastro import Cadastro
from sync.device.client import SyncClient
from sync.device.conclusion import PendingAttachment, PendingRecord
from sync.device.state import SyncState
from sync.device.store import FieldStore
from tests.support.device import (
    AGENT,
    RULEBOOK,
    SettableClock,
    device_ports,
    photo_bytes,
    vistoria_body,
)
from tests.support.town import Line, Town, Wire

VAN = "0192f0c1-0000-7000-8000-000000000001"


class Field:
    """One device. `restart` ends its process; `states` is what its screens saw."""

    def __init__(self, folder: Path, town: Town, clock: SettableClock) -> None:
        self.folder, self.town, self.clock = folder, town, clock
        self.wire = Wire(town)
        self.states: list[SyncState] = []
        self.slept_s: list[float] = []

    async def open(self) -> Field:
        self.ports = device_ports(self.folder, self.clock, network=Line(self.wire))
        self.store = await FieldStore.open(self.ports)
        self.cadastro = await Cadastro.open(self.ports, self.store)
        self.client = SyncClient(
            self.ports, self.store, self.cadastro, sleep=self._sleep, chance=lambda: 0.5
        )
        self.client.subscribe(self.states.append)
        return self

    async def _sleep(self, seconds: float) -> None:
        self.slept_s.append(seconds)
        await asyncio.sleep(0)

    async def close(self) -> None:
        await self.client.close()
        self.cadastro.close()
        self.store.close()
        storage = self.ports.storage
        assert isinstance(storage, NativeStorage)
        storage.close()

    async def restart(self) -> None:
        await self.close()
        await self.open()

    async def enrol(self) -> None:
        await self.client.enrol(self.town.new_code(), "Tablet 1")

    def breaks(self, fault: Callable[[int, httpx.Request], str | None] | None = None) -> None:
        """From now on the wire does as `fault` says, its numbers beginning at 0; None: mended."""
        self.wire.seen.clear()
        self.wire.fault = fault or (lambda number, request: None)

    async def inspects(self, result: str = "aprovado", photo: bytes | None = None) -> list[dict]:
        """Concludes a vistoria with one photo, and its selo when approved."""
        draft = self.store.create_draft(agent="1001", rulebook=RULEBOOK)
        digest = await self.store.add_draft_photo(draft.id, "14-I", photo or photo_bytes())
        body: Any = vistoria_body(result, photos=(digest,), id=VAN)
        for one in body["verdict"]["exigencias"]:
            one["id"] = draft.id.replace("-7", "-8", 1)
        pending = [PendingRecord("vistoria", body, (PendingAttachment(digest=digest),))]
        if result == "aprovado":
            pending.append(await self.store.prepare_selo(draft.id, body))
        return await self.store.conclude(draft.id, pending, AGENT)
