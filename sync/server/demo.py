"""A municipality for each rulebook, with agents, vehicles and history to try everything on.

Made once; made again it changes nothing, except that enrolment codes which were used or have
expired are replaced. Past vistorias and seals are marked as imported: no device signed them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlalchemy import select

import checklists
from checklists.local import LocalFile
from sync.server import (
    demo_roadside,
    demo_yard,
    enrol,
    local_law,
    tenants,
)
from sync.server.context import Server
from sync.server.db import schema, schema_registry

CODES = 2
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
            demo_yard.fill(writer, rulebook, today)
        demo_roadside.fill(writer, rulebook, server.now())
