"""What the registry is asked: vehicles by plate, their exigências and selos, the law's bytes."""

from __future__ import annotations

import json
from typing import Any

from sync.device.database import File
from sync.device.overlay import Overlay
from sync.device.roadside import plate_key
from sync.records.plate import PlateError, parse_plate, plate_prefix_key

SEARCH_MAX = 200


class Lookups:
    """The part of the registry that answers. `Cadastro` joins it with the rest."""

    file: File

    def search(self, prefix: str, limit: int = 20) -> list[dict[str, Any]]:
        """The vehicles whose plate, in either form, begins so; the current plates first.

        An empty prefix finds none.
        """
        key = plate_prefix_key(prefix)
        if not key:
            return []
        limit = min(limit, SEARCH_MAX)
        overlay = self._overlaid()
        rows = self.file.rows(
            "SELECT p.vehicle, v.v FROM plates p JOIN vehicles v ON v.id = p.vehicle "
            "WHERE p.key >= ? AND p.key < ? ORDER BY p.current DESC, p.key LIMIT ?"
            if len(key) >= 7
            else "SELECT p.vehicle, v.v FROM plates p JOIN vehicles v ON v.id = p.vehicle "
            "WHERE p.key >= ? AND p.key < ? ORDER BY p.key LIMIT ?",
            (key, key + "\x7f", limit),
        )
        found = {vehicle: self._shown(json.loads(text), overlay) for vehicle, text in rows}
        for vehicle, own_key in overlay.plate_keys.items():
            if own_key.startswith(key) and vehicle not in found and len(found) < limit:
                known = self.vehicle(vehicle)
                if known is not None:
                    found[vehicle] = known
        return list(found.values())

    def by_plate(self, plate: str) -> dict[str, Any] | None:
        """The vehicle that bears this whole plate in either form, else one that bore it.

        None too for what is no plate.
        """
        try:
            key = parse_plate(plate).key
        except PlateError:
            return None
        found = self.search(key)
        bearing = (vehicle for vehicle in found if key_of(vehicle["plate"]) == key)
        return next(bearing, found[0] if found else None)

    def vehicle(self, vehicle_id: str) -> dict[str, Any] | None:
        text = self.file.value("SELECT v FROM vehicles WHERE id = ?", (vehicle_id,))
        overlay = self._overlaid()
        known = json.loads(text) if text else overlay.vehicles.get(vehicle_id)
        return self._shown(known, overlay) if known else None

    def exigencias(self, vehicle_id: str, status: str | None = "aberta") -> list[dict[str, Any]]:
        """The exigências of a vehicle, the oldest first; `status` None: all of them."""
        overlay = self._overlaid()
        rows = self.file.rows("SELECT v FROM exigencias WHERE vehicle = ?", (vehicle_id,))
        found = {one["id"]: one for one in (json.loads(text) for (text,) in rows)}
        _put_opened(found, overlay.opened.get(vehicle_id, {}), overlay)
        shown = [{**one, "status": _exigencia_status(one, overlay)} for one in found.values()]
        kept = [one for one in shown if status is None or one["status"] == status]
        return sorted(kept, key=lambda one: (one["since"], one["id"]))

    def open_exigencias(self, limit: int = 5000) -> list[dict[str, Any]]:
        """Every open exigência of the municipality that this device knows."""
        overlay = self._overlaid()
        rows = self.file.rows("SELECT v FROM exigencias WHERE status = 'aberta' LIMIT ?", (limit,))
        found = {one["id"]: one for one in (json.loads(text) for (text,) in rows)}
        for reopened in overlay.reopened - set(found):
            if one := self._entity("exigencias", reopened):
                found[reopened] = one
        for opened in overlay.opened.values():
            _put_opened(found, opened, overlay)
        shown = ({**one, "status": _exigencia_status(one, overlay)} for one in found.values())
        return [one for one in shown if one["status"] == "aberta"]

    def selo_of(self, vehicle_id: str) -> dict[str, Any] | None:
        """The vehicle's newest selo, whatever its status; a valid one before an annulled one."""
        overlay = self._overlaid()
        if vehicle_id in overlay.selos:
            return {**overlay.selos[vehicle_id], "unsent": True}
        rows = self.file.rows(
            "SELECT v FROM selos WHERE vehicle = ? ORDER BY day DESC, id DESC LIMIT 20",
            (vehicle_id,),
        )
        selos = [_selo_shown(json.loads(text), overlay) for (text,) in rows]
        valid = [selo for selo in selos if selo["status"] == "valido"]
        return next(iter(valid or selos), None)

    def selo(self, serial: int) -> dict[str, Any] | None:
        """The selo with this number as the last pull knew it, else as this device issued it."""
        text, overlay = (
            self.file.value("SELECT v FROM selos WHERE id = ?", (str(serial),)), self._overlaid()
        )
        if text:
            return _selo_shown(json.loads(text), overlay)
        return next((one for one in overlay.selos.values() if one["serial"] == serial), None)

    def person(self, person_id: str) -> dict[str, Any] | None:
        return self._entity("persons", person_id)

    def agent(self, matricula: str) -> dict[str, Any] | None:
        return self._entity("agents", matricula)

    def municipality(self) -> dict[str, Any] | None:
        text = self.file.value("SELECT v FROM municipality LIMIT 1")
        return json.loads(text) if text else None

    def rulebook(self, rulebook_id: str) -> bytes | None:
        """The bytes of the rulebook that the server has now under this id."""
        found = self._entity("rulebooks", rulebook_id)
        return found["text"].encode() if found else None

    def rulebook_facts(self, rulebook_id: str) -> dict[str, str] | None:
        """{"id", "version", "sha256"} of it, or None."""
        found = self._entity("rulebooks", rulebook_id)
        return {key: found[key] for key in ("id", "version", "sha256")} if found else None

    def _entity(self, table: str, entity_id: str) -> dict[str, Any] | None:
        text = self.file.value(f"SELECT v FROM {table} WHERE id = ?", (entity_id,))
        return json.loads(text) if text else None

    def _shown(self, vehicle: dict[str, Any], overlay: Overlay) -> dict[str, Any]:
        own = overlay.last_vistoria.get(vehicle["id"])
        last = vehicle.get("last_vistoria")
        if own is not None and (last is None or own["date"] >= last["date"]):
            return {**vehicle, "last_vistoria": own, "unsent": True}
        if last is not None and last["id"] in overlay.annulled:
            return {**vehicle, "last_vistoria": None, "unsent": True}
        return {**vehicle, "unsent": vehicle["id"] in overlay.vehicles}

    def _overlaid(self) -> Overlay:
        raise NotImplementedError


def _put_opened(found: dict[str, Any], opened: dict[str, Any], overlay: Overlay) -> None:
    """Adds what this device opened. What a re-inspection found again goes on under its id, though
    the vistoria that opened it first be annulled."""
    for exigencia_id, one in opened.items():
        known = found.get(exigencia_id)
        if known is None or known["record"] in overlay.annulled:
            found[exigencia_id] = one


def _exigencia_status(one: dict[str, Any], overlay: Overlay) -> str:
    if one["record"] in overlay.annulled:
        return "anulada"
    if one["id"] in overlay.closed:
        return "cumprida"
    if one["id"] in overlay.reopened and one["status"] == "cumprida":
        return "aberta"
    return one["status"]


def _selo_shown(selo: dict[str, Any], overlay: Overlay) -> dict[str, Any]:
    if selo["record"] in overlay.annulled:
        return {**selo, "status": "anulado", "unsent": True}
    if revoked_by := overlay.revoked.get(selo["serial"]):
        return {**selo, "status": "revogado", "revoked_by": revoked_by, "unsent": True}
    return {**selo, "unsent": False}


def key_of(plate: str) -> str:
    return plate_key(plate) or ""
