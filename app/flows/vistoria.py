"""One vistoria in the inspector's hands: answers, undo, notes, photos, and where to go next.

Every verb that changes an answer writes it to the device before it says that it is saved. When
the write fails the answer stays on the screen as *not saved*, with the reason and `retry()`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from app.flows import words
from app.flows.answers import NEEDS_REASON, ItemState, LastAnswer, Progress, empty_answer
from app.flows.cursor import Asking, Cursor
from app.flows.observed import drawn
from app.flows.troubles import MAX_PHOTO_BYTES, photo_trouble
from app.flows.typed_text import typed
from app.flows.vistoria_order import VistoriaOrder

MAX_PHOTOS_PER_ITEM = 8
MAX_NOTE_CHARS = 1000
MAX_WHOLE_DIGITS = 7  # an odometer's; a record takes no more
UNDO_STEPS = 50


class VistoriaFlow(VistoriaOrder):
    """The checklist of one draft. Its own `changed()` means: the view or the filter changed."""

    def __init__(
        self,
        store: Any,
        draft_id: str,
        rulebook: Any,
        fields: dict[str, Any],
        answers: dict[str, dict[str, Any]],
        *,
        now: Callable[[], datetime],
        last_answers: dict[str, LastAnswer] | None = None,
        open_exigencias: Iterable[dict[str, Any]] = (),
        required: set[str] | None = None,
    ) -> None:
        self.store, self.draft_id, self.rulebook, self.fields = store, draft_id, rulebook, fields
        self.now = now
        self.open_exigencias = list(open_exigencias)
        self.checklist = rulebook.checklist(fields["service"])
        self.last_answers = last_answers or {}
        pending = {exigencia["item"]: exigencia for exigencia in self.open_exigencias}
        self.items: list[ItemState] = []
        for section in self.checklist.sections:
            for item in section.items:
                if required is not None and item.id not in required:
                    continue  # a re-inspection that the law limits to the exigências
                kept = answers.get(item.id)
                self.items.append(
                    ItemState(
                        item=item,
                        section=section,
                        number=len(self.items) + 1,
                        answer={**empty_answer(item.id), **copy.deepcopy(kept or {})},
                        last=self.last_answers.get(item.id),
                        exigencia=pending.get(item.id),
                    )
                )
        self._by_id = {state.id: state for state in self.items}
        self.order = self._working_order()
        self.progress = Progress()
        self.only_missing = False
        self._undo: list[list[tuple[str, dict[str, Any], bool]]] = []  # (item, before, written)
        self._unkept: list[list[tuple[ItemState, dict[str, Any]]]] = []  # (state, before)
        self.progress.last_answered = self._latest()
        self._tally()
        self.cursor, self.asking = Cursor(self, self.resume_at()), Asking()
        self.unkept_notes: dict[str, str] = {}  # item id -> a note begun and not yet kept

    @property
    def vehicle(self) -> dict[str, Any]:
        return self.fields["vehicle"]

    # ---- answering ------------------------------------------------------------------------

    def answer(self, item_id: str, value: str, reason: str = "") -> str | None:
        """Answers an item and saves it; gives the item to show next (itself while it lacks
        something, such as the photo that it asks for, or could not be saved)."""
        following = self.put(item_id, value, reason)
        self.keep()
        return following if self.item(item_id).saved else item_id

    async def answer_drawn(self, item_id: str, value: str) -> None:
        """The same in two steps: the answer is drawn where it was tapped, then saved. Nothing
        says that it is saved before it is."""
        self.put(item_id, value)
        await drawn()
        self.keep()

    def put(self, item_id: str, value: str, reason: str = "") -> str | None:
        """Answers an item, for `keep` to save; gives the item to show next, as if it were."""
        state, reason = self.item(item_id), typed(reason)
        if value == "nao_se_aplica" and not state.item.conditional:
            raise ValueError(f"{state.item.cite}: o item não depende de condição")
        if value == NEEDS_REASON and not reason.strip():
            raise ValueError(f"{state.item.cite}: diga por que o item não foi verificado")
        taken_up = state.value == NEEDS_REASON != value
        self._put([(state, {"value": value, "reason": reason.strip()})])
        if not state.done:
            return item_id
        return self.next_missing(item_id) or (self._next_put_off(item_id) if taken_up else None)

    def skip_section(self, section_id: str, reason: str) -> int:
        """Puts *não verificado* on every unanswered item of a section; gives how many."""
        reason = typed(reason)
        if not reason.strip():
            raise ValueError("Diga por que a seção não foi verificada")
        blank = self.blank(section_id)
        self._change([(s, {"value": NEEDS_REASON, "reason": reason.strip()}) for s in blank])
        return len(blank)

    def blank(self, section_id: str) -> list[ItemState]:
        """The items of a section that have no answer yet."""
        return [s for s in self.items if s.section.id == section_id and not s.value]

    def keep_last_answers(self) -> int:
        """Re-inspection: the items without exigência keep what they were answered last time."""
        kept = []
        for state in self.order:
            if state.exigencia or state.value or not state.last:
                continue
            if state.last.value in {"conforme", "nao_se_aplica"}:
                note = f"Mantido da vistoria de {words.day(state.last.on)}"
                kept.append((state, {"value": state.last.value, "reason": "", "note": note}))
        self._change(kept)
        return len(kept)

    def can_keep_last_answers(self) -> bool:
        return self.is_reinspection and any(
            state.last and not state.exigencia and not state.value for state in self.order
        )

    def set_note(self, item_id: str, note: str) -> None:
        self._change([(self.item(item_id), {"note": typed(note.strip(), MAX_NOTE_CHARS)})])

    def set_measured(self, item_id: str, ask_id: str, text: str) -> bool:
        """Takes what the item asks for; `False` and a message when it is no number."""
        state = self.item(item_id)
        ask = next(ask for ask in state.item.asks if ask.id == ask_id)
        text = typed(text.strip())
        if ask.kind == "number" and text:
            number = text.replace(".", "").replace(",", ".")
            problem = _number_problem(number)
            if problem:
                state.ask_problems[ask_id] = f"{ask.label}: {problem}."
                state.changed()
                return False
            text = number
        state.ask_problems.pop(ask_id, None)
        measured = {k: v for k, v in state.answer["measured"].items() if k != ask_id}
        self._change([(state, {"measured": measured | ({ask_id: text} if text else {})})])
        return True

    def undo(self) -> str | None:
        """Takes the last change back, also one from before a restart; gives the item it was on."""
        self.keep()
        step = self._undo.pop() if self._undo else []
        written = [change for change in step if change[2]]
        item_id = step[0][0] if step else None
        for changed_id, before, was_written in reversed(step):
            if not was_written:
                self._restore(changed_id, before)
        for _ in written or ([] if step else [None]):
            undone = self.store.undo(self.draft_id)
            if undone is None:
                break
            item_id = item_id or undone
            if undone in self._by_id:
                self._restore(undone, self.store.draft(self.draft_id).answers.get(undone))
        self.progress.last_answered, self.progress.last_count = self._latest(), 1
        self._tally()
        return item_id

    def _restore(self, item_id: str, answer: dict[str, Any] | None) -> None:
        state = self._by_id[item_id]
        state.answer = {**empty_answer(item_id), **(answer or {})}
        state.saved, state.problem = True, ""
        state.changed()

    def retry(self) -> bool:
        """Saves again what could not be saved; `True` when nothing is left."""
        self.keep()
        for state in self.items:
            if not state.saved:
                self._save(state)
        self._undo.clear()  # what was written just now is no longer the order of the taps
        self._tally()
        return self.progress.unsaved == 0

    # ---- photos ---------------------------------------------------------------------------

    async def add_photo(self, item_id: str, data: bytes) -> bool:
        """Takes a photo in; `False` with `photo_problem` in words when it is none, or too big."""
        state = self.item(item_id)
        state.photo_problem = ""
        if len(state.photos) >= MAX_PHOTOS_PER_ITEM:
            state.photo_problem = (
                f"Este item já tem {MAX_PHOTOS_PER_ITEM} fotos. Apague uma para pôr outra."
            )
            state.changed()
            return False
        if not 0 < len(data) <= MAX_PHOTO_BYTES:
            state.photo_problem = photo_trouble(None, len(data))
            state.changed()
            return False
        try:
            digest = await self.store.add_draft_photo(self.draft_id, item_id, data)
        except Exception as error:
            state.photo_problem = photo_trouble(error, len(data))
            state.changed()
            return False
        if digest not in state.photos:
            self._change([(state, {"photos": [*state.photos, digest]})])
        return True

    def remove_photo(self, item_id: str, digest: str) -> None:
        """Takes a photo off the answer; the undo brings it back."""
        state = self.item(item_id)
        self._change([(state, {"photos": [kept for kept in state.photos if kept != digest]})])

    # ---- the view -------------------------------------------------------------------------

    def show_only_missing(self, only: bool) -> None:
        self.only_missing = only
        self.changed()

    # ---- inside ---------------------------------------------------------------------------

    def _change(self, changes: list[tuple[ItemState, dict[str, Any]]]) -> None:
        """Applies and saves a group of changes that one undo takes back together."""
        if changes:
            self._put(changes)
            self.keep()

    def _put(self, changes: list[tuple[ItemState, dict[str, Any]]]) -> None:
        at = self.now().isoformat(timespec="milliseconds")
        self._unkept.append([(state, state.answer) for state, _ in changes])
        for state, patch in changes:
            state.answer = {**state.answer, **patch, "at": at}
            state.changed()

    def keep(self) -> None:
        """Saves what was put down, in that order, and counts it."""
        if not self._unkept:
            return
        for put in self._unkept:
            step = []
            for state, before in put:
                self._save(state)
                step.append((state.id, before, state.saved))
            self._undo.append(step)
            self.progress.last_answered, self.progress.last_count = put[-1][0].id, len(put)
        self._unkept.clear()
        del self._undo[:-UNDO_STEPS]
        self._tally()

    def _save(self, state: ItemState) -> None:
        state.saves(lambda: self.store.save_answer(
            self.draft_id, state.id, copy.deepcopy(state.answer)))

    def _tally(self) -> None:
        self.progress.can_undo = bool(self._undo) or self.store.undo_steps(self.draft_id) > 0
        self.progress.count(self.items)


def _number_problem(number: str) -> str:
    digits = number.replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit()):
        return "escreva só números, como 48250"
    if len(number.split(".")[0].lstrip("0")) > MAX_WHOLE_DIGITS:
        return f"o número tem algarismos demais (até {MAX_WHOLE_DIGITS})"
    return ""
