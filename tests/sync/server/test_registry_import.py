"""A town's own registry, loaded from its file: found by plate, kept with its history."""

import json

import pytest
from sqlalchemy import select

from checklists.local import LocalError
from sync.server import registry_import, tenants
from sync.server.db import schema, schema_registry
from tests.support import records as invented

IBGE, OTHER = 3302601, 3135209
HEADER = "placa;servico;chassi;cor;autorizatario;documento;placa_anterior\n"
VAN = "ABC1D23;escolar;9BWZZZ377VTA12345;Branca;Marta Figueiral;98765432100;\n"
CAR = "DEF4567;escolar;;Azul;Davi Sapucaia;;\n"


def load(server, text: str, ibge: int = IBGE, **more):
    with server.db.read() as conn:
        tenant = tenants.get(conn, ibge)
    return registry_import.load(server, tenant, "frota.csv", text.encode(), **more)


def rows_of(server, table, ibge: int = IBGE) -> list:
    with server.db.read() as conn:
        return list(conn.execute(select(table).where(table.c.tenant == ibge)))


def vehicle(server, plate: str):
    [row] = [one for one in rows_of(server, schema_registry.vehicles) if one.plate == plate]
    return row


def counts(done) -> tuple[int, int, int, int]:
    return done.new, done.changed, done.same, done.absent


async def test_vehicles_and_holders_go_down_to_the_devices_with_documents_masked(server, device):
    done = load(server, HEADER + VAN + CAR)
    assert counts(done) == (2, 0, 0, 0)
    assert (done.new_persons, done.warnings) == (2, [])
    vehicles, persons = await device.entities("vehicle"), await device.entities("person")
    van = next(one for one in vehicles.values() if one["plate"] == "ABC1D23")
    assert (van["chassis"], van["color"], van["plates"], van["last_vistoria"]) == (
        "9BWZZZ377VTA12345", "Branca", [], None,
    )  # fmt: skip
    assert persons[van["holder"]] == {
        "id": van["holder"], "name": "Marta Figueiral", "document_masked": "***.654.321-**",
        "role": "autorizatario", "register": None, "works_for": None,
    }  # fmt: skip


async def test_the_same_file_again_changes_nothing_and_sends_nothing(server, device):
    load(server, HEADER + VAN + CAR)
    await device.pull()
    before = rows_of(server, schema.changes)
    done = load(server, HEADER + CAR + VAN)
    assert counts(done) == (0, 0, 2, 0)
    assert rows_of(server, schema.changes) == before


def test_only_what_changed_goes_into_the_feed_and_who_is_missing_stays(server):
    load(server, HEADER + VAN + CAR)
    before = {row.id: row for row in rows_of(server, schema.changes)}
    done = load(server, HEADER + VAN.replace("Branca", "Prata"))
    assert counts(done) == (0, 1, 0, 1)
    changed = [row for row in rows_of(server, schema.changes) if row != before[row.id]]
    assert [json.loads(row.v)["color"] for row in changed] == ["Prata"]
    assert vehicle(server, "DEF4567").color == "Azul"


def test_an_empty_cell_or_a_column_left_out_takes_nothing_away(server):
    load(server, HEADER + VAN)
    done = load(server, "placa;servico;cor\nABC1D23;escolar;\n")
    assert counts(done) == (0, 0, 1, 0)
    assert vehicle(server, "ABC1D23").color == "Branca"


def test_both_forms_of_a_plate_are_one_vehicle(server):
    load(server, "placa;servico\nABC1234;escolar\n")
    id_ = vehicle(server, "ABC1234").id
    done = load(server, "placa;servico\nABC1C34;escolar\n")
    assert counts(done) == (0, 1, 0, 0)
    row = vehicle(server, "ABC1C34")
    assert (row.id, row.plates) == (id_, "[]")


async def test_a_vehicle_entered_in_the_field_keeps_its_id_its_vistoria_and_what_it_owes(
    server, device
):
    body = invented.vistoria_body(
        vehicle=invented.vehicle(known=False, permit=None), verdict=invented.rejected_verdict()
    )
    record = device.record(body=body)
    await device.push(record)
    owed = await device.entities("exigencia")
    assert vehicle(server, "ABC1D23").origin == "campo"
    done = load(server, HEADER + VAN)
    assert counts(done) == (0, 1, 0, 0)
    row = vehicle(server, "ABC1D23")
    assert (row.id, row.origin, row.make_model) == (invented.VEHICLE, "cadastro", "Volare V8")
    sent = (await device.entities("vehicle"))[invented.VEHICLE]
    assert (sent["last_vistoria"]["id"], sent["color"]) == (record["id"], "Branca")
    assert await device.entities("exigencia") == owed != {}


async def test_who_changed_plates_is_found_by_the_former_one_and_bears_both(server, device):
    load(server, HEADER + VAN)
    id_ = vehicle(server, "ABC1D23").id
    moved = HEADER + VAN.replace("ABC1D23", "QRS9T87").replace(";\n", ";abc-1d23\n")
    assert counts(load(server, moved)) == (0, 1, 0, 0)
    sent = (await device.entities("vehicle"))[id_]
    assert (sent["plate"], sent["plates"]) == ("QRS9T87", ["ABC1D23"])
    assert counts(load(server, moved)) == (0, 0, 1, 0)


def test_an_older_file_does_not_make_a_second_vehicle_of_a_plate_given_up(server):
    load(server, HEADER + VAN)
    load(server, HEADER + VAN.replace("ABC1D23", "QRS9T87").replace(";\n", ";ABC1D23\n"))
    with pytest.raises(LocalError, match="a placa atual desse veículo, QRS9T87"):
        load(server, HEADER + VAN)
    back = HEADER + VAN.replace(";\n", ";QRS9T87\n")  # the exchange was a mistake
    assert counts(load(server, back)) == (0, 1, 0, 0)
    assert json.loads(vehicle(server, "ABC1D23").plates) == ["QRS9T87"]


def test_nothing_is_loaded_where_anything_is_wrong_or_when_only_checking(server):
    before = rows_of(server, schema.changes)
    with pytest.raises(LocalError) as caught:
        load(server, HEADER + VAN + "x;y;;;;1;\n")
    assert len(caught.value.problems) == 4
    assert counts(load(server, HEADER + VAN, only_check=True)) == (1, 0, 0, 0)
    assert rows_of(server, schema_registry.vehicles) == []
    assert rows_of(server, schema_registry.persons) == []
    assert rows_of(server, schema.changes) == before


def test_other_towns_get_nothing_of_it(server):
    load(server, HEADER + VAN)
    assert rows_of(server, schema_registry.vehicles, OTHER) == []


def test_a_holder_is_known_by_the_document_and_takes_its_new_name(server):
    load(server, HEADER + VAN)
    [person] = rows_of(server, schema_registry.persons)
    done = load(server, HEADER + VAN.replace("Figueiral", "Figueiral Prado"))
    assert (counts(done), done.new_persons) == ((0, 0, 1, 0), 0)
    [renamed] = rows_of(server, schema_registry.persons)
    assert (renamed.id, renamed.name) == (person.id, "Marta Figueiral Prado")


def test_a_holder_without_document_is_known_by_name_and_may_get_one_later(server):
    load(server, HEADER + CAR)
    [person] = rows_of(server, schema_registry.persons)
    load(server, HEADER + CAR.replace("Davi Sapucaia;", "DAVI SAPUCAIA;98765432100"))
    [known] = rows_of(server, schema_registry.persons)
    assert (known.id, known.document) == (person.id, "98765432100")
    done = load(server, HEADER + CAR)
    assert done.new_persons == 0


def test_two_holders_of_one_name_have_to_be_told_apart(server):
    two = VAN.replace("Marta Figueiral", "Davi Sapucaia") + VAN.replace("ABC", "GHI").replace(
        "Marta Figueiral;98765432100", "Davi Sapucaia;01234567890"
    )
    with pytest.raises(LocalError, match=r"linha 4.*há 2 pessoas com o nome Davi Sapucaia"):
        load(server, HEADER + two + CAR)
    assert load(server, HEADER + two).new_persons == 2


def test_what_does_not_agree_is_warned_of_and_loaded(server):
    load(server, HEADER + VAN + CAR)
    other = VAN.replace("A12345", "B99999") + CAR.replace("Davi Sapucaia;", "Davi;98765432100")
    done = load(server, HEADER + other)
    assert len(done.warnings) == 2
    assert 'linha 2: coluna "chassi": o cadastro tinha um que termina em A12345' in (
        "\n".join(done.warnings)
    )
    assert "na linha 2 esse documento é de Marta Figueiral" in "\n".join(done.warnings)


def test_a_plate_and_a_former_plate_of_two_vehicles_are_warned_of(server):
    load(server, HEADER + VAN + CAR)
    done = load(server, HEADER + VAN.replace(";\n", ";DEF4567\n"))
    assert counts(done) == (0, 1, 0, 1)
    assert "DEF4567 é de outro veículo do cadastro" in done.warnings[0]


def test_what_comes_in_while_the_file_is_worked_out_is_not_lost(server, monkeypatch):
    load(server, HEADER + VAN)
    hold = server.db.write_tenant

    def after_another(ibge):
        monkeypatch.setattr(server.db, "write_tenant", hold)
        load(server, "placa;servico;cor\nABC1D23;escolar;Prata\nGHI1J23;escolar;Verde\n")
        return hold(ibge)

    monkeypatch.setattr(server.db, "write_tenant", after_another)
    done = load(server, "placa;servico;lotacao\nABC1D23;escolar;20\nGHI1J23;escolar;9\n")
    assert counts(done) == (0, 2, 0, 0)
    van = vehicle(server, "ABC1D23")
    assert (van.color, van.capacity) == ("Prata", 20)


def test_many_rows_go_in_several_statements(server):
    some = "".join(f"ABC{n // 100}D{n % 100:02d};escolar;;;Pessoa {n};;\n" for n in range(1000))
    assert load(server, HEADER + some).new == 1000
    changes = [row for row in rows_of(server, schema.changes) if row.type == "vehicle"]
    assert len({row.seq for row in changes}) == 1000
    assert counts(load(server, HEADER + some)) == (0, 0, 1000, 0)
