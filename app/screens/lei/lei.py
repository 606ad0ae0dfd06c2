"""A lei: search at the top, chapters or results below; on a tablet the rule beside them."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.law.book import LawBook, law_of
from app.flows.words import count
from app.screens.desk import use_desk
from app.screens.lei.artigo import ReaderPane
from app.screens.lei.busca import use_search_box
from app.screens.lei.linha import chapter_row
from app.screens.lei.lista import LawList, order_choice, section_head


def use_book() -> LawBook:
    return law_of(w.use_app(), use_desk())


@ft.component
def LeiView(opened: str = "") -> ft.View:
    """`opened`: the rule beside the list, before another is chosen there."""
    app, book, room = w.use_app(), use_book(), w.use_viewport()
    here = ft.use_route_location() == "/lei"
    path = ft.use_view_path() or "/lei"

    def open_it() -> None:
        if opened:
            book.open_beside(opened)

    def leave(_: object) -> None:
        book.leave()
        app.go("/")

    ft.use_effect(open_it, dependencies=[opened, id(book)])
    left = ft.Column(
        [
            SearchBox(book, room.low),
            Shelf(book, path, room.two_panes, tuple(book.recent), here),
        ],
        spacing=t.SM,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return w.screen(
        "A lei",
        w.panes(left, ReaderPane(book), two=True) if room.two_panes else left,
        back=leave,
        subtitle="" if room.low else book.title,
        scroll=False,
        wide=room.two_panes,
    )


@ft.memo
@ft.component
def SearchBox(book: LawBook, low: bool) -> ft.Control:
    box = use_search_box(
        "Palavra ou artigo", book.search.text, book.type, book.prepare, focus_when_emptied=True
    )
    return ft.Container(box, padding=ft.Padding.only(top=t.XS if low else t.SM))


@ft.memo
@ft.component
def Shelf(
    book: LawBook, path: str, beside: bool, recent: tuple[str, ...], here: bool
) -> ft.Control:
    """What is found; with nothing typed the chapters, or beside a detail the chapter that is
    open."""
    w.use_watch(book.search, book.leaf)
    search = book.search
    if search.active:
        return Results(book, path, beside, search.shown, search.left, search.found.partial)
    if beside and book.leaf.chapter:
        return Chapter(book, path, beside, book.leaf.chapter)
    return Chapters(book, path, beside, recent)


@ft.memo
@ft.component
def Results(
    book: LawBook, path: str, beside: bool, shown: tuple[str, ...], left: int, partial: bool
) -> ft.Control:
    total = len(shown) + left
    said = "Nada encontrado" if not total else count(total, "resultado", "resultados")
    head: list[ft.Control] = [
        ft.Semantics(live_region=True, content=t.small(said, bold=True), key="total"),
    ]
    if not total:
        head = [
            w.empty_state(
                "A lei não traz nada com isto",
                "Tente outra palavra, ou só o número do artigo. Palavras inteiras não são "
                "precisas: “retro” acha “retrovisor”.",
                icon=ft.Icons.SEARCH_OFF,
            )
        ]
    elif partial:
        head.append(t.small("Nenhuma regra tem todas as palavras. Estas têm o mais delas."))
    foot = []
    if left:
        foot = [w.secondary_button("Mostrar mais", lambda _: book.show_more(), key="mais",
                                   name=f"Mostrar mais, faltam {left}")]
    return LawList(book, path, beside, head, (("", shown),), foot, key="achados")


@ft.memo
@ft.component
def Chapters(book: LawBook, path: str, beside: bool, recent: tuple[str, ...]) -> ft.Control:
    app = w.use_app()

    def to(chapter_id: str) -> None:
        if beside:
            book.leaf_through(chapter_id)
        else:
            app.go(f"{path}/capitulo/{chapter_id}")

    chapters = [
        chapter_row(chapter, lambda _, one=chapter.id: to(one)) for chapter in book.chapters
    ]
    foot = [section_head("Capítulos"), *chapters,
            ft.Container(t.small(book.source), padding=ft.Padding.only(top=t.LG), key="fonte")]
    groups = (("Vistos há pouco", recent),) if recent else ()
    return LawList(book, path, beside, [], groups, foot, key="capitulos")


@ft.memo
@ft.component
def Chapter(book: LawBook, path: str, beside: bool, chapter_id: str) -> ft.Control:
    """One chapter, beside the detail, or alone on a phone's screen."""
    w.use_watch(book.leaf)
    chapter = book.chapter(chapter_id)
    order = book.leaf.orders.get(chapter_id, "")
    head: list[ft.Control] = []
    if beside:
        head = [
            ft.Row(
                [w.text_button("Capítulos", lambda _: book.leaf_through(""),
                               icon=ft.Icons.ARROW_BACK, name="Voltar aos capítulos")],
                key="voltar",
            ),
            ft.Semantics(header=True, content=t.title(chapter.title), key="titulo"),
        ]
    if len(chapter.orders) > 1:
        head.append(order_choice(chapter, order, lambda name: book.order_by(chapter_id, name)))
    groups = tuple((part.title, part.keys) for part in chapter.parts(order))
    return LawList(book, path, beside, head, groups, [], key=f"{chapter_id}-{order}")


@ft.component
def CapituloView() -> ft.View:
    app, book, room = w.use_app(), use_book(), w.use_viewport()
    chapter = book.chapter(ft.use_route_params().get("chapter", ""))
    path = ft.use_view_path()
    back = lambda _: app.go("/lei")  # noqa: E731
    if chapter is None:
        return w.screen(
            "A lei", w.empty_state("Este capítulo não existe nesta lei."), back=back
        )
    return w.screen(
        chapter.title,
        ft.Container(Chapter(book, path, False, chapter.id), expand=True),
        back=back,
        subtitle="" if room.low else book.title,
        scroll=False,
    )
