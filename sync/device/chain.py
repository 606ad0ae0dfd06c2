"""The device's identity and the head of its chain, kept in two places.

`campo.db` and the second place (`Storage.read_head`) both know the last sequence number and its
hash, the number blocks and who this device is; `recovery` makes them agree at each start.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from sync.device.base import Base, dumps
from sync.device.errors import ChainLost, DeviceRevoked, DeviceUnknown, NotEnrolled
from sync.device.numbers import NumberUse
from sync.device.ports import DeviceError, KeyMissing, StorageFull
from sync.records.canonical import b64url, b64url_bytes
from sync.records.envelope import FIRST_PREV, record_bytes, record_hash

HEAD_FORMAT = 1
_FREE = (
    "(record IS NULL OR record IN (SELECT record FROM refused) OR record NOT IN (SELECT id FROM "
    "records WHERE device = (SELECT device FROM records WHERE id = excluded.record)))"
)
"""Of an attachment: no record takes it up, or only one that the server of now may never take."""


@dataclass(frozen=True)
class Chain:
    """Where the device's chain stands. `seq` 0: nothing recorded yet."""

    device: str
    seq: int
    hash: str
    at: str | None


class Identity(Base):
    """The part of the store that knows who this device is and where its chain stands."""

    def device_identity(self) -> dict[str, Any] | None:
        """What `save_enrolment` was given, plus "public_key" (b64url), "status" ("active" or
        "revoked") and "enrolled_at"; None before enrolment."""
        return self._meta("identity")

    def chain(self) -> Chain | None:
        """None before enrolment."""
        found = self._meta("chain")
        return Chain(**found) if found else None

    @property
    def chain_lost(self) -> bool:
        """Whether the device had records once and no longer knows where its chain stood."""
        return bool(self._meta("chain_lost", False))

    async def save_enrolment(self, reply: dict[str, Any]) -> None:
        """Becomes the device of an enrolment answer: its chain begins, its blocks are there.

        Records of an earlier identity stay readable and exportable.
        """
        key = await self.ports.keys.public_key()
        if key is None:
            raise KeyMissing
        known = self.device_identity()
        if known and known["device"]["id"] == reply["device"]["id"]:
            return
        async with self._concluding:
            self._become(reply, b64url(key))
        await self._refresh_head()

    def _become(self, reply: dict[str, Any], public_key: str) -> None:
        before, town = self.town(), int(reply["municipality"]["ibge"])
        with self._writing() as (db, now):
            # A draft goes on under its own town's law and is concluded for no other.
            db.execute("UPDATE drafts SET town = ? WHERE town IS NULL", (before,))
            db.execute(
                "UPDATE drafts SET status = 'elsewhere' WHERE status = 'open' AND town != ?",
                (town,),
            )
            db.execute(
                "UPDATE drafts SET status = 'open' WHERE status = 'elsewhere' AND town = ?",
                (town,),
            )
            # Another server may take what the one before did not.
            db.execute(
                "UPDATE blobs SET state = 'waiting', received = 0, problem = NULL "
                "WHERE state = 'failed'"
            )
            identity = {k: v for k, v in reply.items() if k not in ("blocks", "server_time")}
            identity |= {"public_key": public_key, "status": "active", "enrolled_at": now}
            self._set_meta(db, "identity", identity)
            self._set_chain(db, Chain(reply["device"]["id"], 0, FIRST_PREV, None))
            self._set_meta(db, "chain_lost", False)
            self._set_meta(db, "unknown_to_server", False)
            self._set_meta(db, "selo_floor", None)
            # The numbers of another town may be the same ones; the records keep the old account.
            db.execute("DELETE FROM blocks")
            db.execute("DELETE FROM numbers")
            for block in reply.get("blocks", ()):
                self._insert_block(db, block, now)

    async def set_device_status(self, status: str) -> None:
        """ "active" or "revoked", as the server says it at each session."""
        identity = self.device_identity()
        if identity is None or identity["status"] == status:
            return
        with self._writing() as (db, _):
            self._set_meta(db, "identity", {**identity, "status": status})
        await self._refresh_head()

    async def conclusion_problem(self) -> DeviceError | None:
        """Why this device may conclude nothing now; None: it may."""
        identity = self.device_identity()
        if identity is None:
            return ChainLost() if self.chain_lost else NotEnrolled()
        if identity["status"] != "active":
            return DeviceRevoked()
        key = await self.ports.keys.public_key()
        if key is None or b64url(key) != identity["public_key"]:
            return KeyMissing()
        return None

    async def enrolment_problem(self) -> DeviceError | None:
        """Why this device needs to be enrolled, or enrolled anew; None: it does not."""
        problem = await self.conclusion_problem()
        if problem is None and self.meta("unknown_to_server", False):
            return DeviceUnknown()
        return problem

    def note_known_to_server(self, known: bool) -> None:
        """What the server said when a session was asked for."""
        if self.meta("unknown_to_server", False) == known:
            self.set_meta("unknown_to_server", not known)

    def _set_chain(self, db: Database, chain: Chain) -> None:
        self._set_meta(db, "chain", vars(chain))

    # the second place

    def _head(self, intent: dict[str, Any] | None = None) -> dict[str, Any] | None:
        """What the second place is to hold: as of now, or as after `intent`."""
        identity, chain = self.device_identity(), self.chain()
        if identity is None or chain is None:
            return None
        blocks = [
            dict(zip(("id", "series", "first", "last", "next"), row, strict=True))
            for row in self.file.rows("SELECT id, series, first, last, next FROM blocks")
        ]
        head = {
            "format": HEAD_FORMAT,
            "device": chain.device,
            "seq": chain.seq,
            "hash": chain.hash,
            "at": chain.at,
            "identity": identity,
            "blocks": blocks,
            "agents": [
                dict(zip(("matricula", "name", "role", "pin"), row, strict=True))
                for row in self.file.rows("SELECT matricula, name, role, pin FROM agents")
            ],
            "selo_floor": self._last_selo(),
            "list_floor": self._meta("list_floor"),
            "intent": intent,
        }
        if intent:
            last = json.loads(intent["records"][-1])
            head |= {
                "seq": last["device_seq"],
                "hash": record_hash(last),
                "at": last["occurred_at"],
            }
            for use in (NumberUse(**u) for u in intent["numbers"]):
                for block in blocks:
                    if use.series == block["series"] and (
                        block["first"] <= use.number <= block["last"]
                    ):
                        block["next"] = max(block["next"], use.number + 1)
        return head

    async def _refresh_head(self) -> None:
        """Writes the second place as of now. A full disk is no failure here: `campo.db` has it
        all, and the next conclusion, which cannot do without, writes it again. Never between a
        conclusion's intent and its commit: that would put the second place behind."""
        async with self._concluding:
            head = self._head()
            if head is not None:
                with suppress(StorageFull):
                    await self.ports.storage.write_head(head)

    def _last_selo(self) -> dict[str, str] | None:
        """{"day", "record"} of the latest selo of this device that is not annulled."""
        row = self.file.row(
            "SELECT day, id FROM records s WHERE kind = 'selo' AND NOT EXISTS (SELECT 1 FROM "
            "records a WHERE a.kind = 'anulacao' AND a.refers_to = s.id) ORDER BY day DESC LIMIT 1"
        )
        floor = self._meta("selo_floor")
        if floor and self.file.value(
            "SELECT 1 FROM records WHERE kind = 'anulacao' AND refers_to = ?", (floor["record"],)
        ):
            floor = None
        if row and (floor is None or row[0] >= floor["day"]):
            return {"day": row[0], "record": row[1]}
        return floor

    # committing a batch, now or at the next start

    def _commit_batch(self, db: Database, batch: dict[str, Any], now: str) -> None:
        """Writes an intent's records, numbers, attachments and the end of its draft.

        A number or a place in the chain that is taken already fails the whole transaction.
        """
        records = [json.loads(text) for text in batch["records"]]
        for record in records:
            self._insert_record(db, record, batch["draft"])
        for use in batch["numbers"]:
            self._take_number(db, NumberUse(**use), now)
        for blob in batch["attachments"]:
            db.execute(
                "INSERT INTO blobs (digest, salt, bytes, media_type, role, item, draft, record, "
                "state, received, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, ?) "
                # A photo that several records share goes up with the first of them that goes up.
                f"ON CONFLICT (digest) DO UPDATE SET record = CASE WHEN {_FREE} "
                "THEN excluded.record ELSE record END, "
                f"state = CASE WHEN {_FREE} THEN 'waiting' ELSE state END, "
                f"problem = CASE WHEN {_FREE} THEN NULL ELSE problem END",
                (
                    blob["digest"],
                    b64url_bytes(blob["salt"]),
                    blob["bytes"],
                    blob["media_type"],
                    blob["role"],
                    blob["item"],
                    batch["draft"],
                    blob["record"],
                    now,
                ),
            )
        for record_id, secret in batch.get("secrets", {}).items():
            db.execute(
                "INSERT OR REPLACE INTO copy_secrets (record, secret) VALUES (?, ?)",
                (record_id, b64url_bytes(secret)),
            )
        last = records[-1]
        self._set_chain(
            db,
            Chain(last["device"], last["device_seq"], record_hash(last), last["occurred_at"]),
        )
        self._end_draft(db, batch["draft"], batch.get("stays"), now)

    def _end_draft(
        self, db: Database, draft_id: str | None, stays: dict[str, Any] | None, now: str
    ) -> None:
        """Closes the draft, or leaves it open with the fields that it `stays` with."""
        if stays is not None:
            db.execute(
                "UPDATE drafts SET fields = ?, updated_at = ?, revision = revision + 1 "
                "WHERE id = ?",
                (dumps(stays), now, draft_id),
            )
            return
        db.execute(
            "UPDATE drafts SET status = 'concluded', updated_at = ? WHERE id = ?", (now, draft_id)
        )
        db.execute("DELETE FROM undo WHERE draft = ?", (draft_id,))

    def _insert_record(self, db: Database, record: dict[str, Any], draft: str | None) -> None:
        body = record["body"]
        db.execute(
            "INSERT INTO records (id, device, seq, kind, agent, occurred_at, day, vehicle, "
            "refers_to, draft, hash, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                record["id"],
                record["device"],
                record["device_seq"],
                record["kind"],
                record["agent"]["matricula"],
                record["occurred_at"],
                _day_of(record),
                (body.get("vehicle") or {}).get("id"),
                _refers_to(body),
                draft,
                record_hash(record),
                record_bytes(record),
            ),
        )
        db.execute("INSERT INTO outbox (record, attempts) VALUES (?, 0)", (record["id"],))

    def _insert_block(self, db: Database, block: dict[str, Any], now: str) -> None:
        raise NotImplementedError

    def _take_number(self, db: Database, use: NumberUse, now: str) -> None:
        raise NotImplementedError


def _day_of(record: dict[str, Any]) -> str:
    """The day that a selo was issued on, which is that of its inspection unless it replaces one."""
    body, local = record["body"], record["occurred_at"][:10]
    return local if body.get("replaces") else body.get("inspected_on") or local


def _refers_to(body: dict[str, Any]) -> str | None:
    """What a record annuls or revokes, else the auto, the vistoria or the stop it hangs on."""
    names = ("annuls", "selo", "auto", "vistoria", "stop")
    return next(
        (body[name] for name in names if body.get(name)), None
    )
