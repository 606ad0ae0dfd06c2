"""Segunda via: a selo that was lost or broken is cancelled and issued again. Works offline."""

from __future__ import annotations

from typing import Any

from app.flows import words
from app.flows.desk import Desk
from app.flows.observed import Observed
from app.flows.troubles import conclude_trouble
from sync.device.errors import RecordMissing
from sync.device.reissue import EarlierSeal

REASONS = {
    "perdido": "Perdido", "danificado": "Danificado", "vidro_trocado": "Vidro trocado",
    "outro": "Outro motivo",
}
LEAST_NOTE_CHARS = 5
MOST_NOTE_CHARS = 500


class Reissue(Observed):
    """The screen Segunda via: which selo, why, and the one act that does it.

    Raises `RecordMissing` for a number that is neither of this device nor of its registry.
    """

    def __init__(self, desk: Desk, serial: int) -> None:
        self.desk, self.serial = desk, serial
        self.earlier, self.own = _earlier(desk, serial)
        self.reason = ""
        self.note = ""
        self.problem = ""
        self.busy = False
        self.done = ""
        """the new selo's record id"""

    @property
    def plate(self) -> str:
        return self.earlier.vehicle["plate"]

    @property
    def above(self) -> str:
        """Where one came from: the selo of this device, else the vehicle."""
        return f"/registro/{self.own}/selo" if self.own else f"/veiculo/{self.plate}"

    @property
    def asks_note(self) -> bool:
        return self.reason == "outro" or self.earlier.of_blocked_device

    def hindrance(self) -> str:
        """Why this selo cannot be issued again whatever is filled in; empty when it can."""
        refused = self.desk.store.reissue_refusal(self.earlier)
        if refused is not None:
            return str(refused)
        if newer := self._newer_vistoria():
            return newer
        if not self.desk.store.numbers_left("selo"):
            return "Acabaram os números de selo deste aparelho. Sincronize com sinal."
        return ""

    def refusal(self) -> str:
        """Why it does not go on yet; empty when it does."""
        if hindrance := self.hindrance():
            return hindrance
        if not self.reason:
            return "Diga por que o selo é emitido de novo."
        if self.asks_note and len(self.note.strip()) < LEAST_NOTE_CHARS:
            return "Escreva o motivo em uma frase."
        return ""

    def choose(self, reason: str) -> None:
        self.reason, self.problem = reason, ""
        self.changed()

    def may_ask(self) -> bool:
        """Whether all is there to be confirmed; else shows what is not."""
        self.problem = self.refusal()
        self.changed()
        return not self.problem

    async def issue(self) -> str:
        """Cancels the old one and issues the new one; gives the new selo's record id, or "" with
        `problem` in words. A second tap issues nothing more."""
        if self.done or self.busy or not self.may_ask():
            return self.done
        self.busy = True
        self.changed()
        store = self.desk.store
        try:
            pending = await store.prepare_reissue(self.earlier, self.reason, self.note.strip())
            records = await store.conclude(None, pending, self.desk.proof(), self._rulebook())
        except Exception as error:
            self.problem = conclude_trouble(error, "O selo antigo continua como está")
        else:
            self.done = records[-1]["id"]
        finally:
            self.busy = False
            self.changed()
        return self.done

    def _rulebook(self) -> Any:
        """The law that the vistoria was made under, where it is here; else the one now."""
        vistoria = self.desk.store.find_record(self.earlier.vistoria)
        return vistoria["rulebook"] if vistoria else self.desk.rulebook()

    def _newer_vistoria(self) -> str:
        """A later inspection decides: the earlier one's selo is not given out again."""
        vehicle = self.desk.cadastro.vehicle(self.earlier.vehicle["id"]) or {}
        last = vehicle.get("last_vistoria")
        if not last or last["id"] == self.earlier.vistoria:
            return ""
        if last["date"] < self.earlier.inspected_on:
            return ""
        result = words.RESULTS.get(last["result"], last["result"]).lower()
        return (
            f"Depois deste selo houve outra vistoria, em {words.day(last['date'])}: {result}. "
            "Vale a última; não se emite segunda via da anterior."
        )


def reissue_hindrance(desk: Desk, serial: int) -> str:
    """Why no second copy of this selo can be issued on this device, in a sentence; empty when it
    can. Asked before one is offered."""
    try:
        return Reissue(desk, serial).hindrance()
    except RecordMissing as error:
        return str(error)


def _earlier(desk: Desk, serial: int) -> tuple[EarlierSeal, str]:
    """The seal of this number, as the registry has it where it tells more (another device may have
    revoked it), and the id of its record on this device, if any."""
    known, kept = desk.cadastro.selo(serial), desk.store.own_selo(serial)
    if kept is not None:
        same = known is not None and known.get("record") == kept.id
        told = known["status"] if same else "valido"
        return EarlierSeal.of_record(kept.record, "anulado" if kept.annulled_by else told), kept.id
    if known is None:
        raise RecordMissing("Este selo não está neste aparelho. Atualize o cadastro com sinal.")
    return EarlierSeal.of_registry(known), ""
