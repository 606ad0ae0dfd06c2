"""The records of this device: what was concluded, and how far each has travelled."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from sync.device.base import GOES_UP, Base, dumps
from sync.device.errors import RecordMissing

SENT = ("stored", "known")


@dataclass(frozen=True)
class KeptRecord:
    """A record and its travel. Never changes: `record`, the signed envelope."""

    record: dict[str, Any]
    state: str
    """waiting, sending, sent, refused, conflict or stranded (of an earlier enrolment, unsent)"""
    attachments_total: int
    attachments_sent: int
    annulled_by: str | None
    problem: dict[str, Any] | None = None
    revoked_by: str | None = None
    """the `revogacao` of this device that cancelled it, of a selo"""

    @property
    def id(self) -> str:
        return self.record["id"]

    @property
    def kind(self) -> str:
        return self.record["kind"]

    @property
    def body(self) -> dict[str, Any]:
        return self.record["body"]


_KEPT = """
SELECT r.bytes, r.device, o.record, o.sending_at, d.status, f.status, f.problem,
    (SELECT count(*) FROM blobs b WHERE b.record = r.id),
    (SELECT count(*) FROM blobs b WHERE b.record = r.id AND b.state = 'sent'),
    (SELECT a.id FROM records a WHERE a.kind = 'anulacao' AND a.refers_to = r.id LIMIT 1),
    (SELECT v.id FROM records v WHERE v.kind = 'revogacao' AND v.refers_to = r.id
     AND v.id NOT IN (SELECT record FROM refused) LIMIT 1)
FROM records r LEFT JOIN outbox o ON o.record = r.id LEFT JOIN delivered d ON d.record = r.id
LEFT JOIN refused f ON f.record = r.id
"""


class Book(Base):
    """The part of the store that keeps records and the outbox."""

    def records(
        self,
        kind: str | None = None,
        vehicle: str | None = None,
        agent: str | None = None,
        limit: int = 200,
    ) -> list[KeptRecord]:
        """The newest first."""
        filters = {"r.kind": kind, "r.vehicle": vehicle, "r.agent": agent}
        used = {column: value for column, value in filters.items() if value is not None}
        where = " AND ".join(f"{column} = ?" for column in used) or "1"
        return self._kept(f"WHERE {where} ORDER BY r.rowid DESC LIMIT ?", (*used.values(), limit))

    def record(self, record_id: str) -> KeptRecord:
        """Raises `RecordMissing`."""
        found = self._kept("WHERE r.id = ?", (record_id,))
        if not found:
            raise RecordMissing
        return found[0]

    def records_about(self, record_id: str, kind: str) -> list[KeptRecord]:
        """The records of a kind that hang on that one (an auto's medidas and ciências, a stop's
        autos), oldest first."""
        return self._kept("WHERE r.refers_to = ? AND r.kind = ? ORDER BY r.rowid",
                          (record_id, kind))

    def find_record(self, record_id: str) -> dict[str, Any] | None:
        """The signed envelope alone, or None."""
        data = self.file.value("SELECT bytes FROM records WHERE id = ?", (record_id,))
        return json.loads(data) if data else None

    def annulled(self, record_id: str) -> bool:
        """Whether a record of this device annuls that one."""
        return (
            self.file.value(
                "SELECT 1 FROM records WHERE kind = 'anulacao' AND refers_to = ?", (record_id,)
            )
            is not None
        )

    def refused_records(self) -> list[KeptRecord]:
        """What the server refused or holds differently: shown until somebody deals with it."""
        return self._kept("WHERE f.record IS NOT NULL ORDER BY r.rowid DESC", ())

    def outbox_counts(self) -> tuple[int, int]:
        """(records, attachments) still to be sent; what cannot be is among the `leftovers`."""
        records = self.file.value(
            "SELECT count(*) FROM outbox o JOIN records r ON r.id = o.record WHERE r.device = ?",
            (self._device(),),
        )
        return records, self._blobs_going_up("1")

    def outbox_photos(self) -> int:
        """Of the attachments still to be sent, those that are photos (not signatures)."""
        return self._blobs_going_up("b.role = 'foto'")

    def _blobs_going_up(self, which: str) -> int:
        """Those of this enrolment's records, and of earlier ones' that this town's server has."""
        return self.file.value(
            "SELECT count(*) FROM blobs b JOIN records r ON r.id = b.record "
            f"WHERE b.state IN ('waiting', 'failed') AND {which} "
            f"AND r.id NOT IN (SELECT record FROM refused) AND {GOES_UP}",
            self._here(),
        )

    def outbox(self, limit: int) -> list[tuple[str, bytes]]:
        """(id, canonical bytes) of what waits, in the chain's order, of this enrolment only."""
        return self.file.rows(
            "SELECT r.id, r.bytes FROM outbox o JOIN records r ON r.id = o.record "
            "WHERE r.device = ? ORDER BY r.seq LIMIT ?",
            (self._device(), limit),
        )

    def mark_sending(self, record_ids: list[str]) -> None:
        """Noted before the request: what is unsure after a kill is known to be unsure."""
        with self._writing() as (db, now):
            for record_id in record_ids:
                db.execute(
                    "UPDATE outbox SET attempts = attempts + 1, sending_at = ? WHERE record = ?",
                    (now, record_id),
                )

    def note_answers(self, answers: list[dict[str, Any]]) -> None:
        """What the server said of each record: {"id", "status", "problem"}.

        `stored`, `known`: it leaves the outbox. `conflict`, `refused`: it leaves the outbox for
        the refused ones, visible, original untouched. Anything else: it stays.
        """
        with self._writing() as (db, now):
            for answer in answers:
                record_id, status = answer["id"], answer["status"]
                if status in SENT:
                    db.execute(
                        "INSERT OR IGNORE INTO delivered (record, status, at, merged) "
                        "VALUES (?, ?, ?, 0)",
                        (record_id, status, now),
                    )
                    db.execute("DELETE FROM refused WHERE record = ?", (record_id,))
                elif status in ("conflict", "refused"):
                    db.execute(
                        "INSERT OR REPLACE INTO refused (record, status, problem, at) "
                        "VALUES (?, ?, ?, ?)",
                        (record_id, status, dumps(answer.get("problem")), now),
                    )
                    _hand_on(db, record_id)
                else:
                    continue
                db.execute("DELETE FROM outbox WHERE record = ?", (record_id,))

    def send_again(self, record_id: str) -> None:
        """Puts a refused record back into the outbox, such as after the cause was mended."""
        self.record(record_id)
        with self._writing() as (db, _):
            db.execute(
                "INSERT OR IGNORE INTO outbox (record, attempts) VALUES (?, 0)", (record_id,)
            )

    def send_again_from(self, seq: int) -> int:
        """The server lacks this number of the chain: if it had acknowledged it, it has lost it
        and maybe what followed, and all that goes back into the outbox. Returns how many."""
        with self._writing() as (db, _):
            acknowledged = self.file.value(
                "SELECT 1 FROM delivered d JOIN records r ON r.id = d.record "
                "WHERE r.device = ? AND r.seq = ?",
                (self._device(), seq),
            )
            if not acknowledged:
                return 0
            lost = (
                "SELECT d.record FROM delivered d JOIN records r ON r.id = d.record "
                "WHERE r.device = ? AND r.seq >= ?"
            )
            parameters = (self._device(), seq)
            db.execute(
                f"INSERT OR IGNORE INTO outbox (record, attempts) SELECT record, 0 FROM ({lost})",
                parameters,
            )
            return db.execute(
                f"DELETE FROM delivered WHERE record IN ({lost})", parameters
            ).rowcount

    def unmerged(self) -> list[dict[str, Any]]:
        """The records that the pulled data does not show yet, oldest first (see `Cadastro`)."""
        rows = self.file.rows(
            "SELECT r.bytes FROM records r LEFT JOIN delivered d ON d.record = r.id "
            "WHERE coalesce(d.merged, 0) = 0 AND r.id NOT IN (SELECT record FROM refused) "
            "ORDER BY r.rowid"
        )
        return [json.loads(data) for (data,) in rows]

    def overlay_mark(self) -> tuple:
        """Changes whenever `unmerged` would."""
        row = self.file.row(
            "SELECT (SELECT max(rowid) FROM records), (SELECT count(*) FROM refused), "
            "(SELECT count(*) FROM delivered WHERE merged = 1)"
        )
        assert row is not None
        return row

    def delivered_unmerged(self) -> list[str]:
        return [r[0] for r in self.file.rows("SELECT record FROM delivered WHERE merged = 0")]

    def mark_merged(self, record_ids: list[str]) -> None:
        """Called when a whole pull that began after their delivery has been applied."""
        with self._writing() as (db, _):
            for record_id in record_ids:
                db.execute("UPDATE delivered SET merged = 1 WHERE record = ?", (record_id,))

    def _device(self) -> str:
        return (self._meta("chain") or {}).get("device", "")

    def _kept(self, tail: str, parameters: tuple) -> list[KeptRecord]:
        device = self._device()
        return [_kept_of(row, device) for row in self.file.rows(_KEPT + tail, parameters)]


def _hand_on(db: Database, refused: str) -> None:
    """A photo of a refused record goes up with another one that shares it."""
    db.execute(
        "UPDATE blobs SET record = coalesce((SELECT r.id FROM records r JOIN records o ON o.id = ? "
        "WHERE r.draft = o.draft AND r.device = o.device AND r.id NOT IN (SELECT record FROM "
        "refused) AND instr(CAST(r.bytes AS TEXT), blobs.digest) ORDER BY r.seq LIMIT 1), record) "
        "WHERE record = ? AND role = 'foto' AND state IN ('waiting', 'failed')",
        (refused, refused),
    )


def _kept_of(row: tuple, device: str) -> KeptRecord:
    (data, of_device, waiting, sending_at, delivered, refused, problem, total, sent, annulled,
     revoked) = row
    if refused:
        state = refused
    elif delivered:
        state = "sent"
    elif waiting and of_device != device:
        state = "stranded"
    else:
        state = "sending" if sending_at else "waiting"
    return KeptRecord(
        record=json.loads(data),
        state=state,
        attachments_total=total,
        attachments_sent=sent,
        annulled_by=annulled,
        problem=json.loads(problem) if problem else None,
        revoked_by=revoked,
    )
