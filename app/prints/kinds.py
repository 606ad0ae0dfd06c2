"""Which papers a town has for its selo, as data: `templates/<rulebook>.toml` over `common.toml`.

    for kind in paper_kinds("sapezal", "aplicativo"): ...

A town that is not there has the common ones. See `templates/common.toml` for what each key means.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

FORMAT = 1
DRAWS = ("label", "low", "certificate")
MM_PER_INCH = 25.4
DOTS_PER_MM_203 = 8  # what is called 203 dpi


@dataclass(frozen=True)
class Row:
    """A line of a paper. `source`: a key of `facts.seal_facts`."""

    label: str
    source: str
    blank: bool = False


@dataclass(frozen=True)
class PaperKind:
    """One paper. `dpi`: the resolutions of its picture, its printer's first."""

    id: str
    name: str
    about: str
    draws: str
    width_mm: float
    height_mm: float
    dpi: tuple[int, ...]
    title: str
    rows: tuple[Row, ...]
    mono: bool = False
    seal: bool = True
    cites: tuple[str, ...] = ()
    says: str = ""
    services: tuple[str, ...] = ()

    @property
    def size(self) -> str:
        """ "99 × 67,5 mm"."""
        width, height = (f"{mm:g}".replace(".", ",") for mm in (self.width_mm, self.height_mm))
        return f"{width} × {height} mm"


@dataclass(frozen=True)
class Stock:
    """A sheet of labels, in millimetres; the first label's corner from the top left."""

    id: str
    name: str
    page_mm: tuple[float, float]
    label_mm: tuple[float, float]
    first_mm: tuple[float, float]
    pitch_mm: tuple[float, float]
    across: int
    down: int
    cut_marks: bool = False

    @property
    def count(self) -> int:
        return self.across * self.down

    def fits(self, kind: PaperKind) -> bool:
        """A label is never much larger than the paper on it."""
        (width, height) = self.label_mm
        return (
            kind.draws == "label" and not kind.mono
            and kind.width_mm <= width and kind.height_mm <= height
            and kind.width_mm >= 0.8 * width and kind.height_mm >= 0.6 * height
        )  # fmt: skip

    def corner(self, position: int, kind: PaperKind) -> tuple[float, float]:
        """Where a paper stands on the label of this position, from 1, row by row: in its middle."""
        if not 1 <= position <= self.count:
            raise ValueError(f"a folha tem {self.count} etiquetas; a de número {position} não há")
        row, column = divmod(position - 1, self.across)
        return tuple(
            self.first_mm[axis] + (column, row)[axis] * self.pitch_mm[axis]
            + (self.label_mm[axis] - (kind.width_mm, kind.height_mm)[axis]) / 2
            for axis in (0, 1)
        )  # fmt: skip


class TemplateError(ValueError):
    """A template that cannot be used: names its file, entry and key."""


def paper_kinds(rulebook_id: str, service: str = "") -> tuple[PaperKind, ...]:
    """The papers of a town, its own first; with `service`, only those that are for it."""
    own = _papers(rulebook_id)
    taken = {kind.id for kind in own}
    kinds = (*own, *(kind for kind in _papers("common") if kind.id not in taken))
    return tuple(
        kind for kind in kinds if not service or not kind.services or service in kind.services
    )


def paper_kind(rulebook_id: str, kind_id: str) -> PaperKind:
    """LookupError when the town has none of this id."""
    for kind in paper_kinds(rulebook_id):
        if kind.id == kind_id:
            return kind
    raise LookupError(kind_id)


def stocks(kind: PaperKind) -> tuple[Stock, ...]:
    """The sheets of labels that a paper fits on."""
    return tuple(stock for stock in _stocks() if stock.fits(kind))


@cache
def _papers(name: str) -> tuple[PaperKind, ...]:
    return tuple(_paper(name, dict(table)) for table in _read(name).get("paper", ()))


@cache
def _stocks() -> tuple[Stock, ...]:
    return tuple(_of(Stock, "common", table) for table in _read("common")["stock"])


@cache
def _read(name: str) -> dict:
    place = files("app.prints") / "templates" / f"{name}.toml"
    if not name.replace("-", "").isalnum() or not place.is_file():
        return {}
    table = tomllib.loads(place.read_text(encoding="utf-8"))
    if table.pop("format", None) != FORMAT:
        raise TemplateError(f"{name}.toml: format deveria ser {FORMAT}")
    return table


def _paper(name: str, table: dict) -> PaperKind:
    like = table.pop("like", None)
    base = next((one for one in _read("common")["paper"] if one["id"] == like), {})
    whole = {**base, **table}
    rows = tuple(
        Row(row["label"], row["from"], row.get("blank", False)) for row in whole.pop("row", ())
    )
    kind = _of(PaperKind, name, {**whole, "rows": rows})
    if kind.draws not in DRAWS:
        raise TemplateError(f"{name}.toml, {kind.id}: draws deveria ser {' ou '.join(DRAWS)}")
    return kind


def _of(cls: type, name: str, table: dict):
    values = {key: tuple(one) if isinstance(one, list) else one for key, one in table.items()}
    try:
        return cls(**values)
    except TypeError as error:
        raise TemplateError(f"{name}.toml, {table.get('id')}: {error}") from None
