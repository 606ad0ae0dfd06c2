"""Reads one TOML table and refuses what does not belong, naming file, table and field."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from checklists.errors import RulebookError

_AMOUNT = re.compile(r"\d{1,9}(\.\d{1,4})?")
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_ITEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,59}")
_ART = r"Art\. \d+(-[A-Z])?(, ([IVXLC]+|§ \d+|parágrafo único|[a-z]))*"
OWN_CITE = re.compile(rf"({_ART}|Anexo, [A-Z]-\d{{2}}|Anexo)")
_OTHER = re.compile(r"(Lei|Decreto|Código|Constituição|CTB|Resolução) [^\n]{2,100}")
_CITES = (OWN_CITE, _OTHER)
_REQUIRED = object()


class Table:
    """A cursor over one table. Every key read is ticked off; `done()` refuses the rest."""

    def __init__(self, data: Any, source: str, name: str):
        self.source = source
        self.name = name
        if not isinstance(data, dict):
            raise RulebookError(source, name, "", "uma tabela", shown(data))
        self._data = data
        self._seen: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def named(self, extra: str) -> None:
        """Adds what identifies this table to its name, for the messages that follow."""
        self.name = f"{self.name} ({extra})"

    def fail(self, key: str, expected: str, found: Any = _REQUIRED) -> RulebookError:
        said = "" if found is _REQUIRED else shown(found)
        return RulebookError(self.source, self.name, key, expected, said)

    def raw(self, key: str, expected: str, default: Any = _REQUIRED) -> Any:
        self._seen.add(key)
        if key in self._data:
            return self._data[key]
        if default is _REQUIRED:
            raise self.fail(key, f"{expected} (é obrigatório)")
        return default

    def done(self) -> None:
        extra = sorted(set(self._data) - self._seen)
        if extra:
            known = ", ".join(sorted(self._seen))
            raise self.fail(str(extra[0])[:60], f"um campo conhecido ({known})")

    def text(self, key: str, limit: int = 400, default: Any = _REQUIRED) -> Any:
        expected = f"um texto de 1 a {limit} caracteres, numa linha só"
        value = self.raw(key, expected, default)
        return value if value is default else self._line(key, value, limit, expected)

    def _line(self, key: str, value: Any, limit: int, expected: str) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > limit:
            raise self.fail(key, expected, value)
        if value != value.strip() or not value.isprintable():
            raise self.fail(key, f"{expected}, sem espaço nas pontas nem controle", value)
        return value

    def slug(self, key: str) -> str:
        return self._match(key, _SLUG, "um nome de letras minúsculas, números e hífens")

    def item_id(self, key: str) -> str:
        return self._match(key, _ITEM, "um nome de letras, números e hífens")

    def _match(self, key: str, pattern: re.Pattern[str], expected: str) -> str:
        value = self.raw(key, expected)
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise self.fail(key, expected, value)
        return value

    def integer(self, key: str, low: int, high: int, default: Any = _REQUIRED) -> Any:
        expected = f"um número inteiro de {low} a {high}"
        value = self.raw(key, expected, default)
        if value is default:
            return value
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fail(key, expected, value)
        return value

    def flag(self, key: str, default: Any = _REQUIRED) -> Any:
        value = self.raw(key, "true ou false", default)
        if value is not default and not isinstance(value, bool):
            raise self.fail(key, "true ou false", value)
        return value

    def day(self, key: str) -> date:
        expected = "uma data (AAAA-MM-DD, sem aspas)"
        value = self.raw(key, expected)
        if not isinstance(value, date) or isinstance(value, datetime):
            raise self.fail(key, expected, value)
        return value

    def amount(self, key: str, default: Any = _REQUIRED) -> Any:
        expected = 'um valor entre aspas, com ponto decimal ("400" ou "1.1")'
        value = self.raw(key, expected, default)
        if value is default:
            return value
        if not isinstance(value, str) or not _AMOUNT.fullmatch(value):
            raise self.fail(key, expected, value)
        return Decimal(value)

    def one_of(self, key: str, allowed: Collection[str], default: Any = _REQUIRED) -> Any:
        names = ", ".join(allowed) or "nenhum existe"
        expected = f"um destes: {names}"
        value = self.raw(key, expected, default)
        if value is not default and (not isinstance(value, str) or value not in allowed):
            raise self.fail(key, expected, value)
        return value

    def some_of(self, key: str, allowed: Collection[str], default: Any = _REQUIRED) -> Any:
        names = ", ".join(allowed) or "nenhum existe"
        values = self._list(key, f"uma lista com nomes destes: {names}", default)
        for value in values:
            if not isinstance(value, str) or value not in allowed:
                raise self.fail(key, f"nomes destes: {names}", value)
        return self._distinct(key, values)

    def texts(self, key: str, limit: int = 200, default: Any = _REQUIRED) -> tuple[str, ...]:
        values = self._list(key, "uma lista de textos", default)
        expected = f"textos de 1 a {limit} caracteres"
        return self._distinct(key, [self._line(key, value, limit, expected) for value in values])

    def cite(self, key: str = "cite") -> str:
        expected = 'uma citação desta lei ("Art. 14, XIX", "Anexo, C-05")'
        return self._match(key, OWN_CITE, expected)

    def cites(self, key: str = "cites", default: Any = _REQUIRED) -> tuple[str, ...]:
        values = self._list(key, 'uma lista de citações (["Art. 52, § 3"])', default)
        for value in values:
            if not (isinstance(value, str) and any(form.fullmatch(value) for form in _CITES)):
                raise self.fail(key, 'citações como "Art. 14, XIX" ou "Lei 9.784/1999, …"', value)
        if not values and default is _REQUIRED:
            raise self.fail(key, "pelo menos uma citação", values)
        return self._distinct(key, values)

    def _list(self, key: str, expected: str, default: Any) -> list[Any]:
        value = self.raw(key, expected, default)
        if value is default:
            return list(default)
        if not isinstance(value, list) or len(value) > 500:
            raise self.fail(key, expected, value)
        return value

    def _distinct(self, key: str, values: list[str]) -> tuple[str, ...]:
        if len(set(values)) != len(values):
            raise self.fail(key, "valores sem repetição", values)
        return tuple(values)

    def table(self, key: str) -> Table:
        value = self.raw(key, "uma tabela")
        if not isinstance(value, dict):
            raise self.fail(key, "uma tabela", value)
        return self._child(value, self._path(key, "[{}]"), key)

    def tables(self, key: str, at_least: int = 0) -> list[Table]:
        path = self._path(key, "[[{}]]")
        default = _REQUIRED if at_least else []
        rows = self.raw(key, f"{path} pelo menos {at_least} vez(es)", default)
        if not isinstance(rows, list) or not at_least <= len(rows) <= 2000:
            raise self.fail(key, f"uma sequência de tabelas {path}", rows)
        return [
            self._child(row, f"{path} nº {n}", key, n - 1) for n, row in enumerate(rows, 1)
        ]

    def _child(self, data: Any, name: str, *steps: str | int) -> Table:
        """A table within this one, `steps` below it."""
        return Table(data, self.source, name)

    def _path(self, key: str, form: str) -> str:
        if self.name == "arquivo":
            return form.format(key)
        return f"{self.name} → {form.format(key)}"


def shown(value: Any) -> str:
    """A found value, short enough for a message."""
    if isinstance(value, dict):
        return f"uma tabela de {len(value)}"
    if isinstance(value, list):
        return f"uma lista de {len(value)}"
    if isinstance(value, int) and value.bit_length() > 200:
        return "um número enorme"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "…"
