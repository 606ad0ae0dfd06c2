"""The law's own form, field by field: what fills each, what it holds, what the registry knows.

A field's `source` says what fills it (see `checklists.notices`). What the registry knows is only
ever a suggestion: it comes into the form when the agent taps it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.flows import words
from app.flows.roadside.place import place_text

if TYPE_CHECKING:
    from app.flows.roadside.auto import AutoDraft

BY_ITSELF = (
    "agent.name", "agent.matricula", "place", "happened_at", "conduct", "vehicle.plate",
    "signature.autuado", "signature.agent", "photos", "witness.name", "witness.document",
)
"""Filled by what the agent did elsewhere: not asked for in the form."""
DRIVES, COLLECTS = ("motorista", "auxiliar", "condutor"), ("cobrador",)
ROLES = {"motorista": DRIVES, "cobrador": COLLECTS}
SUGGESTED_MAX = 4


@dataclass(frozen=True)
class Suggestion:
    """"Usar: …". `sure`: it is the registry's one answer, not one of several."""

    label: str
    apply: Callable[[], None]
    sure: bool = False


@dataclass(frozen=True)
class FormField:
    """A field that a person fills in. `kind` as in the rulebook; `problem`: what lacks, beside
    it."""

    field: Any
    value: Any
    problem: str = ""
    suggestions: tuple[Suggestion, ...] = ()

    @property
    def id(self) -> str:
        return self.field.id

    @property
    def label(self) -> str:
        return self.field.label if self.field.required else f"{self.field.label}, se houver"

    @property
    def cite(self) -> str:
        """The article that asks for it; empty where good practice does."""
        return "; ".join(self.field.cites)

    @property
    def told(self) -> str:
        """What it holds, as one reads it: of a choice its label, of a day 20/12/2026."""
        if isinstance(self.value, bool):
            return "Sim" if self.value else "Não"
        if self.field.kind == "date":
            return words.day(self.value, "")
        text = "" if self.value is None else str(self.value)
        return dict(self.field.options or ()).get(text, text)


def form_of(auto: AutoDraft) -> list[FormField]:
    owed = {one.field: one.sentence for one in auto.owed()} if auto.asked else {}
    return [
        FormField(one, value_of(auto, one), owed.get(one.id, ""), suggestions_for(auto, one))
        for one in auto.fields
        if one.source not in BY_ITSELF
    ]


def key_of(auto: AutoDraft, who: str) -> str:
    """Where the stop keeps a person: whoever is liable, by the role, so that autos of one stop
    against two people do not mix them up."""
    return f"autuado/{auto.role}" if who == "autuado" else who


def of_the_role(role: str) -> str:
    """Who the liable is among those of the stop."""
    return "motorista" if role in DRIVES else "cobrador" if role in COLLECTS else "titular"


def value_of(auto: AutoDraft, one: Any) -> Any:
    """What a field holds now: "" or None while nothing, False counts as an answer."""
    stop, source = auto.stop, one.source
    if one.who:
        return stop.people.get(key_of(auto, one.who), {}).get(one.part, "")
    if source == "note":
        return auto.data["note"]
    if source.startswith("line."):
        return stop.line.get(source.partition(".")[2], "")
    if source in ("vehicle.registration", "vehicle.permit"):
        return stop.fields.get(source.partition(".")[2]) or ""
    if source == "term":
        return auto.data["comply_by"]
    return _BY_SOURCE[source](auto) if source in _BY_SOURCE else auto.data["values"].get(one.id, "")


_BY_SOURCE: dict[str, Callable[[Any], Any]] = {
    "agent.name": lambda auto: (auto.stop.desk.agent() or {}).get("name", ""),
    "agent.matricula": lambda auto: (auto.stop.desk.agent() or {}).get("matricula", ""),
    "place": lambda auto: place_text(auto.stop.place),
    "happened_at": lambda auto: auto.stop.fields.get("happened_at", ""),
    "conduct": lambda auto: auto.cite,
    "vehicle.plate": lambda auto: auto.stop.plate,
    "signature.autuado": lambda auto: auto.stop.acknowledged,
    # The record itself is signed by the device for the agent who proved who they are.
    "signature.agent": lambda auto: "eletronica",
    "photos": lambda auto: "sim" if auto.stop.evidence.pictures else "",
}


def is_long(one: Any) -> bool:
    """Whether the field takes a text of several lines."""
    return one.kind == "text" and not one.source and not one.options


def put_value(auto: AutoDraft, one: Any, value: Any) -> None:
    stop, source = auto.stop, one.source
    if one.who:
        stop.set_person(key_of(auto, one.who), **{one.part: value})
    elif source == "note":
        auto.write_note(value)
    elif source.startswith("line."):
        stop.set_line(**{source.partition(".")[2]: value})
    elif source in ("vehicle.registration", "vehicle.permit"):
        stop.keep(**{source.partition(".")[2]: value or None})
    elif source == "term":
        auto.data["comply_by"] = value
        stop.keep_autos()
    else:
        auto.data["values"] = {**auto.data["values"], one.id: value}
        stop.keep_autos()


# ---- what the registry knows -----------------------------------------------------------------


def suggestions_for(auto: AutoDraft, one: Any) -> tuple[Suggestion, ...]:
    """At most a handful; none for what is filled in as the registry has it."""
    if one.who and one.part in ("name", "register"):
        return tuple(_people(auto, one.who, one.part))[:SUGGESTED_MAX]
    if one.source.startswith("line."):
        return tuple(_lines(auto))[:SUGGESTED_MAX]
    if one.source in ("vehicle.registration", "vehicle.permit"):
        name = one.source.partition(".")[2]
        known = (auto.stop.registered() or {}).get(name)
        if known and str(known) != auto.stop.fields.get(name):
            return (Suggestion(str(known), lambda: auto.stop.keep(**{name: str(known)}), True),)
    return ()


def _people(auto: AutoDraft, who: str, part: str) -> list[Suggestion]:
    stop, cadastro = auto.stop, auto.stop.desk.cadastro
    key = key_of(auto, who)
    there = stop.people.get(key, {})
    if there.get("id"):
        return []
    is_who = of_the_role(auto.role) if who == "autuado" else who
    holder = (stop.registered() or {}).get("holder")
    typed = str(there.get(part) or "")
    found: list[dict[str, Any]] = []
    sure = False
    if len(typed) >= 2:
        found = cadastro.persons_like(typed, ROLES.get(is_who, ()))
    elif typed:
        pass
    elif is_who != who and stop.people.get(is_who, {}).get("name"):
        found, sure = [stop.people[is_who]], True
    elif is_who == "titular" and holder:
        person = cadastro.person(holder)
        found = [{"id": holder, **person}] if person else []
        sure = bool(found)
    elif is_who in ROLES and holder:
        found = [one for one in cadastro.persons_of(holder) if one.get("role") in ROLES[is_who]]
    return [
        Suggestion(_person_words(one), lambda p=one: stop.set_person(key, **_person(p)), sure)
        for one in found
    ]


def _person(one: dict[str, Any]) -> dict[str, Any]:
    # Not the document: the registry only has it masked.
    kept = {part: one.get(part) or "" for part in ("id", "name", "register")}
    return {name: value for name, value in kept.items() if value}


def _person_words(one: dict[str, Any]) -> str:
    register = one.get("register")
    return f"{one.get('name')}, registro {register}" if register else str(one.get("name"))


def _lines(auto: AutoDraft) -> list[Suggestion]:
    stop = auto.stop
    there = stop.line
    if there.get("id"):
        return []
    typed = there.get("number") or there.get("name") or ""
    found = stop.desk.cadastro.lines_like(typed, stop.service) if typed else []
    return [
        Suggestion(
            f"{one['number']} {one.get('name') or ''}".strip(),
            lambda line=one: stop.set_line(id=line["id"], number=str(line["number"]),
                                           name=line.get("name") or ""),
        )
        for one in found
    ]


__all__ = ["FormField", "Suggestion", "form_of", "put_value", "value_of"]
