"""Against whom an auto counts: whoever the registry or a document says it is."""

import json

import pytest
from alembic import command
from sqlalchemy import delete, insert, select, update

from sync.server import autos, registry_people, reprojection, tenants, whose
from sync.server.auto_recidivism import Histories
from sync.server.autos import Settling
from sync.server.context import open_server
from sync.server.db import schema, schema_registry
from sync.server.db.migrate import alembic_config
from sync.server.db.schema_autos import autos as table
from sync.server.db.schema_autos import office_acts
from tests.support import fined
from tests.support.autos import TOWNS

MANGARATIBA, SANTO_ANDRE = 3302601, TOWNS["santo-andre"][0]
CPF, SAME_CPF, OTHER_CPF = "987.654.321-00", " 98765432100", "111.444.777-35"
CNPJ = "12.ABC.345/01DE-35"
CITE = "Art. 49, a"  # doubled the second time, whenever that is
VERY_LAST = "2026-11-30"


@pytest.fixture
async def town(server, client, another_device):
    """A device of a town that doubles the second fine."""
    ibge, name, uf, zone = TOWNS["santo-andre"]
    tenants.create(server, tenants.NewTenant(ibge, name, uf, zone, "santo-andre"))
    return await another_device(server, client, ibge)


def drawn(device, n: int, document: str, day: str, **changes):
    return fined.named(
        device, document, place_in_block=n, town="santo-andre", cite=CITE,
        when=fined.at(9, n, day), **changes,
    )  # fmt: skip


def final(server, ibge: int, record: dict) -> None:
    """The office says that no appeal can undo it."""
    with server.db.write_tenant(ibge) as writer:
        act = {
            "tenant": ibge, "id": f"final {record['id']}"[:36], "auto": record["id"],
            "how": "definitivo", "sent_on": VERY_LAST, "note": "", "by": "9001",
            "at": server.now_text(),
        }  # fmt: skip
        writer.conn.execute(insert(office_acts).values(**act))
        Settling(writer, server.now()).auto(record["id"])


def row_of(server, record: dict):
    with server.db.read() as conn:
        return conn.execute(select(table).where(table.c.id == record["id"])).one()


def counted_with(server, record: dict) -> list[str] | None:
    row = row_of(server, record)
    with server.db.read() as conn:
        tenant = tenants.get(conn, row.tenant)
        found = Histories(conn, lambda one: autos.law_of_row(conn, tenant, one)).outcome_of(row)
    assert bool(found and found["rule"]) == row.recidivist
    return found and found["of"]


def people_sheet(server, ibge: int, *rows: str):
    with server.db.read() as conn:
        tenant = tenants.get(conn, ibge)
    text = "\n".join(["nome;papel;documento;registro", *rows]) + "\n"
    return registry_people.load_people(server, tenant, "pessoas.csv", text.encode())


def person_named(server, name: str) -> str:
    with server.db.read() as conn:
        query = select(schema_registry.persons.c.id).where(schema_registry.persons.c.name == name)
        return conn.execute(query).scalar_one()


@pytest.mark.parametrize("order", ["in order", "backwards", "files first of the last"])
async def test_autos_of_one_document_count_together_however_it_was_typed(server, town, order):
    made = [drawn(town, 0, CPF, "2026-03-02"), drawn(town, 1, SAME_CPF, "2026-09-14"),
            drawn(town, 2, OTHER_CPF, "2026-10-05")]  # fmt: skip
    arranged = made if order == "in order" else made[::-1]
    for one in arranged:
        await town.push(one.record)
        if order != "files first of the last":
            await one.arrives(town)
    if order == "files first of the last":
        for one in made[::-1]:
            await one.arrives(town)
    first, second, other = (one.record for one in made)
    assert counted_with(server, second) == []
    final(server, SANTO_ANDRE, first)
    assert counted_with(server, second) == [first["id"]]
    assert counted_with(server, other) == counted_with(server, first) == []
    assert (await town.entities("auto"))[second["id"]]["recidivist"] is True


@pytest.mark.parametrize("document", ["", "987.654.321-01", "000.000.000-00", "123", "RG 12.345"])
async def test_without_a_document_that_agrees_nobody_is_counted(server, town, document):
    made = [drawn(town, n, document, f"2026-0{n + 3}-02") for n in range(2)]
    for one in made:
        await town.push(one.record)
        await one.arrives(town)
    final(server, SANTO_ANDRE, made[0].record)
    assert counted_with(server, made[1].record) is None
    assert [row_of(server, one.record).document_key for one in made] == ["", ""]


@pytest.mark.parametrize("registry", ["before", "after"])
async def test_who_gets_into_the_registry_brings_his_autos_along(server, town, registry):
    sheet = f"Davi Jurema;motorista;{CPF};M-1"
    if registry == "before":
        people_sheet(server, SANTO_ANDRE, sheet)
    earlier = drawn(town, 0, CPF, "2026-03-02")
    await town.push(earlier.record)
    await earlier.arrives(town)
    if registry == "after":
        assert (await town.entities("auto"))[earlier.record["id"]]["autuado"] is None
        people_sheet(server, SANTO_ANDRE, sheet)
    person = person_named(server, "Davi Jurema")
    later = drawn(town, 1, "", "2026-09-14", autuado=person)  # the registry knows the document
    await town.push(later.record)
    final(server, SANTO_ANDRE, earlier.record)
    assert counted_with(server, later.record) == [earlier.record["id"]]
    told = await town.entities("auto")
    assert told[earlier.record["id"]]["autuado"] == told[later.record["id"]]["autuado"] == person


async def test_a_document_put_right_in_the_registry_moves_its_autos(server, town):
    people_sheet(server, SANTO_ANDRE, f"Davi Jurema;motorista;{OTHER_CPF};M-1")
    person = person_named(server, "Davi Jurema")
    earlier, later = drawn(town, 0, CPF, "2026-03-02"), drawn(
        town, 1, "", "2026-09-14", autuado=person
    )
    await town.push(earlier.record, later.record)
    await earlier.arrives(town)
    final(server, SANTO_ANDRE, earlier.record)
    assert counted_with(server, later.record) == []
    people_sheet(server, SANTO_ANDRE, f"Davi Jurema;motorista;{CPF};M-1")
    assert counted_with(server, later.record) == [earlier.record["id"]]
    people_sheet(server, SANTO_ANDRE, f"Davi Jurema;motorista;{OTHER_CPF};M-1")
    assert counted_with(server, later.record) == []
    assert (await town.entities("auto"))[earlier.record["id"]]["autuado"] is None


async def test_an_annulled_auto_and_the_one_that_replaces_it_count_once(server, town):
    wrong, right, last = (
        drawn(town, n, CNPJ, day) for n, day in enumerate(("2026-03-02", "2026-03-02", VERY_LAST))
    )
    for one in (last, wrong, right):
        await town.push(one.record)
        await one.arrives(town)
    final(server, SANTO_ANDRE, wrong.record)
    final(server, SANTO_ANDRE, right.record)
    assert set(counted_with(server, last.record)) == {wrong.record["id"], right.record["id"]}
    assert row_of(server, right.record).recidivist
    annulled = fined.annulment(town, wrong.record)
    await town.push(annulled)
    assert counted_with(server, last.record) == [right.record["id"]]
    assert not row_of(server, right.record).recidivist


async def test_one_document_in_two_towns_is_two_histories(server, client, town, another_device):
    there = await another_device(server, client, MANGARATIBA)
    here = drawn(town, 0, CPF, "2026-03-02")
    abroad = fined.named(there, CPF, when=fined.at(9, 0, "2026-03-03"))
    for device, one in ((town, here), (there, abroad)):
        await device.push(one.record)
        await one.arrives(device)
    keys = [row_of(server, one.record).document_key for one in (here, abroad)]
    assert len(set(keys)) == 2 and all(len(key) == 64 for key in keys)


async def test_what_the_record_signs_goes_before_what_the_attachment_says(server, town):
    people_sheet(server, SANTO_ANDRE, f"Davi Jurema;motorista;{CPF};M-1")
    person = person_named(server, "Davi Jurema")
    one = drawn(town, 0, OTHER_CPF, "2026-03-02", autuado=person)
    await town.push(one.record)
    await one.arrives(town)
    row = row_of(server, one.record)
    assert row.who == whose.key_of(server, SANTO_ANDRE, CPF) != row.document_key


async def test_the_document_goes_nowhere_and_its_key_neither(server, town, client):
    one = drawn(town, 0, CPF, "2026-03-02")
    await town.push(one.record)
    await one.arrives(town)
    key = row_of(server, one.record).document_key
    sent = json.dumps(await town.entities("auto"))
    for secret in (key, "98765432100", "987.654.321-00"):
        assert secret not in sent
    with server.db.read() as conn:
        for name in ("autos", "changes", "records"):
            kept = repr(conn.execute(select(schema.metadata.tables[name])).all())
            assert "98765432100" not in kept and "987.654.321-00" not in kept, name


@pytest.mark.parametrize("way", ["the next day", "worked out again"])
async def test_what_was_kept_before_there_were_keys_is_brought_up(server, town, way):
    people_sheet(server, SANTO_ANDRE, f"Davi Jurema;motorista;{CPF};M-1")
    person = person_named(server, "Davi Jurema")
    earlier = drawn(town, 0, CPF, "2026-03-02")
    later = drawn(town, 1, "", "2026-09-14", autuado=person)
    await town.push(earlier.record, later.record)
    await earlier.arrives(town)
    final(server, SANTO_ANDRE, earlier.record)
    before = [row_of(server, one.record) for one in (earlier, later)]
    assert before[1].recidivist
    with server.db.write_tenant(SANTO_ANDRE) as writer:
        old = {"document_key": None, "who": None, "final": None, "recidivist": False}
        writer.conn.execute(update(table).values(**old))
        writer.conn.execute(delete(schema.server_state))
        if way == "the next day":
            writer.conn.execute(update(schema_registry.persons).values(document_key=None))
            autos.refresh(server, writer)
    if way == "worked out again":
        assert reprojection.reproject(server, SANTO_ANDRE).failing == []
    assert [row_of(server, one.record) for one in (earlier, later)] == before


async def test_a_database_from_before_there_were_keys_gives_the_same_from_the_next_day_on(
    server, town, clock
):
    people_sheet(server, SANTO_ANDRE, f"Davi Jurema;motorista;{CPF};M-1")
    person = person_named(server, "Davi Jurema")
    made = [
        drawn(town, 0, CPF, "2026-03-02"), drawn(town, 1, "", "2026-09-14", autuado=person),
        drawn(town, 2, CNPJ, "2026-03-02"), drawn(town, 3, "12abc34501de35", "2026-10-02"),
    ]  # fmt: skip
    for one in made:
        await town.push(one.record)
        await one.arrives(town)
    for one in made[::2]:
        final(server, SANTO_ANDRE, one.record)
    before = [row_of(server, one.record) for one in made]
    assert [row.recidivist for row in before] == [False, True, False, True]
    config = alembic_config()
    with server.db.engine.execution_options(prancheta_write=True).begin() as conn:
        config.attributes["connection"] = conn
        command.downgrade(config, "0008")
    server.db.dispose()
    newer = open_server(server.config, clock)
    clock.advance(days=1)
    autos.refresh_now(newer, SANTO_ANDRE)
    assert [row_of(newer, one.record) for one in made] == before
    newer.db.dispose()


@pytest.mark.parametrize("content", [
    b"[]", b"{", b"\xff\xfe", b'{"autuado": 7}', b'{"autuado": {"document": ["1"]}}',
    b'{"autuado": {"name": "\\ud800", "document": "\\udc00"}}', b"[" * 60_000,
])  # fmt: skip
async def test_persons_that_cannot_be_read_name_nobody_and_break_nothing(server, town, content):
    one = fined.attached(
        town, (content, "pessoas", "application/json"), town="santo-andre", cite=CITE,
        persons={"autuado": None, "motorista": None},
    )  # fmt: skip
    await town.push(one.record)
    await one.arrives(town)
    assert row_of(server, one.record).who is None


def test_a_key_says_whether_two_documents_are_the_same_and_nothing_else(sqlite_server):
    key = whose.key_of(sqlite_server, MANGARATIBA, CPF)
    assert key == whose.key_of(sqlite_server, MANGARATIBA, SAME_CPF)
    assert key != whose.key_of(sqlite_server, SANTO_ANDRE, CPF)
    assert whose.key_of(sqlite_server, MANGARATIBA, "12abc34501de35") == whose.key_of(
        sqlite_server, MANGARATIBA, CNPJ
    )
    assert whose.key_of(sqlite_server, MANGARATIBA, "  ") == ""


async def test_an_auto_that_could_not_be_settled_when_its_persons_came_is_settled_the_next_day(
    sqlite_server, lone_device, clock, monkeypatch
):
    one = fined.named(lone_device, CPF)
    await lone_device.push(one.record)

    def fails(*args):
        raise LookupError("law")

    with monkeypatch.context() as broken:
        broken.setattr(whose, "of_row", fails)
        await one.arrives(lone_device)  # the attachment is kept all the same
    assert row_of(sqlite_server, one.record).who is None
    clock.advance(days=1)
    autos.refresh_now(sqlite_server, MANGARATIBA)
    assert row_of(sqlite_server, one.record).who == whose.key_of(sqlite_server, MANGARATIBA, CPF)
