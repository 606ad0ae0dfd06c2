"""A printed label with a code in its middle, and what a windscreen's months do to it.

Printed at 300 dpi, the edges of the modules at the nearest dot, ink spread a little. Dirt, drops
and scratches lie on it by the seed, the same whatever code is printed.
"""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

DPI = 300
DOT_MM = 25.4 / DPI
PRINT_MM = 34.0
"""The code with its quiet zone."""
QUIET = 4
LABEL_MM = (78.0, 56.0)
PAPER, INK = 0.80, 0.045


def printed(
    matrix: list[list[bool]], seed: int, dirt: float = 0, contrast: float = 1
) -> Image.Image:
    """The label as it is after a while: reflectance from 0 to 255. `dirt` from 0 to 1; `contrast`
    is what is left of the ink, 1 when fresh."""
    chance = np.random.default_rng([seed, 7])
    width, height = (round(side / DOT_MM) for side in LABEL_MM)
    picture = Image.new("L", (width, height), 255)
    draw = ImageDraw.Draw(picture)
    left, top = (width - PRINT_MM / DOT_MM) / 2, (height - PRINT_MM / DOT_MM) / 2
    module = PRINT_MM / DOT_MM / (len(matrix) + 2 * QUIET)
    edges = [round((at + QUIET) * module) for at in range(len(matrix) + 1)]
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            if dark:
                box = (left + edges[x], top + edges[y], left + edges[x + 1] - 1,
                       top + edges[y + 1] - 1)  # fmt: skip
                draw.rectangle(tuple(round(at) for at in box), fill=0)
    for line in range(6):  # the words around it
        y, long = 0.06 * height + line * 28, chance.uniform(0.5, 0.95)
        draw.rectangle((0.03 * width, y, 0.22 * width * long, y + 12), fill=40)
        draw.rectangle((0.78 * width, y, (0.78 + 0.2 * long) * width, y + 12), fill=40)
    picture = picture.filter(ImageFilter.GaussianBlur(0.6)).point(_spread)
    ink = PAPER - (PAPER - INK) * contrast
    light = np.asarray(picture, np.float32) / 255 * (PAPER - ink) + ink
    return Image.fromarray((_soiled(light, dirt, chance) * 255).astype(np.uint8))


def _spread(value: int) -> int:
    """Ink runs a little past its edge."""
    return max(0, min(255, int((value - 140) * 4 + 128)))


def _soiled(light: np.ndarray, dirt: float, chance: np.random.Generator) -> np.ndarray:
    """Mud and drops darken or pale what they cover; scratches take the ink off, or take dirt in."""
    height, width = light.shape
    middle = np.array([width / 2, height / 2])
    for _ in range(int(70 * dirt)):
        at = middle + chance.normal(0, 20 / DOT_MM, 2)
        size = min(chance.lognormal(0.1, 0.6), 6) / DOT_MM
        drops = [
            (at + chance.normal(0, size * 0.5, 2), size * chance.uniform(0.4, 1, 2))
            for _ in range(3)
        ]
        tone = chance.choice([0.12, 0.22, 0.30, 0.62])  # mud, mud, grease, dust
        _cover(
            light, at, 3 * size, 2.5, tone, chance.uniform(0.5, 0.97),
            lambda draw, corner, drops=drops: [
                draw.ellipse((*(c - r - corner), *(c + r - corner)), fill=255) for c, r in drops
            ],
        )  # fmt: skip
    for _ in range(int(26 * dirt)):
        a = middle + chance.normal(0, 18 / DOT_MM, 2)
        b = a + chance.normal(0, 16 / DOT_MM, 2)
        wide, tone = int(chance.integers(1, 6)), chance.choice([PAPER, PAPER, 0.15])
        _cover(
            light, (a + b) / 2, float(np.abs(b - a).max()) / 2 + 8, 0.8, tone, 0.9,
            lambda draw, corner, a=a, b=b, wide=wide: draw.line(
                (*(a - corner), *(b - corner)), fill=255, width=wide
            ),
        )  # fmt: skip
    return light


def _cover(light, middle, reach, soft, tone, share, draw) -> None:
    """Lays what `draw(draw, corner)` draws over `light`, within `reach` of `middle`."""
    size = np.array(light.shape[::-1])
    corner = np.clip((middle - reach).astype(int), 0, size)
    end = np.clip((middle + reach).astype(int) + 1, 0, size)
    if (end <= corner).any():
        return
    cover = Image.new("L", tuple(int(side) for side in end - corner), 0)
    draw(ImageDraw.Draw(cover), corner)
    covered = np.asarray(cover.filter(ImageFilter.GaussianBlur(soft)), np.float32) / 255 * share
    part = light[corner[1] : end[1], corner[0] : end[0]]
    part += (tone - part) * covered
