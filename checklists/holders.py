"""What a law calls who may run the service, and the paper that says so.

A law that has one word for it among its roles lends it; where it has several, by the service, or
none, a plain one serves.
"""

from __future__ import annotations

from dataclasses import dataclass

from checklists.rulebook import Rulebook


@dataclass(frozen=True)
class HolderWords:
    """`holder`: "Permissionário"; `permit`: "Permissão"."""

    holder: str
    permit: str


PLAIN = HolderWords("Titular", "Autorização")
_PERMITS = {"autorizatario": "Autorização", "permissionario": "Permissão"}


def holder_words(rulebook: Rulebook | None) -> HolderWords:
    """Of this law; the plain ones where the rulebook itself is not at hand."""
    for role in rulebook.roles if rulebook is not None else ():
        if role.id in _PERMITS:
            return HolderWords(role.label, _PERMITS[role.id])
    return PLAIN
