"""Everything about one auto: what was drawn up, who knows, what follows, what proves it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, select

from sync.records.attachments import parse_drawn_signature
from sync.records.envelope import record_signature, signing_input
from sync.records.errors import RecordError
from sync.records.places import place_said
from sync.records.verify import verify_ed25519
from sync.server import attachments, auto_law, auto_told, auto_words, whose
from sync.server.autos import DEFENDED, FINAL, acts_of, law_of_row
from sync.server.context import Server
from sync.server.db import schema, schema_registry
from sync.server.db.schema_autos import autos, measures
from sync.server.flags import describe
from sync.server.painel import auto_past, detail, photos
from sync.server.painel.auto_past import Past
from sync.server.painel.photos import Photo

PARTS = {"name": "", "document": "documento ", "register": "registro "}


@dataclass(frozen=True)
class Event:
    """Something that happened to an auto after it was drawn up. `act`: the office's own, which it
    can take back."""

    at: str
    words: str
    who: str
    act: Row | None = None


@dataclass(frozen=True)
class Proof:
    """What the device signed, and what proves it."""

    row: Row
    record: dict
    device: Row
    signature_good: bool
    previous: str
    arrived: int
    expected: int


@dataclass(frozen=True)
class AutoDetail:
    row: Row
    law: auto_law.Rulebook
    law_found: bool
    """whether it is the one that the auto was drawn up under, and not the one in force"""
    outcome: dict
    proof: Proof | None  # none for an imported one
    notes: list[str]
    events: list[Event]
    held: list[Row]
    past: Past
    registered: list[tuple[str, Row]]
    fields: list[tuple[str, str]]
    measures: list[tuple[str, str]]
    """what the law has done beside the fine, and whether it was"""
    photos: list[Photo] = field(default_factory=list)
    people: list[tuple[str, str]] = field(default_factory=list)
    drawings: list[tuple[str, dict]] = field(default_factory=list)

    @property
    def body(self) -> dict | None:
        return self.proof.record["body"] if self.proof else None

    @property
    def registered_autuado(self) -> bool:
        return any(role == "Autuado" for role, _ in self.registered)

    @property
    def decided(self) -> bool:
        """Whether the office registered that no appeal can undo it."""
        return self._did(FINAL)

    @property
    def defended(self) -> bool:
        """Whether the office registered a defence."""
        return self._did(DEFENDED)

    def _did(self, how: str) -> bool:
        acts = [one.act for one in self.events if one.act is not None]
        return any(act.how == how and act.struck_at is None for act in acts)

    @property
    def place(self) -> str:
        return place_said(self.body["place"]) if self.body else self.row.place

    @property
    def kind(self) -> str:
        return auto_law.kind_label(self.law, self.row.kind)


def load(server: Server, conn: Connection, tenant: Row, id_: str) -> AutoDetail | None:
    ibge = tenant.ibge
    row = conn.execute(
        select(autos).where(autos.c.tenant == ibge, autos.c.id == id_)
    ).one_or_none()
    if row is None:
        return None
    law, outcome = law_of_row(conn, tenant, row), json.loads(row.outcome)
    files = detail.files_of(conn, ibge, id_)
    proof, flags = _proof(conn, ibge, id_, files)
    found = AutoDetail(
        row=row, law=law, outcome=outcome, proof=proof,
        law_found=law.sha256 == row.rulebook_sha256,
        notes=[describe(code) for code in flags],
        events=_events(conn, tenant, row),
        held=_measures(conn, ibge, id_),
        past=auto_past.load(conn, row, law, files),
        registered=_registered(conn, row),
        fields=_fields(law, proof.record["body"]) if proof else [],
        measures=_of_the_law(conn, law, row, proof),
    )  # fmt: skip
    found.photos.extend(photos.of_files(server, ibge, files, found.notes))
    if auto_past.other_document(row):
        found.notes.append(auto_past.OTHER_DOCUMENT)
    _read_small_files(server, ibge, files, found)
    return found


def _proof(
    conn: Connection, ibge: int, id_: str, files: list[Row]
) -> tuple[Proof | None, list[str]]:
    records, devices = schema.records, schema.devices
    row = conn.execute(
        select(records).where(records.c.tenant == ibge, records.c.id == id_)
    ).one_or_none()
    if row is None:
        return None, []
    record = json.loads(row.bytes)
    device = conn.execute(select(devices).where(devices.c.id == row.device)).one()
    proof = Proof(
        row=row, record=record, device=device,
        signature_good=verify_ed25519(
            device.public_key, record_signature(record), signing_input(record)
        ),
        previous=detail.previous_of(conn, row),
        arrived=sum(file.completed_at is not None for file in files), expected=len(files),
    )  # fmt: skip
    return proof, json.loads(row.flags)


def _events(conn: Connection, tenant: Row, row: Row) -> list[Event]:
    ibge = tenant.ibge
    events = [
        Event(one.row.at, _told_words(one), one.row.agent)
        for one in auto_told.of_auto(conn, row, ZoneInfo(tenant.timezone))
    ]
    for one in detail.annulments_of(conn, ibge, row.id):
        events.append(Event(one["at"], f"Anulado: {one['reason']}", one["agent"]))
    for act in acts_of(conn, ibge, row.id, struck=True):
        events.append(Event(act.at, _act_words(act), act.by, act))
    return sorted(events, key=lambda one: one.at)


def _told_words(told: auto_told.Told) -> str:
    witness = ", com testemunha" if told.row.witness else ""
    wrong = f". {describe(told.wrong)}" if told.wrong else ""
    return f"Ciência: {auto_words.HOW[told.row.how]}{witness}{wrong}"


def _act_words(act: Row) -> str:
    day = f"{date.fromisoformat(act.sent_on):%d/%m/%Y}"
    how, note = auto_words.HOW[act.how], f" {act.note}" if act.note else ""
    if act.how in ("defesa", "definitivo", "cancelado"):
        return f"{how[0].upper()}{how[1:]}, em {day}.{note}"
    if act.received_on is None:
        return f"Notificação enviada {how} em {day}; ainda sem prova de recebimento.{note}"
    got = f"{date.fromisoformat(act.received_on):%d/%m/%Y}"
    return f"Notificação {how}: enviada em {day}, recebida em {got}.{note}"


def _measures(conn: Connection, ibge: int, id_: str) -> list[Row]:
    query = select(measures).where(measures.c.tenant == ibge, measures.c.auto == id_)
    return list(conn.execute(query.order_by(measures.c.at)))


def _of_the_law(
    conn: Connection, law: auto_law.Rulebook, row: Row, proof: Proof | None
) -> list[tuple[str, str]]:
    """(measure, whether it was done): what only the law has is not yet done by anybody."""
    named = proof.record["body"]["conduct"]["measures"] if proof else []
    done: dict[str, list[str]] = {}
    for one in _measures(conn, row.tenant, row.id):
        if one.act == "aplicada":
            done.setdefault(one.measure, []).append(one.status)
    return [
        (auto_words.label_of(law.measures, id_), _done(done.get(id_, [])))
        for id_ in dict.fromkeys((*named, *done))
    ]


def _done(states: list[str]) -> str:
    for state, said in (("em_vigor", "aplicada, em vigor"), ("liberada", "aplicada e liberada")):
        if state in states:
            return said
    return "não aplicada (a que havia foi anulada)" if states else "não aplicada"


def _registered(conn: Connection, row: Row) -> list[tuple[str, Row]]:
    """Who the registry says they are; the autuado also by the document that the auto has."""
    table = schema_registry.persons
    found = []
    for role, id_ in (("Autuado", whose.registered(conn, row)), ("Motorista", row.motorista)):
        query = select(table).where(table.c.tenant == row.tenant, table.c.id == id_)
        person = conn.execute(query).one_or_none() if id_ else None
        if person is not None:
            found.append((role, person))
    return found


def _fields(law: auto_law.Rulebook, body: dict) -> list[tuple[str, str]]:
    rows = {one.id: one for one in law.notice.fields}
    said = []
    for id_, value in body["fields"].items():
        row = rows.get(id_)
        options = dict(row.options) if row else {}
        shown = options.get(value) or {"true": "Sim", "false": "Não"}.get(value, value)
        said.append((row.label if row else id_.replace("_", " "), shown))
    return said


def _persons(data: bytes) -> list[tuple[str, str]]:
    """Each person of the attachment in one line; whatever has another form, field by field."""
    pairs: dict[str, list[str]] = {}
    for name, value in detail.people_in(data):
        who, _, part = name.rpartition(" ")
        if who and part in PARTS:
            pairs.setdefault(who, []).append(PARTS[part] + value)
        else:
            pairs.setdefault(name, []).append(value)
    return [(who, ", ".join(said)) for who, said in pairs.items()]


def _read_small_files(server: Server, ibge: int, files: list[Row], found: AutoDetail) -> None:
    for file in files:
        path = attachments.path_of(server, ibge, file.digest)
        if file.completed_at is None or file.role == "foto" or not path.exists():
            continue
        data = path.read_bytes()
        try:
            if file.role == "assinatura":
                found.drawings.append((file.item or "", parse_drawn_signature(data)))
            elif file.role == "pessoas":
                found.people.extend(_persons(data))
        except (RecordError, ValueError, RecursionError):
            found.notes.append("Um anexo deste auto não pôde ser lido.")
