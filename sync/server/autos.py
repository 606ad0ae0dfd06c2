"""What follows for an auto from all records, and from what the office did: whether it stands, since
when the autuado knows, what is owed, against whom it counts and whether it comes again.

The record is never written again: all this is worked out anew whenever an earlier auto arrives
late, one is annulled, or a notice is registered. So the order of arrival makes no difference.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, select, update
from sqlalchemy.exc import SQLAlchemyError

from sync.server import auto_law, auto_recidivism, auto_told, feed, tenants, whose
from sync.server.annulled import is_annulled
from sync.server.auto_law import Facts, Known, Rulebook
from sync.server.context import Server
from sync.server.db import schema
from sync.server.db.engine import TenantWriter
from sync.server.db.schema_autos import autos, office_acts

log = logging.getLogger("prancheta.cadastro")
ON_THE_SPOT = ("assinou", "recebeu_sem_assinar")
SENT = ("correio", "eletronico", "edital")
PUBLISHED = "edital"
"""Known on the day it is told of. What goes by post or wire is known once it is received, which a
ciência does not say and the office registers (Januária, Art. 111; Mangaratiba, Art. 27)."""
NOTICES = (*SENT, "balcao")
DEFENDED, FINAL, DROPPED = "defesa", "definitivo", "cancelado"
DECISIONS = (DEFENDED, FINAL, DROPPED)
KEPT_ON_DEVICES = timedelta(days=731)
FAILURES = (SQLAlchemyError, LookupError, TypeError, ValueError, ArithmeticError)
REFRESHED = "autos sem recurso"


class Settling:
    """The autos of one municipality on one day, settled in one transaction."""

    def __init__(self, writer: TenantWriter, now: datetime) -> None:
        self.writer, self.conn = writer, writer.conn
        self.tenant = tenants.get(writer.conn, writer.ibge)
        self.zone = ZoneInfo(self.tenant.timezone)
        self.today = now.astimezone(self.zone).date()
        self._laws: dict[str | None, Rulebook] = {}

    def auto(self, id_: str) -> None:
        """This auto, and those of the same autuado for which it counts."""
        before = self._row(id_)
        if before is None:
            return  # it has not arrived: settled when it does
        self._own(before)
        row = self._row(id_)
        self._again(row)
        for other in auto_recidivism.moved(self.conn, self.law_of, before, row):
            self._again(self._row(other))

    def each(self, ids: Iterable[str]) -> None:
        """`auto` for several: what cannot be settled stays as it is, and holds nobody up."""
        for id_ in ids:
            try:
                with self.conn.begin_nested():
                    self.auto(id_)
            except FAILURES:
                log.exception("auto %s fica como estava", id_)

    def everything(self) -> None:
        """Every auto."""
        mine = autos.c.tenant == self.writer.ibge
        query = select(autos.c.id).where(mine).order_by(autos.c.day, autos.c.id)
        self.each(self.conn.execute(query).scalars().all())

    def _row(self, id_: str) -> Row | None:
        mine = (autos.c.tenant == self.writer.ibge, autos.c.id == id_)
        return self.conn.execute(select(autos).where(*mine)).one_or_none()

    def _own(self, row: Row) -> None:
        acts = acts_of(self.conn, self.writer.ibge, row.id)
        dropped = any(act.how == DROPPED for act in acts)
        status = "anulado" if dropped or is_annulled(self.writer, row.id) else "lavrado"
        known = self._known(row, acts)
        law, facts = self.law_of(row), self._facts(row)
        defence = auto_law.defence_of(law, facts, known)
        owed = auto_law.notices(law, facts, known)
        own = json.loads(row.outcome).get("own_defence")
        outcome = {"own_defence": own, "defence": defence, "notices": owed}
        unmet = [one["due"] for one in owed if one["met"] is None]
        due = min((day for day in unmet if day is not None), default=None)
        first = known.first
        self._write(row, {
            "outcome": json.dumps(outcome, ensure_ascii=False, sort_keys=True),
            "status": status,
            "who": whose.of_row(self.conn, row),
            "final": self._final(acts, defence, auto_law.ends_undefended(law, row.kind)),
            "known_on": first.isoformat() if first else None,
            "known_how": known.how or None,
            "owes_notice": bool(unmet) or (not owed and first is None),
            "notify_by": due,
            "defence_last_day": defence["last_day"] if defence else None,
        })  # fmt: skip

    def _write(self, row: Row, values: dict) -> None:
        if any(getattr(row, name) != value for name, value in values.items()):
            mine = (autos.c.tenant == self.writer.ibge, autos.c.id == row.id)
            self.conn.execute(update(autos).where(*mine).values(**values))
        if row.day >= (self.today - KEPT_ON_DEVICES).isoformat():
            feed.put_auto(self.writer, row.id)
        else:
            feed.delete(self.writer, "auto", row.id)

    def _again(self, row: Row) -> None:
        again = auto_recidivism.again(self.conn, self.law_of(row), row)
        if again != row.recidivist:
            self._write(row, {"recidivist": again})

    def law_of(self, row: Row) -> Rulebook:
        if row.rulebook_sha256 not in self._laws:
            found = law_of_row(self.conn, self.tenant, row)
            self._laws[row.rulebook_sha256] = found
        return self._laws[row.rulebook_sha256]

    def _facts(self, row: Row) -> Facts:
        return Facts(
            row.kind, row.cite, row.liable, auto_told.first_day(self.conn, row, self.zone),
            auto_told.drawn_on(self.conn, row, self.zone),
            json.loads(row.outcome).get("own_defence"), self.tenant.address, row.service or None,
        )  # fmt: skip

    def _known(self, row: Row, acts: list[Row]) -> Known:
        told = [one.row for one in auto_told.of_auto(self.conn, row, self.zone) if not one.wrong]
        handed = [(one.day, one.how) for one in told if one.how in ON_THE_SPOT]
        if (signed := auto_told.signed_on(self.conn, row, self.zone)) is not None:
            handed.append((signed, auto_told.SIGNED))
        later = [(one.day, one.how) for one in told if one.how == PUBLISHED]
        later += [(act.received_on, act.how) for act in acts
                  if act.how in NOTICES and act.received_on]  # fmt: skip
        sent = [act.sent_on for act in acts if act.how in NOTICES]
        sent += [one.day for one in told if one.how in SENT]
        every = sorted(handed + later)
        return Known(
            handed_on=_day(min(handed)[0]) if handed else None,
            told_on=_day(min(later)[0]) if later else None,
            sent_on=_day(min(sent)) if sent else None,
            how=every[0][1] if every else "",
        )

    def _final(self, acts: list[Row], defence: dict | None, undefended: bool) -> bool | None:
        """Whether no appeal can undo it: the office said so, or nobody defended himself in time and
        the law has no decision follow (UNDEFENDED). None where that cannot be told."""
        said = [act.how for act in acts if act.how in DECISIONS]
        if FINAL in said:
            return True
        if DEFENDED in said:
            return False
        if not undefended or defence is None or defence["last_day"] is None:
            return None
        return defence["last_day"] < self.today.isoformat()


def acts_of(conn: Connection, ibge: int, auto: str, struck: bool = False) -> list[Row]:
    """What the office did about an auto, in order; with `struck` also what it took back."""
    mine = (office_acts.c.tenant == ibge, office_acts.c.auto == auto)
    query = select(office_acts).where(*mine)
    if not struck:
        query = query.where(office_acts.c.struck_at.is_(None))
    return list(conn.execute(query.order_by(office_acts.c.at, office_acts.c.id)))


def law_of_row(conn: Connection, tenant: Row, row: Row) -> Rulebook:
    """The law that the auto was drawn up under; that in force where the server never had it."""
    from sync.server import local_law

    found = auto_law.law_of(conn, tenant.ibge, row.rulebook_sha256)
    return found or local_law.in_force(conn, tenant)


def refresh(server: Server, writer: TenantWriter) -> None:
    """Once a day: a defence's last day that has passed may make an auto final, and with it another
    one recidivist; what is too old leaves the devices."""
    settling, table = Settling(writer, server.now()), schema.server_state
    key, today = f"{REFRESHED} {writer.ibge}", settling.today
    done = writer.conn.execute(select(table.c.value).where(table.c.key == key)).scalar()
    if done == today.isoformat():
        return
    late = whose.not_looked_at(server, writer)
    if done is None:
        settling.everything()
    else:
        old = ((_day(done) - KEPT_ON_DEVICES).isoformat(), (today - KEPT_ON_DEVICES).isoformat())
        passed = select(autos.c.id).where(
            autos.c.tenant == writer.ibge,
            (autos.c.defence_last_day >= done) & (autos.c.defence_last_day < today.isoformat())
            | (autos.c.day >= old[0]) & (autos.c.day < old[1]),
        )
        settling.each([*late, *writer.conn.execute(passed.order_by(autos.c.id)).scalars().all()])
    feed.upsert(writer, table, {"key": key, "value": today.isoformat()})


def refresh_now(server: Server, ibge: int) -> None:
    """`refresh` for whoever only looks: takes the writer only when a day has passed."""
    table, now = schema.server_state, server.now()
    with server.db.read() as conn:
        today = now.astimezone(ZoneInfo(tenants.get(conn, ibge).timezone)).date().isoformat()
        key = table.c.key == f"{REFRESHED} {ibge}"
        done = conn.execute(select(table.c.value).where(key)).scalar()
    if done != today:
        with server.db.write_tenant(ibge) as writer:
            refresh(server, writer)


def persons_arrived(server: Server, ibge: int, digest: str) -> None:
    """An attachment is whole: where it tells who the autuado of an auto is, the auto counts against
    that person from now on. What fails here is done again with the next day's `refresh`."""
    with server.db.read() as conn:
        if not whose.of_attachment(conn, ibge, digest):
            return
    try:
        with server.db.write_tenant(ibge) as writer:
            named = whose.of_attachment(writer.conn, ibge, digest)
            Settling(writer, server.now()).each(
                [id_ for id_ in named if whose.read(server, writer, id_)]
            )
    except (*FAILURES, OSError):
        log.exception("anexo %s guardado sem procurar de quem é", digest)


def _day(text: str) -> date:
    return date.fromisoformat(text)
