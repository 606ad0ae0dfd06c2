"""Drafts: editable, on this device only, durable at every tap.

Each answer is a row. Each verb is one transaction: when it returns, a kill loses nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlite_utils import Database

from sync.device.base import Base, dumps
from sync.device.errors import DraftClosed, DraftMissing
from sync.records.ids import uuid7

UNDO_STEPS_MAX = 200
UNDO_PRUNED_EVERY = 16


class PinnedRulebook(Protocol):
    """What a draft is made under: `checklists.Rulebook` fits."""

    id: str
    version: str
    sha256: str
    raw: bytes


@dataclass(frozen=True)
class Draft:
    """A draft as it stands on disk. `id` becomes its record's id."""

    id: str
    kind: str
    agent: str
    created_at: str
    updated_at: str
    status: str
    """open, concluded, discarded, or elsewhere: of a municipality that this device has left"""
    fields: dict[str, Any]
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """item id -> the dict given to `save_answer`, plus "at" (RFC 3339)"""
    photos: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """item id ("" for the whole) -> digests, oldest first"""
    rulebook: dict[str, str] | None = None
    """{"id", "version", "sha256"}"""
    position: Any = None
    revision: int = 0
    town: int | None = None
    """IBGE code of the municipality that it was begun for"""


class Drafts(Base):
    """The part of the store that keeps drafts."""

    def create_draft(
        self,
        *,
        agent: str,
        kind: str = "vistoria",
        rulebook: PinnedRulebook | None = None,
        fields: dict[str, Any] | None = None,
    ) -> Draft:
        """A new open draft of the agent with this matrícula, pinned to the rulebook's bytes."""
        draft_id = uuid7()
        with self._writing() as (db, now):
            if rulebook is not None:
                db.execute(
                    "INSERT OR IGNORE INTO rulebooks (sha256, id, version, bytes) "
                    "VALUES (?, ?, ?, ?)",
                    (rulebook.sha256, rulebook.id, rulebook.version, rulebook.raw),
                )
            db.execute(
                "INSERT INTO drafts (id, kind, agent, created_at, updated_at, status, rulebook, "
                "fields, position, revision, town) "
                "VALUES (?, ?, ?, ?, ?, 'open', ?, ?, NULL, 0, ?)",
                (
                    draft_id,
                    kind,
                    agent,
                    now,
                    now,
                    rulebook.sha256 if rulebook else None,
                    dumps(fields or {}),
                    self.town(),
                ),
            )
        return self.draft(draft_id)

    def draft(self, draft_id: str) -> Draft:
        """Raises `DraftMissing`."""
        found = self._drafts_where("d.id = ?", (draft_id,))
        if not found:
            raise DraftMissing
        return found[0]

    def drafts(self, agent: str | None = None, status: str = "open") -> list[Draft]:
        """The drafts of one agent, or of all; the last touched first."""
        if agent is None:
            return self._drafts_where("d.status = ?", (status,))
        return self._drafts_where("d.status = ? AND d.agent = ?", (status, agent))

    def draft_rulebook(self, draft_id: str) -> bytes | None:
        """The bytes of the rulebook that the draft was begun under."""
        return self.file.value(
            "SELECT r.bytes FROM rulebooks r JOIN drafts d ON d.rulebook = r.sha256 WHERE d.id = ?",
            (draft_id,),
        )

    def rulebook_bytes(self, sha256: str) -> bytes | None:
        """The bytes of a rulebook that any draft of this device was begun under."""
        return self.file.value("SELECT bytes FROM rulebooks WHERE sha256 = ?", (sha256,))

    def save_answer(self, draft_id: str, item: str, answer: dict[str, Any]) -> None:
        """Keeps the whole answer of one item and makes it the place to resume at."""
        with self._writing() as (db, now):
            self._touch(db, draft_id, now, position=item)
            before = self._answer_text(draft_id, item)
            self._note_undo(db, draft_id, item, before)
            db.execute(
                "INSERT OR REPLACE INTO answers (draft, item, answer, at) VALUES (?, ?, ?, ?)",
                (draft_id, item, dumps({**answer, "at": answer.get("at") or now}), now),
            )

    def clear_answer(self, draft_id: str, item: str) -> None:
        """Takes an answer back; `undo` brings it again."""
        with self._writing() as (db, now):
            self._touch(db, draft_id, now, position=item)
            self._note_undo(db, draft_id, item, self._answer_text(draft_id, item))
            db.execute("DELETE FROM answers WHERE draft = ? AND item = ?", (draft_id, item))

    def undo(self, draft_id: str) -> str | None:
        """Takes the last change of an answer back; returns its item, or None when there is none."""
        with self._writing() as (db, now):
            last = self.file.row(
                "SELECT id, item, before FROM undo WHERE draft = ? ORDER BY id DESC LIMIT 1",
                (draft_id,),
            )
            if last is None:
                return None
            step, item, before = last
            self._touch(db, draft_id, now, position=item)
            db.execute("DELETE FROM undo WHERE id = ?", (step,))
            if before is None:
                db.execute("DELETE FROM answers WHERE draft = ? AND item = ?", (draft_id, item))
            else:
                db.execute(
                    "INSERT OR REPLACE INTO answers (draft, item, answer, at) VALUES (?, ?, ?, ?)",
                    (draft_id, item, before, now),
                )
        return item

    def undo_steps(self, draft_id: str) -> int:
        return self.file.value("SELECT count(*) FROM undo WHERE draft = ?", (draft_id,))

    def save_draft_fields(self, draft_id: str, patch: dict[str, Any]) -> None:
        """Merges `patch` into the draft's fields; a value of None removes the field."""
        with self._writing() as (db, now):
            self._touch(db, draft_id, now)
            kept = json.loads(
                self.file.value("SELECT fields FROM drafts WHERE id = ?", (draft_id,))
            )
            merged = {k: v for k, v in {**kept, **patch}.items() if v is not None}
            db.execute("UPDATE drafts SET fields = ? WHERE id = ?", (dumps(merged), draft_id))

    def save_position(self, draft_id: str, position: Any) -> None:
        """Where to resume; any JSON value."""
        with self._writing() as (db, now):
            self._touch(db, draft_id, now, position=position)

    def discard_draft(self, draft_id: str) -> None:
        """Puts the draft away; `restore_draft` brings it back with everything."""
        with self._writing() as (db, now):
            self._touch(db, draft_id, now)
            db.execute("UPDATE drafts SET status = 'discarded' WHERE id = ?", (draft_id,))

    def restore_draft(self, draft_id: str) -> None:
        """Undoes `discard_draft`. Raises `DraftClosed` for a concluded one."""
        with self._writing() as (db, now):
            changed = db.execute(
                "UPDATE drafts SET status = 'open', updated_at = ?, revision = revision + 1 "
                "WHERE id = ? AND status IN ('open', 'discarded')",
                (now, draft_id),
            )
            if changed.rowcount == 0:
                self._refuse_draft(draft_id)

    def _touch(self, db: Database, draft_id: str, now: str, **position: Any) -> None:
        """Notes a change of an open draft. Raises `DraftMissing`, `DraftClosed`."""
        changed = db.execute(
            "UPDATE drafts SET updated_at = ?, revision = revision + 1 "
            "WHERE id = ? AND status = 'open'",
            (now, draft_id),
        )
        if changed.rowcount == 0:
            self._refuse_draft(draft_id)
        if position:
            db.execute(
                "UPDATE drafts SET position = ? WHERE id = ?",
                (dumps(position["position"]), draft_id),
            )

    def _refuse_draft(self, draft_id: str) -> None:
        known = self.file.value("SELECT 1 FROM drafts WHERE id = ?", (draft_id,))
        raise DraftClosed if known else DraftMissing

    def _answer_text(self, draft_id: str, item: str) -> str | None:
        return self.file.value(
            "SELECT answer FROM answers WHERE draft = ? AND item = ?", (draft_id, item)
        )

    def _note_undo(self, db: Database, draft_id: str, item: str, before: str | None) -> None:
        step = db.execute(
            "INSERT INTO undo (draft, item, before) VALUES (?, ?, ?)", (draft_id, item, before)
        ).lastrowid
        if step is not None and step % UNDO_PRUNED_EVERY == 0:
            db.execute(
                "DELETE FROM undo WHERE draft = ? AND id <= ("
                "SELECT id FROM undo WHERE draft = ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
                (draft_id, draft_id, UNDO_STEPS_MAX),
            )

    def _drafts_where(self, where: str, parameters: tuple) -> list[Draft]:
        rows = self.file.rows(
            "SELECT d.id, d.kind, d.agent, d.created_at, d.updated_at, d.status, d.fields, "
            "d.position, d.revision, r.id, r.version, r.sha256, d.town FROM drafts d "
            f"LEFT JOIN rulebooks r ON r.sha256 = d.rulebook WHERE {where} "
            "ORDER BY d.updated_at DESC, d.id DESC",
            parameters,
        )
        return [self._draft_of(row) for row in rows]

    def _draft_of(self, row: tuple) -> Draft:
        answers = self.file.rows(
            "SELECT item, answer FROM answers WHERE draft = ? ORDER BY rowid", (row[0],)
        )
        photos: dict[str, tuple[str, ...]] = {}
        for item, digest in self.file.rows(
            "SELECT coalesce(item, ''), digest FROM blobs WHERE draft = ? AND role = 'foto' "
            "AND state NOT IN ('writing', 'removed') ORDER BY rowid",
            (row[0],),
        ):
            photos[item] = (*photos.get(item, ()), digest)
        return Draft(
            id=row[0],
            kind=row[1],
            agent=row[2],
            created_at=row[3],
            updated_at=row[4],
            status=row[5],
            fields=json.loads(row[6]),
            position=json.loads(row[7]) if row[7] else None,
            revision=row[8],
            rulebook={"id": row[9], "version": row[10], "sha256": row[11]} if row[11] else None,
            answers={item: json.loads(text) for item, text in answers},
            photos=photos,
            town=row[12],
        )
