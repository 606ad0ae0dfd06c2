"""Início: the plate one looks for, the drafts to go on with, what is left to send and to use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from checklists import load_rulebook_bytes

from .answers import NEEDS_REASON
from .observed import Observed
from .words import count

SUGGESTIONS = 6
NO_PLATE = "sem placa"
STOP = "abordagem"


@dataclass(frozen=True)
class DraftLine:
    """One draft in progress, as a line on Início."""

    id: str
    plate: str
    vehicle: str
    answered: int
    total: int
    when: str  # RFC 3339, last change
    agent: str
    put_off: int = 0  # items not verified, for which the result waits
    autos: int | None = None  # of a stop: how many infractions were chosen; None: a vistoria
    no_numbers: bool = False  # the device has none for them

    @property
    def path(self) -> str:
        """Where one goes on with it."""
        return f"/vistoria/{self.id}" if self.autos is None else f"/abordagem/{self.id}"

    @property
    def stage(self) -> str:
        """How far a stop has come, in words; empty for a vistoria."""
        if self.autos is None:
            return ""
        if not self.autos:
            return "Abordagem"
        how = "sem número" if self.no_numbers else "por lavrar"
        return f"{count(self.autos, 'auto', 'autos')} {how}"

    @property
    def waiting(self) -> str:
        """What it waits for when all else is answered, in words; empty when for nothing."""
        if not self.put_off or self.answered < self.total:
            return ""
        return f"falta verificar {count(self.put_off, 'item', 'itens')}"

    @property
    def said(self) -> str:
        """What a screen reader says of the button that goes on with it."""
        if self.autos is not None:
            of = " ".join(self.plate) if self.plate != NO_PLATE else self.plate
            return f"Continuar abordagem, {of}, {self.stage}"
        done = f"{self.answered} de {self.total} itens" if self.total else "no começo"
        parts = (f"Continuar vistoria da placa {' '.join(self.plate)}", done, self.waiting)
        return ", ".join(part for part in parts if part)


class PlateSearch(Observed):
    """The field "placa" and what it finds, an `Observed` of its own: typing redraws only this."""

    def __init__(self, cadastro: Any) -> None:
        self.cadastro = cadastro
        self.text, self.found = "", []

    def type(self, text: str) -> None:
        self.text = "".join(c for c in text.upper() if c.isalnum())[:7]
        self.found = self.cadastro.search(self.text, SUGGESTIONS) if len(self.text) >= 2 else []
        self.changed()

    @property
    def complete(self) -> bool:
        return len(self.text) == 7

    def clear(self) -> None:
        self.text, self.found = "", []
        self.changed()


class Home(Observed):
    def __init__(self, store: Any, cadastro: Any) -> None:
        self.store, self.cadastro = store, cadastro
        self.search = PlateSearch(cadastro)
        self.drafts: list[DraftLine] = []
        self.numbers = self.refused = 0
        self.auto_numbers = 0
        self._sizes: dict[tuple[str, str], int] = {}

    def refresh(self, agent: str | None = None) -> None:
        """Reads everything anew: on entering the screen, after a sync."""
        self.auto_numbers = self.store.numbers_left("auto")
        self.drafts = [self._line(draft) for draft in self.store.drafts()]
        if agent:  # one's own first
            self.drafts.sort(key=lambda line: line.agent != agent)
        self.numbers = self.store.numbers_left("selo")
        self.refused = len(self.store.refused_records())
        self.changed()

    def discard(self, draft_id: str, agent: str | None = None) -> None:
        self.store.discard_draft(draft_id)
        self.refresh(agent)

    def restore(self, draft_id: str, agent: str | None = None) -> None:
        self.store.restore_draft(draft_id)
        self.refresh(agent)

    def _line(self, draft: Any) -> DraftLine:
        vehicle = draft.fields.get("vehicle") or {}
        answered = sum(1 for a in draft.answers.values() if a.get("value"))
        stop = draft.kind == STOP
        return DraftLine(
            id=draft.id,
            autos=len(draft.fields.get("autos") or ()) if stop else None,
            no_numbers=stop and not self.auto_numbers,
            plate=str(vehicle.get("plate") or NO_PLATE),
            vehicle=str(vehicle.get("make_model") or ""),
            answered=answered,
            total=0 if stop else self._items_of(draft),
            when=draft.updated_at,
            agent=draft.agent,
            put_off=sum(1 for a in draft.answers.values() if a.get("value") == NEEDS_REASON),
        )

    def _items_of(self, draft: Any) -> int:
        """How many items the draft's own rulebook asks of its service; 0 when that is unknown."""
        service = str(draft.fields.get("service") or "")
        key = ((draft.rulebook or {}).get("sha256", ""), service)
        if key not in self._sizes:
            data = self.store.draft_rulebook(draft.id)
            try:
                checklist = load_rulebook_bytes(data).checklist(service) if data else None
                self._sizes[key] = len(checklist.items) if checklist else 0
            except (LookupError, ValueError):  # a draft that is not a vistoria of that service
                self._sizes[key] = 0
        return self._sizes[key]
