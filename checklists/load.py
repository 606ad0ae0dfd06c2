"""Loads a rulebook: from the package, or from bytes kept with a draft that was begun under it.

The format is described in `checklists/FORMAT.md`. Whatever is wrong with a file comes out as a
`RulebookError` that names the file, the table, the field and what is expected there.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import lru_cache
from importlib.resources import files

from checklists.errors import RulebookError, UnknownReference
from checklists.parts import build_rulebook
from checklists.reader import Table
from checklists.rulebook import Rulebook

MAX_BYTES = 2 * 1024 * 1024
_SUFFIX = ".toml"


@lru_cache(maxsize=1)
def available_rulebooks() -> tuple[str, ...]:
    """The ids of the rulebooks that come with the package, sorted."""
    folder = files("checklists") / "rulebooks"
    names = (entry.name for entry in folder.iterdir() if entry.name.endswith(_SUFFIX))
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in names))


@lru_cache(maxsize=8)
def load_rulebook(name: str) -> Rulebook:
    """The packaged rulebook `name` ("mangaratiba"). UnknownReference if there is none."""
    if name not in available_rulebooks():
        raise UnknownReference("Prancheta", "município", name, available_rulebooks())
    data = (files("checklists") / "rulebooks" / f"{name}{_SUFFIX}").read_bytes()
    rulebook = load_rulebook_bytes(data, source=f"{name}{_SUFFIX}")
    if rulebook.id != name:
        raise RulebookError(f"{name}{_SUFFIX}", "arquivo", "id", f'"{name}"', f'"{rulebook.id}"')
    return rulebook


def load_rulebook_bytes(data: bytes, source: str = "rulebook.toml") -> Rulebook:
    """Parses and checks a rulebook. RulebookError for anything that is wrong with it. The same
    bytes give the same object: parsing takes a tenth of a second on a slow phone."""
    return _load(bytes(data), source)


@lru_cache(maxsize=8)
def _load(data: bytes, source: str) -> Rulebook:
    if len(data) > MAX_BYTES:
        raise RulebookError(source, "arquivo", "", f"até {MAX_BYTES} bytes", str(len(data)))
    try:
        parsed = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        where = f"outra coisa no byte {error.start}"
        raise RulebookError(source, "arquivo", "", "texto em UTF-8", where) from None
    except (ValueError, RecursionError) as error:
        raise RulebookError(source, "arquivo", "", "TOML válido", str(error)[:200]) from None
    local = parsed.pop("local", None)
    top = Table(parsed, source, "arquivo")
    rulebook = build_rulebook(top, raw=data, sha256=hashlib.sha256(data).hexdigest())
    if local is None:
        return rulebook
    from checklists.local.merging import with_local_table

    return with_local_table(rulebook, local, source)
