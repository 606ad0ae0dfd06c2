"""A device for the tests: native ports on a folder, a clock that obeys, invented vans."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from PIL import Image

from app.device import native
from sync.device.conclusion import PendingRecord
from sync.device.ports import DevicePorts
from sync.device.store import FieldStore
from sync.records.canonical import b64url
from sync.records.ids import uuid7

DEVICE = "0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a"
AGENT = {"matricula": "1001", "proof": "pin", "at": "2026-11-30T09:00:00-03:00"}


@dataclass
class SettableClock:
    """A clock that stands still until it is told otherwise."""

    time: datetime = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    elapsed_ms: int = 0

    def now(self) -> datetime:
        return self.time

    def monotonic_ms(self) -> int:
        return self.elapsed_ms

    def passes(self, **amount: float) -> None:
        step = timedelta(**amount)
        self.time += step
        self.elapsed_ms += round(step.total_seconds() * 1000)

    def is_set_back(self, **amount: float) -> None:
        self.time -= timedelta(**amount)


@dataclass(frozen=True)
class Rulebook:
    """As much of a rulebook as the store pins."""

    id: str = "mangaratiba"
    version: str = "2026.1"
    raw: bytes = b'id = "mangaratiba"\n'

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.raw).hexdigest()


RULEBOOK = Rulebook()


def device_ports(folder: Path, clock: Any = None, **others: Any) -> DevicePorts:
    """Native ports on `folder`; the key is real, the hash of the PIN too."""
    ports = native.device_ports(folder, server="http://prancheta.test")
    return replace(ports, clock=clock or SettableClock(), **others)


def enrolment_reply(device: str = DEVICE, first: int = 1, last: int = 40) -> dict[str, Any]:
    """What a server answers to an enrolment."""
    return {
        "device": {"id": device, "key_id": "00000000", "name": "Tablet 1"},
        "municipality": {
            "ibge": 3302601,
            "name": "Mangaratiba",
            "uf": "RJ",
            "timezone": "America/Sao_Paulo",
            "rulebook": "mangaratiba",
            "ouvidoria": {"phone": "21 0000-0000", "email": "ouvidoria@exemplo.gov.br"},
        },
        "public_base": "https://vistoria.exemplo",
        "root_public_key": b64url(b"\1" * 32),
        "certificate": {},
        "blocks": [{"id": uuid7(), "series": "selo", "first": first, "last": last}],
        "server_time": "2026-11-30T12:00:00Z",
    }


async def enrolled_store(ports: DevicePorts, **reply: Any) -> FieldStore:
    """An open store of a device that has a key and was enrolled."""
    store = await FieldStore.open(ports)
    await ports.keys.create()
    await store.save_enrolment(enrolment_reply(**reply))
    return store


def vistoria_body(result: str = "aprovado", photos: tuple[str, ...] = (), **vehicle: Any) -> dict:
    """The body of a vistoria of an invented van."""
    approved = result == "aprovado"
    return {
        "vehicle": {
            "id": "0192f0c1-0000-7000-8000-000000000001",
            "known": True,
            "plate": "ABC1D23",
            "chassis_tail": "A12345",
            "make_model": "Fiat Ducato",
            "service": "escolar",
            "model_year": 2018,
            "manufacture_year": 2017,
            "permit": "E-12",
            **vehicle,
        },
        "mode": "ordinaria",
        "previous": None,
        "started_at": "2026-11-30T09:00:00-03:00",
        "ended_at": "2026-11-30T09:20:00-03:00",
        "odometer": 123456,
        "answers": [
            {
                "item": "14-I",
                "value": "conforme" if approved else "nao_conforme",
                "reason": "",
                "note": "",
                "measured": {},
                "photos": list(photos),
                "at": "2026-11-30T09:05:00-03:00",
            }
        ],
        "verdict": {
            "result": result,
            "valid_until": "2027-05-30" if approved else None,
            "retention": False,
            "exigencias": []
            if approved
            else [
                {
                    "id": "0192f0c1-0000-7000-8000-0000000000e1",
                    "item": "14-I",
                    "cite": "Art. 14, I",
                    "label": "Retrovisor quebrado",
                    "deadline": None,
                    "measures": [],
                }
            ],
            "closes": [],
            "choices": [],
            "reasons": [],
        },
    }


def photo_bytes(width: int = 64, height: int = 48, colour: str = "navy") -> bytes:
    """A small JPEG."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "JPEG")
    return out.getvalue()


async def concluded(
    store: FieldStore, body: dict | None = None, selo: bool = True, **draft: Any
) -> list[dict[str, Any]]:
    """Concludes a vistoria, with its selo when it is approved and `selo` is wanted."""
    body = body or vistoria_body()
    begun = store.create_draft(agent="1001", rulebook=RULEBOOK, **draft)
    pending = [PendingRecord("vistoria", body)]
    if selo and body["verdict"]["result"] == "aprovado":
        pending.append(await store.prepare_selo(begun.id, body))
    return await store.conclude(begun.id, pending, AGENT)


def annulment(record: dict[str, Any]) -> PendingRecord:
    """The record that annuls a vistoria or a selo."""
    return PendingRecord(
        "anulacao",
        {
            "annuls": record["id"],
            "annulled_kind": record["kind"],
            "serial": record["body"].get("serial"),
            "reason": "Emitido por engano.",
        },
    )


def shut(store: FieldStore) -> None:
    """What the end of the process does to its files."""
    store.close()
    store.ports.storage.close()
