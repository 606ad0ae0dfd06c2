"""A municipality's own file: unit values, picked readings, calendar, planilha, conducts of its
regulation, words. Checked whole against the law it belongs to, then joined to it as one rulebook.

    law = load_local(load_rulebook("sapezal"), Path("sapezal-local.toml"), Path("planilha.csv"))

The format is described in `checklists/FORMAT.md`, "The municipality's own file".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checklists.load import MAX_BYTES, load_rulebook_bytes
from checklists.local.lines import Lines, toml_lines
from checklists.local.merging import merged
from checklists.local.planilha import Planilha, read_planilha, tables_of
from checklists.local.reading import read_local
from checklists.local.sheets import kind_of, plain, text_of
from checklists.local.tables import LocalError, LocalTable, Notes, Problem
from checklists.local.writing import toml_table
from checklists.rulebook import Rulebook

FILE_BYTES_MAX = 512 * 1024
FILES_MAX = 12

__all__ = [
    "FILES_MAX",
    "FILE_BYTES_MAX",
    "LocalError",
    "LocalFile",
    "Problem",
    "compose",
    "effective",
    "load_local",
]


@dataclass(frozen=True)
class LocalFile:
    """A file as the municipality sends it: `name` ends in .toml or .csv."""

    name: str
    data: bytes


def load_local(base: Rulebook, *paths: Path) -> Rulebook:
    """The law with the files at these paths. LocalError for whatever is wrong; OSError as usual."""
    return effective(base, [LocalFile(Path(path).name, Path(path).read_bytes()) for path in paths])


def effective(base: Rulebook, files: Iterable[LocalFile]) -> Rulebook:
    """The law with the municipality's files: exactly one TOML, and any CSV planilhas."""
    return load_rulebook_bytes(compose(base, files), source=f"{base.id}.toml")


def compose(base: Rulebook, files: Iterable[LocalFile]) -> bytes:
    """The bytes of the effective rulebook: the packaged file and, below it, the municipality's
    tables under `[local]`. The same files give the same bytes. LocalError with all problems."""
    if base.local is not None:
        raise ValueError("the law to join a municipality's file to is the packaged one")
    notes = Notes()
    main, sheets = _sorted(list(files), notes)
    data, lines = _toml(main, notes) if main else ({}, Lines())
    planilhas = _planilhas(data, base, sheets, notes)
    if main is None or (notes.problems and not data):
        raise LocalError(notes.problems)
    top = LocalTable(data, main.name, "arquivo", lines)
    rows = [row for name, sheet in planilhas for row in tables_of(name, sheet)]
    made = [row for name, sheet in planilhas for row in tables_of(name, sheet, sections=True)]
    read = read_local(top, base, notes, rows, made)
    if notes.problems:
        raise LocalError(notes.problems)
    notes.take(merged, base, read, main.name)
    raw = _joined(base, data, [sheet for _, sheet in planilhas])
    if len(raw) > MAX_BYTES:
        notes.add(Problem(main.name, None, "", "", f"até {MAX_BYTES} bytes com a lei"))
    if not notes.problems:
        notes.take(load_rulebook_bytes, raw, source=main.name)
    if notes.problems:
        raise LocalError(notes.problems)
    return raw


def _joined(base: Rulebook, data: dict[str, Any], sheets: list[Planilha]) -> bytes:
    sections = [*data.get("section", []), *(one for sheet in sheets for one in sheet.sections)]
    items = [*data.get("item", []), *(one for sheet in sheets for one in sheet.items)]
    tables = {key: value for key, value in data.items() if key not in ("section", "item")}
    if sections:
        tables["section"] = sections
    if items:
        tables["item"] = items
    title = f"\n# ---- Arquivo do município, versão {data['version']} ----\n\n"
    return base.raw.rstrip(b"\n") + b"\n" + (title + toml_table("local", tables)).encode()


def _sorted(files: list[LocalFile], notes: Notes) -> tuple[LocalFile | None, list[LocalFile]]:
    """The TOML, and the planilhas."""
    mains, sheets = [], []
    for one in files:
        end = one.name.rpartition(".")[2].lower()
        if end == "toml":
            mains.append(one)
        elif end == "csv":
            sheets.append(one)
        else:
            kind = kind_of(one.name, one.data)
            notes.add(Problem(one.name, None, "", "", "um arquivo .toml ou .csv", kind))
    if len(files) > FILES_MAX:
        notes.add(Problem("arquivos", None, "", "", f"até {FILES_MAX} arquivos", str(len(files))))
    names = [one.name for one in files]
    for name in sorted({name for name in names if names.count(name) > 1}):
        notes.add(Problem(name, None, "", "", "cada arquivo com um nome próprio", name))
    if not mains:
        expected = "um arquivo .toml do município, com municipality, version e effective_from"
        notes.add(Problem("arquivos", None, "", "", expected, ", ".join(names)[:80]))
    for extra in mains[1:]:
        notes.add(Problem(extra.name, None, "", "", "um só arquivo .toml por vez", extra.name))
    return (mains[0] if mains else None), sheets


def _planilhas(
    data: dict[str, Any], base: Rulebook, sheets: list[LocalFile], notes: Notes
) -> list[tuple[str, Planilha]]:
    """The planilhas, read one after the other: a section begun in one goes on in the next."""
    known: dict[str, str] = {}
    own = data.get("section", [])
    for row in base.sections:
        known |= {plain(row.title): row.id, row.id: row.id}
    for row in own if isinstance(own, list) else []:
        if isinstance(row, dict) and isinstance(row.get("id"), str):
            known |= {plain(str(row.get("title", row["id"]))): row["id"], row["id"]: row["id"]}
    found = []
    for one in sheets:
        text = text_of(one.name, one.data, FILE_BYTES_MAX, notes)
        sheet = read_planilha(one.name, text, known, notes) if text is not None else Planilha()
        known |= {plain(made["title"]): made["id"] for made in sheet.sections}
        found.append((one.name, sheet))
    return found


def _toml(file: LocalFile, notes: Notes) -> tuple[dict[str, Any], Lines]:
    text = text_of(file.name, file.data, FILE_BYTES_MAX, notes)
    if text is None:
        return {}, Lines()
    try:
        return tomllib.loads(text), toml_lines(text)
    except (ValueError, RecursionError) as error:
        notes.add(_syntax(file.name, text, error))
        return {}, Lines()


def _syntax(name: str, text: str, error: Exception) -> Problem:
    """What tomllib could not read, on its line, in words."""
    said = str(error)
    place = re.search(r"\(at line (\d+), column (\d+)\)", said)
    rows = text.splitlines() or [""]
    line = min(int(place[1]), len(rows)) if place else len(rows)
    hint = next((words for sign, words in _HINTS if sign in said), "")
    column = f", coluna {place[2]}" if place else ""
    expected = f"TOML válido{column}{hint}"
    return Problem(name, line, "", "", expected, f"“{rows[line - 1].strip()[:60]}”")


_TWICE = " (esta tabela já foi aberta; uma lista de tabelas leva [[dois colchetes]])"
_HINTS = (
    ("Cannot overwrite", " (um campo está escrito duas vezes)"),
    ("Cannot declare", _TWICE),
    ("Cannot mutate", _TWICE),
    ("Expected '='", " (campo = valor)"),
    ("Invalid value", " (textos entre aspas; datas como 2026-11-30, sem aspas)"),
    ("Unterminated", " (faltam as aspas do fim)"),
    ("Illegal character", " (faltam as aspas do fim, ou há um caractere de controle)"),
    ("Unescaped", " (uma barra invertida num texto se escreve dobrada)"),
    ("Unclosed", " (falta fechar o colchete)"),
    ("Expected newline", " (um campo por linha)"),
    ("Invalid statement", " (cada linha é campo = valor, ou [[tabela]])"),
)
