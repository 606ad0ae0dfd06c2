"""Where and when a stop is: what the device finds, what the agent types."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from app.flows.roadside.place import NOWHERE, TEXT_MAX, PlaceWords, fixed, locate, place_words
from app.flows.saving import Saving
from app.flows.typed_text import typed_line

OLDEST_FACT = timedelta(days=60)
RECENT_PLACES, RECENT_LOOKED_AT = 3, 10


class StopPlace(Saving):
    """The part of a `Stop` that knows its place and its hour."""

    desk: Any
    store: Any
    fields: dict[str, Any]
    looking = False
    place_problem = ""

    @property
    def place(self) -> dict[str, Any]:
        return self.fields.get("place") or NOWHERE

    @property
    def place_words(self) -> PlaceWords:
        return place_words(self.place, self.looking, self.place_problem)

    async def find_place(self) -> None:
        """Asks the device where it is, while the agent goes on; a typed place stays."""
        if self.looking or self.settled:
            return
        self.looking = True
        self.changed()
        fix, problem = await locate(self.desk.ports)
        self.looking, self.place_problem = False, problem
        if fix is not None:
            self.keep(place=fixed(fix, self.place["text"]), place_problem=None)
        else:
            self.keep(place_problem=problem)
        self.changed()

    def write_place(self, text: str) -> None:
        self.keep(place={**self.place, "text": typed_line(text, TEXT_MAX)})

    def use_place(self, text: str) -> None:
        self.write_place(text)
        self.changed()

    def recent_places(self) -> list[str]:
        """What was typed at this agent's last stops of today, the latest first."""
        today = self.store.today()
        agent = (self.desk.agent() or {}).get("matricula")
        found = [
            kept.body["place"]["text"]
            for kind in ("abordagem", "auto")
            for kept in self.store.records(kind=kind, agent=agent, limit=RECENT_LOOKED_AT)
            if kept.record["occurred_at"].startswith(today)
        ]
        return [text for text in dict.fromkeys(found) if text.strip()][:RECENT_PLACES]

    def set_time(self, text: str) -> str:
        """Takes "30/11/2026 14:02"; gives what is wrong with it, if anything."""
        if self.settled:
            return "A abordagem já foi registrada com esta hora."
        try:
            when = datetime.strptime(" ".join(text.replace("às", " ").split()), "%d/%m/%Y %H:%M")
        except ValueError:
            return "Escreva a data e a hora assim: 30/11/2026 14:02."
        now = self.desk.now().astimezone(self.store.zone())
        when = when.replace(tzinfo=self.store.zone())
        if when > now + timedelta(minutes=2):
            return "Esta hora ainda não chegou. Confira."
        if when < now - OLDEST_FACT:
            return "Faz tempo demais. Confira o ano e o mês."
        self.keep(happened_at=when.isoformat(timespec="seconds"))
        self.changed()
        return ""

    # given by `Stop`

    @property
    def settled(self) -> bool:
        raise NotImplementedError

    def keep(self, **patch: Any) -> None:
        raise NotImplementedError
