"""The whole server as one ASGI application."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route

from sync.server import api
from sync.server.context import Server
from sync.server.http import Headers


def create_app(server: Server) -> Starlette:
    app = Starlette(
        routes=[
            Mount("/api/v1", routes=api.routes),
            Route("/api/{rest:path}", api.unknown),
        ],
        middleware=[Middleware(Headers, https=server.config.https)],
    )
    app.state.server = server
    return app
