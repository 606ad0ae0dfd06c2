"""Ler selo: what was seen on a windscreen, what is to be said of it, and the record that it was.

    flow = app.reading
    flow.open()                    # the place is looked for meanwhile
    await flow.by_camera()         # or by_photo(bytes), or by_text("000.042")
    flow.reading.check.colour      # "verde"; flow.last is the same, also after leaving
    await flow.confirm()           # or deny(plate, chassis_tail)

Each reading of a selo becomes one `leitura`, written when plate and chassis were compared, or when
one leaves without. Until then it waits in the store, so that a dead battery does not lose it. What
is no selo leaves no record, and nothing is ever opened.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from app.flows.observed import Observed
from app.flows.problems import Trouble, trouble_of
from app.flows.reading_record import ReadingBook, leitura_body, seal_claimed
from app.flows.typed_seal import NotTyped, check_serial, read_typed
from app.flows.whereabouts import Whereabouts
from sync.device.ports import CameraDenied, CameraMissing, Scanned
from sync.records.check import SealCheck
from sync.records.check_words import SENTENCES
from sync.records.ids import uuid7
from sync.records.plate import PlateError, parse_plate
from sync.records.seal import SEAL_PATH

log = logging.getLogger("prancheta.flows")

FIX_WAIT_S = 1.0
TITLE = "Aponte para o QR do selo"
READ = "lido"
TAIL_CHARS = 6


@dataclass(frozen=True)
class Reading:
    """One selo (or what was taken for one) and what was said of it.

    `by`: "camera", "foto" or "digitado". `facts`: what the registry has under its number.
    `compared`: "nao_comparado", "confere" or "nao_confere"; `plate_seen` the vehicle's then.
    `record`: the id of its `leitura`, None where none is made. `not_kept`: why not, in words.
    """

    text: str
    by: str
    check: SealCheck
    read_at: str
    serial: int | None = None
    plate: str | None = None
    chassis_tail: str | None = None
    facts: dict[str, Any] | None = None
    compared: str = "nao_comparado"
    plate_seen: str | None = None
    chassis_tail_seen: str | None = None
    record: str | None = None
    not_kept: str = ""

    @property
    def to_compare(self) -> bool:
        """Whether there is something to hold against the vehicle, and nobody has yet."""
        return self.plate is not None and self.compared == "nao_comparado"

    @property
    def vehicle_plate(self) -> str | None:
        """The plate of the vehicle at hand, as far as one knows it."""
        return self.plate_seen or self.plate


class SealReading(Observed):
    """`agent()`: {"matricula", "proof", "at"} of who is in. `on_recorded()`: after each record."""

    def __init__(
        self, ports: Any, store: Any, cadastro: Any,
        agent: Callable[[], dict[str, Any] | None],
        on_recorded: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        self.ports, self.store, self.cadastro, self.agent = ports, store, cadastro, agent
        self.on_recorded = on_recorded
        self.reading: Reading | None = None
        self.last: Reading | None = None
        self.trouble: Trouble | None = None
        self.camera_shut = not ports.scan.has_live  # then the photo comes first
        self.stop: str | None = None  # the stop in which one reads, by its id
        self.busy = False
        self.whereabouts = Whereabouts(ports)
        self.book = ReadingBook(store)
        self._settling = asyncio.Lock()

    # ---- looking ---------------------------------------------------------------------------

    def open(self) -> None:
        """The screen is there: from now on the place is sought."""
        self.whereabouts.seek()

    async def by_camera(self, look: str = "automatico", scale: float = 1.0) -> bool:
        """Opens the camera; True when there is a reading."""
        return await self._look(lambda: self._live(look, scale))

    async def _live(self, look: str, scale: float) -> Reading | None:
        try:
            seen = await self.ports.scan.live(TITLE, SEAL_PATH, look, scale)
        except (CameraDenied, CameraMissing):
            self.camera_shut = True
            raise
        self.camera_shut = False
        return await self._of_codes(seen) if seen else None

    async def by_photo(self, data: bytes) -> bool:
        return await self._look(lambda: self._photo(data))

    async def _photo(self, data: bytes) -> Reading:
        texts = await self.ports.scan.decode(data)
        if not texts:
            raise NotTyped(
                "Não achei um QR nesta foto. Fotografe de perto, sem reflexo, o QR inteiro; ou "
                "digite o número do selo."
            )
        return await self._of_codes(Scanned(tuple(texts), "foto"))

    async def by_text(self, text: str) -> str:
        """What was typed: a selo's number, its short code, its 220 digits or address, or a plate.

        READ when there is a reading; a plate, to go to that vehicle; "" with `trouble`.
        """
        try:
            typed = read_typed(text)
        except NotTyped as error:
            self.trouble = trouble_of(error)
            self.changed()
            return ""
        if typed.plate:
            return typed.plate
        if typed.serial is None:
            read = await self._look(lambda: self._of_codes(Scanned((typed.text,), "digitado")))
        else:
            read = await self._look(lambda: self._of_serial(typed.serial))
        return READ if read else ""

    async def _look(self, see: Callable[[], Awaitable[Reading | None]]) -> bool:
        if self.busy:
            return False
        self.busy, self.trouble = True, None
        self.changed()
        try:
            await self.leave()
            reading = await see()
            if reading is not None:
                await self._show(reading)
        except Exception as error:
            self.trouble = trouble_of(error)
        finally:
            self.busy = False
            self.changed()
        return self.reading is not None

    async def _of_codes(self, seen: Scanned) -> Reading:
        text = next((one for one in seen.texts if SEAL_PATH in one), seen.texts[0])
        check = await self.cadastro.check_seal(text)
        packed, serial = seal_claimed(text)
        payload = check.payload
        return Reading(
            text, seen.by, check, self._now(), serial,
            payload.plate if payload else None, payload.chassis_tail if payload else None,
            self.cadastro.selo(payload.serial) if payload else None,
            record=uuid7() if packed else None,
        )  # fmt: skip

    async def _of_serial(self, serial: int) -> Reading:
        check, facts = await check_serial(self.cadastro, self.ports.clock.now(), serial)
        known = facts or {}
        return Reading(
            str(serial), "digitado", check, self._now(), serial,
            known.get("plate"), known.get("chassis_tail"), facts,
            record=None if check.reason == "typed_unknown" else uuid7(),
        )  # fmt: skip

    # ---- comparing -------------------------------------------------------------------------

    async def confirm(self) -> None:
        """Plate and chassis are those of the vehicle."""
        reading = self.reading
        if reading and reading.to_compare:
            await self._show(replace(reading, compared="confere", plate_seen=reading.plate))

    async def deny(self, plate: str, chassis: str = "") -> str:
        """They are not: the plate (and the end of the chassis) that the vehicle has. "" when it
        was taken, else what is wrong with it."""
        reading = self.reading
        if reading is None or not reading.to_compare:
            return ""
        try:
            seen = parse_plate(plate)
        except PlateError as error:
            return error.message
        tail = "".join(char for char in chassis.upper() if char.isascii() and char.isalnum())
        if chassis.strip() and len(tail) < TAIL_CHARS:
            return "Do chassi são os 6 últimos, letras e números."
        tail = tail[-TAIL_CHARS:]
        if seen.key == parse_plate(reading.plate).key and tail in ("", reading.chassis_tail):
            return (
                "Esta é a placa do selo. Se o chassi é outro, escreva os 6 últimos dele; se tudo "
                "é igual, feche e toque em Confere."
            )
        await self._show(
            replace(
                reading,
                check=replace(
                    reading.check, colour="vermelho", reason="other_vehicle",
                    sentence=SENTENCES["other_vehicle"],
                ),
                compared="nao_confere",
                plate_seen=seen.canonical,
                chassis_tail_seen=tail or None,
            )
        )
        return ""

    async def leave(self) -> None:
        """The result is left behind: what nobody compared is written so."""
        self.reading = None
        await self.settle()

    # ---- the record ------------------------------------------------------------------------

    async def _show(self, reading: Reading) -> None:
        """Shows it first; then notes it, and signs it unless something is still to be compared."""
        self.reading = self.last = reading
        self.changed()
        if reading.record is None or reading.not_kept:
            return
        agent = self.agent() or {}
        proof = {name: agent[name] for name in ("matricula", "proof", "at")}
        body = leitura_body(reading, self.whereabouts.as_place(), self.stop)
        try:
            await self.book.note({"id": reading.record, "agent": proof, "body": body})
        except Exception as error:
            self._not_kept(reading.record, error)
        else:
            if not reading.to_compare:
                await self.settle()

    async def settle(self) -> None:
        """Signs the `leitura` that waits, if one does. Never raises."""
        async with self._settling:
            waiting = self.book.waiting
            if waiting is None:
                return
            place = None
            if self.last and self.last.record == waiting["id"]:
                await self.whereabouts.soon(FIX_WAIT_S)
                place = self.whereabouts.as_place() if self.whereabouts.fix else None
            try:
                written = await self.book.write(place)
            except Exception as error:
                self._not_kept(waiting["id"], error)
                return
        if written:
            self.on_recorded()

    def _not_kept(self, record: str, error: Exception) -> None:
        """The answer stands all the same; beside it is said that nothing was kept, and why."""
        log.warning("a reading was not kept: %s", error)
        trouble = trouble_of(error)
        if self.last and self.last.record == record:
            self.last = replace(self.last, not_kept=f"{trouble.what} {trouble.todo}".strip())
            if self.reading:
                self.reading = self.last
            self.changed()

    def _now(self) -> str:
        return self.ports.clock.now().isoformat(timespec="seconds")
