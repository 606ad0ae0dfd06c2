"""The addresses of reading a selo, below Início."""

from __future__ import annotations

import flet as ft

from .ler import Ler
from .ler_resultado import Resultado

ROUTES = [
    ft.Route(
        path="ler",
        component=Ler,
        children=[ft.Route(path="resultado", component=Resultado)],
    ),
]
