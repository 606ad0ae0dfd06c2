"""What the demonstration's yard has: holders, vehicles, past vistorias and seals.

Invented, always the same for the same municipality. No device signed any of it: all is marked as
imported.
"""

from __future__ import annotations

import json
import random
from datetime import date

from sqlalchemy import insert, select, update

import checklists
from sync.records.plate import parse_plate
from sync.records.seal import chassis_tail
from sync.server import demo_data, feed, projections
from sync.server.db import schema, schema_registry, schema_seals
from sync.server.db.engine import TenantWriter

VEHICLES = 60
HOLDERS = 24
HISTORY_FROM = "Cadastro de demonstração"


def fill(writer: TenantWriter, rulebook, today: date) -> None:
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
