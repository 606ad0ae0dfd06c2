"""The copy for the autuado as a thermal strip: everything that the A4 copy says, in one column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.prints.auto_view import AutoView
from app.prints.strip import HUGE, LARGE, SMALL, Block, Code, Drawn, Pair, Rule, Text


def auto_strip(view: AutoView, signatures: Mapping[str, dict[str, Any]] | None = None
               ) -> list[Block]:
    """The blocks; `signatures`: drawn ones by "agente", "autuado", "testemunha"."""
    return [
        *_head(view), *_what(view), *_defence(view), *_form(view),
        *_signatures(view, signatures or {}), *_foot(view),
    ]


def _head(view: AutoView) -> Iterator[Block]:
    yield Text(f"MUNICÍPIO DE {view.town.upper()}", SMALL, bold=True, align="C")
    yield Text(view.title, LARGE, bold=True, align="C")
    yield Text("Nº", SMALL, bold=True, align="C")
    yield Text(view.number, HUGE, bold=True, align="C", mono=True)
    if view.law:
        yield Text(view.law, SMALL, align="C")
    yield Text("Via do autuado", SMALL, align="C")
    yield Rule(heavy=True)
    if view.annulled_at:
        yield Text("ANULADO: NÃO VALE MAIS", LARGE, bold=True, align="C")
        yield Text(f"Anulado em {view.annulled_at}. Motivo: {view.annulled_reason}")
        yield Rule(heavy=True)


def _what(view: AutoView) -> Iterator[Block]:
    if view.plate:
        yield Text(view.plate, HUGE, bold=True, align="C", mono=True)
    yield Text(view.moment, bold=True, align="C")
    yield Text(view.conduct, bold=True)
    yield Text(view.cites)
    yield Rule()
    yield Text("Multa prevista na lei", SMALL)
    yield Text(view.fine, LARGE, bold=True)
    if view.fine_why:
        yield Text(view.fine_why, SMALL)
    for row in view.conduct_rows:
        yield Pair(row.label, row.value, row.law)
    if view.measures:
        yield Text("Medidas tomadas", bold=True)
    for text in view.measures:
        yield Text(text)


def _defence(view: AutoView) -> Iterator[Block]:
    yield Rule(heavy=True)
    yield Text(view.defence.title, LARGE if view.defence.runs else 28, bold=True)
    for text in (*view.defence.lines, *view.defence.steps):
        yield Text(text)
    yield Text("Defesa e recurso na lei", bold=True)
    for text in view.defence.after:
        yield Text(text)
    if view.address:
        yield Code(view.address)
        yield Text("Cópia pública: aponte a câmera", SMALL, bold=True, align="C")
        yield Text(view.host, SMALL, align="C")
    yield Rule(heavy=True)


def _form(view: AutoView) -> Iterator[Block]:
    for row in view.rows:
        yield Pair(row.label, row.value, row.law)
    yield Text(view.photos, SMALL)
    for note in view.notes:
        yield Text(note, SMALL)
    for choice in view.choices:
        yield Text(f"Leitura da lei: {choice.question} {choice.applied}.", SMALL)


def _signatures(view: AutoView, drawn: Mapping[str, dict[str, Any]]) -> Iterator[Block]:
    yield Rule()
    for box in view.signatures:
        strokes = drawn.get(box.who)
        yield Drawn(
            f"{box.label}: {box.name}" if box.name else box.label, strokes,
            "" if strokes else box.says,
        )


def _foot(view: AutoView) -> Iterator[Block]:
    proof = f"Registro {view.record_id}"
    if view.hash_tail:
        proof += f" · conferência {view.hash_tail}"
    yield Text(proof, SMALL)
