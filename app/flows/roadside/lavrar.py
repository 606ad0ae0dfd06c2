"""The end of a stop: the review, the agent's explicit act, and the records, once.

Lavrar writes the stop, its autos with their numbers in order, and their measures in one
transaction: all of it is there, or nothing. A second tap finds what the first one made. Where
numbers lack, the same transaction leaves the draft open with the autos that wait for them.
"""

from __future__ import annotations

import os
from datetime import datetime
from typing import TYPE_CHECKING, Any

from app.flows.clock import ClockAsked, clock_doubt
from app.flows.roadside.auto import AutoDraft, Owed
from app.flows.roadside.bodies import auto_attachments, auto_body, measure_records, stop_body
from app.flows.roadside.numbered import FIELD as PICKED
from app.flows.roadside.numbered import Numbered
from app.flows.roadside.place import is_told
from app.flows.troubles import conclude_trouble
from checklists import notices
from sync.device.conclusion import PendingRecord
from sync.device.errors import DraftClosed

if TYPE_CHECKING:
    from app.flows.roadside.stop import Stop

KEPT = "Nada foi lavrado e tudo continua salvo como rascunho"


class Lavrar(ClockAsked):
    """What Revisão shows. `done`: the ids of the autos, once they are lavrados."""

    def __init__(self, stop: Stop) -> None:
        self.stop, self.desk, self.store = stop, stop.desk, stop.store
        self.busy, self.problem = False, ""
        self.refused = False  # the problem is what lacks, and goes when it is put right
        self.numbered = Numbered(stop)
        self.done: list[str] = []
        self.ended = False

    # ---- what stands in the way -----------------------------------------------------------------

    def twice(self) -> list[str]:
        """Where the law would be charged twice for one act, in sentences. What brings a measure
        (a withdrawal) goes beside the fine for the same act. Those of this stop that were
        lavrados before count too."""
        by_liable: dict[str, list[str]] = {}
        for liable, cite in self._lavrados_before():
            by_liable.setdefault(liable, []).append(cite)
        for auto in self.stop.autos:
            if not auto.kind.measures:
                by_liable.setdefault(auto.role, []).append(auto.cite)
        return [one.sentence for cites in by_liable.values()
                for one in notices.charged_twice(self.stop.rulebook, cites)]

    def _lavrados_before(self) -> list[tuple[str, str]]:
        """(who is liable, citation) of the autos that this draft has given already."""
        found = []
        for auto_id in self.stop.lavrados:
            record = self.store.find_record(auto_id)
            if record is None or self.store.annulled(auto_id):
                continue
            body = record["body"]
            kinds = notices.notice_kinds(self.stop.rulebook, body["conduct"]["cite"])
            if not any(one.measures for one in kinds if one.id == body["kind"]):
                found.append((body["liable"], body["conduct"]["cite"]))
        return found

    def item_note(self) -> str:
        """What to weigh before a failed item of a vistoria becomes an auto."""
        return notices.failed_item_note(self.stop.rulebook) if self.stop.vistoria else ""

    def clock_doubt(self) -> str:
        return clock_doubt(self.desk, self.stop.zone, self._earlier())

    def _earlier(self) -> list[tuple[datetime, str]]:
        found = [(datetime.fromisoformat(self.stop.fields["started_at"]),
                  "o começo desta abordagem")]
        for kept in self.store.records(kind="auto", limit=1):
            found.append((datetime.fromisoformat(kept.record["occurred_at"]), "o último auto"))
        return found

    def owed(self) -> list[tuple[str, Owed]]:
        """(auto's id or "" for the stop, what is missing) of all that is lavrado now; of every
        auto, while none can be."""
        stop, autos = self.stop, self.numbered.now() or self.stop.autos
        whole = {one.field: one for auto in autos for one in auto.owed_of_stop()}
        if not is_told(stop.place):
            whole.setdefault("place", Owed("place", "Falta o local da infração."))
        found = [("", one) for one in whole.values()]
        for auto in autos:
            found += [(auto.id, one) for one in auto.owed()]
        return found

    def refusals(self) -> list[str]:
        """Every reason why Lavrar does not go through yet; empty when it does."""
        stop = self.stop
        if not stop.saved and not stop.retry():
            return ["Há algo que ainda não foi salvo. Toque em Salvar de novo."]
        if not stop.autos:
            return ["Nenhuma infração escolhida."]
        owed = self.owed()
        found = [one.sentence for _, one in owed[:1]]
        if len(owed) > 1:
            found = [f"Faltam {len(owed)} respostas. {owed[0][1].sentence}"]
        if not owed and stop.ack.owed():
            found.append(stop.ack.owed())
        if not self.numbered.now():
            found.append(" ".join(self.numbered.words() or ()))
        if not found and not self.clock_stands():
            found.append("Confirme que a data e a hora do aparelho estão certas.")
        return found

    @property
    def problem_now(self) -> str:
        """Why it did not go through, as things stand now."""
        return " ".join(self.refusals()) if self.refused else self.problem

    # ---- verbs ----------------------------------------------------------------------------------

    def may_ask(self) -> bool:
        """Whether all is there to be confirmed; else says what is not, beside each field too."""
        for auto in self.numbered.now() or self.stop.autos:
            auto.asked = True
        refusals = self.refusals()
        self.problem, self.refused = " ".join(refusals), bool(refusals)
        self.changed()
        return not refusals

    async def lavrar(self) -> list[str] | None:
        """Writes the records; gives the ids of the autos, or None with `problem` in words.

        A second tap, or one after the answer was lost on the way, makes no second record.
        """
        if self.done:
            return self.done
        if self.busy or not self.may_ask():
            return None
        return await self._conclude("autuado", self.numbered.now())

    async def end(self, outcome: str) -> bool:
        """Ends a stop without infraction as the record of an abordagem."""
        if self.ended:
            return True
        if self.busy:
            return False
        if self.stop.autos:
            self.problem = "Há infrações escolhidas. Lavre os autos ou tire-os desta abordagem."
            self.changed()
            return False
        if self.stop.settled or self.stop.vistoria:  # its record is there already
            self.desk.stops.discard(self.stop.draft_id)
            self.ended = True
            return True
        self.ended = await self._conclude(outcome, []) is not None
        return self.ended

    async def _conclude(self, outcome: str, autos: list[AutoDraft]) -> list[str] | None:
        ids = [auto.id for auto in autos]
        self.busy, self.problem, self.refused = True, "", False
        self.changed()
        try:
            await self._write(outcome, autos)
        except DraftClosed as error:
            if self._is_written(ids):
                self.done = ids
            else:
                self.problem = str(error)
        except Exception as error:
            self.problem = conclude_trouble(error, KEPT)
        else:
            self.done = ids
        finally:
            self.busy = False
            if not self.problem:
                self.stop.concluded = True
                self.desk.stops.forget(self.stop.draft_id)
            self.changed()
        return None if self.problem else ids

    async def _write(self, outcome: str, autos: list[AutoDraft]) -> None:
        stop, now = self.stop, self.desk.now()
        draft = self.store.draft(stop.draft_id)
        pending: list[PendingRecord] = []
        ids = [auto.id for auto in autos]
        if not stop.vistoria and not stop.settled:
            own = () if autos else stop.evidence.attachments()
            pending.append(PendingRecord("abordagem", stop_body(stop, outcome, now, ids), own,
                                         id=stop.draft_id))
        numbers = self.store.numbers_ahead("auto", len(autos)) if autos else []
        for auto, number in zip(autos, numbers, strict=True):
            secret = os.urandom(16)
            pending.append(PendingRecord(
                "auto", auto_body(auto, number, now, secret), auto_attachments(auto),
                id=auto.id, copy_secret=secret,
            ))
        for auto in autos:
            pending += measure_records(auto, now)
        waits = [auto.data for auto in stop.autos if auto.id not in ids]
        await self.store.conclude(
            stop.draft_id, pending, self.desk.proof(), revision=draft.revision,
            stays=_what_waits(draft.fields, ids, waits) if waits else None,
        )

    def _is_written(self, ids: list[str]) -> bool:
        """Whether this very draft has become its records."""
        return all(self.store.find_record(record_id) is not None
                   for record_id in ids or [self.stop.draft_id])


def _what_waits(
    fields: dict[str, Any], done: list[str], autos: list[dict[str, Any]]
) -> dict[str, Any]:
    """What the draft stays open with: the stop as it was, and the autos without a number. Who
    signs, refuses or is away is asked anew: it is of the hour at which those are lavrados."""
    people = {who: one for who, one in (fields.get("people") or {}).items() if who != "testemunha"}
    left = {name: value for name, value in fields.items() if name not in ("acknowledged", PICKED)}
    return {**left, "people": people, "autos": autos,
            "lavrados": [*fields.get("lavrados", ()), *done]}
