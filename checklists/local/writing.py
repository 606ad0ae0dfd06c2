"""Writes tables as TOML: the municipality's file, put under `[local]` of its rulebook.

Only what such a file may hold: texts, whole numbers, true/false, dates, lists of these, and
sequences of tables. The same tables give the same bytes.
"""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_table(path: str, data: dict[str, Any]) -> str:
    """`data` as `[path]` and whatever lies below it."""
    return "\n".join(_table(path, data, f"[{path}]")) + "\n"


def _table(path: str, data: dict[str, Any], header: str) -> list[str]:
    lines = [header]
    below: list[str] = []
    for key, value in data.items():
        if isinstance(value, list) and any(isinstance(row, dict) for row in value):
            inner = f"{path}.{_key(key)}"
            for row in value:
                below += ["", *_table(inner, row, f"[[{inner}]]")]
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    return lines + below


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | date):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    raise TypeError(f"no place for {type(value).__name__} in a municipality's file")


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
