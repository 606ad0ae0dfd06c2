"""What the copy for the autuado says, gathered once: the same for the A4 sheet, for both widths of
the thermal strip and for the screen.

Taken from the signed record, the "pessoas" attachment, the municipality and the rulebook under
which it was drawn up. Nothing is invented: what is not known is said to be unknown, and why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from app.prints import auto_words as say
from app.prints import words
from app.prints.auto_form import Row, form_rows
from app.prints.laudo_data import ChoiceRow, choice_row
from app.prints.qr_text import text_matrix
from sync.records import record_hash, serial_text
from sync.records.shapes import without_controls

HASH_TAIL_CHARS = 16
NO_PHOTOS = "Sem fotos."


@dataclass(frozen=True)
class SignatureBox:
    """A place for a signature. `who`: "agente", "autuado" or "testemunha", as the attachment's
    `item` has it; `says`: what stands where nothing was drawn."""

    who: str
    label: str
    name: str
    says: str


@dataclass(frozen=True)
class Defence:
    """`title` and `lines` whether or not the count has begun; `runs` says which."""

    title: str
    lines: tuple[str, ...]
    runs: bool
    steps: tuple[str, ...]  # how to do it
    after: tuple[str, ...]  # the law's steps, the public copy, whom to ask


@dataclass(frozen=True)
class AutoView:
    town: str
    law: str
    kind: str  # "Auto de infração", "Notificação"
    number: str
    plate: str  # empty where there was no vehicle
    moment: str
    conduct: str
    cites: str
    fine: str
    fine_why: str
    conduct_rows: tuple[Row, ...]
    rows: tuple[Row, ...]  # the law's form, in its order, then good practice
    measures: tuple[str, ...]
    defence: Defence
    choices: tuple[ChoiceRow, ...]
    signatures: tuple[SignatureBox, ...]
    photos: str
    agent: str
    agent_proof: str
    address: str  # of the public copy; empty where its secret is not on this device
    host: str
    matrix: list[list[bool]] | None
    record_id: str
    hash_tail: str
    annulled_at: str
    annulled_reason: str
    notes: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.kind.upper()


def auto_view(
    record: dict[str, Any],
    municipality: dict[str, Any],
    *,
    rulebook: Any = None,
    persons: Mapping[str, Mapping[str, str]] | None = None,
    agent_name: str = "",
    copy_url: str = "",
    annulment: dict[str, Any] | None = None,
    measures: Sequence[dict[str, Any]] = (),
    defence: dict[str, Any] | None = None,
    known: str = "",
) -> AutoView:
    """The view of an `auto` record.

    `persons` is the content of its "pessoas" attachment, None where it is not on this device (then
    the copy says so in the place of each name). `measures`: its `medida` records, oldest first.
    `defence`: the record's, once counted from a copy that was handed over later; `known`: how and
    when that was, in words.
    """
    seen: Any = without_controls({**record, "measures": list(measures)})
    persons, measures = _plain(persons), seen["measures"]
    body = {**seen["body"], "defence": defence or seen["body"]["defence"]}
    zone = municipality.get("timezone")
    conduct = body["conduct"]
    vehicle = body["vehicle"] or {}
    fine, fine_why = say.fine_words(conduct, rulebook)
    kind = say.kind_label(rulebook, body["kind"])
    return AutoView(
        town=words.town(municipality),
        law=say.law_line(rulebook, body["kind"]),
        kind=kind,
        number=serial_text(body["number"]),
        plate=vehicle.get("plate") or "",
        moment=words.moment(body["happened_at"], zone),
        conduct=conduct["label"],
        cites=conduct["cite"],
        fine=fine,
        fine_why=fine_why,
        conduct_rows=_conduct_rows(body, rulebook, zone),
        rows=form_rows(seen, rulebook, persons, agent_name, zone),
        measures=tuple(say.measure_words(one, rulebook, zone) for one in measures),
        defence=_defence(body, municipality, rulebook, bool(copy_url), measures),
        choices=tuple(choice_row(row, rulebook) for row in body["choices"]),
        signatures=_signatures(seen, persons, agent_name, known),
        photos=_photos(body),
        agent=" · ".join(
            part for part in (agent_name, f"Matrícula {record['agent']['matricula']}") if part
        ),
        agent_proof=(
            f"Identificado por {words.PROOFS.get(record['agent']['proof'], 'senha')} em "
            f"{words.moment(record['agent']['at'], zone)}"
        ),
        address=copy_url,
        host=copy_url.split("//", 1)[-1].split("/", 1)[0],
        matrix=text_matrix(copy_url) if copy_url else None,
        record_id=record["id"],
        hash_tail=record_hash(record)[-HASH_TAIL_CHARS:] if "signature" in record else "",
        annulled_at=words.moment(annulment["occurred_at"], zone) if annulment else "",
        annulled_reason=_plain(annulment["body"]["reason"]) if annulment else "",
        notes=_notes(seen, zone),
    )


def _plain(told: Any) -> Any:
    """What was typed, without what would turn its direction round on the paper."""
    return without_controls(told)


def _conduct_rows(body: dict, rulebook: Any, zone: str | None) -> tuple[Row, ...]:
    conduct = body["conduct"]
    rows = [
        Row("Quem responde", say.named(rulebook, "roles", body["liable"])),
        Row("Gravidade", say.named(rulebook, "severities", conduct["severity"])),
        Row("Pontos", words.count(conduct["points"], "ponto", "pontos")
            if conduct["points"] is not None else ""),
        Row("Penalidades na lei", words.capital("; ".join(conduct["penalties"]))),
        Row("Medidas na lei", "; ".join(say.named(rulebook, "measures", one)
                                        for one in conduct["measures"])),
        Row("Prazo para cumprir", f"até {words.day(body['comply_by'])}"
            if body["comply_by"] else ""),
        Row("Reincidência", _recidivism(body["recidivism"], zone)),
    ]
    return tuple(row for row in rows if row.value)


def _recidivism(told: dict[str, Any], zone: str | None) -> str:
    if not told["possible"]:
        return ""
    since = f" (dados de {words.moment(told['data_at'], zone)})" if told["data_at"] else ""
    return f"pode haver{since}; o Município confere e, se houver, decide e avisa"


def _defence(
    body: dict, municipality: dict, rulebook: Any, has_copy: bool, measures: Sequence[dict]
) -> Defence:
    told, taken = body["defence"], {one["body"]["measure"] for one in measures}
    contact = say.contact(municipality)
    follow = ("Pelo QR desta cópia você vê a situação e os prazos e salva um lembrete.",
              ) if has_copy else ()
    if told is None:
        return Defence(
            "Sem prazo de defesa", ("A lei não dá prazo de defesa para este documento.",),
            False, (), (*follow, contact),
        )
    address = told["address"] or municipality.get("address") or ""
    place = " ".join(part for part in (
        f"Quem recebe: {told['to']}." if told["to"] else "",
        f"Endereço: {address}." if address else say.NO_ADDRESS,
    ) if part)
    length = say.length_said(told)
    why = say.without_address(told["why"])
    if told["last_day"]:
        title = f"Você pode se defender até {words.day(told['last_day'])}"
        lines = (f"{length}, a contar de {words.day(told['counted_from'])}. {why}".strip()
                 if told["counted_from"] else f"{length}. {why}".strip(), place)
    else:
        title = "O prazo de defesa ainda não começou" if told["length"] != say.NO_LENGTH else (
            "Você pode se defender; a lei não fixa o prazo")
        lines = tuple(part for part in (why or f"{length}.", place) if part)
    return Defence(title, lines, bool(told["last_day"]), (
        f"Escreva a defesa com o número {serial_text(body['number'])}, conte o que houve e junte "
        "o que prove (fotos, documentos, nomes de quem viu). Entregue dentro do prazo e guarde o "
        "protocolo.",
    ), (*say.appeals(rulebook, body["kind"], taken), *follow, contact))


def _signatures(
    record: dict, persons: Any, agent_name: str, known: str
) -> tuple[SignatureBox, ...]:
    body = record["body"]
    people = persons or {}
    says = {
        "assinou": "Assinou e recebeu uma via",
        "recusou": "RECUSOU-SE A ASSINAR",
        "ausente": "AUSENTE: não estava no local",
    }[body["acknowledged"]]
    boxes = [
        SignatureBox("agente", "Agente", agent_name,
                     f"Matrícula {record['agent']['matricula']}, assinado eletronicamente"),
        SignatureBox("autuado", "Autuado ou quem recebeu", _signer(people), known or says),
    ]
    if body["witness"]:
        name = (people.get("testemunha") or {}).get("name") or say.name_missing(persons)
        boxes.append(SignatureBox("testemunha", "Testemunha", name, "Presenciou o ato"))
    return tuple(boxes)


def _signer(people: Mapping[str, Mapping[str, str]]) -> str:
    """Who it can only be: which of two persons took the copy is written nowhere."""
    names = {(people.get(who) or {}).get("name", "") for who in ("motorista", "autuado")} - {""}
    return names.pop() if len(names) == 1 else ""


def _photos(body: dict) -> str:
    count = len(body["photos"])
    if not count:
        return NO_PHOTOS
    return f"{words.count(count, 'foto faz', 'fotos fazem')} parte deste auto."


def _notes(record: dict, zone: str | None) -> tuple[str, ...]:
    body = record["body"]
    notes = []
    if body["note"]:
        notes.append(f"Observação do agente: {body['note']}")
    if _minute(body["drawn_at"]) != _minute(body["happened_at"]):
        notes.append(f"Lavrado em {words.moment(body['drawn_at'], zone)}.")
    if record["clock"]["went_back"]:
        notes.append("O relógio do aparelho havia sido atrasado quando este auto foi lavrado; o "
                     "Município confere a hora pela ordem dos registros.")
    return tuple(notes)


def _minute(instant: str) -> datetime:
    """The instant without its seconds, comparable whatever zone it was written in."""
    return datetime.fromisoformat(instant).astimezone(UTC).replace(second=0, microsecond=0)
