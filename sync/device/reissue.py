"""A selo issued again, because the earlier one was lost, damaged, or went with the windscreen.

One batch: a `revogacao` of the earlier serial and a `selo` of the same vistoria, with the same
dates, a new number, and `replaces`. It takes a seal of this device's own records or one that only
the registry knows, of another device.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from sync.device.book import Book, KeptRecord
from sync.device.conclusion import Conclusion, PendingRecord
from sync.device.errors import AlreadyReplaced, SealNotReissuable
from sync.device.ports import DeviceError
from sync.records import seal
from sync.records.canonical import b64url, b64url_bytes
from sync.records.categories import category_of
from sync.records.ids import is_uuid7

REASONS = ("perdido", "danificado", "vidro_trocado", "outro")


@dataclass(frozen=True)
class EarlierSeal:
    """What is known of the seal to be replaced. Days ISO; `vehicle` {"id", "plate",
    "chassis_tail"}; `status` "valido", "anulado" or "revogado"; `vistoria` "" and `record` None
    where they are not known; `of_blocked_device`: revoked with the device that issued it."""

    serial: int
    vehicle: dict[str, str]
    service: str
    inspected_on: str
    valid_until: str
    provisional: bool
    vistoria: str
    record: str | None
    status: str = "valido"
    of_blocked_device: bool = False

    @classmethod
    def of_record(cls, record: dict[str, Any], status: str = "valido") -> EarlierSeal:
        """Of a `selo` record of this device."""
        body = record["body"]
        payload, _, _ = seal.unpack(b64url_bytes(body["payload"]))
        return cls(
            serial=body["serial"],
            vehicle=dict(body["vehicle"]),
            service=body["service"],
            inspected_on=body["inspected_on"],
            valid_until=body["valid_until"],
            provisional=payload.status == "provisorio",
            vistoria=body["vistoria"],
            record=record["id"],
            status=status,
        )

    @classmethod
    def of_registry(cls, selo: dict[str, Any]) -> EarlierSeal:
        """Of the registry's `selo`; what an older server did not tell is empty."""
        vistoria, record = selo.get("vistoria") or "", selo.get("record")
        return cls(
            serial=selo["serial"],
            vehicle={
                "id": selo["vehicle"], "plate": selo["plate"],
                "chassis_tail": selo.get("chassis_tail") or "",
            },
            service=selo.get("service") or "",
            inspected_on=selo["inspected_on"],
            valid_until=selo["valid_until"],
            provisional=bool(selo.get("provisional")),
            vistoria=vistoria if is_uuid7(vistoria) else "",
            record=record if record and is_uuid7(record) else None,
            status=selo["status"],
            of_blocked_device=selo["status"] == "revogado" and "revoked_by" in selo
            and selo["revoked_by"] is None,
        )  # fmt: skip


class Reissue(Conclusion, Book):
    """The part of the store that replaces seals."""

    def own_selo(self, serial: int) -> KeptRecord | None:
        """The selo of this number that this device issued for its municipality."""
        found = self.file.value(
            "SELECT id FROM records WHERE kind = 'selo' "
            "AND json_extract(CAST(bytes AS TEXT), '$.body.serial') = ? "
            "AND json_extract(CAST(bytes AS TEXT), '$.municipality') = ? ORDER BY rowid DESC",
            (serial, self.town()),
        )
        return self.record(found) if found else None

    def reissue_refusal(self, earlier: EarlierSeal) -> DeviceError | None:
        """Why this seal cannot be issued again, apart from numbers and the device's own state."""
        if earlier.status == "anulado":
            return SealNotReissuable("foi anulado", "Faça outra vistoria.")
        if self.revoked_here(earlier.serial):
            return AlreadyReplaced()
        if earlier.status == "revogado" and not earlier.of_blocked_device:
            return SealNotReissuable("já foi cancelado", "Mostre o selo que ficou no lugar dele.")
        if earlier.valid_until < self.today():
            day = "/".join(reversed(earlier.valid_until.split("-")))
            return SealNotReissuable(f"venceu em {day}", "Faça outra vistoria.")
        known = earlier.vistoria and earlier.service and len(earlier.vehicle["chassis_tail"]) == 6
        if not known:
            return SealNotReissuable(
                "não tem a vistoria no cadastro deste aparelho",
                "Atualize o cadastro com sinal; se ele é de antes do sistema, faça outra vistoria.",
            )
        vistoria = self.find_record(earlier.vistoria)
        if vistoria is not None and (
            self.annulled(earlier.vistoria)
            or vistoria["body"]["verdict"]["result"] != "aprovado"
        ):
            return SealNotReissuable("é de uma vistoria que não vale", "Faça outra vistoria.")
        return None

    async def prepare_reissue(
        self, earlier: EarlierSeal, reason: str, note: str = ""
    ) -> list[PendingRecord]:
        """The `revogacao` and the new `selo`, to be concluded together, with no draft.

        Raises `SealNotReissuable`, `AlreadyReplaced`, `NoNumbers`, `SealDateBack`,
        `SealBeforeList`, `DeviceRevoked`, `NotEnrolled`, `KeyMissing`, `SealError`.
        """
        if problem := await self.conclusion_problem() or self.reissue_refusal(earlier):
            raise problem
        identity = self.device_identity()
        assert identity is not None
        serial = self.next_number("selo")
        body = {
            "vistoria": earlier.vistoria,
            "serial": serial,
            "vehicle": dict(earlier.vehicle),
            "service": earlier.service,
            "inspected_on": earlier.inspected_on,
            "valid_until": earlier.valid_until,
            "replaces": earlier.serial,
        }
        self._check_selo_day(self._day_of(body))
        payload = seal.SealPayload(
            ibge=int(identity["municipality"]["ibge"]),
            serial=serial,
            plate=earlier.vehicle["plate"],
            chassis_tail=earlier.vehicle["chassis_tail"],
            inspected_on=date.fromisoformat(earlier.inspected_on),
            valid_until=date.fromisoformat(earlier.valid_until),
            category=category_of(earlier.service),
            status="provisorio" if earlier.provisional else "aprovado",
            key_id=seal.key_id(b64url_bytes(identity["public_key"])),
        )
        packed = seal.pack(payload, await self.ports.keys.sign(seal.signing_input(payload)))
        revocation = {
            "selo": earlier.record,
            "serial": earlier.serial,
            "vehicle": dict(earlier.vehicle),
            "reason": reason,
            "note": note,
            "replaced_by": serial,
        }
        return [
            PendingRecord("revogacao", revocation),
            PendingRecord("selo", {**body, "payload": b64url(packed)}),
        ]
