"""From the answers to a record: the verdict, the signature, and one conclusion that cannot double.

The verdict is `checklists.decide`'s; nothing here knows the law. Concluding writes the vistoria
and, when it passed, the selo, in one go: either both are there or neither.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, NamedTuple

from app.flows import words
from app.flows.clock import ClockAsked, clock_doubt
from app.flows.signature import Signature
from app.flows.troubles import conclude_trouble
from app.flows.vistoria import VistoriaFlow
from app.flows.vistoria_records import decide_draft

COUNTS_FROM_TODAY = "A validade conta a partir de hoje: confira a data do aparelho."
NO_NUMBERS = (
    "Acabaram os números de selo deste aparelho.",
    "Conecte-o para receber mais; a vistoria fica guardada como rascunho.",
)


class OwedItem(NamedTuple):
    """A line that leads to an item: `detail` is "Art. 14, XIX · falta a foto"."""

    item: str
    label: str
    detail: str

    @classmethod
    def of(cls, state: Any, what: str) -> OwedItem:
        detail = f"{state.item.cite} · {what}" if what else state.item.cite
        return cls(state.id, state.item.label, detail)


class Conclusion(ClockAsked):
    """What Resultado shows. `changed()`: the verdict, the signature or the state of it moved."""

    def __init__(self, vistoria: VistoriaFlow, desk: Any) -> None:
        self.vistoria, self.desk = vistoria, desk
        self.signature = Signature()
        self.problem = ""
        self.busy = False
        self.record_id: str | None = None  # the vistoria, once concluded
        self._verdict: Any = None
        self._decided_at = -1
        self._decided_on: date | None = None
        self.reviewed_on: date | None = None  # the day of the verdict that was first shown

    # ---- what follows from the answers -----------------------------------------------------

    @property
    def today(self) -> date:
        return words.today(self.desk.now(), self.vistoria.rulebook.municipality.timezone)

    @property
    def verdict(self) -> Any:
        """The verdict as of now; decided anew only after an answer or the day changed."""
        progress, today = self.vistoria.progress, self.today
        if self._verdict is None or (self._decided_at, self._decided_on) != (
            progress.version, today,
        ):
            self._verdict = decide_draft(self.vistoria, today)
            self._decided_at, self._decided_on = progress.version, today
            self.reviewed_on = self.reviewed_on or today
        return self._verdict

    def missing(self) -> list[OwedItem]:
        """What must still be done. Only what is not simply the answer is named."""
        rows = []
        for state in self.vistoria.order:
            owed = state.owed()
            if owed:
                what = f"falta {words.listed(owed)}" if state.value else ""
                rows.append(OwedItem.of(state, what))
        return rows

    def unverified(self) -> list[OwedItem]:
        """Items put off, with their reason: the verdict waits for them."""
        return [
            OwedItem.of(state, state.answer["reason"])
            for state in self.vistoria.order
            if state.value == "nao_verificado"
        ]

    def lacks_numbers(self) -> bool:
        return self.verdict.result == "aprovado" and not self.desk.store.numbers_left("selo")

    def clock_doubt(self) -> str:
        """Why today's date may be wrong; empty when nothing speaks against it."""
        known = [
            (self.vistoria.fields["started_at"], "o começo desta vistoria"),
            *((state.answer["at"], "uma resposta desta vistoria")
              for state in self.vistoria.items if state.answer["at"]),
        ]
        earlier = [(datetime.fromisoformat(at) if isinstance(at, str) else at, what)
                   for at, what in known if at]
        doubt = clock_doubt(self.desk, self.vistoria.rulebook.municipality.timezone, earlier)
        return f"{doubt} {COUNTS_FROM_TODAY}" if doubt else ""

    def needs_chassis(self) -> bool:
        return self.verdict.result == "aprovado" and not self.vistoria.vehicle.get("chassis_tail")

    def refusals(self) -> list[str]:
        """Every reason why Concluir does not go through yet; empty when it does."""
        self.vistoria.keep()
        if self.vistoria.progress.unsaved:
            return ["Há respostas que ainda não foram salvas. Toque em Salvar de novo."]
        refusals = []
        missing = self.missing()
        if missing:
            refusals.append(
                f"{words.count(len(missing), 'item está incompleto', 'itens estão incompletos')}."
            )
        verdict = self.verdict
        if verdict.result == "pendente" and not missing:
            refusals.append("Há itens não verificados: o rascunho fica guardado, à espera deles.")
        if verdict.result == "aprovado":
            if self.needs_chassis():
                refusals.append("Falta o final do chassi do veículo: ele vai no selo.")
            if self.lacks_numbers():
                refusals.append(" ".join(NO_NUMBERS))
        if not refusals and not self.clock_stands():
            refusals.append("Confirme que a data do aparelho está certa.")
        return refusals

    # ---- verbs -----------------------------------------------------------------------------

    def refuse(self, problem: str) -> None:
        """Shows (or, empty, takes away) why it does not go on."""
        if problem != self.problem:
            self.problem = problem
            self.changed()

    def set_chassis(self, text: str) -> str:
        """Puts the chassis tail that was missing; gives what is wrong with it, if anything."""
        problem = self.desk.set_vehicle_chassis(self.vistoria, text)
        self.changed()
        return problem

    async def conclude(self) -> str | None:
        """Writes the records; gives the vistoria's id, or `None` with `problem` in words.

        A second tap, or a tap after the answer was lost on the way, makes no second record.
        """
        if self.record_id:
            return self.record_id
        if self.busy:
            return None
        refusals = self.refusals() or [r for r in [self.signature.refusal()] if r]
        if refusals:
            self.problem = " ".join(refusals)
            self.changed()
            return None
        verdict = self.verdict
        if self.reviewed_on != self._decided_on:
            self._show_again()
            return None
        self.busy, self.problem = True, ""
        self.changed()
        try:
            self.record_id = await self.desk.write_vistoria(self, verdict, self.reviewed_on)
        except Exception as error:
            self.problem = conclude_trouble(error)
        finally:
            self.busy = False
            self.changed()
        return self.record_id

    def _show_again(self) -> None:
        """Midnight has passed since the verdict was shown: nobody signs one that they have not
        seen."""
        self.reviewed_on = self._decided_on
        outcome = words.RESULTS[self.verdict.result].lower()
        if self.verdict.valid_until:
            outcome += f", válido até {words.day(self.verdict.valid_until)}"
        self.problem = (
            f"Passou da meia-noite. Com a data de hoje, {words.day(self.today)}, o resultado é: "
            f"{outcome}. Confira e toque em Concluir de novo."
        )
        self.changed()
