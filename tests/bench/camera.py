"""A hand-held telephone before a label on a windscreen: what its scanner would be given to read.

A model, seeded and replayable: the same seed gives the same hand, light and dirt whatever code is
printed, so that codes are compared on the same walk up to the same vehicle. Lengths on the label
are in millimetres, on the picture in pixels; light is linear until the picture is encoded.

    label    printed, and soiled (label.py)
    pose     distance, tilt, turn and offset of the hand, as a walk from frame to frame
    lens     a blur of its own, defocus (a disc, with the autofocus hunting), motion (a line)
    light    uneven, with a reflection in the glass that saturates; exposure; shot and read noise
    file     gamma 2.2, eight bits, JPEG

The camera is that of a plain telephone's preview: 1280 pixels across 65 degrees. Only the part of
the picture inside the viewfinder is made.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from tests.bench.label import DOT_MM, PAPER, printed

FOCAL_PX = 1005.0
VIEW_PX = 400
OVER = 2
COARSE = 8
BEHIND = 0.16
FRAMES = 10


@dataclass(frozen=True)
class Range:
    """From the mildest to the worst that a condition draws; `at` is between 0 and 1."""

    mild: float
    worst: float

    def at(self, share: float) -> float:
        return self.mild + (self.worst - self.mild) * share


@dataclass(frozen=True)
class Condition:
    """What is wrong with a walk up to a label. One number between 0 and 1, drawn for each walk,
    says how bad it is in all that the condition names; the rest is a good day."""

    name: str
    distance_mm: Range = Range(145, 200)
    tilt_deg: Range = Range(5, 15)
    defocus_px: Range = Range(0.2, 0.5)
    motion_px: Range = Range(0.2, 0.8)
    tremor: Range = Range(1, 1)
    glare: Range = Range(0, 0.1)
    dirt: Range = Range(0, 0.03)
    photons: Range = Range(3000, 1500)
    exposure: Range = Range(0.72, 0.62)
    contrast: Range = Range(1, 0.95)
    jpeg: Range = Range(88, 80)


CONDITIONS = (
    Condition("good day"),
    Condition("far", distance_mm=Range(230, 480)),
    Condition("out of focus", defocus_px=Range(0.8, 4.0)),
    Condition("shaken", motion_px=Range(2, 14), tremor=Range(2, 4)),
    Condition("tilted", tilt_deg=Range(35, 72)),
    Condition("glare", glare=Range(0.3, 1.3)),
    Condition("dirty, scratched", dirt=Range(0.1, 0.9)),
    Condition("dusk", photons=Range(220, 14), exposure=Range(0.4, 0.12), motion_px=Range(0.8, 3)),
    Condition("faded print", contrast=Range(0.4, 0.06)),
    Condition("poor picture file", jpeg=Range(30, 3), distance_mm=Range(180, 280)),
    Condition(
        "some of each", distance_mm=Range(160, 290), tilt_deg=Range(10, 42),
        defocus_px=Range(0.3, 1.2), motion_px=Range(0.6, 3), tremor=Range(1, 2.5),
        glare=Range(0.05, 0.45), dirt=Range(0.03, 0.35), photons=Range(900, 120),
        exposure=Range(0.65, 0.35), contrast=Range(0.9, 0.5), jpeg=Range(75, 30),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Frame:
    """One picture of a walk, before it is taken. Angles in radians."""

    distance_mm: float
    tilt: tuple[float, float]
    turn: float
    offset_px: tuple[float, float]
    defocus_px: float
    motion_px: tuple[float, float]
    glare_mm: tuple[float, float]
    seed: int


@dataclass(frozen=True)
class Walk:
    """Consecutive frames, and what stays the same in all of them."""

    condition: Condition
    bad: float
    seed: int
    frames: tuple[Frame, ...]

    def value(self, name: str) -> float:
        return getattr(self.condition, name).at(self.bad)


def walk(condition: Condition, seed: int) -> Walk:
    """A hand that comes nearer, trembles, and whose focus settles."""
    chance = np.random.default_rng([seed, len(condition.name), *condition.name.encode()])
    bad = float(chance.uniform())
    made = Walk(condition, bad, seed, ())
    tremor, tilt = made.value("tremor"), math.radians(made.value("tilt_deg"))
    towards = chance.uniform(0, 2 * math.pi)
    turn = math.radians(chance.normal(0, 12)) + chance.choice([0, 0, 0, math.pi / 2])
    glare_mm = chance.normal(0, 11, 2)
    offset, frames = chance.normal(0, 18, 2), []
    for number in range(FRAMES):
        nearer = number / (FRAMES - 1)
        offset = 0.7 * offset + chance.normal(0, 7 * tremor, 2)
        glare_mm = glare_mm + chance.normal(0, 3.0, 2)
        tilt_now = tilt * (1 - 0.15 * nearer) + chance.normal(0, 0.03 * tremor)
        # Autofocus hunts past the point and comes back; what is left is the condition's.
        hunting = 1.6 * math.exp(-3 * nearer) * abs(math.cos(5 * nearer + chance.normal(0, 0.4)))
        speed = made.value("motion_px") * abs(chance.normal(0, 1.2))
        heading = chance.uniform(0, math.pi)
        frames.append(
            Frame(
                made.value("distance_mm") * (1.18 - 0.3 * nearer) * (1 + chance.normal(0, 0.01)),
                (tilt_now * math.cos(towards), tilt_now * math.sin(towards)),
                turn + chance.normal(0, 0.02 * tremor),
                (float(offset[0]), float(offset[1])),
                made.value("defocus_px") * (1 + 0.35 * chance.normal()) ** 2 + 0.5 * hunting,
                (speed * math.cos(heading), speed * math.sin(heading)),
                (float(glare_mm[0]), float(glare_mm[1])),
                int(chance.integers(2**31)),
            )
        )
    return replace(made, frames=tuple(frames))


def label(matrix: list[list[bool]], on: Walk) -> Image.Image:
    return printed(matrix, on.seed, on.value("dirt"), on.value("contrast"))


def photograph(paper: Image.Image, on: Walk, frame: Frame) -> Image.Image:
    """The picture that a scanner is given: grey, VIEW_PX a side, out of a JPEG."""
    chance = np.random.default_rng(frame.seed)
    scene = _seen(paper, frame)
    scene *= _uneven(chance)
    scene = _blurred(scene, frame)
    scene += _reflection(on, frame)
    level = scene * on.value("exposure") / PAPER
    photons = on.value("photons")
    level += chance.standard_normal(level.shape, np.float32) * np.sqrt(
        np.maximum(level, 0) / photons + (1.2 / photons) ** 2
    )
    encoded = np.clip(level, 0, 1) ** (1 / 2.2) * 255
    file = io.BytesIO()
    Image.fromarray(encoded.astype(np.uint8)).save(file, "JPEG", quality=round(on.value("jpeg")))
    return Image.open(file).convert("L")


def _seen(paper: Image.Image, frame: Frame) -> np.ndarray:
    """The label in perspective before the dark of a cabin."""
    per_mm = FOCAL_PX * OVER / frame.distance_mm
    shrink = max(1, round(1 / DOT_MM / per_mm))
    smaller = paper.reduce(shrink) if shrink > 1 else paper
    side = VIEW_PX * OVER
    to_label = np.linalg.inv(_projection(frame))
    to_pixels = np.array(
        [[1 / DOT_MM / shrink, 0, smaller.width / 2], [0, 1 / DOT_MM / shrink, smaller.height / 2],
         [0, 0, 1]]
    )  # fmt: skip
    way = to_pixels @ to_label
    way /= way[2, 2]
    seen = smaller.transform(
        (side, side), Image.Transform.PERSPECTIVE, tuple(way.flat)[:8],
        Image.Resampling.BILINEAR, fillcolor=round(BEHIND * 255),
    )  # fmt: skip
    return np.asarray(seen.reduce(OVER), np.float32) / 255


def _projection(frame: Frame) -> np.ndarray:
    """From millimetres on the label to pixels of the enlarged picture."""
    (pitch, yaw), turn = frame.tilt, frame.turn
    about_x = np.array(
        [[1, 0, 0], [0, math.cos(pitch), -math.sin(pitch)], [0, math.sin(pitch), math.cos(pitch)]]
    )
    about_y = np.array(
        [[math.cos(yaw), 0, math.sin(yaw)], [0, 1, 0], [-math.sin(yaw), 0, math.cos(yaw)]]
    )
    about_z = np.array(
        [[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]]
    )
    turned = (about_x @ about_y @ about_z)[:, :2]
    placed = np.column_stack([turned, [0, 0, frame.distance_mm]])
    focal, middle = FOCAL_PX * OVER, VIEW_PX * OVER / 2
    x, y = (middle + at * OVER for at in frame.offset_px)
    return np.array([[focal, 0, x], [0, focal, y], [0, 0, 1]]) @ placed


def _uneven(chance: np.random.Generator) -> np.ndarray:
    across, down = (
        np.linspace(1 - share, 1 + share, VIEW_PX, dtype=np.float32)
        for share in chance.normal(0, 0.12, 2)
    )
    return across[None, :] * down[:, None]


def _blurred(light: np.ndarray, frame: Frame) -> np.ndarray:
    """Through the lens and the moment: each as what it lets pass of each frequency."""
    down = np.fft.fftfreq(VIEW_PX).astype(np.float32)[:, None]
    across = np.fft.rfftfreq(VIEW_PX).astype(np.float32)[None, :]
    radius = np.sqrt(across**2 + down**2)
    lens = np.exp(-2 * (math.pi * 0.55 * radius) ** 2)
    x, y = frame.motion_px
    passed = np.fft.rfft2(light) * lens * _disc(radius * frame.defocus_px) * np.sinc(
        across * x + down * y
    )
    return np.fft.irfft2(passed, light.shape).astype(np.float32)


def _disc(cycles: np.ndarray) -> np.ndarray:
    """What a disc of radius 1 lets pass of a frequency: 2 J1(2πf) / 2πf, from a table."""
    return np.interp(cycles, _DISC_AT, _DISC)


_DISC_AT = np.linspace(0, 40, 8001)
_STRIPS = np.cos((np.arange(400) + 0.5) / 400 * math.pi)
_DISC = np.array(
    [np.mean(np.cos(2 * math.pi * f * _STRIPS) * (1 - _STRIPS**2)) * 2 for f in _DISC_AT]
)


def _reflection(on: Walk, frame: Frame) -> np.ndarray:
    """A bright patch with a wide veil, where the glass mirrors the sky."""
    strength = on.value("glare")
    x, y = _place(frame, frame.glare_mm)
    per_mm = FOCAL_PX / frame.distance_mm
    at = np.arange(0, VIEW_PX, COARSE, dtype=np.float32) + COARSE / 2
    across, down = (at[None, :] - x) / per_mm, (at[:, None] - y) / per_mm
    far = across**2 + (down * 0.7 + across * 0.2) ** 2
    patch = 2.4 * np.exp(-((far / (9 * max(strength, 0.05)) ** 2) ** 1.5))
    coarse = Image.fromarray(strength * (patch + 0.35 * np.exp(-far / 30**2)))
    return np.asarray(coarse.resize((VIEW_PX, VIEW_PX), Image.Resampling.BICUBIC))


def _place(frame: Frame, at_mm: tuple[float, float]) -> tuple[float, float]:
    x, y, depth = _projection(frame) @ np.array([*at_mm, 1])
    return x / depth / OVER, y / depth / OVER
