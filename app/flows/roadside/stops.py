"""The stops of this page: begun, gone on with, put away. One `Stop` a draft, the same each time."""

from __future__ import annotations

from typing import Any

from app.flows.home import PlateSearch
from app.flows.law.book import LawBook
from app.flows.roadside.infractions import InfractionSearch
from app.flows.roadside.lavrar import Lavrar
from app.flows.roadside.stop import KIND, Stop
from checklists import UnknownReference, notices


class Stops:
    """`desk.stops`."""

    def __init__(self, desk: Any) -> None:
        self.desk = desk
        self._stops: dict[str, Stop] = {}
        self._lavrar: dict[str, Lavrar] = {}
        self._searches: dict[str, InfractionSearch] = {}
        self._plates: dict[str, PlateSearch] = {}

    def start(self) -> str:
        """One tap begins a stop: place, time and agent. Gives the draft's id."""
        return self._begin({"found_by": "nenhum"})

    def from_vistoria(self, record: dict[str, Any]) -> str:
        """The draft in which the failed items of a concluded vistoria become autos; the one that
        is open, if there is one. The vehicle is the one that was inspected."""
        for draft in self.desk.store.drafts():
            if draft.kind == KIND and draft.fields.get("vistoria") == record["id"]:
                return draft.id
        vehicle = record["body"]["vehicle"]
        seen = {name: vehicle.get(name) for name in
                ("id", "known", "plate", "chassis_tail", "make_model", "service", "permit")}
        return self._begin({
            "found_by": "placa", "vehicle": seen, "vistoria": record["id"],
            "happened_at": record["occurred_at"],
        }, self.desk.rulebook_of(record["id"]))

    def _begin(self, fields: dict[str, Any], rulebook: Any = None) -> str:
        now = self.desk.now().astimezone(self.desk.store.zone()).isoformat(timespec="seconds")
        draft = self.desk.store.create_draft(
            agent=self.desk.agent()["matricula"], kind=KIND,
            rulebook=rulebook or self.desk.rulebook(),
            fields={"started_at": now, "happened_at": now, **fields},
        )
        return draft.id

    def open(self, draft_id: str) -> Stop:
        """Raises `DraftMissing`; a closed draft opens too, to be told so when it is written."""
        stop = self._stops.get(draft_id)
        if stop is None:
            draft = self.desk.store.draft(draft_id)
            stop = self._stops[draft_id] = Stop(self.desk, draft, self.desk.rulebook_of(draft_id))
        return stop

    def lavrar(self, draft_id: str) -> Lavrar:
        """The same each time; another one for what stayed in a draft after its first autos."""
        lavrar = self._lavrar.get(draft_id)
        if lavrar is None or (lavrar.done and self._is_open(draft_id)):
            lavrar = self._lavrar[draft_id] = Lavrar(self.open(draft_id))
        return lavrar

    def _is_open(self, draft_id: str) -> bool:
        return self.desk.store.draft(draft_id).status == "open"

    def search(self, draft_id: str, book: LawBook) -> InfractionSearch:
        found = self._searches.get(draft_id)
        if found is None or found.book is not book:
            found = self._searches[draft_id] = InfractionSearch(self.open(draft_id), book)
        return found

    def plates(self, draft_id: str) -> PlateSearch:
        """What was typed of the plate, whatever becomes of the screen meanwhile."""
        return self._plates.setdefault(draft_id, PlateSearch(self.desk.cadastro))

    def forget(self, draft_id: str) -> None:
        """Drops the flow of a stop that was concluded or put away."""
        self._stops.pop(draft_id, None)
        self._searches.pop(draft_id, None)
        self._plates.pop(draft_id, None)

    def discard(self, draft_id: str) -> None:
        self.desk.store.discard_draft(draft_id)
        self.forget(draft_id)
        self._lavrar.pop(draft_id, None)


def punished_items(desk: Any, record: dict[str, Any]) -> list[tuple[str, str, str]]:
    """(item, conduct's citation, label) of each failed item of a vistoria that the law punishes,
    in the record's order."""
    law = desk.rulebook_of(record["id"])
    service, found = record["body"]["vehicle"]["service"], []
    for answer in record["body"]["answers"]:
        if answer["value"] != "nao_conforme":
            continue
        try:
            cite = notices.failed_item_conduct(law, answer["item"], service)
            if cite:
                found.append((answer["item"], cite, law.conduct(cite).label))
        except UnknownReference:
            continue
    return found


def autos_of_vistoria(desk: Any, record_id: str) -> dict[str, str]:
    """item → id of the auto that was lavrado for it from this vistoria, and not annulled."""
    return {
        kept.body["item"]: kept.id
        for kept in desk.store.records(kind="auto", limit=500)
        if kept.body["vistoria"] == record_id and kept.body["item"] and not kept.annulled_by
    }
