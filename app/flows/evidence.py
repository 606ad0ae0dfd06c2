"""Photos as evidence: taken in the app, kept untouched, marked and stamped on copies.

*The original* is the photo as it is kept when it is taken: turned upright, made small enough to
keep and send, without the camera's metadata (see `Photos.shrink`). From then on nobody changes a
byte of it, and its salted hash stands in the record. Arrows, circles, the short text, the moment
and the place are its note (`sync.records.photo_notes`), whole numbers and words in an attachment
of their own; the *marked* and the *stamped* view are made of photo and note whenever they are
asked for, on the device or elsewhere, and never kept.

A draft's photos and notes are on disk when a verb returns: a kill loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from app.flows import words
from app.flows.evidence_pen import Pen
from app.flows.evidence_view import Picture, marked_photo, stamp_lines, stamped_photo
from app.flows.observed import Observed
from app.flows.troubles import MAX_PHOTO_BYTES, note_trouble, photo_trouble
from app.flows.typed_text import typed
from sync.device.conclusion import PendingAttachment
from sync.records.bodies_roadside import PHOTOS_PER_AUTO_MAX
from sync.records.photo_notes import (
    MARKS_MAX,
    MEDIA_TYPE,
    ROLE,
    photo_note_bytes,
)

FIELD = "evidence"  # of the draft: photo's digest -> what its note says
MAX_TEXT_CHARS = 200


@dataclass(frozen=True)
class EvidenceContext:
    """What the stamp says besides the moment. `place()` gives the place as records have it (see
    `sync.records.bodies_roadside.PLACE`), or None. `item`: only this item's photos; `every`: those
    of all items. `kept`: what stays saved when a photo does not."""

    plate: str = ""
    matricula: str = ""
    place: Callable[[], dict[str, Any] | None] = lambda: None
    item: str | None = None
    every: bool = False
    most: int = PHOTOS_PER_AUTO_MAX
    kept: str = "o que já estava no rascunho está salvo"


def evidence_of(desk: Any, draft_id: str) -> Evidence:
    """All photos of any draft, to be looked at and marked."""
    draft = desk.store.draft(draft_id)
    plate = (draft.fields.get("vehicle") or {}).get("plate") or ""
    place = draft.fields.get("place")
    return Evidence(desk, draft_id, EvidenceContext(
        plate=plate, matricula=draft.agent, place=lambda: place, every=True))


def notes_of(draft: Any, photos: Iterable[tuple[str, str]]) -> list[PendingAttachment]:
    """The notes of those (item, digest) that somebody marked or wrote something on."""
    kept = draft.fields.get(FIELD) or {}
    found = []
    for item, digest in photos:
        note = kept.get(digest)
        if note and (note["marks"] or note["text"]):
            content = photo_note_bytes(Picture.kept(digest, note).as_note())
            found.append(PendingAttachment(
                role=ROLE, data=content, media_type=MEDIA_TYPE, item=item))
    return found


class Evidence(Observed):
    """The photos of one draft (of one item of it, where the context names one)."""

    def __init__(self, desk: Any, draft_id: str, context: EvidenceContext | None = None) -> None:
        self.desk, self.draft_id = desk, draft_id
        self.context = context or EvidenceContext()
        self.problem = ""
        self.busy = False
        self.pen = Pen()
        self.pictures: list[Picture] = []
        self._taken_out: list[Picture] = []
        self.reload()

    def reload(self) -> None:
        """Reads the draft anew."""
        notes = self.desk.store.draft(self.draft_id).fields.get(FIELD) or {}
        self.pictures = [
            Picture.kept(blob.digest, {"at": blob.at, **notes.get(blob.digest, {})})
            for blob in self.desk.store.draft_blobs(self.draft_id)
            if blob.role == "foto"
            and (self.context.every or (blob.item or "") == (self.context.item or ""))
        ]

    # ---- what there is ---------------------------------------------------------------------

    def digests(self) -> list[str]:
        """The record's `photos`, in the order in which they were taken."""
        return [picture.digest for picture in self.pictures]

    def picture(self, digest: str) -> Picture | None:
        return next((one for one in self.pictures if one.digest == digest), None)

    @property
    def has_room(self) -> bool:
        return len(self.pictures) < self.context.most

    def attachments(self) -> tuple[PendingAttachment, ...]:
        """What the record carries: each photo untouched, and its note."""
        item = self.context.item
        found = []
        for picture in self.pictures:
            found.append(PendingAttachment(digest=picture.digest, item=item))
            found.append(PendingAttachment(
                role=ROLE, data=photo_note_bytes(self._placed(picture).as_note()),
                media_type=MEDIA_TYPE, item=item,
            ))
        return tuple(found)

    # ---- taking, and putting away ----------------------------------------------------------

    async def add(self, data: bytes) -> bool:
        """Takes a photo in; `False` with `problem` in words when it is none, or does not fit."""
        if not self.has_room:
            full = words.count(self.context.most, "foto", "fotos")
            return self._fails(f"Já há {full}. Apague uma para pôr outra.")
        if not 0 < len(data) <= MAX_PHOTO_BYTES:
            return self._fails(photo_trouble(None, len(data), self.context.kept))
        self.problem, self.busy = "", True
        self.changed()
        from app.prints.jpeg import jpeg_size

        item = self.context.item
        try:
            digest = await self.desk.store.add_draft_photo(self.draft_id, item, data)
            size = jpeg_size(await self.desk.store.photo(digest))
        except Exception as error:
            return self._fails(photo_trouble(error, len(data), self.context.kept))
        finally:
            self.busy = False
        if self.picture(digest) is None:
            self.pictures.append(Picture(
                digest, at=self.desk.now().isoformat(timespec="milliseconds"),
                place=self.context.place(), width=size.width, height=size.height,
            ))
        self._keep()
        return True

    def remove(self, digest: str) -> bool:
        """Takes a photo out of the draft; `put_back` brings the last one again, marks and all."""
        picture = self.picture(digest)
        if picture is None:
            return False
        kept = self.desk.store.blob(digest)
        if kept is not None and kept.record:
            return self._fails("Esta foto já está em um auto lavrado: não sai mais.")
        try:
            self.desk.store.remove_draft_photo(self.draft_id, digest)
        except Exception as error:
            return self._fails(note_trouble(error, self.context.kept))
        self.pictures.remove(picture)
        self._taken_out.append(picture)
        self.problem = ""
        self.changed()
        return True

    def put_back(self) -> bool:
        if not self._taken_out:
            return False
        picture = self._taken_out[-1]
        try:
            self.desk.store.restore_draft_photo(self.draft_id, picture.digest)
        except Exception as error:
            return self._fails(note_trouble(error, self.context.kept))
        self._taken_out.pop()
        self.reload()
        self.changed()
        return True

    # ---- text and marks --------------------------------------------------------------------

    def set_text(self, digest: str, text: str) -> bool:
        return self._change(digest, text=typed(" ".join(text.split()), MAX_TEXT_CHARS))

    def lift_pen(self, digest: str) -> bool:
        """The finger left the photo: what it drew becomes a mark, on disk before it is shown."""
        mark = self.pen.lifts()
        return mark is not None and self.add_mark(digest, mark)

    def add_mark(self, digest: str, mark: dict[str, Any]) -> bool:
        picture = self.picture(digest)
        if picture is None:
            return False
        if len(picture.marks) >= MARKS_MAX:
            return self._fails(f"A foto já tem {MARKS_MAX} marcas. Desfaça uma para pôr outra.")
        inside = [[_within(x, picture.width), _within(y, picture.height)]
                  for x, y in mark["points"]]
        return self._change(
            digest, marks=(*picture.marks, {"kind": mark["kind"], "points": inside})
        )

    def undo_mark(self, digest: str) -> bool:
        picture = self.picture(digest)
        if picture is None or not picture.marks:
            return False
        return self._change(digest, marks=picture.marks[:-1])

    # ---- views -----------------------------------------------------------------------------

    async def original(self, digest: str) -> bytes:
        """The photo's own bytes. Raises `PhotoMissing`."""
        from app.prints.jpeg import jpeg_size

        data = await self.desk.store.photo(digest)
        picture = self.picture(digest)
        if picture is not None and not picture.width:  # taken outside of here: not measured yet
            size = jpeg_size(data)
            at = self.pictures.index(picture)
            self.pictures[at] = replace(picture, width=size.width, height=size.height)
        return data

    async def marked(self, digest: str) -> bytes:
        """A copy with the arrows and circles on it."""
        data = await self.original(digest)
        return await marked_photo(self.desk.ports, data, self._known(digest))

    async def stamped(self, digest: str) -> bytes:
        """A copy with the marks, and place, time, plate and matrícula under it."""
        data = await self.original(digest)
        picture = self._placed(self._known(digest))
        lines = stamp_lines(
            picture, self.desk.rulebook().municipality.timezone, plate=self.context.plate,
            matricula=self.context.matricula, number=self.digests().index(digest) + 1,
            total=len(self.pictures),
        )
        return await stamped_photo(self.desk.ports, data, picture, lines)

    # ---- inside ----------------------------------------------------------------------------

    def _placed(self, picture: Picture) -> Picture:
        """With the draft's place where the photo was taken before there was one."""
        place = picture.place
        if place and (place["text"] or place["latitude"] is not None):
            return picture
        return replace(picture, place=self.context.place())

    def _known(self, digest: str) -> Picture:
        picture = self.picture(digest)
        if picture is None:
            raise LookupError(f"no such photo in this draft: {digest}")
        return picture

    def _change(self, digest: str, **changes: Any) -> bool:
        """Changes what is told of a photo; what could not be written is not shown as if it was."""
        before = list(self.pictures)
        self.pictures = [replace(one, **changes) if one.digest == digest else one
                         for one in self.pictures]
        if self._keep():
            return True
        self.pictures = before
        self.changed()
        return False

    def _keep(self) -> bool:
        notes = {one.digest: one.as_kept() for one in (*self.pictures, *self._taken_out)}
        try:
            kept = self.desk.store.draft(self.draft_id).fields.get(FIELD) or {}
            self.desk.store.save_draft_fields(self.draft_id, {FIELD: {**kept, **notes}})
        except Exception as error:
            return self._fails(note_trouble(error, self.context.kept))
        self.problem = ""
        self.changed()
        return True

    def _fails(self, problem: str) -> bool:
        self.problem = problem
        self.changed()
        return False


def _within(value: float, most: int) -> int:
    return min(max(round(value), 0), most)
