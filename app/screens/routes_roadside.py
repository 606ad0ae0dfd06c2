"""The addresses of the roadside, below Início. What they show is imported when one first goes
there, so that opening the app does not wait for it."""

from __future__ import annotations

import flet as ft

from .routes_lei import artigo


@ft.component
def Abordagem() -> ft.View:
    """Route `/abordagem/:draft`."""
    from app.screens.roadside.abordagem import Abordagem as Shown

    return Shown()


@ft.component
def Infracao() -> ft.View:
    """Route `/abordagem/:draft/infracao`."""
    from app.screens.roadside.infracao import Infracao as Shown

    return Shown()


@ft.component
def Dados() -> ft.View:
    """Route `/abordagem/:draft/dados/:auto`."""
    from app.screens.roadside.dados import Dados as Shown

    return Shown()


@ft.component
def Revisao() -> ft.View:
    """Route `/abordagem/:draft/revisao`."""
    from app.screens.roadside.revisao import Revisao as Shown

    return Shown()


ROUTES = [
    ft.Route(
        path="abordagem/:draft",
        component=Abordagem,
        children=[
            ft.Route(path="infracao", component=Infracao, children=[artigo()]),
            ft.Route(path="dados/:auto", component=Dados, children=[artigo()]),
            ft.Route(path="revisao", component=Revisao, children=[artigo()]),
        ],
    )
]
