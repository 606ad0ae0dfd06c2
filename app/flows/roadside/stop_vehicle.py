"""Which vehicle was stopped: found by plate or selo, confirmed by the agent."""

from __future__ import annotations

from typing import Any

from app.flows.saving import Saving
from sync.records.bodies_roadside import SEEN
from sync.records.plate import PlateError, parse_plate


class StopVehicle(Saving):
    """The part of a `Stop` that knows its vehicle."""

    desk: Any
    rulebook: Any
    fields: dict[str, Any]

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

    def registered(self) -> dict[str, Any] | None:
        """The vehicle as the registry has it."""
        vehicle = self.vehicle or {}
        return self.desk.cadastro.vehicle(vehicle["id"]) if vehicle.get("id") else None

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

    # given by `Stop`

    def keep(self, **patch: Any) -> None:
        raise NotImplementedError

    def _reformed(self) -> None:
        raise NotImplementedError
