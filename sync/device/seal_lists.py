"""The municipality's signed seal lists on the device, and what they say of a selo that was read."""

from __future__ import annotations

import logging
from typing import Any

from sync.device.base import instant
from sync.device.database import File
from sync.device.ports import DevicePorts
from sync.device.store import FieldStore
from sync.records import lists
from sync.records.canonical import b64url_bytes
from sync.records.check import SealCheck, Vehicle, check_async, serial_claimed
from sync.records.lists import ListError, SealLists

log = logging.getLogger("prancheta.listas")


class ListKeeper:
    """The part of the registry that keeps the lists. They are no entities of the feed: a pull only
    tells their numbers, and a registry that starts over keeps them."""

    ports: DevicePorts
    file: File
    store: FieldStore | None
    lists_refused: dict[str, dict[str, str]]
    """kind → {"code", "message"} of a list that was not taken, until a good one comes"""
    _lists_read: tuple[Any, SealLists | None] | None = None

    def list_number(self, kind: str) -> int:
        """The number of the list that is here; 0 if none."""
        return self._of_list(kind, "number") or 0

    async def keep_list(self, kind: str, data: bytes) -> None:
        """Keeps a list from the server, once it is verified and not older than any before.
        ListError; what was here stays then."""
        found, signature, signed = lists.parse_list(kind, data)
        if found.municipality != self._town():
            raise ListError("list.municipality", str(found.municipality))
        if not await self.ports.keys.verify(self._root(), signature, signed):
            raise ListError("list.signature")
        assert self.store is not None
        lists.refuse_rollback(
            max(self.list_number(kind), self.store.list_number(kind)), found.number
        )
        with self.file.transaction() as db:
            db.execute(
                "INSERT OR REPLACE INTO seal_lists (municipality, kind, number, issued_at, bytes) "
                "VALUES (?, ?, ?, ?, ?)",
                (found.municipality, kind, found.number, instant(found.issued_at), data),
            )
        await self.store.note_list(kind, found.number, found.issued_at)
        self.lists_refused.pop(kind, None)

    def refuse_list(self, kind: str, error: ListError) -> None:
        """Notes that a list was not taken: what is here grows old, and âmbar says so."""
        log.warning("seal list %s refused: %s", kind, error.message)
        self.lists_refused[kind] = {"code": error.code, "message": error.message}

    async def seal_lists(self) -> SealLists | None:
        """Both lists, verified once a run; None until both are here."""
        mark = (self._town(), *(self.list_number(kind) for kind in lists.KINDS))
        if self._lists_read is None or self._lists_read[0] != mark:
            self._lists_read = (mark, await self._read_lists())
        return self._lists_read[1]

    async def check_seal(self, text: str, expected_vehicle: Vehicle | None = None) -> SealCheck:
        """What is to be said of a scanned text, with no signal. `expected_vehicle`: {"plate",
        "chassis_tail"} of the vehicle at hand, where it is known. Never raises for what was read.
        """
        identity = (self.store.device_identity() if self.store else None) or {}
        claimed, registered = serial_claimed(text), None
        if claimed is not None and claimed[0] == self._town():
            known = self.selo(claimed[1]) or {}
            names = ("plate", "inspected_on", "valid_until", "status")
            registered = {name: known[name] for name in names} if known else None
        return await check_async(
            text,
            await self.seal_lists(),
            self.ports.clock.now(),
            identity.get("public_base"),
            expected_vehicle,
            registered=registered,
            verify=self.ports.keys.verify,
        )

    async def _read_lists(self) -> SealLists | None:
        found = {}
        try:
            for kind in lists.KINDS:
                data = self._of_list(kind, "bytes")
                if data is None:
                    return None
                found[kind], signature, signed = lists.parse_list(kind, data)
                if not await self.ports.keys.verify(self._root(), signature, signed):
                    raise ListError("list.signature")
            return lists.paired(found["trust"], found["revocation"])
        except ListError as error:
            log.error("the seal lists that were kept cannot be read: %s", error.message)
            return None

    def _of_list(self, kind: str, column: str) -> Any:
        return self.file.value(
            f"SELECT {column} FROM seal_lists WHERE municipality = ? AND kind = ?",
            (self._town(), kind),
        )

    def _town(self) -> int | None:
        return self.store.town() if self.store else None

    def _root(self) -> bytes:
        identity = (self.store.device_identity() if self.store else None) or {}
        return b64url_bytes(identity.get("root_public_key", ""))

    def selo(self, serial: int) -> dict[str, Any] | None:
        raise NotImplementedError
