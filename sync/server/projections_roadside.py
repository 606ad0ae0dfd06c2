"""What follows from the records of the roadside: a stop, an auto, a measure, a ciência, and the
annulment of an auto or of a measure.

An annulled auto keeps its row and its number: it is accounted for. Every function may run again,
and before or after any other record: see `projections`.
"""

from __future__ import annotations

import json
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Row, select, update

from sync.records.plate import parse_plate
from sync.server import auto_flags, auto_told, feed, tenants
from sync.server.annulled import is_annulled
from sync.server.autos import Settling
from sync.server.context import moment
from sync.server.db.engine import TenantWriter
from sync.server.db.schema_autos import (
    acknowledgements,
    autos,
    measures,
    record_places,
    stops,
)

OTHER_MEASURE = "medida.other_vehicle"


def abordagem(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> list[str]:
    body = record["body"]
    seal = body["seal"] or {}
    row = {
        "tenant": writer.ibge, "record": record["id"], "agent": values["agent"],
        "started_at": _moment(body["started_at"]), "ended_at": _moment(body["ended_at"]),
        "day": _day(writer, body["started_at"]), **_vehicle(body["vehicle"]),
        "found_by": body["found_by"], "colour": seal.get("colour"), "outcome": body["outcome"],
        "autos": len(body["autos"]), "place": body["place"]["text"],
    }  # fmt: skip
    feed.upsert(writer, stops, row)
    _keep_place(writer, record, values)
    return auto_flags.found(writer, values)


def auto(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> list[str]:
    body, law = record["body"], record["rulebook"] or {"id": "", "sha256": None}
    conduct, line = body["conduct"], body["line"] or {"number": "", "name": ""}
    row = {
        "tenant": writer.ibge, "id": record["id"], "number": body["number"],
        "kind": body["kind"], "device": values["device"], "device_seq": values["device_seq"],
        "agent": values["agent"], "happened_at": _moment(body["happened_at"]),
        "day": _day(writer, body["happened_at"]), "drawn_at": _moment(body["drawn_at"]),
        **{name: conduct[name] for name in (
            "cite", "label", "severity", "points", "amount", "unit", "centavos", "value_why",
        )},
        **_vehicle(body["vehicle"]), "service": body["service"] or "",
        "liable": body["liable"], "autuado": body["persons"]["autuado"],
        "motorista": body["persons"]["motorista"], "line": line["number"],
        "line_name": line["name"], "place": body["place"]["text"], "stop": body["stop"],
        "vistoria": body["vistoria"], "acknowledged": body["acknowledged"],
        "comply_by": body["comply_by"], "copy_hash": body["copy_hash"], "rulebook": law["id"],
        "rulebook_sha256": law["sha256"], "imported": False,
    }  # fmt: skip
    mine = (autos.c.tenant == writer.ibge, autos.c.id == record["id"])
    kept = select(autos.c.outcome, autos.c.status).where(*mine)
    known = writer.conn.execute(kept).one_or_none()
    outcome = json.loads(known.outcome if known else "{}") | {"own_defence": body["defence"]}
    row["outcome"] = json.dumps(outcome, ensure_ascii=False, sort_keys=True)
    row["status"] = known.status if known else "lavrado"
    feed.upsert(writer, autos, row)
    _keep_place(writer, record, values)
    _settling(writer, values).auto(record["id"])
    return auto_flags.found(writer, values)


def medida(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> list[str]:
    body = record["body"]
    names = (
        "auto", "stop", "vistoria", "measure", "act", "releases", "what", "description",
        "kept_at", "seal_number", "receipt",
    )  # fmt: skip
    row = {
        "tenant": writer.ibge, "record": record["id"], "agent": values["agent"],
        "at": _moment(body["at"]), "day": _day(writer, body["at"]), **_vehicle(body["vehicle"]),
        **{name: body[name] for name in names}, "status": "",
    }  # fmt: skip
    feed.upsert(writer, measures, row)
    _keep_place(writer, record, values)
    settle_measure(writer, record["id"])
    return _of_release(writer, row) + auto_flags.found(writer, values)


def _of_release(writer: TenantWriter, release: dict) -> list[str]:
    if release["act"] != "liberada":
        return []
    query = select(measures).where(
        measures.c.tenant == writer.ibge, measures.c.record == release["releases"]
    )
    held = writer.conn.execute(query).one_or_none()
    if held is None:
        return ["medida.target_missing"]
    same = (held.auto, held.plate_key) == (release["auto"], release["plate_key"])
    return [] if same else [OTHER_MEASURE]


def settle_measure(writer: TenantWriter, id_: str) -> None:
    """In force until a release that stands names it; and what this one releases likewise."""
    row = _settle_measure(writer, id_)
    if row is not None and row.releases is not None:
        _settle_measure(writer, row.releases)


def _settle_measure(writer: TenantWriter, id_: str) -> Row | None:
    mine = (measures.c.tenant == writer.ibge, measures.c.record == id_)
    row = writer.conn.execute(select(measures).where(*mine)).one_or_none()
    if row is None:
        return None  # released before it has arrived: settled when it does
    released_by = None
    if row.act == "aplicada":
        releases = (
            select(measures.c.record)
            .where(measures.c.tenant == writer.ibge, measures.c.releases == id_,
                   measures.c.act == "liberada", measures.c.plate_key == row.plate_key,
                   measures.c.auto.is_not_distinct_from(row.auto))
            .order_by(measures.c.at, measures.c.record)
        )  # fmt: skip
        found = writer.conn.execute(releases).scalars().all()
        released_by = next((one for one in found if not is_annulled(writer, one)), None)
    status = "registrada" if row.act == "liberada" else "liberada" if released_by else "em_vigor"
    if is_annulled(writer, id_):
        status = "anulada"
    writer.conn.execute(
        update(measures).where(*mine).values(status=status, released_by=released_by)
    )
    return row


def ciencia(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> list[str]:
    body = record["body"]
    row = {
        "tenant": writer.ibge, "record": record["id"], "auto": body["auto"],
        "at": _moment(body["at"]), "day": _day(writer, body["at"]), "how": body["how"],
        "witness": body["witness"], "agent": values["agent"],
    }  # fmt: skip
    feed.upsert(writer, acknowledgements, row)
    settling = _settling(writer, values)
    settling.auto(body["auto"])
    mine = (autos.c.tenant == writer.ibge, autos.c.id == body["auto"])
    known = writer.conn.execute(select(autos).where(*mine)).one_or_none()
    late = auto_told.is_future(row["day"], values["received_at"], settling.zone)
    found = [auto_told.FUTURE] if late else []
    if known is None:
        return [*found, "ciencia.auto_missing"]
    drawn_on = auto_told.drawn_on(writer.conn, known, settling.zone)
    early = row["day"] < drawn_on.isoformat()
    return [*found, auto_told.BEFORE_AUTO] if early else found


def after_annulment(writer: TenantWriter, target: str, kind: str, values: dict) -> None:
    """What the annulment of a record that is kept does here."""
    if kind == "auto":
        _settling(writer, values).auto(target)
    elif kind == "medida":
        settle_measure(writer, target)
    elif kind == "vistoria":
        standing_on = select(autos.c.id).where(
            autos.c.tenant == writer.ibge, autos.c.vistoria == target
        )
        for record in writer.conn.execute(standing_on).scalars().all():
            auto_flags.renew(writer, record)


def after_arrival(writer: TenantWriter, record: dict, values: dict) -> None:
    """What the arrival of any record does to what came before it."""
    if record["kind"] == "auto":
        told = select(acknowledgements.c.record).where(
            acknowledgements.c.tenant == writer.ibge, acknowledgements.c.auto == record["id"]
        )
        _no_more(writer, "ciencia.auto_missing", told)
        own = select(autos).where(autos.c.tenant == writer.ibge, autos.c.id == record["id"])
        row, zone = writer.conn.execute(own).one(), _settling(writer, values).zone
        drawn_on = auto_told.drawn_on(writer.conn, row, zone)
        early = told.where(acknowledgements.c.day < drawn_on.isoformat())
        for ciencia_ in writer.conn.execute(early).scalars().all():
            auto_flags.put(writer, ciencia_, auto_told.BEFORE_AUTO)
    elif record["kind"] == "medida":
        released = select(measures.c.record).where(
            measures.c.tenant == writer.ibge, measures.c.releases == record["id"]
        )
        _no_more(writer, "medida.target_missing", released)
        own = select(measures).where(
            measures.c.tenant == writer.ibge, measures.c.record == record["id"]
        )
        held = writer.conn.execute(own).one()
        wrong = released.where(
            (measures.c.plate_key != held.plate_key)
            | measures.c.auto.is_distinct_from(held.auto)
        )
        for release in writer.conn.execute(wrong).scalars().all():
            auto_flags.put(writer, release, OTHER_MEASURE)
    auto_flags.around(writer, values)


def _no_more(writer: TenantWriter, code: str, which) -> None:
    for record in writer.conn.execute(which).scalars().all():
        auto_flags.drop(writer, record, code)


def _settling(writer: TenantWriter, values: dict) -> Settling:
    """As of now, also when records of long ago are worked out again."""
    return Settling(writer, datetime.fromisoformat(values.get("now") or values["received_at"]))


def _keep_place(writer: TenantWriter, record: dict, values: dict) -> None:
    place, at = record["body"]["place"], values["occurred_at"]
    if place["fixed_at"]:  # an auto that waited for its number is of where the stop was
        at = min(at, _moment(place["fixed_at"]))
    names = ("device", "device_seq", "agent", "kind")
    row = {
        "tenant": writer.ibge, "record": record["id"], "at": at,
        **{name: values[name] for name in names},
        **{name: place[name] for name in ("latitude", "longitude", "mocked")},
    }  # fmt: skip
    feed.upsert(writer, record_places, row)


def _vehicle(seen: dict | None) -> dict:
    plate = seen["plate"] if seen else ""
    return {
        "vehicle": (seen["id"] or "") if seen else "",
        "plate": plate,
        "plate_key": parse_plate(plate).key if plate else "",
    }


def _moment(text: str) -> str:
    return moment(datetime.fromisoformat(text))


def _day(writer: TenantWriter, text: str) -> str:
    zone = ZoneInfo(tenants.get(writer.conn, writer.ibge).timezone)
    return datetime.fromisoformat(text).astimezone(zone).date().isoformat()


APPLY = {"abordagem": abordagem, "auto": auto, "medida": medida, "ciencia": ciencia}
