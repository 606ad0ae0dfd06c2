"""The municipality's registry on the device: `cadastro.db`, overlaid with what is not sent yet.

    cadastro = await Cadastro.open(ports, store)
    cadastro.search("ABC12")

A vehicle here is the server's entity as a dict (`id`, `plate`, `plates`, `chassis`, `make_model`,
`service`, `last_vistoria`, ...) plus `"unsent"`: whether this device's own records changed it.
"""

from __future__ import annotations

from typing import Any

from sqlite_utils import Database

from sync.device.base import Meta, dumps
from sync.device.cadastro_schema import cadastro as schema
from sync.device.database import File
from sync.device.lookups import Lookups, key_of
from sync.device.overlay import Overlay, overlay_of
from sync.device.ports import CADASTRO, DevicePorts, StorageCorrupt
from sync.device.roadside import RoadsideRegistry
from sync.device.seal_lists import ListKeeper
from sync.device.store import FieldStore

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


class Cadastro(Meta, Lookups, ListKeeper, RoadsideRegistry):
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
            keys = {key_of(old): 0 for old in v.get("plates", ())} | {key_of(v["plate"]): 1}
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

    def counts(self) -> dict[str, int]:
        """{"vehicle": n, ...} of what the last pull left."""
        return {
            kind: self.file.value(f"SELECT count(*) FROM {table}")
            for kind, table in _TABLES.items()
        }

    def _overlaid(self) -> Overlay:
        if self.store is None:
            return Overlay()
        mark = self.store.overlay_mark()
        if self._overlay is None or self._overlay[0] != mark:
            self._overlay = (mark, overlay_of(self.store))
        return self._overlay[1]
