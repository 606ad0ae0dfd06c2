
import pytest

from sync.device.cadastro import Cadastro
from tests.support.device import (
    AGENT,
    annulment,
    concluded,
    device_ports,
    vistoria_body,
)

VAN = "0192f0c1-0000-7000-8000-000000000001"
AT = "2026-11-30T12:00:00Z"


def vehicle(vehicle_id=VAN, plate="ABC1D23", **values):
    return {
        "t": "vehicle",
        "op": "put",
        "id": vehicle_id,
        "v": {
            "id": vehicle_id,
            "plate": plate,
            "plates": [],
            "chassis": "9BWZZZ377VTA12345",
            "make_model": "Fiat Ducato",
            "model_year": 2018,
            "service": "escolar",
            "holder": None,
            "last_vistoria": None,
            **values,
        },
    }


def exigencia(exigencia_id, vehicle_id=VAN, **values):
    v = {
        "id": exigencia_id,
        "vehicle": vehicle_id,
        "item": "14-I",
        "cite": "Art. 14, I",
        "label": "Retrovisor",
        "since": "2026-10-01",
        "deadline": None,
        "status": "aberta",
        "record": "r0",
        **values,
    }
    return {"t": "exigencia", "op": "put", "id": exigencia_id, "v": v}


def selo(serial, vehicle_id=VAN, day="2026-01-10", status="valido", record="r0"):
    v = {
        "serial": serial,
        "vehicle": vehicle_id,
        "plate": "ABC1D23",
        "inspected_on": day,
        "valid_until": "2026-07-10",
        "status": status,
        "record": record,
    }
    return {"t": "selo", "op": "put", "id": str(serial), "v": v}


@pytest.fixture
async def cadastro(ports, store):
    made = await Cadastro.open(ports, store)
    yield made
    made.close()


def plates(found):
    return [one["plate"] for one in found]


def test_vehicles_are_found_as_the_plate_is_typed(cadastro):
    cadastro.apply(
        [
            vehicle("v1", "ABC1D23"),
            vehicle("v2", "ABC1234"),
            vehicle("v3", "ABD0001"),
            vehicle("v4", "XYZ9A99"),
        ],
        "c4",
        False,
        AT,
    )
    assert plates(cadastro.search("a")) == ["ABC1234", "ABC1D23", "ABD0001"]
    assert plates(cadastro.search("abc-1")) == ["ABC1234", "ABC1D23"]
    assert plates(cadastro.search("ABC12")) == ["ABC1234"]
    assert plates(cadastro.search("ABC1C")) == ["ABC1234"]
    assert cadastro.search("") == []
    assert cadastro.search("%") == []
    assert len(cadastro.search("A", limit=2)) == 2


@pytest.mark.parametrize("typed", ["ABC1234", "ABC1C34", "abc-1c34", " abc 1234 "])
def test_both_forms_of_a_plate_are_one_plate(cadastro, typed):
    cadastro.apply([vehicle("v2", "ABC1234")], "c1", False, AT)
    assert cadastro.by_plate(typed)["id"] == "v2"


def test_a_vehicle_is_found_by_a_plate_it_once_had_after_those_that_bear_it(cadastro):
    cadastro.apply(
        [vehicle("old", "NEW0A00", plates=["ABC1234"]), vehicle("now", "ABC1C34")],
        "c2",
        False,
        AT,
    )
    assert cadastro.by_plate("ABC1234")["id"] == "now"
    assert {one["id"] for one in cadastro.search("ABC1")} == {"old", "now"}
    cadastro.apply([{"t": "vehicle", "op": "del", "id": "now"}], "c3", False, AT)
    assert cadastro.by_plate("ABC1234")["id"] == "old"


def test_what_is_no_plate_finds_nothing(cadastro):
    assert cadastro.by_plate("nonsense") is None
    assert cadastro.by_plate("") is None


def test_a_changed_plate_leaves_no_trace_under_the_old_one(cadastro):
    cadastro.apply([vehicle(plate="ABC1234")], "c1", False, AT)
    cadastro.apply([vehicle(plate="XYZ9A99")], "c2", False, AT)
    assert cadastro.search("ABC") == []
    assert plates(cadastro.search("XYZ")) == ["XYZ9A99"]


async def test_a_page_and_its_cursor_are_applied_together_and_survive(ports, cadastro):
    assert cadastro.cursor == ""
    assert not cadastro.complete
    cadastro.apply([vehicle("v1", "ABC1D23")], "c1", True, AT)
    assert not cadastro.complete
    cadastro.close()
    again = await Cadastro.open(ports)
    assert again.cursor == "c1"
    again.apply([vehicle("v2", "ABC1D24")], "c2", False, AT)
    assert again.complete
    assert again.data_at == AT
    assert again.counts()["vehicle"] == 2
    again.close()


def test_a_page_applied_twice_changes_nothing(cadastro):
    page = [vehicle("v1", "ABC1D23"), exigencia("e1", "v1"), selo(1, "v1")]
    for _ in range(2):
        cadastro.apply(page, "c3", False, AT)
    assert cadastro.counts() | {"agent": 0} == {
        "vehicle": 1,
        "person": 0,
        "selo": 1,
        "exigencia": 1,
        "agent": 0,
        "rulebook": 0,
        "municipality": 0,
        "line": 0,
        "auto": 0,
    }


def test_one_row_that_makes_no_sense_does_not_keep_the_others_away(cadastro):
    broken = {"t": "vehicle", "op": "put", "id": "v9", "v": {"id": "v9"}}
    newer = {"t": "frota", "op": "put", "id": "l1", "v": {}}
    cadastro.apply([broken, newer, vehicle("v1", "ABC1D23")], "c3", False, AT)
    assert plates(cadastro.search("ABC")) == ["ABC1D23"]
    assert cadastro.passed_over == 1


async def test_a_damaged_cadastro_is_put_aside_and_pulled_anew(ports, folder, cadastro):
    cadastro.apply([vehicle()], "c1", False, AT)
    cadastro.close()
    (folder / "cadastro.db").write_bytes(b"<html>" * 1000)
    again = await Cadastro.open(ports)
    assert again.rebuilt
    assert again.cursor == ""
    assert not again.complete
    again.close()


def test_people_agents_the_law_and_the_municipality_are_kept(cadastro):
    cadastro.apply(
        [
            {"t": "person", "op": "put", "id": "p1", "v": {"id": "p1", "name": "Iara"}},
            {"t": "agent", "op": "put", "id": "1001", "v": {"matricula": "1001", "active": True}},
            {
                "t": "rulebook",
                "op": "put",
                "id": "m",
                "v": {"id": "m", "version": "2", "sha256": "ab", "text": 'id = "ção"'},
            },
            {"t": "municipality", "op": "put", "id": "1", "v": {"name": "Mangaratiba"}},
        ],
        "c4",
        False,
        AT,
    )
    assert cadastro.person("p1")["name"] == "Iara"
    assert cadastro.person("p2") is None
    assert cadastro.agent("1001")["active"] is True
    assert cadastro.rulebook("m") == 'id = "ção"'.encode()
    assert cadastro.rulebook_facts("m") == {"id": "m", "version": "2", "sha256": "ab"}
    assert cadastro.rulebook("other") is None
    assert cadastro.municipality() == {"name": "Mangaratiba"}


# over the pulled data lies what this device has not sent


async def test_an_own_vistoria_and_selo_show_at_once(cadastro, store):
    cadastro.apply([vehicle(), selo(900)], "c1", False, AT)
    assert cadastro.vehicle(VAN)["unsent"] is False
    vistoria, _ = await concluded(store)
    shown = cadastro.vehicle(VAN)
    assert shown["last_vistoria"] == {
        "id": vistoria["id"],
        "date": "2026-11-30",
        "result": "aprovado",
        "valid_until": "2027-05-30",
    }
    assert shown["unsent"] is True
    assert cadastro.selo_of(VAN)["serial"] == 1
    assert cadastro.search("ABC")[0]["last_vistoria"]["id"] == vistoria["id"]


async def test_an_own_rejection_opens_exigencias_and_a_reinspection_closes_them(cadastro, store):
    cadastro.apply([vehicle(), exigencia("0192f0c1-0000-7000-8000-0000000000e0")], "c1", False, AT)
    await concluded(store, vistoria_body("reprovado"))
    opened = [one["id"] for one in cadastro.exigencias(VAN)]
    assert opened == [
        "0192f0c1-0000-7000-8000-0000000000e0",
        "0192f0c1-0000-7000-8000-0000000000e1",
    ]
    assert {one["id"] for one in cadastro.open_exigencias()} == set(opened)
    body = vistoria_body()
    body["verdict"]["closes"] = opened
    await concluded(store, body)
    assert cadastro.exigencias(VAN) == []
    assert cadastro.open_exigencias() == []
    assert {one["status"] for one in cadastro.exigencias(VAN, status=None)} == {"cumprida"}


async def test_a_vehicle_entered_in_the_field_is_found_by_its_plate(cadastro, store):
    body = vistoria_body(id="0192f0c1-0000-7000-8000-0000000000ff", known=False, plate="QWE4R56")
    await concluded(store, body)
    assert plates(cadastro.search("QWE")) == ["QWE4R56"]
    found = cadastro.by_plate("QWE4R56")
    assert found["make_model"] == "Fiat Ducato"
    assert found["unsent"] is True
    assert found["last_vistoria"]["result"] == "aprovado"


async def test_an_annulled_vistoria_takes_its_selo_and_exigencias_away(cadastro, store):
    cadastro.apply([vehicle()], "c1", False, AT)
    rejected, *_ = await concluded(store, vistoria_body("reprovado"))
    approved, _ = await concluded(store)
    await store.conclude(None, [annulment(approved)], AGENT)
    assert cadastro.selo_of(VAN) is None
    assert cadastro.vehicle(VAN)["last_vistoria"]["id"] == rejected["id"]
    await store.conclude(None, [annulment(rejected)], AGENT)
    assert cadastro.vehicle(VAN)["last_vistoria"] is None
    assert cadastro.exigencias(VAN) == []


async def test_annulling_what_the_server_already_has_shows_at_once(cadastro, store):
    vistoria, own = await concluded(store)
    store.note_answers([{"id": r["id"], "status": "stored"} for r in (vistoria, own)])
    store.mark_merged(store.delivered_unmerged())
    last = {"id": vistoria["id"], "date": "2026-11-30", "result": "aprovado", "valid_until": None}
    cadastro.apply(
        [vehicle(last_vistoria=last), selo(1, day="2026-11-30", record=own["id"])],
        "c2",
        False,
        AT,
    )
    assert cadastro.selo_of(VAN)["status"] == "valido"
    await store.conclude(None, [annulment(own), annulment(vistoria)], AGENT)
    assert cadastro.selo_of(VAN)["status"] == "anulado"
    assert cadastro.vehicle(VAN)["last_vistoria"] is None


async def test_annulling_the_reinspection_opens_the_exigencia_again(cadastro, store):
    open_one = "0192f0c1-0000-7000-8000-0000000000e0"
    cadastro.apply([vehicle(), exigencia(open_one)], "c1", False, AT)
    body = vistoria_body()
    body["verdict"]["closes"] = [open_one]
    vistoria, _ = await concluded(store, body)
    assert cadastro.exigencias(VAN) == []
    store.note_answers([{"id": k.id, "status": "stored"} for k in store.records()])
    store.mark_merged(store.delivered_unmerged())
    cadastro.apply([exigencia(open_one, status="cumprida")], "c2", False, AT)
    await store.conclude(None, [annulment(vistoria)], AGENT)
    assert [one["id"] for one in cadastro.exigencias(VAN)] == [open_one]
    assert [one["id"] for one in cadastro.open_exigencias()] == [open_one]


async def test_what_was_sent_stays_shown_until_a_pull_has_brought_it(cadastro, store):
    cadastro.apply([vehicle()], "c1", False, AT)
    vistoria, _ = await concluded(store)
    store.note_answers([{"id": k.id, "status": "stored"} for k in store.records()])
    assert cadastro.vehicle(VAN)["last_vistoria"]["id"] == vistoria["id"]
    store.mark_merged(store.delivered_unmerged())
    assert cadastro.vehicle(VAN)["last_vistoria"] is None, "the pull is the truth now"


async def test_a_refused_record_no_longer_colours_the_registry(cadastro, store):
    cadastro.apply([vehicle()], "c1", False, AT)
    vistoria, _ = await concluded(store)
    assert cadastro.vehicle(VAN)["last_vistoria"] is not None
    store.note_answers([{"id": vistoria["id"], "status": "refused", "problem": {"code": "x"}}])
    assert cadastro.vehicle(VAN)["last_vistoria"] is None


async def test_a_later_vistoria_of_another_device_wins_over_an_own_older_one(cadastro, store):
    await concluded(store)
    last = {"id": "r9", "date": "2026-12-24", "result": "reprovado", "valid_until": None}
    cadastro.apply([vehicle(last_vistoria=last)], "c1", False, AT)
    assert cadastro.vehicle(VAN)["last_vistoria"]["id"] == "r9"


async def test_a_look_up_by_plate_reads_a_range_of_one_index_however_many_vehicles_there_are(
    tmp_path,
):
    ports = device_ports(tmp_path / "many")
    cadastro = await Cadastro.open(ports)
    cadastro.apply([vehicle(f"v{n}", f"ABC1D{n:02d}") for n in range(100)], "c1", False, AT)
    asked = []
    cadastro.file.db.conn.set_trace_callback(asked.append)
    assert cadastro.search("ABC1D4") and cadastro.by_plate("ABC1D42")["id"] == "v42"
    cadastro.file.db.conn.set_trace_callback(None)
    looks = [query for query in asked if "FROM plates" in query]
    assert len(looks) == 2
    for query in looks:
        plan = [row[3] for row in cadastro.file.rows(f"EXPLAIN QUERY PLAN {query}")]
        assert not [step for step in plan if step.startswith("SCAN")], plan
    cadastro.close()
    ports.storage.close()


async def test_a_selo_just_issued_here_is_found_by_its_number_before_the_server_tells_of_it(
    cadastro, store
):
    _, selo = await concluded(store)
    known = cadastro.selo(selo["body"]["serial"])
    assert (known["record"], known["status"]) == (selo["id"], "valido")
    assert cadastro.selo(selo["body"]["serial"] + 1) is None


async def test_unmerged_records_survive_a_restart(store, reopen):
    await concluded(store)
    store = await reopen(store)
    assert [r["kind"] for r in store.unmerged()] == ["vistoria", "selo"]


async def test_an_exigencia_found_again_outlives_the_annulment_of_what_opened_it(cadastro, store):
    owed = "0192f0c1-0000-7000-8000-0000000000e1"
    (first,) = await concluded(store, vistoria_body("reprovado"))
    cadastro.apply([vehicle(), exigencia(owed, record=first["id"])], "c2", False, AT)
    (second,) = await concluded(store, vistoria_body("reprovado"))
    await store.conclude(None, [annulment(first)], AGENT)
    for found in (cadastro.exigencias(VAN), cadastro.open_exigencias()):
        assert [(one["id"], one["record"]) for one in found] == [(owed, second["id"])]
    await store.conclude(None, [annulment(second)], AGENT)
    assert cadastro.exigencias(VAN) == cadastro.open_exigencias() == []
