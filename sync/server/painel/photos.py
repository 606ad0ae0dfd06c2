"""The photos of an auto: the original, what the agent marked on a copy of it, and whether its bytes
are those that the record names.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from sqlalchemy import Row

from sync.records.errors import RecordError
from sync.records.photo_marks import EDGE, HALO, INK, mark_path, mark_thickness
from sync.records.photo_notes import ROLE, parse_photo_note
from sync.records.places import place_said
from sync.server import attachments
from sync.server.context import Server

SHOWN_IMAGES = ("image/jpeg", "image/png", "image/webp")
BLOCK_BYTES = 1 << 20


@dataclass(frozen=True)
class Photo:
    """`note`: what the agent wrote of it and drew on the copy; none where that has not come.
    `agrees`: whether its bytes are those of the record; None while they have not come."""

    file: Row
    note: dict[str, Any] | None
    agrees: bool | None

    @property
    def shown(self) -> bool:
        return self.agrees is not None and self.file.media_type in SHOWN_IMAGES

    @property
    def address(self) -> str:
        return f"/painel/anexos/{self.file.digest}"

    @property
    def marks(self) -> int:
        return len(self.note["marks"]) if self.note else 0

    @property
    def place(self) -> str:
        return place_said(self.note["place"]) if self.note and self.note["place"] else ""

    @property
    def marked(self) -> Markup:
        """The original with the marks over it, as the device drew them on its copy."""
        note = self.note
        width, height = note["width"], note["height"]
        thick = mark_thickness(width, height)
        strokes = "".join(
            f'<path d="{path}" stroke="{colour}" stroke-width="{wide:.1f}"/>'
            for path in (mark_path(mark, thick) for mark in note["marks"])
            for colour, wide in ((HALO, thick * EDGE), (INK, thick))
        )
        return Markup(
            f'<svg class="marcada" role="img" viewBox="0 0 {width} {height}">'
            f"<title>Foto com {_count(self.marks)}</title>"
            f'<image href="{self.address}" width="{width}" height="{height}"/>{strokes}</svg>'
        )


def _count(marks: int) -> str:
    return "uma marca do agente" if marks == 1 else f"{marks} marcas do agente"


def of_files(server: Server, ibge: int, files: list[Row], wrong: list[str]) -> list[Photo]:
    """The photos among these files, each with its note; `wrong` is told what cannot be read."""
    notes: dict[str, dict[str, Any]] = {}
    for file in files:
        path = attachments.path_of(server, ibge, file.digest)
        if file.role != ROLE or file.completed_at is None or not path.exists():
            continue
        try:
            note = parse_photo_note(path.read_bytes())
        except RecordError:
            wrong.append("As marcas de uma foto não puderam ser lidas: aqui está só a original.")
        else:
            notes.setdefault(note["photo"], note)
    return [
        Photo(file, notes.get(file.digest), _agrees(server, ibge, file))
        for file in files if file.role == "foto"
    ]  # fmt: skip


def _agrees(server: Server, ibge: int, file: Row) -> bool | None:
    path = attachments.path_of(server, ibge, file.digest)
    if file.completed_at is None or not path.exists():
        return None
    digest = hashlib.sha256(file.salt or b"")
    with open(path, "rb") as handle:
        while block := handle.read(BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest() == file.digest
