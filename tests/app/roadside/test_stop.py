"""A stop while it is a draft: place, vehicle, people, and what a kill leaves."""

import pytest

from app.flows.home import Home
from app.flows.reading import Reading
from app.flows.roadside.dossier import dossier
from sync.device.ports import PlaceDenied, StorageFull
from sync.records.check import SealCheck

CITE = "Art. 14, XIX"


def fact(told, title):
    return next(one for one in told.facts if one.title == title)


# ---- place ----------------------------------------------------------------------------------


async def test_a_good_position_stands_alone_and_the_typed_place_stays(roadside):
    stop = roadside.stops()
    stop.write_place("Praça central")
    await stop.find_place()
    assert stop.place["latitude"] == -22_959_712
    assert stop.place["text"] == "Praça central"
    assert stop.place_words.kind == "good"


@pytest.mark.parametrize(("accuracy_m", "mocked", "told"), [
    (5000, False, "Posição imprecisa"), (8, True, "simulada"),
])  # fmt: skip
async def test_an_inaccurate_or_made_up_position_asks_for_the_place_in_words(
    roadside, accuracy_m, mocked, told
):
    roadside.place.answer = roadside.place.__class__(accuracy_m, mocked).answer
    stop = roadside.stops(roadside.registers())
    await stop.find_place()
    assert told in stop.place_words.what
    assert "Escreva o local" in stop.place_words.todo
    roadside.fills(stop.add_auto(CITE))
    sentences = [one.sentence for _, one in roadside.reviews(stop).owed()]
    assert any("local" in sentence for sentence in sentences)
    stop.write_place("Km 12")
    assert not roadside.reviews(stop).owed()
    assert stop.place["mocked"] is mocked


async def test_a_denied_position_is_said_and_a_typed_place_is_enough(roadside):
    roadside.place.answer = PlaceDenied()
    stop = roadside.stops()
    await stop.find_place()
    assert stop.place_words.what == str(PlaceDenied())
    stop.write_place("Em frente à escola")
    assert stop.place_words.todo == ""


# ---- vehicle --------------------------------------------------------------------------------


def test_what_is_known_of_a_vehicle_is_told_with_the_date_of_the_data(roadside):
    vehicle = roadside.registers(authorised_until="2026-10-31")
    told = dossier(roadside.desk, roadside.desk.cadastro.vehicle(vehicle["id"]), "ABC1D23")
    assert fact(told, "Autorização").tone == "bad"
    assert "vencida em 31/10/2026" in fact(told, "Autorização").what
    assert fact(told, "Selo").what == "Nenhum selo conhecido deste veículo."
    assert fact(told, "Exigências").what == "Nenhuma em aberto."
    assert "Nenhum conhecido" in fact(told, "Autos deste veículo").what
    assert told.data_at == "Dados do cadastro de 30/11/2026 às 08:00"


def test_a_plate_that_nobody_knows_is_said_plainly(roadside):
    told = dossier(roadside.desk, None, "XYZ1A23")
    assert not told.known
    assert "não está no cadastro" in fact(told, "Cadastro").what


async def test_this_devices_own_autos_are_told_at_once(roadside):
    vehicle = roadside.registers()
    await roadside.draws_up(vehicle, CITE)
    told = dossier(roadside.desk, roadside.desk.cadastro.vehicle(vehicle["id"]), "ABC1D23")
    mine = fact(told, "Autos deste veículo")
    assert mine.what == "1 auto, 7 pontos em 2026."
    assert "por enviar" in mine.lines[0]


def test_who_only_drove_has_none_of_the_points_of_who_answers(roadside):
    vehicle, driver = roadside.registers(), "0193a1b2-0000-7000-8000-00000000b0d1"
    auto = {
        "number": 1, "kind": "auto", "day": "2026-11-20", "cite": CITE, "label": "",
        "severity": "gravissima", "points": 7, "vehicle": vehicle["id"], "plate": vehicle["plate"],
        "liable": "autorizatario", "autuado": vehicle["holder"], "motorista": driver, "line": None,
        "status": "lavrado", "notified": True, "defence_last_day": None, "centavos": None,
        "recidivist": False,
    }  # fmt: skip
    roadside.puts("auto", "0193a1b2-0000-7000-8000-00000000b0a1", auto)
    told = dossier(roadside.desk, roadside.desk.cadastro.vehicle(vehicle["id"]), "ABC1D23",
                   driver=driver)  # fmt: skip
    assert fact(told, "Autos do motorista").what == "1 auto."  # Art. 20, VI and VII: to each his
    assert not any("de 60" in line for line in fact(told, "Autos do motorista").lines)
    holder = fact(told, "Autos do autorizatário")
    assert holder.what == "1 auto, 7 pontos em 2026."
    assert "7 se os autos em recurso ou defesa ficarem" in holder.lines[0]


def test_an_unknown_vehicle_can_be_stopped_all_the_same(roadside):
    stop = roadside.stops()
    assert "não é uma placa" in stop.use_unknown_plate("XY")
    assert stop.use_unknown_plate("xyz-1a23") == ""
    assert stop.vehicle["plate"] == "XYZ1A23"
    assert stop.vehicle["known"] is False


# ---- what the registry knows is confirmed, never filled in ----------------------------------


def test_the_registry_fills_nothing_until_the_agent_taps_it(roadside):
    stop = roadside.stops(roadside.registers())
    auto = stop.add_auto(CITE)
    register = next(one for one in auto.form() if one.id == "registro-veiculo")
    assert register.value == ""
    assert [one.label for one in register.suggestions] == ["R-77"]
    auto.use(register.suggestions[0])
    assert stop.fields["registration"] == "R-77"


async def test_a_driver_is_found_by_the_beginning_of_a_name_and_by_the_register(at):
    road = await at("januaria")
    stop = road.stops(road.registers())
    cite = next(row.cite for row in road.law.conducts
                if "motorista" in row.applies_to and row.reaches(stop.service))
    auto = stop.add_auto(cite)

    def names(field_id):
        return next(one for one in auto.form() if one.id == field_id).suggestions

    assert [one.label for one in names("motorista-nome")] == ["Davi Lucas Moreira, registro 0451"]
    auto.set("motorista-nome", "more")
    assert [one.label for one in names("motorista-nome")] == ["Davi Lucas Moreira, registro 0451"]
    auto.set("motorista-nome", "")
    auto.set("motorista-registro", "451")
    auto.use(names("motorista-registro")[0])
    assert stop.people["motorista"]["name"] == "Davi Lucas Moreira"
    auto.set("linha-numero", "1")
    auto.use(names("linha-numero")[0])
    assert stop.line["name"] == "Centro a Praia"


def test_a_name_typed_over_is_no_longer_the_registrys(roadside):
    stop = roadside.stops(roadside.registers())
    stop.set_person("motorista", id="x", name="Davi")
    stop.set_person("motorista", name="Outro")
    assert "id" not in stop.people["motorista"]


# ---- kept ------------------------------------------------------------------------------------


async def test_every_letter_survives_a_kill_and_the_stop_stands_on_inicio(roadside):
    stop = roadside.stops(roadside.registers())
    auto = stop.add_auto(CITE)
    auto.set("registro-veiculo", "R-7")
    stop.write_place("Rua da Pr")
    auto.measure("retencao").answer(True)
    auto.measure("retencao").write("kept_at", "Pátio")
    stop.ack.choose("assinou")
    stop.ack.signature.begin(10, 10)
    stop.ack.signature.extend(200, 90)
    stop.ack.sign()
    await roadside.is_killed_and_opened_again()
    home = Home(roadside.store, roadside.desk.cadastro)
    home.refresh("1001")
    assert [one.path for one in home.drafts] == [f"/abordagem/{stop.draft_id}"]
    assert "1 auto por lavrar" in home.drafts[0].said
    again = roadside.desk.stops.open(stop.draft_id)
    assert again.place["text"] == "Rua da Pr"
    assert again.autos[0].values()["registro-veiculo"] == "R-7"
    assert again.autos[0].measure("retencao").text("kept_at") == "Pátio"
    assert again.ack.owed() == ""


def test_what_could_not_be_saved_is_said_and_saved_again(roadside, monkeypatch):
    stop = roadside.stops()
    real = roadside.store.save_draft_fields

    def full(*_):
        raise StorageFull

    monkeypatch.setattr(roadside.store, "save_draft_fields", full)
    stop.write_place("Rua A")
    assert not stop.saved
    assert "Sem espaço" in stop.problem
    assert roadside.reviews(stop).refusals()[0].startswith("Há algo que ainda não foi salvo")
    monkeypatch.setattr(roadside.store, "save_draft_fields", real)
    assert stop.retry()
    assert roadside.store.draft(stop.draft_id).fields["place"]["text"] == "Rua A"


def test_a_signature_is_gone_when_an_auto_becomes_another(roadside):
    stop = roadside.stops(roadside.registers())
    stop.add_auto(CITE)
    roadside.agrees(stop)
    assert not stop.ack.signature.is_empty
    stop.add_auto("Art. 14, XX")
    assert stop.ack.signature.is_empty


@pytest.mark.parametrize(("text", "wrong"), [
    ("30/11/2026 08:30", ""), ("ontem", "assim"), ("30/11/2026 23:00", "não chegou"),
    ("30/11/2025 08:00", "Confira"),
])  # fmt: skip
def test_the_hour_of_the_infraction_can_be_put_right(roadside, text, wrong):
    stop = roadside.stops()
    assert wrong in stop.set_time(text)


async def test_a_place_typed_today_is_offered_at_the_next_stop(roadside):
    await roadside.draws_up(roadside.registers(), CITE)
    assert roadside.stops().recent_places() == ["Rua Coronel Moreira, 12"]
    roadside.clock.passes(days=1)
    assert roadside.stops().recent_places() == []


# ---- a selo read at the stop ------------------------------------------------------------------


def reading_of(**more):
    check = SealCheck("verde", "good", "Selo válido.")
    return Reading("texto", "camera", check, "2026-11-30T09:00:00-03:00", **more)


async def test_a_selo_that_was_compared_brings_its_vehicle(roadside):
    vehicle = roadside.registers()
    stop = roadside.stops()
    stop.use_reading(reading_of(serial=41, plate="ABC1D23", compared="confere",
                                plate_seen="ABC1D23"))
    assert stop.vehicle["id"] == vehicle["id"]
    assert stop.fields["found_by"] == "selo"
    assert await roadside.reviews(stop).end("sem_irregularidade")
    body = roadside.store.records(kind="abordagem")[0].body
    assert body["seal"] == {
        "serial": 41, "colour": "verde", "reason": "good", "compared": "confere"}


def test_a_selo_that_nobody_compared_brings_no_vehicle(roadside):
    roadside.registers()
    stop = roadside.stops()
    stop.use_reading(reading_of(serial=41, plate="ABC1D23"))
    assert stop.vehicle is None
    assert stop.fields["seal"]["colour"] == "verde"


def test_the_selo_of_another_vehicle_brings_the_one_at_hand(roadside):
    stop = roadside.stops()
    stop.use_reading(reading_of(serial=41, plate="ABC1D23", compared="nao_confere",
                                plate_seen="XYZ1A23"))
    assert stop.vehicle["plate"] == "XYZ1A23"
    assert stop.vehicle["known"] is False


async def test_a_person_near_the_limit_of_points_is_told_with_the_limit(roadside):
    vehicle = roadside.registers()
    await roadside.draws_up(vehicle, CITE)
    told = dossier(roadside.desk, roadside.desk.cadastro.vehicle(vehicle["id"]), "ABC1D23")
    lines = fact(told, "Autos do autorizatário").lines
    assert lines[-1].startswith("30/11/2026")
    if roadside.law.points_rules:
        assert any("de " in line for line in lines)


async def test_an_auto_of_an_older_law_hides_no_points_of_the_others(roadside):
    vehicle = roadside.registers()
    await roadside.draws_up(vehicle, CITE)
    (own,) = roadside.desk.cadastro.autos_of(plate="ABC1D23")
    old = {**own, "day": "2026-05-04", "number": 7, "cite": "Art. 999", "label": "Outra lei"}
    roadside.puts("auto", "0192f0c1-0000-7000-8000-0000000000d1", old)
    told = dossier(roadside.desk, roadside.desk.cadastro.vehicle(vehicle["id"]), "ABC1D23")
    lines = fact(told, "Autos do autorizatário").lines
    assert any(" em 2026, de " in line for line in lines), lines
    assert any("Outra lei" in line for line in lines)


async def test_what_was_typed_of_a_plate_stays_until_the_stop_is_over(at):
    road = await at("januaria")
    stop = road.stops()
    road.desk.stops.plates(stop.draft_id).type("abc1d")
    assert road.desk.stops.plates(stop.draft_id).text == "ABC1D"
    road.desk.stops.discard(stop.draft_id)
    assert road.desk.stops.plates(road.stops().draft_id).text == ""
