"""The pages of the back office."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from sqlalchemy import Row, select
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from sync.records.categories import CATEGORY_LABELS, category_of
from sync.records.seal import serial_text
from sync.server import attachments, enrol, login, passwords, reprojection, tenants
from sync.server.db import schema
from sync.server.http import client_of, server_of
from sync.server.painel import auth, auto_acts, detail, law, lists, people, watch
from sync.server.painel.auth import Desk, desk_page, desk_view
from sync.server.painel.drawing import link_qr_svg, signature_svg
from sync.server.problems import Problem

KINDS = {
    "vistoria": "Vistoria", "selo": "Selo", "anulacao": "Anulação", "numero": "Número",
    "revogacao": "Cancelamento de selo", "abordagem": "Abordagem", "auto": "Auto",
    "medida": "Medida", "ciencia": "Ciência", "leitura": "Leitura",
}  # fmt: skip
VISTORIA_STATES = ("aprovado", "reprovado", "pendente")
SEAL_STATES = ("valido", "vencido", "anulado", "revogado")
PASSWORD_LEAST_CHARS = 10
SHOWN_IMAGES = ("image/jpeg", "image/png", "image/webp")


async def door(request: Request) -> Response:
    server = server_of(request)
    if request.method == "GET":
        return await run_in_threadpool(_door_page, server, {}, "", 200)
    try:
        form = await auth.read_form(request)
    except Problem as problem:
        return await run_in_threadpool(_door_page, server, {}, problem.message, problem.status)
    if not auth.from_here(request):
        why = "O formulário veio de outra página. Tente de novo aqui."
        return await run_in_threadpool(_door_page, server, form, why, 403)
    # One matrícula after another from one address: each has its own delay, all share this one.
    if seconds := request.app.state.door.wait_s(client_of(request)):
        slow = Problem("login.too_many", value=seconds, retry_after_s=seconds)
        return await run_in_threadpool(_refused_at_the_door, server, form, slow)
    return await run_in_threadpool(_enter, server, form, client_of(request))


def _enter(server, form: dict[str, str], client: str) -> Response:
    town = form.get("municipio", "")
    matricula = form.get("matricula", "").strip()[:40]
    try:
        ibge = int(town) if town.isascii() and town.isdigit() and len(town) == 7 else 0
        agent = login.check_password(server, ibge, matricula, form.get("senha", ""), client)
    except Problem as problem:
        return _refused_at_the_door(server, form, problem)
    response = RedirectResponse("/painel/", 303)
    auth.set_cookie(server, response, auth.open_session(server, agent))
    return response


def _refused_at_the_door(server, form: dict[str, str], problem: Problem) -> Response:
    response = _door_page(server, form, problem.message, problem.status)
    if problem.retry_after_s:
        response.headers["Retry-After"] = str(problem.retry_after_s)
    return response


def _door_page(server, form: dict[str, str], why: str, status: int) -> Response:
    with server.db.read() as conn:
        towns = tenants.all_tenants(conn)
    return desk_page("painel_entrar.html", status, towns=towns, form=form, why=why)


def leave(desk: Desk) -> Response:
    auth.close_session(desk.server, desk.request.cookies.get(auth.COOKIE, ""))
    response = RedirectResponse("/painel/entrar", 303)
    response.delete_cookie(auth.COOKIE, path="/painel")
    return response


def password(desk: Desk) -> Response:
    why = ""
    if desk.request.method == "POST":
        new, again = desk.form.get("nova", ""), desk.form.get("de_novo", "")
        right = passwords.verify_password(desk.agent.password_hash, desk.form.get("atual", ""))
        if not right:
            why = "A senha atual não confere."
        elif len(new) < PASSWORD_LEAST_CHARS or len(new) > passwords.MAX_LENGTH:
            why = f"A senha nova precisa de pelo menos {PASSWORD_LEAST_CHARS} letras ou números."
        elif new != again:
            why = "As duas senhas novas são diferentes."
        elif new == desk.form.get("atual"):
            why = "A senha nova é igual à atual."
        else:
            tenants.set_password(
                desk.server, desk.tenant.ibge, desk.agent.matricula, new, must_change=False
            )
            token = desk.request.cookies.get(auth.COOKIE, "")
            auth.close_other_sessions(desk.server, desk.agent, token)
            return RedirectResponse("/painel/", 303)
    return desk.page("painel_senha.html", 422 if why else 200, why=why, section="senha")


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


def agentes(desk: Desk) -> Response:
    made, why = None, ""
    if desk.request.method == "POST":
        made, why = _new_agent(desk)
    return _agents_page(desk, made, why)


def _agents_page(desk: Desk, made: tuple[str, str, str] | None, why: str) -> Response:
    with desk.server.db.read() as conn:
        rows = people.agents(conn, desk.tenant.ibge)
    return desk.page(
        "painel_agentes.html", 422 if why else 200, section="agentes", rows=rows, made=made,
        why=why, form=desk.form if why else {},
    )  # fmt: skip


def _agent_meant(desk: Desk) -> Row | None:
    with desk.server.db.read() as conn:
        return people.agent(conn, desk.tenant.ibge, desk.form.get("matricula", "")[:40])


def agent_state(desk: Desk) -> Response:
    """Lets an agent in no more, or again. Who is at the desk stays: somebody must be left."""
    agent = _agent_meant(desk)
    if agent is None:
        return _agents_page(desk, None, "Esse agente não existe.")
    if agent.matricula == desk.agent.matricula:
        return _agents_page(desk, None, "Ninguém desativa a si mesmo: peça a outra pessoa.")
    active = desk.form.get("ativo") == "1"
    tenants.set_active(desk.server, desk.tenant.ibge, agent.matricula, active)
    if not active:
        auth.close_other_sessions(desk.server, agent)
    return RedirectResponse("/painel/agentes", 303)


def agent_password(desk: Desk) -> Response:
    """A new one-time password in place of one that was forgotten."""
    agent = _agent_meant(desk)
    if agent is None:
        return _agents_page(desk, None, "Esse agente não existe.")
    if agent.matricula == desk.agent.matricula:
        return RedirectResponse(auth.PASSWORD_PAGE, 303)
    new = passwords.one_time_password()
    tenants.set_password(
        desk.server, desk.tenant.ibge, agent.matricula, new, must_change=True
    )
    auth.close_other_sessions(desk.server, agent)
    return _agents_page(desk, (agent.matricula, agent.name, new), "")


def _new_agent(desk: Desk) -> tuple[tuple[str, str, str] | None, str]:
    matricula = desk.form.get("matricula", "").strip()
    name = desk.form.get("nome", "").strip()
    role = desk.form.get("papel", "")
    if not tenants.MATRICULA_FORM.fullmatch(matricula):
        return None, f"A matrícula “{matricula[:32]}” só pode ter letras, números, ponto e traço."
    if not 3 <= len(name) <= 120:
        return None, "Escreva o nome do agente."
    if role not in tenants.ROLES:
        return None, "Escolha inspetor ou administração."
    new = passwords.one_time_password()
    if not tenants.add_agent(
        desk.server, desk.tenant.ibge, matricula, name, role, new, must_change=True
    ):
        return None, f"A matrícula {matricula} já existe."
    return (matricula, name, new), ""


def nothing(desk: Desk) -> Response:
    return desk.page("painel_nada.html", 404, section="")


_BOTH, _POST = ["GET", "POST"], ["POST"]
routes = [
    Route("/entrar", door, methods=_BOTH),
    Route("/sair", desk_view(leave), methods=_POST),
    Route("/senha", desk_view(password), methods=_BOTH),
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
    Route("/agentes", desk_view(agentes, admin=True), methods=_BOTH),
    Route("/agentes/situacao", desk_view(agent_state, admin=True), methods=_POST),
    Route("/agentes/senha", desk_view(agent_password, admin=True), methods=_POST),
    Route("/lei", desk_view(law.page), methods=["GET"]),
    Route("/lei", desk_view(law.send, admin=True, uploads=True), methods=_POST),
    Route("/lei/{number}/{place}", desk_view(law.file)),
    Route("/{rest:path}", desk_view(nothing)),
]
