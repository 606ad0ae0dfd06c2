"""What a laudo says, gathered from the record before anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.prints import words
from app.prints.view import service_label
from checklists.holders import HolderWords, holder_words
from sync.records import category_of, record_hash, serial_text

HASH_TAIL_CHARS = 16


@dataclass(frozen=True)
class ExigenciaRow:
    label: str
    law: str
    deadline: str
    has_deadline: bool
    measures: str
    note: str  # what was seen, as the inspector wrote it; may be empty


@dataclass(frozen=True)
class ChoiceRow:
    question: str
    applied: str
    cites: str
    why: str


@dataclass(frozen=True)
class AnswerRow:
    cite: str
    label: str
    value: str  # the answer's id
    detail: str  # reason, note and what was measured; may be empty


@dataclass(frozen=True)
class LaudoData:
    town: str
    law: str
    title: str
    plate: str
    result: str
    result_word: str
    result_says: str
    beside_plate: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    exigencias: tuple[ExigenciaRow, ...]
    exigencias_title: str
    retained: bool
    retention_says: str
    next_title: str
    next_steps: tuple[str, ...]
    reasons: tuple[tuple[str, str], ...]
    conditions: tuple[str, ...]
    choices: tuple[ChoiceRow, ...]
    answers: tuple[AnswerRow, ...]
    agent: str
    agent_proof: str
    holder: str
    record_id: str
    hash_tail: str  # last digits of the record's hash; empty when it is not signed yet
    annulled_at: str
    annulled_reason: str


def laudo_data(
    record: dict[str, Any], municipality: dict[str, Any], rulebook: Any, *, agent_name: str,
    holder_name: str, selo: dict[str, Any] | None, annulment: dict[str, Any] | None,
) -> LaudoData:
    """The laudo of a `vistoria` record; see `laudo_pdf` for the arguments."""
    body, verdict = record["body"], record["body"]["verdict"]
    zone = municipality.get("timezone")
    matricula = record["agent"]["matricula"]
    notes = {answer["item"]: answer["note"].strip() for answer in body["answers"]}
    says, next_title, next_steps = _outcome(body, municipality, selo, annulment is not None)
    return LaudoData(
        town=words.town(municipality),
        law=rulebook.municipality.law if rulebook is not None else "",
        title="LAUDO DE VISTORIA" + (" ANULADO" if annulment else ""),
        plate=body["vehicle"]["plate"],
        result=verdict["result"],
        result_word=words.RESULTS[verdict["result"]] + (" (ANULADO)" if annulment else ""),
        result_says=says,
        beside_plate=_beside_plate(record, rulebook, zone),
        facts=_facts(record, holder_name, holder_words(rulebook)),
        exigencias=tuple(
            _exigencia(row, rulebook, notes.get(row["item"], "")) for row in verdict["exigencias"]
        ),
        exigencias_title=(
            "Exigências a cumprir" if verdict["result"] != "pendente"
            else "Exigências já encontradas"
        ),
        retained=verdict["retention"],
        retention_says=_retention(verdict, rulebook),
        next_title=next_title,
        next_steps=next_steps,
        reasons=tuple((row["text"], _cites_beside(row)) for row in verdict["reasons"]),
        conditions=tuple(verdict.get("conditions", ())),
        choices=tuple(choice_row(row, rulebook) for row in verdict["choices"]),
        answers=tuple(_answer(row, body["vehicle"]["service"], rulebook) for row in
                      body["answers"]),
        agent=" · ".join(part for part in (agent_name, f"Matrícula {matricula}") if part),
        agent_proof=(
            "Inspetor. Identificado por "
            f"{words.PROOFS.get(record['agent']['proof'], record['agent']['proof'])} em "
            f"{words.moment(record['agent']['at'], zone)}"
        ),
        holder=holder_name,
        record_id=record["id"],
        hash_tail=record_hash(record)[-HASH_TAIL_CHARS:] if "signature" in record else "",
        annulled_at=words.moment(annulment["occurred_at"], zone) if annulment else "",
        annulled_reason=annulment["body"]["reason"] if annulment else "",
    )


def _beside_plate(record: dict, rulebook: Any, zone: str | None) -> tuple[tuple[str, str], ...]:
    body = record["body"]
    service = body["vehicle"]["service"]
    return (
        ("Serviço", service_label(rulebook, service, category_of(service))),
        ("Data e hora", words.moment(record["occurred_at"], zone)),
        ("Tipo", words.MODES[body["mode"]]),
        ("Inspetor", f"Matrícula {record['agent']['matricula']}"),
    )


def _facts(
    record: dict, holder_name: str, called: HolderWords
) -> tuple[tuple[str, str], ...]:
    body = record["body"]
    vehicle = body["vehicle"]
    years = [
        str(vehicle[name]) for name in ("manufacture_year", "model_year") if vehicle[name]
    ]
    odometer = body["odometer"]
    pairs = [
        ("Marca e modelo", vehicle["make_model"] or "não informado"),
        ("Chassi (final)", vehicle["chassis_tail"] or "não informado"),
        ("Ano fab./modelo", "/".join(years) or "não informado"),
        (called.permit, vehicle["permit"] or "não informada"),
        ("Hodômetro", "não anotado" if odometer is None else f"{odometer:,} km".replace(",", ".")),
    ]
    if holder_name:
        pairs.append((called.holder, holder_name))
    if not vehicle["known"]:
        pairs.append(("Cadastro", "veículo ainda não cadastrado"))
    return tuple(pairs)


def _exigencia(row: dict, rulebook: Any, note: str) -> ExigenciaRow:
    measures = [_measure_label(measure, rulebook) for measure in row["measures"]]
    deadline = f"até {words.day(row['deadline'])}" if row["deadline"] else words.NO_DEADLINE
    if row.get("deadline_reason"):
        deadline = f"{deadline}. {words.capital(row['deadline_reason'])}"
    return ExigenciaRow(
        label=row["label"],
        law=row["cite"],
        deadline=deadline,
        has_deadline=bool(row["deadline"]),
        measures=f"Medida: {'; '.join(measures)}" if measures else "",
        note=note,
    )


def _measure_label(measure_id: str, rulebook: Any) -> str:
    for measure in getattr(rulebook, "measures", None) or ():
        if getattr(measure, "id", None) == measure_id:
            return measure.label
    return words.measure(measure_id)


def _cites_beside(reason: dict) -> str:
    """What the reason cites and its text does not say."""
    return "; ".join(words.narrow(c for c in reason["cites"] if c not in reason["text"]))


def _retention(verdict: dict, rulebook: Any) -> str:
    cites = [row["cite"] for row in verdict["exigencias"] if row["measures"]]
    law = f" ({'; '.join(cites)})" if cites else ""
    return (
        f"A lei manda reter o veículo por causa do que foi encontrado{law}. Ele só volta a rodar "
        "depois de liberado pelo Município."
    )


def choice_row(row: dict, rulebook: Any) -> ChoiceRow:
    """A reading that was applied, `row` {"id", "applied"}, in the words of the rulebook."""
    found = None
    for choice in getattr(rulebook, "choices", None) or ():
        if choice.id == row["id"]:
            found = choice
    if found is None:
        return ChoiceRow(row["id"], row["applied"], "", "")
    applied = next(
        (reading.label for reading in found.readings if reading.id == row["applied"]),
        row["applied"],
    )
    return ChoiceRow(found.question, applied, "; ".join(found.cites), _why(found, row, rulebook))


def _why(choice: Any, row: dict, rulebook: Any) -> str:
    """The municipality's own reason where it picked the reading, else the rulebook's."""
    local = getattr(rulebook, "local", None)
    town = local.reading(choice.id) if local else None
    if town is None or town.applied != row["applied"]:
        return choice.why
    return f"{town.why} Decidido por {town.decided_by}, em {words.day(town.date)}."


def _answer(row: dict, service: str, rulebook: Any) -> AnswerRow:
    item = _item(row["item"], service, rulebook)
    measured = [
        f"{_ask_label(ask, item)}: {value}" for ask, value in row["measured"].items() if value
    ]
    photos = len(row["photos"])
    shown = [*measured, row["reason"], row["note"]]
    if photos:
        shown.append(words.count(photos, "foto", "fotos"))
    return AnswerRow(
        cite=item.cite if item else "",
        label=item.label if item else row["item"],
        value=row["value"],
        detail=". ".join(part.strip().rstrip(".") for part in shown if part.strip()),
    )


def _item(item_id: str, service: str, rulebook: Any) -> Any:
    if rulebook is None:
        return None
    try:
        checklist = rulebook.checklist(service)
    except (LookupError, ValueError):
        return None
    return next((item for item in checklist.items if item.id == item_id), None)


def _ask_label(ask_id: str, item: Any) -> str:
    for ask in item.asks if item else ():
        if ask.id == ask_id:
            return f"{ask.label} ({ask.unit})" if ask.unit else ask.label
    return ask_id


def _outcome(
    body: dict, municipality: dict, selo: dict | None, annulled: bool
) -> tuple[str, str, tuple[str, ...]]:
    """(what the verdict says, the heading of what comes next, its steps)."""
    verdict = body["verdict"]
    result, until = verdict["result"], verdict["valid_until"]
    contact = _contact(municipality)
    if annulled:
        return "Este resultado foi anulado e não vale mais.", "O que fazer agora", (
            "Não use este laudo. Se houve outra vistoria, vale o laudo dela.", contact,
        )
    if result == "aprovado":
        says = words.RESULT_SAYS[result]
        if until:
            says += f" A vistoria vale até {words.day(until)}."
        steps = ["Volte para a próxima vistoria antes do fim da validade."]
        if selo:
            steps.insert(0, f"Selo nº {serial_text(selo['body']['serial'])}: mantenha-o visível no "
                            "veículo. Qualquer celular confere o selo pela câmera.")
        return says, "O que fazer agora", (*steps, contact)
    if result == "pendente":
        return words.RESULT_SAYS[result], "Para terminar a vistoria", (
            "Volte com o veículo ao local indicado pelo inspetor, para verificar os itens que "
            "faltam.",
            "Leve este laudo: o que já foi verificado não se repete.", contact,
        )
    says = "O veículo não passou na vistoria e fica retido. Veja as exigências."
    if not verdict["retention"]:
        says = words.RESULT_SAYS[result]
    return says, "Como voltar para a reinspeção", (
        "Corrija todas as exigências acima.",
        "Volte com o veículo e este laudo ao local da vistoria e peça a reinspeção. O inspetor "
        "abre as exigências pela placa.",
        contact,
    )


def _contact(municipality: dict) -> str:
    ways = words.ouvidoria(municipality)
    if not ways:
        return "Não concorda ou tem dúvida? Procure o órgão de trânsito do Município."
    return f"Não concorda ou tem dúvida? Ouvidoria: {ways}."
