"""What follows for an auto from all records, and from what the office did: whether it stands, since
when the autuado knows, what is owed, whether it comes again.

The record is never written again: all this is worked out anew whenever an earlier auto arrives
late, one is annulled, or a notice is registered. So the order of arrival makes no difference.
"""

from __future__ import annotations

import json
import logging
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, select, update
from sqlalchemy.exc import SQLAlchemyError

from checklists.notices_history import PastAuto
from sync.server import auto_law, feed, tenants
from sync.server.annulled import is_annulled
from sync.server.auto_law import Facts, Known, Rulebook
from sync.server.context import Server
from sync.server.db import schema
from sync.server.db.engine import TenantWriter
from sync.server.db.schema_autos import acknowledgements, autos, office_acts

log = logging.getLogger("prancheta.cadastro")
ON_THE_SPOT = ("assinou", "recebeu_sem_assinar")
SENT = ("correio", "eletronico", "edital")
NOTICES = (*SENT, "balcao")
DEFENDED, FINAL, DROPPED = "defesa", "definitivo", "cancelado"
DECISIONS = (DEFENDED, FINAL, DROPPED)
KEPT_ON_DEVICES = timedelta(days=731)
Placed = tuple[tuple[str, str, str], PastAuto]  # with its place among the others
REFRESHED = "autos revistos"


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
        row = self._row(id_)
        if row is None:
            return  # it has not arrived: settled when it does
        self._own(row)
        self._history(self._row(id_))

    def everything(self) -> None:
        """Every auto, each once."""
        rows = self.conn.execute(
            select(autos).where(autos.c.tenant == self.writer.ibge).order_by(autos.c.id)
        ).all()
        for row in rows:
            self._own(row)
        for row in rows:
            self._recidivism(self._row(row.id))

    def _row(self, id_: str) -> Row | None:
        mine = (autos.c.tenant == self.writer.ibge, autos.c.id == id_)
        return self.conn.execute(select(autos).where(*mine)).one_or_none()

    def _own(self, row: Row) -> None:
        acts = acts_of(self.conn, self.writer.ibge, row.id)
        dropped = any(act.how == DROPPED for act in acts)
        status = "anulado" if dropped or is_annulled(self.writer, row.id) else "lavrado"
        known = self._known(row, acts)
        outcome = json.loads(row.outcome)
        law, facts = self._law(row), self._facts(row)
        defence = auto_law.defence_of(law, facts, known)
        owed = auto_law.notices(law, facts, known)
        outcome |= {"defence": defence, "notices": owed, "final": self._final(acts, defence)}
        unmet = [one["due"] for one in owed if one["met"] is None]
        due = min((day for day in unmet if day is not None), default=None)
        first = known.first
        self._write(row, outcome, {
            "status": status,
            "known_on": first.isoformat() if first else None,
            "known_how": known.how or None,
            "owes_notice": bool(unmet) or (not owed and first is None),
            "notify_by": due,
            "defence_last_day": defence["last_day"] if defence else None,
        })  # fmt: skip

    def _write(self, row: Row, outcome: dict, values: dict) -> None:
        text = json.dumps(outcome, ensure_ascii=False, sort_keys=True)
        values = {**values, "outcome": text}
        if any(getattr(row, name) != value for name, value in values.items()):
            mine = (autos.c.tenant == self.writer.ibge, autos.c.id == row.id)
            self.conn.execute(update(autos).where(*mine).values(**values))
        if row.day >= (self.today - KEPT_ON_DEVICES).isoformat():
            feed.put_auto(self.writer, row.id)
        else:
            feed.delete(self.writer, "auto", row.id)

    def drawn_on(self, row: Row) -> date:
        return datetime.fromisoformat(row.drawn_at).astimezone(self.zone).date()

    def _law(self, row: Row) -> Rulebook:
        if row.rulebook_sha256 not in self._laws:
            found = law_of_row(self.conn, self.tenant, row)
            self._laws[row.rulebook_sha256] = found
        return self._laws[row.rulebook_sha256]

    def _facts(self, row: Row) -> Facts:
        return Facts(
            row.kind, row.cite, row.liable, date.fromisoformat(row.day), self.drawn_on(row),
            row.line or None, json.loads(row.outcome).get("own_defence"), self.tenant.address,
        )  # fmt: skip

    def _known(self, row: Row, acts: list[Row]) -> Known:
        mine = (acknowledgements.c.tenant == self.writer.ibge, acknowledgements.c.auto == row.id)
        drawn = self.drawn_on(row).isoformat()
        told = self.conn.execute(
            select(acknowledgements).where(*mine, acknowledgements.c.day >= drawn)
        ).all()  # nobody knew of an auto before it was drawn up
        handed = [(one.day, one.how) for one in told if one.how in ON_THE_SPOT]
        if row.acknowledged == "assinou":
            handed.append((drawn, "assinou"))
        later = [(one.day, one.how) for one in told if one.how in SENT]
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

    def _final(self, acts: list[Row], defence: dict | None) -> bool | None:
        """Whether no appeal can undo it: the office said so, or nobody defended himself in time.
        None where that cannot be told."""
        said = [act.how for act in acts if act.how in DECISIONS]
        if FINAL in said:
            return True
        if DEFENDED in said:
            return False
        if defence is None or defence["last_day"] is None:
            return None
        return defence["last_day"] < self.today.isoformat()

    # What it does to others

    def _history(self, row: Row) -> None:
        self._recidivism(row)
        if row.autuado is None:
            return
        later = select(autos).where(
            autos.c.tenant == self.writer.ibge, autos.c.autuado == row.autuado,
            autos.c.day >= row.day, autos.c.id != row.id,
        )  # fmt: skip
        rows = self.conn.execute(later.order_by(autos.c.day, autos.c.id)).all()
        touched = [other for other in rows if row.cite in self._same_acts(other)]
        cites = set().union(*map(self._same_acts, touched))
        past = self._standing(row.autuado, cites)  # once: a company may have hundreds of each
        for other in touched:
            self._recidivism(other, past)

    def _recidivism(self, row: Row, past: list[Placed] | None = None) -> None:
        law, found = self._law(row), None
        if row.status == "lavrado" and row.autuado is not None:
            if past is None:
                past = self._standing(row.autuado, self._same_acts(row))
            earlier = [one for order, one in past if order < _order(row)]
            found = auto_law.recidivism(law, self._facts(row), earlier)
        outcome = json.loads(row.outcome) | {"recidivism": found}
        again = bool(found and found["rule"])
        if outcome == json.loads(row.outcome) and row.recidivist == again:
            return
        self._write(row, outcome, {"recidivist": again})

    def _same_acts(self, row: Row) -> set[str]:
        return auto_law.same_acts(self._law(row), row.cite)

    def _standing(self, autuado: str, cites: set[str]) -> list[Placed]:
        """The autos of somebody for these conducts that stand, oldest first."""
        which = autos.c.autuado == autuado, autos.c.cite.in_(cites)
        rows = _standing_rows(self.conn, self.writer.ibge, *which)
        return [(_order(row), _as_past(row)) for row in rows]


def past_autos(conn: Connection, ibge: int, *which) -> list[PastAuto]:
    """The autos that stand, oldest first, as the law looks at them."""
    return [_as_past(row) for row in _standing_rows(conn, ibge, *which)]


def _standing_rows(conn: Connection, ibge: int, *which) -> list[Row]:
    query = select(autos).where(autos.c.tenant == ibge, autos.c.status == "lavrado", *which)
    return list(conn.execute(query.order_by(autos.c.day, autos.c.happened_at, autos.c.id)))


def _as_past(row: Row) -> PastAuto:
    return PastAuto(
        row.id, row.cite, _day(row.day), row.line or None, row.service or None,
        json.loads(row.outcome).get("final"), row.kind,
    )


def _order(row: Row) -> tuple[str, str, str]:
    return row.day, row.happened_at, row.id


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


def refresh(writer: TenantWriter, now: datetime) -> None:
    """Once a day: a defence's last day that has passed may make an auto final, and with it another
    one recidivist; what is too old leaves the devices."""
    settling, table = Settling(writer, now), schema.server_state
    key, today = f"{REFRESHED} {writer.ibge}", settling.today
    done = writer.conn.execute(select(table.c.value).where(table.c.key == key)).scalar()
    if done == today.isoformat():
        return
    if done is not None:
        old = ((_day(done) - KEPT_ON_DEVICES).isoformat(), (today - KEPT_ON_DEVICES).isoformat())
        passed = select(autos.c.id).where(
            autos.c.tenant == writer.ibge,
            (autos.c.defence_last_day >= done) & (autos.c.defence_last_day < today.isoformat())
            | (autos.c.day >= old[0]) & (autos.c.day < old[1]),
        )
        for id_ in writer.conn.execute(passed.order_by(autos.c.id)).scalars().all():
            try:
                with writer.conn.begin_nested():
                    settling.auto(id_)
            except (SQLAlchemyError, LookupError, TypeError, ValueError, ArithmeticError):
                # What waits behind it is every device of the town.
                log.exception("auto %s fica como estava", id_)
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
            refresh(writer, now)


def _day(text: str) -> date:
    return date.fromisoformat(text)
