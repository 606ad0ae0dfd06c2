"""The keys by which a person of the registry is found: by any word of the name and what follows
it, and by the register number."""

from __future__ import annotations

import unicodedata
from typing import Any

from sqlite_utils import Database

WORDS_MAX = 8


def plain(text: str) -> str:
    """Small letters and figures without accents, single spaces: `José D'Ávila` → `jose davila`."""
    flat = unicodedata.normalize("NFD", text.lower())
    kept = "".join(sign for sign in flat if sign.isalnum() or sign.isspace())
    return " ".join(kept.split())


def person_keys(person: dict[str, Any]) -> set[str]:
    """`Maria da Silva`, register `0123` → `maria da silva`, `da silva`, `silva`, `0123`, `123`."""
    words = plain(str(person.get("name") or "")).split()[:WORDS_MAX]
    keys = {" ".join(words[at:]) for at in range(len(words))}
    register = plain(str(person.get("register") or "")).replace(" ", "")
    return {key for key in (*keys, register, register.lstrip("0")) if key}


def put_person_keys(db: Database, person_id: str, person: dict[str, Any]) -> None:
    db.execute("DELETE FROM person_keys WHERE person = ?", (person_id,))
    for key in person_keys(person):
        db.execute("INSERT OR IGNORE INTO person_keys (key, person) VALUES (?, ?)",
                   (key, person_id))
