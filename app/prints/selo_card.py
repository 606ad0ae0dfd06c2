"""The selo as a picture: one SVG, to show, to save as PNG, to send.

It uses little of SVG on purpose, so that any renderer paints it: `rect` (with `rx`), `path`
(M, L, Q, C, H, V, h, v, Z, z; non-zero fill, or a stroke), and, only when no fonts are given,
`text`. No style sheets, no transforms, no references.

The picture is 600 units wide and a module of the QR is 8, so at a width of 600, 1200, 1800 …
pixels each module is a whole number of pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.prints.fonts import Fonts, PapersUnavailable, fonts_of
from app.prints.outlines import Typeface
from app.prints.paper import BLACK, BRAND, CREAM, INK, INK_SOFT, WARN, WHITE
from app.prints.selo_label import tone
from app.prints.svg_text import escape, guessed_width, plain_text
from app.prints.view import SeloView, selo_view
from sync.records.qr import QUIET_MODULES, qr_path_scaled

WIDTH, HEIGHT = 600, 1010
MARGIN = 40
MODULE = 8
CODE_ROOM = 65 * MODULE  # what a version 10 takes, quiet zone included


def selo_svg(
    record: dict[str, Any],
    municipality: dict[str, Any],
    public_base: str,
    *,
    rulebook: Any = None,
    cites: Sequence[str] = (),
    annulled: bool = False,
    cancelled: bool = False,
    fonts: Fonts | str | Path | None = None,
) -> str:
    """The picture of a `selo` record. The arguments are those of `selo_label_pdf`."""
    view = selo_view(
        record, municipality, public_base, rulebook=rulebook, cites=cites, annulled=annulled,
        cancelled=cancelled,
    )
    picture = _Picture(_fonts_or_none(fonts))
    _head(picture, view)
    _plate_and_date(picture, view)
    _code(picture, view)
    _foot(picture, view)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img"><title>{escape(view.sentence)}</title>'
        f"{''.join(picture.parts)}</svg>"
    )


def _fonts_or_none(fonts: Fonts | str | Path | None) -> Fonts | None:
    """A picture needs no PDF: without outlines it names its typefaces and leaves them to others."""
    try:
        return fonts_of(fonts)
    except PapersUnavailable:
        return None


@dataclass
class _Picture:
    fonts: Fonts | None
    parts: list[str] = field(default_factory=list)
    _faces: dict[str, Typeface] = field(default_factory=dict)

    def rect(self, x: float, y: float, width: float, height: float, fill: str, *, rx: float = 0,
             edge: str = "", edge_width: float = 0) -> None:
        rounding = f' rx="{rx}"' if rx else ""
        stroke = f' stroke="{edge}" stroke-width="{edge_width}"' if edge else ""
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{rounding} '
            f'fill="{fill}"{stroke}/>'
        )

    def path(self, data: str, fill: str) -> None:
        self.parts.append(f'<path fill="{fill}" d="{data}"/>')

    def stroke(self, data: str, color: str, width: float) -> None:
        self.parts.append(
            f'<path d="{data}" fill="none" stroke="{color}" stroke-width="{width}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def text(self, x: float, baseline: float, text: str, size: float, *, color: str = INK,
             bold: bool = True, mono: bool = False, width: float = WIDTH - 2 * MARGIN,
             align: str = "C") -> None:
        """A line of text, made smaller until it fits `width`; `align` "L", "C" or "R" is about
        `x`."""
        if self.fonts is None:
            natural = guessed_width(text, size, mono)
            size *= min(1, width / natural) if natural else 1
            self.parts.append(plain_text(x, baseline, text, size, color, bold, mono, align))
            return
        face = self._face(bold, mono)
        natural = face.width(text, size)
        if natural > width:
            size, natural = size * width / natural, width
        left = x - {"L": 0, "C": natural / 2, "R": natural}[align]
        self.path(face.path(text, left, baseline, size), color)

    def width(self, text: str, size: float, *, bold: bool = True, mono: bool = False) -> float:
        if self.fonts is None:
            return guessed_width(text, size, mono)
        return self._face(bold, mono).width(text, size)

    def _face(self, bold: bool, mono: bool) -> Typeface:
        fonts = self.fonts
        name = ("mono" if mono else "sans") + ("B" if bold else "")
        if name not in self._faces:
            chosen = {
                "sans": fonts.regular, "sansB": fonts.bold, "mono": fonts.mono,
                "monoB": fonts.mono_bold or fonts.mono,
            }[name]
            self._faces[name] = Typeface(chosen)
        return self._faces[name]


def _head(picture: _Picture, view: SeloView) -> None:
    picture.rect(0, 0, WIDTH, HEIGHT, CREAM)
    picture.rect(0, 0, WIDTH, 116, WARN if view.provisional else BRAND)
    number = f"Nº {view.serial}"
    number_width = picture.width(number, 28, mono=True)
    room = WIDTH - 2 * MARGIN - number_width - 20
    picture.text(MARGIN, 46, f"MUNICÍPIO DE {view.town.upper()}", 17, color=WHITE, align="L",
                 width=WIDTH - 2 * MARGIN)
    picture.text(MARGIN, 92, view.title, 36, color=WHITE, align="L", width=room)
    picture.text(WIDTH - MARGIN, 91, number, 28, mono=True, color=WHITE, align="R")


def _plate_and_date(picture: _Picture, view: SeloView) -> None:
    picture.text(MARGIN, 152, view.service, 22, align="L")
    wide = WIDTH - 2 * MARGIN
    picture.rect(MARGIN, 168, wide, 106, WHITE, rx=14, edge=INK, edge_width=4)
    picture.text(WIDTH / 2, 251, view.plate, 92, mono=True, width=wide - 40)
    ink, tint, icon = tone(view)
    picture.rect(MARGIN, 290, wide, 92, tint, rx=14, edge=ink, edge_width=3)
    _icon(picture, icon, MARGIN + 20, 316, 40, ink)
    if view.void:
        picture.text(WIDTH / 2 + 20, 356, view.validity_label, 56, color=ink, width=wide - 160)
        return
    date_width = picture.width(view.valid_until, 47)
    picture.text(MARGIN + 72, 346, view.validity_label, 28, color=ink, align="L",
                 width=wide - 72 - date_width - 32)
    picture.text(WIDTH - MARGIN - 18, 353, view.valid_until, 47, align="R", width=date_width)


def _code(picture: _Picture, view: SeloView) -> None:
    side = (len(view.matrix) + 2 * QUIET_MODULES) * MODULE
    left, top = (WIDTH - side) // 2, 398 + (CODE_ROOM - side) // 2
    picture.rect(left, top, side, side, WHITE, rx=14)
    inset = QUIET_MODULES * MODULE
    picture.path(qr_path_scaled(view.matrix, MODULE, left + inset, top + inset), BLACK)


def _foot(picture: _Picture, view: SeloView) -> None:
    facts = f"Vistoria em {view.inspected_on} · Chassi final {view.chassis_tail}"
    if not view.void:
        picture.text(WIDTH / 2, 938, f"Código {view.short_code}", 21, mono=True)
    picture.text(WIDTH / 2, 966, facts, 19, bold=False)
    says = "Confira a placa e o final do chassi."
    law = f"{view.law} · {says}" if view.law else says
    picture.text(WIDTH / 2, 992, law, 15, bold=False, color=INK_SOFT)


def _icon(picture: _Picture, name: str, x: float, y: float, side: float, color: str) -> None:
    data = {
        "aprovado": "M{a} {h}L{c} {i}L{e} {b}",
        "reprovado": "M{b0} {b}L{e0} {i}M{e0} {b}L{b0} {i}",
        "atencao": "M{m} {t}L{r} {w}L{l} {w}ZM{m} {n1}L{m} {n2}M{m} {n3}L{m} {n4}",
    }[name].format(
        a=x + 4, h=y + side * 0.55, c=x + side * 0.4, i=y + side * 0.84, e=x + side * 0.94,
        b=y + side * 0.18, b0=x + side * 0.16, e0=x + side * 0.84, m=x + side / 2, t=y + 2,
        r=x + side - 1, l=x + 1, w=y + side - 3, n1=y + side * 0.38, n2=y + side * 0.60,
        n3=y + side * 0.76, n4=y + side * 0.77,
    )
    picture.stroke(data, color, side * (0.09 if name == "atencao" else 0.17))
