"""A day in somebody's calendar (RFC 5545): all day long, with a reminder before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from starlette.responses import Response

LINE_OCTETS = 75


@dataclass(frozen=True)
class Day:
    """`uid` names the event for good; `reminder` is what the alarm says, so many days before."""

    uid: str
    day: date
    summary: str
    description: str
    reminder: str
    remind_days: int


def calendar(event: Day, product: str, now: datetime) -> str:
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//Prancheta//{product}//PT-BR",
        "BEGIN:VEVENT",
        f"UID:{event.uid}@prancheta",
        f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART;VALUE=DATE:{event.day:%Y%m%d}",
        f"DTEND;VALUE=DATE:{event.day + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{_escaped(event.summary)}",
        f"DESCRIPTION:{_escaped(event.description)}",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"TRIGGER:-P{event.remind_days}D",
        f"DESCRIPTION:{_escaped(event.reminder)}",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "".join(_folded(line) + "\r\n" for line in lines)


def answer(text: str, name: str) -> Response:
    return Response(
        text,
        media_type="text/calendar; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}.ics"',
            "Cache-Control": "no-store",
        },
    )


def _escaped(text: str) -> str:
    for char in ("\\", ";", ","):
        text = text.replace(char, "\\" + char)
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Lines of at most 75 octets, never cut inside a character (RFC 5545, section 3.1)."""
    pieces, piece, room = [], "", LINE_OCTETS
    for char in line:
        if len((piece + char).encode()) > room:
            pieces.append(piece)
            piece, room = "", LINE_OCTETS - 1  # the leading space counts
        piece += char
    return "\r\n ".join([*pieces, piece])
