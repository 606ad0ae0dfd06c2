"""The office's side of autos: what must be told, until when, and what it registers itself."""

import csv
import io

import pytest

from tests.support import fined
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
