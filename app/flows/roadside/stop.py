"""One stop in the agent's hands: place, time, vehicle, and the autos drawn up in it.

Every verb writes to the device before it says that it is saved; what could not be written stays
on the screen as *not saved*, with `retry()`.
"""

from __future__ import annotations

import copy
from dataclasses import replace
from datetime import datetime
from typing import Any

from app.flows import words
from app.flows.evidence import FIELD as EVIDENCE
from app.flows.evidence import Evidence, EvidenceContext
from app.flows.roadside.acknowledged import Acknowledged
from app.flows.roadside.auto import AutoDraft, new_auto
from app.flows.roadside.stop_place import StopPlace
from app.flows.roadside.stop_vehicle import StopVehicle
from app.flows.typed_text import typed
from sync.device.errors import DraftClosed
from sync.records.bodies_roadside import AUTOS_PER_STOP_MAX
from sync.records.shapes import without_controls

KIND = "abordagem"
OUTCOMES = {
    "sem_irregularidade": "Sem irregularidade",
    "orientado": "Só orientação",
    "nao_parou": "Não parou",
}
NOTE_MAX = 1000
STANDS = {"place", "happened_at", "vehicle", "found_by", "seal"}
"""What the record of the stop says: it changes no more once that is written."""


class Stop(StopPlace, StopVehicle):
    """The draft of a stop. `changed()`: vehicle, place, people, or the list of autos moved."""

    def __init__(self, desk: Any, draft: Any, rulebook: Any) -> None:
        self.desk, self.store, self.rulebook = desk, desk.store, rulebook
        self.draft_id, self.agent_of = draft.id, draft.agent
        self.fields: dict[str, Any] = copy.deepcopy(draft.fields)
        self.place_problem = self.fields.get("place_problem", "")
        self.concluded = False  # by `Lavrar`: whatever is still to be put down goes elsewhere
        self.ack = Acknowledged(self)
        self.evidence = Evidence(self.desk, self.draft_id, EvidenceContext(
            plate=self.plate, matricula=self.agent_of, place=lambda: self.place,
        ))
        self.autos = [AutoDraft(self, data) for data in self.fields.get("autos", [])
                      if data["id"] not in self.lavrados]

    # ---- what is known so far ------------------------------------------------------------

    @property
    def people(self) -> dict[str, dict[str, Any]]:
        return self.fields.get("people") or {}

    @property
    def line(self) -> dict[str, Any]:
        return self.fields.get("line") or {}

    @property
    def vistoria(self) -> str | None:
        """The record whose failed items brought the agent here; then there is no stop."""
        return self.fields.get("vistoria")

    @property
    def lavrados(self) -> list[str]:
        """The autos that this draft has given already, while others waited for numbers."""
        return self.fields.get("lavrados", [])

    @property
    def settled(self) -> bool:
        """Whether the record of the stop is written: place, hour and vehicle stand in it."""
        return bool(self.lavrados) and not self.vistoria

    @property
    def note(self) -> str:
        return self.fields.get("note", "")

    @property
    def zone(self) -> str:
        return self.rulebook.municipality.timezone

    @property
    def happened_at(self) -> datetime:
        return datetime.fromisoformat(self.fields["happened_at"])

    @property
    def happened_words(self) -> str:
        return words.moment(self.happened_at, self.zone)

    @property
    def acknowledged(self) -> str:
        return self.ack.how

    # ---- verbs ------------------------------------------------------------------------------

    def keep(self, **patch: Any) -> None:
        """Puts fields down and saves them; None takes one away."""
        if self.settled and STANDS & patch.keys():
            return
        for name, value in patch.items():
            if value is None:
                self.fields.pop(name, None)
            else:
                self.fields[name] = value
        self._save(patch)

    def _save(self, patch: dict[str, Any]) -> None:
        def write() -> None:
            if self.concluded:
                raise DraftClosed
            self.store.save_draft_fields(self.draft_id, copy.deepcopy(patch))

        self.saves(write)

    def retry(self) -> bool:
        # What is told of the photos is written apart.
        self._save({name: value for name, value in self.fields.items() if name != EVIDENCE})
        return self.saved

    def unsign(self) -> None:
        """An auto has become another one: nobody has signed it yet."""
        self.ack.taken_away()

    def keep_autos(self) -> None:
        self.keep(autos=[auto.data for auto in self.autos])

    @property
    def is_blank(self) -> bool:
        """Nothing has been put down that one would miss."""
        if self.settled:
            return not self.autos
        return not (self.vehicle or self.autos or self.place["text"] or self.note
                    or self.fields.get("seal") or self.evidence.pictures or self.vistoria)

    def write_note(self, text: str) -> None:
        self.keep(note=typed(text, NOTE_MAX))

    def set_person(self, key: str, **parts: Any) -> None:
        person = {**self.people.get(key, {}), **without_controls(parts)}
        if "name" in parts and "id" not in parts:
            person.pop("id", None)  # typed over: it is no longer the registry's
        self.keep(people={**self.people, key: {k: v for k, v in person.items() if v}})

    def set_line(self, **parts: Any) -> None:
        line = {**self.line, **without_controls(parts)}
        if "id" not in parts:
            line.pop("id", None)
        self.keep(line={k: v for k, v in line.items() if v} or None)

    # ---- autos ------------------------------------------------------------------------------

    def auto(self, auto_id: str) -> AutoDraft | None:
        return next((auto for auto in self.autos if auto.id == auto_id), None)

    def add_auto(self, cite: str, **more: Any) -> AutoDraft | None:
        """One more auto, sharing place, vehicle and people; the same conduct twice is that one.
        None when the stop has as many as a record holds, or has been recorded."""
        same = next((auto for auto in self.autos if auto.cite == cite), None)
        if same is not None:
            return same
        if self.settled or len(self.autos) >= AUTOS_PER_STOP_MAX:
            return None
        auto = AutoDraft(self, new_auto(cite, **more))
        auto.settle()
        self.autos.append(auto)
        self.keep_autos()
        self.unsign()
        self.changed()
        return auto

    def remove_auto(self, auto_id: str) -> None:
        self.autos = [auto for auto in self.autos if auto.id != auto_id]
        self.keep_autos()
        self.changed()

    def put_back(self, auto: AutoDraft, at: int) -> None:
        """Undoes `remove_auto`."""
        if self.auto(auto.id) is None:
            self.autos.insert(at, auto)
            self.keep_autos()
            self.changed()

    def _reformed(self) -> None:
        self.evidence.context = replace(self.evidence.context, plate=self.plate)
        for auto in self.autos:
            auto.settle()
        if self.autos:
            self.keep_autos()
        self.changed()
