"""What anybody sees: the page of a selo, by its QR or its short code, the home page, and the pages
for what is not there.

One request, nothing personal, whole without JavaScript. Where there is some, the phone checks the
signature once more (`selo.js`).
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sync.records.canonical import b64url
from sync.records.seal import packed_from_digits, serial_text
from sync.records.short_code import (
    TYPED_MAX_CHARS,
    ShortCodeError,
    parse_short_code,
    short_code,
)
from sync.server import ics, tenants, unrecognised
from sync.server.http import client_of, server_of
from sync.server.pages import mark, page
from sync.server.rate import Bucket
from sync.server.seals import SealView, look_up, look_up_short

WORDS = {
    "valido": "VÁLIDO",
    "futuro": "AINDA NÃO VALE",
    "vencido": "VENCIDO",
    "cancelado": "CANCELADO",
    "desconhecido": "NÃO RECONHECIDO",
}
REMIND_DAYS_BEFORE = 30
PATH_SHOWN_CHARS = 300


@dataclass(frozen=True)
class Keys:
    """What the phone checks a signature by; base64url, and the certificate as JSON."""

    root: str
    device: str
    certificate: str


def _slowed(request: Request, bucket: Bucket) -> Response | None:
    seconds = bucket.wait_s(client_of(request))
    if not seconds:
        return None
    return page("muitas.html", 429, seconds=seconds, headers={"Retry-After": str(seconds)})


async def seal_page(request: Request) -> Response:
    server, digits = server_of(request), request.path_params["digits"]
    if not digits:
        return RedirectResponse("/s", 307)
    if slow := _slowed(request, request.app.state.visitors):
        return slow
    view = await run_in_threadpool(look_up, server, digits)
    if view.status == "desconhecido":
        await _note(request, view, unrecognised.start_of(digits))
    return _answer(request, view, digits=digits if view.payload else "")


async def short_page(request: Request) -> Response:
    """The form for a seal whose QR is dead, and its answer. The seal's digits are not given away:
    whoever has them can draw the QR."""
    server, typed = server_of(request), request.query_params.get("codigo")
    if typed is None:
        return _form()
    if slow := _slowed(request, request.app.state.visitors):
        return slow
    try:
        code = parse_short_code(typed)
    except ShortCodeError as error:
        return _form(typed[:TYPED_MAX_CHARS], error.message)
    if slow := _slowed(request, request.app.state.short_codes):
        return slow
    view = await run_in_threadpool(look_up_short, server, code)
    if view.status == "desconhecido":
        # A number that no seal has may be somebody's: only a seal's own is kept.
        await _note(request, view, serial_text(code.serial) if view.town is not None else "")
    return _answer(request, view, typed=code.text)


def _form(typed: str = "", why: str = "") -> Response:
    return page(
        "codigo.html", 422 if why else 200, forms="'self'", typed=typed, why=why,
        headers={"X-Robots-Tag": "noindex"} if typed else None,
    )  # fmt: skip


async def _note(request: Request, view: SealView, start: str) -> None:
    town = view.town.ibge if view.town is not None else None
    await run_in_threadpool(request.app.state.unrecognised.note, town, start, view.reason)


def _answer(request: Request, view: SealView, digits: str = "", typed: str = "") -> Response:
    """`digits` of the address; `typed`: the short code that stands for them."""
    server = server_of(request)
    zone = ZoneInfo(view.town.timezone if view.town is not None else "America/Sao_Paulo")
    keys = code = None
    if view.payload is not None and digits:
        keys = Keys(
            b64url(view.town.root_public_key), b64url(view.device.public_key),
            view.device.certificate,
        )  # fmt: skip
        if view.record_received:
            code = short_code(packed_from_digits(digits))
    return page(
        "selo.html",
        404 if view.status == "desconhecido" else 200,
        script="selo.js" if keys else "",
        view=view,
        word=WORDS[view.status],
        digits=digits,
        typed=typed,
        code=code or (typed if view.payload else None),
        short_address=f"{urlsplit(server.config.public_url).netloc}/s",
        keys=keys,
        checked_at=f"{server.now().astimezone(zone):%d/%m/%Y às %H:%M}",
        headers={"X-Robots-Tag": "noindex"},
    )


async def seal_reminder(request: Request) -> Response:
    server, digits = server_of(request), request.path_params["digits"]
    if slow := _slowed(request, request.app.state.visitors):
        return slow
    view = await run_in_threadpool(look_up, server, digits)
    if view.status != "valido":
        return await not_found(request, None)
    seal, address = view.payload, f"{server.config.public_url}/s/{digits}"
    event = ics.Day(
        uid=f"selo-{seal.ibge}-{seal.serial}",
        day=seal.valid_until,
        summary=f"Vistoria do veículo {seal.plate} vence hoje",
        description=f"Marque a próxima vistoria em {view.town.name}. {address}",
        reminder=f"A vistoria do veículo {seal.plate} vence em um mês",
        remind_days=REMIND_DAYS_BEFORE,
    )
    text = ics.calendar(event, "Selo de vistoria", server.now())
    return ics.answer(text, f"vistoria-{seal.plate}")


async def home(request: Request) -> Response:
    server = server_of(request)

    def names() -> list[str]:
        with server.db.read() as conn:
            return [f"{row.name} ({row.uf})" for row in tenants.all_tenants(conn)]

    return page("inicio.html", towns=await run_in_threadpool(names))


async def favicon(_request: Request) -> Response:
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(mark(), media_type="image/svg+xml", headers=headers)


async def not_found(request: Request, _error: Exception | None) -> Response:
    path = request.url.path[:PATH_SHOWN_CHARS]
    return page("nao_encontrado.html", 404, path=path)


async def failed(_request: Request, _error: Exception) -> Response:
    return page("falha.html", 500)
