"""Records up: in the chain's order, in batches, each leaving the outbox on its own answer.

A batch is marked as being sent before the request, so that after a kill the device knows that the
server may have it; sending it again is answered "known". One record that the server cannot take
never stops the ones after it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

from sync.device.api import Api
from sync.device.base import instant
from sync.device.problems import Garbled, Refused, ServerError, SessionOver
from sync.device.store import FieldStore
from sync.records import trust

BATCH_RECORDS_MAX = 200
BATCH_BYTES_MAX = 3 * 1024 * 1024
_BUSY = (429, 503)
_WHOLE_BATCH = ("push.head", "session.", "device.", "request.not_found", "request.method")


class RecordPush:
    """Sends what is in the outbox of this enrolment."""

    def __init__(self, api: Api, store: FieldStore, progress: Callable[[int, int], None]) -> None:
        self.api, self.store, self.progress = api, store, progress
        self.sent = 0
        self._rewound = False
        self._tried: set[str] = set()
        self.problem: ServerError | None = None
        """what a record met that stays in the outbox while the others went through"""

    async def run(self) -> None:
        """Until the outbox is empty. Raises `SyncProblem` for what stops it.

        With an empty outbox the signed head goes up alone, which tells the server how much there
        should be and which numbers are taken, and tells us whether it still has it.
        """
        if self.store.chain() is None:
            return
        if not self.store.outbox(1):
            await self._heed(await self._post([]))
        self._tried.clear()
        while batch := self._next_batch():
            self._tried.update(record_id for record_id, _ in batch)
            await self._send(batch)

    def _next_batch(self) -> list[tuple[str, bytes]]:
        """The next records that this run has not tried yet, within the server's limits."""
        batch, size = [], 0
        for record_id, data in self.store.outbox(BATCH_RECORDS_MAX + len(self._tried)):
            if record_id in self._tried:
                continue
            if batch and (len(batch) == BATCH_RECORDS_MAX or size + len(data) > BATCH_BYTES_MAX):
                break
            batch.append((record_id, data))
            size += len(data) + 1
        return batch

    async def _send(self, batch: list[tuple[str, bytes]]) -> None:
        self.store.mark_sending([record_id for record_id, _ in batch])
        self._tell()
        try:
            answer = await self._post([data for _, data in batch])
        except SessionOver:
            raise
        except Refused as refused:
            if refused.status in _BUSY or refused.code.startswith(_WHOLE_BATCH):
                raise
            await self._halve(batch, refused)
            return
        except ServerError as error:
            # Is it the server, or one record that it stumbles over?
            await self._post([])
            self.problem = error
            await self._halve(batch, None)
            return
        self._keep(batch, answer)
        await self._heed(answer)

    async def _halve(self, batch: list[tuple[str, bytes]], refused: Refused | None) -> None:
        """Finds the record that makes the whole batch fail; the others go through."""
        if len(batch) > 1:
            middle = len(batch) // 2
            await self._send(batch[:middle])
            await self._send(batch[middle:])
        elif refused is not None:
            record_id, _ = batch[0]
            self.store.note_answers(
                [{"id": record_id, "status": "refused", "problem": refused.as_problem()}]
            )

    def _keep(self, batch: list[tuple[str, bytes]], answer: dict[str, Any]) -> None:
        ours = {record_id for record_id, _ in batch}
        answers = answer.get("answers")
        if not isinstance(answers, list) or not all(isinstance(a, dict) for a in answers):
            raise Garbled(detail="answers")
        # An answer for what was not asked is no answer; what has none stays in the outbox.
        known = [a for a in answers if a.get("id") in ours and isinstance(a.get("status"), str)]
        self.store.note_answers(known)
        self.sent += len(known)
        self._tell()
        if len({a["id"] for a in known}) < len(ours):
            raise Garbled(detail=f"{len(known)} answers for {len(ours)} records")

    async def _heed(self, answer: dict[str, Any]) -> None:
        """Sends again what the server no longer has, such as after its copy was put back, and
        uses no more numbers that it granted to somebody else as well."""
        expected, wanted = answer.get("expected_seq"), answer.get("attachments_wanted")
        chain = self.store.chain()
        assert chain is not None
        if isinstance(expected, int) and expected <= chain.seq and not self._rewound:
            self._rewound = True
            if self.store.send_again_from(expected):
                self._tried.clear()
        for digest in wanted if isinstance(wanted, list) else ():
            if isinstance(digest, str):
                self.store.want_blob_again(digest)
        void = answer.get("blocks_void")
        if isinstance(void, list) and void:
            await self.store.void_blocks([one for one in void if isinstance(one, str)])

    async def _post(self, records: list[bytes]) -> dict[str, Any]:
        first = {"head": await self.signed_head(), "blocks": self.store.stated_blocks()}
        lines = [json.dumps(first).encode(), *records]
        return await self.api.json(
            "POST",
            "records",
            content=gzip.compress(b"\n".join(lines) + b"\n", compresslevel=6, mtime=0),
            headers={"Content-Type": "application/x-ndjson", "Content-Encoding": "gzip"},
        )

    async def signed_head(self) -> dict[str, Any]:
        """Where this device's chain stands, signed: a missing tail shows."""
        chain = self.store.chain()
        assert chain is not None
        at = instant(self.store.ports.clock.now())
        head = trust.build_head(chain.device, chain.seq, chain.hash, at)
        signature = await self.store.ports.keys.sign(trust.head_signing_input(head))
        return trust.attach_trust_signature(head, signature)

    def _tell(self) -> None:
        waiting, _ = self.store.outbox_counts()
        self.progress(self.sent, self.sent + waiting)
