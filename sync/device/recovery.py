"""Making `campo.db` and the second place agree at the start.

A conclusion writes its whole batch, bytes included, to the second place first (the *intent*), and
only then commits it to `campo.db`:

    killed before the intent    nothing happened
    killed after it             the next start commits the same bytes
    `campo.db` lost             goes on from the second place, last batch included
    second place lost           written anew from `campo.db`
    both lost                   drafts only, until the device is enrolled anew

So no sequence number and no official number is ever given to two different records.
"""

from __future__ import annotations

import json
from typing import Any

from sqlite_utils import Database

from sync.device.base import dumps
from sync.device.chain import HEAD_FORMAT, Chain, Identity
from sync.records.bodies import NUMBERED


class Recovery(Identity):
    """The part of the store that outlives losses."""

    async def _reconcile(self, campo_lost: bool) -> None:
        """Makes both places agree; see the module's table."""
        try:
            head = await self.ports.storage.read_head()
        except ValueError:  # it is there and makes no sense
            head = None
        if not _readable(head):
            head = None
        identity = self.device_identity()
        if head is None:
            if identity is not None:
                await self._refresh_head()
            elif campo_lost:
                with self.file.transaction() as db:
                    self._set_meta(db, "chain_lost", True)
            return
        if identity is None:
            self._adopt(head)
        elif identity["device"]["id"] == head["device"]:
            if not self._catch_up(head):
                await self._refresh_head()
        else:  # killed while being enrolled anew: `campo.db` is written first
            await self._refresh_head()

    def _adopt(self, head: dict[str, Any]) -> None:
        """Goes on from the second place in a fresh `campo.db`.

        Its last batch is put back too: the server answers "known" if it has it.
        """
        with self._writing() as (db, now):
            self._set_meta(db, "identity", head["identity"])
            self._set_meta(db, "selo_floor", head.get("selo_floor"))
            self._set_meta(db, "list_floor", head.get("list_floor"))
            self._set_meta(db, "resumed", {"at": now, "seq": head["seq"]})
            for agent in head.get("agents", ()):
                db.execute(
                    "INSERT OR IGNORE INTO agents (matricula, name, role, active, pin, failures, "
                    "since) VALUES (?, ?, ?, 1, ?, 0, ?)",
                    (agent["matricula"], agent["name"], agent["role"], agent["pin"], now),
                )
            self._resume(db, head, now)

    def _catch_up(self, head: dict[str, Any]) -> bool:
        """Brings `campo.db` to where the second place stands; False: that one is behind."""
        chain = self.chain()
        assert chain is not None
        if head["seq"] <= chain.seq:
            return (head["seq"], head["hash"]) == (chain.seq, chain.hash)
        intent = head.get("intent")
        follows = intent and (intent["base_seq"], intent["base_hash"]) == (chain.seq, chain.hash)
        if follows and not self._fits(intent):
            return False  # the draft was worked on after a conclusion that failed
        with self._writing() as (db, now):
            if follows:
                self._commit_batch(db, intent, now)
            else:  # an older `campo.db` came back, such as from a copy
                self._set_meta(db, "resumed", {"at": now, "seq": head["seq"], "from": chain.seq})
                self._resume(db, head, now)
        return True

    def _fits(self, intent: dict[str, Any]) -> bool:
        if intent["draft"] is None:
            return True
        row = self.file.row("SELECT revision, status FROM drafts WHERE id = ?", (intent["draft"],))
        return row == (intent["revision"], "open")

    def _resume(self, db: Database, head: dict[str, Any], now: str) -> None:
        for block in head["blocks"]:
            self._insert_block(db, block, now)
        intent = head.get("intent")
        if intent and not self._has_any(intent):
            self._commit_batch(db, intent, now)
        self._set_chain(db, Chain(head["device"], head["seq"], head["hash"], head["at"]))

    async def _keep_what_stays(self) -> None:
        """After a salvage: a draft from before its last conclusion stays open with what that one
        left of it."""
        head = await self.ports.storage.read_head()
        intent = head.get("intent") if _readable(head) else None
        if not intent or intent.get("stays") is None or not self._has_any(intent):
            return
        with self._writing() as (db, now):
            db.execute(
                "UPDATE drafts SET status = 'open', fields = ?, updated_at = ?, "
                "revision = revision + 1 WHERE id = ? AND revision = ?",
                (dumps(intent["stays"]), now, intent["draft"], intent["revision"]),
            )

    def _advance_past_records(self) -> None:
        """After a salvage: the second place may have been behind the records that came back."""
        chain = self.chain()
        if chain is None:
            return
        last = self.file.row(
            "SELECT seq, hash, occurred_at FROM records WHERE device = ? ORDER BY seq DESC LIMIT 1",
            (chain.device,),
        )
        with self.file.transaction() as db:
            if last is not None and last[0] > chain.seq:
                self._set_chain(db, Chain(chain.device, *last))
            for series, field in NUMBERED.items():
                for record in self.file.rows(
                    "SELECT bytes FROM records WHERE kind = ? AND device = ?",
                    (series, chain.device),
                ):
                    number = json.loads(record[0])["body"][field]
                    db.execute(
                        "UPDATE blocks SET next = max(next, ?) "
                        "WHERE series = ? AND ? BETWEEN first AND last",
                        (number + 1, series, number),
                    )

    def _has_any(self, intent: dict[str, Any]) -> bool:
        records = [json.loads(text) for text in intent["records"]]
        return any(
            self.file.value(
                "SELECT 1 FROM records WHERE id = ? OR (device = ? AND seq = ?)",
                (record["id"], record["device"], record["device_seq"]),
            )
            for record in records
        )


def _readable(head: Any) -> bool:
    if not isinstance(head, dict) or head.get("format") != HEAD_FORMAT:
        return False
    return (
        isinstance(head.get("seq"), int)
        and isinstance(head.get("hash"), str)
        and isinstance(head.get("identity"), dict)
        and isinstance(head.get("blocks"), list)
    )
