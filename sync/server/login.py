"""An agent proves matrícula and password: on an enrolled device, or in the back office."""

from __future__ import annotations

from sqlalchemy import Row, select

from sync.server import passwords, throttle
from sync.server.context import Server
from sync.server.db import schema
from sync.server.encoding import text_field
from sync.server.problems import Problem


def login_on_device(server: Server, device: Row, body: dict) -> dict:
    matricula = text_field(body, "matricula", 40)
    password = body.get("password")
    if not isinstance(password, str):
        raise Problem("request.field", field="password", value="deveria ser texto")
    agent = check_password(server, device.tenant, matricula, password, f"device:{device.id}")
    return {"agent": {"matricula": agent.matricula, "name": agent.name, "role": agent.role}}


def check_password(
    server: Server, ibge: int, matricula: str, password: str, client: str
) -> Row:
    """The active agent; `login.refused`, or `login.too_many` after a few wrong ones."""
    key = f"login:{ibge}:{matricula}:{client}"[:120]
    throttle.attempt(server, key, "login.too_many")
    table = schema.agents
    with server.db.read() as conn:
        agent = conn.execute(
            select(table).where(table.c.tenant == ibge, table.c.matricula == matricula)
        ).one_or_none()
    right = passwords.verify_password(agent.password_hash if agent else None, password)
    if not right or not agent.active:
        raise Problem("login.refused", field="matricula", value=None)
    throttle.succeeded(server, key)
    return agent
