"""The typefaces: Atkinson Hyperlegible Next and Mono, by the Braille Institute (OFL 1.1).

One file per weight serves the screens, the images and, by way of fpdf2, the papers.
"""

import json
import shutil
from pathlib import Path

SOURCE = "@expo-google-fonts/atkinson-hyperlegible-{kind}/{weight}/AtkinsonHyperlegible{name}.ttf"
FACES = {
    "Atkinson-Regular.ttf": ("next", "400Regular", "Next_400Regular"),
    "Atkinson-Bold.ttf": ("next", "700Bold", "Next_700Bold"),
    "AtkinsonMono-Regular.ttf": ("mono", "400Regular", "Mono_400Regular"),
    "AtkinsonMono-Bold.ttf": ("mono", "700Bold", "Mono_700Bold"),
}
# "Roboto" is what Flutter writes in where a style names no family; without one of that name it
# would ask another host for it.
FAMILIES = {"Atkinson": "Atkinson", "AtkinsonMono": "AtkinsonMono", "Roboto": "Atkinson"}
FALLBACK = "assets/fonts/Atkinson-Regular.ttf"


def collect(modules: Path, fonts: Path) -> None:
    """Copies the faces out of `node_modules` into `fonts`."""
    fonts.mkdir(parents=True, exist_ok=True)
    for file_name, (kind, weight, name) in FACES.items():
        shutil.copyfile(
            modules / SOURCE.format(kind=kind, weight=weight, name=name), fonts / file_name
        )


def manifest() -> str:
    """Flutter's `FontManifest.json`."""
    families = [
        {"family": "MaterialIcons", "fonts": [{"asset": "fonts/MaterialIcons-Regular.otf"}]}
    ]
    for family, face in FAMILIES.items():
        families.append(
            {
                "family": family,
                "fonts": [
                    {"asset": f"fonts/{face}-Regular.ttf", "weight": 400},
                    {"asset": f"fonts/{face}-Bold.ttf", "weight": 700},
                ],
            }
        )
    return json.dumps(families)
