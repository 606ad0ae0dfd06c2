"""The municipality's registry on the device: `cadastro.db`, overlaid with what is not sent yet.

    cadastro = await Cadastro.open(ports, store)
    cadastro.search("ABC12")

A vehicle here is the server's entity as a dict (`id`, `plate`, `plates`, `chassis`, `make_model`,
`service`, `last_vistoria`, ...) plus `"unsent"`: whether this device's own records changed it.
"""

from __future__ import annotations

import json
from typing import Any

from sqlite_utils import Database

from sync.device.base import Meta, dumps
from sync.device.cadastro_schema import cadastro as schema
from sync.device.database import File
from sync.device.overlay import Overlay, overlay_of
from sync.device.ports import CADASTRO, DevicePorts, StorageCorrupt
from sync.device.roadside import RoadsideRegistry, plate_key
from sync.device.seal_lists import ListKeeper
from sync.device.store import FieldStore
from sync.records.plate import PlateError, parse_plate, plate_prefix_key

SEARCH_MAX = 200
_TABLES = {
    "vehicle": "vehicles",
    "person": "persons",
    "selo": "selos",
    "exigencia": "exigencias",
    "agent": "agents",
    "rulebook": "rulebooks",
    "municipality": "municipality",
    "line": "lines",
    "auto": "autos",
}
_KEYS = ("plates", "person_keys")


class Cadastro(Meta, ListKeeper, RoadsideRegistry):
    """Reads the registry and applies what the server sends. A lost one is pulled anew."""

    def __init__(
        self, ports: DevicePorts, file: File, store: FieldStore | None, rebuilt: bool = False
    ) -> None:
        self.ports = ports
        self.file = file
        self.store = store
        self.rebuilt = rebuilt
        """whether a damaged file was put aside at this start"""
        self.passed_over = 0
        """entities of this run that made no sense"""
        self._overlay: tuple[Any, Overlay] | None = None
        self.lists_refused = {}

    @classmethod
    async def open(cls, ports: DevicePorts, store: FieldStore | None = None) -> Cadastro:
        """Opens or makes `cadastro.db`; a damaged one is put aside and an empty one begun.

        Without `store` nothing is overlaid.
        """
        await ports.storage.open()
        path = f"{ports.storage.root}/{CADASTRO}"
        try:
            # A check of 100,000 vehicles at every start would cost more than a new pull: damage
            # within shows when it is read, and the next pull begins anew (see `make_ready`).
            return cls(ports, File(path, schema, check=False), store)
        except StorageCorrupt:
            await ports.storage.quarantine(CADASTRO)
            return cls(ports, File(path, schema), store, rebuilt=True)

    def close(self) -> None:
        self.file.close()

    # what the server sends

    @property
    def cursor(self) -> str:
        """Where the next pull begins; "" for everything."""
        return self._meta("cursor", "")

    @property
    def complete(self) -> bool:
        """Whether a first pull has come to its end: until then, not found proves nothing."""
        return self._meta("complete", False)

    @property
    def data_at(self) -> str | None:
        """When (RFC 3339) the last pull came to its end, or None."""
        return self._meta("data_at")

    def apply(self, changes: list[dict[str, Any]], cursor: str, more: bool, at: str) -> None:
        """Applies one page and moves the cursor, in one transaction. Pages may be repeated.

        `changes`: {"t", "op", "id", "v"}; types of a newer server are passed over, and so is an
        entity that lacks what it is searched by: one bad row does not keep the others away.
        """
        with self.file.transaction() as db:
            for change in changes:
                if change["t"] in _TABLES:
                    try:
                        self._apply_one(db, change)
                    except (KeyError, TypeError, AttributeError):
                        self.passed_over += 1
            self._set_meta(db, "cursor", cursor)
            if not more:
                self._set_meta(db, "complete", True)
                self._set_meta(db, "data_at", at)

    async def make_ready(self, device: str) -> None:
        """Before a pull for the device of this id: puts a damaged file aside, and empties what an
        earlier enrolment brought, whose cursor means nothing in another feed."""
        if self.file.damaged:
            await self._begin_anew()
        if self._meta("device") != device:
            self.start_over()
            with self.file.transaction() as db:
                self._set_meta(db, "device", device)

    async def _begin_anew(self) -> None:
        path = self.file.path
        self.file.close()
        try:
            await self.ports.storage.quarantine(CADASTRO)
        finally:
            self.file = File(path, schema, check=False)
        self.rebuilt, self._overlay = True, None

    def start_over(self) -> None:
        """Empties the registry, so that the next pull brings everything."""
        with self.file.transaction() as db:
            for table in (*_KEYS, *_TABLES.values()):
                db.execute(f"DELETE FROM {table}")
            db.execute("DELETE FROM meta WHERE key != 'device'")

    def _apply_one(self, db: Database, change: dict[str, Any]) -> None:
        kind, entity_id, v = change["t"], change["id"], change.get("v") or {}
        table = _TABLES[kind]
        if kind == "vehicle":
            db.execute("DELETE FROM plates WHERE vehicle = ?", (entity_id,))
        if change["op"] == "del":
            if kind == "person":
                db.execute("DELETE FROM person_keys WHERE person = ?", (entity_id,))
            db.execute(f"DELETE FROM {table} WHERE id = ?", (entity_id,))
            return
        self._apply_roadside(db, kind, entity_id, v)
        if kind in ("line", "auto"):
            return
        columns: dict[str, Any] = {"id": entity_id, "v": dumps(v)}
        if kind == "selo":
            columns |= {"vehicle": v["vehicle"], "day": v["inspected_on"]}
        elif kind == "exigencia":
            columns |= {"vehicle": v["vehicle"], "status": v["status"]}
        keys: dict[str, int] = {}
        if kind == "vehicle":
            keys = {_key(old): 0 for old in v.get("plates", ())} | {_key(v["plate"]): 1}
        marks = ", ".join("?" * len(columns))
        db.execute(
            f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) VALUES ({marks})",
            tuple(columns.values()),
        )
        for key, current in keys.items():
            db.execute(
                "INSERT OR REPLACE INTO plates (key, vehicle, current) VALUES (?, ?, ?)",
                (key, entity_id, current),
            )

    # what the inspector asks

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
        bearing = (vehicle for vehicle in found if _key(vehicle["plate"]) == key)
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

    def counts(self) -> dict[str, int]:
        """{"vehicle": n, ...} of what the last pull left."""
        return {
            kind: self.file.value(f"SELECT count(*) FROM {table}")
            for kind, table in _TABLES.items()
        }

    def _entity(self, table: str, entity_id: str) -> dict[str, Any] | None:
        text = self.file.value(f"SELECT v FROM {table} WHERE id = ?", (entity_id,))
        return json.loads(text) if text else None

    def _overlaid(self) -> Overlay:
        if self.store is None:
            return Overlay()
        mark = self.store.overlay_mark()
        if self._overlay is None or self._overlay[0] != mark:
            self._overlay = (mark, overlay_of(self.store))
        return self._overlay[1]

    def _shown(self, vehicle: dict[str, Any], overlay: Overlay) -> dict[str, Any]:
        own = overlay.last_vistoria.get(vehicle["id"])
        last = vehicle.get("last_vistoria")
        if own is not None and (last is None or own["date"] >= last["date"]):
            return {**vehicle, "last_vistoria": own, "unsent": True}
        if last is not None and last["id"] in overlay.annulled:
            return {**vehicle, "last_vistoria": None, "unsent": True}
        return {**vehicle, "unsent": vehicle["id"] in overlay.vehicles}


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


def _key(plate: str) -> str:
    return plate_key(plate) or ""
