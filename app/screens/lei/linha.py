"""The rows of "A lei": a rule, a chapter. Each is one button, at least a thumb high."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.law.book import LawBook
from app.flows.law.entries import Chapter, Entry
from app.flows.words import count


def row(
    title: str, line: str, on_click: Callable[..., object], *, chosen: bool = False, key=None,
    selectable: bool = False, count: str = "", name: str = "",
) -> ft.Control:
    """Title, a smaller line under it, perhaps a number at its end. `chosen`: it is what one reads
    beside the list."""
    ink = ft.Colors.ON_PRIMARY_CONTAINER if chosen else t.INK
    soft = ft.Colors.ON_PRIMARY_CONTAINER if chosen else t.INK_SOFT
    inside = ft.Row(
        [
            ft.Column(
                [t.body(title, color=ink), *([t.small(line, color=soft)] if line else [])],
                spacing=0,
                tight=True,
                expand=True,
            ),
            *([t.text(count, 15, mono=True, color=soft)] if count else []),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=t.ACTION_COLOR, size=t.sp(24)),
        ],
        spacing=t.SM,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Semantics(
        label=name or f"{title}. {line}".strip(". "),
        button=True,
        selected=chosen if selectable else None,
        exclude_semantics=True,
        on_tap=on_click,
        key=key,
        content=ft.Container(
            inside,
            on_click=on_click,
            ink=True,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else None,
            border=ft.Border.only(
                bottom=ft.BorderSide(1, t.LINE_SOFT),
                left=ft.BorderSide(6, t.ACTION_COLOR) if chosen else None,
            ),
            padding=ft.Padding.symmetric(vertical=t.SM + 2, horizontal=t.XS if not chosen else 6),
        ),
    )


def chapter_row(chapter: Chapter, on_click: Callable[..., object]) -> ft.Control:
    many = count(chapter.count, "regra", "regras")
    return row(chapter.title, chapter.note, on_click, key=chapter.id, count=str(chapter.count),
               name=f"{chapter.title}. {chapter.note}. {many}")


@ft.memo
@ft.component
def LawRow(book: LawBook, path: str, beside: bool, key_: str) -> ft.Control:
    """A rule in a list: opens it beside the list, or on a screen of its own."""
    app = w.use_app()
    mark = book.mark(key_) if beside else None
    w.use_watch(mark)
    entry: Entry = book.entry(key_)

    def opened(_: object) -> None:
        if beside:
            book.open_beside(key_)
        else:
            book.remember(key_)
            app.go(f"{path}/artigo/{key_}")

    return row(entry.label, entry.line, opened, chosen=bool(mark and mark.chosen),
               selectable=beside)
