"""The answers of one vistoria while it is still a draft: one small observed thing an item."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from app.flows.observed import Observed
from app.flows.saving import Saving
from sync.records.documents import check

NEEDS_REASON = "nao_verificado"


@dataclass(frozen=True)
class LastAnswer:
    """What this item was answered last time: `value` as in the record, `on` an ISO day."""

    value: str
    on: str
    note: str = ""


def empty_answer(item_id: str) -> dict[str, Any]:
    """An answer as the record holds it, before any is given (`value` is the empty text)."""
    return {
        "item": item_id,
        "value": "",
        "reason": "",
        "note": "",
        "measured": {},
        "photos": [],
        "at": None,
    }


@dataclass(eq=False)
class ItemState(Saving):
    """One item as it is shown: the law's item, its answer, and whether that is on disk."""

    item: Any  # checklists.Item
    section: Any  # checklists.Section
    number: int  # place in the whole checklist, 1-based
    answer: dict[str, Any]
    current: bool = False  # the cursor stands on it
    saved: bool = True
    problem: str = ""
    photo_problem: str = ""  # why a photo was not taken in
    ask_problems: dict[str, str] = field(default_factory=dict)
    last: LastAnswer | None = None
    exigencia: Any = None  # the open exigência on this item, as the cadastro gives it

    @property
    def id(self) -> str:
        return self.item.id

    @property
    def value(self) -> str:
        return self.answer["value"]

    @property
    def photos(self) -> list[str]:
        return self.answer["photos"]

    @property
    def touched(self) -> bool:
        """Something was put down, even if the item has no answer yet."""
        answer = self.answer
        return bool(answer["value"] or answer["note"] or answer["measured"] or answer["photos"])

    def doubt(self, ask: Any) -> str:
        """What looks wrong with the number typed for an ask; it warns, and stops nothing."""
        typed = self.answer["measured"].get(ask.id, "")
        return check(ask.check, typed).message if ask.check and typed else ""

    def owed(self) -> list[str]:
        """What is still missing here, in words; empty when the item is done."""
        if not self.value:
            return ["a resposta"]
        if self.value == NEEDS_REASON:
            return [] if self.answer["reason"] else ["o motivo de não ter sido verificado"]
        if self.value != "conforme":
            return []  # what an item asks for belongs to having seen it in order
        owed = []
        for ask in self.item.asks:
            if not ask.required:
                continue
            if ask.kind == "photo":
                if not self.photos:
                    owed.append("a foto")
            elif not self.answer["measured"].get(ask.id):
                owed.append(ask.label.lower())
        return owed

    @property
    def done(self) -> bool:
        return not self.owed()


@dataclass(eq=False)
class Progress(Observed):
    """How far the vistoria has come. Counts of items."""

    answered: int = 0
    total: int = 0
    nonconforming: int = 0
    unverified: int = 0
    unsaved: int = 0
    last_answered: str | None = None  # item id, for the line that offers to undo
    last_count: int = 1  # how many items that change was on
    can_undo: bool = False
    sections: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return f"{self.answered}/{self.total}"

    @property
    def complete(self) -> bool:
        return self.answered == self.total

    def count(self, items: list[ItemState]) -> None:
        """Counts anew and tells its watchers."""
        sections: dict[str, list[int]] = {}
        self.answered = self.nonconforming = self.unverified = self.unsaved = 0
        for state in items:
            tally = sections.setdefault(state.section.id, [0, 0])
            tally[1] += 1
            if state.done:
                tally[0] += 1
                self.answered += 1
            self.nonconforming += state.value == "nao_conforme"
            self.unverified += state.value == NEEDS_REASON
            self.unsaved += not state.saved
        self.total = len(items)
        self.sections = {name: (done, total) for name, (done, total) in sections.items()}
        self.changed()
