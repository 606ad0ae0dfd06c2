"""Whether an auto comes again, kept as autos come, go and become final.

Of each auto only the answer stands in its row (`recidivist`). What follows from it, in full, is
worked out when somebody looks (`outcome_of`), from the rows alone. So an arrival costs a few
look-ups, however many the earlier ones are and in whatever order they come: has this auto as many
before it as its law asks, and does it make a later one have them?
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, and_, or_, select

from checklists.notices_history import Counting, PastAuto, counting
from sync.server import auto_law
from sync.server.auto_law import Rulebook
from sync.server.db.schema_autos import autos

STANDS = "lavrado"
LawOf = Callable[[Row], Rulebook]
Order = tuple[str, str, str]


def again(conn: Connection, law: Rulebook, row: Row) -> bool:
    """Whether the law's rule on recidivism bites this auto."""
    terms = _terms(law, row.cite, row.day, row.kind)
    if terms is None or not _stands(row):
        return False
    earlier = select(autos.c.line).where(*_counted_by(row, terms), _before(row))
    if not terms.rule.same_line:
        return len(conn.execute(earlier.limit(terms.needed)).all()) >= terms.needed
    found, own = 0, row.line or None
    for line in conn.execute(earlier).scalars() if own else ():
        found += terms.same_line(line or None, own)
        if found >= terms.needed:
            return True
    return found >= terms.needed


def _stands(row: Row) -> bool:
    return row.status == STANDS and row.who is not None


def _terms(law: Rulebook, cite: str, day: str, kind: str = "") -> Counting | None:
    try:
        return counting(law, cite, date.fromisoformat(day), kind)
    except auto_law.NOT_READABLE:
        return None


def _counted_by(row: Row, terms: Counting) -> Iterator[Any]:
    """What the autos are that count against this one, but for their place before it."""
    yield autos.c.tenant == row.tenant
    yield autos.c.who == row.who
    yield autos.c.cite.in_(sorted(terms.cites))
    yield autos.c.status == STANDS
    if terms.only_final:
        yield autos.c.final.is_(True)
    if terms.kinds:
        yield autos.c.kind.not_in(sorted(terms.kinds))
    if terms.since is not None:
        yield autos.c.day >= terms.since.isoformat()


def _before(row: Row) -> Any:
    day, at = autos.c.day, autos.c.happened_at
    same_day = or_(at < row.happened_at, and_(at == row.happened_at, autos.c.id < row.id))
    return and_(day <= row.day, or_(day < row.day, same_day))


def moved(conn: Connection, law_of: LawOf, before: Row, after: Row) -> list[str]:
    """The ids of the later autos whose answer may be another one for what has become of this."""
    found: list[str] = []
    for who in sorted({before.who, after.who} - {None}):
        was, now = _weight(before, who), _weight(after, who)
        if was != now:
            found += _later(conn, law_of, after, who, was, now)
    return found


def _weight(row: Row, who: str) -> int:
    """How much an auto counts against somebody: not, where only what was drawn up has to be, also
    where it has to be final."""
    if row.who != who or row.status != STANDS:
        return 0
    return 2 if row.final else 1


def _later(
    conn: Connection, law_of: LawOf, row: Row, who: str, was: int, now: int
) -> Iterator[str]:
    """More can only make recidivists of those that are none, and less the other way round."""
    there = (
        autos.c.tenant == row.tenant, autos.c.who == who, autos.c.status == STANDS,
        autos.c.recidivist.is_(now < was), autos.c.day >= row.day, autos.c.id != row.id,
    )  # fmt: skip
    conducts = select(autos.c.cite, autos.c.rulebook_sha256).where(*there).distinct()
    for kind in conn.execute(conducts).all():
        terms = _terms(law_of(kind), kind.cite, row.day)
        if terms is None or row.cite not in terms.cites or row.kind in terms.kinds:
            continue
        least = 2 if terms.only_final else 1
        if (was >= least) == (now >= least):
            continue
        law = autos.c.rulebook_sha256.is_not_distinct_from(kind.rulebook_sha256)
        query = select(autos.c.id, autos.c.line).where(*there, autos.c.cite == kind.cite, law)
        if terms.until is not None:
            query = query.where(autos.c.day <= terms.until.isoformat())
        for id_, line in conn.execute(query.order_by(autos.c.day, autos.c.id)).all():
            if terms.same_line(row.line or None, line or None):
                yield id_


# In full, for whoever looks


@dataclass
class Histories:
    """What follows for autos from the earlier ones, each autuado's read once."""

    conn: Connection
    law_of: LawOf
    _kept: dict[tuple[str, frozenset[str]], tuple[list[Order], list[PastAuto]]] = field(
        default_factory=dict
    )

    def outcome_of(self, row: Row) -> dict[str, Any] | None:
        """The law's answer (`recidivism_outcome`); None where nobody can tell: the auto does not
        stand, its autuado is not known, or its law does not have the conduct."""
        if not _stands(row):
            return None
        law = self.law_of(row)
        acts = frozenset(auto_law.same_acts(law, row.cite))
        key = (row.who, acts)
        if key not in self._kept:
            which = autos.c.who == row.who, autos.c.cite.in_(sorted(acts))
            rows = standing(self.conn, row.tenant, *which)
            self._kept[key] = [order_of(one) for one in rows], [as_past(one) for one in rows]
        orders, past = self._kept[key]
        earlier = past[: bisect_left(orders, order_of(row))]
        on = date.fromisoformat(row.day)
        return auto_law.recidivism(law, row.cite, on, row.line or None, earlier, row.kind)


def standing(conn: Connection, ibge: int, *which) -> list[Row]:
    """The autos that stand, oldest first."""
    query = select(autos).where(autos.c.tenant == ibge, autos.c.status == STANDS, *which)
    return list(conn.execute(query.order_by(autos.c.day, autos.c.happened_at, autos.c.id)))


def as_past(row: Row) -> PastAuto:
    """An auto as the law looks at it."""
    return PastAuto(
        row.id, row.cite, date.fromisoformat(row.day), row.line or None, row.service or None,
        row.final, row.kind,
    )  # fmt: skip


def order_of(row: Row) -> Order:
    return row.day, row.happened_at, row.id
