"""The whole server as one ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from sync.server import api, app_static, public_copy, public_page
from sync.server.context import Server
from sync.server.http import Headers
from sync.server.painel import views as painel
from sync.server.rate import (
    DOOR_BURST,
    DOOR_PER_SECOND,
    SHORT_BURST,
    SHORT_PER_SECOND,
    Bucket,
)
from sync.server.unrecognised import Unrecognised


async def to_painel(_request: Request) -> Response:
    return RedirectResponse("/painel/", 308)


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    yield
    await run_in_threadpool(app.state.unrecognised.write)


def create_app(server: Server) -> Starlette:
    app = Starlette(
        routes=[
            Mount("/api/v1", routes=api.routes),
            Route("/api/{rest:path}", api.unknown),
            Route("/", public_page.home),
            Route("/favicon.svg", public_page.favicon),
            Route("/s", public_page.short_page),
            Route("/s/{digits}.ics", public_page.seal_reminder),
            Route("/s/{digits:path}", public_page.seal_page),
            Route("/c/{secret}.ics", public_copy.copy_reminder),
            Route("/c/{secret}", public_copy.copy_page),
            Route("/painel", to_painel),
            Mount("/painel", routes=painel.routes),
            Route("/app", app_static.to_app),
            Route("/app/{path:path}", app_static.app_file),
        ],
        middleware=[Middleware(Headers, hsts=server.config.hsts)],
        lifespan=_lifespan,
        exception_handlers={404: public_page.not_found, 500: public_page.failed},
    )
    app.state.server = server
    app.state.visitors = Bucket()
    app.state.short_codes = Bucket(burst=SHORT_BURST, per_second=SHORT_PER_SECOND)
    app.state.copies = Bucket(burst=DOOR_BURST, per_second=DOOR_PER_SECOND)
    app.state.unrecognised = Unrecognised(server)
    app.state.door = Bucket(burst=DOOR_BURST, per_second=DOOR_PER_SECOND)
    return app
