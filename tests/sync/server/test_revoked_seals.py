"""A selo that was lost and issued again: the old one counts no more, the new one does, whatever
order the records came in."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from sync.records.plate import parse_plate
from sync.records.seal import serial_text
from sync.server import reissue, reprojection, seal_lists
from sync.server.db import schema, schema_seals
from tests.support import records as invented
from tests.sync.server.conftest import IBGE, ready_device


def revocation(selo: dict, replaced_by: int | None, **changes: object) -> dict:
    body = selo["body"]
    return {
        "selo": selo["id"], "serial": body["serial"], "vehicle": dict(body["vehicle"]),
        "reason": "perdido", "note": "", "replaced_by": replaced_by, **changes,
    }  # fmt: skip


def replacement(device, vistoria: dict, earlier: dict, **changes: object) -> list[dict]:
    """The two records of a re-issue, with the device's next number."""
    device.serial += 1
    revoked = device.record("revogacao", revocation(earlier, device.serial))
    body = invented.selo_body(vistoria, device.serial, device.key)
    body |= {"replaces": earlier["body"]["serial"], **changes}
    later = {"occurred_at": "2026-12-20T10:00:00-03:00"}
    return [revoked, device.record("selo", body, **later)]


def flags_of(server, record: dict) -> list[str]:
    table = schema.records
    with server.db.read() as conn:
        query = select(table.c.flags).where(table.c.tenant == IBGE, table.c.id == record["id"])
        flags = json.loads(conn.execute(query).scalar_one())
    return [flag for flag in flags if flag.startswith(("selo.", "revoke.", "annul."))]


def statuses(server) -> dict[int, str]:
    table = schema_seals.seals
    with server.db.read() as conn:
        rows = conn.execute(select(table.c.serial, table.c.status).where(table.c.tenant == IBGE))
        return {row.serial: row.status for row in rows}


async def test_the_old_seal_is_revoked_and_the_new_one_tells_which_it_replaces(server, device):
    vistoria = device.record()
    old = device.selo(vistoria)
    await device.push(vistoria, old)
    before = seal_lists.numbers(server, IBGE)
    revoked, new = replacement(device, vistoria, old)
    answer = await device.push(revoked, new)
    assert {one["status"] for one in answer["answers"]} == {"stored"}
    first, second = old["body"]["serial"], new["body"]["serial"]
    assert statuses(server) == {first: "revogado", second: "valido"}
    selos = await device.entities("selo")
    assert selos[str(first)] == {
        "serial": first, "vehicle": old["body"]["vehicle"]["id"], "plate": "ABC1D23",
        "chassis_tail": "A12345", "service": "escolar", "inspected_on": "2026-11-30",
        "valid_until": "2027-05-30", "status": "revogado", "record": old["id"],
        "vistoria": vistoria["id"], "device": device.id, "replaces": None, "provisional": False,
        "revoked_by": revoked["id"],
    }
    assert (selos[str(second)]["replaces"], selos[str(second)]["revoked_by"]) == (first, None)
    assert [flags_of(server, one) for one in (revoked, new)] == [[], []]
    lists = seal_lists.verified(server, IBGE)
    assert list(lists.revocation.serials) == [first]
    assert seal_lists.numbers(server, IBGE)["revocation"] > before["revocation"]


async def test_a_revocation_may_come_before_its_seal(server, device):
    vistoria = device.record()
    old = device.selo(vistoria)
    revoked, new = replacement(device, vistoria, old)
    await device.push(revoked, new)
    assert flags_of(server, revoked) == ["revoke.target_missing"]
    await device.push(vistoria, old)
    assert statuses(server) == {old["body"]["serial"]: "revogado",
                                new["body"]["serial"]: "valido"}
    assert flags_of(server, revoked) == []
    reprojection.reproject(server, IBGE)
    assert flags_of(server, revoked) == []
    assert statuses(server)[old["body"]["serial"]] == "revogado"


async def test_two_devices_that_replace_one_seal_are_both_flagged(server, client, device):
    vistoria = device.record()
    old = device.selo(vistoria)
    await device.push(vistoria, old)
    other = await ready_device(server, client)
    here = replacement(device, vistoria, old)
    there = replacement(other, vistoria, old)
    await device.push(*here)
    assert flags_of(server, here[1]) == []
    await other.push(*there)
    for selo in (here[1], there[1]):
        assert flags_of(server, selo) == ["selo.replaced_twice"]
    before = statuses(server)
    reprojection.reproject(server, IBGE)
    assert statuses(server) == before
    assert [flags_of(server, one) for one in (here[1], there[1])] == [["selo.replaced_twice"]] * 2


async def test_a_second_seal_of_a_vistoria_that_replaces_none_is_flagged(server, device):
    vistoria = device.record()
    one, two = device.selo(vistoria), device.selo(vistoria)
    await device.push(vistoria, one, two)
    assert [flags_of(server, selo) for selo in (one, two)] == [["selo.second"]] * 2


async def test_a_seal_issued_anew_after_an_annulment_is_not_flagged(server, device):
    vistoria = device.record()
    wrong = device.selo(vistoria)
    records = [vistoria, wrong, device.anulacao(wrong), device.selo(vistoria)]
    await device.push(*records)
    assert flags_of(server, records[-1]) == []


@pytest.mark.parametrize(
    ("changes", "flag"),
    [({"vehicle": {"plate": "XYZ9W87"}}, "revoke.other_vehicle"),
     ({"vehicle": {"chassis_tail": "ZZZ999"}}, "revoke.other_vehicle")],
)
async def test_a_number_of_another_vehicle_is_not_revoked(
    lone_device, sqlite_server, changes, flag
):
    device = lone_device
    vistoria = device.record()
    selo = device.selo(vistoria)
    body = revocation(selo, None)
    body["vehicle"] |= changes["vehicle"]
    wrong = device.record("revogacao", body)
    await device.push(vistoria, selo, wrong)
    assert statuses(sqlite_server) == {selo["body"]["serial"]: "valido"}
    assert flags_of(sqlite_server, wrong) == [flag]


@pytest.mark.parametrize("first", ["the seal", "the revocations"])
async def test_a_wrong_revocation_shows_beside_a_right_one_and_in_either_order(
    lone_device, sqlite_server, first
):
    vistoria = lone_device.record()
    selo = lone_device.selo(vistoria)
    body = revocation(selo, None)
    right = lone_device.record("revogacao", body)
    body = {**body, "vehicle": {**body["vehicle"], "plate": "XYZ9W87"}}
    wrong = lone_device.record("revogacao", body)
    batches = [(vistoria, selo), (right, wrong)]
    for batch in batches if first == "the seal" else batches[::-1]:
        await lone_device.push(*batch)
    assert [flags_of(sqlite_server, one) for one in (right, wrong)] == [
        [], ["revoke.other_vehicle"]]  # fmt: skip


async def test_what_came_before_its_target_says_no_more_that_it_is_missing(
    lone_device, sqlite_server
):
    rejected = lone_device.record(
        body=invented.vistoria_body(verdict=invented.rejected_verdict())
    )
    selo = lone_device.selo(lone_device.record())
    selo["body"]["vistoria"] = rejected["id"]
    selo = invented.sign({k: v for k, v in selo.items() if k != "signature"}, lone_device.key)
    annulled = lone_device.anulacao(rejected)
    await lone_device.push(selo, annulled)
    assert flags_of(sqlite_server, selo) == ["selo.vistoria_missing"]
    assert flags_of(sqlite_server, annulled) == ["annul.target_missing"]
    await lone_device.push(rejected)
    assert flags_of(sqlite_server, selo) == ["selo.vistoria_not_approved"]
    assert flags_of(sqlite_server, annulled) == []
    with sqlite_server.db.read() as conn:
        query = select(schema.records.c.plate).where(schema.records.c.id == annulled["id"])
        assert conn.execute(query).scalar_one() == rejected["body"]["vehicle"]["plate"]


async def test_a_replacement_with_another_validity_is_flagged(lone_device, sqlite_server):
    device = lone_device
    short = device.record(body=invented.vistoria_body())
    long = device.record(
        body=invented.vistoria_body(verdict=invented.verdict(valid_until="2027-11-30"))
    )
    old = device.selo(short)
    revoked, new = replacement(device, long, old)
    await device.push(short, long, old, revoked, new)
    assert flags_of(sqlite_server, new) == ["selo.replaces_other"]


async def test_a_replacement_weeks_later_is_no_clock_that_went_back(lone_device, sqlite_server):
    device = lone_device
    vistoria = device.record()
    old = device.selo(vistoria)
    between = device.record(body=invented.vistoria_body(
        vehicle=invented.vehicle(id=invented.VEHICLE.replace("a001", "a002"), plate="XYZ9Z87")
    ))
    its = device.record("selo", invented.selo_body(between, device.serial + 1, device.key))
    device.serial += 1
    revoked, new = replacement(device, vistoria, old)
    await device.push(vistoria, old, between, its, revoked, new)
    assert "selo.date_inverted" not in flags_of(sqlite_server, new)


async def test_the_public_page_of_the_old_seal_names_the_new_one(lone_device, lone_client):
    device = lone_device
    vistoria = device.record()
    old = device.selo(vistoria)
    revoked, new = replacement(device, vistoria, old)
    await device.push(vistoria, old, revoked, new)
    page = (await lone_client.get(f"/s/{device.seal_digits(old)}")).text
    assert "CANCELADO" in page
    assert f"o de número {serial_text(new['body']['serial'])}" in page
    fresh = (await lone_client.get(f"/s/{device.seal_digits(new)}")).text
    assert "VÁLIDO" in fresh
    assert "CANCELADO" not in fresh


async def test_an_annulled_vistoria_takes_both_seals_with_it(lone_device, sqlite_server):
    device = lone_device
    vistoria = device.record()
    old = device.selo(vistoria)
    revoked, new = replacement(device, vistoria, old)
    await device.push(vistoria, old, revoked, new, device.anulacao(vistoria))
    assert set(statuses(sqlite_server).values()) == {"anulado"}


async def test_the_office_is_not_told_to_issue_again_what_an_agent_has_cancelled(
    lone_device, sqlite_server, clock
):
    device = lone_device
    vistoria = device.record()
    old = device.selo(vistoria)
    revoked, new = replacement(device, vistoria, old)
    await device.push(vistoria, old, revoked, new, device.anulacao(new))
    with sqlite_server.db.read() as conn:
        assert reissue.to_reissue(conn, IBGE, clock().date()) == []


def test_both_forms_of_a_plate_name_one_vehicle():
    """What the revocation of a vehicle that changed its plate stands on."""
    assert parse_plate("ABC1D23").key == parse_plate("ABC1323").key
