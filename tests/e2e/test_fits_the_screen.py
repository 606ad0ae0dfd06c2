"""Large letters, small and sideways screens: all that one must read or touch is there."""

from __future__ import annotations

import pytest

from tests.support.inspector import Inspector, TownData, spelled

MANGARATIBA = 3302601
THUMB_PX = 56
# Buttons that stand partly beside the page.
MISPLACED = """() => [...document.querySelectorAll('[role=button]')].map(e => {
  const box = e.getBoundingClientRect();
  return [e.getAttribute('aria-label') || e.innerText, box.x, box.right];
}).filter(([, x, right]) => x < -1 || right > innerWidth + 1)"""


@pytest.mark.parametrize("size", ["phone", "phone_sideways", "tablet_upright"])
def test_with_the_largest_letters_nothing_vital_is_cut(at_work, size: str):
    inspector: Inspector = at_work(size=size)
    (plate, *_) = TownData.of(inspector.server).vans_in_order(MANGARATIBA)
    screen = inspector.opens_the_app().enters().screen
    screen.tap("Aparelho").sees("Aparência").tap("Letra: Enorme")
    shown = {}

    def look(name: str) -> None:
        screen.pause(400)
        screen.photograph(f"{size}_{name}")
        shown[name] = screen.page.evaluate(MISPLACED)

    look("aparelho")
    screen.tap("Voltar").sees("Olá")
    look("inicio")
    screen.tap("A lei", exact=True).sees("Infrações")
    look("lei")
    screen.write("Palavra ou artigo", "retrov")
    look("lei_achados")
    screen.tap("Retrovisor externo").sees("Quem responde")
    look("lei_regra")
    if not screen.has("Limpar a busca"):  # it took the place of the list
        screen.tap("Voltar").sees("resultado")
    screen.tap("Voltar").sees("Olá")
    screen.write("Placa do veículo", plate[:4])
    look("busca")
    screen.write("Placa do veículo", plate).tap(f"Placa {spelled(plate)}")
    look("veiculo")
    screen.tap("Começar a vistoria").sees("respondidos")
    look("item")
    for answer in ("Conforme", "Não conforme", "Não verificado"):
        assert screen.find(f"{answer}, item").bounding_box()["height"] >= THUMB_PX
    inspector.answers("Não conforme", 1, 1)
    if screen.has("Ver a lista inteira"):
        screen.tap("Ver a lista inteira")
        look("lista")
    screen.tap("Resultado até aqui").sees("para haver resultado")
    look("resultado")
    assert not {name: wrong for name, wrong in shown.items() if wrong}
