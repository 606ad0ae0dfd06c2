"""What follows on a concluded record: signed records of their own, written once."""

from __future__ import annotations

from typing import Any

from app.flows.desk import Desk
from app.flows.observed import Observed
from app.flows.troubles import conclude_trouble
from sync.device.conclusion import PendingRecord


class Act(Observed):
    """One act on a record (`of`). Works offline; a second tap writes nothing more. `_read`,
    `refusal` and `_pending` are the act's own."""

    kept = "Nada foi registrado"

    def __init__(self, desk: Desk, record_id: str) -> None:
        self.desk = desk
        self.of: Any = self._read(record_id)
        self.problem = ""
        self.busy = self.done = False

    def _read(self, record_id: str) -> Any:
        raise NotImplementedError

    def refusal(self) -> str:
        """Why it cannot be done; empty when it can."""
        raise NotImplementedError

    def _pending(self) -> list[PendingRecord]:
        raise NotImplementedError

    def may_ask(self) -> bool:
        """Whether all is there to be confirmed; else shows what is not."""
        self.problem = self.refusal()
        self.changed()
        return not self.problem

    async def act(self) -> bool:
        """Writes the records; `False` with `problem` in words."""
        if self.done:
            return True
        if self.busy or not self.may_ask():
            return False
        self.busy = True
        self.changed()
        try:
            await self.desk.store.conclude(
                None, self._pending(), self.desk.proof(), self.of.kept.record["rulebook"]
            )
        except Exception as error:
            self.problem = conclude_trouble(error, self.kept)
        else:
            self.done = True
        finally:
            self.busy = False
            self.of = self._read(self.of.id)
            self.changed()
        return self.done
