"""Who is at the desk: cookie session, CSRF token, and the wrapper that every page goes through."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import PurePosixPath
from urllib.parse import parse_qsl, urlsplit

from sqlalchemy import Row, delete, insert, select
from starlette.concurrency import run_in_threadpool
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from checklists.local import FILES_MAX
from sync.records.shapes import without_controls
from sync.server import tenants
from sync.server.context import Server, moment
from sync.server.db import schema
from sync.server.http import body_bytes, server_of
from sync.server.pages import page
from sync.server.problems import Problem

COOKIE = "prancheta_painel"
LIFETIME = timedelta(hours=8)
FORM_BYTES_MAX = 16 * 1024
UPLOAD_BYTES_MAX = 2 * 1024 * 1024
ADMIN = "administrador"
PASSWORD_PAGE = "/painel/senha"


@dataclass(frozen=True)
class Desk:
    """One request of a logged-in agent."""

    server: Server
    request: Request
    agent: Row
    tenant: Row
    csrf: str
    form: dict[str, str]
    files: tuple[tuple[str, bytes], ...] = ()  # names and bytes, of a form that sends files

    @property
    def is_admin(self) -> bool:
        return self.agent.role == ADMIN

    def page(self, template: str, status: int = 200, **values: object) -> Response:
        return desk_page(template, status, desk=self, zone=self.tenant.timezone, **values)


def desk_page(template: str, status: int = 200, **values: object) -> Response:
    # With "no-referrer" a browser hides the origin of our own forms.
    return page(
        template, status, css="painel.css", forms="'self'", fonts="'self'",
        headers={"Referrer-Policy": "same-origin"}, **values,
    )  # fmt: skip


def open_session(server: Server, agent: Row) -> str:
    """The token for the cookie; the database keeps its HMAC."""
    token, now = secrets.token_urlsafe(32), server.now()
    table = schema.painel_sessions
    with server.db.write() as conn:
        conn.execute(delete(table).where(table.c.expires_at < moment(now)))
        conn.execute(
            insert(table).values(
                token_hash=server.mac("painel", token),
                tenant=agent.tenant,
                matricula=agent.matricula,
                csrf=secrets.token_urlsafe(24),
                expires_at=moment(now + LIFETIME),
            )
        )
    return token


def close_session(server: Server, token: str) -> None:
    table = schema.painel_sessions
    with server.db.write() as conn:
        conn.execute(delete(table).where(table.c.token_hash == server.mac("painel", token)))


def close_other_sessions(server: Server, agent: Row, token: str = "") -> None:
    """Ends what the agent has open at the desk, except for the session of `token`."""
    table = schema.painel_sessions
    with server.db.write() as conn:
        conn.execute(
            delete(table).where(
                table.c.tenant == agent.tenant,
                table.c.matricula == agent.matricula,
                table.c.token_hash != server.mac("painel", token),
            )
        )


def set_cookie(server: Server, response: Response, token: str) -> None:
    response.set_cookie(
        COOKIE, token, max_age=int(LIFETIME.total_seconds()), path="/painel", httponly=True,
        samesite="lax", secure=server.config.https,
    )  # fmt: skip


def _find(server: Server, token: str) -> tuple[Row, Row, str] | None:
    sessions, agents = schema.painel_sessions, schema.agents
    with server.db.read() as conn:
        row = conn.execute(
            select(sessions).where(sessions.c.token_hash == server.mac("painel", token))
        ).one_or_none()
        if row is None or datetime.fromisoformat(row.expires_at) <= server.now():
            return None
        agent = conn.execute(
            select(agents).where(
                agents.c.tenant == row.tenant, agents.c.matricula == row.matricula
            )
        ).one()
        tenant = tenants.get(conn, row.tenant)
    return (agent, tenant, row.csrf) if agent.active else None


def from_here(request: Request) -> bool:
    """Whether a form was sent by our own page, as the browser itself tells."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


async def read_form(request: Request) -> dict[str, str]:
    data = await body_bytes(request, FORM_BYTES_MAX)
    pairs = parse_qsl(data.decode("utf-8", "replace"), keep_blank_values=True)
    return {name: without_controls(value) for name, value in pairs}


async def read_upload(request: Request) -> tuple[dict[str, str], tuple[tuple[str, bytes], ...]]:
    """The fields of a multipart form, and its files in order."""
    data = await body_bytes(request, UPLOAD_BYTES_MAX)

    async def stream() -> AsyncIterator[bytes]:
        yield data

    parser = MultiPartParser(
        request.headers, stream(), max_files=FILES_MAX + 1, max_fields=8,
        max_part_size=FORM_BYTES_MAX,
    )  # fmt: skip
    try:
        parsed = await parser.parse()
    except (MultiPartException, KeyError, ValueError):
        raise Problem("request.not_form", field="body", value=FILES_MAX) from None
    fields, files = {}, []
    try:
        for name, value in parsed.multi_items():
            if isinstance(value, str):
                fields[name] = without_controls(value)
            elif value.filename:
                files.append((PurePosixPath(value.filename).name[:120], await value.read()))
    finally:
        await parsed.close()
    return fields, tuple(files)


View = Callable[[Desk], Response]


def desk_view(
    view: View, admin: bool = False, uploads: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """Runs `view` off the event loop for a logged-in agent; sends everyone else to the door.
    With `uploads` the form may bring files (of an administrator; nobody else's is read)."""

    async def endpoint(request: Request) -> Response:
        server = server_of(request)
        token = request.cookies.get(COOKIE, "")
        found = await run_in_threadpool(_find, server, token) if token else None
        if found is None:
            return RedirectResponse("/painel/entrar", 303)
        agent, tenant, csrf = found
        form, files = {}, ()
        try:
            if uploads and agent.role == ADMIN:
                form, files = await read_upload(request)
            elif request.method == "POST":
                form = await read_form(request)
        except Problem as problem:
            return desk_page("painel_recusado.html", problem.status, why=problem.message)
        desk = Desk(server, request, agent, tenant, csrf, form, files)
        if request.method == "POST" and not (
            from_here(request) and hmac.compare_digest(form.get("csrf", "").encode(), csrf.encode())
        ):
            why = "O formulário venceu ou veio de outra página. Volte e envie de novo."
            return desk_page("painel_recusado.html", 403, why=why)
        if any("\0" in value for value in request.path_params.values()):
            return desk.page("painel_nada.html", 404, section="")
        if agent.must_change and request.url.path not in (PASSWORD_PAGE, "/painel/sair"):
            return RedirectResponse(PASSWORD_PAGE, 303)
        if admin and not desk.is_admin:
            why = "Só a administração abre esta página. Fale com quem cuida do painel."
            return desk_page("painel_recusado.html", 403, why=why)
        return await run_in_threadpool(view, desk)

    return endpoint
