"""Tokens: colours by meaning, text styles, sizes. Screens take everything from here.

Colours are Material roles (see `app.palette`), so sun and night switch without a redraw.
Sizes are logical pixels. Text sizes go through `sp()`, which applies the size that the person
chose under Aparelho (100, 115 or 130 %).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import flet as ft

from app.palette import NIGHT, SUN
from checklists.unbroken import HARD, unbroken

# What the native build loads; the browser bundle declares the same families by itself.
FONTS = {
    "Atkinson": "fonts/Atkinson-Regular.ttf",
    "AtkinsonMono": "fonts/AtkinsonMono-Regular.ttf",
}
# The drawing of assets/icons/prancheta.svg, kept the same by a test.
MARK_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
    '<rect width="512" height="512" rx="112" fill="#0B4B5B"/>'
    '<rect x="104" y="150" width="304" height="290" rx="36" fill="#FBF8F1"/>'
    '<path d="M164 316h184M164 376h116" stroke="#0B4B5B" stroke-width="26"'
    ' stroke-linecap="round"/>'
    '<path d="M190 142l66 66 118-130" fill="#0B4B5B" stroke="#0B4B5B" stroke-width="88"'
    ' stroke-linecap="round" stroke-linejoin="round"/>'
    '<path d="M190 142l66 66 118-130" fill="none" stroke="#F4B223" stroke-width="50"'
    ' stroke-linecap="round" stroke-linejoin="round"/></svg>'
)

SANS = "Atkinson"
MONO = "AtkinsonMono"

# Spacing and shape
XS, SM, MD, LG, XL = 4, 8, 12, 16, 24
RADIUS = 10
BORDER = 1.5
TOUCH = 56  # the least height of anything that a gloved thumb must hit
ACTION = 60  # the primary action
READING_WIDTH = 720  # no text runs wider than this

LONGEST_UNBROKEN = 20  # letters of a citation that a phone's line still holds beside a word or two
LONGEST_ENDING = 16  # letters of the last two words that stay together
MAY_WRAP = 24  # letters from which a text may need a second line somewhere

_scale = 1.0


def set_text_scale(scale: float) -> None:
    """The size of all text, 1.0–1.3. The app redraws itself after this."""
    global _scale
    _scale = min(max(scale, 1.0), 1.3)


def is_large() -> bool:
    """Whether text is so big that what stands side by side must stand one under the other."""
    return _scale > 1.1


def sp(size: float) -> float:
    return round(size * _scale, 1)


@dataclass(frozen=True)
class Tone:
    """A colour that means one thing, with its shape and its word: never the colour alone."""

    word: str
    icon: ft.IconData
    color: str  # ink on paper, or a solid fill
    on: str  # ink on the solid fill
    container: str  # a tinted paper
    on_container: str  # ink on the tinted paper


def _tone(word: str, icon: ft.IconData, role: str) -> Tone:
    role = role.upper()
    return Tone(
        word,
        icon,
        getattr(ft.Colors, role),
        getattr(ft.Colors, f"ON_{role}"),
        getattr(ft.Colors, f"{role}_CONTAINER"),
        getattr(ft.Colors, f"ON_{role}_CONTAINER"),
    )


GOOD = _tone("Conforme", ft.Icons.CHECK_CIRCLE, "tertiary")
BAD = _tone("Não conforme", ft.Icons.CANCEL, "error")
WARN = _tone("Atenção", ft.Icons.WARNING_AMBER, "secondary")
INFO = _tone("Informação", ft.Icons.INFO, "primary")
NEUTRAL = Tone(
    "Não se aplica",
    ft.Icons.REMOVE_CIRCLE_OUTLINE,
    ft.Colors.ON_SURFACE_VARIANT,
    ft.Colors.SURFACE,
    ft.Colors.SURFACE_CONTAINER_HIGH,
    ft.Colors.ON_SURFACE,
)
UNVERIFIED = Tone(
    "Não verificado",
    ft.Icons.PENDING_OUTLINED,
    ft.Colors.SECONDARY,
    ft.Colors.ON_SECONDARY,
    ft.Colors.SECONDARY_CONTAINER,
    ft.Colors.ON_SECONDARY_CONTAINER,
)
ANSWER_TONES: dict[str, Tone] = {
    "conforme": GOOD,
    "nao_conforme": BAD,
    "nao_se_aplica": NEUTRAL,
    "nao_verificado": UNVERIFIED,
}

# Papers
PAPER = ft.Colors.SURFACE
SHEET = ft.Colors.SURFACE_CONTAINER_LOWEST  # cards
BAND = ft.Colors.SURFACE_CONTAINER  # strips and bars
INK = ft.Colors.ON_SURFACE
INK_SOFT = ft.Colors.ON_SURFACE_VARIANT
LINE = ft.Colors.OUTLINE
LINE_SOFT = ft.Colors.OUTLINE_VARIANT
ACTION_COLOR = ft.Colors.PRIMARY


@lru_cache(2000)
def lines(value: str) -> str:
    """`value` so that no line breaks inside a citation, nor between a number and what it counts,
    and no short word is left alone in the last one."""
    kept = unbroken(value, LONGEST_UNBROKEN)
    before, _, last = kept.rpartition(" ")
    ending = f"{before.rpartition(' ')[2]}{HARD}{last}"
    whole = HARD in last or before.endswith(",") or before.count(" ") < 2
    if whole or len(value) < MAY_WRAP or len(ending) > LONGEST_ENDING:
        return kept
    return f"{before}{HARD}{last}"


def text(
    value: str,
    size: float = 17,
    *,
    bold: bool = False,
    color: str = INK,
    mono: bool = False,
    name: str | None = None,
    **more: object,
) -> ft.Text:
    """A text of ours. `name` is what a screen reader says instead of `value`."""
    shown = lines(value)
    return ft.Text(
        shown,
        size=sp(size),
        weight=ft.FontWeight.W_700 if bold else ft.FontWeight.W_400,
        color=color,
        font_family=MONO if mono else SANS,
        # Hard spaces are for the eye only.
        semantics_label=name or (value if shown != value else None),
        **more,
    )


def display(value: str, **more: object) -> ft.Text:
    return text(value, 28, bold=True, **more)


def title(value: str, **more: object) -> ft.Text:
    return text(value, 21, bold=True, **more)


def strong(value: str, **more: object) -> ft.Text:
    return text(value, 17, bold=True, **more)


def body(value: str, **more: object) -> ft.Text:
    return text(value, 17, **more)


def small(value: str, **more: object) -> ft.Text:
    return text(value, 15, **{"color": INK_SOFT, **more})


def style(size: float = 17, *, bold: bool = False, mono: bool = False) -> ft.TextStyle:
    return ft.TextStyle(
        size=sp(size),
        weight=ft.FontWeight.W_700 if bold else ft.FontWeight.W_400,
        font_family=MONO if mono else SANS,
        letter_spacing=0,
    )


def _material(scheme: dict[str, str]) -> ft.Theme:
    return ft.Theme(
        color_scheme=ft.ColorScheme(**scheme, surface_tint="#00000000"),
        font_family=SANS,
        scaffold_bgcolor=scheme["surface"],
        visual_density=ft.VisualDensity.STANDARD,
        text_theme=ft.TextTheme(
            body_large=style(17),
            body_medium=style(17),
            body_small=style(15),
            label_large=style(17, bold=True),
            title_medium=style(18, bold=True),
            title_large=style(21, bold=True),
        ),
        dialog_theme=ft.DialogTheme(
            bgcolor=scheme["surface_container_lowest"],
            shape=ft.RoundedRectangleBorder(radius=RADIUS + 4),
        ),
        bottom_sheet_theme=ft.BottomSheetTheme(
            bgcolor=scheme["surface_container_lowest"], show_drag_handle=True
        ),
        page_transitions=ft.PageTransitionsTheme(
            **dict.fromkeys(
                ("android", "ios", "linux", "macos", "windows"), ft.PageTransitionTheme.NONE
            )
        ),
    )


THEME_MODES = {
    "automatico": ft.ThemeMode.SYSTEM,
    "claro": ft.ThemeMode.LIGHT,
    "escuro": ft.ThemeMode.DARK,
}


def apply(page: ft.Page, mode: str = "automatico") -> None:
    """Gives the page both themes; `mode` is a key of `THEME_MODES`."""
    page.theme = _material(SUN)
    page.dark_theme = _material(NIGHT)
    page.theme_mode = THEME_MODES.get(mode, ft.ThemeMode.SYSTEM)
