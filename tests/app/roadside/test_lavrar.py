"""From a stop to its autos: whole, in order, once."""

import asyncio
import hashlib
import json

import pytest

from app.flows.roadside.lavrar import Lavrar
from checklists import notices
from sync.device.conclusion import PendingRecord
from sync.records.canonical import b64url_bytes
from sync.records.envelope import check_record, verify_record
from sync.records.ids import uuid7
from tests.support.device import photo_bytes
from tests.support.roadside import HOLDER

CITE, OTHER = "Art. 14, XIX", "Art. 14, XX"
TOWNS = ["januaria", "mangaratiba", "muriae", "santo-andre", "sapezal"]


def fined(law, service):
    """Citations of two conducts that the law punishes in a service, that overlap nowhere."""
    cites = [row.cite for row in law.conducts if row.status == "vigente" and row.reaches(service)]
    first = cites[0]
    second = next((c for c in cites[1:] if not notices.charged_twice(law, [first, c])), first)
    return list(dict.fromkeys([first, second]))


@pytest.mark.parametrize("town", TOWNS)
async def test_a_stop_becomes_signed_records_that_the_servers_rules_take(at, town):
    road = await at(town)
    vehicle = road.registers()
    cites = fined(road.law, vehicle["service"])
    done = await road.draws_up(vehicle, *cites, how="assinou")
    key = b64url_bytes(road.store.device_identity()["public_key"])
    kept = road.store.records()
    for one in kept:
        check_record(one.record)
        assert verify_record(one.record, key)
    kinds = [one.kind for one in reversed(kept)]
    assert kinds == ["abordagem", *["auto"] * len(cites)]
    numbers = [road.store.record(auto_id).body["number"] for auto_id in done]
    assert numbers == list(range(301, 301 + len(cites)))
    stop = kept[-1]
    assert stop.body["autos"] == done
    for auto_id in done:
        body = road.store.record(auto_id).body
        assert body["stop"] == stop.id
        assert body["vehicle"]["plate"] == "ABC1D23"
        assert body["acknowledged"] == "assinou"
        roles = [one["role"] for one in road.store.record(auto_id).record["attachments"]]
        assert "assinatura" in roles


def ready(road, *cites):
    stop = road.stops(road.registers())
    for cite in cites or (CITE,):
        road.fills(stop.add_auto(cite))
    road.agrees(stop, "ausente")
    return stop, road.reviews(stop)


async def test_two_taps_make_one_auto(roadside):
    stop, lavrar = ready(roadside)
    taps = await asyncio.gather(lavrar.lavrar(), lavrar.lavrar())
    assert [stop.autos[0].id] in taps
    assert await lavrar.lavrar() == [stop.autos[0].id]
    assert len(roadside.store.records(kind="auto")) == 1
    assert roadside.store.next_number("auto") == 302


async def test_a_stale_screen_finds_what_was_made(roadside):
    stop, lavrar = ready(roadside)
    stale = Lavrar(stop)
    done = await lavrar.lavrar()
    assert await stale.lavrar() == done
    assert len(roadside.store.records(kind="auto")) == 1


async def test_killed_before_lavrar_the_draft_is_there_and_killed_after_it_the_auto(roadside):
    stop, _ = ready(roadside)
    await roadside.is_killed_and_opened_again()
    again = roadside.desk.stops.lavrar(stop.draft_id)
    done = await again.lavrar()
    await roadside.is_killed_and_opened_again()
    assert roadside.store.record(done[0]).body["number"] == 301
    assert roadside.store.drafts() == []


async def test_without_a_number_the_draft_is_kept_and_nothing_is_lavrado(at):
    road = await at("mangaratiba", autos=0)
    stop, lavrar = ready(road)
    assert await lavrar.lavrar() is None
    assert "Acabaram os números de auto" in lavrar.problem
    assert road.store.draft(stop.draft_id).status == "open"
    await road.store.add_block({"id": uuid7(), "series": "auto", "first": 9, "last": 9})
    assert await lavrar.lavrar()


async def test_a_clock_gone_back_is_said_confirmed_and_stands_in_the_record(roadside):
    await roadside.draws_up(roadside.registers(), CITE)
    roadside.clock.is_set_back(hours=3)
    _, lavrar = ready(roadside, OTHER)
    assert "antes de o último auto" in lavrar.clock_doubt()
    assert await lavrar.lavrar() is None
    lavrar.accept_clock(True)
    done = await lavrar.lavrar()
    assert roadside.store.record(done[0]).record["clock"]["went_back"] is True


async def test_what_is_missing_is_named_at_its_field(at):
    road = await at("januaria")
    stop = road.stops(road.registers(service="urbano"))
    auto = stop.add_auto("Art. 93, I")
    lavrar = road.reviews(stop)
    assert not lavrar.may_ask()
    sentences = {one.sentence for _, one in lavrar.owed()}
    assert any("Art. 104, b" in sentence for sentence in sentences)
    line = next(one for one in auto.form() if one.id == "linha-numero")
    assert "linha" in line.problem


async def test_what_was_missing_is_no_longer_said_once_it_is_there(roadside):
    stop = roadside.stops(roadside.registers())
    roadside.fills(stop.add_auto(CITE))
    lavrar = roadside.reviews(stop)
    assert not lavrar.may_ask()
    assert "local" in lavrar.problem_now
    roadside.agrees(stop, "ausente")
    assert lavrar.problem_now == ""


async def test_a_charge_in_article_and_annex_is_warned_of(at):
    road = await at("januaria")
    row = next(row for row in road.law.conducts if row.same_as and row.status == "vigente")
    stop = road.stops(road.registers())
    for cite in (row.cite, row.same_as[0]):
        road.fills(stop.add_auto(cite))
    assert any("mesma conduta" in sentence for sentence in road.reviews(stop).twice())


async def test_a_withdrawal_beside_the_fine_for_the_same_act_is_no_second_charge(at):
    road = await at("januaria")
    stop = road.stops(road.registers())
    for cite, kind in (("Art. 93, IX", "multa"), ("Anexo, E-07", "retirada")):
        stop.add_auto(cite).choose_kind(kind)
    assert road.reviews(stop).twice() == []
    stop.autos[1].choose_kind("notificacao")
    assert road.reviews(stop).twice()


async def test_a_measure_is_a_record_of_its_own(roadside):
    stop = roadside.stops(roadside.registers())
    auto = stop.add_auto(CITE)
    roadside.fills(auto)
    auto.measure("retencao").answer(True)
    roadside.agrees(stop, "recusou")
    lavrar = roadside.reviews(stop)
    assert await lavrar.lavrar() is None
    assert "guardado" in lavrar.problem
    auto.measure("retencao").write("kept_at", "Pátio da prefeitura")
    done = await lavrar.lavrar()
    measure = roadside.store.records(kind="medida")[0]
    assert measure.body["auto"] == done[0]
    assert measure.body["kept_at"] == "Pátio da prefeitura"
    check_record(measure.record)


async def test_a_stop_without_infraction_is_a_record(roadside):
    stop = roadside.stops(roadside.registers())
    assert await roadside.reviews(stop).end("orientado")
    (kept,) = roadside.store.records()
    assert (kept.kind, kept.body["outcome"], kept.body["autos"]) == ("abordagem", "orientado", [])
    assert roadside.store.next_number("auto") == 301


async def test_the_secret_of_the_copy_stays_here_and_its_hash_travels(roadside):
    done = await roadside.draws_up(roadside.registers(), CITE)
    secret = roadside.store.copy_secret(done[0])
    assert len(secret) == 16
    body = roadside.store.record(done[0]).body
    assert body["copy_hash"] == hashlib.sha256(secret).hexdigest()


async def test_names_travel_apart_from_the_record(roadside):
    done = await roadside.draws_up(roadside.registers(), CITE)
    kept = roadside.store.record(done[0])
    assert "Rosa" not in json.dumps(kept.record)
    persons = [b for b in roadside.store.record_blobs(done[0]) if b.role == "pessoas"]
    told = json.loads(await roadside.store.photo(persons[0].digest))
    assert told["autuado"]["name"] == "Rosa Amélia Prado"
    assert kept.body["persons"]["autuado"] == HOLDER


async def test_photos_of_the_stop_stand_in_every_auto(roadside):
    stop, lavrar = ready(roadside, CITE, OTHER)
    assert await stop.evidence.add(photo_bytes())
    done = await lavrar.lavrar()
    digests = [roadside.store.record(auto_id).body["photos"] for auto_id in done]
    assert digests[0] == digests[1] == stop.evidence.digests()
    assert len(digests[0]) == 1


async def test_a_repetition_is_hinted_at_with_the_date_of_the_data(at):
    road = await at("muriae")
    vehicle = road.registers()
    first = await road.draws_up(vehicle, "Art. 4, § 2")
    again = road.stops(vehicle).add_auto("Art. 4, § 2").recidivism()
    assert again["possible"]
    assert again["of"] == first
    assert "Pode haver reincidência" in again["sentence"]
    assert "30/11/2026" in again["sentence"]


async def test_more_earlier_autos_than_a_record_holds_stand_in_no_way(at):
    road = await at("santo-andre")
    vehicle = road.registers()
    for n in range(70):
        road.puts("auto", f"imported-{n}" if n == 69 else uuid7(), {
            "number": n + 1, "kind": "auto", "day": "2026-10-01", "cite": "Art. 47",
            "label": "", "severity": None, "points": None, "vehicle": vehicle["id"],
            "plate": vehicle["plate"], "liable": "", "autuado": HOLDER, "motorista": None,
            "line": None, "status": "lavrado", "notified": True, "defence_last_day": None,
            "centavos": None, "recidivist": False,
        })  # fmt: skip
    done = await road.draws_up(vehicle, "Art. 47")
    again = road.store.record(done[0]).body["recidivism"]
    assert again["possible"] and len(again["of"]) == 60


async def test_an_annulled_auto_keeps_its_number_in_the_books(roadside):
    done = await roadside.draws_up(roadside.registers(), CITE)
    body = {"annuls": done[0], "annulled_kind": "auto", "serial": 301, "reason": "Placa trocada."}
    await roadside.store.conclude(None, [PendingRecord("anulacao", body)], roadside.desk.proof())
    assert roadside.store.number_account("auto")["annulled"] == 1
    assert roadside.store.next_number("auto") == 302
    assert roadside.desk.cadastro.auto(done[0])["status"] == "anulado"


def test_the_review_hears_of_the_signature_when_nothing_is_missing_any_more(roadside):
    stop = roadside.stops(roadside.registers())
    stop.ack.choose("assinou")
    heard = []
    stop.ack.watch(lambda: heard.append(stop.ack.owed()))
    stop.ack.signature.begin(10, 10)
    stop.ack.sign()
    assert "curta demais" in heard[-1]
    stop.ack.signature.extend(220, 90)
    stop.ack.sign()
    assert heard[-1] == ""
    stop.ack.sign()
    assert len(heard) == 2, "another stroke changes nothing that the review shows"
