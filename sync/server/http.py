"""Reading requests and writing answers: limits, JSON, problems, headers. No rule of the field."""

from __future__ import annotations

import errno
import gzip
import ipaddress
import json
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sync.server import sessions
from sync.server.context import Server
from sync.server.problems import Problem

API_HEADER = "Prancheta-Api"
JSON_BODY_MAX = 64 * 1024
SHOWN_PATH_CHARS = 60
SECRET_PATHS = "/c/"
log = logging.getLogger("prancheta.http")
access = logging.getLogger("prancheta.acesso")

Endpoint = Callable[[Request], Awaitable[Response]]


def server_of(request: Request) -> Server:
    return request.app.state.server


async def body_bytes(request: Request, limit: int) -> bytes:
    """The body as sent; stops reading at the limit whatever Content-Length said."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise Problem("request.too_large", field="body", value=limit)
        parts.append(part)
    return b"".join(parts)


async def json_body(request: Request) -> dict[str, Any]:
    data = await body_bytes(request, JSON_BODY_MAX)
    try:
        body = json.loads(data.decode("utf-8"))
    except RecursionError:
        raise Problem("request.nesting", field="body", value=1) from None
    except ValueError as error:
        raise Problem("request.not_json", field="body", value=error) from None
    if not isinstance(body, dict):
        raise Problem("request.not_json", field="body", value="não é um objeto")
    return body


async def bearer(request: Request):
    """The device of the request's session."""
    header = request.headers.get("authorization")
    return await run_in_threadpool(sessions.device_of, server_of(request), header)


def client_of(request: Request) -> str:
    """Whom to slow down: an IPv4 address, or the /64 that one subscriber is given of IPv6. Behind
    a reverse proxy on this machine uvicorn has put the visitor's own address here."""
    host = request.client.host if request.client else "?"
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))


def json_answer(value: Any, status: int = 200) -> JSONResponse:
    return JSONResponse(value, status, headers={"Cache-Control": "no-store"})


def problem_answer(problem: Problem) -> JSONResponse:
    answer = json_answer({"problem": problem.as_dict(), **problem.extra}, problem.status)
    if problem.retry_after_s is not None:
        answer.headers["Retry-After"] = str(problem.retry_after_s)
    return answer


def maybe_gzip(request: Request, data: bytes, media_type: str) -> Response:
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", "") and len(data) > 500:
        headers["Content-Encoding"] = "gzip"
        data = gzip.compress(data, compresslevel=5, mtime=0)
    return Response(data, media_type=media_type, headers=headers)


def api(endpoint: Endpoint) -> Endpoint:
    """Turns whatever goes wrong inside an API endpoint into a problem."""

    async def wrapped(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Problem as problem:
            return problem_answer(problem)
        except ClientDisconnect:
            return Response(status_code=499)
        except OSError as error:
            log.exception("disco")
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            return problem_answer(Problem("server.full" if full else "server.failed"))
        except (OperationalError, PoolTimeout):
            log.exception("banco de dados")
            return problem_answer(Problem("server.busy", retry_after_s=5))
        except Exception:
            log.exception("falha em %r", request.url.path[:SHOWN_PATH_CHARS])
            return problem_answer(Problem("server.failed"))

    wrapped.__name__ = endpoint.__name__
    return wrapped


class Headers:
    """Headers of every answer, and the access log: never a query string, a body or a token."""

    def __init__(self, app: ASGIApp, hsts: bool) -> None:
        self.app = app
        self.common = [
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"x-frame-options", b"DENY"),
            (b"cross-origin-opener-policy", b"same-origin"),
        ]
        if hsts:
            self.common.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path, start = scope["path"], time.perf_counter()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                present = {name.lower() for name, _ in headers}
                headers += [pair for pair in self.common if pair[0] not in present]
                if path.startswith("/api/"):
                    headers.append((API_HEADER.lower().encode(), b"1"))
                took_ms = (time.perf_counter() - start) * 1000
                shown = _shown(path)
                access.info("%s %s %s %.1f ms", scope["method"], shown, message["status"], took_ms)
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _shown(path: str) -> str:
    """What the log says of a path; of a copy's not even that, for it is a secret."""
    if f"/{path.lower().lstrip('/')}".startswith(SECRET_PATHS):
        return SECRET_PATHS + "…"
    shown = "".join(char if char.isprintable() else "?" for char in path)
    return shown if len(shown) <= SHOWN_PATH_CHARS else shown[:SHOWN_PATH_CHARS] + "…"
