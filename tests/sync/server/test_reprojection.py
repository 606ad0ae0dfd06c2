"""What follows from the records can be worked out again, as often as one likes."""

import pytest
from click.testing import CliRunner
from sqlalchemy import select, text

from sync.server import projections, reprojection
from sync.server.cli import main
from sync.server.db import schema
from tests.support import records as invented
from tests.sync.server.test_painel import enter

IBGE = 3302601
DERIVED = (
    "vehicles", "seals", "exigencias", "exigencia_closings", "annulments", "spoiled_numbers",
    "unprojected", "changes", "records",
)  # fmt: skip


def everything(server) -> dict[str, list]:
    with server.db.read() as conn:
        return {
            name: sorted(map(repr, conn.execute(select(schema.metadata.tables[name]))))
            for name in DERIVED
        }


def outcomes(server) -> dict[str, list]:
    """The registry as it stands, without when each thing was told."""
    found = everything(server)
    del found["changes"], found["records"]
    return found


@pytest.fixture
def a_day(device):
    """A whole day's records: rejected, mended, sealed, annulled, a number spoiled."""
    owed = invented.exigencia()
    first = device.record(body=invented.vistoria_body(verdict=invented.rejected_verdict()))
    second = device.record(
        body=invented.vistoria_body(
            mode="reinspecao", previous=first["id"],
            verdict=invented.verdict(closes=[owed["id"]]),
        )
    )  # fmt: skip
    selo = device.selo(second)
    wrong = device.record(
        body=invented.vistoria_body(
            vehicle=invented.vehicle(id=invented.VEHICLE.replace("a001", "a002"), plate="XYZ9Z87")
        )
    )
    gone = device.selo(wrong)
    spoiled = {"series": "selo", "number": 90, "status": "spoiled", "reason": "Etiqueta rasgada"}
    return [
        first, second, selo, wrong, gone, device.anulacao(gone), device.record("numero", spoiled),
    ]  # fmt: skip


async def test_doing_it_again_changes_nothing_and_tells_the_devices_nothing(server, device, a_day):
    await device.push(*a_day)
    before = everything(server)
    for _ in range(2):
        outcome = reprojection.reproject(server, IBGE)
        assert (outcome.records, outcome.mended, outcome.failing) == (7, [], [])
    assert everything(server) == before


async def test_records_that_did_not_enter_the_registry_enter_it_later(
    server, device, a_day, monkeypatch
):
    def broken(*_args):
        raise LookupError("cadastro partido")

    with monkeypatch.context() as patch:
        patch.setattr(projections, "_APPLY", dict.fromkeys(projections._APPLY, broken))
        answer = await device.push(*a_day)
        assert {one["status"] for one in answer["answers"]} == {"stored"}
        assert reprojection.reproject(server, IBGE).failing == sorted(one["id"] for one in a_day)
    assert await device.entities("selo") == {}
    outcome = reprojection.reproject(server, IBGE)
    assert (outcome.failing, outcome.mended) == ([], sorted(one["id"] for one in a_day))
    selos = await device.entities("selo")
    assert sorted(one["status"] for one in selos.values()) == ["anulado", "valido"]
    (owed,) = (await device.entities("exigencia")).values()
    assert owed["status"] == "cumprida"
    again = outcomes(server)
    with server.db.read() as conn:
        assert "projection.failed" not in "".join(
            conn.execute(select(schema.records.c.flags)).scalars()
        )
    # The same as if nothing had ever failed.
    with server.db.write() as conn:
        for name in ("seals", "exigencias", "exigencia_closings", "annulments", "spoiled_numbers"):
            conn.execute(text(f"DELETE FROM {name}"))
    assert reprojection.reproject(server, IBGE).failing == []
    assert outcomes(server) == again


async def test_a_seal_of_a_blocked_device_does_not_become_good_by_it(server, device, a_day):
    with server.db.write() as conn:
        conn.execute(schema.devices.update().values(status="revoked"))
    await device.push(*a_day[:3])
    with server.db.write() as conn:
        conn.execute(schema.devices.update().values(status="active"))
        conn.execute(text("DELETE FROM seals"))
    reprojection.reproject(server, IBGE)
    (selo,) = (await device.entities("selo")).values()
    assert selo["status"] == "revogado"


async def test_the_office_sees_what_did_not_enter_and_what_to_run(
    server, client, device, monkeypatch
):
    def broken(*_args):
        raise ValueError("cadastro partido")

    await enter(client)
    assert "não entrou" not in (await client.get("/painel/")).text
    monkeypatch.setattr(projections, "_APPLY", {"vistoria": broken})
    vistoria = device.record()
    await device.push(vistoria)
    page = (await client.get("/painel/")).text
    assert "1 registro guardado não entrou no cadastro" in page
    assert f"prancheta reprojetar {IBGE}" in page
    assert f"/painel/registros/{vistoria['id']}.json" in page
    monkeypatch.undo()
    reprojection.reproject(server, IBGE)
    assert "não entrou" not in (await client.get("/painel/")).text


def test_it_is_one_command_for_one_town_or_for_all(tmp_path, monkeypatch):
    monkeypatch.setenv("PRANCHETA_DATA", str(tmp_path / "dados"))
    run = CliRunner().invoke
    run(main, ["demo"])
    result = run(main, ["reprojetar", "mangaratiba"])
    assert result.exit_code == 0, result.output
    assert result.output == (
        "Mangaratiba: 0 registros conferidos, 0 que faltavam entraram no cadastro, "
        "0 ainda não entram.\n"
    )
    assert run(main, ["reprojetar"]).output.count("registros conferidos") == 5
    assert run(main, ["reprojetar", "Atlântida"]).exit_code == 1


async def test_a_vistoria_of_another_vehicle_closes_no_exigencia(device):
    owed = invented.exigencia()
    await device.push(device.record(body=invented.vistoria_body(
        verdict=invented.rejected_verdict()
    )))  # fmt: skip
    other = invented.vehicle(id=invented.VEHICLE.replace("a001", "a002"), plate="XYZ9Z87")
    await device.push(device.record(body=invented.vistoria_body(
        vehicle=other, verdict=invented.verdict(closes=[owed["id"]])
    )))  # fmt: skip
    assert (await device.entities("exigencia"))[owed["id"]]["status"] == "aberta"
