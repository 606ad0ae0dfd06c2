"""What leaves the device of a concluded vistoria: the selo as picture and label, the laudo."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from app.flows.desk import Desk
from app.flows.registry import Concluded

SEAL_IMAGE_WIDTH_PX = 1200  # twice the picture's width: whole pixels for each module of the QR


@dataclass(frozen=True)
class Paper:
    """A file to save or to share."""

    name: str
    data: bytes
    media_type: str


class Papers:
    """Makes the papers of one vistoria. Heavy libraries are imported when one is asked for."""

    def __init__(self, desk: Desk, of: Concluded) -> None:
        self.desk, self.of = desk, of

    @property
    def seal_url(self) -> str:
        return self.desk.store.selo_url(self.of.seal.record)

    def qr_svg(self) -> str:
        """The QR with its quiet zone, black on white."""
        from sync.records.qr import qr_svg

        return qr_svg(self.seal_url)

    async def seal_image(self) -> Paper:
        from app.prints.selo_card import selo_svg

        svg = selo_svg(*self._seal_parts(), **self._law(), annulled=not self.of.seal_stands)
        png = await self.desk.ports.raster.png(svg, SEAL_IMAGE_WIDTH_PX)
        return Paper(self._name("selo", "png"), png, "image/png")

    async def seal_label(self) -> Paper:
        from app.prints.selo_label import selo_label_pdf

        pdf = selo_label_pdf(
            *self._seal_parts(), **self._law(), annulled=not self.of.seal_stands
        )
        return Paper(self._name("etiqueta", "pdf"), pdf, "application/pdf")

    async def laudo(self) -> Paper:
        from app.prints.laudo import laudo_pdf

        record = self.of.kept.record
        agent = self.desk.store.agent(record["agent"]["matricula"])
        pdf = laudo_pdf(
            record,
            self.desk.municipality(),
            **self._law(),
            signature=await self._signature(),
            agent_name=agent.name if agent else "",
            selo=self.of.seal.record if self.of.seal else None,
            annulment=self.of.annulment.record if self.of.annulment else None,
        )
        return Paper(self._name("laudo", "pdf"), pdf, "application/pdf")

    async def save(self, paper: Paper) -> None:
        await self.desk.ports.share.save(paper.name, paper.data, paper.media_type)

    async def share(self, paper: Paper) -> bool:
        """Opens the share sheet; where there is none, the file is saved instead (`False`)."""
        title = f"Vistoria {self.of.vehicle['plate']}"
        if await self.desk.ports.share.share(paper.name, paper.data, paper.media_type, title):
            return True
        await self.save(paper)
        return False

    def _seal_parts(self) -> tuple[dict[str, Any], dict[str, Any], str]:
        identity = self.desk.store.device_identity()
        return self.of.seal.record, identity["municipality"], identity["public_base"]

    def _law(self) -> dict[str, Any]:
        return {"rulebook": self.desk.rulebook_of(self.of.id)}

    async def _signature(self) -> dict[str, Any] | None:
        for blob in self.desk.store.record_blobs(self.of.id):
            if blob.role == "assinatura":
                try:
                    return json.loads(await self.desk.store.photo(blob.digest))
                except Exception:  # sent and freed, or erased: the laudo goes without it
                    return None
        return None

    def _name(self, what: str, suffix: str) -> str:
        day = self.of.kept.record["occurred_at"][:10]
        return f"{what}-{self.of.vehicle['plate']}-{day}.{suffix}"
