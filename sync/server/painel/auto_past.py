"""What other autos make of one, for its page: recidivism, points, and what nobody can tell."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, Row, select

import checklists
from checklists.notices_history import points_outcome
from sync.server import auto_law, auto_recidivism, whose
from sync.server.db.schema_autos import autos

SAME_PLATE_MAX = 20
OTHER_DOCUMENT = (
    "O documento escrito no auto não é o que o cadastro tem do autuado: conta o do cadastro."
)


@dataclass(frozen=True)
class Past:
    """`counted`: the autos that make this one a recidivism, and those that may yet. `unknown`: why
    nobody can tell against whom it counts; then `same_plate` are the newest of the earlier autos of
    its plate, of which there may be `more`."""

    recidivism: dict | None
    counted: list[Row]
    points: dict | None
    unknown: str
    same_plate: list[Row]
    more: bool


def load(conn: Connection, row: Row, law: auto_law.Rulebook, files: list[Row]) -> Past:
    recidivism = auto_recidivism.Histories(conn, lambda _: law).outcome_of(row)
    plate = _same_plate(conn, row)
    return Past(
        recidivism, _counted(conn, row.tenant, recidivism), _points(conn, row, law),
        _unknown(row, files), plate[:SAME_PLATE_MAX], len(plate) > SAME_PLATE_MAX,
    )  # fmt: skip


def other_document(row: Row) -> bool:
    """Whether the document written in the auto is not the one that the registry has."""
    return bool(row.autuado and row.document_key) and row.who not in (
        row.autuado, row.document_key,
    )  # fmt: skip


def _unknown(row: Row, files: list[Row]) -> str:
    if row.who is not None:
        return ""
    if any(file.role == whose.ROLE and file.completed_at is None for file in files):
        return "os dados do autuado ainda não chegaram do aparelho"
    return "o autuado não está no cadastro, e o auto não traz dele um CPF ou CNPJ que confira"


def _counted(conn: Connection, ibge: int, recidivism: dict | None) -> list[Row]:
    ids = [*recidivism["of"], *recidivism["pending"]] if recidivism else []
    query = select(autos).where(autos.c.tenant == ibge, autos.c.id.in_(ids))
    return list(conn.execute(query.order_by(autos.c.day, autos.c.number)))


def _same_plate(conn: Connection, row: Row) -> list[Row]:
    if row.who is not None or not row.plate_key:
        return []
    query = select(autos).where(
        autos.c.tenant == row.tenant, autos.c.plate_key == row.plate_key, autos.c.id != row.id,
        autos.c.status == auto_recidivism.STANDS, autos.c.happened_at <= row.happened_at,
    )  # fmt: skip
    newest = query.order_by(autos.c.happened_at.desc(), autos.c.id.desc())
    return list(conn.execute(newest.limit(SAME_PLATE_MAX + 1)))


def _points(conn: Connection, row: Row, law: auto_law.Rulebook) -> dict | None:
    """The points of the autuado in the year of the auto, in the role in which he answers."""
    if row.who is None:
        return None
    rows = auto_recidivism.standing(
        conn, row.tenant, autos.c.who == row.who, autos.c.liable == row.liable,
        autos.c.day.startswith(row.day[:4]),
    )  # fmt: skip
    history = auto_law.known_of(law, [auto_recidivism.as_past(one) for one in rows])
    try:
        found = points_outcome(law, row.liable, history, date.fromisoformat(row.day))
    except checklists.UnknownReference:  # a role that this rulebook does not have
        return None
    return found if found["points"] or found["pending"] or found["limit"] else None
