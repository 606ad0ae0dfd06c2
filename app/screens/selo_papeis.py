"""The papers of a selo in one sheet: first which, then in which form, for labels also where on the
sheet of stock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.papers import SealPapers
from app.widgets.sheet import sheet

if TYPE_CHECKING:
    from app.prints.kinds import PaperKind, Stock

# What they take of the screen's height: the sheet with its title, a paper's card, a button.
SHEET, CARD, BUTTON = 240, 114, 70


def use_papers_sheet(papers: SealPapers, hand_over: Callable[..., dict]) -> Callable[..., None]:
    """Shows the sheet while it is open; gives what opens it."""
    open_, set_open = ft.use_state(False)
    kind, set_kind = ft.use_state(None)
    stock, set_stock = ft.use_state(None)

    def close(_: object = None) -> None:
        set_open(False)
        set_kind(None)
        set_stock(None)

    def making(make, label: str, name: str, icon=None) -> ft.Control:
        """A button that makes a paper, keeps it, and then takes the sheet away."""
        given = hand_over(make, label, share=False, name=name)
        run = given.pop("on_click")

        async def tap(e: ft.ControlEvent) -> None:
            await run(e)
            close()

        return w.secondary_button(**given, on_click=tap, icon=icon)

    shown = None
    if open_ and kind is None:
        shown = _which(papers, making, set_kind, close)
    elif open_ and stock is None:
        shown = _form(papers, kind, making, set_stock, lambda _=None: set_kind(None), close)
    elif open_:
        shown = _where(papers, kind, stock, making, lambda _=None: set_stock(None), close)
    ft.use_dialog(shown)
    return lambda _=None: set_open(True)


def _which(papers: SealPapers, making, choose, close) -> ft.BottomSheet:
    return sheet(
        "Papéis do selo",
        *[_paper_card(kind, choose) for kind in papers.kinds()],
        making(papers.image, "Imagem para o celular", "Guardar o selo como imagem",
               ft.Icons.IMAGE),
        on_close=close,
        needs=SHEET + CARD * len(papers.kinds()),
    )


def _paper_card(kind: PaperKind, choose) -> ft.Control:
    return w.tap_card(
        t.strong(kind.name),
        t.small(kind.about),
        t.small(_size(kind)),
        on_click=lambda _: choose(kind),
        name=f"{kind.name}, {_size(kind)}",
        padding=t.MD,
    )


def _size(kind: PaperKind) -> str:
    law = f" · {kind.cites[0]}" if kind.cites else ""
    return f"{'A4' if kind.draws == 'certificate' else kind.size}{law}"


def _form(papers: SealPapers, kind: PaperKind, making, choose_stock, back, close):
    pictures = [
        making(lambda dpi=dpi: papers.picture(kind, dpi), f"PNG, {dpi} dpi",
               f"Guardar {kind.name} em PNG, {dpi} pontos por polegada", ft.Icons.IMAGE)
        for dpi in kind.dpi
    ]
    return sheet(
        kind.name,
        t.body(f"{kind.about}. {kind.size}."),
        making(lambda: papers.pdf(kind), "PDF", f"Guardar {kind.name} em PDF",
               ft.Icons.PICTURE_AS_PDF),
        *pictures,
        *[
            w.secondary_button(stock.name, lambda _, s=stock: choose_stock(s),
                               icon=ft.Icons.GRID_VIEW)
            for stock in papers.stocks(kind)
        ],
        making(lambda: papers.drawing(kind), "SVG, para gráfica",
               f"Guardar {kind.name} em SVG", ft.Icons.DRAW),
        w.text_button("Outro papel", back, icon=ft.Icons.ARROW_BACK),
        on_close=close,
        needs=SHEET + BUTTON * (len(kind.dpi) + len(papers.stocks(kind)) + 2),
    )


def _where(papers: SealPapers, kind: PaperKind, stock: Stock, making, back, close):
    """Which label of the sheet is the first free one; a sheet of one has no question."""
    def on(position: int):
        return lambda: papers.on_stock(kind, stock, position)

    if stock.count == 1:
        places: list[ft.Control] = [
            making(on(1), "PDF da folha", f"Guardar {kind.name} em folha", ft.Icons.PICTURE_AS_PDF)
        ]
    else:
        rows = [
            [row * stock.across + column + 1 for column in range(stock.across)]
            for row in range(stock.down)
        ]
        places = [
            ft.Row(
                [
                    ft.Container(
                        making(on(position), str(position),
                               f"Etiqueta {position} de {stock.count}"),
                        expand=1,
                    )
                    for position in row
                ],
                spacing=t.SM,
            )
            for row in rows
        ]
    return sheet(
        stock.name,
        *([t.body("Em qual etiqueta imprimir? Toque na primeira que está livre.")]
          if stock.count > 1 else []),
        *places,
        w.text_button("Outra forma", back, icon=ft.Icons.ARROW_BACK),
        on_close=close,
        needs=SHEET + BUTTON * stock.down,
    )
