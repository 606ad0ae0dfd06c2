"""In which order a vistoria is walked: the law's; in a re-inspection the exigências first."""

from __future__ import annotations

from typing import Any

from app.flows.answers import NEEDS_REASON, ItemState
from app.flows.observed import Observed

REINSPECTION = "reinspecao"


class VistoriaOrder(Observed):
    """The part of a `VistoriaFlow` that knows its items and which comes next."""

    fields: dict[str, Any]
    items: list[ItemState]
    order: list[ItemState]
    only_missing: bool
    _by_id: dict[str, ItemState]

    @property
    def is_reinspection(self) -> bool:
        return self.fields["mode"] == REINSPECTION

    def item(self, item_id: str) -> ItemState:
        return self._by_id[item_id]

    def has(self, item_id: str) -> bool:
        return item_id in self._by_id

    def _working_order(self) -> list[ItemState]:
        """As in the law; in a re-inspection the items with an open exigência come first."""
        if not self.is_reinspection:
            return list(self.items)
        first = [state for state in self.items if state.exigencia]
        return first + [state for state in self.items if not state.exigencia]

    def groups(self) -> list[tuple[Any, list[ItemState]]]:
        """What the list shows, in working order: (section or `None` for the exigências, items)."""
        groups: list[tuple[Any, list[ItemState]]] = []
        rest = self.order
        if self.is_reinspection:
            first = [state for state in rest if state.exigencia]
            rest = [state for state in rest if not state.exigencia]
            if first:
                groups.append((None, first))
        for state in rest:
            if not groups or groups[-1][0] is not state.section:
                groups.append((state.section, []))
            groups[-1][1].append(state)
        if self.only_missing:
            groups = [(section, [s for s in states if not s.done]) for section, states in groups]
            groups = [(section, states) for section, states in groups if states]
        return groups

    def resume_at(self) -> str:
        """The item to open: the one after the latest answer that still lacks something."""
        latest = self._latest()
        if latest is None:
            return self.order[0].id
        return self.next_missing(latest) or latest

    def next_missing(self, item_id: str) -> str | None:
        """The next item that lacks something, going round once; `None` when all are done."""
        at = self.order.index(self.item(item_id))
        for state in self.order[at + 1 :] + self.order[:at]:
            if not state.done:
                return state.id
        return None if self.item(item_id).done else item_id

    def _next_put_off(self, item_id: str) -> str | None:
        """The next item that was left unverified, going round once."""
        at = self.order.index(self.item(item_id))
        around = self.order[at + 1 :] + self.order[:at]
        return next((state.id for state in around if state.value == NEEDS_REASON), None)

    def neighbour(self, item_id: str, step: int) -> str | None:
        at = self.order.index(self.item(item_id)) + step
        return self.order[at].id if 0 <= at < len(self.order) else None

    def place(self, item_id: str) -> int:
        """1-based place in the working order."""
        return self.order.index(self.item(item_id)) + 1

    def _latest(self) -> str | None:
        answered = [state for state in self.items if state.answer.get("at") and state.value]
        return max(answered, key=lambda state: state.answer["at"]).id if answered else None
