"""The public page of an auto's copy: whoever holds the paper reads it by the secret in its QR.

The server knows only the secret's SHA-256. The page says what the paper says and what has happened
since; nobody's name or document.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, select
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from checklists.deadlines import NO_LENGTH
from sync.records.canonical import b64url_bytes
from sync.records.categories import CATEGORY_LABELS, category_of
from sync.records.seal import serial_text
from sync.server import auto_law, auto_words, autos, ics, tenants
from sync.server.context import Server
from sync.server.db.schema_autos import autos as table
from sync.server.db.schema_autos import measures
from sync.server.http import client_of, server_of
from sync.server.pages import page

REMIND_DAYS_BEFORE = 5
QUIET = {"X-Robots-Tag": "noindex, nofollow, noarchive"}
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)  # 16 bytes
WORDS = {
    "lavrado": "AUTO LAVRADO", "prazo": "EM PRAZO DE DEFESA",
    "encerrado": "PRAZO DE DEFESA ENCERRADO", "anulado": "AUTO ANULADO",
}  # fmt: skip


@dataclass(frozen=True)
class CopyView:
    """An auto as its copy shows it. `status`: a key of WORDS."""

    row: Row
    town: Row
    status: str
    defence: dict | None
    law: auto_law.Rulebook
    held: list[Row]
    zone: str
    days_left: int | None
    """0: the last day is today"""

    @property
    def number(self) -> str:
        return serial_text(self.row.number)

    @property
    def kind(self) -> str:
        return auto_law.kind_label(self.law, self.row.kind)

    @property
    def not_running(self) -> str:
        """Why there is no last day of the defence."""
        if self.defence is None:
            return "A lei não dá prazo de defesa para este documento."
        if self.defence["length"] == NO_LENGTH:
            return "Você pode se defender; a lei não fixa o prazo."
        return "O prazo de defesa ainda não começou."

    @property
    def service(self) -> str:
        return CATEGORY_LABELS[category_of(self.row.service)] if self.row.service else ""


def hash_of(secret: str) -> str | None:
    """What stands in the record for a secret; None for a text that is none."""
    if not _SECRET.fullmatch(secret):
        return None
    try:
        data = b64url_bytes(secret)
    except ValueError:
        return None
    return hashlib.sha256(data).hexdigest()


def look_up(server: Server, copy_hash: str) -> CopyView | None:
    """None: no auto that has arrived has this copy."""
    with server.db.read() as conn:
        row = conn.execute(
            select(table).where(table.c.copy_hash == copy_hash).order_by(table.c.id).limit(1)
        ).one_or_none()
        if row is None:
            return None
        town = tenants.get(conn, row.tenant)
        law = autos.law_of_row(conn, town, row)
        held = _held(conn, row)
    today = server.now().astimezone(ZoneInfo(town.timezone)).date()
    last = date.fromisoformat(row.defence_last_day) if row.defence_last_day else None
    left = (last - today).days if last else None
    status = row.status if row.status == "anulado" or left is None else (
        "prazo" if left >= 0 else "encerrado"
    )  # fmt: skip
    outcome = json.loads(row.outcome)
    defence = outcome.get("defence") or outcome.get("own_defence")
    return CopyView(row, town, status, defence, law, held, town.timezone, left)


def _held(conn: Connection, row: Row) -> list[Row]:
    query = select(measures).where(
        measures.c.tenant == row.tenant, measures.c.auto == row.id,
        measures.c.act == "aplicada", measures.c.status != "anulada",
    )  # fmt: skip
    return list(conn.execute(query.order_by(measures.c.at)))


def _slowed(request: Request, bucket) -> Response | None:
    seconds = bucket.wait_s(client_of(request))
    if not seconds:
        return None
    headers = {"Retry-After": str(seconds), **QUIET}
    return page("muitas.html", 429, seconds=seconds, headers=headers)


async def _found(request: Request) -> CopyView | Response:
    state = request.app.state
    if slow := _slowed(request, state.visitors):
        return slow
    copy_hash = hash_of(request.path_params["secret"])
    view = await run_in_threadpool(look_up, state.server, copy_hash) if copy_hash else None
    if view is not None:
        return view
    # Who holds a copy has one; who guesses has 2 ** 128 to try.
    if slow := _slowed(request, state.copies):
        return slow
    towns = await run_in_threadpool(_towns, state.server)
    return page(
        "copia_nada.html", 404, well_formed=copy_hash is not None,
        town=towns[0] if len(towns) == 1 else None, headers=QUIET,
    )  # fmt: skip


def _towns(server: Server) -> list[Row]:
    with server.db.read() as conn:
        return tenants.all_tenants(conn)


async def copy_page(request: Request) -> Response:
    view = await _found(request)
    if isinstance(view, Response):
        return view
    now = server_of(request).now().astimezone(ZoneInfo(view.zone))
    return page(
        "copia.html", css="copia.css", view=view, row=view.row, word=WORDS[view.status],
        words=auto_words, secret=request.path_params["secret"],
        advice=auto_law.advice(view.law, view.row.kind, {one.measure for one in view.held}),
        checked_at=f"{now:%d/%m/%Y às %H:%M}", headers=QUIET,
    )  # fmt: skip


async def copy_reminder(request: Request) -> Response:
    view = await _found(request)
    if isinstance(view, Response):
        return view
    if view.status != "prazo":
        return page("copia_nada.html", 404, well_formed=True, town=view.town, headers=QUIET)
    where = f" Entregue em: {view.defence['address']}." if view.defence["address"] else ""
    event = ics.Day(
        uid=f"auto-{view.town.ibge}-{view.row.number}",
        day=date.fromisoformat(view.row.defence_last_day),
        summary=f"Último dia da defesa do auto {view.number}",
        description=f"Auto de infração {view.number}, {view.town.name}.{where}",
        reminder=f"Faltam {REMIND_DAYS_BEFORE} dias para a defesa do auto {view.number}",
        remind_days=REMIND_DAYS_BEFORE,
    )
    text = ics.calendar(event, "Auto de infracao", server_of(request).now())
    answer = ics.answer(text, f"defesa-auto-{view.row.number}")
    answer.headers.update(QUIET)
    return answer
