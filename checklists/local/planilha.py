"""A planilha of items as a CSV file, as a spreadsheet saves it.

One row an item. A row that repeats the `id` of the row above, without `rotulo`, adds a question to
it. Columns, in any order, by their names in the first row (accents and capitals aside):

`secao` (title, or id, of the section) · `id` (M-…) · `rotulo` · `dica` · `servicos` (ids) ·
`condicao` · `citacao` · `conduta` · `pergunta` · `tipo` (numero, texto, foto) · `unidade` ·
`obrigatoria` (sim, não) · `confere` (chassi, renavam, cnh, cpf, cnpj, placa)
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from checklists.local.items import PREFIX
from checklists.local.lines import Lines
from checklists.local.sheets import Rows, plain
from checklists.local.tables import LocalTable, Notes

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
    reader = Rows(name, text, notes, COLUMNS, NEEDED, ROWS_MAX)
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


def _take_row(
    sheet: Planilha, sections: dict[str, str], reader: Rows, line: int, row: dict[str, str]
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


def _ask(reader: Rows, line: int, row: dict[str, str], item: dict[str, Any]) -> dict[str, Any]:
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
