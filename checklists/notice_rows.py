"""The rows of a rulebook that say what an auto de infração looks like: the kinds of notice that the
law has, the fields of its form, what the municipality still has to notify, and which conducts are
one act that must not be charged twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from checklists.model import ByChoice

FIELD_KINDS = ("text", "number", "date", "bool", "choice", "person")
PERSONS = {
    "autuado": "autuado", "holder": "titular", "driver": "motorista", "conductor": "cobrador",
    "witness": "testemunha",
}  # fmt: skip
"""What a source begins with → who that is in the "pessoas" attachment. "autuado" is whoever answers
for the conduct, "titular" who holds the permit: often one and the same."""
COLUMNS = (
    "agent.name", "agent.matricula", "place", "happened_at", "conduct", "vehicle.plate",
    "vehicle.permit", "line.number", "line.name", "term", "signature.autuado", "signature.agent",
    "photos", "note",
)  # fmt: skip
"""Sources whose value has a place of its own in the record (or in its envelope)."""
SOURCES = (
    *COLUMNS, "vehicle.registration", "certificate", "penalty_proposed",
    *(f"{who}.{part}" for who in PERSONS for part in ("name", "document", "register")),
)  # fmt: skip
DEFENCE_FROM = ("auto", "notificacao")
DUE_FROM = ("constatacao", "lavratura", "juntada")
DUE_WHEN = ("sempre", "sem-entrega")
MET_BY = ("expedicao", "entrega")
COUNTED = ("lavradas", "definitivas")
FAILED_ITEM = ("sempre", "so-em-servico")
ALL_CONDUCTS = "todas"


@dataclass(frozen=True, slots=True)
class _Row:
    def as_dict(self) -> dict[str, Any]:
        """JSON-able. Of rows that `checklists.notices` gave, where every choice is decided."""
        return {one.name: _plain(getattr(self, one.name)) for one in fields(self)}


@dataclass(frozen=True, slots=True)
class NoticeKind(_Row):
    """A kind of notice. `defence` is the `ato` of the deadline of its defence; None: the law gives
    none. `defence_from`: whether the copy of the auto starts that deadline, or a notification that
    the municipality sends later. `mailed`: roles to whom a copy goes by post, so that one handed
    over on the spot to somebody else starts nothing. `measures`: those that this kind brings by
    itself; the conduct's own come besides. `beside`: those that this kind does not bring and that
    the law (`beside_cites`) lets stand with it in one auto, where the conduct allows them. `note`:
    when the law allows it, in our words. `auto_cites`: where the law has this kind imposed by an
    auto de infração, which its copy then says. `final_undefended`: the auto itself imposes the
    penalty, so that no appeal can undo it once its deadline has passed unused; False: a decision
    follows, and from it an appeal. `counts`: whether it is an occurrence for recidivism and points;
    what only gives time or withholds is not, and may stand beside the fine for the same act."""

    id: str
    label: str
    cites: tuple[str, ...]
    defence: str | None = None
    asks_term: bool = False
    proposes_penalty: bool = False
    measures: tuple[str, ...] = ()
    beside: tuple[str, ...] | ByChoice = ()
    beside_cites: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    note: str = ""
    defence_from: str = "auto"
    auto_cites: tuple[str, ...] = ()
    final_undefended: bool = False
    mailed: tuple[str, ...] | ByChoice = ()
    conducts: tuple[str, ...] = ()  # empty: every conduct
    groups: tuple[str, ...] | ByChoice = ()  # empty: whatever the fine's group
    roles: tuple[str, ...] = ()  # empty: whoever is liable
    usual_for: tuple[str, ...] | str | ByChoice = ()  # comes first for these; ALL_CONDUCTS
    counts: bool | ByChoice = True


@dataclass(frozen=True, slots=True)
class NoticeField(_Row):
    """A field of the form. `cites` empty: good practice, the law does not ask for it. `source` says
    what fills it (one of SOURCES; "": the agent types it). A "date" from "happened_at" has its
    hour. `missing` begins the sentence that says that it is missing."""

    id: str
    label: str
    cites: tuple[str, ...]
    kind: str
    required: bool | ByChoice = False
    personal: bool = False
    source: str = ""
    options: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    kinds: tuple[str, ...] = ()  # empty: every kind of notice
    services: tuple[str, ...] | ByChoice = ()  # empty: every service
    roles: tuple[str, ...] = ()  # empty: whoever is liable
    choices: tuple[str, ...] = ()
    missing: str = ""

    @property
    def who(self) -> str:
        """Of whom this is a datum: the key in the "pessoas" attachment, or ""."""
        return PERSONS.get(self.source.partition(".")[0], "")

    @property
    def part(self) -> str:
        """Of such a person: "name", "document" or "register"; else ""."""
        return self.source.partition(".")[2] if self.who else ""

    @property
    def stored(self) -> str:
        """Where its value goes in the record: "pessoas" (the attachment), "coluna" (a field of the
        body or the envelope has it already) or "fields" (the body's table, under this id)."""
        if self.personal:
            return "pessoas"
        return "coluna" if self.source in COLUMNS else "fields"


@dataclass(frozen=True, slots=True)
class NoticeDue(_Row):
    """A notice that the municipality owes. `ato` is its deadline; "": the law gives none, and
    `unknown` says so. `starts`: from the finding, the drawing up, or a joining to the file that
    only the process knows. `when`: always, or only if the copy was not handed over. `late`: what
    happens after the last day."""

    id: str
    label: str
    cites: tuple[str, ...]
    ato: str = ""
    starts: str | ByChoice = "lavratura"
    when: str = "sempre"
    met_by: str = "entrega"
    roles: tuple[str, ...] = ()  # empty: whoever is liable
    services: tuple[str, ...] = ()  # empty: every service
    late: str | ByChoice = ""
    unknown: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlap:
    """Conducts of which any two may be one act: charging both would be twice, and `why` tells the
    agent ("": under this reading both are charged). With `against`, each of `conducts` with each of
    those."""

    conducts: tuple[str, ...]
    why: str | ByChoice
    against: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """What the autuado's copy says of defending oneself, beside deadline and address. A `text` that
    a reading leaves empty is not said."""

    text: str | ByChoice
    cites: tuple[str, ...]
    kinds: tuple[str, ...] = ()  # empty: every kind of notice
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NoticeRules:
    """The whole `[notice]` of a rulebook; empty where a file has none. `failed_item`: whether what
    fails in an inspection is an infraction by itself ("sempre"), or only of a vehicle in service.
    """

    kinds: tuple[NoticeKind, ...] = ()
    fields: tuple[NoticeField, ...] = ()
    dues: tuple[NoticeDue, ...] = ()
    overlaps: tuple[Overlap, ...] = ()
    advice: tuple[Advice, ...] = ()
    failed_item: str | ByChoice = "sempre"


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return {"choice": value.choice} if isinstance(value, ByChoice) else value


def is_missing(value: object) -> bool:
    """Whether a field with this value is still open. False is an answer; blank text is none."""
    if isinstance(value, Mapping):
        return not any(not is_missing(part) for part in value.values())
    return value is None or (isinstance(value, str) and not value.strip())
