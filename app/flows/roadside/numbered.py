"""Which autos of a stop are lavrados now, where the device has fewer numbers than the stop autos.

The agent says which; while nothing is said it is the order in which they were chosen. The others
stay in the stop's draft, without a number, until numbers come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.flows import words
from app.flows.observed import Observed

if TYPE_CHECKING:
    from app.flows.roadside.auto import AutoDraft
    from app.flows.roadside.stop import Stop

NO_NUMBERS = (
    "Acabaram os números de auto deste aparelho.",
    "O rascunho fica guardado, sem número. Com sinal o aparelho recebe mais, e então se lavra.",
)
FIELD = "now"  # of the draft: the ids of those that were picked


class Numbered(Observed):
    """`changed()`: others were picked."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop

    @property
    def left(self) -> int:
        return self.stop.store.numbers_left("auto")

    @property
    def lacks(self) -> bool:
        """Whether some of the autos have to wait for numbers."""
        return self.left < len(self.stop.autos)

    @property
    def must_choose(self) -> bool:
        return self.lacks and self.left > 0

    def now(self) -> list[AutoDraft]:
        """Those that are lavrados now, in the order in which they were chosen."""
        autos, left = self.stop.autos, self.left
        if len(autos) <= left:
            return list(autos)
        picked = self.stop.fields.get(FIELD, ())
        return ([auto for auto in autos if auto.id in picked] or autos)[:left]

    def later(self) -> list[AutoDraft]:
        """Those that stay in the draft, without a number."""
        now = {auto.id for auto in self.now()}
        return [auto for auto in self.stop.autos if auto.id not in now]

    def pick(self, auto_id: str) -> None:
        """This one now, or later; one at least comes out. Where the numbers are all spoken for,
        the last of those that were to come out gives way."""
        ids = [auto.id for auto in self.now()]
        if auto_id not in ids:
            ids = [*ids[: self.left - 1], auto_id]
        elif len(ids) > 1:
            ids.remove(auto_id)
        self.stop.keep(**{FIELD: ids})
        self.changed()

    def words(self) -> tuple[str, str] | None:
        """What the want of numbers means here; None when there are enough."""
        if not self.lacks:
            return None
        if not self.left:
            return NO_NUMBERS
        return (
            f"Só há {words.count(self.left, 'número', 'números')} de auto para "
            f"{words.count(len(self.stop.autos), 'auto', 'autos')}.",
            "Diga quais saem agora. Os outros ficam guardados nesta abordagem, sem número, até o "
            "aparelho receber mais.",
        )
