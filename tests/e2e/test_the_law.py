"""A lei in the inspector's hand, with no signal: by word, by article, by the town's own words."""

from __future__ import annotations

from tests.support.inspector import Inspector, TownData
from tests.support.screen import Screen

BOX = "Palavra ou artigo"
MANGARATIBA = 3302601


def cut_off(inspector: Inspector) -> None:
    inspector.opens_the_app()
    inspector.device.set_offline()
    inspector.server.stop()
    inspector.enters()


def typed_in(screen: Screen) -> str:
    """Flutter puts a field's text into its element once one is in it."""
    box = screen.find(BOX, "textbox")
    box.focus()
    screen.pause()
    return box.input_value()


def test_on_a_phone_the_law_is_found_read_and_left_as_one_had_it(at_work):
    inspector: Inspector = at_work()
    (plate, *_) = TownData.of(inspector.server).vans_in_order(MANGARATIBA)
    cut_off(inspector)
    screen = inspector.screen

    screen.tap("A lei", exact=True).sees("Infrações")
    screen.write(BOX, "retrov").tap("Retrovisor externo")
    screen.sees("400 UFIR-RJ").sees("7 pontos").sees("Retenção do veículo").sees("R$ 2.000,00")
    screen.tap("Voltar").sees("resultado")
    assert typed_in(screen) == "retrov"

    screen.write(BOX, "art 14 19").sees("Art. 14, XIX · Gravíssima")
    screen.write(BOX, "espelho").sees("Art. 14, XIX").sees("Art. 14, XX ")
    screen.write(BOX, "zebra").sees("A lei não traz nada com isto")
    screen.tap("Limpar a busca").sees("Vistos há pouco")

    screen.tap("Prazos e recursos").tap("Defesa administrativa").sees("Conta-se")
    screen.tap("Voltar").sees("Identificar o infrator")
    screen.tap("Voltar").sees("Vistos há pouco").tap("Voltar")

    inspector.starts_a_vistoria(plate)
    screen.tap("A lei deste item").sees("Gravidade").tap("em A lei").sees("Quem responde")
    screen.tap("Voltar").sees("Item 1 de 38")


def test_on_a_tablet_the_rule_stands_beside_the_list(at_work):
    inspector: Inspector = at_work(size="tablet")
    cut_off(inspector)
    screen = inspector.screen

    screen.tap("A lei", exact=True).sees("Escolha uma regra ao lado")
    screen.tap("Multas, pontos e medidas").tap("Grupo E-1").sees("2.000,00")
    screen.sees("Valor da UFIR-RJ")
    screen.write(BOX, "validade").tap("Validade da vistoria").sees("Qualquer idade")
    screen.sees("A vistoria vale seis meses ou um ano?")
    screen.tap("Idade do veículo").tap("Voltar a Art. 9, I").sees("Qualquer idade")
