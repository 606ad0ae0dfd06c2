"""The copy for the autuado on A4: number, what happened, what it costs, how to defend oneself,
every field of the law's form, signatures, and the QR of the public copy.

One or two pages a copy. The municipality's own copy is the same without the QR, whose secret is the
autuado's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app.prints.auto_sheet import AutoSheet
from app.prints.auto_view import NO_PHOTOS, AutoView, SignatureBox
from app.prints.fonts import Fonts, fonts_of
from app.prints.paper import (
    BAD,
    BAD_TINT,
    GOOD,
    GOOD_TINT,
    INK,
    INK_SOFT,
    NEUTRAL_TINT,
    RULE,
    WARN,
    WARN_TINT,
    WHITE,
)
from sync.records.qr import QUIET_MODULES

VIAS = {"autuado": "1ª VIA · AUTUADO", "municipio": "2ª VIA · MUNICÍPIO"}
_QR_MM = 35.0
_FINE_MM = 58.0
_SIGNED_MM = 15.0
_PHOTO_WIDE_MM, _PHOTO_HIGH_MM, _PHOTO_GAP_MM = 56.0, 42.0, 5.0
PHOTOS_MAX = 6


def auto_pdf(
    view: AutoView,
    *,
    vias: Sequence[str] = ("autuado",),
    signatures: Mapping[str, dict[str, Any]] | None = None,
    photos: Sequence[bytes] = (),
    fonts: Fonts | str | Path | None = None,
) -> bytes:
    """The copy as PDF. `vias` of VIAS, each on pages of its own; `signatures`: drawn ones by
    "agente", "autuado", "testemunha"; `photos`: JPEG files, the first `PHOTOS_MAX` shown small."""
    sheet = AutoSheet(view, fonts_of(fonts))
    for via in vias:
        sheet.begin(VIAS[via])
        _copy(sheet, view, via, signatures or {}, photos)
    return sheet.bytes()


def _copy(sheet: AutoSheet, view: AutoView, via: str, drawn: Mapping[str, dict],
          photos: Sequence[bytes]) -> None:
    if view.annulled_at:
        sheet.callout("reprovado", "ANULADO: NÃO VALE MAIS",
                      f"Anulado em {view.annulled_at}. Motivo: {view.annulled_reason}",
                      BAD, BAD_TINT)
    _what(sheet, view)
    sheet.grid(view.conduct_rows, 3)
    _defence(sheet, view, with_qr=via == "autuado" and view.matrix is not None)
    if view.measures:
        sheet.heading("Medidas tomadas")
        for text in view.measures:
            sheet.paragraph(text, bullet=True)
    asked = tuple(row for row in view.rows if row.law)
    sheet.heading("Dados do auto, na ordem da lei" if asked else "Dados do auto", below=20)
    sheet.grid(asked)
    sheet.grid(tuple(row for row in view.rows if not row.law), 3)
    for note in (*view.notes, *((NO_PHOTOS,) if view.photos == NO_PHOTOS else ())):
        sheet.paragraph(note, size=9)
    _signatures(sheet, view, drawn)
    _after(sheet, view)
    _readings(sheet, view)
    _photos(sheet, view, photos)


def _what(sheet: AutoSheet, view: AutoView) -> None:
    """Plate and conduct at the left, the fine at the right."""
    paper, left = sheet.paper, sheet.left
    room = sheet.width - _FINE_MM - 5
    label = paper.wrap(view.conduct, room, 12, bold=True)
    why = paper.wrap(view.fine_why, _FINE_MM - 7, 8)
    plate_high = 15 if view.plate else 0
    high = max(plate_high + len(label) * 5.3 + 6, 17 + len(why) * 3.6)
    sheet.need(high + 3)
    top = sheet.y
    if view.plate:
        paper.box(left, top, 50, 13, fill=WHITE, edge=INK, edge_mm=0.6, radius=2)
        paper.line(left + 25, top + 10, view.plate, 28, bold=True, mono=True, width=46, align="C")
        paper.line(left + 54, top + 5, "Aconteceu em", 7.5, color=INK_SOFT)
        paper.line(left + 54, top + 10, view.moment, 11, bold=True, width=room - 54)
    below = paper.lines(left, top + plate_high, label, 12, bold=True)
    paper.line(left, below + 4, view.cites, 10, color=INK_SOFT, width=room)
    x = left + sheet.width - _FINE_MM
    ink, tint = (INK_SOFT, NEUTRAL_TINT) if view.annulled_at else (INK, NEUTRAL_TINT)
    paper.box(x, top, _FINE_MM, high, fill=tint, edge=RULE, edge_mm=0.4, radius=2)
    paper.line(x + 3.5, top + 4.8, "Multa prevista na lei", 8, color=INK_SOFT)
    paper.line(x + 3.5, top + 12.4, view.fine, 19, bold=True, color=ink, width=_FINE_MM - 7)
    paper.lines(x + 3.5, top + 14, why, 8, color=INK_SOFT)
    sheet.y = top + high + 3.5


def _defence(sheet: AutoSheet, view: AutoView, *, with_qr: bool) -> None:
    """The deadline, large, and beside it the QR of the public copy."""
    paper, defence = sheet.paper, view.defence
    wide = sheet.width - (_QR_MM + 5 if with_qr else 0)
    ink, tint = (GOOD, GOOD_TINT) if defence.runs else (WARN, WARN_TINT)
    if view.annulled_at:
        ink, tint = INK_SOFT, NEUTRAL_TINT
    title, size = paper.fit_lines(defence.title, wide - 22, 15, 2, bold=True, least=11)
    body = [line for text in (*defence.lines, *defence.steps)
            for line in paper.wrap(text, wide - 10, 9.5)]
    high = 7 + len(title) * size * 0.45 + len(body) * 4.2
    if with_qr:
        high = max(high, _QR_MM + 9)
    sheet.need(high + 4)
    x, y = sheet.left, sheet.y
    paper.box(x, y, wide, high, fill=tint, edge=ink, edge_mm=0.5, radius=2)
    paper.icon("aprovado" if defence.runs else "atencao", x + 4, y + 3.6, 7, color=ink)
    below = paper.lines(x + 14, y + 3.4, title, size, bold=True, color=ink)
    paper.lines(x + 5, max(below, y + 12) + 1, body, 9.5)
    if with_qr:
        _code(sheet, view, x + wide + 5, y)
    sheet.y += high + 4


def _code(sheet: AutoSheet, view: AutoView, x: float, y: float) -> None:
    module = _QR_MM / (len(view.matrix) + 2 * QUIET_MODULES)
    sheet.paper.qr(x, y, view.matrix, module)
    sheet.paper.line(x + _QR_MM / 2, y + _QR_MM + 3, "Cópia pública: aponte a câmera", 7.5,
                     bold=True, width=_QR_MM, align="C")
    sheet.paper.line(x + _QR_MM / 2, y + _QR_MM + 6.4, view.host, 7, color=INK_SOFT,
                     width=_QR_MM, align="C")


def _after(sheet: AutoSheet, view: AutoView) -> None:
    sheet.heading("Defesa e recurso na lei", below=10)
    for text in view.defence.after:
        sheet.need(len(sheet.paper.wrap(text, sheet.width - 5, 9.5)) * 4.3)
        sheet.paragraph(text, size=9.5, bullet=True)
    sheet.y += 2


def _readings(sheet: AutoSheet, view: AutoView) -> None:
    if not view.choices:
        return
    sheet.heading("Como a lei foi lida", below=20)
    for choice in view.choices:
        why = " ".join(part for part in (choice.why, choice.cites and f"({choice.cites})") if part)
        applied = f"Aplicado: {choice.applied}. {why}".strip()
        sheet.need(6 + len(sheet.paper.wrap(applied, sheet.width, 9)) * 4.2)
        sheet.paragraph(choice.question, size=9, bold=True)
        sheet.paragraph(applied, size=9, color=INK_SOFT)
    sheet.y += 2


def _signatures(sheet: AutoSheet, view: AutoView, drawn: Mapping[str, dict]) -> None:
    boxes = view.signatures
    wide = (sheet.width - 8 * (len(boxes) - 1)) / len(boxes)
    sheet.need(_SIGNED_MM + 15)
    sheet.y += 1
    for column, box in enumerate(boxes):
        _sign(sheet, box, sheet.left + column * (wide + 8), wide, drawn.get(box.who))
    sheet.y += _SIGNED_MM + 14


def _sign(sheet: AutoSheet, box: SignatureBox, x: float, wide: float, drawn: dict | None) -> None:
    paper, base = sheet.paper, sheet.y + _SIGNED_MM
    if drawn:
        paper.strokes(drawn, x + 2, sheet.y, wide - 4, _SIGNED_MM - 1)
    elif box.who == "autuado":
        paper.line(x + wide / 2, base - 2.5, box.says, 11, bold=True, width=wide, align="C")
    paper.rule(x, base, x + wide, base, color=INK, mm=0.35)
    paper.line(x, base + 3.8, box.label, 8, color=INK_SOFT, width=wide)
    paper.line(x, base + 8, box.name, 10, bold=True, width=wide)
    if drawn or box.who != "autuado":
        paper.line(x, base + 11.6, box.says, 8, color=INK_SOFT, width=wide)


def _photos(sheet: AutoSheet, view: AutoView, photos: Sequence[bytes]) -> None:
    if view.photos == NO_PHOTOS:  # said with the notes: not worth a heading
        return
    sheet.heading("Fotos", below=_PHOTO_HIGH_MM + 6 if photos else 6)
    shown = list(photos[:PHOTOS_MAX])
    sheet.paragraph(view.photos + (
        f" Aqui, as primeiras {PHOTOS_MAX}." if len(photos) > PHOTOS_MAX else ""), size=9)
    for at in range(0, len(shown), 3):
        sheet.need(_PHOTO_HIGH_MM + 2)
        for column, data in enumerate(shown[at : at + 3]):
            x = sheet.left + column * (_PHOTO_WIDE_MM + _PHOTO_GAP_MM)
            sheet.paper.photo(data, x, sheet.y, _PHOTO_WIDE_MM, _PHOTO_HIGH_MM)
        sheet.y += _PHOTO_HIGH_MM + 3
