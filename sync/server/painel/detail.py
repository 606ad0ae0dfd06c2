"""Everything about one vistoria: what was answered, what followed, and what proves it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from sqlalchemy import Connection, Row, select

import checklists
from sync.records.attachments import parse_drawn_signature
from sync.records.documents import formatted
from sync.records.envelope import record_signature, signing_input
from sync.records.errors import RecordError
from sync.records.shapes import without_controls
from sync.records.verify import verify_ed25519
from sync.server import attachments
from sync.server.context import Server
from sync.server.db import schema, schema_registry, schema_seals
from sync.server.flags import describe
from sync.server.whose import PEOPLE_BYTES_MAX

DOCUMENTS = ("document", "documento", "cpf", "cnpj")
ANSWERS = {
    "conforme": "Conforme",
    "nao_conforme": "Não conforme",
    "nao_se_aplica": "Não se aplica",
    "nao_verificado": "Não verificado",
}


@dataclass(frozen=True)
class AnswerRow:
    cite: str
    label: str
    value: str
    word: str
    reason: str
    note: str
    measured: tuple[tuple[str, str], ...]
    photos: tuple[Row, ...]


@dataclass(frozen=True)
class Detail:
    row: Row
    record: dict
    device: Row
    sections: list[tuple[str, list[AnswerRow]]]
    signature_good: bool
    previous: str  # "primeiro", "confere", "falta" or "difere"
    notes: list[str]
    annulments: list[dict]
    seals: list[Row]
    exigencias: list[Row]
    drawings: list[tuple[str, dict]] = field(default_factory=list)
    people: list[tuple[str, str]] = field(default_factory=list)
    loose: list[Row] = field(default_factory=list)  # photos of no item
    arrived: int = 0
    expected: int = 0


def load(server: Server, conn: Connection, ibge: int, record_id: str) -> Detail | None:
    table = schema.records
    row = conn.execute(
        select(table).where(
            table.c.tenant == ibge, table.c.id == record_id, table.c.kind == "vistoria"
        )
    ).one_or_none()
    if row is None:
        return None
    record = json.loads(row.bytes)
    devices = schema.devices
    device = conn.execute(select(devices).where(devices.c.id == row.device)).one()
    files = files_of(conn, ibge, record_id)
    by_digest = {file.digest: file for file in files}
    detail = Detail(
        row=row,
        record=record,
        device=device,
        sections=_sections(conn, ibge, record, by_digest),
        signature_good=verify_ed25519(
            device.public_key, record_signature(record), signing_input(record)
        ),
        previous=previous_of(conn, row),
        notes=[describe(code) for code in json.loads(row.flags)],
        annulments=annulments_of(conn, ibge, record_id),
        seals=_seals(conn, ibge, record_id),
        exigencias=_exigencias(conn, ibge, record_id),
        arrived=sum(file.completed_at is not None for file in files),
        expected=len(files),
    )
    _read_small_files(server, ibge, files, detail)
    return detail


def files_of(conn: Connection, ibge: int, record_id: str) -> list[Row]:
    uses, files = schema.record_attachments, schema.attachments
    query = (
        select(uses.c.role, uses.c.item, files)
        .join(files, (files.c.tenant == uses.c.tenant) & (files.c.digest == uses.c.digest))
        .where(uses.c.tenant == ibge, uses.c.record == record_id)
        .order_by(uses.c.position)
    )
    return list(conn.execute(query))


def _sections(conn: Connection, ibge: int, record: dict, files: dict[str, Row]):
    """Answers in the order of the law that was applied; what it does not know goes last."""
    answers = {answer["item"]: answer for answer in record["body"]["answers"]}
    sections = []
    for section in _checklist_sections(conn, ibge, record):
        rows = [
            _answer(answers.pop(item.id), item.cite, item.label, item.asks, files)
            for item in section.items
            if item.id in answers
        ]
        if rows:
            sections.append((section.title, rows))
    rest = [_answer(one, one["item"], one["item"], (), files) for one in answers.values()]
    if rest:
        sections.append(("Outros itens" if sections else "Itens", rest))
    return sections


def _checklist_sections(conn: Connection, ibge: int, record: dict):
    law = record["rulebook"]
    table = schema.rulebooks
    text = conn.execute(
        select(table.c.text).where(table.c.tenant == ibge, table.c.sha256 == law["sha256"])
    ).scalar()
    if text is None:
        return ()
    try:
        rulebook = checklists.load_rulebook_bytes(text.encode())
        return rulebook.checklist(record["body"]["vehicle"]["service"]).sections
    except (checklists.RulebookError, checklists.UnknownReference, LookupError):
        return ()


def _answer(answer: dict, cite: str, label: str, asks, files: dict[str, Row]) -> AnswerRow:
    labels = {ask.id: ask.label for ask in asks}
    return AnswerRow(
        cite=cite,
        label=label,
        value=answer["value"],
        word=ANSWERS[answer["value"]],
        reason=answer["reason"],
        note=answer["note"],
        measured=tuple(
            (labels.get(name, name), value) for name, value in answer["measured"].items()
        ),
        photos=tuple(files[digest] for digest in answer["photos"] if digest in files),
    )


def previous_of(conn: Connection, row: Row) -> str:
    if row.device_seq == 1:
        return "primeiro"
    table = schema.records
    hashes = conn.execute(
        select(table.c.hash).where(
            table.c.device == row.device, table.c.device_seq == row.device_seq - 1
        )
    ).scalars().all()
    if not hashes:
        return "falta"
    return "confere" if row.prev in hashes else "difere"


def annulments_of(conn: Connection, ibge: int, record_id: str) -> list[dict]:
    links, records = schema.annulments, schema.records
    query = (
        select(records)
        .join(links, (links.c.tenant == records.c.tenant) & (links.c.record == records.c.id))
        .where(links.c.tenant == ibge, links.c.target == record_id)
    )
    return [
        {
            "agent": row.agent,
            "at": row.occurred_at,
            "reason": json.loads(row.bytes)["body"]["reason"],
        }
        for row in conn.execute(query)
    ]


def _seals(conn: Connection, ibge: int, record_id: str) -> list[Row]:
    table = schema_seals.seals
    query = select(table).where(table.c.tenant == ibge, table.c.vistoria == record_id)
    return list(conn.execute(query))


def _exigencias(conn: Connection, ibge: int, record_id: str) -> list[Row]:
    table = schema_registry.exigencias
    query = select(table).where(table.c.tenant == ibge, table.c.record == record_id)
    return list(conn.execute(query.order_by(table.c.item)))


def _read_small_files(server: Server, ibge: int, files: list[Row], detail: Detail) -> None:
    answered = {
        digest for answer in detail.record["body"]["answers"] for digest in answer["photos"]
    }
    for file in files:
        if file.role == "foto" and file.digest not in answered:
            detail.loose.append(file)
        if file.completed_at is None or file.role == "foto":
            continue
        path = attachments.path_of(server, ibge, file.digest)
        if not path.exists():
            continue
        data = path.read_bytes()
        if file.role == "assinatura":
            try:
                detail.drawings.append((file.item or "", parse_drawn_signature(data)))
            except RecordError:
                detail.notes.append("Uma assinatura desenhada não pôde ser lida.")
        elif file.role == "pessoas":
            try:
                detail.people.extend(people_in(data))
            except (ValueError, RecursionError):
                detail.notes.append("Um anexo com dados de pessoas não pôde ser lido.")


def people_in(data: bytes) -> list[tuple[str, str]]:
    """(name of the datum, its value) of an attachment of persons, as it may be shown: whatever a
    device sent, without controls and broken Unicode."""
    if len(data) > PEOPLE_BYTES_MAX:
        raise ValueError(f"more than {PEOPLE_BYTES_MAX} bytes of names")
    pairs: list[tuple[str, str]] = []
    _flatten(json.loads(data), "", pairs)
    shown = [(without_controls(name), without_controls(value)) for name, value in pairs]
    return [
        (name, formatted(value) if name.rpartition(" ")[2] in DOCUMENTS else value)
        for name, value in shown
    ]


def _flatten(value: object, name: str, pairs: list[tuple[str, str]]) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            _flatten(inner, f"{name} {key}".strip(), pairs)
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            _flatten(inner, f"{name} {number}".strip(), pairs)
    elif value not in (None, ""):
        pairs.append((name.replace("_", " "), str(value)))
