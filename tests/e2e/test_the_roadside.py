"""Stops, autos and their copies in each of the five towns, with no signal and the server dead."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from PIL import Image

from tests.support.agent import REVIEW, Agent
from tests.support.inspector import TownData
from tests.support.qr_decoders import decoded_by_both, pdf_page_image, pdf_text

IBGE = {
    "januaria": 3135209, "mangaratiba": 3302601, "muriae": 3143906, "santo-andre": 3547809,
    "sapezal": 5107875,
}
HERE = {"geolocation": {"latitude": -22.9597, "longitude": -44.0408, "accuracy": 8},
        "permissions": ["geolocation"]}
FEW_TAPS = 12


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "veiculo.jpg"
    Image.radial_gradient("L").resize((1200, 900)).convert("RGB").save(path, quality=85)
    return path


@pytest.fixture
def agent_of(at_work):
    """`agent_of("muriae")`: an agent of that town at Início, with no signal, and some plates."""

    def make(town: str, service: str, **options) -> tuple[Agent, list[str]]:
        inspector = at_work(town)
        agent = Agent(inspector.device, inspector.server, town)
        agent.device.options |= options
        agent.opens_the_app()
        agent.goes_offline()
        agent.enters()
        return agent, plates(agent, service)

    return make


@pytest.fixture
def new_agent_of(just_opened):
    """`new_agent_of("muriae", …)`: the same, on a device that was enrolled just now."""

    def make(town: str, service: str) -> tuple[Agent, list[str]]:
        agent = Agent(*just_opened, town).enrols()
        agent.goes_offline()
        return agent, plates(agent, service)

    return make


def plates(agent: Agent, service: str) -> list[str]:
    rows = TownData.of(agent.server).rows(
        "select plate from vehicles where tenant = ? and service = ? order by plate",
        (IBGE[agent.municipality], service),
    )
    return [row["plate"] for row in rows]


def records(agent: Agent, kind: str) -> list:
    return TownData.of(agent.server).rows(
        "select id, plate, flags from records where kind = ? and tenant = ? order by occurred_at",
        (kind, IBGE[agent.municipality]),
    )


def test_an_auto_survives_a_dead_battery_and_the_next_takes_twelve_taps_at_most(
    agent_of, picture: Path
):
    agent, (first, second, *_) = agent_of("mangaratiba", "escolar", **HERE)
    agent.begins_a_stop(first).chooses("extintor", "Extintor faltando")
    agent.screen.tap("Usar tudo do cadastro")
    agent.takes_a_photo(picture).reviews()
    agent.device.kill()

    agent.opens_the_app().enters()
    agent.screen.tap("Continuar abordagem").sees("1 infração escolhida").tap("Revisar 1 auto")
    agent.signs_for_the_driver().lavra()
    agent.device.kill()

    agent.opens_the_app()
    screen = agent.screen
    screen.taps, screen.typed = 0, []
    agent.enters().begins_a_stop(second)
    screen.tap("Escolher infração").sees("As mais usadas neste aparelho").tap("Extintor faltando")
    screen.sees("Revisar").tap("Usar tudo do cadastro")
    agent.takes_a_photo(picture).reviews()
    screen.tap("O autuado: Ausente")
    agent.lavra()
    assert screen.taps <= FEW_TAPS, screen.taps
    assert screen.typed == ["PIN", "Placa do veículo"]
    url = agent.reads_the_copys_code()

    agent.goes_online().sends_everything()
    assert [row["plate"] for row in records(agent, "auto")] == [first, second]
    assert [row["plate"] for row in records(agent, "abordagem")] == [first, second]
    page = httpx.get(url).text
    assert second in page and first not in page and "Extintor" in page


def test_januaria_warns_of_one_act_charged_twice_and_takes_the_line_and_the_crew(agent_of):
    agent, (plate, *_) = agent_of("januaria", "urbano")
    agent.begins_a_stop(plate).is_at("Rua das Acácias, 100, Centro")
    agent.chooses("limpeza", "Veículo sem perfeita limpeza. Art. 93, VIII")
    agent.screen.tap("Usar tudo do cadastro")
    agent.fills({
        "Número da linha": "07", "Nome da linha": "Centro a Vila Nova",
        "Nome do motorista": "Caio Umbuzeiro", "Registro do motorista": "M-1001",
        "Nome do cobrador": "Lia Sapucaia", "Registro do cobrador": "C-2002",
        "Prazo concedido": "20/12/2027",
    })
    agent.chooses("B-01", "Veículo sem perfeita limpeza. Anexo, B-01").reviews()
    agent.screen.sees("Um fato, dois autos?")
    agent.screen.tap("Mudar os dados do auto Anexo, B-01").tap("Tirar este auto")
    agent.screen.sees("1 infração escolhida").tap("Revisar 1 auto")
    agent.screen.no_longer_sees("Um fato, dois autos?").tap("O autuado: Recusou-se a assinar")
    agent.lavra()
    text = pdf_text(agent.downloads_the_copy())
    for told in ("Art. 93, VIII", "Centro a Vila Nova", "Caio Umbuzeiro", "20/12/2027", plate):
        assert told in text, told


def test_sapezal_seizes_a_document_and_says_where_it_is_kept(new_agent_of):
    agent, (plate, *_) = new_agent_of("sapezal", "aplicativo")
    agent.begins_a_stop(plate).is_at("Avenida dos Ipês, 20")
    agent.chooses("13 I", "Não portar a autorização específica")
    agent.screen.tap("Apreensão de documentos ou equipamentos", exact=True)
    agent.screen.tap("Um documento")
    agent.fills({"Onde fica guardado": "Sala da fiscalização, armário 3"})
    agent.reviews().screen.tap("O autuado: Ausente")
    agent.lavra()
    agent.goes_online().sends_everything()
    assert len(records(agent, "medida")) == len(records(agent, "auto")) == 1


def test_muriae_ends_a_stop_without_an_infraction_and_draws_up_the_next(new_agent_of):
    agent, (first, second, *_) = new_agent_of("muriae", "taxi")
    agent.begins_a_stop(first).screen.tap("Encerrar sem infração")
    agent.screen.tap("Encerrar: Sem irregularidade").sees("Abordagem registrada")
    agent.begins_a_stop(second).is_at("Praça do Ponto, 1").chooses("alvará", "Não requerer a renov")
    agent.reviews().screen.tap("O autuado: Ausente")
    agent.lavra()
    agent.goes_online().sends_everything()
    assert [row["plate"] for row in records(agent, "abordagem")] == [first, second]


def test_santo_andre_lavra_nothing_before_the_proposed_penalty_is_told(new_agent_of):
    agent, (plate, *_) = new_agent_of("santo-andre", "taxi")
    agent.begins_a_stop(plate).is_at("Rua do Paço, 5").chooses("47", "Não observar")
    agent.screen.tap("Responde: Permissionário").tap(REVIEW)
    agent.screen.tap("O autuado: Ausente").tap("Lavrar 1 auto").no_longer_sees("Lavrar agora?")
    agent.screen.scroll(-600).scroll(-600).tap("Falta a proposta de penalidade")
    agent.screen.tap("Penalidade proposta ao Diretor: Advertência")
    agent.reviews().lavra()
    image = pdf_page_image(agent.downloads_the_copy(), dpi=200)
    assert decoded_by_both(image).startswith(f"{agent.server.url}/c/")
