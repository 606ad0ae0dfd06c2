"""The `leitura` of a selo that was read: noted at once, signed when it was compared or left."""

from __future__ import annotations

import logging
from typing import Any

from sync.device.conclusion import PendingRecord
from sync.device.errors import DeviceRevoked, NotEnrolled
from sync.device.ports import DeviceError, KeyMissing
from sync.records.canonical import b64url
from sync.records.errors import SealError
from sync.records.seal import packed_from_digits, unpack

log = logging.getLogger("prancheta.flows")

WAITING = "leitura_waiting"
"""Name in the store's meta of what was read and is not signed yet: {"id", "agent", "body",
"device"}."""

NEVER = (NotEnrolled, DeviceRevoked, KeyMissing)
"""This device will not conclude it, today or tomorrow."""


def seal_claimed(text: str) -> tuple[bytes | None, int | None]:
    """(91 bytes, serial) that a scanned text holds; (91 bytes, None) where they make no sense to
    this version, (None, None) where it is no seal at all."""
    try:
        packed = packed_from_digits(text.strip().rpartition("/")[2])
    except SealError:
        return None, None
    try:
        return packed, unpack(packed)[0].serial
    except SealError:
        return packed, None


def leitura_body(reading: Any, place: dict[str, Any], stop: str | None = None) -> dict[str, Any]:
    """The body of the `leitura` of a `Reading` (see `sync.records.bodies_roadside`)."""
    check = reading.check
    packed, claimed = seal_claimed(reading.text)
    return {
        "read_at": reading.read_at,
        "by": reading.by,
        "payload": b64url(packed) if packed and claimed is not None else None,
        "serial": reading.serial,
        "colour": check.colour,
        "reason": check.reason,
        "data_at": check.data_at.isoformat(timespec="seconds") if check.data_at else None,
        "compared": reading.compared,
        "plate_seen": reading.plate_seen,
        "chassis_tail_seen": reading.chassis_tail_seen,
        "place": place,
        "stop": stop,
    }


class ReadingBook:
    """The one `leitura` that waits, in the store too, so that a dead battery does not lose it."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.waiting: dict[str, Any] | None = store.meta(WAITING)

    async def note(self, waiting: dict[str, Any]) -> None:
        """Raises what will keep it from ever being written: one of NEVER."""
        if problem := await self.store.conclusion_problem():
            raise problem
        self.waiting = {**waiting, "device": self._device()}
        try:
            self.store.set_meta(WAITING, self.waiting)
        except DeviceError as error:
            log.warning("a reading waits in memory only: %s", error)

    async def write(self, place: dict[str, Any] | None = None) -> bool:
        """Signs and keeps what waits; `place` where it is known by now. False: nothing waited.
        Raises `DeviceError`; unless one of NEVER, it still waits then."""
        waiting = self.waiting
        if waiting is None:
            return False
        if waiting["device"] != self._device():  # enrolled anew since: perhaps at another town
            self._forget()
            return False
        body = {**waiting["body"], "place": place} if place else waiting["body"]
        if self.store.find_record(waiting["id"]) is None:
            pending = PendingRecord("leitura", body, id=waiting["id"])
            try:
                await self.store.conclude(None, [pending], waiting["agent"])
            except NEVER:
                self._forget()
                raise
        self._forget()
        return True

    def _device(self) -> str:
        return ((self.store.device_identity() or {}).get("device") or {}).get("id", "")

    def _forget(self) -> None:
        self.waiting = None
        try:
            self.store.set_meta(WAITING, None)
        except DeviceError as error:  # written already: the next start finds its record
            log.warning("a reading is still noted as waiting: %s", error)
