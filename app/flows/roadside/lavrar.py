"""The end of a stop: the review, the agent's explicit act, and the records, once.

Lavrar writes the stop, its autos with their numbers in order, and their measures in one
transaction: all of it is there, or nothing. A second tap finds what the first one made.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from app.flows import words
from app.flows.conclusion import CLOCK_OFF_MS
from app.flows.observed import Observed
from app.flows.roadside.auto import Owed
from app.flows.roadside.bodies import auto_attachments, auto_body, measure_records, stop_body
from app.flows.roadside.place import is_told
from app.flows.troubles import conclude_trouble
from checklists import notices
from sync.device.conclusion import PendingRecord
from sync.device.errors import DraftClosed

if TYPE_CHECKING:
    from app.flows.roadside.stop import Stop

KEPT = "Nada foi lavrado e tudo continua salvo como rascunho"
NO_NUMBERS = (
    "Acabaram os números de auto deste aparelho.",
    "O rascunho fica guardado, sem número. Com sinal o aparelho recebe mais, e então se lavra.",
)
BACK_TOLERANCE = timedelta(minutes=2)


class Lavrar(Observed):
    """What Revisão shows. `done`: the ids of the autos, once they are lavrados."""

    def __init__(self, stop: Stop) -> None:
        self.stop, self.desk, self.store = stop, stop.desk, stop.store
        self.busy, self.problem = False, ""
        self.refused = False  # the problem is what lacks, and goes when it is put right
        self.clock_accepted = False
        self.done: list[str] = []
        self.ended = False

    # ---- what stands in the way -----------------------------------------------------------------

    @property
    def numbers_left(self) -> int:
        return self.store.numbers_left("auto")

    def lacks_numbers(self) -> bool:
        return self.numbers_left < len(self.stop.autos)

    def numbers_words(self) -> tuple[str, str] | None:
        """Why they cannot be lavrados for want of numbers; None when there are enough."""
        if not self.lacks_numbers():
            return None
        left, wanted = self.numbers_left, len(self.stop.autos)
        if left == 0:
            return NO_NUMBERS
        return (
            f"Só há {words.count(left, 'número', 'números')} de auto para "
            f"{words.count(wanted, 'auto', 'autos')}.",
            "Guarde o rascunho e sincronize com sinal, ou tire um auto desta abordagem.",
        )

    def twice(self) -> list[str]:
        """Where the law would be charged twice for one act, in sentences. What brings a measure
        (a withdrawal) goes beside the fine for the same act."""
        by_liable: dict[str, list[str]] = {}
        for auto in self.stop.autos:
            if not auto.kind.measures:
                by_liable.setdefault(auto.role, []).append(auto.cite)
        return [one.sentence for cites in by_liable.values()
                for one in notices.charged_twice(self.stop.rulebook, cites)]

    def item_note(self) -> str:
        """What to weigh before a failed item of a vistoria becomes an auto."""
        return notices.failed_item_note(self.stop.rulebook) if self.stop.vistoria else ""

    def clock_doubt(self) -> str:
        """Why the hour may be wrong; empty when nothing speaks against it."""
        now, zone = self.desk.now(), self.stop.zone
        shows = f"O relógio do aparelho marca {words.moment(now, zone)}"
        for moment, what in self._earlier():
            if moment - now > BACK_TOLERANCE:
                return f"{shows}, antes de {what} ({words.moment(moment, zone)})."
        if self.store.clock_went_back():
            return f"{shows}, antes de uma hora que ele já mostrou."
        offset_ms = self.store.meta("server_offset_ms") or 0
        if abs(offset_ms) > CLOCK_OFF_MS:
            right = now + timedelta(milliseconds=offset_ms)
            return (f"{shows}; pelo último contato com o servidor seriam "
                    f"{words.moment(right, zone)}.")
        return ""

    def _earlier(self) -> list[tuple[datetime, str]]:
        found = [(datetime.fromisoformat(self.stop.fields["started_at"]),
                  "o começo desta abordagem")]
        for kept in self.store.records(kind="auto", limit=1):
            found.append((datetime.fromisoformat(kept.record["occurred_at"]), "o último auto"))
        return found

    def owed(self) -> list[tuple[str, Owed]]:
        """(auto's id or "" for the stop, what is missing) of everything."""
        stop = self.stop
        whole = {one.field: one for auto in stop.autos for one in auto.owed_of_stop()}
        if not is_told(stop.place):
            whole.setdefault("place", Owed("place", "Falta o local da infração."))
        found = [("", one) for one in whole.values()]
        for auto in stop.autos:
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
        if self.lacks_numbers():
            found.append(" ".join(self.numbers_words() or ()))
        if not found and self.clock_doubt() and not self.clock_accepted:
            found.append("Confirme que a data e a hora do aparelho estão certas.")
        return found

    def accept_clock(self, accepted: bool) -> None:
        self.clock_accepted = accepted
        self.changed()

    @property
    def problem_now(self) -> str:
        """Why it did not go through, as things stand now."""
        return " ".join(self.refusals()) if self.refused else self.problem

    # ---- verbs ----------------------------------------------------------------------------------

    def may_ask(self) -> bool:
        """Whether all is there to be confirmed; else says what is not, beside each field too."""
        for auto in self.stop.autos:
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
        return await self._conclude("autuado", [auto.id for auto in self.stop.autos])

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
        self.ended = await self._conclude(outcome, []) is not None
        return self.ended

    async def _conclude(self, outcome: str, autos: list[str]) -> list[str] | None:
        stop = self.stop
        self.busy, self.problem, self.refused = True, "", False
        self.changed()
        try:
            await self._write(outcome)
        except DraftClosed as error:
            if self._is_written():
                self.done = autos
            else:
                self.problem = str(error)
        except Exception as error:
            self.problem = conclude_trouble(error, KEPT)
        else:
            self.done = autos
        finally:
            self.busy = False
            if not self.problem:
                self.desk.stops.forget(stop.draft_id)
            self.changed()
        return None if self.problem else autos

    async def _write(self, outcome: str) -> None:
        stop, now = self.stop, self.desk.now()
        draft = self.store.draft(stop.draft_id)
        pending: list[PendingRecord] = []
        if not stop.vistoria:
            own = () if stop.autos else stop.evidence.attachments()
            pending.append(PendingRecord("abordagem", stop_body(stop, outcome, now), own,
                                         id=stop.draft_id))
        numbers = self.store.numbers_ahead("auto", len(stop.autos)) if stop.autos else []
        for auto, number in zip(stop.autos, numbers, strict=True):
            secret = os.urandom(16)
            pending.append(PendingRecord(
                "auto", auto_body(auto, number, now, secret), auto_attachments(auto),
                id=auto.id, copy_secret=secret,
            ))
        for auto in stop.autos:
            pending += measure_records(auto, now)
        await self.store.conclude(stop.draft_id, pending, self.desk.proof(),
                                  revision=draft.revision)

    def _is_written(self) -> bool:
        """Whether this very draft has become its records."""
        ids = [auto.id for auto in self.stop.autos] or [self.stop.draft_id]
        return all(self.store.find_record(record_id) is not None for record_id in ids)
