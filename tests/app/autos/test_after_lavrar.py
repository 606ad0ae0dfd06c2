"""What follows on a lavrado auto: the copy, ciência, the release of a measure, the annulment; each
a record of its own, offline, once."""

import io
import json

import pytest
from PIL import Image

from app.flows.annulment import AutoAnnulment
from app.flows.auto_after import Ciencia, Release
from app.flows.auto_papers import AutoPapers
from app.flows.auto_record import AutoRegistry, defence_of, lavrado
from app.prints.fonts import Fonts
from checklists import notices
from sync.device.ports import StorageFull
from sync.records.canonical import b64url
from tests.support.device import photo_bytes
from tests.support.escpos_reader import on_paper, read_escpos
from tests.support.papers import invented_typefaces
from tests.support.qr_decoders import decoded_by_both, pdf_page_image, pdf_text

MEASURED = "Art. 14, XIX"


async def drawn_up(road, *, cite="", how="assinou", apply=False, photos=0, twice=False):
    """An auto of one photo-less stop, as an agent draws it up; its id."""
    law = road.law
    vehicle = road.registers()
    cites = [row.cite for row in law.conducts
             if row.status == "vigente" and row.reaches(vehicle["service"])]
    stop = road.stops(vehicle)
    for _ in range(photos):
        assert await stop.evidence.add(photo_bytes(400, 300))
    if photos:
        stop.evidence.add_mark(stop.evidence.digests()[0],
                               {"kind": "seta", "points": [[10, 10], [200, 150]]})
    for one in [cite or cites[0], *([cites[5]] if twice else [])]:
        auto = stop.add_auto(one)
        road.fills(auto)
        if apply:
            for measure in auto.measures[:1]:
                measure.answer(True)
                measure.write("kept_at", "Pátio Central")
    road.agrees(stop, how)
    done = await road.reviews(stop).lavrar()
    assert done, road.reviews(stop).problem
    return done[0]


def with_measure(law, service):
    return next(row.cite for row in law.conducts
                if row.measures and row.status == "vigente" and row.reaches(service))


@pytest.fixture(scope="module")
def faces(tmp_path_factory):
    return Fonts.in_folder(invented_typefaces(tmp_path_factory.mktemp("faces")))


@pytest.fixture
def papers_of(roadside, monkeypatch, faces):
    monkeypatch.setattr("app.prints.fonts.bundled_fonts", lambda: faces)
    return lambda record_id: AutoPapers(roadside.desk, lavrado(roadside.store, record_id))


async def test_the_copy_is_made_offline_and_its_qr_opens_the_public_copy(roadside, papers_of):
    record_id = await drawn_up(roadside, photos=1)
    papers = papers_of(record_id)
    secret = roadside.store.copy_secret(record_id)
    assert papers.copy_url == f"https://vistoria.exemplo/c/{b64url(secret)}"
    sheet = await papers.sheet()
    assert decoded_by_both(pdf_page_image(sheet.data, dpi=150)) == papers.copy_url
    text = pdf_text(sheet.data)
    for said in ("000.301", "ABC1D23", "1001", "ouvidoria@exemplo.gov.br",
                 "1 foto faz parte deste auto."):
        assert said in text
    assert sheet.data.count(b"/DCTDecode") == 1
    strip = await papers.strip(58)
    assert Image.open(io.BytesIO(strip.data)).width == 384
    printed = read_escpos((await papers.escpos(80)).data)
    assert decoded_by_both(on_paper(printed, 576)) == papers.copy_url
    assert any(one.picture is not None for one in printed), "the signature"


async def test_names_stand_on_the_copy_and_in_no_files_name(roadside, papers_of):
    papers = papers_of(await drawn_up(roadside))
    persons = await papers.persons()
    names = {told["name"] for told in persons.values() if told.get("name")}
    assert names
    made = [await papers.sheet(), await papers.strip(80), await papers.escpos(58, "pontos")]
    assert [paper.name for paper in made] == [
        "auto-000301-2026-11-30.pdf", "auto-80mm-000301-2026-11-30.png",
        "auto-58mm-000301-2026-11-30.escpos",
    ]
    text = " ".join(pdf_text(made[0].data).split())
    assert all(name in text for name in names)


async def test_each_photo_is_shown_untouched_marked_and_stamped(roadside, papers_of):
    papers = papers_of(await drawn_up(roadside, photos=1))
    (digest,) = papers.of.body["photos"]
    original, marked, stamped = [await papers.photo(digest, how)
                                 for how in ("original", "marcada", "carimbada")]
    assert original.data == await roadside.store.photo(digest)
    assert Image.open(io.BytesIO(marked.data)).size == (400, 300)
    assert Image.open(io.BytesIO(stamped.data)).height > 300
    assert len({original.data, marked.data, stamped.data}) == 3
    assert stamped.name == "foto-1-carimbada-000301-2026-11-30.jpg"


async def test_a_reprint_is_the_same_after_a_kill(roadside, papers_of):
    record_id = await drawn_up(roadside)
    before = pdf_text((await papers_of(record_id).sheet()).data)
    await roadside.is_killed_and_opened_again()
    again = AutoPapers(roadside.desk, lavrado(roadside.store, record_id))
    assert pdf_text((await again.sheet()).data) == before


async def test_without_its_small_files_the_copy_says_where_the_names_are(roadside, papers_of):
    record_id = await drawn_up(roadside)
    for one in roadside.store.record(record_id).record["attachments"]:
        await roadside.desk.ports.storage.delete_blob(one["digest"])
    papers = papers_of(record_id)
    assert await papers.persons() is None and await papers.signatures() == {}
    assert "consta no registro do Município" in " ".join(
        pdf_text((await papers.sheet()).data).split())


async def test_freeing_space_keeps_the_names_and_signatures_of_a_reprint(roadside, papers_of):
    record_id = await drawn_up(roadside, photos=1)
    kept = roadside.store.record(record_id).record["attachments"]
    roadside.store.note_answers([{"id": one.id, "status": "stored", "problem": None}
                                 for one in roadside.store.records()])
    for one in kept:
        roadside.store.note_blob_progress(one["digest"], one["bytes"], True)
    await roadside.store.free_space()
    left = {one["role"] for one in kept
            if await roadside.desk.ports.storage.has_blob(one["digest"])}
    assert left == {"pessoas", "assinatura", "anotacao"}
    assert await papers_of(record_id).persons()


async def test_ciencia_is_a_record_of_its_own_and_written_once(roadside):
    record_id = await drawn_up(roadside)
    act = Ciencia(roadside.desk, record_id)
    assert act.how == "assinou", "what the review asked is not asked twice"
    assert await act.act() and await act.act()
    of = lavrado(roadside.store, record_id)
    assert [one.body["how"] for one in of.ciencias] == ["assinou"]
    assert of.ciencia.record["rulebook"] == of.kept.record["rulebook"]


async def test_an_absent_autuado_is_reached_later_by_post(roadside):
    record_id = await drawn_up(roadside, how="ausente")
    act = Ciencia(roadside.desk, record_id)
    assert not await act.act() and "Escolha como" in act.problem
    act.choose("correio")
    assert not await act.act() and "número do aviso" in act.problem
    act.note = "AR BR 123"
    assert await act.act()
    assert lavrado(roadside.store, record_id).ciencia.body["note"] == "AR BR 123"


async def test_who_signs_later_signs_on_the_screen_and_stands_on_the_copy(roadside, papers_of):
    record_id = await drawn_up(roadside, how="ausente")
    roadside.clock.passes(days=1)
    act = Ciencia(roadside.desk, record_id)
    act.choose("assinou")
    assert act.asks_signature
    assert not await act.act() and "Falta a assinatura do autuado" in act.problem
    act.signature.begin(10, 10)
    act.signature.extend(300, 120)
    act.signature.end()
    assert await act.act()
    papers = papers_of(record_id)
    assert set(await papers.signatures()) == {"autuado"}
    (box,) = [one for one in (await papers.view()).signatures if one.who == "autuado"]
    assert box.says == "Assinou e recebeu a via, 01/12/2026 às 09:00"


async def test_the_defence_counts_from_the_day_on_which_the_copy_was_received(januaria):
    record_id = await drawn_up(januaria, how="ausente")
    of = lavrado(januaria.store, record_id)
    told = of.body["defence"]
    if told is None:
        pytest.fail("Januária gives a defence")
    assert told["last_day"] is None
    assert defence_of(januaria.desk, of) == told
    act = Ciencia(januaria.desk, record_id)
    act.choose("recebeu_sem_assinar")
    assert await act.act()
    counted = defence_of(januaria.desk, lavrado(januaria.store, record_id))
    on_the_day = notices.defence(januaria.law, of.body["kind"], januaria.desk.today(),
                                 role=of.body["liable"], on_the_spot=True)
    assert counted["last_day"] == on_the_day["last_day"]


async def test_a_refusal_starts_no_count(januaria):
    record_id = await drawn_up(januaria, how="recusou")
    act = Ciencia(januaria.desk, record_id)
    act.set_witness(True)
    assert await act.act()
    of = lavrado(januaria.store, record_id)
    assert of.ciencia.body["witness"]
    assert defence_of(januaria.desk, of) == of.body["defence"]


async def test_what_was_withheld_is_given_back_once(roadside):
    cite = with_measure(roadside.law, roadside.law.services[0].id)
    record_id = await drawn_up(roadside, cite=cite, apply=True)
    (measure,) = lavrado(roadside.store, record_id).measures
    assert measure.stands
    act = Release(roadside.desk, record_id, measure.applied.id)
    act.receipt = "R-9"
    assert await act.act() and await act.act()
    (measure,) = lavrado(roadside.store, record_id).measures
    assert not measure.stands
    assert measure.released.body["releases"] == measure.applied.id
    assert measure.released.body["receipt"] == "R-9"
    again = Release(roadside.desk, record_id, measure.applied.id)
    assert not await again.act() and "já foi liberada" in again.problem
    unknown = Release(roadside.desk, record_id, record_id)
    assert not await unknown.act() and "não está neste aparelho" in unknown.problem


async def test_beside_the_code_of_an_annulled_auto_no_defence_is_promised(roadside):
    record_id = await drawn_up(roadside)
    assert "lembrete da defesa" in lavrado(roadside.store, record_id).copy_words
    act = AutoAnnulment(roadside.desk, record_id)
    act.reason = "Placa de outro carro"
    assert await act.act()
    said = lavrado(roadside.store, record_id).copy_words
    assert "foi anulado" in said and "defesa" not in said


async def test_an_annulled_auto_keeps_its_number_in_the_books(roadside, papers_of):
    record_id = await drawn_up(roadside)
    act = AutoAnnulment(roadside.desk, record_id)
    act.reason = "erro"
    assert not await act.act() and "motivo" in act.problem
    act.reason = "Placa de outro carro"
    assert await act.act() and await act.act()
    of = lavrado(roadside.store, record_id)
    assert of.annulled and of.annulment.body == {
        "annuls": record_id, "annulled_kind": "auto", "serial": 301,
        "reason": "Placa de outro carro",
    }
    account = roadside.store.number_account("auto")
    assert (account["annulled"], account["used"], account["unused"]) == (1, 0, 39)
    assert roadside.store.next_number("auto") == 302
    again = AutoAnnulment(roadside.desk, record_id)
    again.reason = "Placa de outro carro"
    assert not await again.act() and "já foi anulado" in again.problem
    ciencia = Ciencia(roadside.desk, record_id)
    assert not await ciencia.act() and "anulado" in ciencia.problem
    assert "ANULADO" in pdf_text((await papers_of(record_id).sheet()).data)


async def test_a_full_device_writes_nothing_and_says_so(roadside, monkeypatch):
    record_id = await drawn_up(roadside)

    async def full(*_):
        raise StorageFull

    monkeypatch.setattr(roadside.desk.ports.storage, "write_head", full)
    act = Ciencia(roadside.desk, record_id)
    assert not await act.act() and "Sem espaço" in act.problem
    assert lavrado(roadside.store, record_id).ciencias == ()


async def test_the_autos_of_one_stop_follow_each_other(roadside):
    first = lavrado(roadside.store, await drawn_up(roadside, twice=True))
    assert first.place_in_stop == "Auto 1 de 2 desta abordagem"
    second = lavrado(roadside.store, first.next_in_stop.id)
    assert second.place_in_stop == "Auto 2 de 2 desta abordagem"
    assert second.next_in_stop is None


async def test_an_auto_is_found_by_plate_or_number_and_counted(roadside):
    record_id = await drawn_up(roadside, twice=True)
    registry = AutoRegistry(roadside.store)
    assert [row.number for row in registry.rows] == ["000.302", "000.301"]
    zone = "America/Sao_Paulo"
    assert registry.day_tally(roadside.desk.today(), zone) == "2 autos hoje"
    for typed, found in (("abc1", 2), ("000.301", 1), ("30", 2), ("XYZ", 0), ("", 2)):
        registry.type(typed)
        assert len(registry.rows) == found, typed
    act = AutoAnnulment(roadside.desk, record_id)
    act.reason = "Placa de outro carro"
    assert await act.act()
    assert registry.day_tally(roadside.desk.today(), zone) == "2 autos hoje, 1 anulado"


async def test_the_persons_are_those_of_the_attachment(roadside, papers_of):
    record_id = await drawn_up(roadside)
    persons = await papers_of(record_id).persons()
    for blob in roadside.store.record_blobs(record_id):
        if blob.role == "pessoas":
            assert json.loads(await roadside.store.photo(blob.digest)) == persons
