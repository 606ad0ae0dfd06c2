"""One stop in the agent's hands: place, time, vehicle, and the autos drawn up in it.

Every verb writes to the device before it says that it is saved; what could not be written stays
on the screen as *not saved*, with `retry()`.
"""

from __future__ import annotations

import copy
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from app.flows import words
from app.flows.evidence import FIELD as EVIDENCE
from app.flows.evidence import Evidence, EvidenceContext
from app.flows.observed import Observed
from app.flows.roadside.acknowledged import Acknowledged
from app.flows.roadside.auto import AutoDraft, new_auto
from app.flows.roadside.place import (
    NOWHERE,
    TEXT_MAX,
    PlaceWords,
    fixed,
    locate,
    place_words,
)
from app.flows.troubles import save_trouble
from sync.records.bodies_roadside import AUTOS_PER_STOP_MAX, SEEN
from sync.records.plate import PlateError, parse_plate

KIND = "abordagem"
OUTCOMES = {
    "sem_irregularidade": "Sem irregularidade",
    "orientado": "Só orientação",
    "nao_parou": "Não parou",
}
OLDEST_FACT = timedelta(days=60)
NOTE_MAX = 1000
RECENT_PLACES, RECENT_LOOKED_AT = 3, 10


class Stop(Observed):
    """The draft of a stop. `changed()`: vehicle, place, people, or the list of autos moved."""

    def __init__(self, desk: Any, draft: Any, rulebook: Any) -> None:
        self.desk, self.store, self.rulebook = desk, desk.store, rulebook
        self.draft_id, self.agent_of = draft.id, draft.agent
        self.fields: dict[str, Any] = copy.deepcopy(draft.fields)
        self.looking, self.place_problem = False, self.fields.get("place_problem", "")
        self.saved, self.problem = True, ""
        self.ack = Acknowledged(self)
        self.evidence = Evidence(self.desk, self.draft_id, EvidenceContext(
            plate=self.plate, matricula=self.agent_of, place=lambda: self.place,
        ))
        self.autos = [AutoDraft(self, data) for data in self.fields.get("autos", [])]

    # ---- what is known so far ------------------------------------------------------------

    @property
    def place(self) -> dict[str, Any]:
        return self.fields.get("place") or NOWHERE

    @property
    def place_words(self) -> PlaceWords:
        return place_words(self.place, self.looking, self.place_problem)

    @property
    def vehicle(self) -> dict[str, Any] | None:
        return self.fields.get("vehicle")

    @property
    def plate(self) -> str:
        return (self.vehicle or {}).get("plate") or ""

    @property
    def service(self) -> str | None:
        """The vehicle's service, where this law has it; else the one that was chosen."""
        chosen = self.fields.get("service") or (self.vehicle or {}).get("service")
        return chosen if any(one.id == chosen for one in self.rulebook.services) else None

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

    def registered(self) -> dict[str, Any] | None:
        """The vehicle as the registry has it."""
        vehicle = self.vehicle or {}
        return self.desk.cadastro.vehicle(vehicle["id"]) if vehicle.get("id") else None

    # ---- verbs ------------------------------------------------------------------------------

    def keep(self, **patch: Any) -> None:
        """Puts fields down and saves them; None takes one away."""
        for name, value in patch.items():
            if value is None:
                self.fields.pop(name, None)
            else:
                self.fields[name] = value
        self._save(patch)

    def _save(self, patch: dict[str, Any]) -> None:
        before = self.saved, self.problem
        try:
            self.store.save_draft_fields(self.draft_id, copy.deepcopy(patch))
        except Exception as error:
            self.saved, self.problem = False, save_trouble(error)
        else:
            self.saved, self.problem = True, ""
        if (self.saved, self.problem) != before:
            self.changed()

    def retry(self) -> bool:
        # What is told of the photos is written apart.
        self._save({name: value for name, value in self.fields.items() if name != EVIDENCE})
        return self.saved

    def unsign(self) -> None:
        """An auto has become another one: nobody has signed it yet."""
        self.ack.taken_away()

    def keep_autos(self) -> None:
        self.keep(autos=[auto.data for auto in self.autos])

    async def find_place(self) -> None:
        """Asks the device where it is, while the agent goes on; a typed place stays."""
        if self.looking:
            return
        self.looking = True
        self.changed()
        fix, problem = await locate(self.desk.ports)
        self.looking, self.place_problem = False, problem
        if fix is not None:
            self.keep(place=fixed(fix, self.place["text"]), place_problem=None)
        else:
            self.keep(place_problem=problem)
        self.changed()

    def write_place(self, text: str) -> None:
        self.keep(place={**self.place, "text": text[:TEXT_MAX]})

    def use_place(self, text: str) -> None:
        self.write_place(text)
        self.changed()

    def recent_places(self) -> list[str]:
        """What was typed at this agent's last stops of today, the latest first."""
        today = self.store.today()
        agent = (self.desk.agent() or {}).get("matricula")
        found = [
            kept.body["place"]["text"]
            for kind in ("abordagem", "auto")
            for kept in self.store.records(kind=kind, agent=agent, limit=RECENT_LOOKED_AT)
            if kept.record["occurred_at"].startswith(today)
        ]
        return [text for text in dict.fromkeys(found) if text.strip()][:RECENT_PLACES]

    def set_time(self, text: str) -> str:
        """Takes "30/11/2026 14:02"; gives what is wrong with it, if anything."""
        try:
            when = datetime.strptime(" ".join(text.replace("às", " ").split()), "%d/%m/%Y %H:%M")
        except ValueError:
            return "Escreva a data e a hora assim: 30/11/2026 14:02."
        now = self.desk.now().astimezone(self.store.zone())
        when = when.replace(tzinfo=self.store.zone())
        if when > now + timedelta(minutes=2):
            return "Esta hora ainda não chegou. Confira."
        if when < now - OLDEST_FACT:
            return "Faz tempo demais. Confira o ano e o mês."
        self.keep(happened_at=when.isoformat(timespec="seconds"))
        self.changed()
        return ""

    def use_vehicle(self, vehicle: dict[str, Any], found_by: str, seal: dict | None = None) -> None:
        """The agent has confirmed that it is this one."""
        kept = {name: vehicle.get(name) for name in SEEN}
        kept["known"] = bool(vehicle.get("known", True))
        kept["plate"] = parse_plate(vehicle["plate"]).canonical
        tail = (vehicle.get("chassis_tail") or vehicle.get("chassis") or "")[-6:]
        kept["chassis_tail"] = tail if len(tail) == 6 else None
        self.keep(vehicle=kept, found_by=found_by, seal=seal, registration=None, permit=None,
                  people=None, service=None)
        self._reformed()

    def use_unknown_plate(self, text: str, seal: dict[str, Any] | None = None) -> str:
        """A vehicle that the registry does not know; gives what is wrong with the plate."""
        try:
            plate = parse_plate(text)
        except PlateError as error:
            return error.message
        self.use_vehicle({"plate": plate.canonical, "known": False}, "placa", seal)
        return ""

    def without_vehicle(self) -> None:
        self.keep(vehicle=None, found_by="nenhum", seal=None, registration=None, permit=None,
                  people=None, service=None)
        self._reformed()

    def choose_service(self, service: str) -> None:
        self.keep(service=service)
        self._reformed()

    def use_reading(self, reading: Any) -> None:
        """A selo was read here (`app.flows.reading.Reading`) and, where it could be, held against
        the vehicle: that one is the vehicle of this stop, the registry's where it is known."""
        seal = {"serial": reading.serial, "colour": reading.check.colour,
                "reason": reading.check.reason, "compared": reading.compared,
                "sentence": reading.check.sentence}
        plate = reading.vehicle_plate if reading.compared != "nao_comparado" else None
        known = self.desk.cadastro.by_plate(plate) if plate else None
        if known:
            self.use_vehicle({**known, "known": True}, "selo", seal)
        elif plate:
            seen = {"plate": plate, "known": False, "chassis_tail": reading.chassis_tail_seen
                    or (reading.chassis_tail if reading.compared == "confere" else None)}
            self.use_vehicle(seen, "selo", seal)
        else:
            self.keep(seal=seal)
            self.changed()

    @property
    def is_blank(self) -> bool:
        """Nothing has been put down that one would miss."""
        return not (self.vehicle or self.autos or self.place["text"] or self.note
                    or self.fields.get("seal") or self.evidence.pictures or self.vistoria)

    def write_note(self, text: str) -> None:
        self.keep(note=text[:NOTE_MAX])

    def set_person(self, key: str, **parts: Any) -> None:
        person = {**self.people.get(key, {}), **parts}
        if "name" in parts and "id" not in parts:
            person.pop("id", None)  # typed over: it is no longer the registry's
        self.keep(people={**self.people, key: {k: v for k, v in person.items() if v}})

    def set_line(self, **parts: Any) -> None:
        line = {**self.line, **parts}
        if "id" not in parts:
            line.pop("id", None)
        self.keep(line={k: v for k, v in line.items() if v} or None)

    # ---- autos ------------------------------------------------------------------------------

    def auto(self, auto_id: str) -> AutoDraft | None:
        return next((auto for auto in self.autos if auto.id == auto_id), None)

    def add_auto(self, cite: str, **more: Any) -> AutoDraft | None:
        """One more auto, sharing place, vehicle and people; the same conduct twice is that one.
        None when the stop has as many as a record holds."""
        same = next((auto for auto in self.autos if auto.cite == cite), None)
        if same is not None:
            return same
        if len(self.autos) >= AUTOS_PER_STOP_MAX:
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
