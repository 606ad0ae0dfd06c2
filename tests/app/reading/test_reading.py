"""Reading a selo at the roadside: the answer at once, with no signal, and the record of it."""

import asyncio
import io
import time

import qrcode
from PIL import Image

from app.flows.reading import READ
from app.flows.reading_words import headline, lists_words
from sync.device.ports import CameraDenied
from sync.records.qr import qr_png
from tests.support.device import annulment

FORGED = ("vermelho", "bad_signature")


def answer(flow):
    check = flow.reading.check
    return check.colour, check.reason


def png(text: str) -> bytes:
    out = io.BytesIO()
    qrcode.make(text).save(out)
    return out.getvalue()


def spoiled(url: str) -> str:
    """The same selo with another signature."""
    number = int(url[-220:])
    return url[:-220] + str(number ^ 1).zfill(220)


async def test_a_selo_that_the_vehicle_bears_is_verde_and_read_once(roadside):
    flow = await roadside.sees(roadside.url)
    assert answer(flow) == ("verde", "good")
    assert headline(flow.reading.check) == "VÁLIDO"
    assert (flow.reading.plate, flow.reading.chassis_tail) == ("ABC1D23", "A12345")
    assert flow.reading.facts["status"] == "valido"
    assert roadside.leituras == []  # not before it was compared
    await flow.confirm()
    await flow.confirm()
    await flow.leave()
    (body,) = roadside.leituras
    assert body["by"] == "camera" and body["serial"] == flow.last.serial
    assert (body["colour"], body["reason"]) == ("verde", "good")
    assert (body["compared"], body["plate_seen"]) == ("confere", "ABC1D23")
    assert (body["place"]["latitude"], body["place"]["accuracy_m"]) == (-22_959_712, 8)
    assert roadside.field.store.outbox_counts()[0] == 1
    assert roadside.recorded == 1
    assert flow.last.compared == "confere" and flow.reading is None


async def test_a_reading_reaches_the_server(in_town):
    flow = await in_town.sees(in_town.url)
    await flow.confirm()
    state = await in_town.field.client.sync()
    assert (state.pending_records, state.problem) == (0, None)
    assert in_town.field.store.refused_records() == []


async def test_one_that_was_not_compared_is_recorded_so_when_it_is_left(roadside):
    flow = await roadside.sees(roadside.url)
    await flow.leave()
    (body,) = roadside.leituras
    assert (body["compared"], body["plate_seen"]) == ("nao_comparado", None)


async def test_a_copy_on_another_van_is_vermelho_and_its_plate_is_told(roadside):
    flow = await roadside.sees(roadside.url)
    assert "não é uma placa" in await flow.deny("XY")
    assert "Esta é a placa do selo" in await flow.deny("abc-1d23")
    assert await flow.deny("xyz 9w87") == ""
    assert answer(flow) == ("vermelho", "other_vehicle")
    assert headline(flow.reading.check) == "DE OUTRO VEÍCULO"
    assert flow.last.vehicle_plate == "XYZ9W87"
    (body,) = roadside.leituras
    assert (body["compared"], body["plate_seen"]) == ("nao_confere", "XYZ9W87")
    assert (body["colour"], body["reason"]) == ("vermelho", "other_vehicle")


async def test_the_same_plate_on_another_chassis_is_another_vehicle_too(roadside):
    flow = await roadside.sees(roadside.url)
    assert "6 últimos" in await flow.deny("ABC1D23", "9Z")
    assert await flow.deny("ABC1D23", "9bw zzz 377 vt 004251") == ""
    assert answer(flow) == ("vermelho", "other_vehicle")
    assert roadside.leituras[0]["chassis_tail_seen"] == "004251"


async def test_a_forged_selo_is_recorded_at_once_there_being_nothing_to_compare(roadside):
    flow = await roadside.sees(spoiled(roadside.url))
    assert answer(flow) == FORGED
    assert flow.reading.plate is None
    (body,) = roadside.leituras
    assert (body["colour"], body["compared"]) == ("vermelho", "nao_comparado")
    assert body["payload"] and body["serial"]


async def test_another_code_is_named_leaves_no_record_and_is_never_opened(roadside):
    flow = await roadside.sees("https://golpe.exemplo/pix")
    assert answer(flow) == ("cinza", "not_ours")
    assert headline(flow.reading.check) == "NÃO É UM SELO"
    await flow.leave()
    assert roadside.leituras == []
    assert roadside.field.wire.seen == []


async def test_beside_another_code_the_selo_is_taken(roadside):
    flow = await roadside.sees("https://loja.exemplo", roadside.url)
    assert answer(flow) == ("verde", "good")


async def test_a_revoked_device_answers_and_records_nothing(roadside):
    roadside.field.store.set_meta(
        "identity", {**roadside.field.store.device_identity(), "status": "revoked"}
    )
    flow = await roadside.sees(roadside.url)
    assert answer(flow) == ("verde", "good")
    assert "desativado" in flow.reading.not_kept
    await flow.confirm()
    assert flow.reading.compared == "confere"
    await flow.leave()
    assert roadside.leituras == []
    assert roadside.reads().book.waiting is None


async def test_a_battery_that_dies_before_the_comparison_loses_no_reading(roadside):
    flow = await roadside.sees(roadside.url)
    record = flow.reading.record
    await roadside.field.restart()
    after = roadside.reads()
    await after.settle()
    await roadside.reads().settle()
    assert [kept.id for kept in roadside.field.store.records(kind="leitura")] == [record]
    assert roadside.leituras[0]["compared"] == "nao_comparado"


async def test_a_battery_that_dies_just_after_the_signature_makes_no_second_record(roadside):
    flow = await roadside.sees(roadside.url)
    waiting = flow.book.waiting
    await flow.confirm()
    roadside.field.store.set_meta("leitura_waiting", waiting)
    await roadside.reads().settle()
    assert len(roadside.leituras) == 1


async def test_what_was_read_under_an_earlier_enrolment_is_not_signed_under_another(roadside):
    await roadside.sees(roadside.url)
    store = roadside.field.store
    identity = store.device_identity()
    store.set_meta("identity", {**identity, "device": {**identity["device"], "id": "other"}})
    await roadside.reads().settle()
    assert roadside.leituras == []
    assert roadside.reads().book.waiting is None


async def test_the_answer_waits_for_no_place_and_the_record_but_a_second(roadside):
    roadside.satellites.after_s = 60
    began = time.monotonic()
    flow = await roadside.sees(spoiled(roadside.url))
    assert answer(flow) == FORGED
    assert time.monotonic() - began < 5
    assert roadside.leituras[0]["place"]["latitude"] is None


async def test_a_place_that_is_found_while_one_compares_is_in_the_record(roadside):
    roadside.satellites.after_s = 0.05
    flow = await roadside.sees(roadside.url)
    assert flow.whereabouts.fix is None
    await flow.confirm()
    assert roadside.leituras[0]["place"]["longitude"] == -44_040_871


async def test_where_no_place_is_known_the_record_says_so(roadside):
    roadside.satellites.after_s = None
    flow = await roadside.sees(roadside.url)
    await asyncio.sleep(0)
    await flow.confirm()
    assert roadside.leituras[0]["place"]["fixed_at"] is None


async def test_a_camera_that_is_refused_leaves_the_photo_and_the_number(roadside):
    flow = roadside.reads()
    roadside.camera.before = CameraDenied()
    assert not await flow.by_camera()
    assert flow.camera_shut
    assert "bloqueada" in flow.trouble.what and "foto" in flow.trouble.todo
    assert await flow.by_photo(qr_png(roadside.url))
    assert answer(flow) == ("verde", "good")
    await flow.leave()
    assert roadside.leituras[0]["by"] == "foto"
    assert flow.camera_shut  # what a photo could not change


async def test_a_photo_with_nothing_to_read_says_what_to_do(roadside):
    flow = roadside.reads()
    empty = io.BytesIO()
    Image.new("RGB", (300, 300), "white").save(empty, "PNG")
    assert not await flow.by_photo(empty.getvalue())
    assert "de perto" in flow.trouble.todo
    assert not await flow.by_photo(b"a letter")
    assert "não é uma foto" in flow.trouble.what
    assert await flow.by_photo(png("https://loja.exemplo"))
    assert answer(flow) == ("cinza", "not_ours")


async def test_who_closes_the_camera_is_where_they_were(roadside):
    flow = await roadside.sees()
    assert flow.reading is None and flow.trouble is None and not flow.busy


async def test_an_annulled_selo_is_vermelho_by_photo_and_by_number(in_town):
    store, cadastro = in_town.field.store, in_town.field.cadastro
    _, selo = await in_town.field.inspects()
    await in_town.field.client.sync()
    await store.conclude(
        None, [annulment(selo)],
        {"matricula": "1001", "proof": "pin", "at": "2026-11-30T09:00:00-03:00"},
    )  # fmt: skip
    flow = in_town.reads()
    assert await flow.by_photo(qr_png(store.selo_url(selo)))
    assert answer(flow) == ("vermelho", "revoked")
    assert cadastro.selo(selo["body"]["serial"])["status"] == "anulado"
    assert await flow.by_text(str(selo["body"]["serial"])) == READ
    assert answer(flow) == ("vermelho", "revoked")


async def test_a_number_alone_is_never_called_good_but_shows_what_is_registered(roadside):
    flow = await roadside.sees(roadside.url)
    serial = flow.reading.serial
    assert await flow.by_text(f"nº {serial:06}") == READ
    assert answer(flow) == ("cinza", "typed_known")
    assert flow.reading.plate == "ABC1D23"
    assert "30/05/2027" in flow.reading.check.sentence
    await flow.confirm()
    bodies = roadside.leituras
    assert [body["by"] for body in bodies] == ["digitado", "camera"]
    assert (bodies[0]["serial"], bodies[0]["payload"]) == (serial, None)
    assert await flow.by_text("999.999") == READ
    assert answer(flow) == ("cinza", "typed_unknown")
    await flow.leave()
    assert len(roadside.leituras) == 2


async def test_digits_and_addresses_can_be_typed_and_a_plate_leads_to_its_vehicle(roadside):
    flow = roadside.reads()
    assert await flow.by_text(roadside.url[-220:]) == READ
    assert answer(flow) == ("verde", "good")
    assert await flow.by_text(roadside.url.upper()) == READ
    assert await flow.by_text("abc-1d23") == "ABC1D23"
    assert await flow.by_text("???") == ""
    assert "000.042-7K3MQ" in flow.trouble.todo
    assert await flow.by_text(roadside.url[-100:]) == ""
    assert "aqui há 100" in flow.trouble.what


async def test_the_answer_tells_the_age_of_its_lists(roadside, clock):
    clock.passes(days=2)
    flow = await roadside.sees(roadside.url)
    said = lists_words(flow.reading.check, "America/Sao_Paulo")
    assert said == "Listas de selos de 30/11/2026, há 2 dias."
