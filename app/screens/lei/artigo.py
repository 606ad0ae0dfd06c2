"""One rule of the law, whole: on a screen of its own, or beside the list."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.law.book import LawBook, Reader, law_of
from app.flows.law.details import Detail
from app.screens.desk import use_desk
from app.screens.lei.blocos import block


@ft.component
def ArtigoView() -> ft.View:
    """On top of the list, the item or the result that led here: going back finds those as they
    were."""
    key, room = ft.use_route_params().get("key", ""), w.use_viewport()
    above = ft.use_view_path().rpartition("/artigo/")[0] or "/lei"
    if room.two_panes and f"{above}/".startswith("/lei/"):
        from app.screens.lei.lei import LeiView

        return LeiView(opened=key)  # whoever comes by its address has the list beside it too
    return RuleView(key, above)


@ft.component
def ItemView() -> ft.View:
    app, desk = w.use_app(), use_desk()
    key = law_of(app, desk).key_of_item(ft.use_route_params().get("item", ""))
    return RuleView(key, ft.use_view_path().rpartition("/lei-do-item/")[0] or "/lei")


@ft.component
def RuleView(key: str, back_to: str) -> ft.View:
    app, desk, room = w.use_app(), use_desk(), w.use_viewport()
    book = law_of(app, desk)
    reader: Reader = ft.use_memo(lambda: Reader(key), [key, book])
    w.use_watch(reader)
    detail = book.detail(reader.key)

    def back(_: object) -> None:
        if not reader.back():
            app.go(back_to)

    if detail is None:
        return w.screen(
            "A lei",
            w.notice(
                t.WARN,
                "Esta regra não está na lei que vale hoje neste aparelho.",
                "A lei daqui foi trocada por outra versão. Procure em A lei.",
            ),
            primary=w.Action("Procurar em A lei", lambda _: app.go("/lei"),
                             icon=ft.Icons.SEARCH),
            back=back,
        )
    return w.screen(
        detail.entry.cite or detail.kind,
        Told(book, detail, reader, key=detail.entry.key),
        back=back,
        subtitle="" if room.low else f"{detail.kind} · {book.title}",
        scroll=False,
    )


@ft.component
def ReaderPane(book: LawBook, choose: str = "Escolha uma regra ao lado") -> ft.Control:
    """Beside the list. `choose`: what opens a rule there."""
    reader = book.reader
    w.use_watch(reader)
    detail = book.detail(reader.key)
    if detail is None:
        return ft.Column(
            [
                w.empty_state(
                    choose,
                    "Aqui aparecem a multa, os pontos, a medida, o prazo e o porquê.",
                    icon=ft.Icons.MENU_BOOK,
                )
            ],
            alignment=ft.MainAxisAlignment.CENTER,
            expand=True,
        )
    before = book.entry(reader.before)
    head: list[ft.Control] = []
    if before:
        name = before.cite or before.label
        head = [ft.Row([w.text_button(f"Voltar a {name}", lambda _: reader.back(),
                                      icon=ft.Icons.ARROW_BACK)])]
    return ft.Column(
        [*head, Told(book, detail, reader, beside=True, key=detail.entry.key)],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@ft.memo
@ft.component
def Told(book: LawBook, detail: Detail, reader: Reader, beside: bool = False) -> ft.Control:
    """All that there is to say, from the top."""
    entry = detail.entry
    rows: list[ft.Control] = []
    if beside:
        rows.append(t.small(" · ".join(part for part in (entry.cite, detail.kind) if part)))
    rows.append(ft.Semantics(header=True, content=t.text(entry.label, 23, bold=True)))
    if detail.marks:
        rows.append(ft.Row([mark(*one) for one in detail.marks], wrap=True, spacing=t.SM,
                           run_spacing=t.XS))
    rows += [block(one, book, reader.follow) for one in detail.blocks]
    rows.append(t.small(detail.source))
    return ft.Column(
        [*rows, ft.Container(height=t.SM)],
        spacing=t.MD,
        expand=True,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def mark(tone: str, word: str) -> ft.Control:
    tones = {
        "bad": (t.BAD, ft.Icons.FRONT_HAND), "info": (t.INFO, ft.Icons.FACT_CHECK),
        "plain": (t.NEUTRAL, ft.Icons.GAVEL),
    }
    of, icon = tones[tone]
    return w.chip(of, word, icon=icon)
