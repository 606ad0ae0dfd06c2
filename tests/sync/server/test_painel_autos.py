"""The office's side of autos: what must be told, until when, and what it registers itself."""

import csv
import io

import pytest

from sync.records.ids import uuid7
from sync.records.photo_marks import mark_path, mark_thickness
from sync.records.photo_notes import photo_note_bytes
from sync.server.attachments import path_of
from tests.support import fined
from tests.support.device import photo_bytes
from tests.support.office import csrf_of, enter


async def registered(client, record: dict, **form: str):
    csrf = await csrf_of(client)
    return await client.post(
        f"/painel/autos/{record['id']}/registrar", data={"csrf": csrf, **form}
    )


@pytest.fixture
async def desk(lone_client):
    await enter(lone_client)
    return lone_client


async def test_autos_to_notify_come_oldest_first_and_the_late_one_says_so(lone_device, desk):
    late = fined.auto(lone_device, 0, when=fined.at(9, 0, "2026-10-20"))
    soon = fined.auto(lone_device, 1, when=fined.at(9, 0, "2026-11-03"))
    new = fined.auto(lone_device, 2, when=fined.at(9, 0, "2026-11-29"))
    await lone_device.push(new, soon, late)
    text = (await desk.get("/painel/autos/notificar")).text
    places = [text.index(f"/painel/autos/{one['id']}") for one in (late, soon, new)]
    assert places == sorted(places)
    assert "atrasado 11 dias" in text and "faltam 3 dias" in text
    assert "1 auto passou" in (await desk.get("/painel/autos")).text


async def test_a_notice_that_the_office_registers_starts_the_defence(lone_device, desk):
    record = fined.auto(lone_device, 0, when=fined.at(9, 0, "2026-11-03"))
    await lone_device.push(record)
    page = f"/painel/autos/{record['id']}"
    assert "ainda não há" in (await desk.get(page)).text
    done = await registered(desk, record, como="correio", enviado="2026-11-10", nota="AR 123")
    assert (done.status_code, done.headers["location"]) == (303, f"{page}#andamento")
    text = (await desk.get(page)).text
    assert "ainda sem prova de recebimento" in text and "AR 123" in text and "9001" in text
    assert "ainda não há" in text
    await registered(desk, record, como="correio", enviado="2026-11-10", recebido="2026-11-16")
    text = (await desk.get(page)).text
    assert "16/12/2026 (quarta-feira)" in text  # 30 days, Mangaratiba
    assert "a defesa foi apresentada" not in text
    told = (await lone_device.entities("auto"))[record["id"]]
    assert (told["notified"], told["defence_last_day"]) == (True, "2026-12-16")
    assert "Nenhum auto espera" in (await desk.get("/painel/autos/notificar")).text

    act = text.split('name="ato" value="')[2].split('"')[0]
    csrf = await csrf_of(desk)
    await desk.post(f"{page}/desfazer", data={"csrf": csrf, "ato": act})
    text = (await desk.get(page)).text
    assert "<s>" in text and "desfeito por 9001" in text and "ainda não há" in text


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"como": "pombo", "enviado": "2026-11-10"}, "Escolha o que foi feito"),
        ({"como": "correio", "enviado": ""}, "Escreva o dia"),
        ({"como": "correio", "enviado": "2026-12-10"}, "entre 03/11/2026"),
        ({"como": "correio", "enviado": "2026-11-01"}, "entre 03/11/2026"),
        ({"como": "correio", "enviado": "2026-11-10", "recebido": "2026-11-09"}, "recebimento"),
        ({"como": "correio", "enviado": "2026-11-10", "recebido": "31/13"}, "não existe"),
        ({"como": "defesa", "enviado": "2026-11-10", "recebido": "2026-11-11"}, "Só uma"),
        ({"como": "cancelado", "enviado": "2026-11-10"}, "que decisão"),
    ],
)
async def test_what_cannot_be_registered_is_told_in_words(lone_device, desk, form, said):
    record = fined.auto(lone_device, 0, when=fined.at(9, 0, "2026-11-03"))
    await lone_device.push(record)
    refused = await registered(desk, record, **form)
    assert refused.status_code == 422 and said in refused.text


async def test_only_the_administration_registers_and_takes_the_list_of_names(
    lone_device, lone_client
):
    record = fined.auto(lone_device)
    await lone_device.push(record)
    await enter(lone_client, "1001")
    refused = await registered(lone_client, record, como="correio", enviado="2026-11-30")
    assert refused.status_code == 403
    assert (await lone_client.get("/painel/autos.csv")).status_code == 403
    page = (await lone_client.get(f"/painel/autos/{record['id']}")).text
    assert "Registrar notificação" not in page


async def test_only_a_defence_that_was_registered_is_told_as_handed_in(lone_device, desk):
    record = fined.auto(lone_device, 0, when=fined.at(9, 0, "2026-11-03"))
    told = fined.told(lone_device, record, when=fined.at(9, 5, "2026-11-03"))
    await lone_device.push(record, told)
    page = f"/painel/autos/{record['id']}"
    assert "a defesa foi apresentada" not in (await desk.get(page)).text
    await registered(desk, record, como="defesa", enviado="2026-11-20")
    assert "a defesa foi apresentada; falta registrar" in (await desk.get(page)).text
    await registered(desk, record, como="definitivo", enviado="2026-11-25")
    text = (await desk.get(page)).text
    assert "a defesa foi apresentada" not in text and "a decisão foi registrada" in text


async def test_a_decision_that_drops_an_auto_annuls_it_and_its_number_stays(lone_device, desk):
    record = fined.auto(lone_device, 0, when=fined.at(9, 0, "2026-11-03"))
    await lone_device.push(record)
    form = {"como": "cancelado", "enviado": "2026-11-20", "nota": "Processo 17/2026"}
    await registered(desk, record, **form)
    assert (await lone_device.entities("auto"))[record["id"]]["status"] == "anulado"
    text = (await desk.get(f"/painel/autos/{record['id']}")).text
    assert "Processo 17/2026" in text and "nenhum prazo corre" in text


async def test_the_auto_shows_its_facts_flags_measures_and_who_came_before(lone_device, desk):
    first = fined.auto(lone_device, 1, when=fined.at(8), note="Porta aberta")
    held = fined.measure(lone_device, first)
    second = fined.auto(lone_device, 0, when=fined.at(9))
    stop = fined.stop(lone_device, fined.at(9, 5), outcome="autuado", autos=[second["id"]])
    await lone_device.push(first, held, second, stop)
    text = (await desk.get(f"/painel/autos/{first['id']}")).text
    for said in ("Porta aberta", "Pátio da Secretaria", "lacre L-7", "matrícula 1001",
                 "O número não acompanha a ordem", "Assinatura do aparelho confere",
                 first["body"]["conduct"]["label"]):  # fmt: skip
        assert said in text, said
    assert "Pátio da Secretaria" in (await desk.get("/painel/autos/medidas")).text
    assert "Autuado" in (await desk.get("/painel/autos/abordagens")).text
    await lone_device.push(fined.release(lone_device, held))
    assert "Nenhuma medida em vigor" in (await desk.get("/painel/autos/medidas")).text
    assert "Liberada" in (await desk.get("/painel/autos/medidas?situacao=")).text
    assert (await desk.get("/painel/autos/nada")).status_code == 404
    listed = (await desk.get("/painel/autos?situacao=avisos&placa=ABC")).text
    assert "Há avisos" in listed


async def test_a_stop_says_how_many_of_its_autos_have_not_come(lone_device, desk):
    stop_id = uuid7()
    first, second, later = (
        fined.auto(lone_device, n, when=fined.at(14, n), stop=stop_id) for n in range(3)
    )
    named = {"outcome": "autuado", "autos": [first["id"], second["id"]]}
    stop = lone_device.record(
        "abordagem", fined.stop(lone_device)["body"] | named, id=stop_id,
        occurred_at=fined.at(14, 5),
    )  # fmt: skip
    for comes, said in ((stop, "ainda não chegaram<"), (later, "ainda não chegaram 2<"),
                        (first, "ainda não chegou 1<"), (second, "")):  # fmt: skip
        await lone_device.push(comes)
        text = (await desk.get("/painel/autos/abordagens")).text
        assert said in text if said else "ainda não cheg" not in text


async def test_the_finance_office_gets_a_sheet_that_runs_no_formula(lone_device, desk):
    tricky = fined.auto(
        lone_device, 0, when=fined.at(8), line={"id": None, "number": "=1+1", "name": "x"}
    )
    await lone_device.push(tricky)
    answer = await desk.get("/painel/autos.csv")
    assert answer.headers["Content-Type"].startswith("text/csv")
    [row] = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")
    assert (row["numero"], row["placa"], row["linha"]) == ("1", "ABC1D23", "'=1+1")


async def test_the_office_sees_who_was_there_and_not_what_a_photo_notes_of_itself(
    lone_device, desk
):
    people, salt = lone_device.photo(
        b'{"motorista":{"name":"Davi Jurema"}}', None, "pessoas", "application/json"
    )
    noted, _ = lone_device.photo(
        b'{"place":{"mocked":false},"width":1600}', None, "anotacao", "application/json"
    )
    record = fined.auto(
        lone_device, acknowledged="recusou", envelope={"attachments": [people, noted]}
    )
    await lone_device.push(record)
    await lone_device.patch(people["digest"], 0, salt, b'{"motorista":{"name":"Davi Jurema"}}')
    await lone_device.patch(noted["digest"], 0, salt, b'{"place":{"mocked":false},"width":1600}')
    text = (await desk.get(f"/painel/autos/{record['id']}")).text
    assert "Davi Jurema" in text and "recusou-se a assinar" in text
    assert "mocked" not in text and "1600" not in text


# Photos as evidence

JPEG = photo_bytes(400, 300)
MARKS = [
    {"kind": "seta", "points": [[10, 20], [300, 220]]},
    {"kind": "circulo", "points": [[100, 100], [220, 180]]},
]


def noted(digest: str, **changes) -> bytes:
    return photo_note_bytes({
        "photo": digest, "taken_at": "2026-11-30T14:01:00-03:00", "place": None,
        "text": "Pneu careca", "width": 400, "height": 300, "marks": MARKS, **changes,
    })  # fmt: skip


def with_photo(device, note: bytes | None = None) -> fined.Attached:
    photo = (JPEG, "foto", "image/jpeg")
    note = noted(device.photo(JPEG, None)[0]["digest"]) if note is None else note
    return fined.attached(device, photo, (note, "anotacao", "application/json"))


async def test_the_marks_are_drawn_over_the_original_which_is_a_tap_away(lone_device, desk):
    one = with_photo(lone_device)
    await lone_device.push(one.record)
    page = f"/painel/autos/{one.record['id']}"
    assert "Foto ainda não chegou" in (await desk.get(page)).text
    await one.arrives(lone_device)
    text = (await desk.get(page)).text
    digest = one.files[0][0]["digest"]
    svg = text[text.index('<svg class="marcada"') :].partition("</svg>")[0]
    assert 'viewBox="0 0 400 300"' in svg and f'<image href="/painel/anexos/{digest}"' in svg
    for mark in MARKS:
        assert svg.count(mark_path(mark, mark_thickness(400, 300))) == 2  # red on white
    assert f'<a href="/painel/anexos/{digest}"><svg' in text and "ver a original" in text
    assert "“Pneu careca”" in text and "30/11/2026 às 14:01" in text
    assert "Bytes conferem com o registro" in text and digest in text
    original = await desk.get(f"/painel/anexos/{digest}")
    assert original.content == JPEG


async def test_a_photo_that_is_not_the_one_of_the_record_says_so(
    lone_device, desk, sqlite_server
):
    one = with_photo(lone_device)
    await lone_device.push(one.record)
    await one.arrives(lone_device)
    path = path_of(sqlite_server, 3302601, one.files[0][0]["digest"])
    path.write_bytes(JPEG + b"x")
    text = (await desk.get(f"/painel/autos/{one.record['id']}")).text
    assert "Os bytes não são os do registro" in text and "Bytes conferem" not in text


@pytest.mark.parametrize("note", [b"{", b"[]", b'{"photo": "\\ud800"}', b"\xff"])
async def test_marks_that_cannot_be_read_leave_the_photo(lone_device, desk, note):
    one = with_photo(lone_device, note)
    await lone_device.push(one.record)
    await one.arrives(lone_device)
    text = (await desk.get(f"/painel/autos/{one.record['id']}")).text
    assert "As marcas de uma foto não puderam ser lidas" in text and "marcada" not in text.replace(
        ".marcada", ""
    )
    assert f'<img src="/painel/anexos/{one.files[0][0]["digest"]}"' in text


# What was done, and against whom


async def test_a_measure_of_the_law_that_nobody_applied_is_not_told_as_done(lone_device, desk):
    record = fined.auto(lone_device, 0, cite="Art. 14, XIX")
    [measure] = record["body"]["conduct"]["measures"]
    await lone_device.push(record)
    page = f"/painel/autos/{record['id']}"
    assert "<dd>não aplicada</dd>" in (await desk.get(page)).text
    assert "Retenção do veículo em vigor" not in (await desk.get("/painel/autos")).text
    held = fined.measure(lone_device, record, measure=measure)
    await lone_device.push(held)
    assert "<dd>aplicada, em vigor</dd>" in (await desk.get(page)).text
    assert "Retenção do veículo em vigor" in (await desk.get("/painel/autos")).text
    await lone_device.push(fined.release(lone_device, held))
    assert "<dd>aplicada e liberada</dd>" in (await desk.get(page)).text
    await lone_device.push(fined.annulment(lone_device, held))
    assert "<dd>não aplicada (a que havia foi anulada)</dd>" in (await desk.get(page)).text


async def test_with_only_a_plate_it_says_that_nothing_was_counted_and_lists_its_autos(
    lone_device, desk
):
    nobody = {"persons": {"autuado": None, "motorista": None}}
    first, second, last = (
        fined.auto(lone_device, n, when=fined.at(9, n, f"2026-11-{n + 10}"), **nobody)
        for n in range(3)
    )
    await lone_device.push(last, second, first)
    text = (await desk.get(f"/painel/autos/{second['id']}")).text
    assert "<b>Reincidência e pontos não apurados</b>" in text
    assert "não traz dele um CPF ou CNPJ que confira" in text and "mesma infração" in text
    assert f"/painel/autos/{first['id']}" in text and f"/painel/autos/{last['id']}" not in text
    text = (await desk.get(f"/painel/autos/{first['id']}")).text
    assert "Nenhum auto anterior da placa" in text
    await lone_device.push(fined.annulment(lone_device, first))
    assert f"/painel/autos/{first['id']}" not in (
        await desk.get(f"/painel/autos/{second['id']}")
    ).text


async def test_points_follow_the_document_and_it_is_shown_with_dots(lone_device, desk):
    made = [
        fined.named(lone_device, "98765432100", place_in_block=n, when=fined.at(9, n))
        for n in range(2)
    ]
    for one in made:
        await lone_device.push(one.record)
    page = f"/painel/autos/{made[1].record['id']}"
    assert "os dados do autuado ainda não chegaram" in (await desk.get(page)).text
    for one in made:
        await one.arrives(lone_device)
    text = (await desk.get(page)).text
    points = made[0].record["body"]["conduct"]["points"]
    assert f"e mais {points * 2} se os autos" in text or f"{points * 2} pontos" in text
    assert "documento 987.654.321-00" in text and "que não está no cadastro" in text
    assert "não apurados" not in text


# What people write


@pytest.mark.parametrize("typed", [
    "=1+1", "+1", "-1", "@x", "\t=1", "\n=1", " =1", "\u200b=1", "\u202e=1", "＝1", "\u00a0＋1",
])  # fmt: skip
async def test_no_text_runs_in_the_finance_offices_spreadsheet(lone_device, desk, typed):
    await lone_device.push(
        fined.auto(lone_device, line={"id": None, "number": typed, "name": "x"})
    )
    answer = await desk.get("/painel/autos.csv")
    [row] = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")
    assert row["linha"].startswith("'")


async def test_broken_unicode_and_controls_break_no_page(lone_device, desk):
    told = b'{"autuado": {"name": "Ana\\ud800\\u0000\\u001b[2J", "\\udfff": "x"}, "\\u0007": 1}'
    drawn = fined.attached(
        lone_device, (told, "pessoas", "application/json"), note="linha 1\nlinha 2\u202e\u0085",
    )  # fmt: skip
    await lone_device.push(drawn.record)
    await drawn.arrives(lone_device)
    answer = await desk.get(f"/painel/autos/{drawn.record['id']}")
    assert answer.status_code == 200 and "Ana[2J" in answer.text
    done = await registered(
        desk, drawn.record, como="correio", enviado="2026-11-30", nota="AR\x00 1\x1b[2J\ud7ff\x85"
    )
    assert done.status_code == 303
    text = (await desk.get(f"/painel/autos/{drawn.record['id']}")).text
    assert "\x1b" not in text and "AR 1[2J" in text
    assert (await desk.get("/painel/autos.csv")).status_code == 200
