"""Whether citations name conducts of the same file."""

from __future__ import annotations

from checklists.errors import RulebookError


def check_cited(
    source: str, table: str, field: str, found: tuple[str, ...], cites: set[str]
) -> None:
    """RulebookError for the first of `found` that no [[conduct]] has."""
    for cite in found:
        if cite not in cites:
            expected = "citações de [[conduct]] deste arquivo"
            raise RulebookError(source, table, field, expected, f'"{cite}"')
