"""What follows from records: vehicles, exigências, selos, numbers."""

import uuid

import pytest

from tests.support import records as invented


async def rejected(device, **changes):
    body = invented.vistoria_body(verdict=invented.rejected_verdict(**changes))
    return device.record(body=body)


async def test_a_vehicle_entered_in_the_field_becomes_a_vehicle(device):
    body = invented.vistoria_body(vehicle=invented.vehicle(known=False, permit=None))
    await device.push(device.record(body=body))
    [van] = (await device.entities("vehicle")).values()
    assert (van["plate"], van["chassis"], van["service"]) == ("ABC1D23", "A12345", "escolar")
    assert van["last_vistoria"]["result"] == "aprovado"


async def test_a_vehicle_entered_without_make_and_model_becomes_one_too_with_what_it_owes(device):
    verdict = invented.rejected_verdict()
    body = invented.vistoria_body(
        vehicle=invented.vehicle(known=False, make_model=None, permit=None, model_year=None,
                                 manufacture_year=None, chassis_tail=None),
        verdict=verdict,
    )  # fmt: skip
    await device.push(device.record(body=body))
    [van] = (await device.entities("vehicle")).values()
    assert (van["make_model"], van["last_vistoria"]["result"]) == ("", "reprovado")
    assert set(await device.entities("exigencia")) == {one["id"] for one in verdict["exigencias"]}


async def test_a_rejected_vistoria_opens_exigencias_and_a_reinspection_closes_them(device):
    first = await rejected(device)
    await device.push(first)
    owed = invented.exigencia()
    assert (await device.entities("exigencia"))[owed["id"]] == {
        "id": owed["id"], "vehicle": invented.VEHICLE, "item": "14-XIX", "cite": "Art. 14, XIX",
        "label": "Espelho retrovisor quebrado", "since": "2026-11-30", "deadline": None,
        "status": "aberta", "record": first["id"],
    }  # fmt: skip
    again = invented.vistoria_body(
        mode="reinspecao", previous=first["id"], verdict=invented.verdict(closes=[owed["id"]])
    )
    second = device.record(body=again)
    await device.push(second)
    assert (await device.entities("exigencia"))[owed["id"]]["status"] == "cumprida"

    await device.push(device.anulacao(second))
    assert (await device.entities("exigencia"))[owed["id"]]["status"] == "aberta"
    assert (await device.entities("vehicle"))[invented.VEHICLE]["last_vistoria"]["id"] == (
        first["id"]
    )
    await device.push(device.anulacao(first))
    assert (await device.entities("exigencia"))[owed["id"]]["status"] == "anulada"
    assert (await device.entities("vehicle"))[invented.VEHICLE]["last_vistoria"] is None


async def test_a_selo_goes_into_the_registry_and_its_annulment_too(device):
    vistoria = device.record()
    selo = device.selo(vistoria)
    await device.push(vistoria, selo)
    serial = str(selo["body"]["serial"])
    assert (await device.entities("selo"))[serial] == {
        "serial": selo["body"]["serial"], "vehicle": invented.VEHICLE, "plate": "ABC1D23",
        "inspected_on": "2026-11-30", "valid_until": "2027-05-30", "status": "valido",
        "record": selo["id"], "vistoria": vistoria["id"], "service": "escolar",
        "chassis_tail": "A12345", "replaces": None, "device": device.id, "provisional": False,
        "revoked_by": None,
    }  # fmt: skip
    await device.push(device.anulacao(selo))
    assert (await device.entities("selo"))[serial]["status"] == "anulado"


async def test_annulling_a_vistoria_annuls_the_selo_that_stands_on_it(device):
    vistoria = device.record()
    selo = device.selo(vistoria)
    await device.push(vistoria, selo, device.anulacao(vistoria))
    assert (await device.entities("selo"))[str(selo["body"]["serial"])]["status"] == "anulado"


async def test_a_serial_is_good_once(device):
    vistoria = device.record()
    first = device.selo(vistoria)
    second = device.selo(vistoria, serial=first["body"]["serial"])
    answer = await device.push(vistoria, first, second)
    assert [one["status"] for one in answer["answers"]] == ["stored", "stored", "refused"]
    assert answer["answers"][2]["problem"]["code"] == "selo.serial_used"


async def test_a_serial_of_another_devices_block_is_refused(server, client, device,
                                                            another_device):  # fmt: skip
    other = await another_device(server, client)
    vistoria = device.record()
    answer = await device.push(vistoria, device.selo(vistoria, serial=other.serial + 1))
    assert answer["answers"][1]["problem"]["code"] == "selo.serial_outside_block"


async def test_a_selo_that_another_key_signed_is_refused(server, client, device, another_device):
    other = await another_device(server, client)
    vistoria = device.record()
    body = invented.selo_body(vistoria, device.serial + 1, other.key)
    answer = await device.push(vistoria, device.record("selo", body))
    assert answer["answers"][1]["problem"]["code"] == "selo.signature"


async def test_blocks_are_granted_once_per_request_and_never_overlap(device):
    request = str(uuid.uuid4())
    first = (await device.ask_block(request)).json()["block"]
    again = (await device.ask_block(request)).json()["block"]
    assert first == again
    assert first["first"] == device.reply["blocks"][0]["last"] + 1


async def test_a_device_with_plenty_of_numbers_gets_no_more(device):
    assert (await device.ask_block()).status_code == 200
    refused = await device.ask_block()
    assert refused.status_code == 409
    assert refused.json()["problem"]["code"] == "blocks.enough"
    assert "200" in refused.json()["problem"]["message"]


async def test_spoiled_numbers_count_as_used(device):
    first = device.reply["blocks"][0]["first"]
    spoiled = [
        device.record(
            "numero",
            {"series": "selo", "number": first + n, "status": "spoiled", "reason": "Rasgado"},
        )
        for n in range(51)
    ]
    await device.push(*spoiled)
    assert (await device.ask_block()).status_code == 200
    assert (await device.ask_block()).status_code == 200
    assert (await device.ask_block()).status_code == 409


@pytest.mark.parametrize("body", [{}, {"series": "placa", "request_id": "x"}])
async def test_an_unknown_series_is_named(lone_device, body):
    response = await lone_device.client.post(
        "/api/v1/blocks", json=body, headers=lone_device.headers
    )
    assert response.json()["problem"]["code"] == "blocks.series"


async def test_a_request_without_a_uuid_is_named(lone_device):
    response = await lone_device.ask_block("não é")
    assert response.json()["problem"]["field"] == "request_id"
