"""Strangers, errors and silence in place of the server: said in words, waited for, nothing lost."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import httpx
import pytest

from tests.support.chromium import Device
from tests.support.front import Front
from tests.support.inspector import Inspector, TownData
from tests.support.live_server import LiveServer, free_port

JANUARIA = 3135209
THREE_DAYS_BACK = "() => { const now = Date.now.bind(Date); Date.now = () => now() - 3 * 86400e3 }"


@pytest.fixture
def codes(server: LiveServer) -> dict[str, str]:
    """Enrolment codes by what is the matter with them."""
    kept = json.loads((server.data / "demo-codigos.json").read_text())
    expired, (used, good) = kept[str(JANUARIA)][0], kept["3302601"]
    with closing(sqlite3.connect(TownData.of(server).path)) as db, db:
        db.execute(
            "update enrolment_codes set expires_at = '2026-01-01T00:00:00+00:00' where tenant = ?",
            (JANUARIA,),
        )
    return {"expired": expired, "used": used, "good": good}


def test_an_enrolment_says_what_is_wrong_and_goes_through_once_it_can(
    server: LiveServer, codes: dict[str, str], make_device, phone: Device
):
    with Front(server).standing() as front:
        other = make_device()
        screen = other.open(f"{server.url}/app/?codigo={codes['used']}").ready()
        screen.tap("Cadastrar aparelho").sees("Primeira vez neste aparelho", timeout_ms=60_000)
        other.close()

        screen = phone.open(f"{front.url}/app/").ready().sees("Cadastrar este aparelho")
        for code, complaint in (
            ("ABCD", "Faltam 4 de 8"),
            ("ABCD-2345", "Este código não existe neste servidor"),
            (codes["expired"], "Este código venceu"),
            (codes["used"], "Este código já cadastrou outro aparelho"),
        ):
            screen.write("Código de cadastro", code).tap("Cadastrar aparelho").sees(complaint)
        screen.write("Código de cadastro", codes["good"])
        for mood, complaint in (
            ("500", "O servidor respondeu com erro"),
            ("portal", "Quem respondeu não foi o servidor da Prancheta"),
            ("silent", "Sem sinal agora"),
        ):
            front.mood = mood
            screen.tap("Cadastrar aparelho").sees(complaint)
        assert screen.find("Código de cadastro", "textbox").input_value() == codes["good"]
        front.mood = "well"
        screen.tap("Cadastrar aparelho").sees("Primeira vez neste aparelho", timeout_ms=60_000)
        for mood, complaint in (
            ("500", "O servidor respondeu com erro"),
            ("portal", "Quem respondeu não foi o servidor da Prancheta"),
        ):
            front.mood = mood
            screen.write("Matrícula", "1001").write("Senha", "vistoria-1001", exact=True)
            screen.tap("Continuar").sees(complaint)
        front.mood = "well"
        screen.write("Senha", "errada", exact=True).tap("Continuar").sees("não confere")
        Inspector(phone, server, screen=screen).first_time_here()


def test_a_server_that_dies_at_work_and_a_clock_put_back_lose_nothing_and_double_nothing(at_work):
    inspector: Inspector = at_work("januaria")
    device, server = inspector.device, inspector.server
    first, second = TownData.of(server).vans_in_order(JANUARIA, "taxi")[:2]
    device.set_offline()
    server.stop()
    inspector.opens_the_app().enters().starts_a_vistoria(first)
    inspector.answers_the_rest().signs_and_concludes()
    inspector.screen.sees("APROVADO").tap("Próximo veículo")

    for worker in inspector.screen.page.workers:
        worker.evaluate(THREE_DAYS_BACK)
    inspector.starts_a_vistoria(second).answers_the_rest()
    inspector.screen.tap("Ver o resultado").sees("A data do aparelho pode estar errada")
    inspector.screen.tap("Hoje é mesmo").tap("Voltar")
    inspector.signs_and_concludes()
    inspector.screen.sees("APROVADO").tap("Próximo veículo")

    with Front(server, device_port(server)).standing() as front:
        front.mood = "dies"
        server.start()
        device.set_offline(False)
        front.wait_for_a_death()
        assert not server.alive()
        inspector.screen.sees_any("sem sinal", "sinal fraco", timeout_ms=60_000)
        server.start()
        front.mood = "well"
        inspector.screen.tap("Abrir Aparelho").tap("Sincronizar agora")
        inspector.screen.sees("tudo enviado", timeout_ms=90_000)

    rows = TownData.of(server).rows("select kind, bytes from records order by device_seq")
    assert [row["kind"] for row in rows] == ["vistoria", "vistoria"]
    assert [json.loads(row["bytes"])["clock"]["went_back"] for row in rows] == [False, True]
    signatures = TownData.of(server).rows("select completed_at from attachments")
    assert len(signatures) == 2 and all(one["completed_at"] for one in signatures)


def device_port(server: LiveServer) -> int:
    """Moves the stopped server to another port; gives the one that its devices know."""
    known, server.port = server.port, free_port()
    return known


def test_an_insecure_address_says_so_and_how_to_mend_it(server: LiveServer, phone: Device):
    phone.own_hosts += ("prancheta.teste",)

    def serve(route) -> None:
        path = route.request.url.split("/", 3)[3]
        answer = httpx.get(f"{server.url}/{path}")
        route.fulfill(
            status=answer.status_code, body=answer.content,
            headers={"Content-Type": answer.headers["Content-Type"]},
        )

    phone.route("http://prancheta.teste/**", serve)
    screen = phone.open("http://prancheta.teste/app/")
    splash = screen.page.locator("#splash.failed")
    splash.wait_for(timeout=30_000)
    said = splash.inner_text()
    assert "Este endereço não é seguro" in said
    assert "https://" in said and "make run HOST=" in said
    screen.photograph("endereco_inseguro")
