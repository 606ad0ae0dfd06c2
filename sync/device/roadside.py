"""What is looked up at the roadside: persons, lines and the autos of the last two years.

An auto here is the server's entity as a dict (`id`, `number`, `kind`, `day`, `cite`, `points`, …)
plus `"unsent"`: whether only this device knows of it, or of its annulment.
"""

from __future__ import annotations

import json
from typing import Any

from sqlite_utils import Database

from sync.device.base import dumps
from sync.device.database import File
from sync.device.overlay import Overlay
from sync.device.people import plain, put_person_keys
from sync.records.plate import PlateError, parse_plate

FOUND_MAX = 50
AUTOS_MAX = 200


class RoadsideRegistry:
    """The part of the registry that the roadside asks. `Cadastro` joins it with the rest."""

    file: File

    def persons_like(
        self, text: str, roles: tuple[str, ...] = (), limit: int = 8
    ) -> list[dict[str, Any]]:
        """The persons with a word of the name, or the register, beginning so; at least two signs.
        `roles`: only those."""
        key = plain(text)
        if len(key) < 2:
            return []
        rows = self.file.rows(
            "SELECT DISTINCT p.id, p.v FROM person_keys k JOIN persons p ON p.id = k.person "
            "WHERE k.key >= ? AND k.key < ? ORDER BY k.key LIMIT ?",
            (key, key + "\x7f", FOUND_MAX),
        )
        found = {person_id: {"id": person_id, **json.loads(v)} for person_id, v in rows}
        kept = [one for one in found.values() if not roles or one.get("role") in roles]
        return kept[:limit]

    def persons_of(self, holder: str, limit: int = 6) -> list[dict[str, Any]]:
        """Who works for a permit holder."""
        rows = self.file.rows(
            "SELECT id, v FROM persons WHERE json_extract(v, '$.works_for') = ? LIMIT ?",
            (holder, limit),
        )
        return [{"id": person_id, **json.loads(v)} for person_id, v in rows]

    def lines_like(
        self, text: str, service: str | None = None, limit: int = 8
    ) -> list[dict[str, Any]]:
        """The lines whose number begins so, else whose name holds it; those of the service
        first."""
        typed = text.strip()
        if not typed:
            return []
        rows = self.file.rows(
            "SELECT id, v FROM lines WHERE number >= ? AND number < ? ORDER BY number LIMIT ?",
            (typed, typed + "\x7f", FOUND_MAX),
        )
        found = [{"id": line_id, **json.loads(v)} for line_id, v in rows]
        if not found and len(plain(typed)) >= 3:
            every = self.file.rows("SELECT id, v FROM lines ORDER BY number LIMIT 2000")
            lines = ({"id": line_id, **json.loads(v)} for line_id, v in every)
            found = [one for one in lines if plain(typed) in plain(str(one.get("name") or ""))]
        return sorted(found, key=lambda one: one.get("service") != service)[:limit]

    def line(self, line_id: str) -> dict[str, Any] | None:
        text = self.file.value("SELECT v FROM lines WHERE id = ?", (line_id,))
        return {"id": line_id, **json.loads(text)} if text else None

    def autos_of(
        self, *, vehicle: str | None = None, plate: str | None = None, person: str | None = None
    ) -> list[dict[str, Any]]:
        """The autos of a vehicle (by its id, or a plate in either form) or of a person (autuado
        or motorista), the newest first, annulled ones too."""
        wanted = {"vehicle": vehicle, "plate": plate_key(plate)} if not person else {
            "autuado": person, "motorista": person}
        found: dict[str, dict[str, Any]] = {}
        for column, value in wanted.items():
            if value:
                for auto_id, text in self.file.rows(
                    f"SELECT id, v FROM autos WHERE {column} = ? ORDER BY day DESC LIMIT ?",
                    (value, AUTOS_MAX),
                ):
                    found[auto_id] = {"id": auto_id, **json.loads(text), "unsent": False}
        overlay = self._overlaid()
        for auto_id, own in overlay.autos.items():
            keys = {"vehicle": own["vehicle"], "plate": plate_key(own["plate"]),
                    "autuado": own["autuado"], "motorista": own["motorista"]}
            if any(value and keys[column] == value for column, value in wanted.items()):
                found[auto_id] = {**own, "unsent": True}
        shown = [
            {**one, "status": "anulado", "unsent": True} if one["id"] in overlay.annulled else one
            for one in found.values()
        ]
        return sorted(shown, key=lambda one: (one["day"], one["id"]), reverse=True)

    def auto(self, auto_id: str) -> dict[str, Any] | None:
        """The auto as the server knows it, or this device until then."""
        text = self.file.value("SELECT v FROM autos WHERE id = ?", (auto_id,))
        own = self._overlaid().autos.get(auto_id)
        known = {"id": auto_id, **json.loads(text)} if text else own
        if known and auto_id in self._overlaid().annulled:
            return {**known, "status": "anulado"}
        return known

    def _apply_roadside(self, db: Database, kind: str, entity_id: str, v: dict[str, Any]) -> None:
        """The columns that these entities are searched by."""
        if kind == "person":
            put_person_keys(db, entity_id, v)
        elif kind == "line":
            db.execute(
                "INSERT OR REPLACE INTO lines (id, number, v) VALUES (?, ?, ?)",
                (entity_id, str(v["number"]), dumps(v)),
            )
        elif kind == "auto":
            columns = (v["vehicle"], plate_key(v.get("plate")), v.get("autuado"),
                       v.get("motorista"), v["day"])
            db.execute(
                "INSERT OR REPLACE INTO autos (id, vehicle, plate, autuado, motorista, day, v) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (entity_id, *columns, dumps(v)),
            )

    def _overlaid(self) -> Overlay:
        raise NotImplementedError


def plate_key(plate: str | None) -> str | None:
    """What both forms of a plate share; None for no plate."""
    if not plate:
        return None
    try:
        return parse_plate(plate).key
    except PlateError:
        return plate.upper()
