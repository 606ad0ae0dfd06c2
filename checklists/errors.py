"""What can go wrong between a file of law and a verdict, said so that a person can mend it."""

from __future__ import annotations


class RulebookError(ValueError):
    """A rulebook file that cannot be trusted.

    `source` is the file, `table` the TOML table (with its number and, where it has one, its id),
    `field` the key in it, `expected` what belongs there. `str()` of it is a sentence in pt-BR.
    """

    def __init__(self, source: str, table: str, field: str, expected: str, found: str = ""):
        self.source = source
        self.table = table
        self.field = field
        self.expected = expected
        self.found = found
        place = f"{source}: {table}" + (f', campo "{field}"' if field else "")
        came = f"; veio {found}" if found else ""
        super().__init__(f"{place}: esperado {expected}{came}.")


class UnknownReference(LookupError):
    """Something was asked of a rulebook by an id or citation that it does not have."""

    def __init__(self, rulebook: str, kind: str, value: str, known: tuple[str, ...] = ()):
        self.rulebook = rulebook
        self.kind = kind
        self.value = value
        self.known = known
        hint = f" Existem: {', '.join(known)}." if known else ""
        super().__init__(f"{rulebook}: {kind} desconhecido(a): {value!r}.{hint}")

    def __str__(self) -> str:
        return str(self.args[0])
