"""A municipality's registry as a CSV file: one vehicle a row, every value checked.

Columns, in any order, by their names in the first row (accents, capitals and signs aside); `placa`
and `servico` must be there. An empty cell says nothing of its vehicle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from checklists.local import LocalError
from checklists.local.sheets import Rows, plain, text_of
from checklists.local.tables import Notes, Problem
from sync.records import documents
from sync.records.documents import CNPJ_CHARS, CPF_CHARS
from sync.records.plate import PlateError, parse_plate
from sync.records.seal import chassis_tail

BYTES_MAX = 64 * 1024 * 1024
ROWS_MAX = 200_000
NEEDED = ("placa", "servico")
FIRST_YEAR = 1900
CAPACITY_MAX = 300
NAME_CHARS = 120
TEXTS = {  # column of the file: column of the vehicle, its length
    "marca_modelo": ("make_model", 120), "autorizacao": ("permit", 60), "cor": ("color", 40),
    "combustivel": ("fuel", 40), "registro": ("registration", 60),
}  # fmt: skip
COLUMNS = (
    "placa", "servico", "chassi", "renavam", "marca_modelo", "ano_modelo", "ano_fabricacao",
    "lotacao", "autorizacao", "autorizado_ate", "registro", "cor", "combustivel",
    "autorizatario", "documento", "placa_anterior",
)  # fmt: skip
CHASSIS_CHARS = 30
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
_DIGITS = re.compile(r"[0-9]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class VehicleRow:
    """`values` are those of the vehicle's columns that the row gives; `holder` name and document
    (bare, or "")."""

    line: int
    plate: str
    key: str
    former: str
    values: dict[str, Any]
    holder: tuple[str, str] | None


@dataclass
class Sheet:
    name: str
    rows: list[VehicleRow] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def warn(self, line: int, column: str, said: str) -> None:
        self.warnings.append(f'{self.name}, linha {line}: coluna "{column}": {said}')


def read_sheet(name: str, data: bytes, services: Mapping[str, str], next_year: int) -> Sheet:
    """`services`: label by id. LocalError with everything that is wrong."""
    notes, sheet = Notes(), Sheet(name)
    text = text_of(name, data, BYTES_MAX, notes)
    if text is not None:
        rows = Rows(name, text, notes, COLUMNS, NEEDED, ROWS_MAX)
        reading = _Reading(sheet, rows, services, next_year)
        for line, row in rows:
            reading.take(line, row)
        reading.look_across()
    if not sheet.rows and not notes.problems:
        notes.add(Problem(name, None, "", "", "pelo menos um veículo abaixo dos nomes das colunas"))
    if notes.problems:
        raise LocalError(notes.problems)
    return sheet


class _Reading:
    def __init__(self, sheet: Sheet, rows: Rows, services: Mapping[str, str], next_year: int):
        self.sheet, self.wrong, self.next_year = sheet, rows.wrong, next_year
        self.services = {plain(label): id_ for id_, label in services.items()}
        self.services |= {plain(id_): id_ for id_ in services}
        self.service_words = ", ".join(services)
        self.line_of: dict[str, int] = {}  # by plate key
        self.former: dict[str, int] = {}

    def take(self, line: int, row: dict[str, str]) -> None:
        for column in NEEDED:
            if column not in row:
                self.wrong(line, column, "um valor (é obrigatório)")
        plate, key = self._plate(line, row, "placa")
        former, former_key = self._plate(line, row, "placa_anterior")
        if key and self.line_of.setdefault(key, line) != line:
            self._twice(line, "placa", self.line_of[key], row["placa"])
        if former_key == key:  # the same plate in its other form
            former = former_key = ""
        if former_key and self.former.setdefault(former_key, line) != line:
            self._twice(line, "placa_anterior", self.former[former_key], row["placa_anterior"])
        values: dict[str, Any] = {}
        if "servico" in row:
            values["service"] = self._service(line, row["servico"])
        for column, (name, limit) in TEXTS.items():
            if column in row:
                values[name] = self._text(line, column, row[column], limit)
        for column, name in (("ano_modelo", "model_year"), ("ano_fabricacao", "manufacture_year")):
            if column in row:
                values[name] = self._number(line, column, row, FIRST_YEAR, self.next_year, "um ano")
        if "lotacao" in row:
            values["capacity"] = self._number(line, "lotacao", row, 1, CAPACITY_MAX, "um número")
        if "autorizado_ate" in row:
            values["authorised_until"] = self._day(line, "autorizado_ate", row["autorizado_ate"])
        if "renavam" in row:
            check = documents.check_renavam
            values["renavam"] = self._document(line, "renavam", row["renavam"], check)
        if "chassi" in row:
            values |= self._chassis(line, row["chassi"])
        self.sheet.rows.append(
            VehicleRow(line, plate, key, former, values, self._holder(line, row))
        )

    def look_across(self) -> None:
        """A plate that one row gives up cannot be another's."""
        for key, line in self.former.items():
            if key in self.line_of:
                expected = f"uma placa que não está em outra linha (está na {self.line_of[key]})"
                self.wrong(line, "placa_anterior", expected)

    def _twice(self, line: int, column: str, first: int, found: str) -> None:
        self.wrong(line, column, f"cada placa uma vez só (já está na linha {first})", found)

    def _plate(self, line: int, row: dict[str, str], column: str) -> tuple[str, str]:
        if column not in row:
            return "", ""
        try:
            plate = parse_plate(row[column])
        except PlateError as error:
            hint = f" (seria {error.suggestion}?)" if error.suggestion else ""
            self.wrong(line, column, f"uma placa, como ABC1D23 ou ABC1234{hint}", row[column])
            return "", ""
        return plate.canonical, plate.key

    def _service(self, line: int, text: str) -> str:
        found = self.services.get(plain(text))
        if found is None:
            self.wrong(line, "servico", f"um serviço da lei ({self.service_words})", text)
        return found or ""

    def _text(self, line: int, column: str, text: str, limit: int) -> str:
        return text_within(text, limit, lambda expected: self.wrong(line, column, expected, text))

    def _number(
        self, line: int, column: str, row: dict[str, str], low: int, high: int, what: str
    ) -> int | None:
        text = row[column]
        if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
            self.wrong(line, column, f"{what} de {low} a {high}", text)
            return None
        return int(text)

    def _day(self, line: int, column: str, text: str) -> str | None:
        found = day_of(text)
        if found is None:
            self.wrong(line, column, "uma data, como 31/12/2027", text)
        return found

    def _document(
        self, line: int, column: str, text: str, check: Callable[[str], documents.Checked]
    ) -> str:
        return checked(text, check, lambda expected: self.wrong(line, column, expected, text))

    def _chassis(self, line: int, text: str) -> dict[str, str]:
        found = documents.check_chassis(text)
        self._text(line, "chassi", found.value, CHASSIS_CHARS)
        if found.level != "ok":
            self.sheet.warn(line, "chassi", found.message)
        try:
            return {"chassis": found.value, "chassis_tail": chassis_tail(found.value)}
        except ValueError:  # too short for a selo: the inspector is asked for it
            return {"chassis": found.value, "chassis_tail": ""}

    def _holder(self, line: int, row: dict[str, str]) -> tuple[str, str] | None:
        document = ""
        if "documento" in row:
            text = row["documento"]
            document = document_of(
                text, lambda expected: self.wrong(line, "documento", expected, text)
            )
            if "autorizatario" not in row:
                self.wrong(line, "autorizatario", "o nome de quem tem esse documento")
        if "autorizatario" not in row:
            return None
        return self._text(line, "autorizatario", row["autorizatario"], NAME_CHARS), document


def day_of(text: str) -> str | None:
    """ISO, of a day written as people or spreadsheets write it; None for anything else."""
    for form in ("%d/%m/%Y", "%Y-%m-%d"):
        with suppress(ValueError):
            found = datetime.strptime(text, form).date()
            return found.isoformat() if found.year >= FIRST_YEAR else None
    return None


def text_within(text: str, limit: int, wrong: Callable[[str], None]) -> str:
    """With single spaces; `wrong` is told what was expected of one that is too long."""
    text = " ".join(text.split())
    if len(text) > limit or not text.isprintable():
        wrong(f"um texto de até {limit} letras, sem controles")
    return text


def checked(
    text: str, check: Callable[[str], documents.Checked], wrong: Callable[[str], None]
) -> str:
    """The number bare; `wrong` is told what was expected where its check digits do not agree."""
    found = check(text)
    if found.level == "error":
        what = found.message.partition("”: ")[2].partition(". Confira")[0]
        wrong(f"um {found.message.partition(' ')[0]} que confere ({what})")
    return found.value


def document_of(text: str, wrong: Callable[[str], None]) -> str:
    """A CPF or a CNPJ, bare."""
    text = _zeros_back(text)
    return checked(text, documents.check_person, wrong)


def _zeros_back(text: str) -> str:
    """The zeros at the head, which spreadsheets drop from a number; its check digits judge."""
    if not _DIGITS.fullmatch(text):
        return text
    if len(text) in (CPF_CHARS - 2, CPF_CHARS - 1):
        return text.zfill(CPF_CHARS)
    return text.zfill(CNPJ_CHARS) if len(text) in (CNPJ_CHARS - 2, CNPJ_CHARS - 1) else text
