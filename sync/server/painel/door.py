"""The way into the back office and out of it, and one's own password."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sync.server import login, passwords, tenants
from sync.server.http import client_of, server_of
from sync.server.painel import auth
from sync.server.painel.auth import Desk, desk_page
from sync.server.problems import Problem

PASSWORD_LEAST_CHARS = 10


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
