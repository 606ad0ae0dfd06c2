"""Where the inspector stands in the checklist, and in which of the two ways of working."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.flows.observed import Observed, drawn

if TYPE_CHECKING:
    from app.flows.vistoria import VistoriaFlow

ONE_BY_ONE, WHOLE_LIST = "item", "lista"
LAW, NOTE, REASON, SECTION = "lei", "nota", "motivo", "motivo da seção"


class WayOfWorking(Observed):
    """One item a screen, or the whole list. Apart from the cursor: it changes seldom."""

    def __init__(self, view: str) -> None:
        self.view = view

    @property
    def is_list(self) -> bool:
        return self.view == WHOLE_LIST

    def show(self, view: str) -> None:
        if view != self.view:
            self.view = view
            self.changed()


class Asking(Observed):
    """Which sheet is open, and about which item or section; here, so that it stays open when the
    device is turned. `in_list`: it was asked for in the list, where one's place does not move."""

    sheet, about, in_list = "", "", False

    def ask(self, sheet: str, about: str, in_list: bool = False) -> None:
        self.sheet, self.about, self.in_list = sheet, about, in_list
        self.changed()

    def close(self) -> None:
        if self.sheet:
            self.ask("", "")


class Cursor(Observed):
    """`item_id` is the item on the screen; `way` how one works."""

    def __init__(self, flow: VistoriaFlow, item_id: str, view: str = ONE_BY_ONE) -> None:
        self.flow, self.item_id = flow, item_id
        self.way = WayOfWorking(view)
        self.pointed_at: str | None = None  # the item last chosen in the list itself
        flow.item(item_id).current = True

    def go(self, item_id: str, view: str | None = None) -> None:
        """Jumps to an item; `view` also changes the way of working."""
        if item_id != self.item_id:
            left, self.item_id = self.flow.item(self.item_id), item_id
            left.current, self.flow.item(item_id).current = False, True
            self.changed()
            left.changed()
            self.flow.item(item_id).changed()
        if view:
            self.way.show(view)

    def step(self, by: int) -> None:
        neighbour = self.flow.neighbour(self.item_id, by)
        if neighbour:
            self.go(neighbour)

    def answer(self, value: str, reason: str = "") -> None:
        """One tap: answers the item on the screen and goes on to the next that lacks something."""
        self.go(self.flow.answer(self.item_id, value, reason) or self.item_id)

    async def answer_drawn(self, value: str) -> None:
        """The same in two steps: the next item is drawn while the answer is being saved. Should it
        not be saved, its item comes back, and says so."""
        item_id = self.item_id
        self.go(self.flow.put(item_id, value) or item_id)
        await drawn()
        self.flow.keep()
        if not self.flow.item(item_id).saved:
            self.go(item_id)

    def skip_section(self, section_id: str, reason: str) -> None:
        """Puts off what has no answer in a section and goes on to the next that lacks one."""
        self.flow.skip_section(section_id, reason)
        self.go(self.flow.next_missing(self.item_id) or self.item_id)

    def undo(self) -> None:
        """Takes the last change back and shows the item that it was on."""
        item_id = self.flow.undo()
        if item_id and self.flow.has(item_id):
            self.go(item_id)
