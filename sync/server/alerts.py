"""What does not fit together, for the office to look into: alerts, and what was found out.

A case is all the alerts of one kind about one subject (a seal, or a device for its clock). It is
open until somebody at the office writes a note, and open again when something new comes after it.
Notes are written once and never changed.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Row, delete, func, insert, or_, select

from sync.server import feed
from sync.server.db.engine import TenantWriter
from sync.server.db.schema_watch import alert_notes as notes
from sync.server.db.schema_watch import alerts as table

OF_SEALS = ("lugares", "placas", "nao_confere", "falso")
CLOCK = "relogio"
KINDS = {
    "lugares": "Lido em dois lugares impossíveis de ligar no tempo",
    "placas": "Lido em veículo de outra placa",
    "nao_confere": "O agente disse que não confere com o veículo",
    "falso": "Código falso",
    CLOCK: "Relógio do aparelho andou errado",
}
CLOCK_FLAGS = (
    "clock.went_back", "clock.before_previous", "clock.after_next", "clock.future",
    "selo.date_inverted",
)  # fmt: skip
NOTE_CHARS_MAX = 1000


@dataclass(frozen=True)
class Evidence:
    """One alert: `record` shows it, with `other` where it takes two; `at`, when; `found_at`, when
    the server had both."""

    kind: str
    record: str
    other: str
    kmh: int | None
    at: str
    found_at: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self.kind, self.record, self.other


def replace(
    writer: TenantWriter, kinds: Sequence[str], subject: str, found: Iterable[Evidence], at: str
) -> None:
    """The alerts of these kinds about a subject are these and no others. `at`: when the record
    came that says so; a case that had been looked into opens again by it."""
    mine = (table.c.tenant == writer.ibge, table.c.subject == subject, table.c.kind.in_(kinds))
    kept = {
        (row.kind, row.record, row.other): row
        for row in writer.conn.execute(select(table).where(*mine))
    }
    wanted = {one.key: one for one in found}
    for kind, record, other in kept.keys() - wanted.keys():
        writer.conn.execute(
            delete(table).where(
                *mine, table.c.kind == kind, table.c.record == record, table.c.other == other
            )
        )
    for key, one in wanted.items():
        if key not in kept or kept[key].kmh != one.kmh:
            row = {"tenant": writer.ibge, "subject": subject, **one.__dict__}
            feed.upsert(writer, table, row | {"found_at": max(one.found_at, at)})


def note_clock(writer: TenantWriter, values: dict, flags: Sequence[str]) -> None:
    """A record whose time does not go with its device's others is an alert about the device."""
    if any(flag in CLOCK_FLAGS for flag in flags):
        one = Evidence(
            CLOCK, values["id"], "", None, values["occurred_at"], values["received_at"]
        )
        row = {"tenant": writer.ibge, "subject": values["device"], **one.__dict__}
        feed.upsert(writer, table, row)


@dataclass(frozen=True)
class Case:
    """`count` alerts, the newest found at `found_at`; `looked_at`: the last note's time or None."""

    kind: str
    subject: str
    count: int
    found_at: str
    looked_at: str | None

    @property
    def is_open(self) -> bool:
        return self.looked_at is None or self.looked_at < self.found_at


def cases(
    conn: Connection, ibge: int, impossible_kmh: int, *, is_open: bool, limit: int, skip: int = 0
) -> tuple[list[Case], int]:
    """Open or looked into, the newest first, and how many there are in all."""
    found = (
        select(
            table.c.kind, table.c.subject, func.count().label("count"),
            func.max(table.c.found_at).label("found_at"),
        )
        .where(table.c.tenant == ibge, _counts(impossible_kmh))
        .group_by(table.c.kind, table.c.subject)
        .subquery()
    )  # fmt: skip
    looked = (
        select(notes.c.kind, notes.c.subject, func.max(notes.c.at).label("at"))
        .where(notes.c.tenant == ibge)
        .group_by(notes.c.kind, notes.c.subject)
        .subquery()
    )
    same = (found.c.kind == looked.c.kind) & (found.c.subject == looked.c.subject)
    query = select(found, looked.c.at.label("looked_at")).join(looked, same, isouter=True)
    if is_open:
        query = query.where(or_(looked.c.at.is_(None), looked.c.at < found.c.found_at))
    else:
        query = query.where(looked.c.at >= found.c.found_at)
    total = conn.execute(select(func.count()).select_from(query.subquery())).scalar_one()
    order = (found.c.found_at.desc(), found.c.kind, found.c.subject)
    rows = conn.execute(query.order_by(*order).limit(limit).offset(skip))
    return [Case(**row._mapping) for row in rows], total


def evidence(
    conn: Connection, ibge: int, kind: str, subject: str, impossible_kmh: int, limit: int
) -> list[Row]:
    """The alerts of a case, the newest first."""
    query = select(table).where(
        table.c.tenant == ibge, table.c.kind == kind, table.c.subject == subject,
        _counts(impossible_kmh),
    )  # fmt: skip
    return list(conn.execute(query.order_by(table.c.at.desc(), table.c.record).limit(limit)))


def _counts(impossible_kmh: int):
    return or_(table.c.kmh.is_(None), table.c.kmh > impossible_kmh)


def notes_of(conn: Connection, ibge: int, kind: str, subject: str) -> list[Row]:
    """What the office wrote, the newest first."""
    query = select(notes).where(
        notes.c.tenant == ibge, notes.c.kind == kind, notes.c.subject == subject
    )
    return list(conn.execute(query.order_by(notes.c.at.desc()).limit(20)))


def write_note(
    writer: TenantWriter, kind: str, subject: str, note: str, by: str, at: str
) -> bool:
    """False where there is no such case."""
    known = select(table.c.record).where(
        table.c.tenant == writer.ibge, table.c.kind == kind, table.c.subject == subject
    )
    if writer.conn.execute(known.limit(1)).first() is None:
        return False
    writer.conn.execute(
        insert(notes).values(
            tenant=writer.ibge, id=str(uuid.uuid4()), kind=kind, subject=subject, note=note, by=by,
            at=at,
        )
    )
    return True
