"""Large letters, small and sideways screens: all that one must read or touch is there."""

from __future__ import annotations

from tests.support.chromium import SIZES
from tests.support.inspector import UNDER_WAY, Inspector, TownData, spelled

MANGARATIBA = 3302601
THUMB_PX = 56
TURNED = ("phone", "phone_sideways", "tablet_upright")
# Buttons that stand partly beside the page.
MISPLACED = """() => [...document.querySelectorAll('[role=button]')].map(e => {
  const box = e.getBoundingClientRect();
  return [e.getAttribute('aria-label') || e.innerText, box.x, box.right];
}).filter(([, x, right]) => x < -1 || right > innerWidth + 1)"""


def test_with_the_largest_letters_nothing_vital_is_cut_however_the_device_is_held(at_work):
    inspector: Inspector = at_work()
    plates = TownData.of(inspector.server).vans_in_order(MANGARATIBA)
    screen = inspector.opens_the_app().enters().screen
    screen.tap("Aparelho").sees("Aparência").tap("Letra: Enorme").tap("Voltar").sees("Olá")
    shown = {}
    for size, plate in zip(TURNED, plates, strict=False):
        screen.page.set_viewport_size(SIZES[size]["viewport"])
        walk(inspector, plate, size, shown)
        screen.tap("Voltar").sees("1 de 38").tap("Voltar").sees("Olá")
    assert not {name: wrong for name, wrong in shown.items() if wrong}


def walk(inspector: Inspector, plate: str, size: str, shown: dict[str, list]) -> None:
    """From Início to the result of a vistoria just begun; adds to `shown` what is misplaced."""
    screen = inspector.screen

    def look(name: str) -> None:
        screen.pause(400)
        screen.photograph(f"{size}_{name}")
        shown[f"{size}: {name}"] = screen.page.evaluate(MISPLACED)

    look("inicio")
    screen.tap("Aparelho").sees("Aparência")
    look("aparelho")
    screen.tap("Voltar").sees("Olá").tap("A lei", exact=True).sees("Infrações")
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
    screen.tap("Começar a vistoria").sees_any(*UNDER_WAY)
    look("item")
    for answer in ("Conforme", "Não conforme", "Não verificado"):
        assert screen.find(f"{answer}, item").bounding_box()["height"] >= THUMB_PX
    inspector.answers("Não conforme", 1, 1)
    if screen.has("Ver a lista inteira"):
        screen.tap("Ver a lista inteira")
        look("lista")
    screen.tap("Resultado até aqui").sees("para haver resultado")
    look("resultado")
