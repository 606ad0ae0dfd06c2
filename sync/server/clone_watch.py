"""Seals that were read where they cannot be: what the readings of a seal give away together.

A signature does not stop a copied QR; two copies are seen, in time, where one vehicle could not
have been. For each seal, all its readings are looked at together, so that the outcome does not
depend on the order in which they came, and may be worked out again.

    lugares       two readings lie so far apart that no vehicle drives from one to the other in time
    placas        the vehicle at hand had another plate than the seal's
    nao_confere   the agent said that seal and vehicle do not go together
    falso         what was read is no seal of this town, though it says so

How fast "no vehicle" is: `Config.impossible_kmh`. That is our choice; no law says it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Row, select

from sync.records.canonical import b64url_bytes
from sync.records.errors import SealError
from sync.records.plate import parse_plate
from sync.records.seal import unpack
from sync.server import alerts, feed
from sync.server.context import moment
from sync.server.db import schema
from sync.server.db.engine import TenantWriter
from sync.server.db.schema_watch import readings as table
from sync.server.seals import of_serial, signer

EARTH_M = 6_371_000
MICRO = 1e-6
LEAST_KMH = 80
"""Pairs that a slower vehicle joins are nothing at all; the office's limit is at or above this."""
COARSE_M = 10_000
"""A fix that may be this far off says nothing."""
WINDOW = timedelta(hours=72)
"""At `LEAST_KMH` a vehicle is anywhere in Brazil after this."""
NEIGHBOURS = 10
"""With so many readings before it each one is compared."""
READINGS_MAX = 500
"""So many readings of one seal are looked at together, the newest."""
SLACK_S, SLACK_UNSYNCED_S, SLACK_WENT_BACK_S = 120, 900, 6 * 3600
"""How wrong a device's time may be: it had met the server; it never had; its clock went back."""

FORGED = {
    "altered": "o código foi alterado",
    "bad_signature": "a assinatura não confere",
    "other_seal": "o número é de outro selo",
    "not_granted": "o número não foi entregue a quem assinou",
    "no_number": "o número nunca foi entregue a ninguém",
}


@dataclass(frozen=True)
class Judged:
    """`verdict`: "bom", "falso" (`why`, in FORGED) or "outro", which is nothing of ours."""

    verdict: str
    why: str = ""
    serial: int | None = None
    payload: bytes | None = None


def leitura(writer: TenantWriter, record: dict, values: dict, flags: list[str]) -> list[str]:
    """The projection of a `leitura`."""
    body = record["body"]
    judged = judge(writer.conn, writer.ibge, body)
    before = _row(writer, record["id"])
    feed.upsert(writer, table, {**_told(writer, record, values), **judged.__dict__})
    serials = {judged.serial, before.serial if before is not None else None}
    for serial in serials - {None}:
        settle(writer, serial, values["received_at"])
    if judged.serial is None:
        _settle_numberless(writer, record["id"])
    return []


def _told(writer: TenantWriter, record: dict, values: dict) -> dict:
    """What the record says, the time by the server's clock."""
    body, place = record["body"], record["body"]["place"]
    clock, seen = record["clock"], body["plate_seen"]
    offset_ms = clock["server_offset_ms"]
    at = datetime.fromisoformat(body["read_at"])
    slack_s = SLACK_S if offset_ms is not None else SLACK_UNSYNCED_S
    try:
        at += timedelta(milliseconds=offset_ms or 0)
    except OverflowError:  # no clock is that wrong
        slack_s = SLACK_WENT_BACK_S
    return {
        "tenant": writer.ibge,
        "record": record["id"],
        "read_at": moment(at),
        "slack_s": SLACK_WENT_BACK_S if clock["went_back"] else slack_s,
        "received_at": values["received_at"],
        "latitude": place["latitude"],
        "longitude": place["longitude"],
        "accuracy_m": place["accuracy_m"],
        "mocked": place["mocked"],
        "place": place["text"],
        "plate_seen": seen or "",
        "plate_key": parse_plate(seen).key if seen else "",
        "compared": body["compared"],
        "colour": body["colour"],
        "agent": record["agent"]["matricula"],
        "device": values["device"],
    }


def judge(conn: Connection, ibge: int, body: dict) -> Judged:
    """What the server itself finds of the code that was read or the number that was typed."""
    if body["payload"] is None:
        return _judge_number(conn, ibge, body)
    packed = b64url_bytes(body["payload"])
    try:
        payload, signature, signed = unpack(packed)
    except SealError as error:
        if error.code == "malformed":  # 91 bytes of our version with a field that no seal has
            return Judged("falso", "altered", payload=packed)
        return Judged("outro", payload=packed)
    if payload.ibge != ibge:
        return Judged("outro", payload=packed)
    found = {"serial": payload.serial, "payload": packed}
    device = signer(conn, payload, signature, signed)
    if device is None:
        return Judged("falso", "bad_signature", **found)
    row = of_serial(conn, ibge, payload.serial)
    if row is not None:
        good = row.payload == packed
        return Judged("bom", **found) if good else Judged("falso", "other_seal", **found)
    if not _granted(conn, ibge, payload.serial, device.id):
        return Judged("falso", "not_granted", **found)
    return Judged("bom", **found)


def _judge_number(conn: Connection, ibge: int, body: dict) -> Judged:
    serial = body["serial"]
    if serial is None:
        return Judged("falso", "altered") if body["reason"] == "altered" else Judged("outro")
    if of_serial(conn, ibge, serial) is None and not _granted(conn, ibge, serial):
        return Judged("falso", "no_number", serial)
    return Judged("bom", "", serial)


def _granted(conn: Connection, ibge: int, serial: int, device: str | None = None) -> bool:
    blocks = schema.blocks
    query = select(blocks.c.id).where(
        blocks.c.tenant == ibge, blocks.c.series == "selo", blocks.c.first <= serial,
        blocks.c.last >= serial,
    )  # fmt: skip
    if device is not None:
        query = query.where(blocks.c.device == device)
    return conn.execute(query.limit(1)).first() is not None


def _row(writer: TenantWriter, record: str) -> Row | None:
    mine = (table.c.tenant == writer.ibge, table.c.record == record)
    return writer.conn.execute(select(table).where(*mine)).one_or_none()


def seal_arrived(writer: TenantWriter, serial: int, at: str) -> None:
    """A seal has come onto the record, at that moment: its readings are judged by it."""
    mine = (table.c.tenant == writer.ibge, table.c.serial == serial)
    rows = writer.conn.execute(select(table).where(*mine).limit(READINGS_MAX)).all()
    if not rows:
        return
    packed = of_serial(writer.conn, writer.ibge, serial).payload
    for row in rows:
        if row.payload is None or row.payload == packed:
            judged = {"verdict": "bom", "why": ""}
        elif row.verdict == "bom" or row.why == "not_granted":
            judged = {"verdict": "falso", "why": "other_seal"}
        else:
            continue
        feed.upsert(writer, table, {**row._mapping, **judged})
    settle(writer, serial, at)


def settle(writer: TenantWriter, serial: int, at: str) -> None:
    """Makes the alerts of a seal what its readings say now; `at`: see `alerts.replace`."""
    mine = (table.c.tenant == writer.ibge, table.c.serial == serial)
    newest = table.c.read_at.desc(), table.c.record.desc()
    rows = writer.conn.execute(
        select(table).where(*mine).order_by(*newest).limit(READINGS_MAX)
    ).all()
    seal = of_serial(writer.conn, writer.ibge, serial)
    plate_key = seal.plate_key if seal is not None else ""
    found = evidence_of(list(reversed(rows)), plate_key)
    alerts.replace(writer, alerts.OF_SEALS, str(serial), found, at)


def _settle_numberless(writer: TenantWriter, record: str) -> None:
    """A code without a number can only be forged; it is a case of its own."""
    row = _row(writer, record)
    alerts.replace(writer, ("falso",), record, _of_one(row, ""), row.received_at)


# Pure: from the readings of one seal, oldest first, to what is wrong


def evidence_of(rows: list[Row], plate_key: str) -> list[alerts.Evidence]:
    """`plate_key` of the registered seal; "" where it has not come (its code says it then)."""
    found: list[alerts.Evidence] = []
    for row in rows:
        found += _of_one(row, plate_key)
    good = [row for row in rows if row.verdict == "bom"]
    if not plate_key and not any(row.payload for row in good):
        found += _two_plates(good)
    found += _two_places([row for row in good if _has_place(row)])
    return found


def _of_one(row: Row, plate_key: str) -> Iterable[alerts.Evidence]:
    if row.verdict == "falso":
        yield _evidence("falso", row)
    if row.verdict != "bom":
        return
    if not plate_key and row.payload is not None:
        plate_key = parse_plate(unpack(row.payload)[0].plate).key
    if row.plate_key and plate_key and row.plate_key != plate_key:
        yield _evidence("placas", row)
    elif row.compared == "nao_confere":
        yield _evidence("nao_confere", row)


def _two_plates(rows: list[Row]) -> Iterable[alerts.Evidence]:
    """The seal itself has not come, and its number was typed beside two plates."""
    seen = [row for row in rows if row.plate_key]
    for row in seen[1:]:
        if row.plate_key != seen[0].plate_key:
            yield _evidence("placas", row, seen[0])


def _has_place(row: Row) -> bool:
    known = row.latitude is not None and row.longitude is not None
    return known and not row.mocked and (row.accuracy_m or 0) < COARSE_M


def _two_places(rows: list[Row]) -> Iterable[alerts.Evidence]:
    times = [datetime.fromisoformat(row.read_at) for row in rows]
    for at, row in enumerate(rows):
        for before in range(at - 1, max(-1, at - 1 - NEIGHBOURS), -1):
            apart = times[at] - times[before]
            if apart > WINDOW:
                break
            kmh = least_kmh(rows[before], row, apart.total_seconds())
            if kmh > LEAST_KMH:
                yield _evidence("lugares", row, rows[before], kmh)


def _evidence(
    kind: str, row: Row, other: Row | None = None, kmh: int | None = None
) -> alerts.Evidence:
    both = [row] if other is None else [row, other]
    return alerts.Evidence(
        kind, row.record, other.record if other is not None else "", kmh, row.read_at,
        max(one.received_at for one in both),
    )  # fmt: skip


def least_kmh(one: Row, other: Row, apart_s: float) -> int:
    """How fast a vehicle must have been, at the very least, to be read here and there: both fixes
    and both clocks are taken to be wrong by all that they may be. Straight over the ground; a road
    is longer."""
    metres = distance_m(one, other) - (one.accuracy_m or 0) - (other.accuracy_m or 0)
    seconds = abs(apart_s) + one.slack_s + other.slack_s
    return int(metres / 1000 / (seconds / 3600)) if metres > 0 else 0


def distance_m(one: Row, other: Row) -> float:
    """Great circle, by the haversine formula, between two places in micro-degrees."""
    lat1, lat2 = (math.radians(row.latitude * MICRO) for row in (one, other))
    lon1, lon2 = (math.radians(row.longitude * MICRO) for row in (one, other))
    half = (
        math.sin((lat2 - lat1) / 2) ** 2
        + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    )
    return 2 * EARTH_M * math.asin(math.sqrt(min(1.0, half)))
