"""What leaves the device of a concluded vistoria: the laudo, and the papers of its selo."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from app.flows.desk import Desk
from app.flows.registry import Concluded
from app.flows.seals import ANNULLED, CANCELLED, ShownSeal

SEAL_IMAGE_WIDTH_PX = 1200  # twice the picture's width: whole pixels for each module of the QR
PDF, SVG, PNG = "application/pdf", "image/svg+xml", "image/png"


@dataclass(frozen=True)
class Paper:
    """A file to save or to share."""

    name: str
    data: bytes
    media_type: str


class HandedOut:
    """Saves and shares papers; `title`: what a share sheet calls them."""

    desk: Desk
    title: str

    async def save(self, paper: Paper) -> None:
        await self.desk.ports.share.save(paper.name, paper.data, paper.media_type)

    async def share(self, paper: Paper) -> bool:
        """Opens the share sheet; where there is none, the file is saved instead (`False`)."""
        if await self.desk.ports.share.share(
            paper.name, paper.data, paper.media_type, self.title
        ):
            return True
        await self.save(paper)
        return False


class Papers(HandedOut):
    """Makes the laudo of one vistoria. Heavy libraries are imported when one is asked for."""

    def __init__(self, desk: Desk, of: Concluded) -> None:
        self.desk, self.of = desk, of
        self.title = f"Vistoria {of.vehicle['plate']}"

    async def laudo(self) -> Paper:
        from app.prints.laudo import laudo_pdf

        record = self.of.kept.record
        agent = self.desk.store.agent(record["agent"]["matricula"])
        pdf = laudo_pdf(
            record,
            self.desk.municipality(),
            rulebook=self.desk.rulebook_of(self.of.id),
            signature=await self._signature(),
            agent_name=agent.name if agent else "",
            selo=self.of.seal.record if self.of.seal else None,
            annulment=self.of.annulment.record if self.of.annulment else None,
        )
        day = record["occurred_at"][:10]
        return Paper(f"laudo-{self.of.vehicle['plate']}-{day}.pdf", pdf, PDF)

    async def _signature(self) -> dict[str, Any] | None:
        for blob in self.desk.store.record_blobs(self.of.id):
            if blob.role == "assinatura":
                try:
                    return json.loads(await self.desk.store.photo(blob.digest))
                except Exception:  # sent and freed, or erased: the laudo goes without it
                    return None
        return None


class SealPapers(HandedOut):
    """Makes the papers of one selo: those that its town has (see `app.prints.kinds`)."""

    def __init__(self, desk: Desk, of: ShownSeal) -> None:
        self.desk, self.of = desk, of
        self.title = f"Selo {of.plate}"

    @property
    def url(self) -> str:
        return self.desk.store.selo_url(self.of.record)

    def qr_svg(self) -> str:
        """The QR with its quiet zone, black on white."""
        from sync.records.qr import qr_svg

        return qr_svg(self.url)

    def kinds(self) -> tuple[Any, ...]:
        """The `PaperKind`s of this town for this service, its own first."""
        from app.prints.kinds import paper_kinds

        return paper_kinds(self._town().get("rulebook", ""), self.of.body["service"])

    def stocks(self, kind: Any) -> tuple[Any, ...]:
        """The sheets of labels (`Stock`) that a paper fits on."""
        from app.prints.kinds import stocks

        return stocks(kind)

    async def image(self) -> Paper:
        """The selo as one picture, to be sent to a phone."""
        from app.prints.selo_card import selo_svg

        identity = self.desk.store.device_identity()
        svg = selo_svg(
            self.of.record, identity["municipality"], identity["public_base"],
            rulebook=self._law(), **self._state(),
        )
        png = await self.desk.ports.raster.png(svg, SEAL_IMAGE_WIDTH_PX)
        return Paper(self._name("selo", "png"), png, PNG)

    async def pdf(self, kind: Any) -> Paper:
        from app.prints.selo_papers import paper_pdf

        return Paper(self._name(kind.id, "pdf"), paper_pdf(kind, *self._seen(kind)), PDF)

    async def picture(self, kind: Any, dpi: int) -> Paper:
        """A PNG for a printer of so many dots an inch, in its own size; black alone where the
        paper is."""
        from app.prints.picture import dots_per_mm
        from app.prints.png_dots import dots_png
        from app.prints.png_scale import with_resolution
        from app.prints.selo_papers import paper_svg

        svg, width = paper_svg(kind, *self._seen(kind), dpi)
        raster = self.desk.ports.raster
        png = (
            dots_png(await raster.dots(svg, width)) if kind.mono else await raster.png(svg, width)
        )
        return Paper(
            self._name(f"{kind.id}-{dpi}dpi", "png"), with_resolution(png, dots_per_mm(dpi)), PNG
        )

    async def drawing(self, kind: Any) -> Paper:
        """An SVG, for a printing house."""
        from app.prints.selo_papers import paper_svg

        svg, _ = paper_svg(kind, *self._seen(kind), kind.dpi[-1], in_mm=True)
        return Paper(self._name(kind.id, "svg"), svg.encode(), SVG)

    async def on_stock(self, kind: Any, stock: Any, first: int = 1) -> Paper:
        """A sheet of labels with this one on the label of position `first`."""
        from app.prints.selo_papers import stock_pdf

        pdf = stock_pdf(kind, stock, [self._seen(kind)], first)
        return Paper(self._name(f"{kind.id}-folha", "pdf"), pdf, PDF)

    def _seen(self, kind: Any) -> tuple[Any, dict[str, str]]:
        """(view, facts) of this selo for a paper."""
        from app.prints.view import seal_facts, selo_view

        identity = self.desk.store.device_identity()
        view = selo_view(
            self.of.record, identity["municipality"], identity["public_base"],
            rulebook=self._law(), cites=kind.cites, **self._state(),
        )
        return view, seal_facts(view, self._town(), self.of.vehicle, self._agent())

    def _town(self) -> dict[str, Any]:
        """As enrolled, with what the last pull brought (the ouvidoria's telephone)."""
        pulled = self.desk.cadastro.municipality() or {}
        return {**self.desk.municipality(), **pulled}

    def _law(self) -> Any:
        return self.desk.rulebook_of(self.of.body["vistoria"])

    def _state(self) -> dict[str, bool]:
        return {
            "annulled": self.of.state == ANNULLED, "cancelled": self.of.state == CANCELLED,
        }

    def _agent(self) -> str:
        """Who inspected, where the vistoria is here."""
        if self.of.vistoria is None:
            return ""
        matricula = self.of.vistoria.record["agent"]["matricula"]
        agent = self.desk.store.agent(matricula)
        return f"{agent.name}, matrícula {matricula}" if agent else f"matrícula {matricula}"

    def _name(self, what: str, suffix: str) -> str:
        return f"{what}-{self.of.plate}-{self.of.record['occurred_at'][:10]}.{suffix}"
