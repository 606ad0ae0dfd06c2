"""The colours, as plain hex, and the contrast that they keep. No Flet: tests read it too.

Two schemes: `SUN` (the light one, every text pair at 7:1 or more, WCAG 2.2 SC 1.4.6) and `NIGHT`.
The roles are Material's, so that a change of theme needs no redrawing of ours:
primary = what one does (action), tertiary = conforme/válido, error = não conforme/inválido,
secondary = atenção/dado velho. Each colour means that one thing and nothing else.
"""

from __future__ import annotations

SUN: dict[str, str] = {
    "surface": "#FBF8F1",
    "surface_dim": "#E4DED0",
    "surface_container_lowest": "#FFFFFF",
    "surface_container_low": "#F7F3EA",
    "surface_container": "#F1ECE0",
    "surface_container_high": "#E9E3D5",
    "surface_container_highest": "#E1DACA",
    "on_surface": "#12201F",
    "on_surface_variant": "#35413F",
    "outline": "#55615E",
    "outline_variant": "#B8B2A3",
    "primary": "#0B4B5B",
    "on_primary": "#FFFFFF",
    "primary_container": "#D3E8ED",
    "on_primary_container": "#06313D",
    "secondary": "#643F00",
    "on_secondary": "#FFFFFF",
    "secondary_container": "#FFE3A8",
    "on_secondary_container": "#3A2400",
    "tertiary": "#0F5228",
    "on_tertiary": "#FFFFFF",
    "tertiary_container": "#D2EBD7",
    "on_tertiary_container": "#08361A",
    "error": "#8C1414",
    "on_error": "#FFFFFF",
    "error_container": "#FADCD8",
    "on_error_container": "#560909",
    "inverse_surface": "#1D2B2A",
    "on_inverse_surface": "#F6F3EB",
    "inverse_primary": "#9AD6E6",
    "scrim": "#000000",
    "shadow": "#000000",
}

NIGHT: dict[str, str] = {
    "surface": "#0F1717",
    "surface_dim": "#0B1111",
    "surface_container_lowest": "#182221",
    "surface_container_low": "#151E1D",
    "surface_container": "#1D2827",
    "surface_container_high": "#263231",
    "surface_container_highest": "#303D3B",
    "on_surface": "#F1F3EE",
    "on_surface_variant": "#CDD6D2",
    "outline": "#98A5A1",
    "outline_variant": "#4A5754",
    "primary": "#93D4E6",
    "on_primary": "#002E3A",
    "primary_container": "#124353",
    "on_primary_container": "#D8F1F8",
    "secondary": "#FFC95F",
    "on_secondary": "#372400",
    "secondary_container": "#4C3502",
    "on_secondary_container": "#FFE9BF",
    "tertiary": "#8FDDA6",
    "on_tertiary": "#00341A",
    "tertiary_container": "#14472A",
    "on_tertiary_container": "#D3F5DB",
    "error": "#FFB3A8",
    "on_error": "#5C0705",
    "error_container": "#6A1613",
    "on_error_container": "#FFDFDA",
    "inverse_surface": "#E8EBE5",
    "on_inverse_surface": "#18211F",
    "inverse_primary": "#0B4B5B",
    "scrim": "#000000",
    "shadow": "#000000",
}

# The one accent, the yellow of an ipê in flower: the check of the mark. Never text on paper.
ACCENT = "#F4B223"
BRAND = "#0B4B5B"
PAPER = "#FBF8F1"

# Pairs (ink, paper) that carry text somewhere.
TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *(
        (ink, paper)
        for ink in ("on_surface", "on_surface_variant", "primary", "secondary", "tertiary", "error")
        for paper in ("surface", "surface_container_lowest", "surface_container_low")
    ),
    *((ink, "surface_container") for ink in ("on_surface", "on_surface_variant", "primary")),
    ("on_surface", "surface_container_high"),
    ("on_primary", "primary"),
    ("on_primary_container", "primary_container"),
    ("on_secondary", "secondary"),
    ("on_secondary_container", "secondary_container"),
    ("on_tertiary", "tertiary"),
    ("on_tertiary_container", "tertiary_container"),
    ("on_error", "error"),
    ("on_error_container", "error_container"),
    ("on_inverse_surface", "inverse_surface"),
    ("inverse_primary", "inverse_surface"),
)


def luminance(colour: str) -> float:
    """Relative luminance, 0–1 (WCAG 2.2, "relative luminance"), of "#RRGGBB"."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1–21 (WCAG 2.2, "contrast ratio")."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
