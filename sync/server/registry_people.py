"""Two more sheets of a municipality's registry: who drives or collects, and the lines.

As the vehicles' one (see `registry_import`): nothing is taken away, an empty cell leaves what is
there, and with one error nothing is loaded. A person is found by document, else by register
number, else by name in that role; a line by its number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row

from checklists.local import LocalError
from checklists.local.sheets import Rows, plain, text_of
from checklists.local.tables import Notes, Problem
from sync.records.ids import uuid7
from sync.server import feed, local_law
from sync.server.context import Server
from sync.server.db import schema_autos, schema_registry
from sync.server.registry_known import bare, keep_persons, rows_of
from sync.server.registry_sheet import (
    BYTES_MAX,
    NAME_CHARS,
    ROWS_MAX,
    document_of,
    text_within,
)

Values = dict[str, Any]
ROLES = ("motorista", "cobrador", "auxiliar", "condutor")
HOLDER = "autorizatario"
REGISTER_CHARS, NUMBER_CHARS, LINE_CHARS = 60, 40, 200


@dataclass
class Loaded:
    """What a sheet does, or would do."""

    new: int = 0
    changed: int = 0
    same: int = 0
    warnings: list[str] = field(default_factory=list)


def load_people(
    server: Server, tenant: Row, name: str, data: bytes, only_check: bool = False,
    coming: Iterable[Values] = (),
) -> Loaded:  # fmt: skip
    """LocalError with everything that is wrong. `coming`: persons that a vehicles' sheet, checked
    but not loaded, would bring."""
    columns = ("nome", "papel", "documento", "registro", "trabalha_para")
    with server.db.write_tenant(tenant.ibge) as writer:
        sheet = _Sheet(name, data, columns, ("nome", "papel"))
        people = _People(sheet, writer.conn, tenant.ibge, coming)
        for line, row in sheet.rows:
            people.take(line, row)
        sheet.refuse("pelo menos uma pessoa abaixo dos nomes das colunas")
        if not only_check:
            keep_persons(server, writer, people.touched.values())
    return sheet.done


def load_lines(
    server: Server, tenant: Row, name: str, data: bytes, only_check: bool = False,
    coming: Iterable[Values] = (),
) -> Loaded:  # fmt: skip
    """LocalError with everything that is wrong. `coming` as in `load_people`."""
    with server.db.read() as conn:
        services = {one.id: one.label for one in local_law.in_force(conn, tenant).services}
    columns = ("numero", "nome", "servico", "operador")
    with server.db.write_tenant(tenant.ibge) as writer:
        sheet = _Sheet(name, data, columns, ("numero", "nome"))
        lines = _Lines(sheet, writer.conn, tenant.ibge, services, coming)
        for line, row in sheet.rows:
            lines.take(line, row)
        sheet.refuse("pelo menos uma linha abaixo dos nomes das colunas")
        if not only_check:
            rows = list(lines.touched.values())
            feed.upsert_all(writer, schema_autos.lines, rows)
            feed.put_all(writer, "line", {one["id"]: feed.line(one) for one in rows})
    return sheet.done


class _Sheet:
    """The rows of a file, what is wrong with them, and what came of them."""

    def __init__(self, name: str, data: bytes, columns, needed) -> None:
        self.name, self.notes, self.done = name, Notes(), Loaded()
        self.needed, self.read = needed, 0
        text = text_of(name, data, BYTES_MAX, self.notes)
        found = Rows(name, text or "", self.notes, columns, needed, ROWS_MAX)
        self.wrong = found.wrong
        self.rows = self._rows(found) if text is not None else ()

    def _rows(self, found: Rows) -> Iterable[tuple[int, dict[str, str]]]:
        for line, row in found:
            self.read += 1
            missing = [column for column in self.needed if column not in row]
            for column in missing:
                self.wrong(line, column, "um valor (é obrigatório)")
            if not missing:
                yield line, row

    def text(self, line: int, column: str, text: str, limit: int) -> str:
        return text_within(text, limit, lambda expected: self.wrong(line, column, expected, text))

    def warn(self, line: int, column: str, said: str) -> None:
        self.done.warnings.append(f'{self.name}, linha {line}: coluna "{column}": {said}')

    def refuse(self, empty: str) -> None:
        if not self.read and not self.notes.problems:
            self.notes.add(Problem(self.name, None, "", "", empty))
        if self.notes.problems:
            raise LocalError(self.notes.problems)

    def count(self, known: Values | None, now: Values) -> bool:
        """Whether it has to be written."""
        if known is None:
            self.done.new += 1
        elif known == now:
            self.done.same += 1
        else:
            self.done.changed += 1
        return known != now


class _Registry:
    """The persons that are there, to be found by document, register number or name."""

    def __init__(self, conn: Connection, ibge: int, coming: Iterable[Values]) -> None:
        self.by_document: dict[str, Values] = {}
        self.by_register: dict[tuple[str, str], Values] = {}
        self.by_name: dict[tuple[str, str], list[Values]] = {}
        there = {one["id"]: one for one in rows_of(conn, schema_registry.persons, ibge)}
        for one in (there | {one["id"]: one for one in coming}).values():
            self.index(one)

    def index(self, one: Values) -> None:
        if one["document"]:
            self.by_document.setdefault(bare(one["document"]), one)
        if one["register"]:
            self.by_register.setdefault((one["role"], one["register"]), one)
        self.by_name.setdefault((one["role"], plain(one["name"])), []).append(one)

    def holder(self, sheet: _Sheet, line: int, column: str, text: str) -> str | None:
        """The id of whoever holds a permit, by document or by a name that only one has."""
        known = self.by_document.get(bare(text))
        found = [known] if known and known["role"] == HOLDER else None
        found = found or self.by_name.get((HOLDER, plain(text)), [])
        if len(found) == 1:
            return found[0]["id"]
        if found:
            expected = f"o documento, porque há {len(found)} com este nome"
        else:
            expected = "quem já está no cadastro com um veículo (carregue antes os veículos)"
        sheet.wrong(line, column, expected, text)
        return None


class _People(_Registry):
    def __init__(
        self, sheet: _Sheet, conn: Connection, ibge: int, coming: Iterable[Values]
    ) -> None:
        super().__init__(conn, ibge, coming)
        self.sheet, self.ibge = sheet, ibge
        self.touched: dict[str, Values] = {}
        self.line_of: dict[str, int] = {}

    def take(self, line: int, row: dict[str, str]) -> None:
        sheet, role = self.sheet, plain(row["papel"])
        if role not in ROLES:
            sheet.wrong(line, "papel", f"um destes: {', '.join(ROLES)}", row["papel"])
        given: Values = {"name": sheet.text(line, "nome", row["nome"], NAME_CHARS)}
        if "documento" in row:
            text = row["documento"]
            given["document"] = document_of(
                text, lambda expected: sheet.wrong(line, "documento", expected, text)
            )
        if "registro" in row:
            given["register"] = sheet.text(line, "registro", row["registro"], REGISTER_CHARS)
        if "trabalha_para" in row:
            text = row["trabalha_para"]
            given["works_for"] = self.holder(sheet, line, "trabalha_para", text)
        known = self._known(role, given)
        old = known or {
            "tenant": self.ibge, "id": uuid7(), "document": "", "role": role, "register": None,
            "works_for": None,
        }  # fmt: skip
        now = {**old, **given}
        if old["role"] == HOLDER:
            sheet.warn(line, "papel", "esta pessoa já é autorizatária e continua assim.")
        if (first := self.line_of.setdefault(now["id"], line)) != line:
            sheet.wrong(line, "nome", f"cada pessoa uma vez só (já está na linha {first})")
        if sheet.count(known, now):
            self.touched[now["id"]] = now
        if known is None:
            self.index(now)

    def _known(self, role: str, given: Values) -> Values | None:
        document, register = given.get("document"), given.get("register")
        if document and (known := self.by_document.get(document)):
            return known
        if register and (known := self.by_register.get((role, register))):
            return known
        alike = self.by_name.get((role, plain(given["name"])), [])
        other = [
            one for one in alike
            if not (document and one["document"]) and not (register and one["register"])
        ]  # fmt: skip
        return other[0] if other else None


class _Lines(_Registry):
    def __init__(
        self, sheet: _Sheet, conn: Connection, ibge: int, services: dict[str, str],
        coming: Iterable[Values],
    ) -> None:  # fmt: skip
        super().__init__(conn, ibge, coming)
        self.sheet, self.ibge, self.words = sheet, ibge, ", ".join(services)
        self.services = {plain(label): id_ for id_, label in services.items()}
        self.services |= {plain(id_): id_ for id_ in services}
        self.by_number = {
            one["number"].casefold(): one for one in rows_of(conn, schema_autos.lines, ibge)
        }
        self.touched: dict[str, Values] = {}
        self.line_of: dict[str, int] = {}

    def take(self, line: int, row: dict[str, str]) -> None:
        sheet = self.sheet
        number = sheet.text(line, "numero", row["numero"], NUMBER_CHARS)
        name = sheet.text(line, "nome", row["nome"], LINE_CHARS)
        given: Values = {"number": number, "name": name}
        if "servico" in row:
            found = self.services.get(plain(row["servico"]))
            if found is None:
                sheet.wrong(line, "servico", f"um serviço da lei ({self.words})", row["servico"])
            given["service"] = found or ""
        if "operador" in row:
            given["holder"] = self.holder(sheet, line, "operador", row["operador"])
        key = number.casefold()
        if (first := self.line_of.setdefault(key, line)) != line:
            expected = f"cada linha uma vez só (já está na linha {first} do arquivo)"
            sheet.wrong(line, "numero", expected, number)
        known = self.by_number.get(key)
        old = known or {"tenant": self.ibge, "id": uuid7(), "service": "", "holder": None}
        now = {**old, **given}
        if sheet.count(known, now):
            self.touched[now["id"]] = now
        self.by_number[key] = now
