"""What the law lets the agent do at once: keep the vehicle, a document, and where it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.flows import words
from app.flows.typed_text import typed_line
from checklists import UnknownReference, notices

if TYPE_CHECKING:
    from app.flows.roadside.auto import AutoDraft

WHAT = {
    "veiculo": "O veículo",
    "certificado": "O certificado de vistoria",
    "documento": "Um documento",
    "equipamento": "Um equipamento",
    "outro": "Outra coisa",
}
DOCUMENTS = "documento"
NOTICES = ("notificacao",)
"""Done by the paper itself: nothing is taken, nothing is to be released."""
TEXT_MAX = 300
TEXTS = {
    "description": "Descrição do que ficou retido",
    "kept_at": "Onde fica guardado",
    "seal_number": "Número do lacre",
    "receipt": "Número do recibo",
}


class MeasureDraft:
    """One measure that this auto may carry. `applied`: True, False, or None: not answered."""

    def __init__(self, auto: AutoDraft, measure_id: str) -> None:
        self.auto, self.id = auto, measure_id

    @property
    def data(self) -> dict[str, Any]:
        return self.auto.data["measures"].get(self.id) or {}

    @property
    def label(self) -> str:
        try:
            return self.auto.law.measure(self.id).label
        except UnknownReference:
            return words.measure(self.id)

    @property
    def cites(self) -> tuple[str, ...]:
        try:
            return self.auto.law.measure(self.id).cites
        except UnknownReference:
            return ()

    @property
    def retains(self) -> bool:
        try:
            return self.auto.law.measure(self.id).retains
        except UnknownReference:
            return False

    @property
    def by_kind(self) -> bool:
        """Whether the kind of auto *is* this measure: who draws it up has taken it."""
        return self.id in self.auto.kind.measures

    @property
    def alone(self) -> Any | None:
        """The kind of auto that this measure would be by itself, where it stands beside another's:
        its `note` says when the law allows it."""
        return dict(beside(self.auto)).get(self.id)

    @property
    def optional(self) -> bool:
        """Whether it may be taken and need not be answered for: the law lets it stand beside."""
        return self.id in dict(beside(self.auto))

    @property
    def applied(self) -> bool | None:
        return True if self.by_kind else self.data.get("applied")

    @property
    def takes_things(self) -> bool:
        """Whether documents or equipment are what is taken, and which must be said."""
        return DOCUMENTS in self.id

    @property
    def withholds(self) -> bool:
        """Whether something is kept from its owner, so that it must be said where."""
        return self.retains or self.takes_things

    @property
    def what(self) -> str:
        return self.data.get("what") or (DOCUMENTS if self.takes_things else "veiculo")

    @property
    def told(self) -> str:
        """How it stands, with all that its record will carry: it is read before the act."""
        if not self.applied:
            return "Não feita" if self.applied is False else ""
        said = {name: self.text(name).strip() for name in TEXTS}
        parts = ["Feita agora"]
        if self.takes_things:
            parts[0] += f": {WHAT[self.what].lower()}"
            parts[0] += f" ({said['description']})" if said["description"] else ""
        for name, before in (("kept_at", "fica em"), ("seal_number", "lacre"),
                             ("receipt", "recibo")):
            if said[name]:
                parts.append(f"{before} {said[name]}")
        return ", ".join(parts)

    def text(self, name: str) -> str:
        return self.data.get(name) or ""

    def answer(self, applied: bool) -> None:
        self._put(applied=applied)
        self.auto.stop.unsign()
        self.auto.changed()

    def choose_what(self, what: str) -> None:
        self._put(what=what)
        self.auto.changed()

    def write(self, name: str, text: str) -> None:
        self._put(**{name: typed_line(text, TEXT_MAX)})

    def owed(self) -> list[str]:
        if self.applied is None and self.optional:
            return []
        if self.applied is None:
            return [f"{self.label}: diga se a medida foi feita agora."]
        if self.applied and self.withholds and not self.text("kept_at").strip():
            return [f"{self.label}: escreva onde fica guardado."]
        return []

    def _put(self, **patch: Any) -> None:
        measures = self.auto.data["measures"]
        self.auto.data["measures"] = {**measures, self.id: {**self.data, **patch}}
        self.auto.stop.keep_autos()


def offered_measures(auto: AutoDraft) -> list[MeasureDraft]:
    """Those of the conduct, those that the kind of auto brings, those that may stand beside it."""
    ids = dict.fromkeys((*auto.conduct.measures, *auto.kind.measures, *dict(beside(auto))))
    return [MeasureDraft(auto, measure_id) for measure_id in ids if measure_id not in NOTICES]


def beside(auto: AutoDraft) -> tuple[tuple[str, Any], ...]:
    """(measure, the kind of auto that it would be alone, or None) of what the law lets one take in
    this same auto."""
    try:
        return notices.measures_beside(auto.law, auto.cite, auto.kind.id)
    except UnknownReference:  # a law without a form of its own
        return ()
