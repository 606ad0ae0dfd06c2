"""Strangers, errors and silence in place of the server: said in words, waited for, nothing lost."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.support.chromium import Device
from tests.support.colleague import enrol
from tests.support.front import Front
from tests.support.inspector import Inspector, TownData
from tests.support.live_server import LiveServer, free_port

JANUARIA = 3135209
THREE_DAYS_BACK = "() => { const now = Date.now.bind(Date); Date.now = () => now() - 3 * 86400e3 }"


def codes(server: LiveServer, folder: Path) -> dict[str, str]:
    """Enrolment codes by what is the matter with them."""
    kept = json.loads((server.data / "demo-codigos.json").read_text())
    expired, (used, good) = kept[str(JANUARIA)][0], kept["3302601"]
    with closing(sqlite3.connect(TownData.of(server).path)) as db, db:
        db.execute(
            "update enrolment_codes set expires_at = '2026-01-01T00:00:00+00:00' where tenant = ?",
            (JANUARIA,),
        )
    enrol(folder / "colega", server, used)
    return {"expired": expired, "used": used, "good": good}


def test_an_enrolment_says_what_is_wrong_and_goes_through_once_it_can(
    just_opened: tuple[Device, LiveServer], tmp_path: Path
):
    phone, server = just_opened
    known = codes(server, tmp_path)
    server.stop()
    with Front(server, device_port(server)).standing() as front:
        server.start()
        screen = phone.open(f"{front.url}/app/").ready().sees("Cadastrar este aparelho")
        for code, complaint in (
            ("ABCD", "Faltam 4 de 8"),
            ("ABCD-2345", "Este código não existe neste servidor"),
            (known["expired"], "Este código venceu"),
            (known["used"], "Este código já cadastrou outro aparelho"),
        ):
            screen.write("Código de cadastro", code).tap("Cadastrar aparelho").sees(complaint)
        screen.write("Código de cadastro", known["good"])
        for mood, complaint in (
            ("500", "O servidor respondeu com erro"),
            ("portal", "Quem respondeu não foi o servidor da Prancheta"),
            ("silent", "Sem sinal agora"),
        ):
            front.mood = mood
            screen.tap("Cadastrar aparelho").sees(complaint)
        assert screen.find("Código de cadastro", "textbox").input_value() == known["good"]
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
