"""A municipality for each rulebook, with agents, vehicles and history to try everything on.

Made once; made again it changes nothing, except that enrolment codes which were used or have
expired are replaced. Past vistorias and seals are marked as imported: no device signed them.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlalchemy import insert, select, update

import checklists
from checklists.local import LocalFile
from sync.records.plate import parse_plate
from sync.records.seal import chassis_tail
from sync.server import (
    demo_data,
    demo_roadside,
    enrol,
    feed,
    local_law,
    projections,
    tenants,
)
from sync.server.context import Server
from sync.server.db import schema, schema_registry, schema_seals
from sync.server.db.engine import TenantWriter

VEHICLES = 60
HOLDERS = 24
CODES = 2
HISTORY_FROM = "Cadastro de demonstração"
AGENTS = (
    ("1001", "Marta Figueiral", "inspetor"),
    ("1002", "Davi Sapucaia", "inspetor"),
    ("9001", "Helena Jequitibá", "administrador"),
)


@dataclass(frozen=True)
class DemoTown:
    ibge: int
    name: str
    codes: tuple[str, ...]
    logins: tuple[tuple[str, str, str, str], ...]  # matrícula, password, name, role
    plates: tuple[tuple[str, str], ...]  # of a vehicle to try, and how it stands


def demo_password(matricula: str) -> str:
    return f"vistoria-{matricula}"


def make_demo(server: Server) -> list[DemoTown]:
    towns = []
    for name in checklists.available_rulebooks():
        rulebook = checklists.load_rulebook(name)
        town = rulebook.municipality
        tenants.create(
            server,
            tenants.NewTenant(
                ibge=town.ibge,
                name=town.name,
                uf=town.uf,
                timezone=town.timezone,
                rulebook=rulebook.id,
                ouvidoria_phone="(00) 0000-0000",
                ouvidoria_email=f"ouvidoria@{rulebook.id}.exemplo",
                address=demo_roadside.address(rulebook.id),
            ),
        )
        demo_roadside.say_address(server, town.ibge, rulebook.id)
        rulebook = _law(server, town.ibge)
        for matricula, person, role in AGENTS:
            tenants.add_agent(
                server, town.ibge, matricula, person, role, demo_password(matricula)
            )
        _fill(server, rulebook)
        logins = tuple((m, demo_password(m), person, role) for m, person, role in AGENTS)
        codes, plates = _codes(server, town.ibge), _plates(server, town.ibge)
        towns.append(DemoTown(town.ibge, town.name, codes, logins, plates))
    return towns


def _law(server: Server, ibge: int) -> checklists.Rulebook:
    """The law with the municipality's file: an invented one the first time, where there is one;
    then whatever was installed since."""
    with server.db.read() as conn:
        tenant = tenants.get(conn, ibge)
        kept = local_law.history(conn, ibge)
    folder = files("sync.server") / "demo_local"
    found = [
        LocalFile(one.name, one.read_bytes())
        for one in sorted(folder.iterdir(), key=lambda one: one.name)
        if one.name.startswith((f"{tenant.rulebook}.", f"{tenant.rulebook}-"))
    ]
    if found and not kept:
        return local_law.install(server, tenant, found, "Demonstração").rulebook
    return local_law.publish(server, tenant)


def _plates(server: Server, ibge: int) -> tuple[tuple[str, str], ...]:
    """One vehicle that owes something and one that owes nothing, where there is one."""
    vehicle, owed = schema_registry.vehicles.c, schema_registry.exigencias.c
    open_ones = select(owed.vehicle).where(owed.tenant == ibge, owed.status == "aberta")
    found = []
    with server.db.read() as conn:
        for state, which in (
            ("sem exigência em aberto", vehicle.id.not_in(open_ones)),
            ("com exigência em aberto", vehicle.id.in_(open_ones)),
        ):
            one = select(vehicle.plate).where(vehicle.tenant == ibge, which)
            plate = conn.execute(one.order_by(vehicle.plate).limit(1)).scalar()
            if plate is not None:
                found.append((plate, state))
    return tuple(found)


def _codes(server: Server, ibge: int) -> tuple[str, ...]:
    """Codes are kept readable only for the demonstration, in the data folder."""
    path = server.config.data / "demo-codigos.json"
    kept = _kept_codes(path)
    codes = [code for code in kept.get(str(ibge), []) if _usable(server, code)]
    while len(codes) < CODES:
        codes.append(enrol.new_code(server, ibge, "Demonstração"))
    kept[str(ibge)] = codes
    path.touch(mode=0o600)
    path.write_text(json.dumps(kept, indent=1))
    return tuple(codes)


def _kept_codes(path: Path) -> dict:
    try:
        kept = json.loads(path.read_text())
    except (FileNotFoundError, ValueError):  # cut while it was written: new codes are made
        return {}
    return kept if isinstance(kept, dict) else {}


def _usable(server: Server, code: str) -> bool:
    table = schema.enrolment_codes
    with server.db.read() as conn:
        row = conn.execute(
            select(table).where(table.c.code_hash == server.mac("enrol", code))
        ).one_or_none()
    if row is None or row.used_at is not None:
        return False
    return datetime.fromisoformat(row.expires_at) - server.now() > timedelta(days=1)


def _fill(server: Server, rulebook) -> None:
    ibge = rulebook.municipality.ibge
    today = server.now().astimezone(ZoneInfo(rulebook.municipality.timezone)).date()
    with server.db.write_tenant(ibge) as writer:
        table = schema_registry.vehicles
        if not writer.conn.execute(select(table.c.id).where(table.c.tenant == ibge)).first():
            _fill_yard(writer, rulebook, today)
        demo_roadside.fill(writer, rulebook, server.now())


def _fill_yard(writer: TenantWriter, rulebook, today: date) -> None:
    rng = random.Random(f"prancheta {writer.ibge}")
    holders = demo_data.people(rng, HOLDERS)
    for person in holders:
        _add_person(writer, person)
    services = [service.id for service in rulebook.services]
    for one in demo_data.vehicles(rng, services, holders, VEHICLES, today):
        _add_vehicle(writer, one)
        _add_history(writer, rng, rulebook, one, today)
        projections.settle_vehicle(writer, one.id)


def _add_person(writer: TenantWriter, person: demo_data.Person) -> None:
    writer.conn.execute(
        insert(schema_registry.persons).values(
            tenant=writer.ibge,
            id=person.id,
            name=person.name,
            document=person.document,
            role="autorizatario",
        )
    )
    feed.put_person(writer, person.id)


def _add_vehicle(writer: TenantWriter, one: demo_data.Vehicle) -> None:
    writer.conn.execute(
        insert(schema_registry.vehicles).values(
            tenant=writer.ibge,
            id=one.id,
            plate=one.plate,
            plate_key=parse_plate(one.plate).key,
            plates=json.dumps(one.plates),
            chassis=one.chassis,
            chassis_tail=chassis_tail(one.chassis),
            renavam=one.renavam,
            make_model=one.make_model,
            model_year=one.model_year,
            manufacture_year=one.manufacture_year,
            capacity=one.capacity,
            service=one.service,
            holder=one.holder,
            permit=one.permit,
            color=one.color,
            fuel=one.fuel,
            origin="cadastro",
        )
    )


def _add_history(writer: TenantWriter, rng, rulebook, one: demo_data.Vehicle, today: date) -> None:
    """Most passed some months ago (a few long ago), some failed and owe something, some are new."""
    kind = rng.random()
    if kind < 0.15:
        return
    if kind < 0.70:
        _passed(writer, rng, rulebook, one, demo_data.past_day(rng, today, 20, 150))
    elif kind < 0.82:
        _passed(writer, rng, rulebook, one, demo_data.past_day(rng, today, 400, 500))
    else:
        _failed(writer, rng, rulebook, one, demo_data.past_day(rng, today, 2, 20))


def _passed(writer: TenantWriter, rng, rulebook, one: demo_data.Vehicle, day: date) -> None:
    term = _term(rulebook, one, day)
    if term.allowed is False:
        return
    until = term.valid_until
    vistoria = _add_vistoria(writer, rng, one, day, "aprovado", until)
    if until is None:  # the law gives no period: approved, and no seal to date
        return
    tenant = schema.tenants
    mine = tenant.c.ibge == writer.ibge
    serial = writer.conn.execute(select(tenant.c.next_selo).where(mine)).scalar_one()
    writer.conn.execute(update(tenant).where(mine).values(next_selo=serial + 1))
    writer.conn.execute(
        insert(schema_seals.seals).values(
            tenant=writer.ibge,
            serial=serial,
            vehicle=one.id,
            plate=one.plate,
            plate_key=parse_plate(one.plate).key,
            chassis_tail=chassis_tail(one.chassis),
            service=one.service,
            inspected_on=day.isoformat(),
            valid_until=until.isoformat(),
            status="valido",
            vistoria=vistoria,
            imported=True,
        )
    )
    feed.put_seal(writer, serial)


def _failed(writer: TenantWriter, rng, rulebook, one: demo_data.Vehicle, day: date) -> None:
    _add_vistoria(writer, rng, one, day, "reprovado", None)
    items = rulebook.checklist(one.service).items
    for item in rng.sample(items, min(len(items), rng.randint(1, 3))):
        id_ = demo_data.new_id(rng)
        writer.conn.execute(
            insert(schema_registry.exigencias).values(
                tenant=writer.ibge,
                id=id_,
                vehicle=one.id,
                item=item.id,
                cite=item.cite,
                label=item.label,
                since=day.isoformat(),
                deadline=None,
                status="aberta",
            )
        )
        feed.put_exigencia(writer, id_)


def _add_vistoria(writer: TenantWriter, rng, one, day: date, result: str, until) -> str:
    id_ = demo_data.new_id(rng)
    writer.conn.execute(
        insert(schema_registry.vistorias_imported).values(
            tenant=writer.ibge,
            id=id_,
            vehicle=one.id,
            day=day.isoformat(),
            result=result,
            valid_until=until.isoformat() if until else None,
            source=HISTORY_FROM,
        )
    )
    return id_


def _term(rulebook, one: demo_data.Vehicle, day: date) -> checklists.ValidityAnswer:
    """What the law of the place gives a vehicle of this age."""
    facts = checklists.VehicleFacts(
        model_year=one.model_year, manufacture_year=one.manufacture_year, first_registration=None
    )
    return checklists.validity(rulebook, one.service, facts, day)
