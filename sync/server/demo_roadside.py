"""What the demonstration shows at the roadside: lines, drivers, register numbers, past autos.

Invented, always the same for the same municipality. Past autos are marked as imported: no device
signed them. One holder has the same infraction several times over, decided for good, so that
recidivism shows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Row, insert, select, update

import checklists
from checklists.notices import conduct_facts, notice_kinds
from checklists.notices_history import counting
from sync.records.ids import uuid7
from sync.server import demo_data, feed, tenants
from sync.server.autos import Settling
from sync.server.context import Server, moment
from sync.server.db import schema, schema_autos, schema_registry
from sync.server.db.engine import TenantWriter
from sync.server.registry_people import ROLES as DRIVING

PEOPLE_EACH = 8
LINED = ("urbano", "municipal", "rodoviario", "coletivo", "auto-lotacao")
LINES = (
    ("01", "Centro – Bairro das Veredas"), ("02", "Centro – Porto Velho"),
    ("03", "Rodoviária – Alto do Cruzeiro"), ("04", "Mercado – Vila Esperança"),
    ("05", "Centro – Brejo do Amparo"), ("10", "Hospital – Jardim das Mangabeiras"),
    ("11", "Circular Norte"), ("12", "Circular Sul"), ("20", "Sede – Povoado do Umbuzeiro"),
    ("21", "Sede – Povoado da Lagoinha"),
)  # fmt: skip
FACTS = (
    "cite", "label", "severity", "points", "amount", "unit", "centavos", "value_why",
)  # fmt: skip
NOTICE_BY = "importado"
PAST_AUTOS = 15
REPEATED = 5
STREETS = {
    "januaria": "Rua das Mangabeiras, 120, Centro",
    "mangaratiba": "Rua das Gaivotas, 45, Centro",
    "muriae": "Avenida dos Ipês, 300, Centro",
    "santo-andre": "Rua das Quaresmeiras, 210, Centro",
    "sapezal": "Avenida dos Buritis, 88, Centro",
}


@dataclass(frozen=True)
class _Past:
    """An auto of long ago."""

    cite: str
    day: date
    vehicle: Row
    known: bool
    decided: bool
    line: tuple[str, str]


def address(rulebook_id: str) -> str:
    """Where the demonstration's office is said to be."""
    street = STREETS.get(rulebook_id, "Rua da Prefeitura, 1, Centro")
    return f"Secretaria de Transportes, {street} (endereço de demonstração)"


def say_address(server: Server, ibge: int, rulebook_id: str) -> None:
    """To a town that was made before it had one."""
    with server.db.read() as conn:
        known = tenants.get(conn, ibge).address
    if not known:
        tenants.set_contacts(server, ibge, address=address(rulebook_id))


def fill(writer: TenantWriter, rulebook: checklists.Rulebook, now: datetime) -> None:
    """Once; a database that was made before there was a roadside gets it too."""
    table = schema_registry.persons
    driving = (table.c.tenant == writer.ibge, table.c.role.in_(DRIVING))
    if writer.conn.execute(select(table.c.id).where(*driving)).first() is not None:
        return
    today = now.astimezone(ZoneInfo(rulebook.municipality.timezone)).date()
    rng = random.Random(f"prancheta beira da via {writer.ibge}")
    holders = _rows(writer, schema_registry.persons)
    drivers = _people(writer, rng, rulebook, [row.name for row in holders], holders)
    _lines(writer, rng, rulebook, holders)
    _papers(writer, rng, today)
    _past_autos(writer, rng, rulebook, drivers, today, moment(now))
    Settling(writer, now).everything()


def _rows(writer: TenantWriter, table) -> list[Row]:
    query = select(table).where(table.c.tenant == writer.ibge).order_by(table.c.id)
    return list(writer.conn.execute(query))


def _people(writer, rng, rulebook, taken: list[str], holders: list[Row]) -> list[dict]:
    known = [role.id for role in rulebook.roles if role.id in DRIVING] or ["motorista"]
    names = [name for name in demo_data.names() if name not in taken]
    people = []
    for role in known:
        for name in rng.sample(names, PEOPLE_EACH):
            names.remove(name)
            works_for = None if role == "condutor" else rng.choice(holders).id
            row = {
                "tenant": writer.ibge, "id": demo_data.new_id(rng), "name": name,
                "document": demo_data.cpf(rng), "role": role,
                "register": f"{role[0].upper()}-{rng.randint(1000, 9999)}",
                "works_for": works_for,
            }  # fmt: skip
            writer.conn.execute(insert(schema_registry.persons).values(**row))
            feed.put(writer, "person", row["id"], feed.person(row))
            people.append(row)
    return people


def _lines(writer, rng, rulebook, holders: list[Row]) -> None:
    services = [one.id for one in rulebook.services if one.id in LINED]
    for place, (number, name) in enumerate(LINES if services else ()):
        row = {
            "tenant": writer.ibge, "id": demo_data.new_id(rng), "number": number, "name": name,
            "service": services[place % len(services)], "holder": rng.choice(holders).id,
        }  # fmt: skip
        writer.conn.execute(insert(schema_autos.lines).values(**row))
        feed.put(writer, "line", row["id"], feed.line(row))


def _papers(writer, rng, today: date) -> None:
    """Most are authorised for a while yet; some no more."""
    table = schema_registry.vehicles
    for number, row in enumerate(_rows(writer, table), 1):
        ahead = rng.randint(30, 700) if rng.random() < 0.8 else -rng.randint(5, 200)
        values = {
            "registration": f"{today.year % 100:02d}{number:04d}",
            "authorised_until": (today + timedelta(days=ahead)).isoformat(),
        }
        mine = (table.c.tenant == writer.ibge, table.c.id == row.id)
        writer.conn.execute(update(table).where(*mine).values(**values))
        feed.put_vehicle(writer, row.id)


def _past_autos(writer, rng, rulebook, drivers: list[dict], today: date, at: str) -> None:
    """Some are known to the autuado, one was never sent and is late, one was drawn up just now."""
    conducts = [one for one in rulebook.conducts if one.applies_to and one.status == "vigente"]
    vehicles = [row for row in _rows(writer, schema_registry.vehicles) if row.holder]
    lined = [row for row in vehicles if row.service in LINED]
    grown = [one for one in conducts if counting(rulebook, one.cite, today) is not None]
    again, often = rng.choice(grown or conducts), rng.choice(lined or vehicles)
    days = sorted((rng.randint(3, 600) for _ in range(PAST_AUTOS - REPEATED)), reverse=True)
    past = [
        _Past(rng.choice(conducts).cite, today - timedelta(days=ago), vehicle,
              ago > 30 and rng.random() < 0.8, False, _line(rng, vehicle))
        for ago in days
        for vehicle in (rng.choice(vehicles),)
    ]  # fmt: skip
    line = _line(rng, often)
    past += [
        _Past(again.cite, today - timedelta(days=ago), often, ago > 40, ago > 40, line)
        for ago in (170, 130, 90, 60, 12)
    ]
    for one in sorted(past, key=lambda one: one.day):
        _past_auto(writer, rng, rulebook, drivers, one, at)


def _line(rng, vehicle: Row) -> tuple[str, str]:
    return rng.choice(LINES) if vehicle.service in LINED else ("", "")


def _past_auto(writer, rng, rulebook, drivers: list[dict], one: _Past, at: str) -> None:
    conduct = rulebook.conduct(one.cite)
    role, facts = conduct.applies_to[0], conduct_facts(rulebook, one.cite, one.day)
    able = [row for row in drivers if row["role"] == role]
    driver = able[sum(one.vehicle.id.encode()) % len(able)] if able else None  # always the same
    zone = ZoneInfo(rulebook.municipality.timezone)
    happened = datetime.combine(one.day, time(rng.randint(6, 19), rng.randint(0, 59)), zone)
    kinds = notice_kinds(rulebook, conduct.cite)
    table, id_ = schema_autos.autos, uuid7()
    writer.conn.execute(
        insert(table).values(
            tenant=writer.ibge, id=id_, number=_number(writer),
            kind=kinds[0].id if kinds else "auto", agent="1001",
            happened_at=moment(happened), drawn_at=moment(happened), day=one.day.isoformat(),
            **{name: facts[name] for name in FACTS}, vehicle=one.vehicle.id,
            plate=one.vehicle.plate, plate_key=one.vehicle.plate_key,
            service=one.vehicle.service, liable=role,
            autuado=driver["id"] if driver else one.vehicle.holder,
            motorista=driver["id"] if driver else None, line=one.line[0], line_name=one.line[1],
            place="Praça da Matriz, Centro", acknowledged="ausente",
            rulebook=rulebook.id, rulebook_sha256=rulebook.sha256, imported=True,
            status="lavrado", outcome="{}",
        )
    )  # fmt: skip
    if one.known:
        sent, got = one.day + timedelta(days=9), one.day + timedelta(days=14)
        _act(writer, rng, id_, at, "correio", sent, got)
    if one.decided:
        _act(writer, rng, id_, at, "definitivo", one.day + timedelta(days=40))


def _act(
    writer: TenantWriter, rng, auto: str, at: str, how: str, on: date, received: date | None = None
) -> None:
    """Something that the demonstration's office did about an auto."""
    values = {
        "tenant": writer.ibge, "id": demo_data.new_id(rng), "auto": auto, "how": how,
        "sent_on": on.isoformat(), "received_on": received.isoformat() if received else None,
        "note": "", "by": NOTICE_BY, "at": at,
    }  # fmt: skip
    writer.conn.execute(insert(schema_autos.office_acts).values(**values))


def _number(writer: TenantWriter) -> int:
    tenant = schema.tenants
    mine = tenant.c.ibge == writer.ibge
    number = writer.conn.execute(select(tenant.c.next_auto).where(mine)).scalar_one()
    writer.conn.execute(update(tenant).where(mine).values(next_auto=number + 1))
    return number
