"""On which line of a TOML file each table and each field stands.

`tomllib` gives values without their places. This walks the same text once more and only notes
lines; it expects a file that `tomllib` has read, and gives up quietly where it cannot follow.

>>> lines = toml_lines('a = 1\\n[[row]]\\nb = 2\\n[[row]]\\nb = 3\\n')
>>> lines.line(("row", 1, "b")), lines.line(("row", 0, "absent"))
(5, 2)
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from contextlib import suppress

Path = tuple[str | int, ...]

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]*")
_STRING = {
    '"': re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    "'": re.compile(r"'[^'\n]*'"),
    '"""': re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}(?!")', re.DOTALL),
    "'''": re.compile(r"'''.*?'{3,5}(?!')", re.DOTALL),
}


class Lines:
    """Line numbers (from 1) by the path of a value: ("section", 0, "item", 2, "label")."""

    def __init__(self, known: dict[Path, int] | None = None):
        self._known = known if known is not None else {}

    def line(self, path: Path) -> int | None:
        """The line of the value, else of the nearest table around it; None if not even that."""
        while path:
            if path in self._known:
                return self._known[path]
            path = path[:-1]
        return None


def toml_lines(text: str) -> Lines:
    walk = _Walk(text)
    # Lost, what was noted so far is right, and the rest falls back to its table.
    with suppress(_Lost, RecursionError):
        walk.document()
    return Lines(walk.known)


class _Lost(Exception):
    """The text is not what the walk expects."""


class _Walk:
    def __init__(self, text: str):
        self.text, self.at = text, 0
        self.known: dict[Path, int] = {}
        self._rows: dict[Path, int] = {}  # path of an array of tables -> how many so far
        self._breaks = [found.start() for found in re.finditer("\n", text)]

    def document(self) -> None:
        table: Path = ()
        while self._skip_blank():
            start = self.at
            if self._take("[["):
                table = self._enter(self._key(), row=True)
                self._must("]]")
                self._note(table, start)
            elif self._take("["):
                table = self._enter(self._key(), row=False)
                self._must("]")
                self._note(table, start)
            else:
                self._pair(table)

    def _pair(self, table: Path) -> None:
        start = self.at
        path = (*table, *self._key())
        self._note(path, start)
        self._must("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        self._skip_space()
        char = self.text[self.at : self.at + 1]
        if char in ("'", '"') and char:
            long = char * 3
            self._match(_STRING[long if self.text.startswith(long, self.at) else char])
        elif self._take("["):
            self._array(path)
        elif self._take("{"):
            self._inline(path)
        else:
            self._match(_SCALAR)

    def _array(self, path: Path) -> None:
        index = 0
        while self._skip_blank() and not self._take("]"):
            self._note((*path, index), self.at)
            self._value((*path, index))
            self._skip_blank()
            self._take(",")
            index += 1

    def _inline(self, path: Path) -> None:
        while self._skip_blank() and not self._take("}"):
            self._pair(path)
            self._skip_blank()
            self._take(",")

    def _key(self) -> Path:
        parts: list[str] = []
        while True:
            self._skip_space()
            char = self.text[self.at : self.at + 1]
            if char in ("'", '"') and char:
                quoted = self._match(_STRING[char])
                parts.append(tomllib.loads(f"key = {quoted}")["key"])
            else:
                parts.append(self._match(_BARE_KEY))
            self._skip_space()
            if not self._take("."):
                return tuple(parts)

    def _enter(self, keys: Path, row: bool) -> Path:
        """The path of the table that a header opens."""
        path: Path = ()
        for key in keys[:-1]:
            path = (*path, key)
            if path in self._rows:
                path = (*path, self._rows[path] - 1)
        path = (*path, keys[-1])
        if not row:
            return path
        self._rows[path] = self._rows.get(path, 0) + 1
        return (*path, self._rows[path] - 1)

    def _note(self, path: Path, at: int) -> None:
        self.known.setdefault(path, bisect_right(self._breaks, at - 1) + 1)

    def _skip_space(self) -> None:
        while self.text[self.at : self.at + 1] in (" ", "\t") and self.at < len(self.text):
            self.at += 1

    def _skip_blank(self) -> bool:
        """Past spaces, line ends and comments; whether anything is left."""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif char in " \t\r\n":
                self.at += 1
            else:
                return True
        return False

    def _take(self, sign: str) -> bool:
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def _must(self, sign: str) -> None:
        self._skip_space()
        if not self._take(sign):
            raise _Lost

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise _Lost
        self.at = found.end()
        return found[0]
