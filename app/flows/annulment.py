"""A vistoria, a selo or an auto made by mistake: annulled by a new record, never changed or erased.
"""

from __future__ import annotations

from typing import Any

from app.flows.act import Act
from app.flows.auto_record import Lavrado, lavrado
from app.flows.desk import Desk
from app.flows.registry import Concluded, concluded
from app.flows.typed_text import typed
from app.flows.vistoria_records import annulment_body
from sync.device.conclusion import PendingRecord

WHOLE, SEAL_ONLY = "vistoria", "selo"
MIN_REASON_CHARS = 10
MAX_REASON_CHARS = 1000


class _Annulling(Act):
    """What is annulled, why, and the one act that does it; numbers stay in the books as annulled.
    """

    kept = "Nada foi anulado"

    def __init__(self, desk: Desk, record_id: str) -> None:
        super().__init__(desk, record_id)
        self.reason = ""

    def _targets(self) -> list[dict[str, Any]]:
        """The records that the act annuls."""
        raise NotImplementedError

    def _gone(self) -> str:
        """Why there is nothing left to annul; empty when there is."""
        raise NotImplementedError

    def refusal(self) -> str:
        if gone := self._gone():
            return gone
        if len(typed(self.reason).strip()) < MIN_REASON_CHARS:
            return "Escreva o motivo da anulação em uma frase, como “placa trocada”."
        return ""

    def _pending(self) -> list[PendingRecord]:
        reason = typed(self.reason.strip(), MAX_REASON_CHARS)
        return [PendingRecord("anulacao", annulment_body(target, reason))
                for target in self._targets()]


class Annulment(_Annulling):
    """The screen Anular of a vistoria: annulling it annuls its selo too."""

    of: Concluded

    def __init__(self, desk: Desk, record_id: str) -> None:
        super().__init__(desk, record_id)
        self.what = WHOLE

    def _read(self, record_id: str) -> Concluded:
        return concluded(self.desk.store, record_id)

    def choose(self, what: str) -> None:
        self.what = what
        self.changed()

    def _gone(self) -> str:
        if self.of.annulled:
            return "Esta vistoria já foi anulada."
        if self.what == SEAL_ONLY and not self.of.seal_stands:
            return "Este selo já foi anulado."
        return ""

    def _targets(self) -> list[dict[str, Any]]:
        whole = [self.of.kept.record] if self.what == WHOLE else []
        return whole + ([self.of.seal.record] if self.of.seal_stands else [])


class AutoAnnulment(_Annulling):
    """The screen Anular of an auto. Its measures stand until they are released."""

    of: Lavrado

    def _read(self, record_id: str) -> Lavrado:
        return lavrado(self.desk.store, record_id)

    def _gone(self) -> str:
        return "Este auto já foi anulado." if self.of.annulled else ""

    def _targets(self) -> list[dict[str, Any]]:
        return [self.of.kept.record]
