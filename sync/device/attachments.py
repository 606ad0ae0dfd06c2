"""Photos and other attachments up: after their record, resumed where they stopped.

One that cannot be sent is set aside with its reason and tried again after the others.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable

from sync.device.api import Api
from sync.device.blobs import Blob
from sync.device.errors import PhotoMissing
from sync.device.problems import Garbled, Refused, ServerError, SessionOver
from sync.device.store import FieldStore
from sync.records.attachments import attachment_digest
from sync.records.canonical import b64url

CHUNK_BYTES = 128 * 1024
SERVER_ERRORS_MAX = 3
"""After so many 5xx in a row it is the server, not the photo."""


class AttachmentPush:
    """Sends the attachments of the records that the server has."""

    def __init__(self, api: Api, store: FieldStore, progress: Callable[[int, int], None]) -> None:
        self.api, self.store, self.progress = api, store, progress

    async def run(self) -> None:
        """Raises `SyncProblem` for what stops all of them: no signal, a failing server."""
        waiting = self.store.unsent_blobs()
        errors = 0
        for at, blob in enumerate(waiting):
            self.progress(at, len(waiting))
            try:
                await self._send(blob)
                errors = 0
            except SessionOver:
                raise
            except Refused as refused:
                if refused.status in (429, 503):
                    raise
                self.store.note_blob_problem(blob.digest, refused.as_problem())
            except ServerError as error:
                self.store.note_blob_problem(blob.digest, error.as_dict())
                errors += 1
                if errors >= SERVER_ERRORS_MAX:
                    raise
            except PhotoMissing as error:
                self.store.note_blob_problem(
                    blob.digest, {"code": "photo.missing", "message": str(error)}
                )
        if waiting:
            self.progress(len(waiting), len(waiting))

    async def _send(self, blob: Blob) -> None:
        data = await self.store.photo(blob.digest)
        if not hmac.compare_digest(attachment_digest(blob.salt, data), blob.digest):
            raise PhotoMissing("O arquivo de uma foto está danificado neste aparelho.")
        offset, complete = 0, False
        if blob.received or blob.problem:
            status = await self.api.json("GET", f"attachments/{blob.digest}")
            offset, complete = self._heed(blob, status)
        corrected = False
        while not complete:
            try:
                status = await self.api.json(
                    "PATCH",
                    f"attachments/{blob.digest}",
                    params={"offset": offset},
                    content=data[offset : offset + CHUNK_BYTES],
                    headers={
                        "Prancheta-Salt": b64url(blob.salt),
                        "Content-Type": "application/octet-stream",
                    },
                )
            except Refused as refused:
                received = refused.extra.get("received")
                known = isinstance(received, int) and 0 <= received <= blob.bytes
                if refused.code != "attachment.offset" or corrected or not known:
                    raise
                offset, corrected = received, True
                continue
            before = offset
            offset, complete = self._heed(blob, status)
            corrected = False
            if not complete and offset <= before:
                raise Garbled(detail=f"attachment stays at {offset}")

    def _heed(self, blob: Blob, status: dict) -> tuple[int, bool]:
        received, complete = status.get("received"), status.get("complete")
        if (
            status.get("digest") != blob.digest
            or not isinstance(received, int)
            or not 0 <= received <= blob.bytes
            or not isinstance(complete, bool)
        ):
            raise Garbled(detail="attachment status")
        self.store.note_blob_progress(blob.digest, received, complete)
        return received, complete
