"""Autos, stops and measures in the back office: what was drawn up, and what must still be told."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from dataclasses import dataclass, replace
from datetime import date
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, Select, and_, func, select
from starlette.responses import Response

from sync.records.documents import formatted
from sync.records.seal import serial_text
from sync.records.shapes import without_controls
from sync.server import auto_words, local_law
from sync.server.auto_law import Rulebook
from sync.server.auto_recidivism import Histories
from sync.server.autos import law_of_row, refresh_now
from sync.server.db import schema, schema_registry
from sync.server.db.schema_autos import autos, measures, stops
from sync.server.flags import describe
from sync.server.painel import lists
from sync.server.painel.auth import Desk

STATES = {
    "a_notificar": "A notificar", "atrasado": "Notificação atrasada",
    "esperando": "Aguardando recebimento", "prazo": "Em prazo de defesa",
    "encerrado": "Prazo encerrado", "anulado": "Anulado",
    "reincidente": "Com reincidência", "avisos": "Com avisos",
}  # fmt: skip
MEASURES = auto_words.MEASURE_STATES
ROWS_MAX = 100_000
FORMULA, BLANKS, UNSEEN = tuple("=+-@＝＋－＠"), ("\t", "\r", "\n"), ("Cc", "Cf", "Zl", "Zp")
CSV_COLUMNS = (
    "numero", "especie", "situacao", "data", "placa", "servico", "linha", "infracao", "descricao",
    "gravidade", "pontos", "multa", "unidade", "reais", "reincidencia", "autuado", "documento",
    "responsavel", "ciencia", "ultimo_dia_defesa", "agente",
)  # fmt: skip


def today_of(desk: Desk) -> date:
    return desk.server.now().astimezone(ZoneInfo(desk.tenant.timezone)).date()


def _every(ibge: int) -> Select:
    """Autos with what was noticed of their records."""
    records = schema.records
    return (
        select(autos, func.coalesce(records.c.flags, "[]").label("flags"))
        .join(
            records,
            (records.c.tenant == autos.c.tenant) & (records.c.id == autos.c.id),
            isouter=True,
        )
        .where(autos.c.tenant == ibge)
    )


def _of_state(query: Select, state: str, today: date) -> Select:
    """Only the autos in one of STATES."""
    day, stands = today.isoformat(), autos.c.status == "lavrado"
    flags = schema.records.c.flags
    conditions = {
        "a_notificar": and_(stands, autos.c.owes_notice),
        "atrasado": and_(stands, autos.c.owes_notice, autos.c.notify_by < day),
        "esperando": and_(stands, ~autos.c.owes_notice, autos.c.known_on.is_(None)),
        "prazo": and_(stands, autos.c.defence_last_day >= day),
        "encerrado": and_(stands, autos.c.defence_last_day < day),
        "anulado": autos.c.status == "anulado",
        "reincidente": and_(stands, autos.c.recidivist),
        "avisos": flags != "[]",
    }
    return query.where(conditions[state]) if state else query


def page(desk: Desk) -> Response:
    refresh_now(desk.server, desk.tenant.ibge)
    wanted = lists.Filter.read(desk.request.query_params, tuple(STATES))
    today = today_of(desk)
    every = _of_state(_every(desk.tenant.ibge), wanted.state, today).subquery()
    with desk.server.db.read() as conn:
        order = (every.c.happened_at, every.c.id)
        found = lists.page_of(conn, every, every.c.day, None, wanted, order)
        held = _held(conn, desk.tenant, [row.id for row in found.rows])
        late = _count(conn, desk.tenant.ibge, "atrasado", today)
        waiting = _count(conn, desk.tenant.ibge, "a_notificar", today)
    return desk.page(
        "painel_autos.html", section="autos", wanted=wanted, found=found, STATES=STATES,
        late=late, waiting=waiting, link=wanted.pager(desk.request.url.path),
        state_of=state_of, today=today, serial_text=serial_text, words=auto_words, held=held,
    )  # fmt: skip


def _held(conn: Connection, tenant: Row, ids: list[str]) -> dict[str, list[str]]:
    """What is withheld now for each auto: only a measure that an agent applied."""
    query = select(measures.c.auto, measures.c.measure).where(
        measures.c.tenant == tenant.ibge, measures.c.auto.in_(ids),
        measures.c.act == "aplicada", measures.c.status == "em_vigor",
    )  # fmt: skip
    rows = conn.execute(query.order_by(measures.c.at, measures.c.record)).all()
    named = local_law.in_force(conn, tenant).measures if rows else ()
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row.auto, []).append(auto_words.label_of(named, row.measure))
    return found


def _count(conn: Connection, ibge: int, state: str, today: date) -> int:
    query = _of_state(_every(ibge), state, today).subquery()
    return conn.execute(select(func.count()).select_from(query)).scalar_one()


def state_of(row: Row, today: date) -> tuple[str, str]:
    """(tag, words) of an auto."""
    day = today.isoformat()
    if row.status == "anulado":
        return "anulado", "Anulado"
    if row.owes_notice:
        late = row.notify_by is not None and row.notify_by < day
        return ("atrasado", "A notificar, atrasado") if late else ("a_notificar", "A notificar")
    if row.known_on is None:
        return "esperando", "Aguardando recebimento"
    if row.defence_last_day is None:
        return "lavrado", "Lavrado"
    if row.defence_last_day >= day:
        return "prazo", f"Defesa até {date.fromisoformat(row.defence_last_day):%d/%m/%Y}"
    return "encerrado", "Prazo encerrado"


def to_notify(desk: Desk) -> Response:
    """Autos of which the autuado does not know yet, oldest first."""
    refresh_now(desk.server, desk.tenant.ibge)
    today, wanted = today_of(desk), lists.Filter.read(desk.request.query_params, ())
    with desk.server.db.read() as conn:
        rows, total = _waiting(conn, desk.tenant.ibge, wanted.number, today)
    return desk.page(
        "painel_notificar.html", section="autos", rows=rows, today=today, words=auto_words,
        found=lists.Found(rows, total, wanted.number), link=wanted.pager(desk.request.url.path),
        serial_text=serial_text, left=_left, notices=_notices,
    )  # fmt: skip


def _waiting(conn: Connection, ibge: int, number: int, today: date) -> tuple[list[Row], int]:
    query = _of_state(_every(ibge), "a_notificar", today)
    total = conn.execute(select(func.count()).select_from(query.subquery())).scalar_one()
    ordered = query.order_by(autos.c.day, autos.c.number, autos.c.id)
    start = (number - 1) * lists.PAGE_ROWS
    return list(conn.execute(ordered.limit(lists.PAGE_ROWS).offset(start))), total


def _left(row: Row, today: date) -> int | None:
    """Days to the last one on which the notice may go out; below 0: it is late."""
    return (date.fromisoformat(row.notify_by) - today).days if row.notify_by else None


def _notices(row: Row) -> list[dict]:
    """What is owed and not done."""
    owed = json.loads(row.outcome).get("notices") or []
    return [one for one in owed if one["met"] is None]


def measures_page(desk: Desk) -> Response:
    asked = desk.request.query_params
    wanted = lists.Filter.read(asked, tuple(MEASURES))
    if "situacao" not in asked:  # what is held now, unless everything is asked for
        wanted = replace(wanted, state="em_vigor")
    query = select(measures, autos.c.number).join(
        autos, (autos.c.tenant == measures.c.tenant) & (autos.c.id == measures.c.auto),
        isouter=True,
    ).where(measures.c.tenant == desk.tenant.ibge)  # fmt: skip
    every = query.subquery()
    with desk.server.db.read() as conn:
        order = (every.c["at"], every.c.record)
        found = lists.page_of(conn, every, every.c.day, every.c.status, wanted, order)
        named = local_law.in_force(conn, desk.tenant).measures
    return desk.page(
        "painel_medidas.html", section="autos", wanted=wanted, found=found, STATES=MEASURES,
        link=wanted.pager(desk.request.url.path), words=auto_words, serial_text=serial_text,
        named=named,
    )  # fmt: skip


def stops_page(desk: Desk) -> Response:
    wanted = lists.Filter.read(desk.request.query_params, tuple(auto_words.OUTCOMES))
    records = schema.records
    every = (
        select(stops, records.c.flags)
        .join(records, (records.c.tenant == stops.c.tenant) & (records.c.id == stops.c.record))
        .where(stops.c.tenant == desk.tenant.ibge)
        .subquery()
    )
    with desk.server.db.read() as conn:
        order = (every.c.started_at, every.c.record)
        found = lists.page_of(conn, every, every.c.day, every.c.outcome, wanted, order)
        drawn = _drawn_in(conn, desk.tenant.ibge, [row.record for row in found.rows])
        lacking = _lacking(conn, desk.tenant.ibge, found.rows, drawn)
    return desk.page(
        "painel_abordagens.html", section="autos", wanted=wanted, found=found, drawn=drawn,
        lacking=lacking,
        STATES=auto_words.OUTCOMES, link=wanted.pager(desk.request.url.path),
        serial_text=serial_text,
        notes=lambda row: [describe(code) for code in json.loads(row.flags)],
    )  # fmt: skip


def _lacking(
    conn: Connection, ibge: int, rows: list[Row], drawn: dict[str, list[Row]]
) -> dict[str, int]:
    """How many of the autos that a stop names have not come; one that waited for its number is
    not among them."""
    records = schema.records
    query = select(records.c.id, records.c.bytes).where(
        records.c.tenant == ibge, records.c.id.in_([row.record for row in rows if row.autos])
    )
    found = {}
    for id_, data in conn.execute(query):
        here = {one.id for one in drawn.get(id_, ())}
        if lacks := len(set(json.loads(data)["body"]["autos"]) - here):
            found[id_] = lacks
    return found


def _drawn_in(conn: Connection, ibge: int, ids: list[str]) -> dict[str, list[Row]]:
    """The autos of each stop."""
    query = select(autos.c.id, autos.c.number, autos.c.stop).where(
        autos.c.tenant == ibge, autos.c.stop.in_(ids)
    )
    found: dict[str, list[Row]] = {}
    for row in conn.execute(query.order_by(autos.c.number)):
        found.setdefault(row.stop, []).append(row)
    return found


@dataclass(frozen=True)
class _Person:
    name: str
    document: str


def as_csv(desk: Desk) -> Response:
    """The autos of the filter for a spreadsheet: the finance office's list."""
    refresh_now(desk.server, desk.tenant.ibge)
    wanted = lists.Filter.read(desk.request.query_params, tuple(STATES))
    query = _of_state(_every(desk.tenant.ibge), wanted.state, today_of(desk))
    if wanted.since:
        query = query.where(autos.c.day >= wanted.since)
    if wanted.until:
        query = query.where(autos.c.day <= wanted.until)
    with desk.server.db.read() as conn:
        rows = conn.execute(query.order_by(autos.c.number, autos.c.id).limit(ROWS_MAX)).all()
        people = _people(conn, desk.tenant.ibge)
        said = _recidivisms(conn, desk.tenant, rows)
    out = io.StringIO()
    sheet = csv.writer(out, delimiter=";", lineterminator="\r\n")
    sheet.writerow(CSV_COLUMNS)
    for row in rows:
        values = _csv_row(row, people, said.get(row.id, ""), today_of(desk))
        sheet.writerow([_cell(value) for value in values])
    headers = {"Content-Disposition": f'attachment; filename="autos-{desk.tenant.ibge}.csv"'}
    data = out.getvalue().encode("utf-8-sig")  # the mark by which spreadsheets know UTF-8
    return Response(data, media_type="text/csv; charset=utf-8", headers=headers)


NOBODY = _Person("", "")


def _people(conn: Connection, ibge: int) -> dict[str, _Person]:
    """Those of the registry, by id and by the key of their document."""
    table = schema_registry.persons
    query = select(table).where(table.c.tenant == ibge).order_by(table.c.id.desc())
    found = {}
    for row in conn.execute(query):
        found[row.id] = found[row.document_key or row.id] = _Person(row.name, row.document)
    return found


def _recidivisms(conn: Connection, tenant: Row, rows: list[Row]) -> dict[str, str]:
    """The sentence of each auto that comes again."""
    laws: dict[str | None, Rulebook] = {}

    def law_of(row: Row) -> Rulebook:
        if row.rulebook_sha256 not in laws:
            laws[row.rulebook_sha256] = law_of_row(conn, tenant, row)
        return laws[row.rulebook_sha256]

    histories = Histories(conn, law_of)
    found = {row.id: histories.outcome_of(row) for row in rows if row.recidivist}
    return {id_: one["sentence"] for id_, one in found.items() if one}


def _csv_row(row: Row, people: dict[str, _Person], again: str, today: date) -> list[object]:
    person = people.get(row.autuado or "") or people.get(row.document_key or "") or NOBODY
    reais = f"{row.centavos / 100:.2f}".replace(".", ",") if row.centavos is not None else ""
    return [
        row.number, row.kind, state_of(row, today)[1], row.day, row.plate, row.service, row.line,
        row.cite, row.label, row.severity or "", row.points if row.points is not None else "",
        (row.amount or "").replace(".", ","), row.unit or "", reais, again,
        person.name, formatted(person.document), row.liable, row.known_on or "",
        row.defence_last_day or "", row.agent,
    ]  # fmt: skip


def _cell(value: object) -> str:
    """A text that begins like a formula would be run by the spreadsheet, also behind blanks and
    what nobody sees, or in the wide letters of an eastern keyboard."""
    text = without_controls(str(value))
    seen = "".join(char for char in text if unicodedata.category(char) not in UNSEEN).lstrip()
    return f"'{text}" if seen[:1] in FORMULA or text[:1] in BLANKS else text
