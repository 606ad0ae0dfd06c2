"""From the draft of a stop to the bodies of its records (see `sync.records.bodies_roadside`)."""

from __future__ import annotations

import hashlib
import json
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from app.flows.roadside.auto import PLAIN
from app.flows.roadside.form import value_of
from app.flows.roadside.place import NOWHERE
from checklists import choices_of, notices
from sync.device.conclusion import PendingAttachment, PendingRecord
from sync.records.bodies_roadside import PAST_AUTOS_MAX, SEEN
from sync.records.ids import is_uuid7
from sync.records.shapes import without_controls

if TYPE_CHECKING:
    from app.flows.roadside.auto import AutoDraft
    from app.flows.roadside.stop import Stop

JSON = "application/json"
PERSONS = ("autuado", "titular", "motorista", "cobrador", "testemunha")
PARTS = ("name", "document", "register")


def seen_vehicle(stop: Stop) -> dict[str, Any] | None:
    vehicle = stop.vehicle
    if not vehicle:
        return None
    shown = {name: vehicle.get(name) for name in SEEN}
    return {**shown, "service": stop.service or shown["service"] or None,
            "permit": stop.fields.get("permit") or shown["permit"]}


def place_body(stop: Stop) -> dict[str, Any]:
    return {name: stop.place.get(name) for name in NOWHERE}


def stop_body(
    stop: Stop, outcome: str, ended_at: datetime, autos: list[str]
) -> dict[str, Any]:
    """The body of the `abordagem`. `autos`: those that are lavrados with it; one that waited for
    its number names the stop itself."""
    seal = stop.fields.get("seal")
    return {
        "started_at": stop.fields["started_at"],
        "ended_at": instant(ended_at),
        "place": place_body(stop),
        "vehicle": seen_vehicle(stop),
        "found_by": stop.fields.get("found_by") or "nenhum",
        "seal": {name: seal.get(name) for name in ("serial", "colour", "reason", "compared")}
        if seal else None,
        "outcome": outcome,
        "autos": autos,
        "note": stop.note,
    }


def auto_body(
    auto: AutoDraft, number: int, drawn_at: datetime, secret: bytes
) -> dict[str, Any]:
    stop, data = auto.stop, auto.data
    again = auto.recidivism()
    signed = stop.acknowledged == "assinou"
    received = drawn_at.astimezone(stop.store.zone()).date() if signed else None
    return {
        "number": number,
        "kind": auto.kind.id,
        "stop": None if stop.vistoria else stop.draft_id,
        "vistoria": data["vistoria"],
        "item": data["item"],
        "happened_at": stop.fields["happened_at"],
        "drawn_at": instant(drawn_at),
        "place": place_body(stop),
        "service": stop.service,
        "vehicle": seen_vehicle(stop),
        "conduct": auto.facts,
        "liable": auto.role,
        "persons": {
            "autuado": auto.person("autuado").get("id"),
            "motorista": auto.person("motorista").get("id"),
        },
        "line": line_body(stop),
        "fields": plain_fields(auto),
        "defence": defence_of(auto, received),
        "comply_by": data["comply_by"] or None,
        "acknowledged": stop.acknowledged,
        "witness": stop.ack.witness,
        "photos": stop.evidence.digests(),
        "note": data["note"],
        "choices": [{"id": one.id, "applied": one.applied}
                    for one in choices_of(stop.rulebook, auto.conduct)],
        "recidivism": {
            "possible": again["possible"], "data_at": again["data_at"],
            # A company may have more of them than a record holds: the latest say it.
            "of": [one for one in again["of"] if is_uuid7(one)][-PAST_AUTOS_MAX:],
        },
        "copy_hash": hashlib.sha256(secret).hexdigest(),
    }


def defence_of(auto: AutoDraft, received: date | None) -> dict[str, Any] | None:
    town = auto.stop.desk.cadastro.municipality() or {}
    if auto.kind is PLAIN:
        return None
    found = notices.defence(auto.law, auto.kind.id, received, role=auto.role or None,
                            on_the_spot=True)
    address = str(town.get("address") or "")
    if found and address and not found.get("address"):
        found = {**found, "address": address[:300]}
    return found


def line_body(stop: Stop) -> dict[str, Any] | None:
    line = stop.line
    if not line:
        return None
    return {"id": line.get("id"), "number": line.get("number", ""), "name": line.get("name", "")}


def plain_fields(auto: AutoDraft) -> dict[str, str]:
    """What the law's form asks beside the columns: nothing personal, as text."""
    found = {}
    for field in auto.fields:
        if field.stored != "fields":
            continue
        value = value_of(auto, field)
        if isinstance(value, bool):
            value = "sim" if value else "nao"
        if value not in ("", None):
            found[field.id] = str(value)[:2000]
    return found


def persons_bytes(auto: AutoDraft) -> bytes | None:
    """The attachment "pessoas": who is who in this auto; None when nobody is named."""
    told: dict[str, Any] = {
        who: {part: person.get(part, "") for part in PARTS}
        for who in PERSONS if (person := auto.person(who))
    }
    other = {
        field.id: str(value_of(auto, field))
        for field in auto.fields
        if field.personal and not field.who and value_of(auto, field)
    }
    if other:
        told["campos"] = other
    return json.dumps(without_controls(told), ensure_ascii=False).encode() if told else None


def measure_records(auto: AutoDraft, at: datetime) -> list[PendingRecord]:
    stop = auto.stop
    return [
        PendingRecord("medida", {
            "auto": auto.id,
            "stop": None if stop.vistoria else stop.draft_id,
            "vistoria": auto.data["vistoria"],
            "measure": measure.id,
            "act": "aplicada",
            "releases": None,
            "at": instant(at),
            "what": measure.what,
            "description": measure.text("description"),
            "kept_at": measure.text("kept_at"),
            "seal_number": measure.text("seal_number"),
            "receipt": measure.text("receipt"),
            "vehicle": seen_vehicle(stop),
            "place": place_body(stop),
            "note": "",
        })
        for measure in auto.measures
        if measure.applied
    ]


def auto_attachments(auto: AutoDraft) -> tuple[PendingAttachment, ...]:
    """Photos with their notes (shared with the other autos of the stop), the autuado's signature,
    the persons."""
    stop = auto.stop
    found = list(stop.evidence.attachments())
    if stop.acknowledged == "assinou":
        found.append(PendingAttachment(role="assinatura", data=stop.ack.signature.as_bytes(),
                                       media_type=JSON, item="autuado"))
    persons = persons_bytes(auto)
    if persons:
        found.append(PendingAttachment(role="pessoas", data=persons, media_type=JSON))
    return tuple(found)


def instant(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
