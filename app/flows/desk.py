"""What the vistoria flows share: the device's parts, the law in force, and the open drafts.

One `Desk` a page. It hands out one `VistoriaFlow` a draft and keeps it, so that leaving the
screen and coming back finds the undo and what could not be saved yet.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from app.flows import words
from app.flows.answers import LastAnswer
from app.flows.conclusion import Conclusion
from app.flows.evidence import notes_of
from app.flows.new_vehicle import NewVehicle
from app.flows.signature import MEDIA_TYPE
from app.flows.vistoria import VistoriaFlow
from app.flows.vistoria_order import REINSPECTION
from app.flows.vistoria_records import required_items, vistoria_body
from checklists import RulebookError, load_rulebook, load_rulebook_bytes
from sync.device.conclusion import PendingAttachment, PendingRecord
from sync.device.errors import DraftClosed, RecordMissing
from sync.records.ids import UUID7_FORM
from sync.records.plate import PlateError, parse_plate
from sync.records.seal import chassis_tail

ORDINARY = "ordinaria"

log = logging.getLogger("prancheta.flows")


class Desk:
    """`agent()` gives who is in: {"matricula", "name"}."""

    def __init__(
        self, ports: Any, store: Any, cadastro: Any, agent: Callable[[], dict[str, Any] | None]
    ) -> None:
        self.ports, self.store, self.cadastro, self.agent = ports, store, cadastro, agent
        self.new_vehicle = NewVehicle()
        self._rulebooks: dict[str, Any] = {}
        self._flows: dict[str, VistoriaFlow] = {}
        self._conclusions: dict[str, Conclusion] = {}
        self._stops: Any = None

    @property
    def stops(self) -> Any:
        """What happens at the roadside (`app.flows.roadside.stops.Stops`), read when first asked
        for, so that opening the app does not wait for it."""
        if self._stops is None:
            from app.flows.roadside.stops import Stops

            self._stops = Stops(self)
        return self._stops

    # ---- the day and the law ---------------------------------------------------------------

    def now(self) -> datetime:
        return self.ports.clock.now()

    def today(self) -> date:
        return words.today(self.now(), self.rulebook().municipality.timezone)

    def municipality(self) -> dict[str, Any]:
        return (self.store.device_identity() or {}).get("municipality") or {}

    def rulebook(self) -> Any:
        """The law in force here: the one that came with the last sync, else the packaged one
        (also when the server's is written for a newer app)."""
        name = self.municipality()["rulebook"]
        data = self.cadastro.rulebook(name)
        if data:
            try:
                return self._loaded(data)
            except RulebookError as error:
                log.error("the server's rulebook is not readable here: %s", error)
        return load_rulebook(name)

    def rulebook_of(self, record_id: str) -> Any:
        """The law that a vistoria was made under, while this device has it; else the one now."""
        data = self.store.draft_rulebook(record_id)
        return self._loaded(data) if data else self.rulebook()

    def law_of(self, record: dict[str, Any]) -> Any:
        """The law that a record was made under, while this device has it; else the one now."""
        named = record.get("rulebook") or {}
        data = self.store.rulebook_bytes(named.get("sha256", ""))
        return self._loaded(data) if data else self.rulebook()

    def _loaded(self, data: bytes) -> Any:
        key = str(hash(data))
        if key not in self._rulebooks:
            self._rulebooks[key] = load_rulebook_bytes(data)
        return self._rulebooks[key]

    def fresh_form(self) -> None:
        self.new_vehicle = NewVehicle()

    # ---- drafts ----------------------------------------------------------------------------

    def draft_of(self, vehicle_id: str, plate: str = "") -> Any | None:
        """The open draft on this vehicle, whoever began it."""
        key = _plate_key(plate)
        for draft in self.store.drafts():
            vehicle = draft.fields.get("vehicle") or {}
            if draft.kind != "vistoria":
                continue
            if vehicle.get("id") == vehicle_id or (key and _plate_key(vehicle["plate"]) == key):
                return draft
        return None

    def start(self, vehicle: dict[str, Any], mode: str = ORDINARY) -> str:
        """Begins a vistoria; a vehicle that has a draft already gets that one. Gives its id."""
        open_draft = self.draft_of(vehicle["id"], vehicle["plate"])
        if open_draft:
            return open_draft.id
        exigencias = self.open_exigencias(vehicle["id"])
        rulebook = self.rulebook()
        rulebook.checklist(vehicle["service"])  # says which services there are, if it is none
        last = self.last_vistoria(vehicle["id"])
        previous = last["id"] if last else ((vehicle.get("last_vistoria") or {}).get("id"))
        draft = self.store.create_draft(
            agent=self.agent()["matricula"],
            kind="vistoria",
            rulebook=rulebook,
            fields={
                "vehicle": draft_vehicle(vehicle),
                "service": vehicle["service"],
                "mode": mode,
                "previous": previous if UUID7_FORM.fullmatch(previous or "") else None,
                "started_at": self.now().isoformat(timespec="seconds"),
                "exigencias": exigencias,
            },
        )
        return draft.id

    def open(self, draft_id: str) -> VistoriaFlow:
        """The flow of an open draft, the same one each time."""
        flow = self._flows.get(draft_id)
        if flow is None:
            draft = self.store.draft(draft_id)
            data = self.store.draft_rulebook(draft_id)
            rulebook = self._loaded(data) if data else self.rulebook()
            fields = draft.fields
            exigencias = fields.get("exigencias") or []
            flow = VistoriaFlow(
                self.store,
                draft_id,
                rulebook,
                fields,
                draft.answers,
                now=self.now,
                last_answers=self.last_answers(fields["vehicle"]["id"]),
                open_exigencias=exigencias,
                required=required_items(rulebook, fields, self.today()),
            )
            self._flows[draft_id] = flow
        return flow

    def conclusion(self, draft_id: str) -> Conclusion:
        if draft_id not in self._conclusions:
            self._conclusions[draft_id] = Conclusion(self.open(draft_id), self)
        return self._conclusions[draft_id]

    def forget(self, draft_id: str) -> None:
        """Drops the flow of a draft that was concluded or put away."""
        self._flows.pop(draft_id, None)

    def discard(self, draft_id: str) -> None:
        self.store.discard_draft(draft_id)
        self.forget(draft_id)
        self._conclusions.pop(draft_id, None)

    def totals(self, draft: Any) -> tuple[int, int]:
        """(answered, total) of a draft, for the lists that show it."""
        progress = self.open(draft.id).progress
        return progress.answered, progress.total

    async def write_vistoria(self, conclusion: Conclusion, verdict: Any, on: date) -> str:
        """Signs and keeps the vistoria and, when it passed, its selo; gives the vistoria's id.

        `verdict` and `on`: what the inspector was shown, and the day that it was decided for.
        A draft that was concluded already (a second tap, an answer lost on the way) gives the
        record that it became.
        """
        flow = conclusion.vistoria
        revision = self.store.draft(flow.draft_id).revision
        body = vistoria_body(flow, verdict, ended_at=self.now())
        photos = [
            PendingAttachment(digest=digest, item=state.id)
            for state in flow.items
            for digest in state.photos
        ]
        signature = PendingAttachment(
            role="assinatura", data=conclusion.signature.as_bytes(), media_type=MEDIA_TYPE
        )
        notes = notes_of(self.store.draft(flow.draft_id),
                         [(one.item, one.digest) for one in photos])
        pending = [PendingRecord("vistoria", body, (*photos, *notes, signature))]
        if verdict.result == "aprovado" and verdict.valid_until:
            pending.append(await self.store.prepare_selo(flow.draft_id, body, on=on))
        try:
            await self.store.conclude(flow.draft_id, pending, self.proof(), revision=revision)
        except DraftClosed:
            try:
                self.store.record(flow.draft_id)
            except RecordMissing:
                raise DraftClosed from None
        self.forget(flow.draft_id)
        return flow.draft_id

    def proof(self) -> dict[str, str]:
        """Who signs, and how they proved it: {"matricula", "proof", "at"}."""
        agent = self.agent() or {}
        return {name: agent[name] for name in ("matricula", "proof", "at")}

    # ---- what is known of a vehicle --------------------------------------------------------

    def open_exigencias(self, vehicle_id: str) -> list[dict[str, Any]]:
        rows = self.cadastro.exigencias(vehicle_id)
        return [row for row in rows if row.get("status", "aberta") == "aberta"]

    def last_vistoria(self, vehicle_id: str) -> dict[str, Any] | None:
        """The latest vistoria of this vehicle that this device concluded and did not annul."""
        for kept in self.store.records(kind="vistoria", vehicle=vehicle_id):
            if not kept.annulled_by:
                return kept.record
        return None

    def last_answers(self, vehicle_id: str) -> dict[str, LastAnswer]:
        last = self.last_vistoria(vehicle_id)
        if not last:
            return {}
        return {
            answer["item"]: LastAnswer(answer["value"], last["occurred_at"][:10], answer["note"])
            for answer in last["body"]["answers"]
        }

    def set_vehicle_chassis(self, flow: VistoriaFlow, text: str) -> str:
        """Puts the chassis tail into the draft; gives what is wrong with it, if anything."""
        form = NewVehicle(plate=flow.vehicle["plate"], service=flow.vehicle["service"])
        form.chassis_tail = text
        form.check(self.today())
        problem = form.errors.get("chassis_tail") or (
            "" if text.strip() else "Escreva os 6 últimos caracteres do chassi."
        )
        if problem:
            return problem
        vehicle = {**flow.vehicle, "chassis_tail": form.as_vehicle("")["chassis_tail"]}
        self.store.save_draft_fields(flow.draft_id, {"vehicle": vehicle})
        flow.fields = {**flow.fields, "vehicle": vehicle}
        return ""


def draft_vehicle(vehicle: dict[str, Any]) -> dict[str, Any]:
    """A vehicle of the cadastro, or one typed in, as the draft keeps it."""
    tail = vehicle.get("chassis_tail")
    if not tail and vehicle.get("chassis"):
        try:
            tail = chassis_tail(vehicle["chassis"])
        except ValueError:
            tail = None
    return {
        "id": vehicle["id"],
        "known": vehicle.get("known", True),
        "plate": parse_plate(vehicle["plate"]).canonical,
        "chassis_tail": tail,
        "make_model": vehicle.get("make_model"),
        "service": vehicle["service"],
        "model_year": vehicle.get("model_year"),
        "manufacture_year": vehicle.get("manufacture_year"),
        "permit": vehicle.get("permit"),
    }


def _plate_key(plate: str) -> str:
    try:
        return parse_plate(plate).key
    except PlateError:
        return ""


__all__ = ["ORDINARY", "REINSPECTION", "Desk", "draft_vehicle"]
