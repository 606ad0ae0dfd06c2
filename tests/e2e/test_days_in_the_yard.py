"""Whole days of work: rejected and brought back, put off for want of a pit, annulled."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page

from checklists.dates import add_months
from tests.support.inspector import Inspector, TownData, spelled
from tests.support.qr_decoders import decoded_by_both, pdf_page_image, pdf_text
from tests.support.screen import RESULTS

MANGARATIBA, JANUARIA = 3302601, 3135209


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "espelho.jpg"
    Image.radial_gradient("L").resize((1200, 900)).convert("RGB").save(path, quality=85)
    return path


def downloaded(inspector: Inspector, button: str) -> bytes:
    with inspector.screen.page.expect_download() as download:
        inspector.screen.tap(button)
    return download.value.path().read_bytes()


def assert_accessible(page: Page) -> None:
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
    found = Axe().run(page, options=rules)
    assert found.violations_count == 0, found.generate_report()


def test_a_van_rejected_by_one_inspector_passes_with_another_and_is_annulled(
    at_work, picture: Path
):
    marta: Inspector = at_work()
    device, server = marta.device, marta.server
    town = TownData.of(server)
    (plate, *_) = town.vans_in_order(MANGARATIBA)
    marta.opens_the_app().screen.tap("Outro inspetor").sees("Só nesta vez")
    davi = replace(marta, matricula="1002", name="Davi", pin="1357").first_time_here().leaves()
    device.set_offline()
    server.stop()

    marta.enters().starts_a_vistoria(plate).answers("Conforme", 1, 18).photographs(picture)
    marta.answers("Não conforme", 19, 19).answers_the_rest().signs_and_concludes()
    marta.screen.sees("REPROVADO").sees("retido")
    laudo = pdf_text(downloaded(marta, "Guardar o laudo em PDF"))
    assert "REPROVADO" in laudo and plate in laudo
    assert "Art. 14, XIX" in laudo and "Marta Figueiral" in laudo
    marta.screen.tap("Próximo veículo")
    marta.leaves()

    davi.enters().screen.write("Placa do veículo", plate).tap(f"Placa {spelled(plate)}")
    davi.screen.sees("exigência em aberto").tap("Começar a reinspeção").sees("Exigência em aberto")
    davi.screen.tap("Conforme, item").sees("Salvo: Conforme")
    if not davi.screen.has("Ver o resultado"):
        davi.screen.tap("Ver a lista inteira").tap("Manter as outras respostas")
    davi.signs_and_concludes()
    url = show_and_keep_the_selo(davi)
    davi.screen.tap("Voltar").tap("Anular esta vistoria ou o selo")
    davi.screen.write("Por que anular", "Placa trocada com a do carro ao lado.")
    davi.screen.tap("Anular", exact=True).sees("Anular agora?").tap("Anular agora")
    davi.screen.sees("ANULADA")

    server.start()
    device.set_offline(False)
    davi.screen.sees("tudo enviado", timeout_ms=90_000)
    rows = town.rows("select kind, agent from records order by device_seq")
    assert [tuple(row) for row in rows] == [
        ("vistoria", "1001"), ("vistoria", "1002"), ("selo", "1002"),
        ("anulacao", "1002"), ("anulacao", "1002"),
    ]
    (kept,) = town.rows("select status from exigencias where record is not null")
    assert kept["status"] == "aberta"
    (seal,) = town.rows("select status from seals where imported = 0")
    assert seal["status"] == "anulado"
    page = device.open_tab(url).page
    assert "CANCELADO" in page.inner_text("main")
    the_painel_shows_it(page, server.url, plate)


def show_and_keep_the_selo(inspector: Inspector) -> str:
    """On screen, as image and as label: the same QR on all three."""
    screen = inspector.screen
    screen.sees("Selo nº").sees("Válido até")
    url = decoded_by_both(Image.open(screen.photograph("selo_na_tela")))
    screen.tap("Papéis do selo").sees("como imagem")
    image = Image.open(io.BytesIO(downloaded(inspector, "Guardar o selo como imagem")))
    image.save(RESULTS / "selo_imagem.png")
    screen.sees("Selo nº").tap("Papéis do selo").tap("Selo de vistoria, 99").sees("em SVG")
    label = downloaded(inspector, "em PDF")
    assert decoded_by_both(image) == url
    assert decoded_by_both(pdf_page_image(label)) == url
    return url


def the_painel_shows_it(page: Page, base: str, plate: str) -> None:
    """Vistorias, selos and one vistoria with its photo, each fit for a screen reader."""
    page.goto(f"{base}/painel/")
    assert_accessible(page)
    page.get_by_label("Município").select_option(str(MANGARATIBA))
    page.get_by_label("Matrícula").fill("9001")
    page.get_by_label("Senha").fill("vistoria-9001")
    page.get_by_role("button", name="Entrar").click()
    assert page.get_by_role("row").filter(has_text=plate).filter(has_text="Anulada").count() == 1
    assert_accessible(page)
    page.get_by_role("link", name="Selos").click()
    assert "Anulado" in page.get_by_role("row").filter(has_text=plate).first.inner_text()
    assert_accessible(page)
    page.goto(f"{base}/painel/")
    failed = page.get_by_role("row").filter(has_text=plate).filter(has_text="Reprovad")
    failed.filter(has_text="1001").or_(failed.filter(has_text="Marta")).get_by_role("link").click()
    photo = page.get_by_role("img", name="Foto do item")
    photo.scroll_into_view_if_needed()
    page.wait_for_function("p => p.complete && p.naturalWidth > 100", arg=photo.element_handle())
    assert "Assinatura do aparelho confere" in page.inner_text("main")
    assert_accessible(page)
    page.screenshot(path=RESULTS / "painel_vistoria.png", full_page=True)


def test_with_no_pit_the_verdict_waits_and_is_taken_up_again_on_a_tablet(at_work):
    inspector: Inspector = at_work(size="tablet")
    (plate, *_) = TownData.of(inspector.server).vans_in_order(MANGARATIBA)
    inspector.device.set_offline()
    inspector.server.stop()
    screen = inspector.opens_the_app().enters().starts_a_vistoria(plate).screen
    row = screen.find("Abrir item Art. 14, II,").bounding_box()
    answer = screen.find("Conforme, item").bounding_box()
    assert row["x"] + row["width"] <= answer["x"], "list and item stand side by side"
    inspector.answers("Conforme", 1, 26)
    screen.photograph("tablet_lista_e_item")
    screen.tap("Não verificar a seção Mecânica").sees("Por que não foi verificado?")
    screen.photograph("tablet_motivos")
    screen.tap("Sem fosso nem elevador").sees("12 não verificados").tap("Ver o resultado")
    screen.sees("EM ESPERA").sees("12 itens não verificados")
    assert not screen.has("Assinar")
    screen.photograph("tablet_em_espera")
    screen.tap("Deixar em espera").sees("Em andamento").sees("falta verificar 12 itens")
    inspector.device.kill()

    screen = inspector.opens_the_app().enters().resumes(plate).screen
    screen.tap("Ver o resultado").tap("Verificar agora")
    for left in range(11, -1, -1):
        screen.tap("Conforme, item")
        screen.sees_any(f"{left} não verificado", "tudo respondido")
    screen.tap("Ver o resultado").sees("APROVADO").tap("Assinar")


def test_januaria_gives_a_school_van_two_months_and_an_urban_bus_by_its_age(at_work):
    inspector: Inspector = at_work("januaria")
    today = datetime.now(ZoneInfo("America/Sao_Paulo")).date()
    town = TownData.of(inspector.server)
    screen = inspector.opens_the_app().enters().screen
    for service, years, months in (("escolar", 3, 2), ("urbano", 9, 3)):
        rows = town.rows(
            "select plate from vehicles where tenant = ? and service = ? and model_year > ?"
            " order by model_year",
            (JANUARIA, service, today.year - years),
        )
        inspector.starts_a_vistoria(rows[0]["plate"]).answers_the_rest()
        screen.tap("Ver o resultado").sees("APROVADO").sees("Art. 52")
        screen.sees(f"Válido até {add_months(today, months):%d/%m/%Y}")
        screen.tap("Voltar").tap("Voltar").sees("Em andamento")
