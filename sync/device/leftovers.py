"""What an earlier enrolment left on this device: it cannot be sent any more and is not lost.

Records that had not arrived, photos that had not followed their records, and drafts of another
municipality. All of it can be taken out as one ZIP file; drafts of a municipality come back when
the device is enrolled there again.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import asdict, dataclass

from sync.device.blobs import Blobs
from sync.device.drafts import Drafts
from sync.device.errors import PhotoMissing

README = """Prancheta: o que ficou de um cadastro anterior deste aparelho.

registros.ndjson   um registro por linha, exatamente como foi assinado (RFC 8785)
anexos.json        os anexos: resumo, sal, registro e tipo de cada um
rascunhos.json     vistorias começadas e não concluídas, com as respostas dadas
anexos/            fotos e assinaturas, cada uma com o nome do seu resumo
"""


@dataclass(frozen=True)
class Leftovers:
    """How much there is. `photos`: attachments of any role."""

    records: int
    photos: int
    drafts: int

    def __bool__(self) -> bool:
        return bool(self.records or self.photos or self.drafts)


class LeftBehind(Drafts, Blobs):
    """The part of the store that knows what has nowhere to go."""

    def leftovers(self) -> Leftovers:
        return Leftovers(
            len(self._left_records()), len(self.left_blobs()), len(self.drafts(status="elsewhere"))
        )

    async def export_leftovers(self) -> bytes:
        """Everything of it as a ZIP file. What the device has lost itself is left out."""
        records, blobs = self._left_records(), self.left_blobs()
        drafts = self.drafts(status="elsewhere")
        photos = [
            digest for draft in drafts for digests in draft.photos.values() for digest in digests
        ]
        with_records = [
            one["digest"] for _, data in records for one in json.loads(data)["attachments"]
        ]
        wanted = dict.fromkeys([*with_records, *(blob.digest for blob in blobs), *photos])
        described = [blob for digest in wanted if (blob := self.blob(digest)) is not None]
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("LEIA-ME.txt", README)
            archive.writestr("registros.ndjson", b"".join(data + b"\n" for _, data in records))
            archive.writestr(
                "anexos.json",
                _text([
                    {
                        "digest": blob.digest, "salt": blob.salt.hex(), "record": blob.record,
                        "media_type": blob.media_type, "role": blob.role, "item": blob.item,
                    }
                    for blob in described
                ]),
            )  # fmt: skip
            archive.writestr("rascunhos.json", _text([asdict(draft) for draft in drafts]))
            for blob in described:
                try:
                    archive.writestr(f"anexos/{blob.digest}", await self.photo(blob.digest))
                except PhotoMissing:
                    continue
        return out.getvalue()

    def _left_records(self) -> list[tuple[str, bytes]]:
        """(id, canonical bytes) of what waits under a key that is not this device's any more."""
        device, _ = self._here()
        return self.file.rows(
            "SELECT r.id, r.bytes FROM outbox o JOIN records r ON r.id = o.record "
            "WHERE r.device != ? ORDER BY r.rowid",
            (device,),
        )


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
