"""The pages of the back office."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from sqlalchemy import select
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from sync.records.categories import CATEGORY_LABELS, category_of
from sync.records.seal import serial_text
from sync.server import attachments, enrol, reprojection
from sync.server.db import schema
from sync.server.painel import agents, auto_acts, detail, door, law, lists, people, watch
from sync.server.painel.auth import Desk, desk_view
from sync.server.painel.drawing import link_qr_svg, signature_svg
from sync.server.painel.photos import SHOWN_IMAGES
from sync.server.problems import Problem

KINDS = {
    "vistoria": "Vistoria", "selo": "Selo", "anulacao": "Anulação", "numero": "Número",
    "revogacao": "Cancelamento de selo", "abordagem": "Abordagem", "auto": "Auto",
    "medida": "Medida", "ciencia": "Ciência", "leitura": "Leitura",
}  # fmt: skip
VISTORIA_STATES = ("aprovado", "reprovado", "pendente")
SEAL_STATES = ("valido", "vencido", "anulado", "revogado")


def vistorias(desk: Desk) -> Response:
    wanted = lists.Filter.read(desk.request.query_params, VISTORIA_STATES)
    with desk.server.db.read() as conn:
        found = lists.vistorias(conn, desk.tenant.ibge, wanted)
        count = reprojection.count_failed(conn, desk.tenant.ibge)
        failed = reprojection.failed(conn, desk.tenant.ibge) if count else []
    return desk.page(
        "painel_vistorias.html", section="vistorias", wanted=wanted, found=found,
        failed=failed, failed_count=count, kinds=KINDS,
        states=VISTORIA_STATES, link=wanted.pager(desk.request.url.path),
    )  # fmt: skip


def selos(desk: Desk) -> Response:
    wanted = lists.Filter.read(desk.request.query_params, SEAL_STATES)
    today = desk.server.now().astimezone(ZoneInfo(desk.tenant.timezone)).date()
    with desk.server.db.read() as conn:
        found = lists.seals(conn, desk.tenant.ibge, wanted, today)
    return desk.page(
        "painel_selos.html", section="selos", wanted=wanted, found=found, states=SEAL_STATES,
        link=wanted.pager(desk.request.url.path), serial_text=serial_text,
    )  # fmt: skip


def vistoria(desk: Desk) -> Response:
    with desk.server.db.read() as conn:
        found = detail.load(
            desk.server, conn, desk.tenant.ibge, desk.request.path_params["record"]
        )
    if found is None:
        return desk.page("painel_nada.html", 404, section="vistorias")
    drawings = [signature_svg(drawn, name or "Assinatura") for name, drawn in found.drawings]
    return desk.page(
        "painel_vistoria.html", section="vistorias", d=found, body=found.record["body"],
        verdict=found.record["body"]["verdict"], drawings=drawings, serial_text=serial_text,
        service=CATEGORY_LABELS[category_of(found.record["body"]["vehicle"]["service"])],
    )  # fmt: skip


def record_file(desk: Desk) -> Response:
    """The record's very bytes, for whoever wants to verify them elsewhere."""
    table, record = schema.records, desk.request.path_params["record"]
    with desk.server.db.read() as conn:
        data = conn.execute(
            select(table.c.bytes).where(
                table.c.tenant == desk.tenant.ibge, table.c.id == record
            )
        ).scalar()
    if data is None:
        return desk.page("painel_nada.html", 404, section="vistorias")
    headers = {"Content-Disposition": f'attachment; filename="registro-{record}.json"'}
    return Response(data, media_type="application/json", headers=headers)


def attachment(desk: Desk) -> Response:
    try:
        row = attachments.find(desk.server, desk.tenant.ibge, desk.request.path_params["digest"])
    except Problem:
        return desk.page("painel_nada.html", 404, section="vistorias")
    path = attachments.path_of(desk.server, row.tenant, row.digest)
    if row.completed_at is None or not path.exists():
        return desk.page("painel_nada.html", 404, section="vistorias")
    is_image = row.media_type in SHOWN_IMAGES
    name = f"{row.digest[:12]}.{row.media_type.rpartition('/')[2]}"
    return FileResponse(
        path,
        media_type=row.media_type if is_image else "application/octet-stream",
        headers={
            # What a device sent is shown as a picture and as nothing else.
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Content-Disposition": f'{"inline" if is_image else "attachment"}; filename="{name}"',
            "Cache-Control": "private, max-age=3600",
        },
    )


def aparelhos(desk: Desk, message: str = "", status: int = 200) -> Response:
    today = desk.server.now().astimezone(ZoneInfo(desk.tenant.timezone)).date()
    with desk.server.db.read() as conn:
        rows = people.devices(conn, desk.tenant.ibge, today)
        codes = people.open_codes(conn, desk.tenant.ibge, desk.server.now_text())
    return desk.page(
        "painel_aparelhos.html", status, section="aparelhos", rows=rows, codes=codes,
        message=message, serial_text=serial_text,
    )  # fmt: skip


def new_code(desk: Desk) -> Response:
    note = desk.form.get("nota", "").strip()
    code = enrol.new_code(desk.server, desk.tenant.ibge, note)
    link = enrol.code_link(desk.server, code)
    return desk.page(
        "painel_codigo.html", section="aparelhos", code=code, link=link, note=note,
        days=enrol.CODE_LIFETIME.days, qr=link_qr_svg(link, "QR do código de cadastro"),
    )  # fmt: skip


def revoke(desk: Desk) -> Response:
    reason = desk.form.get("motivo", "").strip()
    if len(reason) < 3:
        return aparelhos(desk, "Diga o motivo do bloqueio.", 422)
    people.revoke(desk.server, desk.tenant.ibge, desk.request.path_params["device"], reason)
    return RedirectResponse("/painel/aparelhos", 303)


def nothing(desk: Desk) -> Response:
    return desk.page("painel_nada.html", 404, section="")


_BOTH, _POST = ["GET", "POST"], ["POST"]
routes = [
    Route("/entrar", door.door, methods=_BOTH),
    Route("/sair", desk_view(door.leave), methods=_POST),
    Route("/senha", desk_view(door.password), methods=_BOTH),
    Route("/", desk_view(vistorias)),
    Route("/vistorias/{record}", desk_view(vistoria)),
    Route("/registros/{record}.json", desk_view(record_file)),
    Route("/selos", desk_view(selos)),
    *auto_acts.routes,
    Route("/leituras", desk_view(watch.page), methods=["GET"]),
    Route("/leituras/visto", desk_view(watch.mark), methods=_POST),
    Route("/anexos/{digest}", desk_view(attachment)),
    Route("/aparelhos", desk_view(aparelhos, admin=True)),
    Route("/aparelhos/codigo", desk_view(new_code, admin=True), methods=_POST),
    Route("/aparelhos/{device}/bloquear", desk_view(revoke, admin=True), methods=_POST),
    Route("/agentes", desk_view(agents.page, admin=True), methods=_BOTH),
    Route("/agentes/situacao", desk_view(agents.state, admin=True), methods=_POST),
    Route("/agentes/senha", desk_view(agents.password, admin=True), methods=_POST),
    Route("/lei", desk_view(law.page), methods=["GET"]),
    Route("/lei", desk_view(law.send, admin=True, uploads=True), methods=_POST),
    Route("/lei/{number}/{place}", desk_view(law.file)),
    Route("/{rest:path}", desk_view(nothing)),
]
