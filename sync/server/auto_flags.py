"""What looks wrong about records of the roadside, from all of them together.

Each code is worked out again whenever a record beside it arrives, so the order makes no
difference. A flag accuses nobody: the office looks and decides.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, and_, or_, select, update

from sync.server import auto_facts, auto_told, blocks, tenants
from sync.server.annulled import is_annulled
from sync.server.clone_watch import distance_m
from sync.server.context import moment
from sync.server.db import schema
from sync.server.db.engine import TenantWriter
from sync.server.db.schema_autos import autos, record_places

NOT_GRANTED, REPEATED, OUT_OF_ORDER = (
    "auto.number_not_granted", "auto.number_repeated", "auto.number_out_of_order",
)  # fmt: skip
CLOCK_BACK, AFTER_BLOCK, ON_ANNULLED = (
    "auto.clock_went_back", "auto.after_block", "auto.vistoria_annulled",
)  # fmt: skip
TWO_DEVICES, MOCKED, FAR = "agent.two_devices", "place.mocked", "place.far"
CODES = (
    NOT_GRANTED, REPEATED, OUT_OF_ORDER, CLOCK_BACK, AFTER_BLOCK, ON_ANNULLED, TWO_DEVICES,
    MOCKED, FAR, auto_told.SIGNED_IN_FUTURE, *auto_facts.CODES,
)  # fmt: skip

PLACED = ("abordagem", "auto", "medida")
WRITTEN = ("vistoria", "selo", "leitura", *PLACED)  # by hand, where the agent is
AT_ONCE = timedelta(minutes=10)
JOURNEY = timedelta(hours=3)  # so far apart in time, two places are compared
SLACK_M = 5_000
FASTEST_M_PER_S = 130 / 3.6


def around(writer: TenantWriter, values: dict) -> None:
    """Looks again at the records beside one that has just been kept (`values`: its row)."""
    near = set(_of_same_agent(writer.conn, values))
    if values["kind"] in PLACED:
        near.update(_next_places(writer.conn, values))
    if values["kind"] == "auto":
        near.update(_beside_in_numbers(writer.conn, values))
    for record in sorted(near - {values["id"]}):
        renew(writer, record)


def renew(writer: TenantWriter, record: str) -> None:
    """Puts the codes of this module right on a record that is kept."""
    table = schema.records
    mine = (table.c.tenant == writer.ibge, table.c.id == record)
    row = writer.conn.execute(select(table).where(*mine)).one_or_none()
    if row is None or row.kind not in PLACED:
        return
    before = json.loads(row.flags)
    _write(writer, record, before, [one for one in before if one not in CODES]
           + found(writer, row._mapping))


def put(writer: TenantWriter, record: str, code: str) -> None:
    """Adds one code to a record that does not have it."""
    before = _kept(writer, record)
    if code not in before:
        _write(writer, record, before, [*before, code])


def drop(writer: TenantWriter, record: str, code: str) -> None:
    """Takes one code off a record."""
    before = _kept(writer, record)
    _write(writer, record, before, [one for one in before if one != code])


def _kept(writer: TenantWriter, record: str) -> list[str]:
    table = schema.records
    mine = (table.c.tenant == writer.ibge, table.c.id == record)
    return json.loads(writer.conn.execute(select(table.c.flags).where(*mine)).scalar_one())


def _write(writer: TenantWriter, record: str, before: list[str], flags: list[str]) -> None:
    if flags == before:
        return
    table = schema.records
    mine = (table.c.tenant == writer.ibge, table.c.id == record)
    writer.conn.execute(update(table).where(*mine).values(flags=json.dumps(flags)))


def found(writer: TenantWriter, values) -> list[str]:
    """The codes of this module that a record has; `values` is its row. What it projects to must be
    in the tables."""
    flags = []
    if values["kind"] == "auto":
        flags += _of_number(writer.conn, values)
        flags += _of_auto(writer, values)
        flags += _of_signature(writer.conn, values)
    if next(_same_time(writer.conn, values), None) is not None:
        flags.append(TWO_DEVICES)
    return flags + _of_place(writer.conn, values)


def _of_number(conn: Connection, values) -> list[str]:
    own = conn.execute(
        select(autos).where(autos.c.tenant == values["tenant"], autos.c.id == values["id"])
    ).one()
    flags = auto_facts.found(conn, own, values["occurred_at"])
    if not blocks.is_holder(conn, own.device, own.number, "auto"):
        flags.append(NOT_GRANTED)
    twin = select(autos.c.id).where(
        autos.c.tenant == own.tenant, autos.c.number == own.number, autos.c.id != own.id
    )
    if conn.execute(twin.limit(1)).first() is not None:
        flags.append(REPEATED)
    if conn.execute(_inverted(own).limit(1)).first() is not None:
        flags.append(OUT_OF_ORDER)
    before = (
        select(autos.c.drawn_at)
        .where(autos.c.device == own.device, autos.c.device_seq < own.device_seq)
        .order_by(autos.c.device_seq.desc())
        .limit(1)
    )
    if (last := conn.execute(before).scalar()) is not None and last > own.drawn_at:
        flags.append(CLOCK_BACK)
    return flags


def _inverted(own: Row):
    return select(autos.c.id).where(
        autos.c.device == own.device,
        or_(
            and_(autos.c.device_seq < own.device_seq, autos.c.number > own.number),
            and_(autos.c.device_seq > own.device_seq, autos.c.number < own.number),
        ),
    )


def _of_auto(writer: TenantWriter, values) -> list[str]:
    devices, flags = schema.devices, []
    blocked = writer.conn.execute(
        select(devices.c.revoked_at).where(devices.c.id == values["device"])
    ).scalar()
    if blocked is not None and values["occurred_at"] > blocked:
        flags.append(AFTER_BLOCK)
    vistoria = writer.conn.execute(
        select(autos.c.vistoria).where(
            autos.c.tenant == writer.ibge, autos.c.id == values["id"]
        )
    ).scalar()
    if vistoria is not None and is_annulled(writer, vistoria):
        flags.append(ON_ANNULLED)
    return flags


def _of_signature(conn: Connection, values) -> list[str]:
    own = conn.execute(
        select(autos).where(autos.c.tenant == values["tenant"], autos.c.id == values["id"])
    ).one()
    zone = ZoneInfo(tenants.get(conn, own.tenant).timezone)
    counts = own.acknowledged != auto_told.SIGNED or auto_told.signed_on(conn, own, zone)
    return [] if counts else [auto_told.SIGNED_IN_FUTURE]


def _of_place(conn: Connection, values) -> list[str]:
    place = record_places
    own = conn.execute(
        select(place).where(place.c.tenant == values["tenant"], place.c.record == values["id"])
    ).one_or_none()
    if own is None:
        return []
    flags = [MOCKED] if own.mocked else []
    if own.latitude is None:
        return flags
    before = (
        select(place)
        .where(
            place.c.device == own.device, place.c.device_seq < own.device_seq,
            place.c.latitude.is_not(None),
        )
        .order_by(place.c.device_seq.desc())
        .limit(1)
    )  # fmt: skip
    others = [*conn.execute(before), *_elsewhere(conn, own)]
    return flags if all(can_be_joined(own, one) for one in others) else [*flags, FAR]


def _elsewhere(conn: Connection, own: Row) -> Iterable[Row]:
    """Where else the same matrícula wrote within the journey's time, on another device."""
    place, at = record_places, datetime.fromisoformat(own.at)
    return conn.execute(
        select(place).where(
            place.c.tenant == own.tenant, place.c.agent == own.agent,
            place.c.at.between(moment(at - JOURNEY), moment(at + JOURNEY)),
            place.c.device != own.device, place.c.latitude.is_not(None),
        )
    ).all()  # fmt: skip


def can_be_joined(one: Row, other: Row) -> bool:
    """Whether somebody could have driven from the one place to the other in the time."""
    apart = abs(datetime.fromisoformat(one.at) - datetime.fromisoformat(other.at))
    return distance_m(one, other) <= SLACK_M + FASTEST_M_PER_S * apart.total_seconds()


def _same_time(conn: Connection, values, kinds: tuple[str, ...] = WRITTEN) -> Iterable[str]:
    """Records of the same matrícula on another device, within minutes."""
    table, at = schema.records, datetime.fromisoformat(values["occurred_at"])
    query = select(table.c.id).where(
        table.c.tenant == values["tenant"], table.c.agent == values["agent"],
        table.c.occurred_at.between(moment(at - AT_ONCE), moment(at + AT_ONCE)),
        table.c.device != values["device"], table.c.kind.in_(kinds),
    )  # fmt: skip
    yield from conn.execute(query).scalars()


def _of_same_agent(conn: Connection, values: dict) -> Iterable[str]:
    if values["kind"] not in WRITTEN:
        return
    yield from _same_time(conn, values, PLACED)
    place = record_places
    mine = (place.c.tenant == values["tenant"], place.c.record == values["id"])
    own = conn.execute(select(place).where(*mine)).one_or_none()
    if own is not None and own.latitude is not None:
        yield from (row.record for row in _elsewhere(conn, own))


def _next_places(conn: Connection, values: dict) -> list[str]:
    place = record_places
    query = (
        select(place.c.record)
        .where(place.c.device == values["device"], place.c.device_seq > values["device_seq"],
               place.c.latitude.is_not(None))
        .order_by(place.c.device_seq)
        .limit(1)
    )  # fmt: skip
    return list(conn.execute(query).scalars())


def _beside_in_numbers(conn: Connection, values: dict) -> Iterable[str]:
    own = conn.execute(
        select(autos).where(autos.c.tenant == values["tenant"], autos.c.id == values["id"])
    ).one()
    yield from conn.execute(_inverted(own)).scalars()
    same = (autos.c.tenant == own.tenant, autos.c.number == own.number, autos.c.id != own.id)
    yield from conn.execute(select(autos.c.id).where(*same)).scalars()
    copies = auto_facts.same_copy(own).where(autos.c.tenant == own.tenant)
    yield from conn.execute(copies).scalars()
    after = (
        select(autos.c.id)
        .where(autos.c.device == own.device, autos.c.device_seq > own.device_seq)
        .order_by(autos.c.device_seq)
        .limit(1)
    )
    yield from conn.execute(after).scalars()
