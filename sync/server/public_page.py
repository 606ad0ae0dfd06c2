"""What anybody sees: the page of a selo, the home page, and the pages for what is not there.

No JavaScript, no other request, nothing personal.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from sync.server import tenants
from sync.server.http import client_of, server_of
from sync.server.pages import mark, page
from sync.server.seals import SealView, look_up

WORDS = {
    "valido": "VÁLIDO",
    "futuro": "AINDA NÃO VALE",
    "vencido": "VENCIDO",
    "cancelado": "CANCELADO",
    "desconhecido": "NÃO RECONHECIDO",
}
REMIND_DAYS_BEFORE = 30
PATH_SHOWN_CHARS = 300


def _slowed(request: Request) -> Response | None:
    seconds = request.app.state.visitors.wait_s(client_of(request))
    if not seconds:
        return None
    return page("muitas.html", 429, seconds=seconds, headers={"Retry-After": str(seconds)})


async def seal_page(request: Request) -> Response:
    server, digits = server_of(request), request.path_params["digits"]
    if slow := _slowed(request):
        return slow
    view = await run_in_threadpool(look_up, server, digits)
    zone = ZoneInfo(view.town.timezone if view.town is not None else "America/Sao_Paulo")
    return page(
        "selo.html",
        404 if view.status == "desconhecido" else 200,
        view=view,
        word=WORDS[view.status],
        digits=digits if view.payload else "",
        checked_at=f"{server.now().astimezone(zone):%d/%m/%Y às %H:%M}",
        headers={"X-Robots-Tag": "noindex"},
    )


async def seal_reminder(request: Request) -> Response:
    server, digits = server_of(request), request.path_params["digits"]
    if slow := _slowed(request):
        return slow
    view = await run_in_threadpool(look_up, server, digits)
    if view.status != "valido":
        return await not_found(request, None)
    address = f"{server.config.public_url}/s/{digits}"
    return Response(
        calendar(view, address, server.now()),
        media_type="text/calendar; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="vistoria-{view.payload.plate}.ics"',
            "Cache-Control": "no-store",
        },
    )


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


def calendar(view: SealView, address: str, now: datetime) -> str:
    """RFC 5545: the last day of validity as an all-day event, with a reminder a month before."""
    seal = view.payload
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Prancheta//Selo de vistoria//PT-BR",
        "BEGIN:VEVENT",
        f"UID:selo-{seal.ibge}-{seal.serial}@prancheta",
        f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART;VALUE=DATE:{seal.valid_until:%Y%m%d}",
        f"DTEND;VALUE=DATE:{_next_day(seal.valid_until):%Y%m%d}",
        f"SUMMARY:{_escaped(f'Vistoria do veículo {seal.plate} vence hoje')}",
        f"DESCRIPTION:{_escaped(f'Marque a próxima vistoria em {view.town.name}. {address}')}",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"TRIGGER:-P{REMIND_DAYS_BEFORE}D",
        f"DESCRIPTION:{_escaped(f'A vistoria do veículo {seal.plate} vence em um mês')}",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "".join(_folded(line) + "\r\n" for line in lines)


def _next_day(day: date) -> date:
    return day + timedelta(days=1)


def _escaped(text: str) -> str:
    for char in ("\\", ";", ","):
        text = text.replace(char, "\\" + char)
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Lines of at most 75 octets, never cut inside a character (RFC 5545, section 3.1)."""
    pieces, piece, room = [], "", 75
    for char in line:
        if len((piece + char).encode()) > room:
            pieces.append(piece)
            piece, room = "", 74  # the leading space counts
        piece += char
    return "\r\n ".join([*pieces, piece])
