"""Colours that one can read in the sun, and a mark that is one drawing."""

import re
from pathlib import Path

import flet as ft
import pytest

from app import theme
from app.palette import NIGHT, SUN, TEXT_PAIRS, contrast, luminance
from app.widgets import secondary_button, side_by_side

ASSETS = Path(__file__).resolve().parents[2] / "assets"
ICONS = ASSETS / "icons"


def test_contrast_is_computed_as_the_standard_says():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert luminance("#FF0000") == pytest.approx(0.2126)


@pytest.mark.parametrize("pair", TEXT_PAIRS, ids=lambda pair: " on ".join(pair))
def test_every_text_is_read_in_the_sun_and_at_night(pair):
    ink, paper = pair
    assert contrast(SUN[ink], SUN[paper]) >= 7
    assert contrast(NIGHT[ink], NIGHT[paper]) >= 7


@pytest.mark.parametrize("scheme", [SUN, NIGHT], ids=["sun", "night"])
def test_borders_of_what_one_touches_stand_out(scheme):
    """WCAG 2.2, SC 1.4.11: 3:1."""
    for paper in ("surface", "surface_container_lowest", "surface_container"):
        assert contrast(scheme["outline"], scheme[paper]) >= 3


@pytest.mark.parametrize("dark", [False, True], ids=["sun", "night"])
def test_what_is_seen_before_the_app_is_read_in_the_sun_too(dark):
    css = (ASSETS / "shell" / "splash.css").read_text(encoding="utf-8")
    of = dict(re.findall(r"--(\w+): (#\w{6});", css.split("@media")[1 if dark else 0]))
    for ink in ("ink", "quiet", "deep", "alert"):
        assert contrast(of[ink], of["paper"]) >= 7, ink


@pytest.mark.parametrize("scheme", [SUN, NIGHT], ids=["sun", "night"])
def test_an_answer_is_read_whether_chosen_or_not(scheme):
    of = {role.replace("_", ""): colour for role, colour in scheme.items()}  # as Flet names them
    for tone in theme.ANSWER_TONES.values():
        assert contrast(of[tone.on.value], of[tone.color.value]) >= 7
        assert contrast(of[tone.on_container.value], of[tone.container.value]) >= 7
        assert contrast(of[tone.color.value], of["surfacecontainerlowest"]) >= 7


def test_no_short_word_is_left_alone_in_the_last_line():
    drawn = theme.body("Não observar qualquer dispositivo da lei")
    assert drawn.value == "Não observar qualquer dispositivo da\u00a0lei"
    assert drawn.semantics_label == "Não observar qualquer dispositivo da lei"
    for fits in ("Escolher outra infração", "Secretaria de Desenvolvimento Sustentável"):
        assert theme.lines(fits) == fits, "it fits in a line, or its end is too long for a column"


def test_both_schemes_have_the_same_roles():
    assert SUN.keys() == NIGHT.keys()


def test_each_answer_has_its_own_word_shape_and_colour():
    tones = list(theme.ANSWER_TONES.values())
    assert len({tone.word for tone in tones}) == len(tones)
    assert len({tone.icon for tone in tones}) == len(tones)
    assert len({tone.color for tone in tones}) == len(tones)


def test_text_grows_by_what_one_chose_and_no_further():
    try:
        theme.set_text_scale(1.3)
        assert theme.sp(20) == 26
        theme.set_text_scale(9)
        assert theme.sp(20) == 26
    finally:
        theme.set_text_scale(1.0)
    assert theme.sp(20) == 20


def drawing(svg):
    """The shapes, without what only one of the two places needs."""
    return re.findall(r'(?:d|x|y|width|height|rx|fill|stroke|stroke-width)="([^"]+)"', svg)


def test_the_mark_on_the_screen_is_the_icon():
    icon = (ICONS / "prancheta.svg").read_text(encoding="utf-8")
    assert drawing(theme.MARK_SVG) == drawing(icon)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("icon-192.png", 192),
        ("icon-512.png", 512),
        ("icon-maskable-192.png", 192),
        ("icon-maskable-512.png", 512),
        ("apple-touch-icon.png", 180),
        ("favicon.png", 48),
    ],
)
def test_the_icons_are_there_in_every_size(name, size):
    from PIL import Image

    with Image.open(ICONS / name) as icon:
        assert icon.size == (size, size)
        if "maskable" in name:  # nothing transparent: the launcher cuts its own shape
            assert icon.convert("RGBA").getextrema()[3] == (255, 255)


def test_a_citation_stays_on_its_line_and_is_read_aloud_as_it_is_written():
    shown = theme.small("Se não houver, escreva “não há” · Art. 104, c")
    assert shown.value.endswith("· Art.\u00a0104,\u00a0c")
    assert shown.semantics_label == "Se não houver, escreva “não há” · Art. 104, c"
    assert theme.small("Local e hora").semantics_label is None


def test_a_citation_too_long_for_a_phone_breaks_but_not_after_art():
    assert theme.body("Art. 134, parágrafo único, VII").value == (
        "Art.\u00a0134, parágrafo único, VII"
    )


@pytest.mark.parametrize(("scale", "shown"), [(1.0, True), (1.3, False)])
def test_a_large_word_has_the_room_of_its_icon_in_a_row_of_buttons(scale, shown):
    theme.set_text_scale(scale)
    try:
        print_it = secondary_button("Imprimir", None, icon=ft.Icons.PRINT, expand=True)
        row = side_by_side(print_it, secondary_button("Ciência", None, expand=True))
    finally:
        theme.set_text_scale(1.0)
    assert row.intrinsic_height, "equally high"
    assert bool(row.controls[0].icon) is shown
