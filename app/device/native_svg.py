"""Paints with Pillow the little of SVG that `app/prints` uses.

`rect` (with `rx`), `path` (M, L, H, V, Q, C, Z, absolute or relative; non-zero fill or a round
stroke) and `text` in a plain font. No transforms, style sheets or references.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree

from PIL import Image, ImageDraw, ImageFont

from sync.device.ports import DOTS_BLACK_BELOW, Dots, Shape

SMOOTH = 3
"""Each pixel is drawn as so many by so many and averaged."""

CURVE_STEPS, CURVE_STEPS_MAX, UNITS_A_STEP = 8, 40, 12
SVG_MAX_CHARS = 8_000_000
WIDTH_MAX_PX = 8_000
_TOKEN = re.compile(r"[MLHVQCZmlhvqcz]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}

Point = tuple[float, float]


def png(svg: str, width_px: int) -> bytes:
    """The picture `width_px` wide on white. Raises `ValueError` for what is no SVG of ours."""
    out = io.BytesIO()
    _painted(svg, width_px).save(out, "PNG", optimize=True)
    return out.getvalue()


def dots(svg: str, width_px: int) -> Dots:
    """The same picture in black and white."""
    grey = _painted(svg, width_px).convert("L")
    ink = grey.point([255 if level < DOTS_BLACK_BELOW else 0 for level in range(256)]).convert(
        "1", dither=Image.Dither.NONE
    )
    return Dots(ink.width, ink.height, ink.tobytes())


def paint(image: Image.Image, shapes: Sequence[Shape]) -> None:
    """Paints the shapes over the picture, in its own pixels."""
    painter = _Painter(image, 1, 0, 0)
    for shape in shapes:
        stroke = {"stroke": shape.stroke, "stroke-width": str(shape.width)} if shape.stroke else {}
        painter.path({"d": shape.path, "fill": shape.fill, **stroke})


def _painted(svg: str, width_px: int) -> Image.Image:
    if len(svg) > SVG_MAX_CHARS or not 0 < width_px <= WIDTH_MAX_PX or "<!" in svg:
        raise ValueError("not a picture of ours")
    root = ElementTree.fromstring(svg)
    left, top, width, height = (float(part) for part in root.attrib["viewBox"].split())
    scale = width_px / width
    image = Image.new("RGB", (width_px, round(height * scale)), "white")
    painter = _Painter(image, scale, left, top)
    for element in root.iter():
        kind = element.tag.rpartition("}")[2]
        if kind == "rect":
            painter.rect(element.attrib)
        elif kind == "path":
            painter.path(element.attrib)
        elif kind == "text":
            painter.text(element.attrib, "".join(element.itertext()))
    return image


class _Painter:
    def __init__(self, image: Image.Image, scale: float, left: float, top: float) -> None:
        self.image, self.scale, self.left, self.top = image, scale, left, top

    def rect(self, given: dict[str, str]) -> None:
        x, y = float(given.get("x", 0)), float(given.get("y", 0))
        width, height = float(given["width"]), float(given["height"])
        radius = float(given.get("rx", 0))
        fill, edge = given.get("fill", "black"), given.get("stroke")
        half = float(given.get("stroke-width", 1)) / 2 if edge else 0.0
        if edge:
            self._box(x - half, y - half, width + 2 * half, height + 2 * half, radius + half, edge)
            x, y, width, height = x + half, y + half, width - 2 * half, height - 2 * half
            radius = max(0.0, radius - half)
        if fill != "none":
            self._box(x, y, width, height, radius, fill)

    def _box(
        self, x: float, y: float, width: float, height: float, radius: float, fill: str
    ) -> None:
        corners = [(x, y), (x + width, y + height)]
        with _Mask(self, corners, 0.0, fill) as mask:
            (x0, y0), (x1, y1) = (mask.at(corner) for corner in corners)
            # Pillow includes the last row and column.
            box = (x0, y0, x1 - 1, y1 - 1)
            if radius:
                mask.draw.rounded_rectangle(box, radius * mask.scale, fill=255)
            else:
                mask.draw.rectangle(box, fill=255)

    def path(self, given: dict[str, str]) -> None:
        parts = subpaths(given.get("d", ""))
        points = [point for part, _ in parts for point in part]
        if not points:
            return
        if given.get("fill", "black") != "none":
            with _Mask(self, points, 0.0, given.get("fill", "black")) as mask:
                mask.fill([part for part, _ in parts if len(part) > 2])
        if edge := given.get("stroke"):
            width = float(given.get("stroke-width", 1))
            with _Mask(self, points, width, edge) as mask:
                for part, closed in parts:
                    mask.stroke([*part, part[0]] if closed else part, width)

    def text(self, given: dict[str, str], text: str) -> None:
        """Only for pictures without outlined text: legible, in Pillow's own font."""
        size = float(given.get("font-size", 16)) * self.scale
        x = (float(given.get("x", 0)) - self.left) * self.scale
        y = (float(given.get("y", 0)) - self.top) * self.scale
        anchor = {"middle": "ms", "end": "rs"}.get(given.get("text-anchor", ""), "ls")
        font = ImageFont.load_default(size)
        ImageDraw.Draw(self.image).text(
            (x, y), text, fill=given.get("fill", "black"), font=font, anchor=anchor
        )


class _Mask:
    """A finer grid over the box of some points; what is drawn there is painted in one colour."""

    def __init__(self, painter: _Painter, points: list[Point], margin: float, fill: str) -> None:
        self.painter, self.colour = painter, fill
        scale = painter.scale
        xs = [(x - painter.left) * scale for x, _ in points]
        ys = [(y - painter.top) * scale for _, y in points]
        around = margin * scale + 1
        self.x0, self.y0 = int(min(xs) - around) - 1, int(min(ys) - around) - 1
        self.size = (int(max(xs) + around) + 2 - self.x0, int(max(ys) + around) + 2 - self.y0)
        self.scale = scale * SMOOTH

    def __enter__(self) -> _Mask:
        self.mask = Image.new("L", (self.size[0] * SMOOTH, self.size[1] * SMOOTH), 0)
        self.draw = ImageDraw.Draw(self.mask)
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        if failed is None:
            mask = self.mask.reduce(SMOOTH)
            self.painter.image.paste(self.colour, (self.x0, self.y0), mask)

    def at(self, point: Point) -> Point:
        x = (point[0] - self.painter.left) * self.scale - self.x0 * SMOOTH
        y = (point[1] - self.painter.top) * self.scale - self.y0 * SMOOTH
        return round(x), round(y)

    def fill(self, parts: list[list[Point]]) -> None:
        """Non-zero for outlines that nest without crossing: letters, modules of a QR."""
        sized = sorted(((area(part), part) for part in parts), key=lambda one: -abs(one[0]))
        outer = bool(sized) and sized[0][0] > 0
        for signed, part in sized:
            if not signed:
                continue
            xs = [self.at(point) for point in part]
            ink = 255 if (signed > 0) == outer else 0
            if _is_box(part):
                (x0, y0), (x1, y1) = min(xs), max(xs)
                self.draw.rectangle((x0, y0, x1 - 1, y1 - 1), fill=ink)
            else:
                self.draw.polygon(xs, fill=ink)

    def stroke(self, part: list[Point], width: float) -> None:
        points = [self.at(point) for point in part]
        wide = max(1, round(width * self.scale))
        self.draw.line(points, fill=255, width=wide, joint="curve")
        for x, y in points:
            half = wide / 2
            self.draw.ellipse((x - half, y - half, x + half, y + half), fill=255)


def area(part: list[Point]) -> float:
    """Twice the signed area of a polygon."""
    return sum(
        x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(part, [*part[1:], part[0]], strict=True)
    )


def _is_box(part: list[Point]) -> bool:
    corners = set(part)
    return len(corners) == 4 and len({x for x, _ in corners}) == len({y for _, y in corners}) == 2


def subpaths(data: str) -> list[tuple[list[Point], bool]]:
    """The polygons of SVG path data, curves flattened, each with whether it was closed."""
    tokens = _TOKEN.findall(data)
    parts: list[tuple[list[Point], bool]] = []
    part: list[Point] = []
    at: Point = (0.0, 0.0)
    command, place = "", 0
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
        kind, count = command.upper(), _NUMBERS[command.upper()]
        if kind == "Z":
            if part:
                parts.append((part, True))
                at = part[0]
            part = []
            continue
        numbers = [float(token) for token in tokens[place : place + count]]
        place += count
        if len(numbers) < count:
            raise ValueError("path data ends in the middle")
        points = _absolute(kind, numbers, at, command.islower())
        if kind == "M":
            if part:
                parts.append((part, False))
            part = [points[-1]]
            command = "l" if command == "m" else "L"
        else:
            part = part or [at]
            part += points if len(points) == 1 else _curve([at, *points])
        at = points[-1]
    if part:
        parts.append((part, False))
    return parts


def _absolute(kind: str, numbers: list[float], at: Point, relative: bool) -> list[Point]:
    dx, dy = at if relative else (0.0, 0.0)
    if kind == "H":
        return [(numbers[0] + dx, at[1])]
    if kind == "V":
        return [(at[0], numbers[0] + dy)]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [(x + dx, y + dy) for x, y in pairs]


def _curve(points: list[Point]) -> list[Point]:
    """A quadratic or cubic Bézier curve as short lines, its first point left out."""
    found = []
    wide = max(abs(points[-1][0] - points[0][0]), abs(points[-1][1] - points[0][1]))
    steps = min(max(CURVE_STEPS, int(wide / UNITS_A_STEP)), CURVE_STEPS_MAX)
    for step in range(1, steps + 1):
        t = step / steps
        level = points
        while len(level) > 1:
            level = [
                (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for (x0, y0), (x1, y1) in pairwise(level)
            ]
        found.append(level[0])
    return found
