"""Photos, drawn signatures and personal data: files named by their salted digest.

The index row is written before the file ("writing") and again after it, so a kill leaves at most
a file that the next start removes, never an answer that names a photo which does not exist.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sync.device.base import GOES_UP, Base, dumps
from sync.device.errors import PhotoMissing
from sync.device.ports import DeviceError
from sync.records.attachments import describe_attachment, new_salt

# Taken off an answer before the draft was concluded: no record names it and no undo brings it back.
_LEFT_OUT = (
    "state IN ('draft', 'removed') AND record IS NULL "
    "AND draft IN (SELECT id FROM drafts WHERE status = 'concluded')"
)
# Of a draft that stayed open when records were made of a part of it.
_SHARED = (
    "(role = 'foto' AND record IS NOT NULL AND state IN ('waiting', 'sent', 'failed') "
    "AND draft IN (SELECT id FROM drafts WHERE status IN ('open', 'elsewhere')))"
)
_SPARE = (
    f"state = 'removed' OR ({_LEFT_OUT}) OR "
    "(state = 'draft' AND draft IN (SELECT id FROM drafts WHERE status = 'discarded'))"
)
_UNSENT = (
    "SELECT b.digest FROM blobs b JOIN records r ON r.id = b.record "
    "WHERE b.state IN ('waiting', 'failed') AND r.id NOT IN (SELECT record FROM refused)"
)


@dataclass(frozen=True)
class Blob:
    """One attachment as the device knows it. `state`: draft, removed, waiting, sent, failed."""

    digest: str
    salt: bytes
    bytes: int
    media_type: str
    role: str
    item: str | None
    draft: str | None
    record: str | None
    state: str
    received: int
    problem: dict[str, Any] | None
    at: str = ""  # when it was taken in, RFC 3339

    def as_attachment(self) -> dict[str, Any]:
        """What stands in the envelope."""
        return {
            "digest": self.digest,
            "bytes": self.bytes,
            "media_type": self.media_type,
            "role": self.role,
            "item": self.item,
        }


class Blobs(Base):
    """The part of the store that keeps attachments."""

    async def add_draft_photo(self, draft_id: str, item_id: str | None, data: bytes) -> str:
        """Shrinks the picture, keeps it durably with the draft, and returns its digest.

        Raises `NotAnImage` (0 bytes too), `ImageTooLarge`, `StorageFull`, `DraftClosed`.
        """
        photo = await self.ports.photos.shrink(data)
        return await self.add_draft_blob(draft_id, item_id, photo.bytes, photo.media_type, "foto")

    async def add_draft_blob(
        self, draft_id: str, item_id: str | None, data: bytes, media_type: str, role: str
    ) -> str:
        """Keeps bytes as they are as an attachment of the draft; returns the digest.

        Raises `StorageFull`; `DraftClosed` when the draft ended before the bytes were kept.
        """
        salt = new_salt()
        described = describe_attachment(salt, data, media_type, role, item_id)
        digest = str(described["digest"])
        with self._writing() as (db, now):
            if draft_id:
                self._touch(db, draft_id, now)
            db.execute(
                "INSERT INTO blobs (digest, salt, bytes, media_type, role, item, draft, state, "
                "received, at) VALUES (?, ?, ?, ?, ?, ?, ?, 'writing', 0, ?)",
                (digest, salt, len(data), media_type, role, item_id, draft_id or None, now),
            )
        try:
            await self.ports.storage.write_blob(digest, data)
            with self._writing() as (db, now):
                if draft_id:  # once more: a record made meanwhile would lack this photo
                    self._touch(db, draft_id, now)
                db.execute("UPDATE blobs SET state = 'draft' WHERE digest = ?", (digest,))
        except BaseException:
            with suppress(DeviceError):  # the next start sweeps it otherwise
                await self._forget_blob(digest)
            raise
        return digest

    def remove_draft_photo(self, draft_id: str, digest: str) -> None:
        """Takes a photo out of the draft; `restore_draft_photo` brings it back until it ends."""
        self._switch_photo(draft_id, digest, "draft", "removed")

    def restore_draft_photo(self, draft_id: str, digest: str) -> None:
        self._switch_photo(draft_id, digest, "removed", "draft")

    def _switch_photo(self, draft_id: str, digest: str, before: str, after: str) -> None:
        with self._writing() as (db, now):
            self._touch(db, draft_id, now)
            changed = db.execute(
                "UPDATE blobs SET state = ? WHERE digest = ? AND draft = ? AND state = ?",
                (after, digest, draft_id, before),
            )
            if changed.rowcount == 0:
                raise PhotoMissing

    async def photo(self, digest: str) -> bytes:
        """The bytes of a kept attachment. Raises `PhotoMissing`."""
        try:
            return await self.ports.storage.read_blob(digest)
        except FileNotFoundError as error:
            raise PhotoMissing from error

    def blob(self, digest: str) -> Blob | None:
        found = self._blobs_where("digest = ?", (digest,))
        return found[0] if found else None

    def draft_blobs(self, draft_id: str) -> list[Blob]:
        """The attachments that the draft has now, oldest first; of one that stayed open when
        records were made of a part of it, the photos of those too."""
        return self._blobs_where(f"draft = ? AND (state = 'draft' OR {_SHARED})", (draft_id,))

    def shared(self, blob: Blob, draft_id: str | None) -> bool:
        """Whether a photo that went into a record may go into another one of the same draft."""
        return draft_id is not None and bool(self.file.value(
            f"SELECT 1 FROM blobs WHERE digest = ? AND draft = ? AND {_SHARED}",
            (blob.digest, draft_id),
        ))

    def record_blobs(self, record_id: str) -> list[Blob]:
        return self._blobs_where("record = ?", (record_id,))

    def unsent_blobs(self, limit: int = 100_000) -> list[Blob]:
        """What is still to be uploaded for records that the server already has, oldest first.

        Those that failed before come last, so that one bad photo never blocks the others.
        """
        return self._blobs_where(
            f"digest IN ({_UNSENT} AND r.id IN (SELECT record FROM delivered) AND {GOES_UP}) "
            "ORDER BY state = 'failed', rowid LIMIT ?",
            (*self._here(), limit),
            order="",
        )

    def left_blobs(self) -> list[Blob]:
        """Attachments of an earlier enrolment that are not sent and have nowhere to go."""
        return self._blobs_where(f"digest IN ({_UNSENT} AND NOT {GOES_UP})", self._here())

    def note_blob_progress(self, digest: str, received: int, complete: bool) -> None:
        """What the server says it holds of an attachment."""
        with self.file.transaction() as db:
            db.execute(
                "UPDATE blobs SET received = ?, problem = NULL, "
                "state = CASE WHEN ? THEN 'sent' ELSE state END WHERE digest = ? "
                "AND state IN ('waiting', 'failed')",
                (received, complete, digest),
            )

    def note_blob_problem(self, digest: str, problem: dict[str, Any]) -> None:
        """Keeps why an attachment could not be sent; it is tried again after the others."""
        with self.file.transaction() as db:
            db.execute(
                "UPDATE blobs SET state = 'failed', received = 0, problem = ? WHERE digest = ? "
                "AND state IN ('waiting', 'failed')",
                (dumps(problem), digest),
            )

    def want_blob_again(self, digest: str) -> None:
        """The server lacks an attachment that counted as sent: it is sent anew."""
        with self.file.transaction() as db:
            db.execute(
                "UPDATE blobs SET state = 'waiting', received = 0 WHERE digest = ? "
                "AND state = 'sent'",
                (digest,),
            )

    async def free_space(self) -> int:
        """Deletes removed photos, those of discarded drafts, and sent ones' files; bytes freed.

        Nothing that the server has not confirmed is touched, and nothing small that a paper
        needs when it is printed again: names, signatures, notes.
        """
        rows = self.file.rows(
            f"SELECT digest, bytes FROM blobs WHERE {_SPARE} "
            f"OR (state = 'sent' AND role = 'foto' AND NOT {_SHARED})"
        )
        freed = 0
        for digest, size in rows:
            if await self.ports.storage.has_blob(digest):
                freed += size
            # Asked again for each: a photo may have been put back, or be wanted again, by now.
            if self._give_up_blob(digest):
                await self._forget_blob(digest)
            elif self.file.value("SELECT state FROM blobs WHERE digest = ?", (digest,)) == "sent":
                await self.ports.storage.delete_blob(digest)
        return freed

    async def drop_left_out(self) -> int:
        """Deletes photos that were taken off an answer before it was concluded; how many."""
        digests = [d for (d,) in self.file.rows(f"SELECT digest FROM blobs WHERE {_LEFT_OUT}")]
        for digest in digests:
            await self._forget_blob(digest)
        return len(digests)

    def _give_up_blob(self, digest: str) -> bool:
        """Lets go of a spare photo before its file does: nobody can put it back from then on."""
        with self.file.transaction() as db:
            changed = db.execute(
                f"UPDATE blobs SET state = 'writing' WHERE digest = ? AND ({_SPARE})", (digest,)
            )
            return changed.rowcount > 0

    async def _sweep_blobs(self) -> None:
        """Removes what a kill left half written, or made for a conclusion that never was."""
        for (digest,) in self.file.rows(
            "SELECT digest FROM blobs WHERE state = 'writing' "
            "OR (state = 'draft' AND draft IS NULL AND record IS NULL)"
        ):
            await self._forget_blob(digest)
        await self.drop_left_out()

    async def _forget_blob(self, digest: str) -> None:
        await self.ports.storage.delete_blob(digest)
        with self.file.transaction() as db:
            db.execute("DELETE FROM blobs WHERE digest = ?", (digest,))

    def _blobs_where(self, where: str, parameters: tuple, order: str = "ORDER BY rowid"):
        rows = self.file.rows(
            "SELECT digest, salt, bytes, media_type, role, item, draft, record, state, received, "
            f"problem, at FROM blobs WHERE {where} {order}",
            parameters,
        )
        return [
            Blob(*row[:10], json.loads(row[10]) if row[10] else None, row[11] or "")
            for row in rows
        ]
