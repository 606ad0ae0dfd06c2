"""Copied seals give themselves away: two places, two plates; and the office is told."""

import itertools

import pytest

from sync.server import alerts, clone_watch, reprojection
from sync.server.db.schema_watch import alerts as table
from sync.server.db.schema_watch import readings
from tests.support.office import csrf_of, enter
from tests.support.readings import JANUARIA, MANGARATIBA, forged, leitura, leitura_body
from tests.support.records import key_from

IBGE = 3302601
KMH = 150


def found(server) -> set[tuple]:
    """(kind, subject, record, other) of every alert of a seal, by the usual limit."""
    counts = table.c.kmh.is_(None) | (table.c.kmh > KMH)
    with server.db.read() as conn:
        rows = conn.execute(table.select().where(table.c.kind != alerts.CLOCK, counts)).all()
    return {(row.kind, row.subject, row.record, row.other) for row in rows}


def open_cases(server, kmh: int = KMH) -> list[tuple[str, str]]:
    with server.db.read() as conn:
        cases, total = alerts.cases(conn, IBGE, kmh, is_open=True, limit=50)
    assert total == len(cases)
    return [(one.kind, one.subject) for one in cases]


async def sealed(device) -> dict:
    vistoria = device.record()
    selo = device.selo(vistoria)
    await device.push(vistoria, selo)
    return selo


async def test_a_seal_read_in_two_towns_within_an_hour_was_copied(server, device):
    selo = await sealed(device)
    here, there = leitura(device, selo), leitura(device, selo, 60, at=JANUARIA)
    await device.push(here, there)
    assert found(server) == {("lugares", "1", there["id"], here["id"])}
    with server.db.read() as conn:
        kmh = conn.execute(table.select()).one().kmh
    assert 700 < kmh < 800  # some 830 km, and both clocks may be two minutes off
    assert open_cases(server) == [("lugares", "1")]
    assert open_cases(server, kmh=900) == []  # the office's own limit, without counting anew


async def test_what_a_vehicle_can_drive_is_no_alert(sqlite_server, lone_device):
    device = lone_device
    selo = await sealed(device)
    twelve_hours = leitura(device, selo, 12 * 60, at=JANUARIA)
    await device.push(leitura(device, selo), twelve_hours)
    assert found(sqlite_server) == set()


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"at": None}, "no place"),
        ({"place": {**leitura_body(at=JANUARIA)["place"], "mocked": True}}, "made up"),
        ({"place": {**leitura_body(at=JANUARIA)["place"], "accuracy_m": 50_000}}, "coarse"),
        ({"at": JANUARIA, "clock": {"went_back": True}}, "who knows when"),
    ],
)
async def test_a_place_or_time_that_proves_nothing_is_no_alert(
    sqlite_server, lone_device, changes, why
):
    device = lone_device
    selo = await sealed(device)
    await device.push(leitura(device, selo), leitura(device, selo, 60, **changes))
    assert found(sqlite_server) == set(), why


async def test_a_clock_that_is_hours_off_and_known_to_be_is_put_right(
    sqlite_server, lone_device
):
    device = lone_device
    selo = await sealed(device)
    # Both say 09:30 by their own clocks; the second one's was ten hours behind.
    late = leitura(device, selo, at=JANUARIA, clock={"server_offset_ms": 10 * 3600 * 1000})
    await device.push(leitura(device, selo), late)
    assert found(sqlite_server) == set()


async def test_another_plate_another_vehicle_and_forged_codes_are_alerts(server, device):
    selo = await sealed(device)
    other_plate = leitura(device, selo, plate_seen="XYZ9A87", compared="nao_confere")
    said_no = leitura(device, selo, 1, compared="nao_confere")
    stranger = leitura(device, minutes=2, **forged(device, 2, key=key_from(9)))
    not_granted = leitura(device, minutes=3, **forged(device, 99_999))
    twin = leitura(device, minutes=4, **forged(device, 1, "XYZ9A87"))
    typed = leitura(device, minutes=5, payload=None, serial=88_888, by="digitado")
    await device.push(other_plate, said_no, stranger, not_granted, twin, typed)
    assert {(kind, subject, record) for kind, subject, record, _ in found(server)} == {
        ("placas", "1", other_plate["id"]),
        ("nao_confere", "1", said_no["id"]),
        ("falso", "2", stranger["id"]),
        ("falso", "99999", not_granted["id"]),
        ("falso", "1", twin["id"]),
        ("falso", "88888", typed["id"]),
    }


async def test_old_and_new_form_of_a_plate_and_codes_of_elsewhere_are_no_alert(
    sqlite_server, lone_device
):
    device = lone_device
    selo = await sealed(device)  # ABC1D23
    elsewhere = leitura(device, colour="cinza", reason="other_town", plate_seen=None)
    await device.push(leitura(device, selo, plate_seen="ABC1323"), elsewhere)
    assert found(sqlite_server) == set()


async def test_a_seal_whose_record_is_still_on_its_way_is_judged_by_it_when_it_comes(
    sqlite_server, lone_device, another_device, lone_client
):
    device = lone_device
    vistoria = device.record()
    selo = device.selo(vistoria)
    by_number = {"payload": None, "by": "digitado"}
    first = leitura(device, selo, **by_number)
    second = leitura(device, selo, 1, plate_seen="XYZ9A87", **by_number)
    await device.push(first, second)
    assert found(sqlite_server) == {("placas", "1", second["id"], first["id"])}
    await device.push(vistoria, selo)
    assert found(sqlite_server) == {("placas", "1", second["id"], "")}


async def test_in_whichever_order_readings_come_the_alerts_are_the_same(
    sqlite_server, lone_device
):
    device = lone_device
    vistoria = device.record()
    selo = device.selo(vistoria)
    lines = [
        vistoria, selo, leitura(device, selo),
        leitura(device, selo, 30, at=JANUARIA, plate_seen="XYZ9A87"),
        leitura(device, selo, 60),
        leitura(device, minutes=61, at=JANUARIA, **forged(device, 1, "XYZ9A87")),
    ]  # fmt: skip
    outcomes = []
    orders = itertools.islice(itertools.permutations(lines), 0, 720, 103)
    for order in orders:
        with sqlite_server.db.write() as conn:
            for name in ("alerts", "readings", "seals", "exigencias", "record_places", "records"):
                conn.exec_driver_sql(f"DELETE FROM {name}")
        for line in order:
            await device.push(line)
        outcomes.append(found(sqlite_server))
    assert len({kind for kind, *_ in outcomes[0]}) == 3
    assert all(one == outcomes[0] for one in outcomes)
    reprojection.reproject(sqlite_server, IBGE)
    await device.push(*lines)
    assert found(sqlite_server) == outcomes[0]


async def test_the_office_sees_both_readings_and_a_note_takes_the_alert_off_until_the_next(
    server, client, device, clock
):
    selo = await sealed(device)
    here = leitura(device, selo)
    there = leitura(device, selo, 60, at=JANUARIA)
    await device.push(here, there)
    await enter(client, "1001")
    page = (await client.get("/painel/leituras")).text
    assert "Alertas a ver (1)" in page
    for said in ("Selo 000.001", "ABC1D23", "30/11/2026 às 09:30", "30/11/2026 às 10:30",
                 "-22,96000; -44,04100", "-15,48800; -44,36200", "150 km/h", "agente 1001",
                 f"/painel/vistorias/{selo['body']['vistoria']}",
                 f"{there['id']}.json"):  # fmt: skip
        assert said in page, said
    token = await csrf_of(client, "/painel/leituras")
    form = {"csrf": token, "tipo": "lugares", "assunto": "1", "nota": ""}
    assert (await client.post("/painel/leituras/visto", data=form)).status_code == 422
    gone = form | {"assunto": "77", "nota": "Não há."}
    assert (await client.post("/painel/leituras/visto", data=gone)).status_code == 404
    clock.advance(minutes=1)
    form["nota"] = "Cópia recolhida na praça."
    assert (await client.post("/painel/leituras/visto", data=form)).status_code == 303
    assert "Alertas a ver (0)" in (await client.get("/painel/leituras")).text
    seen = (await client.get("/painel/leituras?vistos=1")).text
    assert "Cópia recolhida na praça." in seen
    assert "1001" in seen
    clock.advance(minutes=1)
    await device.push(leitura(device, selo, 90))
    assert "Alertas a ver (1)" in (await client.get("/painel/leituras")).text


async def test_one_town_sees_nothing_of_another(sqlite_server, lone_client, lone_device):
    selo = await sealed(lone_device)
    await lone_device.push(leitura(lone_device, selo, compared="nao_confere"))
    await enter(lone_client, ibge=3135209)
    page = (await lone_client.get("/painel/leituras")).text
    assert "Alertas a ver (0)" in page
    assert "000.001" not in page


@pytest.mark.parametrize("backwards", [False, True])
async def test_a_clock_that_goes_back_between_two_records_is_an_alert_in_whichever_order_they_come(
    sqlite_server, lone_client, lone_device, backwards
):
    device = lone_device
    early, late = leitura(device, minutes=60), leitura(device, minutes=0)
    for line in (late, early) if backwards else (early, late):
        await device.push(line)
    assert open_cases(sqlite_server) == [("relogio", device.id)]
    await enter(lone_client)
    page = (await lone_client.get("/painel/leituras")).text
    assert "Tablet do pátio" in page
    assert "do mesmo aparelho" in page


def test_the_distance_between_two_towns_is_the_one_on_the_map():
    class At:
        def __init__(self, place):
            self.latitude, self.longitude = place

    assert 829_000 < clone_watch.distance_m(At(MANGARATIBA), At(JANUARIA)) < 833_000
    pole, other = At((90_000_000, 0)), At((-90_000_000, 180_000_000))
    assert clone_watch.distance_m(pole, other) == pytest.approx(20_015_087, rel=1e-6)


async def test_many_readings_of_one_seal_stay_quick_and_bounded(sqlite_server, lone_device):
    device = lone_device
    selo = await sealed(device)
    places = itertools.cycle((MANGARATIBA, JANUARIA))
    lines = [leitura(device, selo, number, at=next(places)) for number in range(30)]
    await device.push(*lines)
    with sqlite_server.db.read() as conn:
        assert len(conn.execute(readings.select()).all()) == 30
        count = len(conn.execute(table.select()).all())
    assert count <= 30 * clone_watch.NEIGHBOURS
    assert open_cases(sqlite_server) == [("lugares", "1")]
