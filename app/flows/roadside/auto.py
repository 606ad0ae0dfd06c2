"""One auto while it is a draft: its kind, who is liable, the law's own form, its measures.

What belongs to the whole stop (place, vehicle, people, line) is kept there and shared by all its
autos; what belongs to this one is `data`, a JSON-able dict in the stop's draft.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from app.flows.observed import Observed
from app.flows.roadside.form import (
    BY_ITSELF,
    FormField,
    form_of,
    is_long,
    key_of,
    of_the_role,
    put_value,
    value_of,
)
from app.flows.roadside.measures import MeasureDraft, offered_measures
from app.flows.roadside.recidivism import recidivism_of
from app.flows.typed_text import typed, typed_line
from checklists import UnknownReference, fine_of, notices
from checklists.fines import points_of
from sync.records.ids import uuid7

if TYPE_CHECKING:
    from app.flows.roadside.stop import Stop

TEXT_MAX = 1000
PLAIN = notices.NoticeKind("auto", "Auto de infração", ())
"""Where a rulebook has no form of its own."""


@dataclass(frozen=True)
class Owed:
    """What is missing: `field` names the place in the form, `sentence` says it in words."""

    field: str
    sentence: str


def new_auto(cite: str, **more: Any) -> dict[str, Any]:
    """`more`: "vistoria" and "item", where a failed item led to it, "liable", "note"."""
    return {"id": uuid7(), "cite": cite, "kind": "", "liable": "", "values": {}, "measures": {},
            "comply_by": "", "note": "", "vistoria": None, "item": None, **more}


class AutoDraft(Observed):
    """`changed()`: another kind, another liable, or a value that was put by a tap."""

    def __init__(self, stop: Stop, data: dict[str, Any]) -> None:
        self.stop, self.data = stop, data
        self.asked = False  # whether what is missing has been asked for once
        self.more_shown = False  # whether the fields that need no answer are open

    @property
    def id(self) -> str:
        return self.data["id"]

    @property
    def cite(self) -> str:
        return self.data["cite"]

    @property
    def law(self) -> Any:
        return self.stop.rulebook

    @property
    def conduct(self) -> Any:
        return self.law.conduct(self.cite)

    @property
    def label(self) -> str:
        return self.conduct.label

    # ---- kind and liable --------------------------------------------------------------------

    @property
    def kinds(self) -> tuple[Any, ...]:
        return notices.notice_kinds(self.law, self.cite, self.role or None) or (PLAIN,)

    @property
    def kind(self) -> Any:
        kinds = self.kinds
        return next((one for one in kinds if one.id == self.data["kind"]), kinds[0])

    @property
    def roles(self) -> tuple[Any, ...]:
        return tuple(notices.liable_roles(self.law, self.cite, self.stop.service))

    @property
    def role(self) -> str:
        """Who is liable; empty while the law names several and none was chosen."""
        return self.data["liable"]

    @property
    def role_label(self) -> str:
        try:
            return self.law.role(self.role).label if self.role else ""
        except UnknownReference:
            return self.role

    def settle(self) -> None:
        """Kind and liable that this law and this vehicle allow: the usual ones where none was
        chosen."""
        roles = [one.id for one in self.roles]
        if self.data["liable"] not in roles:
            self.data["liable"] = roles[0] if len(roles) == 1 else ""
        if self.data["kind"] not in [one.id for one in self.kinds]:
            self.data["kind"] = self.kinds[0].id

    def choose_kind(self, kind_id: str) -> None:
        self._put(kind=kind_id)

    def choose_role(self, role: str) -> None:
        self.data["liable"] = role
        self.settle()  # a kind that the law has for another only is none for this one
        self._put(liable=role)

    def person(self, who: str) -> dict[str, Any]:
        """"autuado", "titular", "motorista", "cobrador" or "testemunha", as far as it is known:
        where the form does not ask for the autuado, who has that role in it."""
        people = self.stop.people
        found = people.get(key_of(self, who), {})
        if who == "autuado" and not found.get("name"):
            return people.get(of_the_role(self.role), {})
        return found

    # ---- the law's form -----------------------------------------------------------------------

    @property
    def fields(self) -> tuple[Any, ...]:
        """Every field that the law's form has here, filled by itself or not."""
        if self.kind is PLAIN:
            return ()
        return tuple(notices.notice_fields(
            self.law, self.kind.id, service=self.stop.service, role=self.role or None))

    def form(self) -> list[FormField]:
        """The fields that a person fills in, with what they hold and what the registry knows."""
        return form_of(self)

    def values(self) -> dict[str, object]:
        return {field.id: value_of(self, field) for field in self.fields}

    def field(self, field_id: str) -> Any | None:
        return next((field for field in self.fields if field.id == field_id), None)

    def set(self, field_id: str, value: Any) -> None:
        """Takes what was typed or tapped, and saves it. Does not redraw."""
        field = self.field(field_id)
        if field is None:
            return
        if isinstance(value, str):
            clean = typed if is_long(field) else typed_line
            value = clean(value, TEXT_MAX)
        put_value(self, field, value)

    def tap(self, field_id: str, value: Any) -> None:
        self.set(field_id, value)
        self.changed()

    def use(self, suggestion: Any) -> None:
        """The agent has confirmed what the registry knows."""
        suggestion.apply()
        self.stop.changed()
        self.changed()

    def use_all(self) -> None:
        """Confirms everything that the registry knows without a doubt, in one tap."""
        for one in self.form():
            if not one.value and len(one.suggestions) == 1 and one.suggestions[0].sure:
                one.suggestions[0].apply()
        self.stop.changed()
        self.changed()

    def known(self, form: list[FormField]) -> list[str]:
        """What `use_all` would put, in words."""
        return [
            f"{one.field.label}: {one.suggestions[0].label}" for one in form
            if not one.value and len(one.suggestions) == 1 and one.suggestions[0].sure
        ]

    def write_note(self, text: str) -> None:
        self.data["note"] = typed(text, TEXT_MAX)
        self.stop.keep_autos()

    def set_comply_by(self, day: str) -> None:
        self._put(comply_by=day)

    # ---- measures -----------------------------------------------------------------------------

    @property
    def measures(self) -> list[MeasureDraft]:
        return offered_measures(self)

    def measure(self, measure_id: str) -> MeasureDraft:
        return next(one for one in self.measures if one.id == measure_id)

    # ---- what is missing ----------------------------------------------------------------------

    def owed(self) -> list[Owed]:
        """Each thing without which it cannot be lavrado, save what belongs to the whole stop."""
        found = []
        if not self.role and self.roles:
            found.append(Owed("liable", "Escolha quem responde por esta infração."))
        shared = {field.id for field in self.fields if field.source in BY_ITSELF}
        found += [Owed(one.field, one.sentence) for one in self._missing()
                  if one.field not in shared]
        if self.asks_term and not self.data["comply_by"]:
            found.append(Owed("comply_by", "Diga até quando deve cumprir."))
        if self.data["comply_by"] and self.data["comply_by"] < self.happened_on.isoformat():
            found.append(Owed(self._term_field, "O prazo para cumprir já passou. Confira a data."))
        for measure in self.measures:
            found += [Owed(f"measure.{measure.id}", text) for text in measure.owed()]
        return found

    def owed_of_stop(self) -> list[Owed]:
        """What the law's form lacks and the stop gives: the place, the plate."""
        shared = {field.id: field.source for field in self.fields
                  if field.source in ("place", "vehicle.plate")}
        return [Owed(shared[one.field], one.sentence) for one in self._missing()
                if one.field in shared]

    def _missing(self) -> tuple[Any, ...]:
        if self.kind is PLAIN:
            return ()
        return notices.missing_fields(
            self.law, self.kind.id, self.values(), service=self.stop.service,
            role=self.role or None,
        )

    @property
    def _term_field(self) -> str:
        return next((one.id for one in self.fields if one.source == "term"), "comply_by")

    @property
    def asks_term(self) -> bool:
        """Whether a deadline to comply is asked for outside of the law's own form."""
        return self.kind.asks_term and self._term_field == "comply_by"

    def owed_for(self, field_id: str) -> str:
        """The sentence beside a field, once it has been asked for; empty when nothing lacks."""
        if not self.asked:
            return ""
        return next((one.sentence for one in self.owed() if one.field == field_id), "")

    # ---- what it costs ------------------------------------------------------------------------

    @property
    def facts(self) -> dict[str, Any]:
        """The conduct as the record tells it (CONDUCT)."""
        return notices.conduct_facts(self.law, self.cite, self.happened_on)

    @property
    def happened_on(self) -> date:
        return self.stop.happened_at.astimezone(self.stop.store.zone()).date()

    @property
    def points(self) -> int | None:
        return points_of(self.law, self.conduct)

    @property
    def fine(self) -> Any:
        return fine_of(self.law, self.conduct)

    def recidivism(self) -> dict[str, Any]:
        """What this device knows of earlier ones: {"possible", "of", "sentence", "data_at"}."""
        return recidivism_of(self)

    # ---- inside ---------------------------------------------------------------------------------

    def _put(self, **patch: Any) -> None:
        self.data.update(patch)
        self.stop.keep_autos()
        self.stop.unsign()
        self.changed()
