"""Concluding: drafts become signed records, in one transaction, or nothing happens.

The order is: sign everything in memory; write the whole batch to the second place; commit it to
`campo.db`. See `recovery` for what each kill leaves behind.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from sync.device.blobs import Blob, Blobs
from sync.device.drafts import Drafts, PinnedRulebook
from sync.device.errors import DraftChanged, DraftClosed, PhotoMissing
from sync.device.numbers import Numbers, NumberUse, number_uses
from sync.device.ports import DeviceError
from sync.device.recovery import Recovery
from sync.device.seal_rules import SealRules
from sync.records import envelope, issue, seal
from sync.records.canonical import b64url, b64url_bytes
from sync.records.ids import uuid7
from sync.records.shapes import without_controls

APP_VERSION = "0.1.0"


@dataclass(frozen=True)
class PendingAttachment:
    """An attachment of a record to be: one that the draft has (`digest`), or new bytes (`data`)."""

    role: str = "foto"
    digest: str | None = None
    data: bytes | None = None
    media_type: str = "image/jpeg"
    item: str | None = None


@dataclass(frozen=True)
class PendingRecord:
    """A record to be signed: its kind and body (see `sync.records.bodies`) and attachments.

    `id`: a UUIDv7; by default the draft's id for the first record, a new one for the others.
    `copy_secret`: the 16 bytes in the QR of an auto's copy, of which the body has the hash.
    """

    kind: str
    body: dict[str, Any]
    attachments: tuple[PendingAttachment, ...] = ()
    id: str | None = None
    copy_secret: bytes | None = None


class Conclusion(Drafts, Blobs, Numbers, Recovery, SealRules):
    """The part of the store that makes records."""

    async def conclude(
        self,
        draft_id: str | None,
        pending: list[PendingRecord],
        agent: dict[str, str],
        rulebook: PinnedRulebook | dict[str, str] | None = None,
        *,
        revision: int | None = None,
        stays: dict[str, Any] | None = None,
    ) -> list[dict[str, Any]]:
        """Signs the records in order and keeps them all, with numbers and the draft's end.

        `agent`: {"matricula", "proof": "pin", "at": RFC 3339}. `rulebook`: by default the draft's.
        `revision`: the draft's when the bodies were drawn up; a later change is `DraftChanged`.
        `stays`: the fields with which the draft stays open, for what is not concluded yet; its
        photos may go into those later records too.
        On any error nothing was recorded and no number taken: `NotEnrolled`, `ChainLost`,
        `DeviceRevoked`, `KeyMissing`, `DraftClosed` (a second tap), `DraftChanged`,
        `AlreadyAnnulled`, `AlreadySealed`, `AlreadyReplaced`, `NoNumbers`, `NumberOutOfOrder`,
        `SealDateBack`, `SealBeforeList`, `PhotoMissing`, `StorageFull`, `sync.records.RecordError`.
        """
        if not pending:
            raise ValueError("nothing to conclude")
        async with self._concluding:
            if problem := await self.conclusion_problem():
                raise problem
            if draft_id is not None:
                draft = self.draft(draft_id)
                if draft.status != "open":
                    raise DraftClosed
                if revision not in (None, draft.revision):
                    raise DraftChanged
                revision = draft.revision
                rulebook = rulebook or draft.rulebook
            ids = [
                item.id or (draft_id if at == 0 and draft_id else uuid7())
                for at, item in enumerate(pending)
            ]
            if any(self.find_record(record_id) is not None for record_id in ids):
                raise DraftClosed  # of a draft that stayed open: these became records before
            uses = [
                use
                for record_id, item in zip(ids, pending, strict=True)
                for use in number_uses(record_id, item.kind, item.body)
            ]
            self._check_number_order(uses)
            self._check_seals(pending)
            attachments = [await self._attachments(draft_id, item) for item in pending]
            records = await self._sign_all(ids, pending, attachments, agent, rulebook)
            batch = self._batch(draft_id, revision, records, uses, attachments)
            batch["secrets"] = {
                record_id: b64url(item.copy_secret)
                for record_id, item in zip(ids, pending, strict=True)
                if item.copy_secret is not None
            }
            batch["stays"] = stays
            await self._write_intent(batch)
            await self._commit(batch)
            return records

    async def prepare_selo(
        self,
        vistoria_id: str,
        vistoria_body: dict[str, Any],
        number: int | None = None,
        on: date | None = None,
    ) -> PendingRecord:
        """The `selo` record of an approved vistoria, its payload signed, with the next number.

        The number is only taken by `conclude`. `vistoria_id`: the draft's id, when both are
        concluded together. `on`: the day of the inspection, by default today. Raises `NoNumbers`,
        `SealDateBack`, `SealBeforeList`, `KeyMissing`, `RecordError` (not approved, no chassis),
        `SealError`.
        """
        if problem := await self.conclusion_problem():
            raise problem
        identity = self.device_identity()
        assert identity is not None
        serial = self.next_number("selo") if number is None else number
        day = on or date.fromisoformat(self.today())
        self._check_selo_day(day.isoformat())
        payload = issue.seal_payload(
            {"municipality": int(identity["municipality"]["ibge"]), "body": vistoria_body},
            serial,
            day,
            b64url_bytes(identity["public_key"]),
        )
        packed = seal.pack(payload, await self.ports.keys.sign(seal.signing_input(payload)))
        vehicle = vistoria_body["vehicle"]
        return PendingRecord(
            "selo",
            {
                "vistoria": vistoria_id,
                "serial": serial,
                "vehicle": {key: vehicle[key] for key in ("id", "plate", "chassis_tail")},
                "service": vehicle["service"],
                "inspected_on": day.isoformat(),
                "valid_until": vistoria_body["verdict"]["valid_until"],
                "payload": b64url(packed),
            },
        )

    def copy_secret(self, record_id: str) -> bytes | None:
        """What opens the public copy of an auto of this device; None where it is lost."""
        return self.file.value("SELECT secret FROM copy_secrets WHERE record = ?", (record_id,))

    def selo_url(self, selo: dict[str, Any]) -> str:
        """The address that the QR of a `selo` record carries."""
        identity = self.device_identity()
        assert identity is not None
        return seal.url(identity["public_base"], b64url_bytes(selo["body"]["payload"]))

    async def _attachments(self, draft_id: str | None, item: PendingRecord) -> list[Blob]:
        found = []
        for attachment in item.attachments:
            digest = attachment.digest
            if digest is None:
                if attachment.data is None:
                    raise PhotoMissing
                digest = await self.add_draft_blob(
                    "", attachment.item, attachment.data, attachment.media_type, attachment.role
                )
            blob = self.blob(digest)
            if blob is None or blob.draft not in (draft_id, None):
                raise PhotoMissing
            if blob.state != "draft" and not self.shared(blob, draft_id):
                raise PhotoMissing
            # What the server has confirmed may have left the device: its hash stays good.
            if blob.state != "sent" and not await self.ports.storage.has_blob(digest):
                raise PhotoMissing
            found.append(blob)
        return found

    async def _sign_all(
        self,
        ids: list[str],
        pending: list[PendingRecord],
        attachments: list[list[Blob]],
        agent: dict[str, str],
        rulebook: PinnedRulebook | dict[str, str] | None,
    ) -> list[dict[str, Any]]:
        identity, chain = self.device_identity(), self.chain()
        assert identity is not None and chain is not None
        occurred_at, clock = self.stamp()
        seq, prev, records = chain.seq, chain.hash, []
        for record_id, item, blobs in zip(ids, pending, attachments, strict=True):
            seq += 1
            unsigned = envelope.build_envelope(
                id=record_id,
                kind=item.kind,
                municipality=int(identity["municipality"]["ibge"]),
                device=chain.device,
                device_seq=seq,
                prev=prev,
                agent={key: agent[key] for key in ("matricula", "proof", "at")},
                occurred_at=occurred_at,
                clock=clock,
                rulebook=_named(rulebook),
                body=without_controls(item.body),
                attachments=[blob.as_attachment() for blob in blobs],
                app=APP_VERSION,
            )
            signature = await self.ports.keys.sign(envelope.signing_input(unsigned))
            record = envelope.attach_signature(unsigned, signature)
            envelope.check_record(record)
            prev = envelope.record_hash(record)
            records.append(record)
        return records

    def _batch(
        self,
        draft_id: str | None,
        revision: int | None,
        records: list[dict[str, Any]],
        uses: list[NumberUse],
        attachments: list[list[Blob]],
    ) -> dict[str, Any]:
        chain = self.chain()
        assert chain is not None
        return {
            "base_seq": chain.seq,
            "base_hash": chain.hash,
            "draft": draft_id,
            "revision": revision,
            "records": [envelope.record_bytes(record).decode() for record in records],
            "numbers": [asdict(use) for use in uses],
            "attachments": [
                {**blob.as_attachment(), "salt": b64url(blob.salt), "record": record["id"]}
                for record, blobs in zip(records, attachments, strict=True)
                for blob in blobs
            ],
        }

    async def _write_intent(self, batch: dict[str, Any]) -> None:
        head = self._head(batch)
        assert head is not None
        try:
            await self.ports.storage.write_head(head)
        except BaseException:
            # Whether it got there is unknown. If it stays, the next start completes it only
            # when the draft is untouched; better to take it back now.
            with suppress(DeviceError, OSError):
                await self.ports.storage.write_head(self._head() or {})
            raise

    async def _commit(self, batch: dict[str, Any]) -> None:
        try:
            with self._writing() as (db, now):
                if batch["draft"] is not None and not self._fits(batch):
                    raise DraftChanged
                self._commit_batch(db, batch, now)
        except BaseException:
            with suppress(DeviceError, OSError):
                await self.ports.storage.write_head(self._head() or {})
            raise


def _named(rulebook: Any) -> dict[str, str] | None:
    if rulebook is None:
        return None
    if isinstance(rulebook, dict):
        return {key: rulebook[key] for key in ("id", "version", "sha256")}
    return {"id": rulebook.id, "version": rulebook.version, "sha256": rulebook.sha256}
