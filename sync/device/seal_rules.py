"""What the device never lets a selo be: back-dated, a second one of a vistoria, a second
replacement of an earlier one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sync.device.chain import Identity
from sync.device.errors import (
    AlreadyAnnulled,
    AlreadyReplaced,
    AlreadySealed,
    SealBeforeList,
    SealDateBack,
)
from sync.device.list_floor import ListFloor

if TYPE_CHECKING:
    from sync.device.conclusion import PendingRecord

_STANDS = "id NOT IN (SELECT record FROM refused)"


class SealRules(Identity, ListFloor):
    """The part of the store that looks at the seals of a batch before it is signed."""

    def _check_seals(self, pending: list[PendingRecord]) -> None:
        self._check_annulments(pending)
        replaced = {
            (item.body["serial"], item.body["replaced_by"])
            for item in pending
            if item.kind == "revogacao"
        }
        for serial, _ in replaced:
            if self.revoked_here(serial):
                raise AlreadyReplaced
        first: set[str] = set()
        for item in pending:
            if item.kind != "selo":
                continue
            body = item.body
            self._check_selo_day(self._day_of(body))
            if (earlier := body.get("replaces")) is not None:
                if (earlier, body["serial"]) not in replaced:
                    raise ValueError("a seal that replaces another comes with its revogacao")
            elif body["vistoria"] in first or self._sealed(body["vistoria"]):
                raise AlreadySealed
            else:
                first.add(body["vistoria"])

    def revoked_here(self, serial: int) -> bool:
        """Whether this device has revoked this seal of the municipality before."""
        return bool(
            self.file.value(
                "SELECT 1 FROM records WHERE kind = 'revogacao' "
                "AND json_extract(CAST(bytes AS TEXT), '$.body.serial') = ? "
                f"AND json_extract(CAST(bytes AS TEXT), '$.municipality') = ? AND {_STANDS}",
                (serial, self.town()),
            )
        )

    def _sealed(self, vistoria: str) -> bool:
        """Whether this device has issued a selo of this vistoria that was not annulled."""
        return bool(
            self.file.value(
                "SELECT 1 FROM records WHERE kind = 'selo' AND refers_to = ? AND id NOT IN "
                "(SELECT refers_to FROM records WHERE kind = 'anulacao' AND refers_to NOT NULL) "
                f"AND {_STANDS}",
                (vistoria,),
            )
        )

    def _day_of(self, selo: dict[str, Any]) -> str:
        """The day that the clock answers for: a replacement keeps the day of the inspection, and
        is issued today."""
        if selo.get("replaces") is None:
            return selo["inspected_on"]
        today = self.today()
        if selo["inspected_on"] > today:
            raise SealDateBack(today, selo["inspected_on"])
        return today

    def _check_selo_day(self, day: str) -> None:
        """Never before the last selo, nor before what the municipality has signed: the clock that
        says so is wrong."""
        last = self._last_selo()
        if last and day < last["day"]:
            raise SealDateBack(day, last["day"])
        list_day = self.newest_list_day()
        if list_day and day < list_day:
            raise SealBeforeList(day, list_day)

    def _check_annulments(self, pending: list[PendingRecord]) -> None:
        for item in pending:
            if item.kind == "anulacao" and self.file.value(
                "SELECT 1 FROM records WHERE kind = 'anulacao' AND refers_to = ? "
                f"AND {_STANDS}",
                (item.body["annuls"],),
            ):
                raise AlreadyAnnulled
