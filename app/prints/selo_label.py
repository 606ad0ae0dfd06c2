"""The label of a selo, and the stickers that carry it: drawn on a sheet, any size of this shape.

Every length that matters to the QR is a whole number of dots, so that a printer paints each module
with the same number of them. At 300 dpi and the usual size the QR is 36 mm (version 9) or 38.5 mm
(version 10) wide, quiet zone included. A larger sticker has everything larger.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.prints.kinds import PaperKind
from app.prints.paper import (
    BAD,
    BAD_TINT,
    BLACK,
    BRAND,
    GOOD,
    GOOD_TINT,
    INK,
    INK_SOFT,
    RULE,
    WARN,
    WARN_TINT,
    WHITE,
    Paper,
)
from app.prints.view import SeloView
from sync.records.qr import QUIET_MODULES

WIDTH, HEIGHT = 99, 67.5
MARGIN = 4.0
BAND, FOOT = 13.2, 5.6
PLATE_HEIGHT, STATE_HEIGHT, ROW_HEIGHT = 12.0, 17.0, 5.4
CODE_ROOM = 9.0  # below the QR: where to point or to type, and the short code


@dataclass(frozen=True)
class Frame:
    """Where a paper stands on its sheet, and how much larger than the usual label it is."""

    x: float
    y: float
    width: float
    height: float

    @property
    def scale(self) -> float:
        return min(self.width / WIDTH, self.height / HEIGHT)


@dataclass(frozen=True)
class Look:
    """The colours of a state. The words say the same."""

    band: str
    ink: str
    tint: str
    icon: str
    text: str = INK
    soft: str = INK_SOFT


def tone(view: SeloView) -> tuple[str, str, str]:
    """(ink, tint, icon) of the selo's state."""
    if view.void:
        return BAD, BAD_TINT, "reprovado"
    return (WARN, WARN_TINT, "atencao") if view.provisional else (GOOD, GOOD_TINT, "aprovado")


def look(view: SeloView, kind: PaperKind) -> Look:
    """In black alone, what is not plainly valid stands white on black."""
    ink, tint, icon = tone(view)
    if not kind.mono:
        band = BAD if view.void else WARN if view.provisional else BRAND
        return Look(band, ink, tint, icon)
    plain = not view.void and not view.provisional
    ink, tint = (BLACK, WHITE) if plain else (WHITE, BLACK)
    return Look(BLACK, ink, tint, icon, BLACK, BLACK)


def draw_label(
    sheet: Paper, view: SeloView, kind: PaperKind, facts: Mapping[str, str], frame: Frame
) -> None:
    """Draws it whole within the frame."""
    label = _Label(sheet, view, kind, facts, frame)
    label.band()
    side = label.code()
    label.facts_beside(frame.width - 2 * label.margin - side - 2.5 * label.scale)
    label.foot()
    if view.void:
        label.stamp(side)


class _Label:
    def __init__(self, sheet: Paper, view: SeloView, kind: PaperKind, facts: Mapping[str, str],
                 frame: Frame) -> None:
        self.sheet, self.view, self.kind, self.facts = sheet, view, kind, facts
        self.frame, self.scale, self.look = frame, frame.scale, look(view, kind)
        self.margin = MARGIN * self.scale
        self.left, self.right = frame.x + self.margin, frame.x + frame.width - self.margin
        self.top = frame.y + BAND * self.scale

    def line(self, x: float, baseline: float, text: str, size: float, **more) -> float:
        color = more.pop("color", self.look.text)
        least = more.pop("least", 4) * self.scale
        return self.sheet.line(x, baseline, text, size * self.scale, color=color, least=least,
                               **more)

    def band(self) -> None:
        s, frame, view = self.scale, self.frame, self.view
        self.sheet.box(frame.x, frame.y, frame.width, BAND * s, fill=self.look.band)
        room = frame.width - 2 * self.margin
        self.line(self.left, frame.y + 4.7 * s, f"MUNICÍPIO DE {view.town.upper()}", 7.5,
                  bold=True, color=WHITE, width=room, least=3.5)
        number, size = (f"Nº {view.serial}", 13) if self.kind.seal else (f"selo {view.serial}", 10)
        wide = self.line(self.right, frame.y + 10.6 * s, number, size, bold=True, mono=True,
                         color=WHITE, align="R", width=room / 2)
        self.line(self.left, frame.y + 10.6 * s, title_of(view, self.kind), 15, bold=True,
                  color=WHITE, width=room - wide - 3 * s)

    def code(self) -> float:
        """The QR at the right, and under it where to type and the short code; gives its side."""
        s, sheet, view = self.scale, self.sheet, self.view
        modules = len(view.matrix) + 2 * QUIET_MODULES
        module = sheet.module_mm(s)
        side = modules * module
        x, y = sheet.snap(self.right - side), sheet.snap(self.top + 1.2 * s)
        sheet.qr(x, y, view.matrix, module)
        middle, below = x + side / 2, y + side
        if view.void:
            self.line(middle, below + 2.6 * s, "Este selo não vale", 7.5, bold=True, align="C",
                      width=side)
            return side
        self.line(middle, below + 2.0 * s, "Aponte a câmera ou digite em", 7, align="C",
                  width=side)
        self.line(middle, below + 4.6 * s, f"{view.host}/s", 7, align="C", width=side)
        self.line(middle, below + 8.2 * s, view.short_code, 10.5, bold=True, mono=True,
                  align="C", width=side)
        return side

    def facts_beside(self, width: float) -> None:
        s, sheet, view, look = self.scale, self.sheet, self.view, self.look
        x, y = self.left, self.top + 1.8 * s
        bottom = self.frame.y + self.frame.height - FOOT * s - 0.8 * s
        lines, size = sheet.fit_lines(view.service, width, 9.5 * s, 2, bold=True, least=6 * s)
        y = sheet.lines(x, y, lines, size, bold=True, color=look.text) + 1.0 * s
        sheet.box(x, y, width, PLATE_HEIGHT * s, fill=WHITE, edge=look.text, edge_mm=0.6 * s,
                  radius=1.6 * s)
        self.line(x + width / 2, y + 9.3 * s, view.plate, 33, bold=True, mono=True,
                  width=width - 4 * s, align="C")
        y += (PLATE_HEIGHT + 1.5) * s
        rows = [row for row in self.kind.rows if row.blank or self.facts.get(row.source)]
        left = bottom - y - 1.2 * s
        high = min(STATE_HEIGHT * s, max(11 * s, left - len(rows) * ROW_HEIGHT * s))
        self.state(x, y, width, high)
        y += high + 1.2 * s
        step = min((bottom - y) / max(1, len(rows)), 8 * s)
        for row in rows:
            self.row(x, y, width, step, row.label, self.facts.get(row.source, ""))
            y += step

    def state(self, x: float, y: float, width: float, high: float) -> None:
        """Whether it counts and until when: the one thing to be read from afar."""
        s, view, look = self.scale, self.view, self.look
        edge = BLACK if self.kind.mono else look.ink
        self.sheet.box(x, y, width, high, fill=look.tint, edge=edge, edge_mm=0.5 * s,
                       radius=1.6 * s)
        if view.void:
            self.sheet.icon(look.icon, x + 4 * s, y + high / 2 - 3.2 * s, 6.4 * s, color=look.ink)
            self.line(x + width / 2 + 5 * s, y + high / 2 + 3.2 * s, view.validity_label, 24,
                      bold=True, color=look.ink, width=width - 20 * s, align="C")
            return
        icon = high * 0.22
        self.sheet.icon(look.icon, x + 2.2 * s, y + high * 0.11, icon, color=look.ink)
        self.line(x + 3.6 * s + icon, y + high * 0.30, state_of(view, self.kind), 10.5, bold=True,
                  color=look.ink, width=width - 5.6 * s - icon)
        size = min(25, high / s * 1.45)
        ink = look.ink if self.kind.mono else INK
        self.line(x + width / 2, y + high * 0.83, view.valid_until, size, bold=True, color=ink,
                  width=width - 5 * s, align="C")

    def row(self, x: float, y: float, width: float, step: float, label: str, value: str) -> None:
        s, base = self.scale, y + step * 0.5 + 1.5 * self.scale
        size = 9
        wide = self.line(x, base, label, size, width=width * 0.55, color=self.look.soft)
        room = width - wide - 2.5 * s
        if value:
            self.line(x + width, base, value, size + 1.5, bold=True, width=room, align="R")
        else:  # not known here: a line to fill in by hand, never a guess
            self.sheet.rule(x + width - room, base + 0.6 * s, x + width, base + 0.6 * s,
                            color=self.look.text, mm=0.25 * s)

    def foot(self) -> None:
        s, sheet, view = self.scale, self.sheet, self.view
        top = self.frame.y + self.frame.height - FOOT * s
        sheet.rule(self.left, top, self.right, top, color=BLACK if self.kind.mono else RULE,
                   mm=0.2 * s)
        says = self.kind.says or "Confira a placa e o final do chassi."
        wide = self.line(self.right, top + 3.4 * s, says, 6.5, align="R",
                         bold=bool(self.kind.says))
        if view.law:
            self.line(self.left, top + 3.4 * s, view.law, 6.5, color=self.look.soft,
                      width=self.right - self.left - wide - 3 * s)

    def stamp(self, side: float) -> None:
        """Over the QR: whoever points a camera at it reads the word first."""
        s = self.scale
        x, y = self.right - side / 2, self.top + 1.2 * s + side / 2
        edge = BLACK if self.kind.mono else BAD
        self.sheet.box(x - 17 * s, y - 6.2 * s, 34 * s, 12.4 * s, fill=WHITE, edge=edge,
                       edge_mm=1.2 * s, radius=1.6 * s)
        self.line(x, y + 3 * s, self.view.validity_label, 22, bold=True, color=edge, align="C",
                  width=30 * s)


def title_of(view: SeloView, kind: PaperKind) -> str:
    """What the paper calls itself; a provisional selo never passes for a whole one."""
    return view.title if kind.seal and view.provisional else kind.title


def state_of(view: SeloView, kind: PaperKind) -> str:
    """ "VÁLIDO ATÉ"; on a paper that is not of the seal alone, what it is that is valid."""
    plain = not (view.void or view.provisional or kind.seal)
    return f"VISTORIA {view.validity_label.replace('VÁLIDO', 'VÁLIDA')}" if plain else (
        view.validity_label)
