"""What this device concluded: the list to search in, and one vistoria with all that hangs on it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime
from itertools import takewhile
from typing import Any

from app.flows import words
from app.flows.observed import Observed
from app.flows.seals import seals_of
from sync.records.plate import plate_prefix_key

TRAVEL = {
    "waiting": "por enviar",
    "sending": "por enviar",  # it was tried; whether it arrived is not known yet
    "sent": "enviado",
    "refused": "recusado pelo servidor",
    "conflict": "em conflito com o servidor",
    "stranded": "de um cadastro anterior deste aparelho, por enviar",
}
TALLY = {
    "aprovado": ("aprovada", "aprovadas"),
    "reprovado": ("reprovada", "reprovadas"),
    "anulada": ("anulada", "anuladas"),
}


@dataclass(frozen=True)
class Concluded:
    """One vistoria of this device: `kept`, `seal`, `annulment` are `KeptRecord`s of the store."""

    kept: Any
    seal: Any | None
    annulment: Any | None
    seal_annulment: Any | None

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def body(self) -> dict[str, Any]:
        return self.kept.body

    @property
    def vehicle(self) -> dict[str, Any]:
        return self.body["vehicle"]

    @property
    def verdict(self) -> dict[str, Any]:
        return self.body["verdict"]

    @property
    def result(self) -> str:
        return self.verdict["result"]

    @property
    def annulled(self) -> bool:
        return self.annulment is not None

    @property
    def seal_stands(self) -> bool:
        """There is a selo and nothing annulled or cancelled it."""
        return (
            self.seal is not None and self.seal_annulment is None and not self.annulled
            and self.seal.revoked_by is None
        )  # fmt: skip

    @property
    def on(self) -> str:
        """The day, Brazilian text, as the device's local time had it."""
        return words.day(self.kept.record["occurred_at"])

    @property
    def travel(self) -> str:
        """How far it has come, in words, photos included."""
        parts = [self.kept] + ([self.seal] if self.seal else [])
        states = [part.state for part in parts]
        worst = next((s for s in ("refused", "conflict", "stranded", "waiting", "sending")
                      if s in states), "sent")
        text = TRAVEL[worst]
        total = self.kept.attachments_total
        if total and worst == "sent" and self.kept.attachments_sent < total:
            text += f", {self.kept.attachments_sent}/{total} anexos"
        return text


def concluded(store: Any, record_id: str) -> Concluded:
    """One vistoria with its selo and annulments. Raises `RecordMissing`."""
    kept = store.record(record_id)
    if kept.kind == "anulacao":
        kept = store.record(kept.body["annuls"])
    if kept.kind == "revogacao" and kept.body["selo"]:
        kept = store.record(kept.body["selo"])
    if kept.kind == "selo":
        kept = store.record(kept.body["vistoria"])
    seal = next(iter(seals_of(store, kept)), None)
    return Concluded(
        kept,
        seal,
        store.record(kept.annulled_by) if kept.annulled_by else None,
        store.record(seal.annulled_by) if seal and seal.annulled_by else None,
    )


class Registry(Observed):
    """The list `/registros`, the latest first, narrowed by plate as one types."""

    PAGE = 50

    def __init__(self, store: Any) -> None:
        self.store = store
        self.search = ""
        self.limit = self.PAGE
        self.rows: list[Concluded] = []
        self.more = False
        self._all: list[Any] = []
        self.refresh()

    def type(self, text: str) -> None:
        self.search, self.limit = text, self.PAGE
        self.refresh()

    def show_more(self) -> None:
        self.limit += self.PAGE
        self.refresh()

    def refresh(self) -> None:
        """Reads the store anew."""
        prefix = plate_prefix_key(self.search)
        self._all = self.store.records(kind="vistoria", limit=5000)
        found = [
            kept
            for kept in self._all
            if plate_prefix_key(kept.body["vehicle"]["plate"]).startswith(prefix)
        ]
        self.more = len(found) > self.limit
        self.rows = [concluded(self.store, kept.id) for kept in found[: self.limit]]
        self.changed()

    def day_tally(self, day: date, timezone: str) -> str:
        """ "12 vistorias hoje: 9 aprovadas, 2 reprovadas e 1 anulada"; empty when there is none.
        `day` is today, in that time zone."""
        of_day = takewhile(  # the newest come first
            lambda kept: _day_of(kept, timezone) >= day, self._all
        )
        counts = Counter("anulada" if kept.annulled_by else kept.body["verdict"]["result"]
                         for kept in of_day)
        parts = [
            words.count(counts[result], one, many)
            for result, (one, many) in TALLY.items() if counts[result]
        ]
        total = words.count(counts.total(), "vistoria", "vistorias")
        return f"{total} hoje: {words.listed(parts)}" if parts else ""


def _day_of(kept: Any, timezone: str) -> date:
    return words.today(datetime.fromisoformat(kept.record["occurred_at"]), timezone)
