"""What leaves the device of a lavrado auto: the copy as A4, as strip, as bytes for a printer, and
the QR of the public copy. Made offline; names stand in no file's name."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from app.flows import words
from app.flows.auto_record import HOW, Lavrado, defence_of
from app.flows.desk import Desk
from app.flows.evidence_view import Picture
from app.flows.papers import HandedOut, Paper
from sync.records.canonical import b64url
from sync.records.photo_notes import ROLE as NOTE

ESCPOS = "application/octet-stream"


class AutoPapers(HandedOut):
    """Makes the papers of one auto. Heavy libraries are imported when one is asked for."""

    def __init__(self, desk: Desk, of: Lavrado) -> None:
        self.desk, self.of = desk, of
        self.title = f"Auto nº {of.number}"

    @property
    def copy_url(self) -> str:
        """The address of the public copy; empty where its secret is not on this device."""
        secret = self.desk.store.copy_secret(self.of.id)
        identity = self.desk.store.device_identity()
        if not secret or not identity:
            return ""
        return f"{identity['public_base'].rstrip('/')}/c/{b64url(secret)}"

    def qr_svg(self) -> str:
        from app.prints.qr_text import text_svg

        return text_svg(self.copy_url)

    async def sheet(self, *vias: str) -> Paper:
        """The A4 copy; `vias` "autuado" (by default), "municipio"."""
        from app.prints.auto_pdf import PHOTOS_MAX, auto_pdf

        pdf = auto_pdf(
            await self.view(), vias=vias or ("autuado",), signatures=await self.signatures(),
            photos=await self.photos(PHOTOS_MAX),
        )
        return Paper(self._name("auto", "pdf"), pdf, "application/pdf")

    async def strip(self, millimetres: int) -> Paper:
        """The strip as a picture for a roll of 58 or 80 mm."""
        from app.prints.auto_strip import auto_strip
        from app.prints.fonts import PapersUnavailable, bundled_fonts
        from app.prints.png_dots import dots_png
        from app.prints.strip import WIDTHS, strip_svg

        fonts = bundled_fonts()
        if fonts is None:
            raise PapersUnavailable
        width = WIDTHS[millimetres]
        svg = strip_svg(auto_strip(await self.view(), await self.signatures()), width, fonts)
        dots = await self.desk.ports.raster.dots(svg, width)
        return Paper(self._name(f"auto-{millimetres}mm", "png"), dots_png(dots), "image/png")

    async def escpos(self, millimetres: int, qr: str = "impressora") -> Paper:
        """The strip as ESC/POS bytes; `qr` "impressora" or "pontos" (see `escpos_strip`)."""
        from app.prints.auto_strip import auto_strip
        from app.prints.escpos_strip import escpos_strip
        from app.prints.strip import WIDTHS, Drawn, drawn_svg

        width = WIDTHS[millimetres]
        blocks = auto_strip(await self.view(), await self.signatures())
        drawn = {
            place: await self.desk.ports.raster.dots(drawn_svg(block.strokes, width), width)
            for place, block in enumerate(blocks)
            if isinstance(block, Drawn) and block.strokes
        }
        data = escpos_strip(blocks, width, qr=qr, drawn=drawn)
        return Paper(self._name(f"auto-{millimetres}mm", "escpos"), data, ESCPOS)

    async def photo(self, digest: str, how: str = "carimbada") -> Paper:
        """One photo of the record: "original" (untouched), "marcada", or "carimbada". Raises
        `PhotoMissing` where it is no longer on this device."""
        from app.flows.evidence_view import marked_photo, stamp_lines, stamped_photo

        ports, body = self.desk.ports, self.of.body
        data = await self.desk.store.photo(digest)
        picture = measured((await self.notes()).get(digest) or Picture(digest), data)
        number = body["photos"].index(digest) + 1
        if how == "carimbada":
            record = self.of.kept.record
            lines = stamp_lines(
                picture, self.desk.law_of(record).municipality.timezone, plate=self.of.plate,
                matricula=record["agent"]["matricula"], number=number,
                total=len(body["photos"]), auto=self.of.number,
            )
            data = await stamped_photo(ports, data, picture, lines)
        elif how == "marcada":
            data = await marked_photo(ports, data, picture)
        name = self._name(f"foto-{number}-{how}", "jpg")
        return Paper(name, data, "image/jpeg")

    # ---- what they are made of -------------------------------------------------------------

    async def view(self) -> Any:
        from app.prints.auto_view import auto_view

        record = self.of.kept.record
        agent = self.desk.store.agent(record["agent"]["matricula"])
        town = {**self.desk.municipality(), **(self.desk.cadastro.municipality() or {})}
        return auto_view(
            record, town,
            rulebook=self.desk.law_of(record),
            persons=await self.persons(),
            agent_name=agent.name if agent else "",
            copy_url=self.copy_url,
            annulment=self.of.annulment.record if self.of.annulment else None,
            measures=[one.record for measure in self.of.measures
                      for one in (measure.applied, measure.released)
                      if one is not None and not one.annulled_by],
            defence=defence_of(self.desk, self.of),
            known=self._known(town.get("timezone") or ""),
        )

    def _known(self, zone: str) -> str:
        """How the copy was handed over, once that is a record of its own."""
        told = self.of.ciencia
        return f"{HOW[told.body['how']]}, {words.moment(told.body['at'], zone)}" if told else ""

    async def persons(self) -> dict[str, Any] | None:
        """Who is who: {} where nobody was named, None where it is no longer on this device."""
        digests = self._digests("pessoas")
        if not digests:
            return {}
        data = await self._bytes(digests[0][0])
        try:
            told = json.loads(data) if data else None
        except ValueError:
            return None
        return told if isinstance(told, dict) else None

    async def signatures(self) -> dict[str, dict[str, Any]]:
        """The drawn ones that are still here, by whose they are."""
        from sync.records import RecordError, parse_drawn_signature

        found = {}
        records = (self.of.kept.record, *(one.record for one in self.of.ciencias))
        drawn = [pair for record in records for pair in digests_of(record, "assinatura")]
        for digest, item in drawn:
            data = await self._bytes(digest)
            try:
                if data:
                    found[item or "autuado"] = parse_drawn_signature(data)
            except RecordError:
                continue
        return found

    async def photos(self, most: int) -> list[bytes]:
        """The first photos that are still here, with their marks on."""
        from app.flows.evidence_view import marked_photo

        notes, found = await self.notes(), []
        for digest in self.of.body["photos"][:most]:
            data = await self._bytes(digest)
            if data:
                picture = notes.get(digest) or Picture(digest)
                found.append(await marked_photo(self.desk.ports, data, picture))
        return found

    async def notes(self) -> dict[str, Picture]:
        """What is told of each photo, by its digest."""
        from sync.records import RecordError

        found = {}
        for digest, _ in self._digests(NOTE):
            data = await self._bytes(digest)
            try:
                picture = Picture.of_note(data) if data else None
            except RecordError:
                continue
            if picture is not None:
                found[picture.digest] = picture
        return found

    def _digests(self, role: str) -> list[tuple[str, str | None]]:
        return digests_of(self.of.kept.record, role)

    async def _bytes(self, digest: str) -> bytes:
        """b"" where it was sent and freed, or erased: the copy goes without it."""
        try:
            return await self.desk.store.photo(digest)
        except Exception:
            return b""

    def _name(self, what: str, suffix: str) -> str:
        number = str(self.of.body["number"]).zfill(6)
        return f"{what}-{number}-{self.of.body['happened_at'][:10]}.{suffix}"


def measured(picture: Picture, photo: bytes) -> Picture:
    """With the photo's own size, where no note tells it."""
    from app.prints.jpeg import jpeg_size

    if picture.width:
        return picture
    size = jpeg_size(photo)
    return replace(picture, width=size.width, height=size.height)


def digests_of(record: dict[str, Any], role: str) -> list[tuple[str, str | None]]:
    """(digest, item) of a record's attachments of that role."""
    return [(one["digest"], one["item"]) for one in record["attachments"] if one["role"] == role]
