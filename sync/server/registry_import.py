"""A municipality's own registry, loaded from its file: vehicles by their plate, and their holders.

Nothing is taken away: who is not in the file stays, an empty cell leaves what is there. A vehicle
keeps its id, and with it its vistorias, selos and exigências.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, select

from checklists.local import LocalError
from checklists.local.sheets import plain
from checklists.local.tables import Notes, Problem
from sync.records.ids import uuid7
from sync.records.plate import parse_plate
from sync.server import feed, local_law
from sync.server.context import Server
from sync.server.db import schema, schema_registry
from sync.server.registry_known import bare, keep_persons, rows_of
from sync.server.registry_sheet import Sheet, VehicleRow, read_sheet

Values = dict[str, Any]
EMPTY: Values = {
    "plate": "", "plate_key": "", "plates": "[]", "chassis": "", "chassis_tail": "",
    "renavam": "", "make_model": "", "model_year": None, "manufacture_year": None,
    "capacity": None, "service": "", "holder": None, "permit": "", "color": "", "fuel": "",
    "origin": "cadastro", "last_vistoria": None, "registration": None, "authorised_until": None,
}  # fmt: skip


@dataclass
class Imported:
    """What a file does, or would do. `absent`: vehicles of the registry that it does not name.
    `holders`: rows of the persons that it brings or changes."""

    new: int = 0
    changed: int = 0
    same: int = 0
    absent: int = 0
    new_persons: int = 0
    holders: list[Values] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def load(
    server: Server, tenant: Row, name: str, data: bytes, only_check: bool = False
) -> Imported:
    """Brings the registry up to the file, at once or not at all. LocalError with everything that
    is wrong, in the file or between it and the registry."""
    with server.db.read() as conn:
        services = {one.id: one.label for one in local_law.in_force(conn, tenant).services}
    this_year = server.now().astimezone(ZoneInfo(tenant.timezone)).year
    sheet = read_sheet(name, data, services, this_year + 1)
    with server.db.read() as conn:  # most of the work, while the devices go on syncing
        plan = _Plan(conn, tenant.ibge, sheet)
    if only_check:
        return plan.done
    with server.db.write_tenant(tenant.ibge) as writer:
        if plan.seq != _seq(writer.conn, tenant.ibge):  # something came in meanwhile
            plan = _Plan(writer.conn, tenant.ibge, sheet)
        persons, vehicles = plan.done.holders, plan.touched
        keep_persons(server, writer, persons)
        feed.upsert_all(writer, schema_registry.vehicles, vehicles)
        feed.put_all(writer, "vehicle", {one["id"]: feed.vehicle(one) for one in vehicles})
    return plan.done


class _Plan:
    """What has to be written for the registry to say what the file says."""

    def __init__(self, conn: Connection, ibge: int, sheet: Sheet):
        self.sheet, self.ibge = sheet, ibge
        self.seq = _seq(conn, ibge)  # before the rows: what is newer than they must show in it
        self.done = Imported(warnings=list(sheet.warnings))
        self.notes = Notes()
        self.touched: list[Values] = []
        self.persons = _Persons(conn, ibge, sheet, self.notes, self.done.warnings)
        self.by_key: dict[str, list[Values]] = {}
        self.borne: dict[str, Values] = {}  # by the key of a plate given up
        count = 0
        for one in rows_of(conn, schema_registry.vehicles, ibge):
            count += 1
            self.by_key.setdefault(one["plate_key"], []).append(one)
            for old in json.loads(one["plates"]):
                self.borne.setdefault(parse_plate(old).key, one)
        for row in sheet.rows:
            self._take(row)
        if self.notes.problems:
            raise LocalError(self.notes.problems)
        self.done.absent = count - self.done.changed - self.done.same
        self.done.new_persons = self.persons.new
        self.done.holders = list(self.persons.touched.values())

    def _take(self, row: VehicleRow) -> None:
        known = self._known(row)
        old = known or {"tenant": self.ibge, "id": uuid7(), **EMPTY}
        now = {
            **old, **row.values, "plate": row.plate, "plate_key": row.key, "origin": "cadastro",
            "plates": _plates(old, row),
        }  # fmt: skip
        if row.holder is not None:
            now["holder"] = self.persons.id_of(row)
        tail, said = old["chassis_tail"], row.values.get("chassis_tail", "")
        if tail and said and tail != said:
            self._warn(row, "chassi", f"o cadastro tinha um que termina em {tail}")
        if known is None:
            self.done.new += 1
        elif now == old:
            self.done.same += 1
            return
        else:
            self.done.changed += 1
        self.touched.append(now)

    def _known(self, row: VehicleRow) -> Values | None:
        """The vehicle that bears the plate, else the one that bore the former plate."""
        found = self.by_key.get(row.key, [])
        before = self.by_key.get(parse_plate(row.former).key, []) if row.former else []
        if not found and not before and (later := self.borne.get(row.key)):
            expected = (
                f"a placa atual desse veículo, {later['plate']} (se a troca foi engano, ponha "
                f"{later['plate']} em placa_anterior)"
            )
            self._wrong(row, "placa", expected, row.plate)
        if found and before:
            said = f"{row.former} é de outro veículo do cadastro, que fica como está"
            self._warn(row, "placa_anterior", said)
        if len(same := found or before) > 1:
            said = f"{len(same)} veículos do cadastro têm esta placa; os dados vão para um deles"
            self._warn(row, "placa", said)
        first = sorted(
            same, key=lambda one: (one["origin"] != "cadastro", not one["last_vistoria"], one["id"])
        )
        return first[0] if first else None

    def _warn(self, row: VehicleRow, column: str, said: str) -> None:
        self.done.warnings.append(
            f'{self.sheet.name}, linha {row.line}: coluna "{column}": {said}.'
        )

    def _wrong(self, row: VehicleRow, column: str, expected: str, found: str) -> None:
        table = f'coluna "{column}"'
        self.notes.add(Problem(self.sheet.name, row.line, table, "", expected, f'"{found}"'))


class _Persons:
    """The holders: by their document, else by their name. Rows with documents go first, so that
    the order of the file makes no difference."""

    def __init__(
        self, conn: Connection, ibge: int, sheet: Sheet, notes: Notes, warnings: list[str]
    ):
        self.ibge, self.sheet, self.notes, self.warnings = ibge, sheet, notes, warnings
        self.touched: dict[str, Values] = {}
        self.new = 0
        self.by_document: dict[str, Values] = {}
        self.by_name: dict[str, list[Values]] = {}
        self.ids: dict[tuple[str, str], str] = {}
        self.said: dict[str, tuple[str, int]] = {}  # by id: the name that the file gives, its line
        for one in rows_of(conn, schema_registry.persons, ibge):
            self._index(one)
        named = [row for row in sheet.rows if row.holder]
        for row in (*(r for r in named if r.holder[1]), *(r for r in named if not r.holder[1])):
            if row.holder not in self.ids:
                self.ids[row.holder] = self._find(row, *row.holder)

    def id_of(self, row: VehicleRow) -> str:
        return self.ids[row.holder]

    def _find(self, row: VehicleRow, name: str, document: str) -> str:
        alike = self.by_name.get(plain(name), [])
        bare = [one for one in alike if not one["document"]]
        if document:
            known = self.by_document.get(document) or (bare[0] if len(bare) == 1 else None)
        else:
            known = bare[0] if bare else (alike[0] if alike else None)
            if len(bare or alike) > 1:
                expected = f"o documento, porque há {len(bare or alike)} pessoas com o nome {name}"
                place = 'coluna "documento"'
                self.notes.add(Problem(self.sheet.name, row.line, place, "", expected))
        if known is None:
            self.new += 1
            known = {
                "tenant": self.ibge, "id": uuid7(), "name": name, "document": document,
                "role": "autorizatario", "register": None, "works_for": None,
            }  # fmt: skip
            self.touched[known["id"]] = known
            self._index(known)
        said, line = self.said.setdefault(known["id"], (name, row.line))
        if plain(said) != plain(name):
            self.warnings.append(
                f'{self.sheet.name}, linha {row.line}: coluna "autorizatario": na linha {line} '
                f"esse documento é de {said}; fica esse nome."
            )
        self._bring_up(known, said, document)
        return known["id"]

    def _bring_up(self, known: Values, name: str, document: str) -> None:
        now = {"name": name, "document": known["document"] or document}
        if any(known[key] != value for key, value in now.items()):
            known |= now
            self.touched[known["id"]] = known
            if known["document"]:
                self.by_document.setdefault(bare(known["document"]), known)

    def _index(self, one: Values) -> None:
        if one["document"]:
            self.by_document.setdefault(bare(one["document"]), one)
        self.by_name.setdefault(plain(one["name"]), []).append(one)


def _seq(conn: Connection, ibge: int) -> int:
    table = schema.tenants
    return conn.execute(select(table.c.change_seq).where(table.c.ibge == ibge)).scalar_one()


def _plates(old: Values, row: VehicleRow) -> str:
    """The plates given up, each in one form, without the one that it bears now."""
    kept = json.loads(old["plates"])
    keys = {row.key, *(parse_plate(one).key for one in kept)}
    for one in (old["plate"], row.former):
        if one and (key := parse_plate(one).key) not in keys:
            keys.add(key)
            kept.append(one)
    left = [one for one in kept if parse_plate(one).key != row.key]
    return old["plates"] if left == json.loads(old["plates"]) else json.dumps(left)
