"""The agents' page: who is let in, and new passwords."""

from __future__ import annotations

from sqlalchemy import Row
from starlette.responses import RedirectResponse, Response

from sync.server import passwords, tenants
from sync.server.painel import auth, people
from sync.server.painel.auth import Desk


def page(desk: Desk) -> Response:
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


def state(desk: Desk) -> Response:
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


def password(desk: Desk) -> Response:
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
