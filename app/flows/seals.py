"""A selo of this device as it is shown and printed: whether it still counts, and of which vehicle.

Its vistoria may be on another device: a selo that was issued again stands on its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.flows.desk import Desk
from sync.device.errors import RecordMissing
from sync.records import seal
from sync.records.canonical import b64url_bytes
from sync.records.short_code import short_code

VALID, PROVISIONAL = "valido", "provisorio"
ANNULLED, CANCELLED, EXPIRED = "anulado", "cancelado", "vencido"
WORDS = {
    VALID: "VÁLIDO ATÉ", PROVISIONAL: "APROVADO COM EXIGÊNCIA ATÉ", ANNULLED: "ANULADO",
    CANCELLED: "CANCELADO", EXPIRED: "VENCIDO EM",
}


@dataclass(frozen=True)
class ShownSeal:
    """`kept`, `vistoria`: `KeptRecord`s of the store, the vistoria None where it is not here;
    `state`: one of the words above; `vehicle`: all that is known of it here."""

    kept: Any
    vistoria: Any | None
    state: str
    replaced_by: int | None
    vehicle: dict[str, Any]

    @property
    def record(self) -> dict[str, Any]:
        return self.kept.record

    @property
    def body(self) -> dict[str, Any]:
        return self.kept.body

    @property
    def serial(self) -> int:
        return self.body["serial"]

    @property
    def plate(self) -> str:
        return self.body["vehicle"]["plate"]

    @property
    def stands(self) -> bool:
        """Whether it may be shown and handed out as good."""
        return self.state in (VALID, PROVISIONAL)

    @property
    def provisional(self) -> bool:
        return is_provisional(self.record)

    @property
    def short_code(self) -> str:
        return short_code(b64url_bytes(self.body["payload"]))

    @property
    def above(self) -> str:
        """The address of what it hangs on: its vistoria, else its vehicle."""
        return f"/registro/{self.vistoria.id}" if self.vistoria else f"/veiculo/{self.plate}"


def shown_seal(desk: Desk, record_id: str) -> ShownSeal:
    """The selo of this id, or the newest of the vistoria of this id.

    Raises `RecordMissing`, also for a vistoria with none.
    """
    kept = desk.store.record(record_id)
    if kept.kind == "vistoria":
        kept = next(iter(seals_of(desk.store, kept)), None)
    if kept is None or kept.kind != "selo":
        raise RecordMissing("Esta vistoria não tem selo.")
    try:
        vistoria = desk.store.record(kept.body["vistoria"])
    except RecordMissing:
        vistoria = None
    state, replaced_by = _state(desk, kept, vistoria)
    return ShownSeal(kept, vistoria, state, replaced_by, _vehicle(desk, kept, vistoria))


def seals_of(store: Any, vistoria: Any) -> list[Any]:
    """The selos of a vistoria that are of this device, the newest first."""
    vehicle = vistoria.body["vehicle"]["id"]
    return [
        other for other in store.records(kind="selo", vehicle=vehicle)
        if other.body["vistoria"] == vistoria.id
    ]


def is_provisional(selo: dict[str, Any]) -> bool:
    """Whether a `selo` record says that something is still to be put right."""
    payload, _, _ = seal.unpack(b64url_bytes(selo["body"]["payload"]))
    return payload.status == "provisorio"


def _state(desk: Desk, kept: Any, vistoria: Any | None) -> tuple[str, int | None]:
    known = desk.cadastro.selo(kept.body["serial"])
    told = known["status"] if known and known.get("record") == kept.id else "valido"
    if kept.annulled_by or (vistoria and vistoria.annulled_by) or told == "anulado":
        return ANNULLED, None
    if kept.revoked_by:
        return CANCELLED, desk.store.record(kept.revoked_by).body["replaced_by"]
    if told == "revogado":
        return CANCELLED, None
    if kept.body["valid_until"] < desk.today().isoformat():
        return EXPIRED, None
    return (PROVISIONAL if is_provisional(kept.record) else VALID), None


def _vehicle(desk: Desk, kept: Any, vistoria: Any | None) -> dict[str, Any]:
    """As inspected, with what only the registry has."""
    registered = desk.cadastro.vehicle(kept.body["vehicle"]["id"]) or {}
    inspected = vistoria.body["vehicle"] if vistoria else {}
    told = {name: value for name, value in registered.items() if value not in (None, "")}
    return {**inspected, **told, **kept.body["vehicle"]}
