"""Leituras e alertas: what was read on the street, what does not fit together, unknown codes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, func, select
from starlette.responses import RedirectResponse, Response

from sync.records.seal import serial_text
from sync.server import alerts, unrecognised
from sync.server.clone_watch import FORGED, distance_m
from sync.server.db import schema, schema_seals
from sync.server.db.schema_watch import readings
from sync.server.flags import describe
from sync.server.painel import lists
from sync.server.painel.auth import Desk
from sync.server.seals import of_serial

CASES_SHOWN, EVIDENCE_SHOWN = 25, 3
CODES_SHOWN, CODES_DAYS = 30, 30
COLOURS = {"verde": "Verde", "ambar": "Âmbar", "vermelho": "Vermelho", "cinza": "Cinza"}
COMPARED = {"confere": "Confere", "nao_confere": "Não confere", "nao_comparado": "—"}
NOTE_LEAST_CHARS = 3


@dataclass(frozen=True)
class Shown:
    """One alert in words: its one or two readings, or the record whose time is wrong."""

    readings: list[Row]
    km: int | None
    kmh: int | None
    record: Row | None
    words: list[str]


@dataclass(frozen=True)
class CaseShown:
    case: alerts.Case
    seal: Row | None
    device: Row | None
    shown: list[Shown]
    notes: list[Row]

    @property
    def title(self) -> str:
        if self.case.kind == alerts.CLOCK:
            return self.device.name if self.device is not None else "Aparelho"
        if self.case.subject.isdigit():
            return f"Selo {serial_text(int(self.case.subject))}"
        return "Código sem número"


def page(desk: Desk, why: str = "", status: int = 200) -> Response:
    ibge, query = desk.tenant.ibge, desk.request.query_params
    looked_into = query.get("vistos") == "1"
    number = query.get("alertas", "1")
    number = max(1, int(number[:6])) if number.isascii() and number.isdigit() else 1
    wanted = lists.Filter.read(query, tuple(COLOURS))
    kmh = desk.server.config.impossible_kmh
    desk.request.app.state.unrecognised.write()
    today = desk.server.now().astimezone(ZoneInfo(desk.tenant.timezone)).date()
    since = (today - timedelta(days=CODES_DAYS)).isoformat()
    with desk.server.db.read() as conn:
        found, total = alerts.cases(
            conn, ibge, kmh, is_open=not looked_into, limit=CASES_SHOWN,
            skip=(number - 1) * CASES_SHOWN,
        )  # fmt: skip
        cases = [_case(conn, ibge, kmh, one) for one in found]
        _, others = alerts.cases(conn, ibge, kmh, is_open=looked_into, limit=0)
        read = _readings(conn, ibge, wanted)
        codes = unrecognised.newest(conn, ibge, CODES_SHOWN)
        codes_total = unrecognised.total(conn, ibge, since)
    return desk.page(
        "painel_leituras.html", status, section="leituras", why=why, cases=cases, total=total,
        others=others, looked_into=looked_into, number=number, pages=-(-total // CASES_SHOWN),
        impossible_kmh=kmh, wanted=wanted, found=read, codes=codes, codes_total=codes_total,
        codes_days=CODES_DAYS, KINDS=alerts.KINDS, COLOURS=COLOURS, COMPARED=COMPARED,
        REASONS=unrecognised.REASONS, where=where, serial_text=serial_text,
        link=lambda number: f"/painel/leituras?{urlencode(wanted.query(number))}#leituras",
    )  # fmt: skip


def mark(desk: Desk) -> Response:
    """Writes a note on a case: it has been looked into."""
    kind, subject = desk.form.get("tipo", ""), desk.form.get("assunto", "")[:40]
    note = desk.form.get("nota", "").strip()
    if len(note) < NOTE_LEAST_CHARS:
        return page(desk, "Escreva o que se apurou; com isso o alerta sai da lista.", 422)
    if len(note) > alerts.NOTE_CHARS_MAX:
        return page(desk, f"A nota passa de {alerts.NOTE_CHARS_MAX} letras: encurte.", 422)
    with desk.server.db.write_tenant(desk.tenant.ibge) as writer:
        known = alerts.write_note(
            writer, kind, subject, note, desk.agent.matricula, desk.server.now_text()
        )
    if not known:
        return page(desk, "Esse alerta não existe mais: o que chegou depois o desfez.", 404)
    return RedirectResponse("/painel/leituras", 303)


def _case(conn: Connection, ibge: int, kmh: int, case: alerts.Case) -> CaseShown:
    rows = alerts.evidence(conn, ibge, case.kind, case.subject, kmh, EVIDENCE_SHOWN)
    seal = device = None
    if case.kind == alerts.CLOCK:
        table = schema.devices
        device = conn.execute(select(table).where(table.c.id == case.subject)).one_or_none()
    elif case.subject.isdigit():
        seal = of_serial(conn, ibge, int(case.subject))
    return CaseShown(
        case, seal, device, [_shown(conn, ibge, row) for row in rows],
        alerts.notes_of(conn, ibge, case.kind, case.subject),
    )  # fmt: skip


def _shown(conn: Connection, ibge: int, alert: Row) -> Shown:
    if alert.kind == alerts.CLOCK:
        table = schema.records
        query = select(table).where(table.c.tenant == ibge, table.c.id == alert.record)
        record = conn.execute(query).one()
        flags = [one for one in json.loads(record.flags) if one in alerts.CLOCK_FLAGS]
        return Shown([], None, None, record, [describe(one) for one in flags])
    ids = [one for one in (alert.other, alert.record) if one]
    query = select(readings).where(readings.c.tenant == ibge, readings.c.record.in_(ids))
    both = sorted(conn.execute(query), key=lambda row: row.read_at)
    km = round(distance_m(*both) / 1000) if alert.kmh is not None and len(both) == 2 else None
    words = [FORGED[row.why] for row in both if row.why in FORGED]
    return Shown(both, km, alert.kmh, None, words)


def where(row: Row) -> str:
    """The place of a reading: words, else degrees, else that it is not known."""
    if row.latitude is None or row.longitude is None:
        return row.place or "lugar não informado"
    degrees = f"{row.latitude / 1e6:.5f}; {row.longitude / 1e6:.5f}".replace(".", ",")
    shown = f"{row.place} ({degrees})" if row.place else degrees
    return f"{shown}, posição simulada" if row.mocked else shown


def _readings(conn: Connection, ibge: int, wanted: lists.Filter) -> lists.Found:
    """Readings as rows of a list: with the day of their record and the plate of the vehicle seen,
    else of the seal."""
    records, seals = schema.records, schema_seals.seals
    key = func.coalesce(func.nullif(readings.c.plate_key, ""), seals.c.plate_key, "")
    every = (
        select(
            readings, records.c.day, seals.c.plate.label("seal_plate"), seals.c.vistoria,
            key.label("shown_key"),
        )
        .join(
            records,
            (records.c.tenant == readings.c.tenant) & (records.c.id == readings.c.record),
        )
        .join(
            seals,
            (seals.c.tenant == readings.c.tenant) & (seals.c.serial == readings.c.serial),
            isouter=True,
        )
        .where(readings.c.tenant == ibge)
        .subquery()
    )
    order = (every.c.read_at, every.c.record)
    return lists.page_of(
        conn, every, every.c.day, every.c.colour, wanted, order, key=every.c.shown_key
    )
