"""One auto's page, and what the office registers on it: a notice sent, a defence, a decision."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import insert, select, update
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from sync.records.ids import uuid7
from sync.records.seal import serial_text
from sync.server import auto_told, auto_words
from sync.server.autos import DECISIONS, DEFENDED, DROPPED, FINAL, Settling, refresh_now
from sync.server.db.schema_autos import autos, office_acts
from sync.server.painel import auto_detail
from sync.server.painel import autos as autos_pages
from sync.server.painel.auth import Desk, desk_view
from sync.server.painel.autos import state_of, today_of
from sync.server.painel.drawing import signature_svg

NOTE_CHARS_MAX = 300
REASON_LEAST_CHARS = 3
CHOICES = {
    "correio": "Notificação pelo correio", "edital": "Notificação por edital",
    "eletronico": "Notificação eletrônica", "balcao": "Entregue no balcão",
    DEFENDED: "Defesa apresentada", FINAL: "Decisão definitiva: auto mantido",
    DROPPED: "Decisão definitiva: auto cancelado",
}  # fmt: skip


def page(desk: Desk, why: str = "", status: int = 200) -> Response:
    refresh_now(desk.server, desk.tenant.ibge)
    with desk.server.db.read() as conn:
        found = auto_detail.load(
            desk.server, conn, desk.tenant, desk.request.path_params["auto"]
        )
    if found is None:
        return desk.page("painel_nada.html", 404, section="autos")
    today = today_of(desk)
    drawings = [signature_svg(drawn, name or "Assinatura") for name, drawn in found.drawings]
    return desk.page(
        "painel_auto.html", status, section="autos", d=found, row=found.row, why=why,
        form=desk.form if why else {}, today=today, state=state_of(found.row, today),
        drawings=drawings, words=auto_words, serial_text=serial_text, CHOICES=CHOICES,
        defence=found.outcome.get("defence"), recidivism=found.past.recidivism,
    )  # fmt: skip


def register(desk: Desk) -> Response:
    """Writes what the office did; the deadlines follow from it."""
    auto = desk.request.path_params["auto"]
    with desk.server.db.read() as conn:
        mine = (autos.c.tenant == desk.tenant.ibge, autos.c.id == auto)
        row = conn.execute(select(autos).where(*mine)).one_or_none()
        zone = ZoneInfo(desk.tenant.timezone)
        first = auto_told.first_day(conn, row, zone) if row is not None else None
    if first is None:
        return desk.page("painel_nada.html", 404, section="autos")
    values, why = _read(desk, first.isoformat())
    if why:
        return page(desk, why, 422)
    with desk.server.db.write_tenant(desk.tenant.ibge) as writer:
        writer.conn.execute(
            insert(office_acts).values(
                tenant=writer.ibge, id=uuid7(), auto=auto, by=desk.agent.matricula,
                at=desk.server.now_text(), **values,
            )
        )  # fmt: skip
        Settling(writer, desk.server.now()).auto(auto)
    return RedirectResponse(f"/painel/autos/{auto}#andamento", 303)


def _read(desk: Desk, drawn_on: str) -> tuple[dict[str, Any], str]:
    """The act that the form tells, or what is wrong with it."""
    form, today = desk.form, today_of(desk).isoformat()
    how = form.get("como", "")
    sent, got = _day(form.get("enviado", "")), _day(form.get("recebido", ""))
    note = " ".join(form.get("nota", "").split())[:NOTE_CHARS_MAX]
    if how not in CHOICES:
        return {}, "Escolha o que foi feito."
    if not sent:
        return {}, "Escreva o dia em que foi feito."
    if not drawn_on <= sent <= today:
        drawn = f"{date.fromisoformat(drawn_on):%d/%m/%Y}"
        return {}, f"O dia tem que ser entre {drawn}, o do auto, e hoje."
    if how in DECISIONS and got:
        return {}, "Só uma notificação tem dia de recebimento."
    if got and not sent <= got <= today:
        return {}, "O dia do recebimento tem que ser entre o do envio e hoje."
    if form.get("recebido", "").strip() and not got:
        return {}, f"A data “{form['recebido'][:20]}” não existe; use o calendário."
    if how == DROPPED and len(note) < REASON_LEAST_CHARS:
        return {}, "Diga na nota que decisão cancelou o auto."
    if how == "balcao":
        got = got or sent
    return {"how": how, "sent_on": sent, "received_on": got or None, "note": note}, ""


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        return ""


def strike(desk: Desk) -> Response:
    """Takes an act of the office back: it stays, struck out, with who did so and when."""
    auto, act = desk.request.path_params["auto"], desk.form.get("ato", "")[:40]
    with desk.server.db.write_tenant(desk.tenant.ibge) as writer:
        done = writer.conn.execute(
            update(office_acts)
            .where(
                office_acts.c.tenant == writer.ibge, office_acts.c.id == act,
                office_acts.c.auto == auto, office_acts.c.struck_at.is_(None),
            )
            .values(struck_by=desk.agent.matricula, struck_at=desk.server.now_text())
        )  # fmt: skip
        if done.rowcount:
            Settling(writer, desk.server.now()).auto(auto)
    if not done.rowcount:
        return page(desk, "Esse registro já não vale, ou não é deste auto.", 404)
    return RedirectResponse(f"/painel/autos/{auto}#andamento", 303)


_POST = ["POST"]
routes = [
    Route("/autos", desk_view(autos_pages.page)),
    Route("/autos.csv", desk_view(autos_pages.as_csv, admin=True)),
    Route("/autos/notificar", desk_view(autos_pages.to_notify)),
    Route("/autos/medidas", desk_view(autos_pages.measures_page)),
    Route("/autos/abordagens", desk_view(autos_pages.stops_page)),
    Route("/autos/{auto}", desk_view(page), methods=["GET"]),
    Route("/autos/{auto}/registrar", desk_view(register, admin=True), methods=_POST),
    Route("/autos/{auto}/desfazer", desk_view(strike, admin=True), methods=_POST),
]
