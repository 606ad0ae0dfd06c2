"""A file as a spreadsheet saves it: its text, and the rows of its CSV with their lines."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Collection, Iterator
from typing import Any

from checklists.local.tables import Notes, Problem
from checklists.reader import shown

SAVE_AS = (
    "texto em UTF-8 (salve de novo: no Excel, “CSV UTF-8 (delimitado por vírgulas)”; no "
    "LibreOffice, conjunto de caracteres UTF-8; no Bloco de Notas, Codificação UTF-8)"
)
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def text_of(name: str, data: bytes, bytes_max: int, notes: Notes) -> str | None:
    """The file as text: UTF-8, with or without its mark. Else says what it is and what to do."""
    if len(data) > bytes_max:
        expected = f"um arquivo de até {bytes_max // 1024} KiB"
        notes.add(Problem(name, None, "", "", expected, f"{len(data) // 1024} KiB"))
        return None
    if data.startswith((*_UTF_16, *_WORKBOOKS)):
        notes.add(Problem(name, None, "", "", SAVE_AS, kind_of(name, data)))
        return None
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        notes.add(Problem(name, line, "", "", "texto", "um byte zero"))
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        row = data.splitlines()[line - 1] if data else b""
        said = row.decode("cp1252", "replace").strip()[:60]
        notes.add(Problem(name, line, "", "", SAVE_AS, f"Windows-1252 (ANSI): “{said}”"))
        return None


def kind_of(name: str, data: bytes) -> str:
    """What a file that is no text of ours is, as far as its first bytes tell."""
    if data.startswith(_WORKBOOKS):
        return "uma planilha do Excel ou do LibreOffice"
    if data.startswith(_UTF_16):
        return "texto em UTF-16"
    return name[:60]


def plain(text: str) -> str:
    """Letters and digits only, without accents or capitals."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in folded if char.isalnum())


class Rows:
    """The rows of a CSV file as dicts by column, each with the line on which it begins.

    The first row that is not blank names the columns, in any order: `known` are the names there
    may be (accents, capitals and signs aside), `needed` those there must be. Empty cells are left
    out. What is wrong goes to `notes`, and the rest is still read."""

    def __init__(
        self,
        name: str,
        text: str,
        notes: Notes,
        known: Collection[str],
        needed: Collection[str],
        rows_max: int,
    ):
        self.name, self.notes = name, notes
        self.known = {plain(column): column for column in known}
        self.needed, self.rows_max = needed, rows_max
        self.skip = 1 if re.match(r"sep=.\r?\n", text) else 0  # how Excel names its separator
        body = text.split("\n", 1)[1] if self.skip else text
        self.delimiter = _delimiter(body)
        self.csv = csv.reader(
            io.StringIO(body, newline=""), delimiter=self.delimiter, strict=True
        )
        self.columns: list[str] = []

    def __iter__(self) -> Iterator[tuple[int, dict[str, str]]]:
        count = 0
        while True:
            line = self.csv.line_num + 1 + self.skip
            try:
                cells = next(self.csv, None)
            except csv.Error as error:
                self.wrong(line, "", f"uma linha de CSV ({_csv_words(error)})")
                return
            if cells is None:
                break
            cells = [cell.strip() for cell in cells]
            if not any(cells):
                continue
            if not self.columns:
                if not self._header(line, cells):
                    return
                continue
            count += 1
            if count > self.rows_max:
                self.wrong(line, "", f"até {self.rows_max} linhas")
                return
            if any(cells[len(self.columns) :]):
                many = f"até {len(self.columns)} colunas, como na primeira linha"
                self.wrong(line, "", many, len(cells))
                continue
            row = dict(zip(self.columns, cells, strict=False))
            yield line, {key: value for key, value in row.items() if value}
        if not self.columns:
            names = self._names()
            self.wrong(None, "", f"uma primeira linha com os nomes das colunas ({names})")

    def _header(self, line: int, cells: list[str]) -> bool:
        names = [plain(cell) for cell in cells]
        while names and not names[-1]:
            names.pop()
        good = True
        for name, cell in zip(names, cells, strict=False):
            if name not in self.known:
                self.wrong(line, "", f"nomes de coluna destes: {self._names()}", cell)
                good = False
            elif names.count(name) > 1:
                self.wrong(line, "", "cada coluna uma vez só", cell)
                good = False
        self.columns = [self.known.get(name, name) for name in names]
        for name in self.needed:
            if name not in self.columns:
                self.wrong(line, "", f'a coluna "{name}" na primeira linha')
                good = False
        return good

    def _names(self) -> str:
        return ", ".join(self.known.values())

    def wrong(self, line: int | None, column: str, expected: str, found: Any = None) -> None:
        table = f'coluna "{column}"' if column else ""
        said = "" if found is None else shown(found)
        self.notes.add(Problem(self.name, line, table, "", expected, said))


def _delimiter(text: str) -> str:
    """What parts the names in the first row that is not blank."""
    first = next((line for line in io.StringIO(text, newline=None) if line.strip()), "")
    counts = {sign: first.count(sign) for sign in (";", ",", "\t")}
    return max(counts, key=lambda sign: counts[sign]) if any(counts.values()) else ";"


def _csv_words(error: csv.Error) -> str:
    text = str(error)
    if "unexpected end" in text:
        return "umas aspas foram abertas e não fechadas"
    if "expected after" in text:
        return "há texto depois de aspas fechadas; aspas dentro de um texto se escrevem dobradas"
    if "field larger" in text:
        return "uma célula é grande demais; faltou fechar aspas?"
    return "confira as aspas e as quebras de linha"
