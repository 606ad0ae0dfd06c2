"""The public page of an auto's copy: opened by the secret in its QR, and by nothing else."""

import hashlib
import logging
import os
import re
from dataclasses import asdict
from html import unescape

import pytest

from app.prints.auto_view import auto_view
from checklists import load_rulebook
from sync.records.canonical import b64url
from tests.support import autos, fined

SECRET = b64url(autos.SECRET)
PAGE = f"/c/{SECRET}"


def drawn(device, **changes):
    copy_hash = hashlib.sha256(autos.SECRET).hexdigest()
    return fined.auto(device, 41, when=fined.at(9, 0), **{"copy_hash": copy_hash, **changes})


async def test_the_copy_says_what_was_drawn_up_and_nobodys_name(lone_device, lone_client):
    record = drawn(lone_device)
    await lone_device.push(record)
    answer = await lone_client.get(PAGE)
    assert answer.status_code == 200
    conduct = record["body"]["conduct"]
    for said in ("AUTO LAVRADO", "000.042", conduct["label"], conduct["cite"], "ABC1D23",
                 "matrícula 1001", "30/11/2026 às 09:00", "O prazo de defesa ainda não começou",
                 "(21) 2000-0000"):  # fmt: skip
        assert said in answer.text, said
    for kept_back in (fined.HOLDER, "Transportes Conceição", "João", "Marta", SECRET[::-1]):
        assert kept_back not in answer.text
    assert len(answer.content) < 30_000 and "<script" not in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "noindex" in answer.headers["X-Robots-Tag"]


async def test_the_page_shows_no_more_than_the_paper_does(lone_device, lone_client):
    record = drawn(lone_device, drawn_at=fined.at(18, 30))
    held = fined.measure(lone_device, record)
    await lone_device.push(record, held)
    page = (await lone_client.get(PAGE)).text
    first = page.partition("</dl>")[0]
    told = dict(re.findall(r"<dt>([^<]+)</dt><dd[^>]*>([^<]+)", first))
    law = load_rulebook("mangaratiba")
    town = {"name": "Mangaratiba", "uf": "RJ", "timezone": "America/Sao_Paulo"}
    paper = auto_view(record, town, rulebook=law, measures=[held])
    text = plain(" ".join(words_of(asdict(paper))))
    assert told["Lavrado em"] == "30/11/2026 às 18:30"
    for what in ("Onde", "Quando", "Lavrado em", "Placa", "Serviço", "O que foi anotado",
                 "Responde por ele"):
        assert plain(told[what]) in text, what
    for part in ("description", "kept_at"):
        assert plain(held["body"][part]) in text
    assert held["body"]["description"] not in page and held["body"]["kept_at"] in page


def plain(text):
    return " ".join(unescape(text).split()).lower()


def words_of(value):
    """Every text in it."""
    if isinstance(value, str):
        return [value]
    inside = value.values() if isinstance(value, dict) else value
    return [one for part in inside for one in words_of(part)] if isinstance(
        value, dict | list | tuple) else []


async def test_the_day_of_the_defence_its_reminder_and_its_end(lone_device, lone_client, clock):
    record = drawn(lone_device)
    told = fined.told(lone_device, record, "edital", fined.at(9, 30))
    await lone_device.push(record, told)
    text = (await lone_client.get(PAGE)).text
    assert "EM PRAZO DE DEFESA" in text and "até 30/12/2026" in text
    assert "Faltam 30 dias: o último é quarta-feira." in text
    reminder = await lone_client.get(f"{PAGE}.ics")
    assert reminder.headers["Content-Type"].startswith("text/calendar")
    assert "DTSTART;VALUE=DATE:20261230" in reminder.text
    assert "Cache-Control" in reminder.headers and "noindex" in reminder.headers["X-Robots-Tag"]
    assert SECRET not in reminder.text
    clock.advance(days=31)
    assert "PRAZO DE DEFESA ENCERRADO" in (await lone_client.get(PAGE)).text
    assert (await lone_client.get(f"{PAGE}.ics")).status_code == 404


async def test_an_annulled_auto_says_so_and_asks_for_nothing(lone_device, lone_client):
    record = drawn(lone_device)
    held = fined.measure(lone_device, record)
    await lone_device.push(record, held)
    assert "Pátio da Secretaria" in (await lone_client.get(PAGE)).text
    await lone_device.push(fined.annulment(lone_device, record))
    text = (await lone_client.get(PAGE)).text
    assert "AUTO ANULADO" in text and "Como se defender" not in text


async def test_a_copy_whose_auto_has_not_arrived_and_a_broken_address_are_told_kindly(lone_client):
    waiting = await lone_client.get(PAGE)
    assert waiting.status_code == 404 and "ainda não chegou" in waiting.text
    for broken in (SECRET[:-1], SECRET + "A", "á" * 22, SECRET[:-1] + "B"):
        answer = await lone_client.get(f"/c/{broken}")
        assert answer.status_code == 404 and "não está inteiro" in answer.text, broken


async def test_the_hash_in_the_record_opens_nothing(lone_device, lone_client):
    record = drawn(lone_device)
    await lone_device.push(record)
    copy_hash = record["body"]["copy_hash"]
    for tried in (copy_hash, copy_hash[:22], b64url(bytes.fromhex(copy_hash))[:22]):
        assert (await lone_client.get(f"/c/{tried}")).status_code == 404


async def test_who_guesses_is_slowed_down_and_the_log_keeps_no_secret(lone_client, caplog):
    caplog.set_level(logging.INFO, "prancheta.acesso")
    seen = []
    for _ in range(40):
        seen.append((await lone_client.get(f"/c/{b64url(os.urandom(16))}")).status_code)
    assert seen[0] == 404 and 429 in seen
    for address in (PAGE, f"http://localhost:8100/{PAGE}", f"{PAGE}/", PAGE.replace("/c/", "/C/")):
        await lone_client.get(address)
    assert "/c/…" in caplog.text and SECRET not in caplog.text


@pytest.mark.parametrize("town", ["januaria", "muriae", "santo-andre", "sapezal"])
async def test_each_law_fills_its_page(sqlite_server, lone_client, another_device, town):
    from sync.server import tenants

    ibge, name, uf, zone = autos.TOWNS[town]
    tenants.create(sqlite_server, tenants.NewTenant(ibge, name, uf, zone, town))
    device = await another_device(sqlite_server, lone_client, ibge)
    record = drawn(device, town=town)
    await device.push(record)
    text = (await lone_client.get(PAGE)).text
    for said in (record["body"]["conduct"]["cite"], name, "Como se defender", "Espécie"):
        assert said in text


@pytest.mark.parametrize(
    ("town", "cite", "kind", "said"),
    [("sapezal", "Art. 26, IV", "auto", "Você pode se defender; a lei não fixa o prazo."),
     ("muriae", "Art. 27, § 2", "notificacao", "A lei não dá prazo de defesa para este documento."),
     ("muriae", "Art. 37", "auto", "O prazo de defesa ainda não começou.")],
)  # fmt: skip
async def test_a_defence_without_a_term_is_not_told_as_one_that_has_not_begun(
    sqlite_server, lone_client, another_device, town, cite, kind, said
):
    from sync.server import tenants

    ibge, name, uf, zone = autos.TOWNS[town]
    tenants.create(sqlite_server, tenants.NewTenant(ibge, name, uf, zone, town))
    device = await another_device(sqlite_server, lone_client, ibge)
    await device.push(drawn(device, town=town, cite=cite, kind=kind))
    page = (await lone_client.get(PAGE)).text
    assert said in page
    assert "não está na lei, da notificação" not in page


TURNED = "Rua \u202e21 ,arierieP\u2066 do\u200b\x85 Mar"


async def test_no_text_of_a_record_turns_the_page_or_the_paper_round(lone_device, lone_client):
    place = {**autos.PLACE, "text": TURNED}
    record = drawn(lone_device, place=place, note=TURNED)
    await lone_device.push(record)
    page = (await lone_client.get(PAGE)).text
    assert "Rua 21 ,arierieP do" in page
    town = {"name": "Mangaratiba", "uf": "RJ", "timezone": "America/Sao_Paulo"}
    people = {"autuado": {"name": f"Ivo {TURNED}", "document": "", "register": ""}}
    paper = auto_view(record, town, rulebook=load_rulebook("mangaratiba"), persons=people)
    shown = page + "".join(words_of(asdict(paper)))
    assert not set("\u202e\u2066\u200b") & set(shown)
    assert paper.hash_tail
