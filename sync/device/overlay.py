"""What this device's own records change in the pulled data until the server's data shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sync.device.store import FieldStore
from sync.records import seal
from sync.records.canonical import b64url_bytes
from sync.records.plate import PlateError, parse_plate


@dataclass
class Overlay:
    """The effect of the unmerged records, oldest first."""

    vehicles: dict[str, dict[str, Any]] = field(default_factory=dict)
    """vehicles that the cadastro may not know, as their vistoria describes them"""
    plate_keys: dict[str, str] = field(default_factory=dict)
    """vehicle id -> key of its plate, for `vehicles`"""
    last_vistoria: dict[str, dict[str, Any]] = field(default_factory=dict)
    opened: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """vehicle id -> exigência id -> exigência"""
    closed: set[str] = field(default_factory=set)
    selos: dict[str, dict[str, Any]] = field(default_factory=dict)
    """vehicle id -> its newest selo"""
    revoked: dict[int, str] = field(default_factory=dict)
    """serial -> the record that revokes it"""
    annulled: set[str] = field(default_factory=set)
    """ids of annulled records, of this device or others"""
    reopened: set[str] = field(default_factory=set)
    autos: dict[str, dict[str, Any]] = field(default_factory=dict)
    """id -> auto, as the registry would tell it"""


def overlay_of(store: FieldStore) -> Overlay:
    """Reads the unmerged records; annulled ones leave no trace but their annulment."""
    records = store.unmerged()
    found = Overlay()
    for record in records:
        if record["kind"] == "anulacao":
            found.annulled.add(record["body"]["annuls"])
        elif record["kind"] == "revogacao":
            found.revoked[record["body"]["serial"]] = record["id"]
    for record in records:
        kind, body = record["kind"], record["body"]
        gone = record["id"] in found.annulled or body.get("vistoria") in found.annulled
        if kind == "vistoria":
            _describe(found, body["vehicle"])
            if not gone:
                _inspected(found, record)
        elif kind == "selo" and not gone:
            found.selos[body["vehicle"]["id"]] = _selo(record, found.revoked)
        elif kind == "auto":
            found.autos[record["id"]] = _auto(record)
        elif kind == "anulacao":
            _reopen(found, store, body["annuls"])
    return found


def _describe(found: Overlay, vehicle: dict[str, Any]) -> None:
    known = {
        "plates": [],
        "chassis": vehicle["chassis_tail"] or "",
        "renavam": "",
        "capacity": None,
        "holder": None,
        "color": "",
        "fuel": "",
        "last_vistoria": None,
    }
    for key in ("id", "plate", "make_model", "model_year", "manufacture_year", "service", "permit"):
        known[key] = vehicle[key]
    found.vehicles[vehicle["id"]] = known
    try:
        found.plate_keys[vehicle["id"]] = parse_plate(vehicle["plate"]).key
    except PlateError:
        found.plate_keys[vehicle["id"]] = vehicle["plate"]


def _inspected(found: Overlay, record: dict[str, Any]) -> None:
    body, day = record["body"], record["occurred_at"][:10]
    vehicle, verdict = body["vehicle"]["id"], body["verdict"]
    found.last_vistoria[vehicle] = {
        "id": record["id"],
        "date": day,
        "result": verdict["result"],
        "valid_until": verdict["valid_until"],
    }
    for one in verdict["exigencias"]:
        found.opened.setdefault(vehicle, {})[one["id"]] = {
            "id": one["id"],
            "vehicle": vehicle,
            "item": one["item"],
            "cite": one["cite"],
            "label": one["label"],
            "since": day,
            "deadline": one["deadline"],
            "status": "aberta",
            "record": record["id"],
        }
    found.closed.update(verdict["closes"])
    found.reopened.difference_update(verdict["closes"])


def _selo(record: dict[str, Any], revoked: dict[int, str]) -> dict[str, Any]:
    body = record["body"]
    payload, _, _ = seal.unpack(b64url_bytes(body["payload"]))
    return {
        "serial": body["serial"],
        "vehicle": body["vehicle"]["id"],
        "plate": body["vehicle"]["plate"],
        "chassis_tail": body["vehicle"]["chassis_tail"],
        "service": body["service"],
        "inspected_on": body["inspected_on"],
        "valid_until": body["valid_until"],
        "provisional": payload.status == "provisorio",
        "status": "revogado" if body["serial"] in revoked else "valido",
        "record": record["id"],
        "vistoria": body["vistoria"],
        "device": record["device"],
        "replaces": body.get("replaces"),
        "revoked_by": revoked.get(body["serial"]),
    }


def _auto(record: dict[str, Any]) -> dict[str, Any]:
    body, vehicle = record["body"], record["body"]["vehicle"] or {}
    conduct, defence = body["conduct"], body["defence"] or {}
    return {
        "id": record["id"],
        "number": body["number"],
        "kind": body["kind"],
        "day": body["happened_at"][:10],
        "cite": conduct["cite"],
        "label": conduct["label"],
        "severity": conduct["severity"],
        "points": conduct["points"],
        "vehicle": vehicle.get("id"),
        "plate": vehicle.get("plate"),
        "liable": body["liable"],
        "autuado": body["persons"]["autuado"],
        "motorista": body["persons"]["motorista"],
        "line": (body["line"] or {}).get("number"),
        "status": "lavrado",
        "notified": body["acknowledged"] == "assinou",
        "defence_last_day": defence.get("last_day"),
        "centavos": conduct["centavos"],
        "recidivist": False,
    }


def _reopen(found: Overlay, store: FieldStore, annulled: str) -> None:
    """What an annulled vistoria of this device had closed is open again."""
    kept = store.find_record(annulled)
    if kept is not None and kept["kind"] == "vistoria":
        found.reopened.update(set(kept["body"]["verdict"]["closes"]) - found.closed)
