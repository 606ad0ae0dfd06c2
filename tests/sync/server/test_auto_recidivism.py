"""Whether an auto comes again: kept as autos come and go, and always what a count of all gives."""

import random
from datetime import date, datetime, timedelta

import pytest
from sqlalchemy import insert, select, update

from checklists import load_rulebook
from checklists.choices import resolve
from checklists.notices_history import recidivism_outcome
from sync.server import auto_recidivism, autos, tenants
from sync.server.autos import Settling
from sync.server.db.schema_autos import autos as table
from sync.server.db.schema_autos import office_acts
from tests.support import fined

LAWS = {
    "januaria": (("Art. 94, V", "Anexo, A-01"), {}),
    "januaria, desde lavrado": (("Art. 94, III",), {"reincidencia-definitiva": "lavrada"}),
    "muriae": (("Art. 26, § 1",), {}),
    "santo-andre": (("Art. 49, a", "Art. 47"), {}),
    "sapezal": (("Art. 26, IV", "Art. 27"), {}),
}
PEOPLE = (*["p1"] * 6, "p2", None, None)
LINES = (*["12A", "12a"] * 4, "7", "")
STEPS = {"comes": 5, "definitivo": 5, "cancelado": 0.5, "back": 1, "document": 1}


class Yard:
    """Autos of a town, put into its tables one by one."""

    def __init__(self, server, law, rng: random.Random, cites) -> None:
        self.server, self.law, self.rng = server, law, rng
        self.cites = cites
        self.ibge = law.municipality.ibge
        self.today = server.now().date()
        self.ids: list[str] = []

    def auto(self, number: int) -> dict:
        day = self.today - timedelta(days=self.rng.randint(0, 240))
        at = f"{day}T{self.rng.randint(9, 11):02d}:00:00.000000Z"
        kinds = self.law.notice.kinds
        usual = [kind.id for kind in kinds if resolve(self.law, kind.counts)] * 3
        return {
            "tenant": self.ibge, "id": f"auto-{number:03d}", "number": number,
            "kind": self.rng.choice([*usual, *(kind.id for kind in kinds)]), "agent": "1001",
            "happened_at": at, "day": day.isoformat(), "drawn_at": at,
            "cite": self.rng.choice(self.cites), "label": "", "value_why": "", "vehicle": "",
            "plate": "", "plate_key": "", "service": "", "liable": self.law.roles[0].id,
            "autuado": self.rng.choice(PEOPLE), "line": self.rng.choice(LINES), "line_name": "",
            "place": "", "acknowledged": "ausente", "rulebook": self.law.id, "imported": True,
            "rulebook_sha256": None, "status": "lavrado", "outcome": "{}",
        }  # fmt: skip

    def decide(self, writer, id_: str, how: str) -> None:
        act = {
            "tenant": self.ibge, "id": f"{id_} {how} {self.rng.random()}"[:36], "auto": id_,
            "how": how, "sent_on": self.today.isoformat(), "note": "", "by": "9001",
            "at": self.server.now_text(),
        }  # fmt: skip
        writer.conn.execute(insert(office_acts).values(**act))

    def take_back(self, writer, id_: str) -> None:
        writer.conn.execute(
            update(office_acts).where(office_acts.c.auto == id_)
            .values(struck_at=self.server.now_text(), struck_by="9001")
        )  # fmt: skip

    def differing(self, conn) -> list:
        """The autos whose answer is not what a count of all of them gives."""
        rows = conn.execute(select(table).where(table.c.tenant == self.ibge)).all()
        wrong = []
        for row in rows:
            past = sorted(
                (auto_recidivism.order_of(one), auto_recidivism.as_past(one)) for one in rows
                if one.who == row.who and one.status == "lavrado"
            )  # fmt: skip
            earlier = [one for order, one in past if order < auto_recidivism.order_of(row)]
            found = recidivism_outcome(
                self.law, row.cite, date.fromisoformat(row.day), row.line or None, earlier,
                kind=row.kind,
            )
            counts = row.who is not None and row.status == "lavrado"
            if row.recidivist != (counts and found["rule"] is not None):
                wrong.append((row.id, row.recidivist, found))
        return wrong


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", LAWS)
def test_it_is_what_a_count_of_all_gives_whatever_comes_and_goes(
    server, monkeypatch, name, seed
):
    cites, readings = LAWS[name]
    law = load_rulebook(name.partition(",")[0]).with_readings(readings)
    monkeypatch.setattr(autos, "law_of_row", lambda conn, tenant, row: law)
    town = law.municipality
    tenants.create(
        server, tenants.NewTenant(town.ibge, town.name, town.uf, town.timezone, law.id)
    )
    yard, rng = Yard(server, law, random.Random(f"{name} {seed}"), cites), random.Random(seed)
    waiting = [yard.auto(number) for number in range(50)]
    rng.shuffle(waiting)
    seen = set()
    with server.db.write_tenant(town.ibge) as writer:
        settling = Settling(writer, server.now())
        for step in range(150):
            [what] = rng.choices(list(STEPS), STEPS.values())
            if what == "comes" and waiting:
                one = waiting.pop()
                writer.conn.execute(insert(table).values(**one))
                yard.ids.append(one["id"])
                changed = one["id"]
            elif not yard.ids:
                continue
            else:
                changed = rng.choice(yard.ids)
                if what == "back":
                    yard.take_back(writer, changed)
                elif what == "document":
                    key = rng.choice(("k1", "k1", "", None))
                    mine = (table.c.tenant == town.ibge, table.c.id == changed)
                    writer.conn.execute(update(table).where(*mine).values(document_key=key))
                else:
                    yard.decide(writer, changed, "definitivo" if what == "comes" else what)
            settling.auto(changed)
            if step % 20 == 0:
                assert yard.differing(writer.conn) == []
            seen |= set(writer.conn.execute(select(table.c.recidivist)).scalars())
        assert yard.differing(writer.conn) == []
    assert seen == {True, False}  # or it would prove nothing


async def test_an_auto_asks_only_of_those_that_it_can_make_recidivists(
    server, client, another_device, monkeypatch
):
    device = await another_device(server, client, 3135209)
    cite, day = "Art. 94, III", "2026-10-{:02d}".format
    line = {"id": None, "number": "12", "name": "Centro"}
    drawn = [
        fined.auto(device, n, town="januaria", cite=cite if n != 3 else "Art. 94, IV", line=line,
                   when=fined.at(9, 0, day(n + 1)))
        for n in range(8)
    ]  # fmt: skip
    final = [fined.told(device, one, when=fined.at(10, 0, day(n + 1)))
             for n, one in enumerate(drawn)]  # fmt: skip
    await device.push(*drawn[1:], *final[1:])
    asked, again = [], auto_recidivism.again

    def watched(conn, law, row):
        asked.append(row.id)
        return again(conn, law, row)

    monkeypatch.setattr(auto_recidivism, "again", watched)
    await device.push(drawn[0], final[0])
    # It, when it comes and when its autuado knows; then those that are none yet, of its conduct.
    own = [drawn[0]["id"]] * 2
    assert sorted(asked) == sorted([*own, drawn[1]["id"], drawn[2]["id"], drawn[4]["id"]])
    with server.db.read() as conn:
        query = select(table.c.number).where(table.c.recidivist).order_by(table.c.number)
        assert conn.execute(query).scalars().all() == [5, 6, 7, 8]


def test_a_law_that_has_no_such_conduct_makes_no_recidivist(sqlite_server):
    law = load_rulebook("januaria")
    yard = Yard(sqlite_server, law, random.Random(1), ("Art. 94, III",))
    with sqlite_server.db.write_tenant(yard.ibge) as writer:
        one = yard.auto(1) | {"cite": "Art. 999", "autuado": "p1"}
        writer.conn.execute(insert(table).values(**one))
        Settling(writer, datetime.fromisoformat(sqlite_server.now_text())).auto(one["id"])
        row = writer.conn.execute(select(table).where(table.c.id == one["id"])).one()
    assert (row.recidivist, row.who) == (False, "p1")
