"""How the autuado, or who was there for them, came to know: signed, refused, or was not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.flows.observed import Observed
from app.flows.signature import Signature

if TYPE_CHECKING:
    from app.flows.roadside.auto import AutoDraft
    from app.flows.roadside.stop import Stop

ANSWERS = {
    "assinou": "Assina",
    "recusou": "Recusou-se a assinar",
    "ausente": "Ausente",
}
"""What stands on the button; the key goes into the record."""


WHOEVER_IS_THERE = "Quem está presente recebe a via e assina."
WHO_ANSWERS = (
    "A via entregue começa o prazo da defesa: só assina quem responde pelo auto. Se está presente "
    "outra pessoa, marque Ausente."
)


class Acknowledged(Observed):
    """One answer and one signature for all the autos of a stop: the same person is there. What
    changes in an auto after the signature takes the signature away."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        self.signature = Signature()
        drawn = self._kept.get("signature")
        if drawn:
            self.signature.width, self.signature.height = drawn["width"], drawn["height"]
            self.signature.strokes = [[tuple(point) for point in s] for s in drawn["strokes"]]
        self._told = self.owed()

    @property
    def _kept(self) -> dict[str, Any]:
        return self.stop.fields.get("acknowledged") or {}

    @property
    def how(self) -> str:
        return self._kept.get("how") or ""

    @property
    def witness(self) -> bool:
        return bool((self.stop.people.get("testemunha") or {}).get("name"))

    @property
    def note(self) -> str:
        """Who is to sign: where the copy starts the time of the defence, only who has it (Muriaé,
        Arts. 62 and 63; Santo André, Art. 50, § 1: "o infrator" receives it)."""
        starts = any(_starts_defence(auto) for auto in self.stop.autos)
        return WHO_ANSWERS if starts else WHOEVER_IS_THERE

    def choose(self, how: str) -> None:
        self._put(how=how)
        self._told = self.owed()
        self.changed()

    def sign(self) -> None:
        """After each stroke: it is on the device at once. `changed()` when with it nothing is
        missing any more, or still is, for another reason."""
        before = self._told
        self._put(signature=self.signature.as_dict())
        self._told = self.owed()
        if self._told != before:
            self.changed()

    def clear(self) -> None:
        self.signature.clear()
        self._put(signature=None)
        self._told = self.owed()
        self.changed()

    def owed(self) -> str:
        """What is missing, in words; empty when nothing is."""
        if not self.how:
            return "Diga se o autuado assina, recusou-se a assinar ou está ausente."
        if self.how == "assinou" and self.signature.is_empty:
            return "Falta a assinatura do autuado. Entregue o aparelho para assinar com o dedo."
        if self.how == "assinou" and self.signature.refusal():
            return "A assinatura ficou curta demais. Limpe o quadro e peça para assinar de novo."
        return ""

    def taken_away(self) -> None:
        """What was signed is no longer what stands there."""
        if not self.signature.is_empty:
            self.clear()

    def _put(self, **patch: Any) -> None:
        kept = {name: value for name, value in {**self._kept, **patch}.items() if value}
        self.stop.keep(acknowledged=kept or None)


def _starts_defence(auto: AutoDraft) -> bool:
    """Whether a copy that is handed over now starts the time of this auto's defence."""
    kind = auto.kind
    if kind.defence is None or kind.defence_from != "auto" or auto.role in kind.mailed:
        return False
    return not auto.law.deadline(kind.defence).unknown
