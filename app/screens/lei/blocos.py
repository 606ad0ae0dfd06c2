"""The blocks that a rule is told in, drawn: facts, tables, doubts, links."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.law.book import LawBook
from app.flows.law.details import Doubt, DoubtReading, Facts, Lines, Links, Note, Table
from app.screens.lei.linha import row
from app.screens.lei.lista import section_head

SHORT = 18  # characters that fit into half a phone's width


def block(one: object, book: LawBook, follow: Callable[[str], object]) -> ft.Control:
    if isinstance(one, Links):
        return _links(one, book, follow)
    return DRAWN[type(one)](one)


def _facts(one: Facts) -> ft.Control:
    title = [ft.Semantics(header=True, content=t.strong(one.title))] if one.title else []
    return w.card(*title, *_paired(one.rows), spacing=t.MD)


def _paired(rows: tuple[tuple[str, str], ...]) -> list[ft.Control]:
    """Two short ones that follow one another stand side by side."""
    made: list[ft.Control] = []
    waiting: tuple[str, str] | None = None
    for fact in rows:
        short = len(fact[1]) <= SHORT and not t.is_large()
        if short and waiting:
            made[-1] = ft.Row(
                [ft.Container(w.facts(one), expand=1) for one in (waiting, fact)],
                spacing=t.SM, vertical_alignment=ft.CrossAxisAlignment.START,
            )
            waiting = None
        else:
            made.append(w.facts(fact))
            waiting = fact if short else None
    return made


def _note(one: Note) -> ft.Control:
    return w.notice(t.WARN, one.what, one.more, live=False)


def _lines(one: Lines) -> ft.Control:
    rows = [
        ft.Column([t.body(text), *([t.small(cites)] if cites else [])], spacing=0, tight=True)
        for text, cites in one.rows
    ]
    return w.card(ft.Semantics(header=True, content=t.strong(one.title)), *rows, spacing=t.MD)


def _table(one: Table) -> ft.Control:
    """Columns; with large letters one row under the other, so that no word is broken."""
    title = ft.Semantics(header=True, content=t.strong(one.title))
    if t.is_large():
        rows = [_stacked(one.head, cells) for cells in one.rows]
        return w.card(title, *rows, spacing=t.MD)
    head = ft.Row([ft.Container(t.small(name), expand=1) for name in one.head], spacing=t.SM)
    return w.card(title, head, *[_columns(one.head, cells) for cells in one.rows])


def _columns(head: tuple[str, ...], cells: tuple[str, ...]) -> ft.Control:
    return _read_as(
        head, cells,
        ft.Container(
            ft.Row(
                [
                    ft.Container(t.text(cell, 16, bold=at == 0), expand=1)
                    for at, cell in enumerate(cells)
                ],
                spacing=t.SM,
                vertical_alignment=ft.CrossAxisAlignment.START,
            ),
            border=ft.Border.only(top=ft.BorderSide(1, t.LINE_SOFT)),
            padding=ft.Padding.only(top=t.SM),
        ),
    )


def _stacked(head: tuple[str, ...], cells: tuple[str, ...]) -> ft.Control:
    first, *others = cells
    told = [f"{name}: {cell}" if name else cell
            for name, cell in zip(head[1:], others, strict=True)]
    return _read_as(
        head, cells,
        ft.Column([t.strong(first), *[t.body(line) for line in told]], spacing=0, tight=True),
    )


def _read_as(head: tuple[str, ...], cells: tuple[str, ...], content: ft.Control) -> ft.Control:
    """A row is read aloud with the names of its columns."""
    said = ", ".join(f"{name} {cell}".strip() for name, cell in zip(head, cells, strict=True))
    return ft.Semantics(label=said, exclude_semantics=True, container=True, content=content)


def _marked(reading: DoubtReading) -> str:
    marks = ["aplicada"] if reading.applied else []
    marks += [reading.mark] if reading.mark else []
    return f" ({', '.join(marks)})" if marks else ""


def _doubt(one: Doubt) -> ft.Control:
    readings = [
        ft.Row(
            [
                ft.Icon(
                    ft.Icons.CHECK_CIRCLE if reading.applied else ft.Icons.RADIO_BUTTON_UNCHECKED,
                    size=t.sp(20),
                    color=t.ACTION_COLOR if reading.applied else t.INK_SOFT,
                ),
                t.text(
                    reading.text + _marked(reading),
                    16, bold=reading.applied, expand=True,
                ),
            ],
            spacing=t.SM,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        for reading in one.readings
    ]
    town = [t.body(one.town)] if one.town else []
    return w.card(
        t.small("A lei deixa dúvida"),
        t.strong(one.question),
        *readings,
        *town,
        t.small(f"Por quê: {one.why}"),
        t.small(one.cites),
        key=one.key,
    )


def _links(one: Links, book: LawBook, follow: Callable[[str], object]) -> ft.Control:
    rows = [
        row(entry.label, entry.line, lambda _, key=entry.key: follow(key), key=entry.key)
        for entry in (book.entry(key) for key in one.keys) if entry
    ]
    more = [ft.Container(t.small(f"E mais {one.more}, em Infrações."),
                         padding=ft.Padding.only(top=t.SM))] if one.more else []
    return ft.Column(
        [section_head(one.title), *rows, *more],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


DRAWN = {Facts: _facts, Note: _note, Lines: _lines, Table: _table, Doubt: _doubt}
