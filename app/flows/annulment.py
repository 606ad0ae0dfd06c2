"""A vistoria or a selo concluded by mistake: annulled by a new record, never changed or erased."""

from __future__ import annotations

from typing import Any

from app.flows.desk import Desk
from app.flows.observed import Observed
from app.flows.registry import Concluded, concluded
from app.flows.troubles import conclude_trouble
from app.flows.vistoria_records import annulment_body
from sync.device.conclusion import PendingRecord

WHOLE, SEAL_ONLY = "vistoria", "selo"
MIN_REASON_CHARS = 10
MAX_REASON_CHARS = 1000


class Annulment(Observed):
    """The screen Anular: what is annulled, why, and the one act that does it. Works offline."""

    def __init__(self, desk: Desk, record_id: str) -> None:
        self.desk = desk
        self.of: Concluded = concluded(desk.store, record_id)
        self.what = WHOLE
        self.reason = ""
        self.problem = ""
        self.busy = False
        self.done = False

    def choose(self, what: str) -> None:
        self.what = what
        self.changed()

    def refusal(self) -> str:
        """Why it cannot be annulled; empty when it can."""
        if self.of.annulled:
            return "Esta vistoria já foi anulada."
        if self.what == SEAL_ONLY and not self.of.seal_stands:
            return "Este selo já foi anulado."
        if len(self.reason.strip()) < MIN_REASON_CHARS:
            return "Escreva o motivo da anulação em uma frase, como “placa trocada”."
        return ""

    def may_ask(self) -> bool:
        """Whether all is there to be confirmed; else shows what is not."""
        self.problem = self.refusal()
        self.changed()
        return not self.problem

    async def annul(self) -> bool:
        """Writes the annulments; annulling a vistoria annuls its selo too, its number kept in
        the books as annulled. `False` with `problem` in words."""
        if self.done:
            return True
        if self.busy:
            return False
        self.problem = self.refusal()
        if self.problem:
            self.changed()
            return False
        self.busy = True
        self.changed()
        try:
            await self.desk.store.conclude(
                None, self._pending(), self.desk.proof(), self.of.kept.record["rulebook"]
            )
        except Exception as error:
            self.problem = conclude_trouble(error, "Nada foi anulado")
        else:
            self.done = True
        finally:
            self.busy = False
            self.of = concluded(self.desk.store, self.of.id)
            self.changed()
        return self.done

    def _pending(self) -> list[PendingRecord]:
        targets: list[dict[str, Any]] = []
        if self.of.seal_stands:
            targets.append(self.of.seal.record)
        if self.what == WHOLE:
            targets.insert(0, self.of.kept.record)
        reason = self.reason.strip()[:MAX_REASON_CHARS]
        return [PendingRecord("anulacao", annulment_body(target, reason)) for target in targets]
