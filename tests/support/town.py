"""A real server of an invented town in a folder, and wires to it that break on command."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import insert, select

from sync.records.plate import parse_plate
from sync.server import enrol, feed, tenants
from sync.server.application import create_app
from sync.server.config import Config
from sync.server.context import Server, open_server
from sync.server.db import schema, schema_registry

IBGE = 3302601
BASE = "http://prancheta.test"
MATRICULA, PASSWORD = "1001", "vistoria-1001"


@cache
def _empty_database() -> Path:
    """A database with its tables and nothing in them, so that the migrations run once."""
    folder = Path(tempfile.mkdtemp(prefix="prancheta-tabelas-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    server = open_server(Config(data=folder))
    server.db.dispose()
    return folder / "prancheta.db"


class Town:
    """The server, its tenant and its application. `restart` is what a new process would be."""

    def __init__(self, folder: Path, clock: Callable[[], datetime], ibge: int = IBGE) -> None:
        self.folder, self.clock, self.ibge = folder, clock, ibge
        folder.mkdir(parents=True)
        shutil.copy(_empty_database(), folder)
        self._start()
        tenants.create(
            self.server,
            tenants.NewTenant(
                self.ibge, "Mangaratiba", "RJ", "America/Sao_Paulo", "mangaratiba", "", ""
            ),
        )
        tenants.publish_rulebook(self.server, self.ibge, "mangaratiba", "2026.1", b'id = "m"\n')
        tenants.add_agent(
            self.server, self.ibge, MATRICULA, "Marta Figueiral", "inspetor", PASSWORD
        )

    def _start(self) -> None:
        config = Config(data=self.folder, public_url="http://localhost:8000")
        self.server: Server = open_server(config, self.clock)
        self.app = create_app(self.server)

    def restart(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        self.server.db.dispose()

    def new_code(self) -> str:
        return enrol.new_code(self.server, self.ibge)

    def add_vehicle(self, vehicle_id: str, plate: str, **values: Any) -> None:
        row = {
            "tenant": self.ibge,
            "id": vehicle_id,
            "plate": plate,
            "plate_key": parse_plate(plate).key,
            "plates": "[]",
            "chassis": "9BWZZZ377VT004251",
            "chassis_tail": "004251",
            "renavam": "",
            "make_model": "Fiat Ducato",
            "model_year": 2018,
            "manufacture_year": 2017,
            "service": "escolar",
            "permit": "E-12",
            "color": "",
            "fuel": "",
            "origin": "cadastro",
            **values,
        }
        with self.server.db.write_tenant(self.ibge) as writer:
            writer.conn.execute(insert(schema_registry.vehicles).values(**row))
            feed.put_vehicle(writer, vehicle_id)

    def records(self) -> list[Any]:
        """Rows (device_seq, id, kind, hash, flags, bytes) in the chain's order."""
        table = schema.records
        with self.server.db.read() as conn:
            return list(
                conn.execute(
                    select(
                        table.c.device_seq,
                        table.c.id,
                        table.c.kind,
                        table.c.hash,
                        table.c.flags,
                        table.c.bytes,
                    ).order_by(table.c.device, table.c.device_seq)
                )
            )

    def evidence(self) -> list[Any]:
        with self.server.db.read() as conn:
            return list(conn.execute(select(schema.evidence)))

    def attachments(self) -> dict[str, bool]:
        """digest -> whether it is complete."""
        table = schema.attachments
        with self.server.db.read() as conn:
            rows = conn.execute(select(table.c.digest, table.c.completed_at))
            return {row.digest: row.completed_at is not None for row in rows}

    def revoke(self) -> None:
        with self.server.db.write() as conn:
            conn.execute(schema.devices.update().values(status="revoked"))


class CutStream(httpx.AsyncByteStream):
    """The first bytes of a body, then nothing more."""

    def __init__(self, data: bytes, keep: int) -> None:
        self.data, self.keep = data, keep

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self.data[: self.keep]
        raise httpx.ReadError("cut")


@dataclass
class Wire(httpx.AsyncBaseTransport):
    """Carries requests to the town, except as `fault` says.

    `fault(number, request)` names what happens to the request of that number (from 0): "" or
    None nothing; "down" it never leaves; "lost" the server does it and the answer is lost;
    "timeout"; "cut:N" the answer stops after N bytes; "twice" it arrives twice; "portal",
    "redirect", "gateway" somebody else answers; "500", "500html", "garbage", "empty", "list",
    "newer" our header with no sense; "restart" the server restarts before it.
    """

    town: Town
    fault: Callable[[int, httpx.Request], str | None] = lambda number, request: None
    seen: list[str] = field(default_factory=list)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        number = len(self.seen)
        fault = self.fault(number, request) or ""
        self.seen.append(f"{request.method} {request.url.path}{' ' + fault if fault else ''}")
        if fault == "down":
            raise httpx.ConnectError("no signal", request=request)
        if fault == "timeout":
            raise httpx.ReadTimeout("too slow", request=request)
        if fault in _STRANGERS:
            status, headers, body = _STRANGERS[fault]
            return httpx.Response(status, headers=headers, content=body, request=request)
        if fault == "restart":
            self.town.restart()
        content = await request.aread()
        answer = await self._deliver(request, content)
        if fault == "twice":
            answer = await self._deliver(request, content)
        if fault == "lost":
            raise httpx.ReadError("the answer was lost", request=request)
        if fault.startswith("cut:"):
            data = b"".join([part async for part in answer.stream])
            keep = int(fault[4:]) % (len(data) or 1)
            return httpx.Response(
                answer.status_code, headers=answer.headers, stream=CutStream(data, keep)
            )
        return answer

    async def _deliver(self, request: httpx.Request, content: bytes) -> httpx.Response:
        copy = httpx.Request(request.method, request.url, headers=request.headers, content=content)
        carrier = httpx.ASGITransport(self.town.app, raise_app_exceptions=False)
        return await carrier.handle_async_request(copy)


_OURS = {"Prancheta-Api": "1", "Content-Type": "application/json"}
_STRANGERS: dict[str, tuple[int, dict[str, str], bytes]] = {
    "portal": (200, {"Content-Type": "text/html"}, b"<html>Aceite os termos do Wi-Fi</html>"),
    "redirect": (302, {"Location": "http://portal.exemplo/login"}, b""),
    "gateway": (502, {"Content-Type": "text/html"}, b"<html>Bad Gateway</html>"),
    "500": (500, _OURS, json.dumps({"problem": {"code": "server.failed"}}).encode()),
    "500html": (500, {"Prancheta-Api": "1"}, b"<html>Internal Server Error</html>"),
    "garbage": (200, _OURS, b'{"answers": [{"id":'),
    "empty": (200, _OURS, b""),
    "list": (200, _OURS, b"[1, 2, 3]"),
    "object": (200, _OURS, b"{}"),
    "newer": (200, {"Prancheta-Api": "2"}, b"{}"),
}


@dataclass
class Line:
    """The `Network` port over a wire."""

    wire: Wire
    base_url: str = BASE
    is_online: bool = True

    def transport(self) -> httpx.AsyncBaseTransport:
        return self.wire

    def online(self) -> bool:
        return self.is_online
