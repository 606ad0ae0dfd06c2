"""Every address of the app. Below Início, so that "voltar" always leads there in the end."""

from __future__ import annotations

import flet as ft

from .aparelho import Aparelho
from .inicio import Inicio
from .pendencias import Pendencias
from .routes_auto import ROUTES as AUTO
from .routes_lei import ROUTES as LEI
from .routes_roadside import ROUTES as ROADSIDE
from .routes_selo import ROUTES as SELO
from .routes_vistoria import ROUTES as VISTORIA

ROUTES = [
    ft.Route(
        path="/",
        component=Inicio,
        children=[
            ft.Route(path="aparelho", component=Aparelho),
            ft.Route(path="pendencias", component=Pendencias),
            *LEI,
            *SELO,
            *AUTO,
            *ROADSIDE,
            *VISTORIA,
        ],
    )
]
