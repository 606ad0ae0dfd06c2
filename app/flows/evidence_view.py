"""The views of a photo with its note: marked, and stamped with place and time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.flows import words
from sync.records.photo_notes import parse_photo_note
from sync.records.places import place_said


@dataclass(frozen=True)
class Picture:
    """One photo and what its note says. `at`: RFC 3339; `marks` in its own pixels."""

    digest: str
    at: str = ""
    place: dict[str, Any] | None = None
    text: str = ""
    width: int = 0
    height: int = 0
    marks: tuple[dict[str, Any], ...] = ()

    def as_kept(self) -> dict[str, Any]:
        return {
            "at": self.at, "place": self.place, "text": self.text, "width": self.width,
            "height": self.height, "marks": list(self.marks),
        }

    def as_note(self) -> dict[str, Any]:
        kept = self.as_kept()
        return {"photo": self.digest, "taken_at": kept.pop("at"), **kept}

    @classmethod
    def kept(cls, digest: str, kept: dict[str, Any]) -> Picture:
        return cls(digest, **{**kept, "marks": tuple(kept.get("marks", ()))})

    @classmethod
    def of_note(cls, content: bytes) -> Picture:
        """The picture of a note's attachment. Raises `RecordError`."""
        note = parse_photo_note(content)
        return cls(
            note["photo"], at=note["taken_at"], place=note["place"], text=note["text"],
            width=note["width"], height=note["height"], marks=tuple(note["marks"]),
        )


def stamp_lines(
    picture: Picture, timezone: str, *, plate: str, matricula: str, number: int, total: int,
    auto: str = "",
) -> list[str]:
    """What the stamp says. `auto`: the auto's number, once it has one."""
    first = [plate, words.moment(picture.at, timezone, missing="hora não anotada")]
    last = [f"Matrícula {matricula}" if matricula else "", f"Foto {number} de {total}",
            f"Auto nº {auto}" if auto else ""]
    return [
        " · ".join(part for part in first if part),
        place_said(picture.place),
        " · ".join(part for part in last if part),
        *([picture.text] if picture.text else []),
    ]


async def marked_photo(ports: Any, photo: bytes, picture: Picture) -> bytes:
    if not picture.marks:
        return photo
    from app.prints.photo_marks import mark_shapes

    shapes = mark_shapes(picture.marks, picture.width, picture.height)
    return (await ports.photos.draw(photo, shapes)).bytes


async def stamped_photo(ports: Any, photo: bytes, picture: Picture, lines: list[str]) -> bytes:
    """Raises `PapersUnavailable` where the typefaces have not come yet."""
    from app.prints.fonts import PapersUnavailable, bundled_fonts
    from app.prints.photo_marks import mark_shapes, stamp

    fonts = bundled_fonts()
    if fonts is None:
        raise PapersUnavailable
    band = stamp(lines, picture.width, picture.height, fonts)
    shapes = [*mark_shapes(picture.marks, picture.width, picture.height), *band.shapes]
    return (await ports.photos.draw(photo, shapes, below=band.height)).bytes
