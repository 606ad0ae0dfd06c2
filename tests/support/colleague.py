"""A colleague with a device of their own, at a running server: issues selos and annuls one."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any, TypeVar

from PIL import Image

from app.device import native
from sync.device.cadastro import Cadastro
from sync.device.client import SyncClient
from sync.device.store import FieldStore
from tests.support.device import AGENT, annulment, concluded, vistoria_body
from tests.support.live_server import LiveServer

FRAME = (1280, 720)
T = TypeVar("T")


@dataclass(frozen=True)
class Issued:
    """Addresses of the selos of two vans."""

    good: str
    annulled: str


def issue(folder: Path, server: LiveServer, town: str, vans: list[dict[str, Any]]) -> Issued:
    """Enrols a device that lives in `folder`, inspects two vans (`id`, `plate`, `chassis_tail`),
    annuls the second one's selo, and sends it all."""
    return _apart(_issue(folder, server, server.new_code(town), vans))


def enrol(folder: Path, server: LiveServer, code: str) -> None:
    """Enrols a device that lives in `folder`: `code` is used then."""
    _apart(_enrol(folder, server, code))


def _apart(work: Coroutine[Any, Any, T]) -> T:
    with ThreadPoolExecutor(1) as apart:  # this thread's event loop is the browser's
        return apart.submit(asyncio.run, work).result()


async def _enrol(folder: Path, server: LiveServer, code: str) -> None:
    async with _device(folder, server, code):
        pass


async def _issue(
    folder: Path, server: LiveServer, code: str, vans: list[dict[str, Any]]
) -> Issued:
    async with _device(folder, server, code) as (store, client):
        selos = []
        for van in vans[:2]:
            body = vistoria_body(**van)
            until = date.fromisoformat(store.today()) + timedelta(days=180)
            body["verdict"]["valid_until"] = until.isoformat()
            selos.append((await concluded(store, body))[1])
        await store.conclude(None, [annulment(selos[1])], AGENT)
        state = await client.sync()
        assert (state.pending_records, state.problem) == (0, None), state
        return Issued(*(store.selo_url(selo) for selo in selos))


@asynccontextmanager
async def _device(
    folder: Path, server: LiveServer, code: str
) -> AsyncIterator[tuple[FieldStore, SyncClient]]:
    ports = native.device_ports(folder, server=server.url)
    store = await FieldStore.open(ports)
    cadastro = await Cadastro.open(ports, store)
    client = SyncClient(ports, store, cadastro)
    try:
        await client.enrol(code, "Aparelho da colega")
        yield store, client
    finally:
        await client.close()
        cadastro.close()
        store.close()
        ports.storage.close()


def windscreen(code: bytes) -> Image.Image:
    """What a camera sees: the QR (a PNG) on a grey windscreen, a third of the picture high."""
    scene = Image.new("RGB", FRAME, "#8E9AA0")
    sticker = Image.open(io.BytesIO(code)).convert("RGB")
    side = FRAME[1] * 3 // 5
    sticker = sticker.resize((side, side), Image.Resampling.BICUBIC)
    scene.paste(sticker, ((FRAME[0] - side) // 2, (FRAME[1] - side) // 2))
    return scene


def film(scene: Image.Image, path: Path) -> Path:
    """A film that Chromium plays as its camera: the same picture again and again (YUV4MPEG2)."""
    luma, *chroma = scene.convert("YCbCr").split()
    halves = [part.resize((scene.width // 2, scene.height // 2)).tobytes() for part in chroma]
    frame = b"FRAME\n" + luma.tobytes() + b"".join(halves)
    head = f"YUV4MPEG2 W{scene.width} H{scene.height} F5:1 Ip A1:1 C420jpeg\n".encode()
    path.write_bytes(head + frame * 2)
    return path
