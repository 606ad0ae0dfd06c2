"""Two buttons in one line: no label takes a second line while the other has room to spare."""

import pytest

from app.widgets.bar_room import Shares, Wanted, shares, width

PHONE, SMALL_PHONE, TABLET = 412 - 40, 360 - 40, 688 - 8
EDGES = (16, 12)
ICON = 32


def of(primary: str, secondary: str, room: float, scale: float = 1.0) -> Shares:
    return shares(Wanted(primary, 19 * scale, ICON), Wanted(secondary, 17 * scale, ICON), room,
                  EDGES)


def fits(found: Shares, primary: str, secondary: str) -> bool:
    """Whether both labels, with what stands beside them, have one line."""
    first = Wanted(primary, 19, ICON).needs(found.edge, found.primary_icon)
    second = Wanted(secondary, 17, ICON).needs(found.edge, found.secondary_icon)
    return first <= found.primary + 1 and second <= found.secondary + 1


def test_with_room_the_primary_has_three_fifths_and_both_icons_show():
    found = of("Revisar", "Outra infração", TABLET)
    assert found == Shares(408, 272, True, True, 16)


def test_a_short_primary_leaves_the_longer_secondary_the_room_that_it_needs():
    found = of("Revisar", "Outra infração", PHONE)
    assert fits(found, "Revisar", "Outra infração")
    assert found.primary_icon and found.primary > found.secondary


@pytest.mark.parametrize(("primary", "secondary"), [
    ("Escolher infração", "Sem infração"), ("Revisar 2 autos", "Outra infração"),
    ("Revisar", "Outra infração"), ("Pronto", "Voltar a marcar"), ("Pronto", "Ver carimbo"),
    ("Entregar cópia", "Próximo auto"), ("Enviar PDF", "Pronto"),
])  # fmt: skip
def test_on_the_smallest_phone_the_labels_of_the_roadside_stay_in_one_line(primary, secondary):
    assert fits(of(primary, secondary, SMALL_PHONE), primary, secondary)


def test_icons_go_before_the_padding_does():
    found = of("Escolher infração", "Sem infração", SMALL_PHONE)
    assert (found.primary_icon, found.secondary_icon, found.edge) == (False, False, 12)


def test_letters_too_large_for_one_line_share_by_what_each_needs():
    found = of("Escolher infração", "Sem infração", SMALL_PHONE, 1.3)
    assert not found.primary_icon and not found.secondary_icon
    assert found.primary / found.secondary == pytest.approx(
        (width("Escolher infração", 19 * 1.3) + 24) / (width("Sem infração", 17 * 1.3) + 24),
        rel=0.01)


@pytest.mark.parametrize(("words", "sizes"), [
    ("Escolher infração", 8.07), ("Outra infração", 6.70), ("Deixar em espera", 8.21),
    ("Lavrar 1 auto", 6.00), ("Concluir", 3.90),
])  # fmt: skip
def test_the_width_of_a_label_is_guessed_within_six_hundredths(words, sizes):
    """`sizes`: as Atkinson Hyperlegible Bold is drawn."""
    assert width(words, 1) == pytest.approx(sizes, rel=0.06)
