"""The demonstration: a town for each law, invented to the last digit, the same every time."""

import json
import re
import shutil
from collections import Counter
from datetime import date

import pytest
from sqlalchemy import func, select

import checklists
from sync.records.plate import parse_plate
from sync.server import demo, demo_roadside
from sync.server.config import Config
from sync.server.context import open_server
from sync.server.db import schema, schema_autos, schema_registry, schema_seals
from tests.support.field_device import NOON, FieldDevice, StillClock, client_of


def fresh(folder, clock=None):
    return open_server(Config(data=folder), clock or StillClock(NOON))


@pytest.fixture(scope="module")
def mould(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demonstracao")
    server = fresh(folder)
    demo.make_demo(server)
    server.db.dispose()
    return folder


@pytest.fixture
def made(mould, tmp_path):
    """The folder of a demonstration that was made already."""
    return shutil.copytree(mould, tmp_path / "dados")


def counts(server) -> dict[str, int]:
    with server.db.read() as conn:
        return {
            table.name: conn.execute(select(func.count()).select_from(table)).scalar_one()
            for table in schema.metadata.sorted_tables
        }


def rows(server, table, ibge: int | None = None):
    with server.db.read() as conn:
        query = select(table)
        if ibge is not None:
            query = query.where(table.c.tenant == ibge)
        return conn.execute(query).all()


def cpf_is_valid(digits: str) -> bool:
    for length in (9, 10):
        total = sum(int(d) * w for d, w in zip(digits, range(length + 1, 1, -1), strict=False))
        if int(digits[length]) != total * 10 % 11 % 10:
            return False
    return len(digits) == 11


def renavam_is_valid(digits: str) -> bool:
    total = sum(int(d) * w for d, w in zip(digits, (3, 2, 9, 8, 7, 6, 5, 4, 3, 2), strict=False))
    return len(digits) == 11 and int(digits[10]) == total * 10 % 11 % 10


def test_every_law_gets_its_town_with_agents_vehicles_and_history(made):
    server = fresh(made)
    towns = demo.make_demo(server)
    assert len(towns) == len(checklists.available_rulebooks())
    for town in towns:
        assert Counter(role for *_, role in town.logins) == {"inspetor": 2, "administrador": 1}
        assert len(town.codes) == 2
        vehicles = rows(server, schema_registry.vehicles, town.ibge)
        assert len(vehicles) == 60
        assert len({parse_plate(van.plate).key for van in vehicles}) == 60
        assert all(re.fullmatch(r"[A-HJ-NPR-Z0-9]{17}", van.chassis) for van in vehicles)
        assert all(renavam_is_valid(van.renavam) for van in vehicles)
        ages = {date(2026, 11, 30).year - van.manufacture_year for van in vehicles}
        assert min(ages) == 0
        assert max(ages) >= 12
        formats = {parse_plate(van.plate).format for van in vehicles}
        assert formats == {"antiga", "mercosul"}
        assert any(json.loads(van.plates) for van in vehicles)
        people = rows(server, schema_registry.persons, town.ibge)
        assert all(cpf_is_valid(one.document) for one in people)
        results = Counter(
            json.loads(van.last_vistoria)["result"] if van.last_vistoria else "nunca"
            for van in vehicles
        )
        assert set(results) == {"aprovado", "reprovado", "nunca"}
        assert all(van.registration for van in vehicles)
        assert {van.authorised_until < "2026-11-30" for van in vehicles} == {True, False}
        assert all(one.register and one.role in demo_roadside.DRIVING for one in people
                   if one.role != "autorizatario")  # fmt: skip
        assert len({one.role for one in people}) > 1
        past = rows(server, schema_autos.autos, town.ibge)
        assert {one.owes_notice for one in past} == {True, False}
        lined = rows(server, schema_autos.lines, town.ibge)
        assert bool(lined) == (town.name in ("Januária", "Santo André"))
        # Where the law knows recidivism at all, somebody is at it again.
        again = any(one.recidivist for one in past)
        assert again == (town.name != "Mangaratiba")
        seals = rows(server, schema_seals.seals, town.ibge)
        # Santo André's law gives no period, so nothing there can be dated.
        dated = set() if town.name == "Santo André" else {True, False}
        assert {seal.valid_until < "2026-11-30" for seal in seals} == dated
        assert all(seal.imported and seal.payload is None for seal in seals)
        assert rows(server, schema_registry.exigencias, town.ibge)
    server.db.dispose()


def test_made_again_it_changes_nothing_and_prints_the_same_codes(made):
    server = fresh(made)
    first = demo.make_demo(server)
    before = counts(server)
    assert demo.make_demo(server) == first
    assert counts(server) == before
    server.db.dispose()


@pytest.mark.parametrize("left", ["", '{"3302601": ["ABCD', "[]"])
def test_a_list_of_codes_that_was_cut_while_written_is_written_anew(made, left):
    server = fresh(made)
    (made / "demo-codigos.json").write_text(left)
    codes = demo.make_demo(server)[0].codes
    assert len(set(codes)) == demo.CODES
    assert demo.make_demo(server)[0].codes == codes
    server.db.dispose()


def test_elsewhere_it_is_the_same_town_with_other_secrets(made, tmp_path):
    here, there = fresh(made), fresh(tmp_path / "b")
    codes = [demo.make_demo(one)[0].codes for one in (here, there)]
    assert codes[0] != codes[1]
    registry = schema_registry
    for table in (registry.vehicles, registry.persons, registry.exigencias, schema_seals.seals):
        assert rows(here, table) == rows(there, table)
    here.db.dispose()
    there.db.dispose()


async def test_a_code_that_was_used_or_is_about_to_expire_is_replaced(made):
    clock = StillClock(NOON)
    server = fresh(made, clock)
    [first, second] = demo.make_demo(server)[0].codes
    async with client_of(server) as client:
        await FieldDevice(client).enrol(first)
        codes = demo.make_demo(server)[0].codes
        assert second in codes
        assert first not in codes
        clock.advance(days=6, hours=1)
        codes = demo.make_demo(server)[0].codes
        assert second not in codes
        assert (await FieldDevice(client).enrol(codes[0])).status_code == 201
    server.db.dispose()


def test_documents_leave_the_server_masked(made):
    server = fresh(made)
    documents = {one.document for one in rows(server, schema_registry.persons)}
    feed = [row.v for row in rows(server, schema.changes)]
    assert not [one for one in feed if any(document in one for document in documents)]
    masked = [json.loads(v)["document_masked"] for v in feed if "document_masked" in v]
    assert masked
    assert all(re.fullmatch(r"\*\*\*\.\d{3}\.\d{3}-\*\*", one) for one in masked)
    server.db.dispose()
