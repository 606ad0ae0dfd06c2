"""What may follow on a lavrado auto, each a signed record of its own: how the autuado came to know,
and that what was withheld was given back. Works offline; a second tap writes nothing more."""

from __future__ import annotations

from typing import Any

from app.flows.act import Act
from app.flows.auto_record import HOW, Lavrado, lavrado
from app.flows.desk import Desk
from app.flows.signature import MEDIA_TYPE, Signature
from app.flows.typed_text import typed
from sync.device.conclusion import PendingAttachment, PendingRecord

MAX_NOTE_CHARS = 1000
MAX_LINE_CHARS = 200
NEEDS_NOTE = ("correio", "eletronico", "edital")


class _AutoAct(Act):
    of: Lavrado

    def _read(self, record_id: str) -> Lavrado:
        return lavrado(self.desk.store, record_id)

    def _now(self) -> str:
        return self.desk.now().isoformat(timespec="seconds")


class Ciencia(_AutoAct):
    """How the autuado came to know of the auto."""

    def __init__(self, desk: Desk, record_id: str) -> None:
        super().__init__(desk, record_id)
        # What the review asked already is not asked twice: it stands chosen.
        self.how = {"assinou": "assinou", "recusou": "recusou", "ausente": ""}[
            self.of.body["acknowledged"]]
        self.witness = bool(self.of.body["witness"])
        self.note = ""
        self.signature = Signature()

    @property
    def asks_signature(self) -> bool:
        """Whether one signs here: who signed the auto itself does not sign again."""
        return self.how == "assinou" and self.of.body["acknowledged"] != "assinou"

    def choose(self, how: str) -> None:
        self.how, self.problem = how, ""
        self.changed()

    def set_witness(self, there: bool) -> None:
        self.witness = there
        self.changed()

    def refusal(self) -> str:
        if self.of.annulled:
            return "Este auto foi anulado: não há o que entregar."
        if self.how not in HOW:
            return "Escolha como o autuado soube do auto."
        if self.how in NEEDS_NOTE and len(typed(self.note).strip()) < 3:
            return "Escreva o número do aviso, o endereço ou a publicação."
        if self.asks_signature and self.signature.refusal():
            return "Falta a assinatura do autuado. Assine no quadro com o dedo."
        return ""

    def _pending(self) -> list[PendingRecord]:
        signed = (PendingAttachment(
            role="assinatura", data=self.signature.as_bytes(), media_type=MEDIA_TYPE,
            item="autuado",
        ),) if self.asks_signature else ()
        return [PendingRecord("ciencia", {
            "auto": self.of.id, "at": self._now(), "how": self.how, "witness": self.witness,
            "note": typed(self.note.strip(), MAX_NOTE_CHARS),
        }, signed)]


class Release(_AutoAct):
    """What was withheld is given back. `measure_id`: the `medida` record that is released."""

    kept = "Nada foi liberado"

    def __init__(self, desk: Desk, record_id: str, measure_id: str) -> None:
        super().__init__(desk, record_id)
        self.measure_id = measure_id
        self.receipt = self.note = ""

    @property
    def measure(self) -> Any | None:
        return next((one for one in self.of.measures if one.applied.id == self.measure_id), None)

    def refusal(self) -> str:
        measure = self.measure
        if measure is None:
            return "Esta medida não está neste aparelho."
        if not measure.stands:
            return "Esta medida já foi liberada."
        return ""

    def _pending(self) -> list[PendingRecord]:
        body = self.measure.applied.body
        return [PendingRecord("medida", {
            **{name: body[name] for name in ("auto", "stop", "vistoria", "measure", "what",
                                             "description", "kept_at", "seal_number", "vehicle",
                                             "place")},
            "act": "liberada", "releases": self.measure_id, "at": self._now(),
            "receipt": typed(self.receipt.strip(), MAX_LINE_CHARS),
            "note": typed(self.note.strip(), MAX_NOTE_CHARS),
        })]
