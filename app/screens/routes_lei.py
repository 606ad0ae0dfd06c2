"""The addresses of "A lei". What they show is imported when one first goes there, so that opening
the app does not wait for it."""

from __future__ import annotations

import flet as ft


@ft.component
def Lei() -> ft.View:
    """Route `/lei`: search, and the chapters."""
    from app.screens.lei.lei import LeiView

    return LeiView()


@ft.component
def Capitulo() -> ft.View:
    """Route `/lei/capitulo/:chapter`."""
    from app.screens.lei.lei import CapituloView

    return CapituloView()


@ft.component
def Artigo() -> ft.View:
    """One rule, on top of whatever screen led to it: `…/artigo/:key`."""
    from app.screens.lei.artigo import ArtigoView

    return ArtigoView()


@ft.component
def DoItem() -> ft.View:
    """The rule behind an item of a vistoria: `…/lei-do-item/:item`."""
    from app.screens.lei.artigo import ItemView

    return ItemView()


def artigo() -> ft.Route:
    return ft.Route(path="artigo/:key", component=Artigo)


def do_item() -> ft.Route:
    return ft.Route(path="lei-do-item/:item", component=DoItem)


ROUTES = [
    ft.Route(
        path="lei",
        component=Lei,
        children=[
            artigo(),
            ft.Route(path="capitulo/:chapter", component=Capitulo, children=[artigo()]),
        ],
    )
]
