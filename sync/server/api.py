"""The HTTP API, version 1: each endpoint reads its request and calls one function."""

from __future__ import annotations

import re

from sqlalchemy import Row
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sync.records.canonical import b64url_bytes
from sync.server import (
    attachments,
    autos,
    blocks,
    changes,
    enrol,
    login,
    push,
    push_parse,
    seal_lists,
    sessions,
)
from sync.server.http import (
    api,
    bearer,
    body_bytes,
    client_of,
    json_answer,
    json_body,
    maybe_gzip,
    problem_answer,
    server_of,
)
from sync.server.problems import Problem


def _only_active(device: Row) -> None:
    """Whoever holds a revoked device learns nothing more of anybody."""
    if device.status != "active":
        raise Problem("device.revoked", value=device.revoked_reason or "")


@api
async def status(request: Request) -> Response:
    return json_answer({"api": 1, "server_time": server_of(request).now_text()})


@api
async def enrol_device(request: Request) -> Response:
    body = await json_body(request)
    answer = await run_in_threadpool(
        enrol.enrol, server_of(request), body, client_of(request)
    )
    return json_answer(answer, 201)


@api
async def challenge(request: Request) -> Response:
    return json_answer(sessions.challenge(server_of(request)))


@api
async def session(request: Request) -> Response:
    body = await json_body(request)
    return json_answer(await run_in_threadpool(sessions.open_session, server_of(request), body))


@api
async def agent_login(request: Request) -> Response:
    device, body = await bearer(request), await json_body(request)
    _only_active(device)
    answer = await run_in_threadpool(login.login_on_device, server_of(request), device, body)
    return json_answer(answer)


@api
async def push_records(request: Request) -> Response:
    device = await bearer(request)
    data = await body_bytes(request, push_parse.MAX_BODY_BYTES)
    encoding = request.headers.get("content-encoding", "identity").strip().lower()
    if encoding == "gzip":
        data = await run_in_threadpool(push_parse.gunzip, data)
    elif encoding != "identity":
        raise Problem("request.encoding", field="Content-Encoding", value=encoding)
    return json_answer(await run_in_threadpool(push.push, server_of(request), device, data))


@api
async def attachment_status(request: Request) -> Response:
    device = await bearer(request)
    digest = request.path_params["digest"]
    answer = await run_in_threadpool(
        attachments.status, server_of(request), device.tenant, digest
    )
    return json_answer(answer)


@api
async def attachment_part(request: Request) -> Response:
    device = await bearer(request)
    offset = request.query_params.get("offset", "0")
    if not (offset.isascii() and offset.isdigit() and len(offset) < 16):
        raise Problem("request.field", field="offset", value=offset)
    try:
        salt = b64url_bytes(request.headers.get("prancheta-salt"))
    except ValueError:
        raise Problem("attachment.salt", field="Prancheta-Salt") from None
    data = await body_bytes(request, attachments.MAX_CHUNK_BYTES)
    digest = request.path_params["digest"]
    answer = await run_in_threadpool(
        attachments.receive, server_of(request), device.tenant, digest, int(offset), salt, data
    )
    if answer["complete"]:
        await run_in_threadpool(
            autos.persons_arrived, server_of(request), device.tenant, digest
        )
    return json_answer(answer)


@api
async def feed(request: Request) -> Response:
    device = await bearer(request)
    _only_active(device)
    query = request.query_params
    limit = changes.limit_of(query.get("limit"))
    data = await run_in_threadpool(
        changes.page, server_of(request), device.tenant, query.get("cursor", ""), limit
    )
    return maybe_gzip(request, data, "application/x-ndjson")


@api
async def more_numbers(request: Request) -> Response:
    device, body = await bearer(request), await json_body(request)
    answer = await run_in_threadpool(
        blocks.request, server_of(request), device, body.get("series"), body.get("request_id")
    )
    return json_answer(answer)


@api
async def seal_list(request: Request) -> Response:
    """A signed list: of the device's municipality, or of `?municipio=`, to whoever asks."""
    kind = request.path_params["kind"]
    if request.headers.get("authorization"):
        device = await bearer(request)
        _only_active(device)
        ibge = device.tenant
    else:
        if seconds := request.app.state.visitors.wait_s(client_of(request)):
            raise Problem("lists.too_many", value=seconds, retry_after_s=seconds)
        text = request.query_params.get("municipio", "")
        ibge = int(text) if re.fullmatch(r"[0-9]{7}", text) else 0
    row = await run_in_threadpool(seal_lists.one, server_of(request), ibge, kind)
    if row is None:
        raise Problem("request.not_found", value=f"{request.url.path} ({ibge or 'município?'})")
    headers = {"ETag": f'"{kind}-{row.number}"', "Cache-Control": "no-cache"}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    media_type = "application/json" if kind == "trust" else "application/octet-stream"
    return Response(row.bytes, media_type=media_type, headers=headers)


async def unknown(request: Request) -> Response:
    return problem_answer(Problem("request.not_found", value=request.url.path))


routes = [
    Route("/status", status),
    Route("/enrol", enrol_device, methods=["POST"]),
    Route("/challenge", challenge),
    Route("/session", session, methods=["POST"]),
    Route("/login", agent_login, methods=["POST"]),
    Route("/records", push_records, methods=["POST"]),
    Route("/attachments/{digest}", attachment_status),
    Route("/attachments/{digest}", attachment_part, methods=["PATCH"]),
    Route("/changes", feed),
    Route("/blocks", more_numbers, methods=["POST"]),
    Route("/lists/{kind}", seal_list),
    Route("/{rest:path}", unknown, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
]
