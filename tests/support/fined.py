"""What a device writes at the roadside, as records: for tests of the server."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from tests.support import autos
from tests.support.field_device import FieldDevice

HOLDER = "0193a1b2-0000-7000-8000-00000000b001"
HERE = autos.PLACE


def at(hour: int, minute: int = 0, day: str = "2026-11-30") -> str:
    return f"{day}T{hour:02d}:{minute:02d}:00-03:00"


def place(
    latitude: int = HERE["latitude"], longitude: int = HERE["longitude"], **changes: Any
) -> dict:
    return {**HERE, "latitude": latitude, "longitude": longitude, **changes}


def first_number(device: FieldDevice) -> int:
    return next(one["first"] for one in device.reply["blocks"] if one["series"] == "auto")


def auto(device: FieldDevice, place_in_block: int = 0, town: str = "mangaratiba", cite: str = "",
         when: str = "", envelope: dict | None = None, **changes: Any) -> dict:  # fmt: skip
    """The next auto of a device's chain, with a number of its block unless another is given."""
    when = when or at(14, place_in_block)
    body = {
        "number": first_number(device) + place_in_block, "happened_at": when, "drawn_at": when,
        "acknowledged": "ausente", "copy_hash": hashlib.sha256(when.encode()).hexdigest(),
        "persons": {"autuado": HOLDER, "motorista": None}, **changes,
    }  # fmt: skip
    made = autos.auto_body(town, cite, **body)
    if made["defence"] and body["acknowledged"] != "assinou":
        made["defence"] |= {"last_day": None, "counted_from": None}
    more = {"municipality": autos.TOWNS[town][0], "occurred_at": when}
    return device.record("auto", made, **more | (envelope or {}))


def stop(device: FieldDevice, when: str = "", **changes: Any) -> dict:
    when = when or at(13, 55)
    body = {
        "started_at": when, "ended_at": when, "place": HERE, "vehicle": None, "found_by": "nenhum",
        "seal": None, "outcome": "sem_irregularidade", "autos": [], "note": "", **changes,
    }  # fmt: skip
    return _written(device, "abordagem", body, when)


def measure(device: FieldDevice, auto_record: dict | None = None, **changes: Any) -> dict:
    body = {
        "auto": auto_record["id"] if auto_record else None, "stop": None, "vistoria": None,
        "measure": "retencao", "act": "aplicada", "releases": None, "at": at(15),
        "what": "veiculo", "description": "Van branca", "kept_at": "Pátio da Secretaria",
        "seal_number": "L-7", "receipt": "R-1", "place": HERE, "note": "",
        "vehicle": auto_record["body"]["vehicle"] if auto_record else None, **changes,
    }  # fmt: skip
    return _written(device, "medida", body, body["at"])


def release(device: FieldDevice, held: dict, when: str = "") -> dict:
    return measure(
        device, act="liberada", releases=held["id"], at=when or at(17), kept_at="",
        auto=held["body"]["auto"], vehicle=held["body"]["vehicle"],
    )  # fmt: skip


def told(device: FieldDevice, auto_record: dict, how: str = "recebeu_sem_assinar",
         when: str = "") -> dict:  # fmt: skip
    when = when or at(16)
    body = {"auto": auto_record["id"], "at": when, "how": how, "witness": False, "note": ""}
    return _written(device, "ciencia", body, when)


def annulment(device: FieldDevice, target: dict, reason: str = "Placa trocada") -> dict:
    body = {
        "annuls": target["id"], "annulled_kind": target["kind"], "reason": reason,
        "serial": target["body"].get("number"),
    }  # fmt: skip
    return _written(device, "anulacao", body, at(18))


def _written(device: FieldDevice, kind: str, body: dict, when: str) -> dict:
    ibge = device.reply["municipality"]["ibge"]
    return device.record(kind, body, municipality=ibge, occurred_at=when)


@dataclass(frozen=True)
class Attached:
    """A record, and the files that it names."""

    record: dict
    files: tuple[tuple[dict, bytes, bytes], ...]  # what stands in the record, salt, content

    async def arrives(self, device: FieldDevice) -> None:
        for described, salt, content in self.files:
            answer = await device.patch(described["digest"], 0, salt, content)
            assert answer.status_code == 200, answer.text


def attached(device: FieldDevice, *files: tuple[bytes, str, str], **changes: Any) -> Attached:
    """The next auto, with these files (content, role, media type)."""
    made = []
    for content, role, media_type in files:
        described, salt = device.photo(content, None, role, media_type)
        made.append((described, salt, content))
    described = [one for one, _, _ in made]
    photos = [one["digest"] for one in described if one["role"] == "foto"]
    record = auto(device, envelope={"attachments": described}, photos=photos, **changes)
    return Attached(record, tuple(made))


def named(device: FieldDevice, document: str, name: str = "Davi Jurema",
          autuado: str | None = None, **changes: Any) -> Attached:  # fmt: skip
    """The next auto, of somebody with this document, whom the record names by `autuado`'s id."""
    told = {"autuado": {"name": name, "document": document, "register": ""}}
    content = json.dumps(told, ensure_ascii=False).encode()
    persons = {"autuado": autuado, "motorista": None}
    return attached(device, (content, "pessoas", "application/json"), persons=persons, **changes)
