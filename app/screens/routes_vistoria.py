"""The addresses of the vistoria, below Início."""

from __future__ import annotations

import flet as ft

from .anular import Anular
from .assinatura import Assinatura
from .checklist import Vistoria
from .registro import Registro
from .registros import Registros
from .resultado import Resultado
from .routes_lei import artigo, do_item
from .segunda_via import SegundaVia
from .selo import Selo
from .veiculo import Veiculo

ROUTES = [
    ft.Route(path="veiculo/:plate", component=Veiculo),
    ft.Route(
        path="vistoria/:draft",
        component=Vistoria,
        children=[
            ft.Route(
                path="resultado",
                component=Resultado,
                children=[ft.Route(path="assinatura", component=Assinatura), artigo()],
            ),
            do_item(),
        ],
    ),
    ft.Route(path="segunda-via/:serial", component=SegundaVia),
    ft.Route(path="registros", component=Registros),
    ft.Route(
        path="registro/:record",
        component=Registro,
        children=[
            ft.Route(path="selo", component=Selo),
            ft.Route(path="anular", component=Anular),
        ],
    ),
]
