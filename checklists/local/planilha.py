"""A planilha of items as a CSV file, as a spreadsheet saves it.

One row an item. A row that repeats the `id` of the row above, without `rotulo`, adds a question to
it. Columns, in any order, by their names in the first row (accents and capitals aside):

`secao` (title, or id, of the section) · `id` (M-…) · `rotulo` · `dica` · `servicos` (ids) ·
`condicao` · `citacao` · `conduta` · `pergunta` · `tipo` (numero, texto, foto) · `unidade` ·
`obrigatoria` (sim, não) · `confere` (chassi, renavam, cnh, cpf, cnpj, placa)
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from checklists.local.items import PREFIX
from checklists.local.lines import Lines
from checklists.local.tables import LocalTable, Notes, Problem
from checklists.reader import shown

COLUMNS = {
    "secao": "section", "id": "id", "rotulo": "label", "dica": "hint", "servicos": "services",
    "condicao": "conditional", "citacao": "cite", "conduta": "conduct", "pergunta": "ask",
    "tipo": "kind", "unidade": "unit", "obrigatoria": "required", "confere": "check",
}  # fmt: skip
NEEDED = ("secao", "id", "rotulo")
KINDS = {"": "text", "texto": "text", "numero": "number", "foto": "photo"}
FLAGS = {"": False, "nao": False, "sim": True}
ROWS_MAX = 1000
_WORDS = {english: portuguese for portuguese, english in COLUMNS.items()}


@dataclass
class Planilha:
    """What a CSV file adds: sections that it makes up, and items, as `[[local.*]]` tables."""

    sections: list[dict[str, Any]] = field(default_factory=list)
    items: list[dict[str, Any]] = field(default_factory=list)
    lines: dict[tuple[str | int, ...], int] = field(default_factory=dict)


def read_planilha(name: str, text: str, known: dict[str, str], notes: Notes) -> Planilha:
    """`known`: section id by id and by plain title, of the law and of the municipality's TOML."""
    sheet = Planilha()
    reader = _Rows(name, text, notes)
    sections = dict(known)
    for line, row in reader:
        _take_row(sheet, sections, reader, line, row)
    return sheet


def tables_of(name: str, sheet: Planilha, sections: bool = False) -> list[LocalTable]:
    """The items (or the sections made up) as tables that know their lines."""
    key, rows = ("section", sheet.sections) if sections else ("row", sheet.items)
    lines = Lines(sheet.lines)
    return [
        LocalTable(row, name, "", lines, (key, n), _WORDS | {"title": "secao", "cites": "citacao"})
        for n, row in enumerate(rows)
    ]


def plain(text: str) -> str:
    """Letters and digits only, without accents or capitals."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in folded if char.isalnum())


class _Rows:
    """The rows of a CSV file as dicts by column, each with the line on which it begins."""

    def __init__(self, name: str, text: str, notes: Notes):
        self.name, self.notes = name, notes
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
            if count > ROWS_MAX:
                self.wrong(line, "", f"até {ROWS_MAX} linhas")
                return
            if any(cells[len(self.columns) :]):
                many = f"até {len(self.columns)} colunas, como na primeira linha"
                self.wrong(line, "", many, len(cells))
                continue
            row = dict(zip(self.columns, cells, strict=False))
            yield line, {key: value for key, value in row.items() if value}
        if not self.columns:
            self.wrong(None, "", f"uma primeira linha com os nomes das colunas ({_names()})")

    def _header(self, line: int, cells: list[str]) -> bool:
        names = [plain(cell) for cell in cells]
        while names and not names[-1]:
            names.pop()
        good = True
        for name, cell in zip(names, cells, strict=False):
            if name not in COLUMNS:
                self.wrong(line, "", f"nomes de coluna destes: {_names()}", cell)
                good = False
            elif names.count(name) > 1:
                self.wrong(line, "", "cada coluna uma vez só", cell)
                good = False
        for name in NEEDED:
            if name not in names:
                self.wrong(line, "", f'a coluna "{name}" na primeira linha')
                good = False
        self.columns = names
        return good

    def wrong(self, line: int | None, column: str, expected: str, found: Any = None) -> None:
        table = f'coluna "{column}"' if column else ""
        said = "" if found is None else shown(found)
        self.notes.add(Problem(self.name, line, table, "", expected, said))


def _take_row(
    sheet: Planilha, sections: dict[str, str], reader: _Rows, line: int, row: dict[str, str]
) -> None:
    last = sheet.items[-1] if sheet.items else {}
    if "rotulo" not in row and "pergunta" in row and row.get("id") == last.get("id"):
        last.setdefault("ask", []).append(_ask(reader, line, row, last))
        return
    index = len(sheet.items)
    sheet.lines[("row", index)] = line
    item: dict[str, Any] = {}
    if "secao" in row:
        item["section"] = _section(sheet, sections, line, row)
    for column in ("id", "rotulo", "dica"):
        if column in row:
            item[COLUMNS[column]] = row[column]
    if "servicos" in row:
        item["services"] = [part for part in re.split(r"[\s,;|/]+", row["servicos"]) if part]
    for column in ("condicao", "citacao", "conduta"):
        if column in row:
            item[COLUMNS[column]] = row[column]
    if "pergunta" in row:
        item["ask"] = [_ask(reader, line, row, {})]
    else:
        for column in ("tipo", "unidade", "obrigatoria", "confere"):
            if column in row:
                reader.wrong(line, "pergunta", f"a pergunta a que {column} pertence")
    sheet.items.append(item)


def _section(
    sheet: Planilha, sections: dict[str, str], line: int, row: dict[str, str]
) -> str:
    """The id of the section that a row names; a title that is nowhere yet begins one."""
    said = row["secao"]
    found = sections.get(said) or sections.get(plain(said))
    if found:
        return found
    section_id = (PREFIX + _slug(said))[:60].rstrip("-")
    sheet.lines[("section", len(sheet.sections))] = line
    made: dict[str, Any] = {"id": section_id, "title": said}
    if "citacao" in row:
        made["cites"] = [row["citacao"]]
    sheet.sections.append(made)
    sections[said] = sections[plain(said)] = section_id
    return section_id


def _ask(reader: _Rows, line: int, row: dict[str, str], item: dict[str, Any]) -> dict[str, Any]:
    label = row["pergunta"]
    ask: dict[str, Any] = {"id": _slug(label)[:60].strip("-") or "pergunta"}
    taken = {one["id"] for one in item.get("ask", ())}
    if ask["id"] in taken:
        ask["id"] = f"{ask['id'][:56]}-{len(taken) + 1}"
    kind = plain(row.get("tipo", ""))
    if kind not in KINDS:
        reader.wrong(line, "tipo", "numero, texto ou foto", row["tipo"])
    needed = plain(row.get("obrigatoria", ""))
    if needed not in FLAGS:
        reader.wrong(line, "obrigatoria", "sim ou não", row["obrigatoria"])
    ask |= {"kind": KINDS.get(kind, "text"), "label": label}
    if "unidade" in row:
        ask["unit"] = row["unidade"]
    if "confere" in row:
        ask["check"] = plain(row["confere"])
    if FLAGS.get(needed):
        ask["required"] = True
    return ask


def _slug(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", folded).strip("-")


def _delimiter(text: str) -> str:
    """What parts the names in the first row that is not blank."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    counts = {sign: first.count(sign) for sign in (";", ",", "\t")}
    return max(counts, key=lambda sign: counts[sign]) if any(counts.values()) else ";"


def _names() -> str:
    return ", ".join(COLUMNS)


def _csv_words(error: csv.Error) -> str:
    text = str(error)
    if "unexpected end" in text:
        return "umas aspas foram abertas e não fechadas"
    if "expected after" in text:
        return "há texto depois de aspas fechadas; aspas dentro de um texto se escrevem dobradas"
    if "field larger" in text:
        return "uma célula é grande demais; faltou fechar aspas?"
    return "confira as aspas e as quebras de linha"
