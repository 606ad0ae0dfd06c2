"""The fields of an auto in the law's own order, each with the article that asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.prints import auto_words as say
from app.prints import words
from checklists.errors import UnknownReference
from sync.records.places import place_said

Persons = Mapping[str, Mapping[str, str]]
IN_ITS_OWN_PLACE = ("photos", "note")


@dataclass(frozen=True)
class Row:
    """`law`: the article that asks for the field; empty for good practice."""

    label: str
    value: str
    law: str = ""


def form_rows(
    record: dict[str, Any], rulebook: Any, persons: Persons | None, agent_name: str,
    zone: str | None,
) -> tuple[Row, ...]:
    """First what the law's form asks, in its order, then what good practice adds. A field of the
    law that was not filled in stands as "não informado"."""
    form = Form(record, rulebook, persons, agent_name, zone)
    rows, told = [], set()
    for field in _law_fields(record, rulebook):
        if field.source in IN_ITS_OWN_PLACE:
            continue
        value = form.value(field)
        lost = persons is None and field.part == "name"  # told, but no longer here
        if not value and not field.cites and not lost:
            continue
        told.add(field.source or field.id)
        missing = say.name_missing(persons) if field.stored == "pessoas" else "não informado"
        rows.append(Row(field.label, value or missing, "; ".join(field.cites)))
    rows += [row for source, row in form.good_practice() if source not in told and row.value]
    return tuple(rows)


def typed_rows(record: dict[str, Any], rulebook: Any) -> list[Row]:
    """What was chosen or typed in this law's form and is nobody's name: "Penalidade proposta ao
    Diretor: Advertência"."""
    form = Form(record, rulebook, None, "", None)
    rows = [Row(field.label, form.value(field)) for field in _law_fields(record, rulebook)
            if field.stored == "fields"]
    return [row for row in rows if row.value]


def _law_fields(record: dict[str, Any], rulebook: Any) -> tuple[Any, ...]:
    from checklists import notices

    body = record["body"]
    if rulebook is None or not rulebook.notice.fields:
        return ()
    try:
        return notices.notice_fields(
            rulebook, body["kind"], service=body["service"], role=body["liable"]
        )
    except UnknownReference:  # a kind of another version of the law: only good practice is told
        return ()


class Form:
    """Where the value of each field stands in the record."""

    def __init__(self, record: dict[str, Any], rulebook: Any, persons: Persons | None,
                 agent_name: str, zone: str | None) -> None:
        self.record, self.rulebook, self.zone = record, rulebook, zone
        self.body = record["body"]
        self.persons = persons or {}
        self.agent_name = agent_name

    def value(self, field: Any) -> str:
        """The field's value as one reads it; empty where it has none."""
        if field.who:
            told = self.persons.get(field.who) or {}
            if not told and field.who == "titular":
                told = self.persons.get("autuado") or {}
            return told.get(field.part, "") if field.personal else (
                self._typed(field) or told.get(field.part, ""))
        if field.personal:
            return self._read(field, str((self.persons.get("campos") or {}).get(field.id, "")))
        by_source = _COLUMNS.get(field.source)
        return by_source(self) if by_source else self._typed(field)

    def _typed(self, field: Any) -> str:
        return self._read(field, str(self.body["fields"].get(field.id, "")))

    def _read(self, field: Any, typed: str) -> str:
        if field.kind == "bool" and typed:
            return "Sim" if typed == "sim" else "Não"
        if field.kind == "date" and typed:
            return words.day(typed) if typed[:4].isdigit() else typed
        if field.kind == "choice":
            return dict(field.options).get(typed, typed)
        return typed

    def good_practice(self) -> list[tuple[str, Row]]:
        """(source, row): what is told even where the law does not ask."""
        vehicle = self.body["vehicle"] or {}
        return [
            *self._people(),
            ("line.number", Row("Linha", self.line())),
            ("vehicle.plate", Row("Placa", vehicle.get("plate") or "sem veículo")),
            ("vehicle.model", Row("Veículo", vehicle.get("make_model") or "")),
            ("vehicle.service", Row("Serviço", self.service())),
            ("vehicle.permit", Row("Autorização", vehicle.get("permit") or "")),
            ("place", Row("Local", self.place())),
            ("happened_at", Row("Data e hora", self.moment())),
            ("agent.name", Row("Agente", self.agent_name)),
            ("agent.matricula", Row("Matrícula do agente", self.record["agent"]["matricula"])),
        ]

    def _people(self) -> list[tuple[str, Row]]:
        rows = []
        for who, source, label in (("autuado", "autuado", "Autuado"),
                                   ("motorista", "driver", "Motorista"),
                                   ("cobrador", "conductor", "Cobrador"),
                                   ("testemunha", "witness", "Testemunha")):
            told = self.persons.get(who) or {}
            detail = [told.get("name", ""), told.get("document", ""), told.get("register", "")]
            rows.append((f"{source}.name", Row(label, ", ".join(part for part in detail if part))))
        return rows

    def place(self) -> str:
        return place_said(self.body["place"])

    def moment(self) -> str:
        return words.moment(self.body["happened_at"], self.zone)

    def line(self) -> str:
        line = self.body["line"] or {}
        return " ".join(part for part in (line.get("number"), line.get("name")) if part)

    def service(self) -> str:
        return say.named(self.rulebook, "services", self.body["service"])


_COLUMNS: dict[str, Callable[[Form], str]] = {
    "agent.name": lambda form: form.agent_name,
    "agent.matricula": lambda form: form.record["agent"]["matricula"],
    "place": Form.place,
    "happened_at": Form.moment,
    "conduct": lambda form: f"{form.body['conduct']['label']} ({form.body['conduct']['cite']})",
    "vehicle.plate": lambda form: (form.body["vehicle"] or {}).get("plate") or "sem veículo",
    "vehicle.permit": lambda form: (form.body["vehicle"] or {}).get("permit") or "",
    "line.number": lambda form: (form.body["line"] or {}).get("number") or "",
    "line.name": lambda form: (form.body["line"] or {}).get("name") or "",
    "term": lambda form: words.day(form.body["comply_by"]) if form.body["comply_by"] else "",
    "signature.autuado": lambda form: {
        "assinou": "Assinou (abaixo)", "recusou": "Recusou-se a assinar", "ausente": "Ausente",
    }[form.body["acknowledged"]],
    "signature.agent": lambda form: "Assinado eletronicamente",
}
